"""All printing. Characters that could control a terminal are printed as codes, since any file may contain them.

Commands print results with :func:`say` or ``rich_console``; warnings are logged (see ``log``). A command ends if it
cannot write to standard output, so save all work before you print. It prints no error if the program that reads the
output, such as ``head``, has ended.
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
"""A path that stands for standard output."""


class StandardOutputError(OutputError):
    """Standard output cannot be written to, for example because the disk is full."""


def printable(text: str, *, keep: str = "") -> str:
    """Return ``text`` with escape codes in place of characters that are invisible or could control a terminal.

    These are control characters (C0 and C1), line ends, marks that change the direction of writing, characters without
    width, and lone surrogates. Letters of all scripts and all spaces are kept.

    Args:
        text: text from any source.
        keep: characters to keep unchanged.
    """
    # Joiners in Persian names and emoji are replaced, too. Backslashes are kept, so that Windows paths can be copied.
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
        lines: texts to print, one line each; line ends within a text are printed as codes.
        flush: True to send the lines to the reader at once.

    Raises:
        BrokenPipeError: the reader has gone.
        StandardOutputError: the lines cannot be written.
    """
    write_out("".join(printable(line) + "\n" for line in lines), flush=flush)


def write_out(text: str, *, flush: bool = False) -> None:
    """Write text to standard output unchanged; this raises the same errors as :func:`say`."""
    with output_errors():
        print(text, end="", flush=flush)


def write_json(data: Any, path: Path | None = STANDARD_OUTPUT) -> None:
    """Write data as JSON to the file ``path``; to standard output for STANDARD_OUTPUT; nowhere for None.

    Raises:
        OutputError: the data cannot be written.
        BrokenPipeError: the reader of standard output has gone.
    """
    text = json.dumps(data, indent=2) + "\n"
    if path == STANDARD_OUTPUT:
        write_out(text)
    elif path is not None:
        with atomic_write(path, "w") as file:
            file.write(text)


class DeferredErrorOutput:
    """Standard output for work that must continue even if printing fails.

    The error is raised at the end of the work, by :meth:`finish`.
    """

    def __init__(self) -> None:
        self._error: BrokenPipeError | StandardOutputError | None = None

    def write(self, text: str) -> None:
        """Write text unchanged and at once; do nothing if a write has failed before."""
        if self._error is None:
            try:
                write_out(text, flush=True)
            except (BrokenPipeError, StandardOutputError) as error:
                self._error = error

    def finish(self) -> None:
        """Raise the error of the first :meth:`write` that failed; do nothing if all succeeded."""
        if self._error is not None:
            raise self._error


@contextmanager
def output_errors() -> Iterator[None]:
    """Turn each error of standard output in the block into StandardOutputError, but leave BrokenPipeError as it is."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise StandardOutputError(f"cannot write standard output: {error.strerror or error}") from error


def say_on_stderr(line: str) -> None:
    """Print one line on standard error; ignore errors."""
    with suppress(OSError, ValueError):  # ValueError: the stream is closed
        print(printable(line), file=sys.stderr, flush=True)


def prepare_streams() -> None:
    """Make standard input, output and error usable.

    A closed stream is opened on the null device. Characters that a console cannot show are printed as codes.
    """
    # Else the next opened file would get the descriptor of a closed stream, and prints would go into that file.
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the lowest free descriptor, which is this one
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123 - stays open until exit
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def flush_output() -> None:
    """Flush standard output.

    Raises:
        BrokenPipeError: the reader has gone.
        StandardOutputError: standard output cannot be written.
    """
    with output_errors():
        sys.stdout.flush()


def silence_broken_output() -> None:
    """Flush standard output; if that fails, redirect it to the null device, so that Python prints no error at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        with suppress(OSError):
            os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
