"""The end of an on-line match: who came where, and its replay."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gpulife.games.core.board_hash import moment_hash
from gpulife.online.hosted_session import HostedSession
from gpulife.online.seat_texts import computer_level
from gpulife.online.storage import Placement
from gpulife.session.history import Recording
from gpulife.session.replay import replay_content


@dataclass(slots=True)
class Rounds:
    """The rounds of a match that have ended.

    Attributes:
        wins: rounds that each seat won.
        quitters: seats whose owners left before the end.
    """

    wins: Counter[int] = field(default_factory=Counter)
    quitters: set[int] = field(default_factory=set)
    _was_over: bool = False

    def look_at(self, session: HostedSession) -> bool:
        """Count a round that has just ended; return whether one has."""
        outcome = session.game.outcome(session.state)
        has_ended = outcome is not None and not self._was_over
        self._was_over = outcome is not None
        if has_ended and outcome is not None and outcome.winner is not None:
            self.wins[outcome.winner] += 1
        return has_ended


def placements(session: HostedSession, rounds: Rounds, seats: Mapping[int, bool]) -> list[Placement]:
    """Return who came where: by rounds won, and then by the scores of the last one; quitters come last.

    Args:
        session: the match at its end.
        rounds: its rounds.
        seats: the seats that were played; True where a computer did.
    """
    scores = session.game.scores(session.state, session.board.census())

    def result(seat: int) -> tuple[bool, int, float]:
        score = scores[seat] if seat < len(scores) and not rounds.wins else 0.0
        return seat not in rounds.quitters, rounds.wins[seat], score

    return [
        Placement(
            seat,
            1 + sum(result(other) > result(seat) for other in seats),
            quit=seat in rounds.quitters,
            computer=is_computer,
        )
        for seat, is_computer in seats.items()
    ]


def match_replay(session: HostedSession, log: Sequence[tuple[int, Any]]) -> bytes:
    """Return the content of a replay file of a match from its beginning.

    Args:
        session: the match at its end.
        log: (tick, action) of all of it.
    """
    end = moment_hash(session.state, session.board)
    return replay_content(Recording(session.match, session.ticks, tuple(log), tuple(session.hashes), end))


def played_seats(kinds: Sequence[str], taken: Collection[int]) -> dict[int, bool]:
    """Return the seats that were played; True where a computer did.

    Args:
        kinds: who may sit on each seat.
        taken: seats that people have.
    """
    computers = {seat for seat, kind in enumerate(kinds) if computer_level(kind)}
    return {seat: seat in computers for seat in range(len(kinds)) if seat in taken or seat in computers}
