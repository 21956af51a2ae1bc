"""Windows killed two at a time: sessions, and displays of kinetic art."""

from __future__ import annotations

import random
from pathlib import Path
from types import TracebackType

from soak.victims import LossError, Victim
from window.desktop import Screen, program

from gpulife.art.checkpoint_files import FOLDER, CheckpointFiles, SavedDisplay
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.engines.checkpoint import take_snapshot
from gpulife.errors import GpulifeError
from gpulife.rules import parse_rule
from gpulife.session.autosave import AUTOSAVE_ENDING, read_save, take_over
from gpulife.session.session import Session
from gpulife.storage.save_file import Rotation, SavedFileError

_SETTINGS = """
[window]
frame_limit = 12
width = 400
height = 300
[look]
reduced_flashing = false
[session]
autosave_seconds = 1
"""
_AT_ONCE = 2


class _OnScreen(Victim):
    """Two windows on their own screen."""

    settings = _SETTINGS

    def __init__(self, home: Path, chance: random.Random) -> None:
        self.screen = Screen((800, 400))
        super().__init__(home, chance)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        super().__exit__(kind, error, tb)
        self.screen.close()


class Windows(_OnScreen):
    """Two universes at once, each of which continues after both are killed.

    Data counts as acknowledged if it was on disk before the kill.
    """

    ROUNDS = 12
    """Rounds before two new universes begin, so that playing them again stays short."""

    def __init__(self, home: Path, chance: random.Random) -> None:
        self._rounds = 0
        self._seen: dict[str, tuple[int, int]] = {}
        super().__init__(home, chance)

    def begin_anew(self) -> None:
        """Start over with two new universes."""
        super().begin_anew()
        self._rounds, self._seen = 0, {}

    def round(self) -> int:
        """Start or continue two windows, kill them, and check their sessions."""
        if self._rounds == self.ROUNDS:
            self._play_again()
            self.begin_anew()
        first = self._rounds == 0
        self._rounds += 1
        for number in range(_AT_ONCE):
            universe = ("--rule", "QuadLife", "--size", "60x40", "--seed", number + 1)
            self.start(*(universe if first else ("--resume",)), "--mute", display=self.screen.name)
        before = dict(self._seen)
        early = not first and self.chance.random() < 0.2
        if early:  # while they begin
            self._programs[0].live(self.chance.uniform(0.0, 3.0))
        else:
            self.wait(lambda: len(self._saves(before)) >= _AT_ONCE, "an autosave of each window")
            self.check_tidy()
            self._programs[0].live(self.chance.uniform(0.0, 1.5))
        if self.chance.random() < 0.2:  # somebody ends one of them
            self._programs[0].process.terminate()
            self._programs[0].process.wait()
        self._seen = self._saves({})
        killed = self.kill()
        if len(self._seen) != _AT_ONCE:
            raise LossError(f"{_AT_ONCE} windows went on with {_AT_ONCE} sessions, and there are {len(self._seen)}")
        for name, (number, generation) in self._seen.items():
            if (then := before.get(name)) and (number < then[0] + (not early) or generation < then[1]):
                raise LossError(f"{name} went back from {then} to {(number, generation)}")
            self._check(name, number, generation)
        return killed

    def finish(self) -> None:
        """Play the last sessions again."""
        self._play_again()

    def _saves(self, after: dict[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
        """Return number and generation of the last save of each session saved since ``after``."""
        found = {}
        for files in Rotation.find(self._folder, AUTOSAVE_ENDING):
            saves = []
            for path in files.existing:
                try:
                    save = read_save(path)
                except SavedFileError as error:
                    raise LossError(str(error)) from error
                saves.append((save.number, save.generation))
            if saves and max(saves)[0] > after.get(files.name, (0, 0))[0]:
                found[files.name] = max(saves)
        return found

    def _check(self, name: str, number: int, generation: int) -> None:
        """Check that a session can continue from a save or a later one."""
        try:
            taken = take_over(Rotation(self._folder, name, AUTOSAVE_ENDING))
        except GpulifeError as error:
            raise LossError(str(error)) from error
        if taken is None:
            raise LossError(f"{name} is gone, or held by the dead")
        taken.files.release()
        if taken.saved.warning:
            raise LossError(taken.saved.warning)
        if taken.files.number < number or taken.saved.keyframe.computed < generation:
            raise LossError(f"{name} had save {number}, and has {taken.files.number}")

    def _play_again(self) -> None:
        """Check that each session, played from its start, reaches the saved moment."""
        for files in Rotation.find(self._folder, AUTOSAVE_ENDING):
            taken = take_over(files)
            if taken is None:
                raise LossError(f"{files.name} is gone, or held by the dead")
            taken.files.release()
            saved = taken.saved
            rule = parse_rule(saved.recording.match.rule)
            assert rule.size is not None
            session = Session(saved.recording.match, NumpyEngine(rule, rule.size), recording=saved.recording)
            session.seek(saved.keyframe.tick)
            if take_snapshot(session.engine) != saved.keyframe.snapshot or session.state != saved.keyframe.state:
                raise LossError(f"{files.name} does not play as it was saved")

    @property
    def _folder(self) -> Path:
        return self.home / "data" / "autosave"


_PROGRAMME = """
title = "One"
description = "to be killed"
[[scene]]
name = "only"
duration = "1 h"
rule = "Immigration"
size = "80x50"
speed = 20
start = { soup = 0.3 }
"""
_SAVES_OFTEN = "from gpulife.window.art import checkpoint_saver\ncheckpoint_saver._MIN_SECONDS = 1.0"


class Displays(_OnScreen):
    """Two displays of kinetic art, each of which continues its own scene after a kill, from files of its own."""

    def __init__(self, home: Path, chance: random.Random) -> None:
        self._generations: dict[str, int] = {}
        self._seeds: dict[str, int] = {}
        super().__init__(home, chance)

    def begin_anew(self) -> None:
        """Start over with the first generation."""
        super().begin_anew()
        self._generations, self._seeds = {}, {}
        (self.home / "one.toml").write_text(_PROGRAMME)

    def round(self) -> int:
        """Continue two displays and kill them."""
        for _ in range(_AT_ONCE):
            self._started([*program(_SAVES_OFTEN), "art", str(self.home / "one.toml")], self.screen.name)
        written = self._written()
        self.wait(lambda: all(now > then for now, then in zip(self._written(), written, strict=True)), "saves of both")
        self.check_tidy()
        self._programs[0].live(self.chance.uniform(0.0, 1.5))
        saved = {name: self._saved(name) for name in ("art", "art.2")}
        seen = {name: display.checkpoint.state.generation for name, display in saved.items()}
        seeds = {name: display.schedule.seed for name, display in saved.items()}
        if len(set(seeds.values())) < _AT_ONCE or seeds != (self._seeds or seeds):
            raise LossError(f"one display went on with what another showed: {self._seeds}, now {seeds}")
        self._seeds = seeds
        killed = self.kill()
        for name, generation in seen.items():
            if generation < self._generations.get(name, 0):
                raise LossError(f"{name} went back from generation {self._generations[name]} to {generation}")
            if (now := self._saved(name).checkpoint.state.generation) < generation:
                raise LossError(f"{name} was at generation {generation}, and is at {now}")
        self._generations = seen
        return killed

    def _written(self) -> tuple[int, ...]:
        """Return when the files of each display were last written, in nanoseconds."""
        folder = self.home / "data" / FOLDER
        return tuple(
            max((path.stat().st_mtime_ns for path in folder.glob(f"{name}-?.gpuart")), default=0)
            for name in ("art", "art.2")
        )

    def _saved(self, name: str) -> SavedDisplay:
        resumed, lines = CheckpointFiles(self.home / "data" / FOLDER, name).load()
        if lines or resumed is None:
            raise LossError(lines[0] if lines else f"nothing of {name} is left")
        return resumed
