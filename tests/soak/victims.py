"""The base of all victims: programs in their own home folder that are killed, and the data they acknowledged."""

from __future__ import annotations

import os
import queue
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

import gpulife

PATIENCE = 60.0
"""Seconds to wait before giving up."""

_Value = TypeVar("_Value")


class LossError(Exception):
    """Acknowledged data is gone, a file is damaged, or a program does not start again."""


class Program:
    """A program with pipes; each line of its output acknowledges something.

    Attributes:
        lines: all lines printed so far.
    """

    def __init__(self, command: list[str], home: Path, display: str = "") -> None:
        self.lines: list[str] = []
        self._fresh: queue.Queue[str | None] = queue.Queue()
        environment = os.environ | {
            "GPULIFE_DATA": str(home / "data"),
            "GPULIFE_SETTINGS": str(home / "settings.toml"),
            "GPULIFE_LOGS": str(home / "logs"),
            "PYTHONUNBUFFERED": "1",
            "DISPLAY": display,
            "WAYLAND_DISPLAY": "",
        }
        self.process = subprocess.Popen(
            command,
            cwd=Path(gpulife.__file__).parents[1],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def say(self, text: str) -> None:
        """Type something; ignored if the program has ended."""
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):
            self.process.stdin.write(text)
            self.process.stdin.flush()

    def says(self, words: str) -> bool:
        """Wait for the next line with ``words``; return False if the program ends first.

        Raises:
            LossError: no such line comes in time.
        """
        until = time.monotonic() + PATIENCE
        while True:
            try:
                line = self._fresh.get(timeout=max(until - time.monotonic(), 0.01))
            except queue.Empty:
                raise LossError(f"never {words!r}: {self.lines[-5:]}") from None
            if line is None:
                return False
            if words in line:
                return True

    def wait_for_line(self, words: str) -> None:
        """Wait for the next line with ``words``, which has to come.

        Raises:
            LossError: the program ends first, or no such line comes in time.
        """
        if not self.says(words):
            raise LossError(f"ended with {self.process.wait()} before {words!r}: {self.lines[-5:]}")

    def live(self, seconds: float) -> bool:
        """Let it work for some seconds; return True if it still runs."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(seconds)
        return self.process.poll() is None

    def kill(self) -> int:
        """Kill it, read the rest of its output, and return its exit status."""
        self.process.send_signal(signal.SIGKILL)
        status = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            with suppress(OSError):
                stream.close()
        return status

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.endswith("\n"):
                self.lines.append(line.rstrip("\n"))
                self._fresh.put(self.lines[-1])
        self._fresh.put(None)


class Victim:
    """Programs to kill again and again, and the check for losses.

    Args:
        home: the home folder, which is made.
        chance: source of random moments.
    """

    settings = ""

    def __init__(self, home: Path, chance: random.Random) -> None:
        self.home = home
        self.chance = chance
        self._number = 0
        self._left_over: set[Path] = set()
        self._programs: list[Program] = []
        self.root = home
        self.begin_anew()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        for program in self._programs:
            program.kill()

    def begin_anew(self) -> None:
        """Start over in a new home folder, for example after a loss, which counts once."""
        for program in self._programs:
            program.kill()
        self._programs, self._left_over = [], set()
        self._number += 1
        self.home = self.root / str(self._number)
        (self.home / "data").mkdir(parents=True)
        (self.home / "settings.toml").write_text(self.settings)

    def round(self) -> int:
        """Start programs, kill them and check; return how many were killed.

        Raises:
            LossError: something is lost.
        """
        raise NotImplementedError

    def finish(self) -> None:
        """Check once more, without killing.

        Raises:
            LossError: something is lost.
        """

    def start(self, *arguments: object, display: str = "") -> Program:
        """Start gpulife."""
        return self._started([sys.executable, "-m", "gpulife", *map(str, arguments)], display)

    def start_code(self, code: str, *arguments: object) -> Program:
        """Start a program that calls gpulife's functions directly, for actions that would take a user long."""
        return self._started([sys.executable, "-c", code, *map(str, arguments)], "")

    def kill(self) -> int:
        """Kill all programs; return how many were still running. Their half-written files are remembered."""
        programs, self._programs = self._programs, []
        count = sum(program.process.poll() is None for program in programs)
        for program in programs:
            program.process.send_signal(signal.SIGKILL)
        for program in programs:
            program.kill()
        self._left_over = self._half_written()
        return count

    def check_tidy(self) -> None:
        """Check that half-written files of killed programs are gone, and that no file was renamed as damaged.

        Call this after programs started later have written something.
        """
        if lying := self._left_over & self._half_written():
            raise LossError(f"left lying about: {', '.join(sorted(path.name for path in lying))}")
        if damaged := list(self.home.rglob("*.bad*")):
            raise LossError(f"set aside as damaged: {', '.join(path.name for path in damaged)}")

    def wait(self, condition: Callable[[], _Value], what: str) -> _Value:
        """Wait until ``condition`` returns something true, and return it.

        Raises:
            LossError: a program ended, or the wait took too long.
        """
        until, pause = time.monotonic() + PATIENCE, threading.Event()
        while not (value := condition()):
            for program in self._programs:
                if program.process.poll() is not None:
                    raise LossError(f"ended with {program.process.returncode} before {what}: {program.lines[-5:]}")
            if time.monotonic() > until:
                raise LossError(f"never {what}: {[program.lines[-3:] for program in self._programs]}")
            pause.wait(0.02)
        return value

    def _started(self, command: list[str], display: str) -> Program:
        program = Program(command, self.home, display)
        self._programs.append(program)
        return program

    def _half_written(self) -> set[Path]:
        return {path for path in self.home.rglob("*") if ".part" in path.name}
