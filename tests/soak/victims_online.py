"""Killed parts of on-line play: programs that append to logs of matches, and their database."""

from __future__ import annotations

import random
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType

from postgres import Postgres, running_postgres
from soak.victims import LossError, Victim

from gpulife.errors import GpulifeError
from gpulife.games.core.game import ActionKind
from gpulife.online.storage import Database

_APPENDS = """
import logging, sys, time
from gpulife.games.core.game import Action, ActionKind
from gpulife.games.matches import default_rule, new_match
from gpulife.online.storage import Database

logging.getLogger().addHandler(logging.NullHandler())  # it may say that the database is away: nothing is lost by that
location, match_id, later = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
database = Database.open(location, clock=lambda: time.time() + later)
number = 0
if match_id:
    number = database.take_over(match_id, since_keyframe=True).info.entries
else:
    match_id = database.create_match(new_match("biowar", default_rule("biowar"), (60, 80), 1), 2).id
print("match", match_id, flush=True)

def tell(future):
    if future.exception() is None:
        print("saved", future.result(), flush=True)

while True:
    urgent = number % 7 == 0
    future = database.append(match_id, [(number, Action(0, ActionKind.STICK, number))], urgent=urgent)
    number += 1
    future.add_done_callback(tell)
    if number % 50 == 0:
        database.save_keyframe(match_id, number, b"moment %d" % number)
    if number % 20 == 0:
        future.result()
"""
_LEASES = 10
"""Seconds by which each round is later than the one before, so that the leases of killed servers have expired."""


class OnlineLogs(Victim):
    """Two servers at once, each with a match: every acknowledged action is in the log, once and in order."""

    def __init__(self, home: Path, chance: random.Random) -> None:
        self._later = 0
        self._saved: dict[int, int] = {}
        super().__init__(home, chance)

    def begin_anew(self) -> None:
        """Start over with an empty database."""
        super().begin_anew()
        self._saved = {}

    def location(self) -> str | Path:
        """Return where the database is."""
        return self.home / "data"

    def round(self) -> int:
        """Let two programs append, each to its own match, until they are killed."""
        self._later += _LEASES
        ids = [*self._saved, 0, 0][:2]
        programs = [self.start_code(_APPENDS, self.location(), match_id, self._later) for match_id in ids]
        for program in programs:
            program.wait_for_line("match ")
            program.wait_for_line("saved ")
        programs[0].live(self.chance.uniform(0.0, 0.5))
        killed = self.strike()
        for program in programs:
            if strange := [line for line in program.lines if not line.startswith(("match ", "saved "))]:
                raise LossError(f"{strange[-1]} in {strange[:3]}")
            words = [line.split() for line in program.lines]
            (match_id,) = (int(word) for what, word in words if what == "match")
            self._saved[match_id] = max(int(word) for what, word in words if what == "saved")
        self._check()
        return killed

    def strike(self) -> int:
        """Kill the programs; return how many."""
        return self.kill()

    def _check(self) -> None:
        try:
            with Database.open(self.location(), threaded=False) as database:
                for match_id, saved in self._saved.items():
                    stored = database.load_match(match_id)
                    numbers = [action.a for _, action in stored.log if action.kind is ActionKind.STICK]
                    if numbers != list(range(len(stored.log))) or stored.info.entries != len(numbers):
                        raise LossError(f"the log of match {match_id} has a gap, or something twice")
                    if len(numbers) < saved:
                        raise LossError(
                            f"{saved} actions of match {match_id} were acknowledged, {len(numbers)} are there"
                        )
                    frame = stored.keyframe
                    if frame is not None and (frame.tick > len(numbers) or frame.content != b"moment %d" % frame.tick):
                        raise LossError(
                            f"the keyframe at {frame.tick} is ahead of the log of {len(numbers)}, or damaged"
                        )
        except GpulifeError as error:
            raise LossError(str(error)) from error


class OnlineLogsInPostgres(OnlineLogs):
    """The same in PostgreSQL, which is sometimes killed, too."""

    def __init__(self, home: Path, chance: random.Random) -> None:
        self._stack = ExitStack()
        self._server: Postgres = self._stack.enter_context(running_postgres(durable=True))
        self._location = ""
        super().__init__(home, chance)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        with self._stack:
            super().__exit__(kind, error, tb)

    def begin_anew(self) -> None:
        """Start over with an empty database."""
        super().begin_anew()
        self._location = self._server.new_database()

    def location(self) -> str | Path:
        """Return where the database is."""
        return self._location

    def strike(self) -> int:
        """Kill the programs, and sometimes first the database server, which recovers from its own log."""
        if self.chance.random() < 0.7:
            return self.kill()
        self._server.stop()
        killed = self.kill()
        self._server.start()
        return killed + 1
