"""Programs without a window that are killed: runs, games by mail, wins in Survivor, and settings."""

from __future__ import annotations

import random
import time
from pathlib import Path

from games.mail import row
from soak.victims import LossError, Program, Victim

from gpulife.cli.play_by_mail.mail_game import load_game
from gpulife.games.core.bounds import MAX_PLAYERS
from gpulife.games.survivor.level_files import load_progress
from gpulife.log import PendingWarnings, attached
from gpulife.settings import load_settings
from gpulife.storage.save_file import SavedFileError


class Runs(Victim):
    """``gpulife run -o FILE``: the file is either the old one or the run's result."""

    LENGTHS = (40, 400)

    def __init__(self, home: Path, chance: random.Random) -> None:
        self._contents: dict[int, bytes] = {}
        self._seconds = 0.0  # that a run takes
        super().__init__(home, chance)

    def round(self) -> int:
        """Run once, with a length that differs from that of the file, so that old and new files differ."""
        out = self.home / "board.rle"
        for length in self.LENGTHS if not self._contents else ():
            began = time.monotonic()
            self._run(length).process.wait()
            self._seconds = time.monotonic() - began
            self._contents[length] = out.read_bytes()
        before = out.read_bytes() if out.exists() else None
        length = next(each for each in self.LENGTHS if self._contents[each] != before)
        program = self._run(length)
        program.live(self.chance.uniform(0.4, 1.0) * self._seconds)
        done = program.process.poll() == 0
        killed = self.kill()
        self._seconds *= 1.1 if killed else 0.8  # other programs make runs longer and shorter
        after = out.read_bytes() if out.exists() else None
        if after not in (before, self._contents[length]) or (done and after != self._contents[length]):
            raise LossError(f"{out.name} is neither what it was nor what the run made: {str(after)[:60]}")
        return killed

    def finish(self) -> None:
        """Check that a run that may finish removes the leftovers of others."""
        self._run(self.LENGTHS[0]).process.wait()
        self.check_tidy()

    def _run(self, length: int) -> Program:
        where = self.home / "board.rle"
        return self.start("run", "--soup", "64x48:0.4", "--seed", 7, "--engine", "numpy", "-g", length, "-o", where)


_HAS_JOINED = " has joined"


class Mail(Victim):
    """Games of Real-Time Life by orders: every player told to have joined has joined."""

    def __init__(self, home: Path, chance: random.Random) -> None:
        self._joined: set[str] = set()
        super().__init__(home, chance)

    def begin_anew(self) -> None:
        """Start over with an empty game."""
        super().begin_anew()
        self._joined = set()

    def round(self) -> int:
        """Let some players join, by typed orders or by a file."""
        file = self.home / "game.gpumail"
        if len(self._joined) > MAX_PLAYERS - 8:
            self.begin_anew()
            file = self.home / "game.gpumail"
        names = [f"P{number}" for number in range(len(self._joined), MAX_PLAYERS)]
        names = [name for name in names if name not in self._joined]
        orders = "".join(f"JOIN {name} {row(4 + 8 * int(name[1:]))}\n" for name in names)
        new = () if file.exists() else ("--players", MAX_PLAYERS, "--seed", 1, "--tick", 3600)
        if self.chance.random() < 0.5:
            program = self.start("realtime", file, *new)
            program.say(orders)
        else:
            (self.home / "orders.txt").write_text(orders)
            program = self.start("realtime", file, *new, "--orders", self.home / "orders.txt")
        if self.chance.random() < 0.3:
            program.live(self.chance.uniform(0.0, 2.0))
        else:  # at once after one of them was told
            for _ in range(self.chance.randint(1, len(names))):
                if not program.says(_HAS_JOINED):
                    break
        killed = self.kill()
        told = {line.split()[0] for line in program.lines if line.endswith(_HAS_JOINED)}
        if other := [line for line in program.lines if "Traceback" in line or "error" in line]:
            raise LossError(f"{other[0]} in {program.lines[-5:]}")
        self._joined |= told
        self._check(file)
        return killed

    def _check(self, file: Path) -> None:
        if not file.exists():
            if self._joined:
                raise LossError("there is no game any more")
            return
        try:
            saved = load_game(file).session
        except SavedFileError as error:
            raise LossError(str(error)) from error
        there = {seat.name for seat in saved.keyframe.state.seats}
        if lost := self._joined - there:
            raise LossError(f"{', '.join(sorted(lost))} had joined, and has not")
        self._joined = {name for name in there if name.startswith("P")}

    def finish(self) -> None:
        """Let one more player join, and check that no player is lost."""
        program = self.start("realtime", self.home / "game.gpumail", "--replay", self.home / "game.gpureplay")
        status = program.process.wait()
        if status and self._joined:
            raise LossError(f"the game does not go on: {program.lines[-3:]}")
        self.check_tidy()


