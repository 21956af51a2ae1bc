"""Everything that is printed: whatever could direct a terminal is shown in codes.

Results of commands are printed by :func:`say` or ``rich_console``; warnings are logged (see ``log``). Names in them may
come from untrusted files. A standard output that takes nothing more ends a command: quietly if its reader has gone,
else with a line. So save before you print.
"""

import json
import os
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from gpulife.errors import OutputError
from gpulife.storage.atomic_io import atomic_write

STANDARD_OUTPUT = Path("-")
"""Standard output, as the name of a file for JSON."""


class StandardOutputError(OutputError):
    """Standard output takes no more, such as on a full disk."""


def printable(text: str, *, keep: str = "") -> str:
    """Return ``text`` with codes in place of what would not be seen or would direct a terminal.

    These are control characters (C0 and C1), line ends, marks that turn the direction of writing, characters without
    width, and halves of characters: an escape becomes its code. Letters of all scripts and all spaces stay.

    Args:
        text: a text of any origin.
        keep: characters that stay as they are.
    """
    # Joiners of some Persian names and emoji go, too. Backslashes stay, so that paths of Windows can be copied.
    if text.isprintable():
        return text
    return "".join(
        character
        if character in keep or character.isprintable() or unicodedata.category(character) == "Zs"
        else repr(character)[1:-1]
        for character in text
    )


def say(*lines: str, flush: bool = False) -> None:
    """Print lines on standard output.

    Args:
        lines: each is one line whatever it holds.
        flush: whether its reader gets them at once.

    Raises:
        BrokenPipeError: nobody reads them.
        StandardOutputError: they cannot be written.
    """
    write_out("".join(printable(line) + "\n" for line in lines), flush=flush)


def write_out(text: str, *, flush: bool = False) -> None:
    """Write a text on standard output as it is; see :func:`say`."""
    with output_errors():
        print(text, end="", flush=flush)


def write_json(data: Any, path: Path | None = STANDARD_OUTPUT) -> None:
    """Write data as JSON to ``path``, or on standard output if that is STANDARD_OUTPUT; do nothing if it is None.

    Raises:
        OutputError: it cannot be written.
        BrokenPipeError: nobody reads standard output.
    """
    text = json.dumps(data, indent=2) + "\n"
    if path == STANDARD_OUTPUT:
        write_out(text)
    elif path is not None:
        with atomic_write(path, "w") as file:
            file.write(text)


class DeferredErrorOutput:
    """Standard output for work that goes on when nothing can be printed any more; the error is raised at its end."""

    def __init__(self) -> None:
        self._error: BrokenPipeError | StandardOutputError | None = None

    def write(self, text: str) -> None:
        """Write a text at once as it is, unless that has failed before."""
        if self._error is None:
            try:
                write_out(text, flush=True)
            except (BrokenPipeError, StandardOutputError) as error:
                self._error = error

    def finish(self) -> None:
        """Raise the error that :meth:`write` met, if there was one."""
        if self._error is not None:
            raise self._error


@contextmanager
def output_errors() -> Iterator[None]:
    """Turn errors of standard output in the block into StandardOutputError; a BrokenPipeError stays one."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise StandardOutputError(f"cannot write standard output: {error.strerror or error}") from error


def say_on_stderr(line: str) -> None:
    """Print one line on standard error; ignore errors of that."""
    with suppress(OSError, ValueError):  # ValueError: it has been closed
        print(printable(line), file=sys.stderr, flush=True)


def prepare_streams() -> None:
    """Make standard input, output and error what the rest of the program can rely on.

    A closed one is opened on the null device: else the next file that is opened would get it, and
    whatever prints would write into that file. Names of files can be in any script, or be no text: codes stand for
    characters that a console lacks.
    """
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the lowest number that is free
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123 - for good
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def flush_output() -> None:
    """Write what waits in standard output's buffer.

    Raises:
        BrokenPipeError: nobody reads it.
        StandardOutputError: it cannot be written.
    """
    with output_errors():
        sys.stdout.flush()


def silence_broken_output() -> None:
    """Flush standard output; if that fails, redirect it to the null device, since Python would complain at its end."""
    try:
        sys.stdout.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        with suppress(OSError):
            os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
