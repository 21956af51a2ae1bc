"""``gpulife doctor --report``: check this machine and write the results to a text file, to attach to an issue.

A driver may crash or hang in any check, so checks run in another process (:mod:`gpulife.cli.machine_checks`). When that
process ends or takes too long, the current check is reported as failed and a new process continues with the next check.
"""

import getpass
import json
import platform
import queue
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from gpulife import __version__
from gpulife.cli.machine_checks import PARTS, Check, checks
from gpulife.printing import printable
from gpulife.rich_console import PlainConsole, ProgressBar
from gpulife.signals import stop_on_signals
from gpulife.storage.atomic_io import atomic_write

MAX_SECONDS = 280.0
"""Time limit for all checks together, in seconds. Another 20 s remain for starting and writing."""
_LOOK_SECONDS = 0.1
"""Seconds between two looks whether Ctrl-C was pressed."""
_MAX_DEATHS = 8
"""If this many checking processes have died, the remaining checks are skipped."""
_MIN_SHOWN_SECONDS = 0.05
_MAX_LINE, _MAX_ERROR_LINES = 400, 6

_COMMAND = (sys.executable, "-m", "gpulife.cli.machine_checks")
_SIGNS = {"done": "ok", "cannot": "--", "wrong": "WRONG", "died": "WRONG", "late": "LATE", "left": "--"}


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one check.

    Attributes:
        check: the check that was made.
        outcome: "done" if the check found no fault; "cannot" if this machine cannot do the check; "wrong" if the check
            found something wrong; "died" if the checking process ended; "late" if the check exceeded its time limit;
            "left" if no time was left for the check.
        lines: the lines that the check reported.
        seconds: time that the check took, in seconds.
    """

    check: Check
    outcome: str
    lines: Sequence[str] = ()
    seconds: float = 0.0

    @property
    def is_wrong(self) -> bool:
        """True if the result may show a defect of gpulife or of a driver."""
        return self.outcome in ("wrong", "died", "late")


def write_report(path: Path) -> int:
    """Check this machine for up to five minutes, write the report, and print a line about it.

    Ctrl-C ends the checks within a second; the report then has the results so far.

    Args:
        path: path of the report.

    Returns:
        The exit status: 0 if all is right, 1 if something is wrong, or 128 plus the number of the signal that ended the
        checks.

    Raises:
        OutputError: the report cannot be written. This is raised before any check.
    """
    todo = checks()
    began = datetime.now(UTC)
    # Opened before the checks, so that a wrong path is an error at once and not after five minutes.
    with (
        atomic_write(path, "w") as file,
        stop_on_signals() as stop,
        ProgressBar(PlainConsole(stderr=True), "checking", len(todo), counted=True) as bar,
    ):

        def keep_going(done: int) -> bool:
            bar.update(done)
            return stop.signal is None

        results, messages = run_checks(todo, keep_going)
        ended = "" if stop.signal is None else "ended early by Ctrl-C or another signal"
        text = "\n".join(report_lines(results, messages, began, ended)) + "\n"
        file.write(without_names(text))
    wrong = sum(result.is_wrong for result in results)
    PlainConsole().print(f"checks: {_verdict(results)}; the report is in {path}", soft_wrap=True)
    return stop.exit_status or int(wrong > 0)


def run_checks(
    todo: Sequence[Check], keep_going: Callable[[int], bool], command: Sequence[str] = _COMMAND
) -> tuple[list[Result], list[str]]:
    """Run checks in another process. If it crashes or hangs, a new process continues with the next check.

    Args:
        todo: all checks, as :func:`gpulife.cli.machine_checks.checks` returns them.
        keep_going: takes the number of finished checks and returns False to stop; called ten times a second.
        command: the command that runs checks; the number of the first check is added to it.

    Returns:
        The results, including those of checks skipped for lack of time, and the OpenGL drivers' messages.
    """
    until = time.monotonic() + MAX_SECONDS
    results: list[Result] = []
    messages: dict[str, None] = {}
    deaths = 0
    while len(results) < len(todo) and keep_going(len(results)):
        if time.monotonic() >= until or deaths == _MAX_DEATHS:
            results += [Result(check, "left") for check in todo[len(results) :]]
            break
        with _Checker([*command, str(len(results))]) as checker:
            _follow(checker, todo, results, messages, until, keep_going)
        deaths += 1
    return results, list(messages)


class _Checker:
    """A process that runs checks. It is killed at the end of the ``with`` block."""

    def __init__(self, command: Sequence[str]) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the block
        # A new session, so that Ctrl-C reaches only this process.
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            start_new_session=True,
        )
        self._lines: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        assert self._process.stdout is not None  # noqa: S101 - it is a pipe
        threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True).start()

    def __enter__(self) -> "_Checker":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        self._errors.close()

    def _read(self, pipe: IO[bytes]) -> None:
        with pipe:
            for line in pipe:
                try:
                    self._lines.put(json.loads(line))
                except ValueError:  # drivers may print to standard output, too
                    continue
        self._lines.put(None)

    def next(self) -> dict[str, Any] | None:
        """Return the process's next message, or None once the process has ended.

        Raises:
            queue.Empty: there is no message yet.
        """
        return self._lines.get(timeout=_LOOK_SECONDS)

    def how_it_ended(self) -> Iterator[str]:
        """Yield lines about a process that ended unexpectedly: its signal or exit status, and its last output."""
        status = self._process.wait()
        if status >= 0:
            yield f"the process that runs the checks ended with status {status}"
        else:
            yield f"the process that runs the checks was ended by {signal.Signals(-status).name}"
        self._errors.seek(0)
        printed = self._errors.read().decode("utf-8", "replace").strip().splitlines()
        yield from printed[-_MAX_ERROR_LINES:]


def _follow(
    checker: _Checker,
    todo: Sequence[Check],
    results: list[Result],
    messages: dict[str, None],
    until: float,
    keep_going: Callable[[int], bool],
) -> None:
    """Add a process's results to ``results``, until it ends, takes too long, or ``keep_going`` returns False."""
    began = time.monotonic()
    while len(results) < len(todo) and keep_going(len(results)):
        check = todo[len(results)]
        now = time.monotonic()
        if now >= until or now - began > check.seconds:
            outcome = "left" if now >= until else "late"
            results.append(Result(check, outcome, [f"not done after {now - began:.0f} seconds"], now - began))
            return
        try:
            told = checker.next()
        except queue.Empty:
            continue
        if told is None:
            results.append(Result(check, "died", list(checker.how_it_ended()), now - began))
            return
        if "begin" in told:
            began = now
        elif "driver" in told:
            messages[told["driver"]] = None
        else:
            results.append(Result(check, told["outcome"], told["lines"], told["seconds"]))


