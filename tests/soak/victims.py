"""What all that is killed has in common: a home of its own, programs in it, and what they have acknowledged."""

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
"""Seconds until something is taken for never coming."""

_Value = TypeVar("_Value")


class LossError(Exception):
    """Something that was acknowledged is gone, a file is damaged, or a program does not begin again."""


class Program:
    """A program with pipes, each line of whose output acknowledges something.

    Attributes:
        lines: all that it has printed.
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
        """Type something; if it has ended meanwhile, nobody reads it."""
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):
            self.process.stdin.write(text)
            self.process.stdin.flush()

    def says(self, words: str) -> bool:
        """Wait for the next line with these words; False if it ends before.

        Raises:
            LossError: nothing comes.
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
        """The same, for what has to come.

        Raises:
            LossError: it ends before, or nothing comes.
        """
        if not self.says(words):
            raise LossError(f"ended with {self.process.wait()} before {words!r}: {self.lines[-5:]}")

    def live(self, seconds: float) -> bool:
        """Let it work for so long; whether it still does."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(seconds)
        return self.process.poll() is None

    def kill(self) -> int:
        """Kill it, and wait for what it printed before; its exit status."""
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
    """Something that is killed again and again.

    Args:
        home: a folder, which is made.
        chance: of the moments.
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
        """In another home, as after a loss, which is to be counted once."""
        for program in self._programs:
            program.kill()
        self._programs, self._left_over = [], set()
        self._number += 1
        self.home = self.root / str(self._number)
        (self.home / "data").mkdir(parents=True)
        (self.home / "settings.toml").write_text(self.settings)

    def round(self) -> int:
        """Start, kill and check; how many programs were killed.

        Raises:
            LossError: something is lost.
        """
        raise NotImplementedError

    def finish(self) -> None:
        """A last look, with nothing killed.

        Raises:
            LossError: something is lost.
        """

    def start(self, *arguments: object, display: str = "") -> Program:
        """Start gpulife."""
        return self._started([sys.executable, "-m", "gpulife", *map(str, arguments)], display)

    def start_code(self, code: str, *arguments: object) -> Program:
        """Start a program that does with gpulife's own functions what a person would take long for."""
        return self._started([sys.executable, "-c", code, *map(str, arguments)], "")

    def kill(self) -> int:
        """Kill all that was started; how many still ran. What they leave half written is remembered."""
        programs, self._programs = self._programs, []
        count = sum(program.process.poll() is None for program in programs)
        for program in programs:
            program.process.send_signal(signal.SIGKILL)
        for program in programs:
            program.kill()
        self._left_over = self._half_written()
        return count

    def check_tidy(self) -> None:
        """Whether what killed programs left half written has gone, and nothing was set aside as damaged.

        Call it when programs that were started afterwards have written something.
        """
        if lying := self._left_over & self._half_written():
            raise LossError(f"left lying about: {', '.join(sorted(path.name for path in lying))}")
        if damaged := list(self.home.rglob("*.bad*")):
            raise LossError(f"set aside as damaged: {', '.join(path.name for path in damaged)}")

    def wait(self, condition: Callable[[], _Value], what: str) -> _Value:
        """What ``condition`` returns as soon as that is true.

        Raises:
            LossError: a program ended meanwhile, or it takes too long.
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
