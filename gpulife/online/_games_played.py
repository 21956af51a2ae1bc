"""The games of an on-line match: where each began and ended, and how it stood then.

A match goes on with another game, on the same board or on an empty one, as long as its players like; where rounds
belong to a set, the set is the game.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from gpulife.errors import GpulifeError
from gpulife.games.core.board_hash import moment_hash
from gpulife.session.history import BoardHash

if TYPE_CHECKING:
    from gpulife.session.session import Session


MAX_GAMES_TEXT = 1 << 12
"""Limit on the JSON of what is kept of a match's games with its moments."""
_Natural = Annotated[int, msgspec.Meta(ge=0, le=1 << 62)]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of a match at its end, or where it was broken off.

    Attributes:
        number: which of the match's games it is, from 1.
        began: ticks of the match before it.
        ticks: ticks of the match up to its end.
        merits: for each seat what it comes before others by: rounds of the set that it won, or the game, then points.
        end_hash: hash of the last moment.
        hashes: hashes of the board up to there.
    """

    number: int
    began: int
    ticks: int
    merits: tuple[tuple[float, float], ...]
    end_hash: str
    hashes: tuple[BoardHash, ...] = field(repr=False)


class _Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is stored of the games that went before a moment."""

    number: Annotated[int, msgspec.Meta(ge=1, le=1 << 31)] = 1
    began: _Natural = 0
    computed: _Natural = 0
    quitters: Annotated[tuple[Annotated[int, msgspec.Meta(ge=0, le=25)], ...], msgspec.Meta(max_length=26)] = ()


@dataclass(slots=True)
class GamesPlayed:
    """The games of a match, as far as they were played.

    Attributes:
        number: which game is played, or is over and has no other after it, from 1.
        began: ticks of the match before it.
        computed: generations of the match before it.
        quitters: seats whose owners left before its end.
        ended: games that have ended, until somebody takes them away.
        is_over: whether the present game is over.
    """

    number: int = 1
    began: int = 0
    computed: int = 0
    quitters: set[int] = field(default_factory=set)
    ended: list[PlayedGame] = field(default_factory=list)
    is_over: bool = False

    def look_at(self, session: "Session[Any]") -> None:
        """Note that a game has ended, or that another one has begun. A game without any generation leaves no trace."""
        is_over = _is_over(session)
        if is_over == self.is_over:
            return
        self.is_over = is_over
        if not is_over:
            self.number, self.began, self.computed = self.number + 1, session.ticks, session.computed
        elif session.computed > self.computed:
            self.ended.append(self.now(session))

    def is_in_play(self, session: "Session[Any]") -> bool:
        """Return whether a generation of the present game was computed, and it is not over."""
        return not self.is_over and session.computed > self.computed

    def now(self, session: "Session[Any]") -> PlayedGame:
        """Return the present game as it stands."""
        end = moment_hash(session.state, session.board)
        return PlayedGame(
            self.number, self.began, session.ticks, _merits(session, is_over=self.is_over), end, tuple(session.hashes)
        )

    def text(self) -> str:
        """Return what :meth:`of_text` reads, as JSON. Of a game that is over it says no more than of one in play."""
        kept = _Text(self.number, self.began, self.computed, tuple(sorted(self.quitters)))
        return msgspec.json.encode(kept).decode()

    @classmethod
    def of_text(cls, text: str) -> "GamesPlayed":
        """Return the games of which :meth:`text` is stored; "{}" is of a match that an older gpulife stored.

        Raises:
            GpulifeError: it is something else.
        """
        try:
            kept = msgspec.json.decode(text[: MAX_GAMES_TEXT + 1], type=_Text)
        except msgspec.MsgspecError as error:
            raise GpulifeError(f"what is stored of the games before is damaged: {error}") from error
        return cls(kept.number, kept.began, kept.computed, set(kept.quitters))


def _is_over(session: "Session[Any]") -> bool:
    if session.game.outcome(session.state) is None:
        return False
    series = getattr(session.state, "series", None)
    return series is None or series.over


def _merits(session: "Session[Any]", *, is_over: bool) -> tuple[tuple[float, float], ...]:
    """Return for each seat the rounds or the game that it won, and its points where these count."""
    state, seats = session.state, range(session.game.players)
    scores: Sequence[float] = session.game.scores(state, session.board.census())
    points = [float(scores[seat]) if seat < len(scores) else 0.0 for seat in seats]
    series, outcome = getattr(state, "series", None), session.game.outcome(state)
    if is_over:
        winner = series.winner if series is not None else outcome.winner if outcome is not None else None
        if session.game.is_duel:  # which may end in a tie whatever the points
            points = [0.0 for _ in seats]
        return tuple((float(seat == winner), points[seat]) for seat in seats)
    won = series.results.count if series is not None else lambda _seat: 0
    return tuple((float(won(seat)), points[seat]) for seat in seats)