# The text


def report_lines(results: Sequence[Result], messages: Sequence[str], began: datetime, ended: str) -> Iterator[str]:
    """Yield the lines of a report.

    Args:
        results: the results of the checks.
        messages: the OpenGL drivers' messages.
        began: when the checks began.
        ended: why the checks ended early, in words; "" if they did not.
    """
    yield f"gpulife report, {began:%Y-%m-%d %H:%M} UTC, gpulife {__version__}"
    yield f"checks: {_verdict(results)}"
    if ended:
        yield ended
    yield "How to read it: docs/guide/report.md"
    wrong = [result for result in results if result.is_wrong]
    if wrong:
        yield from ("", "== What is wrong, or was not done in time")
        for result in wrong:
            yield from _result_lines(result)
    for part, title in PARTS.items():
        yield from ("", f"== {title}")
        for result in results:
            if result.check.part == part:
                yield from _result_lines(result)
    yield from ("", "== What the OpenGL driver said during the comparison of cells")
    yield from ([_clean(message) for message in messages] or ["nothing"])
    yield from ("", "== End of the report")


def _result_lines(result: Result) -> Iterator[str]:
    lines = [_clean(line) for line in result.lines]
    head = f"{_SIGNS[result.outcome]:5} {result.check.title}"
    if result.outcome == "left":
        head += ": no time was left for it"
        lines = []
    elif len(lines) == 1:
        head += f": {lines.pop()}"
    yield f"{head} [{result.seconds:.1f} s]" if result.seconds >= _MIN_SHOWN_SECONDS else head
    yield from (f"      {line}" for line in lines)


def _verdict(results: Sequence[Result]) -> str:
    wrong = sum(result.outcome in ("wrong", "died") for result in results)
    others = {
        "not done in time": sum(result.outcome == "late" for result in results),
        "not begun": sum(result.outcome == "left" for result in results),
        "not possible here": sum(result.outcome == "cannot" for result in results),
    }
    counts = [f"{sum(result.outcome == 'done' for result in results)} right", f"{wrong} wrong"]
    return ", ".join(counts + [f"{count} {words}" for words, count in others.items() if count])


def _clean(line: str) -> str:
    return printable(line)[:_MAX_LINE]


def without_names(text: str, names: Mapping[str, str] | None = None) -> str:
    """Replace personal data in a text: the user's name, the computer's name, and the paths of personal folders.

    Args:
        text: the text.
        names: the replacement for each name or path; None for the names and paths of this computer and its user.
    """
    for name, stands_for in (names or _names()).items():
        # Only whole words are replaced: a user may be called "a".
        if name and name != "/":
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", stands_for, text)
    return text


def _names() -> dict[str, str]:
    """Return the replacement for each name and path of this computer and its user.

    Long names and paths come before short ones, since one path may begin with another.
    """
    names = {platform.node(): "COMPUTER", str(Path.home()): "HOME", str(Path.cwd()): "FOLDER", sys.prefix: "PYTHON"}
    with suppress(KeyError, OSError):  # a container's user may have no name
        names[getpass.getuser()] = "USER"
    return dict(sorted(names.items(), key=lambda pair: -len(pair[0])))