_WINS = """
import sys
from pathlib import Path
from gpulife.games.survivor.level_files import ProgressFile
winnings = ProgressFile(Path(sys.argv[1]))
winnings.load()
for turns in range(999_999 - int(sys.argv[3]), 0, -1):
    name = f"{sys.argv[2]} {turns % 5}"
    winnings.count(name, turns)
    print(name, turns, sep="=", flush=True)
"""


class Wins(Victim):
    """Two programs at once that win levels of Survivor: every counted win is stored."""

    def __init__(self, home: Path, chance: random.Random) -> None:
        self._won: dict[str, int] = {}
        self._turn = 0
        super().__init__(home, chance)

    def begin_anew(self) -> None:
        """Start over without wins."""
        super().begin_anew()
        self._won, self._turn = {}, 0

    def round(self) -> int:
        """Let two programs win, each its own levels and, with ever better results, some common ones."""
        programs = [self.start_code(_WINS, self.home / "data", who, self._turn) for who in ("left", "right")]
        for program in programs:
            program.wait_for_line("=")
        self.check_tidy()
        programs[0].live(self.chance.uniform(0.0, 0.6))
        killed = self.kill()
        for line in (line for program in programs for line in program.lines):
            name, turns = line.split("=")
            self._won[name] = min(int(turns), self._won.get(name, 1 << 30))
        self._turn += max(len(program.lines) for program in programs) + 1
        with attached(PendingWarnings()) as warnings:
            progress = load_progress(self.home / "data")
        if line := warnings.take():
            raise LossError(line)
        for name, turns in self._won.items():
            if progress.won.get(name, 1 << 30) > turns:
                raise LossError(f"{name} was won in {turns} turns, and counts {progress.won.get(name)}")
        return killed


_SETTINGS = """
import sys
from dataclasses import replace
from pathlib import Path
from gpulife.settings import load_settings, save_settings
path, name = Path(sys.argv[1]), sys.argv[2]
settings = load_settings(path)
while True:
    value = getattr(settings, name) % 3000 + 1
    settings = save_settings(replace(settings, **{name: value}), path, settings)
    print(name, value, sep="=", flush=True)
"""


class SettingsFile(Victim):
    """Two programs at once that change one setting each: a saved value stays, whatever the other program saves."""

    settings = "# a person's own words\n[look]\nreduced_flashing = false\n"
    NAMES = ("autosave_seconds", "attract_seconds")

    def round(self) -> int:
        """Let two programs change one setting each, again and again."""
        path = self.home / "settings.toml"
        programs = [self.start_code(_SETTINGS, path, name) for name in self.NAMES]
        for program in programs:
            program.wait_for_line("=")
        self.check_tidy()
        programs[0].live(self.chance.uniform(0.0, 0.6))
        killed = self.kill()
        with attached(PendingWarnings()) as warnings:
            settings = load_settings(path)
        if line := warnings.take():
            raise LossError(line)
        for program in programs:
            name, value = program.lines[-1].split("=")
            if getattr(settings, name) not in (int(value), int(value) % 3000 + 1):
                raise LossError(f"{name} was saved as {value}, and is {getattr(settings, name)}")
        if settings.reduced_flashing is not False or "a person's own words" not in path.read_text():
            raise LossError("what a person wrote into the settings is gone")
        return killed
