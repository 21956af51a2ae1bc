"""The games played one after another within one on-line match: when each began and ended, and its score.

After a game ends, its players may start another one in the same match, on the same board or an empty one. A set (an
agreed number of rounds) counts as one game.
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
"""Maximum number of characters in the JSON of :class:`GamesPlayed`, which is saved with each keyframe."""
_Natural = Annotated[int, msgspec.Meta(ge=0, le=1 << 62)]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A record of one game of a match, made when the game ended or was abandoned.

    Attributes:
        number: number of the game within the match, from 1.
        began: tick of the match at which the game began.
        ticks: tick of the match at which the game ended or was abandoned.
        merits: (wins, points) for each seat. Players are ranked by wins, then by points. The winner of a finished game
            has 1 win, all others 0. In an abandoned game, wins are the rounds of the set won so far.
        end_hash: hash of the game's state and board at tick ``ticks``.
        hashes: hashes of the board at intervals, from the start of the match to the end of this game.
    """

    number: int
    began: int
    ticks: int
    merits: tuple[tuple[float, float], ...]
    end_hash: str
    hashes: tuple[BoardHash, ...] = field(repr=False)


class _Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The stored form of :class:`GamesPlayed`, as JSON."""

    number: Annotated[int, msgspec.Meta(ge=1, le=1 << 31)] = 1
    began: _Natural = 0
    computed: _Natural = 0
    quitters: Annotated[tuple[Annotated[int, msgspec.Meta(ge=0, le=25)], ...], msgspec.Meta(max_length=26)] = ()


@dataclass(slots=True)
class GamesPlayed:
    """The current game of a match, and the finished games that the caller has not collected yet.

    Attributes:
        number: number of the current game, from 1. A finished game stays the current one until the next game starts.
        began: tick of the match at which the current game began.
        computed: number of generations that the match had computed when the current game began.
        quitters: seats whose owners left the current game before its end.
        ended: records of finished games; the caller removes them from this list.
        is_over: True if the current game is over.
    """

    number: int = 1
    began: int = 0
    computed: int = 0
    quitters: set[int] = field(default_factory=set)
    ended: list[PlayedGame] = field(default_factory=list)
    is_over: bool = False

    def look_at(self, session: "Session[Any]") -> None:
        """Check whether the current game has ended or the next one has started, and if so, update the attributes.

        A game that ended before its first generation is not added to ``ended``.
        """
        is_over = _is_over(session)
        if is_over == self.is_over:
            return
        self.is_over = is_over
        if not is_over:
            self.number, self.began, self.computed = self.number + 1, session.ticks, session.computed
        elif session.computed > self.computed:
            self.ended.append(self.now(session))

    def is_in_play(self, session: "Session[Any]") -> bool:
        """Return True if the current game has computed at least one generation and is not over."""
        return not self.is_over and session.computed > self.computed

    def now(self, session: "Session[Any]") -> PlayedGame:
        """Return a record of the current game as it stands."""
        end = moment_hash(session.state, session.board)
        return PlayedGame(
            self.number, self.began, session.ticks, _merits(session, is_over=self.is_over), end, tuple(session.hashes)
        )

    def text(self) -> str:
        """Return the current game as JSON for :meth:`of_text`. The JSON does not say whether the game is over."""
        kept = _Text(self.number, self.began, self.computed, tuple(sorted(self.quitters)))
        return msgspec.json.encode(kept).decode()

    @classmethod
    def of_text(cls, text: str) -> "GamesPlayed":
        """Read JSON made by :meth:`text`. Older versions wrote "{}", which is read as a new match.

        Raises:
            GpulifeError: the text is not valid.
        """
        try:
            kept = msgspec.json.decode(text[: MAX_GAMES_TEXT + 1], type=_Text)
        except msgspec.MsgspecError as error:
            raise GpulifeError(f"the stored list of earlier games is damaged: {error}") from error
        return cls(kept.number, kept.began, kept.computed, set(kept.quitters))


def _is_over(session: "Session[Any]") -> bool:
    if session.game.outcome(session.state) is None:
        return False
    series = getattr(session.state, "series", None)
    return series is None or series.over


def _merits(session: "Session[Any]", *, is_over: bool) -> tuple[tuple[float, float], ...]:
    """Return (wins, points) for each seat; see ``PlayedGame.merits``."""
    state, seats = session.state, range(session.game.players)
    scores: Sequence[float] = session.game.scores(state, session.board.census())
    points = [float(scores[seat]) if seat < len(scores) else 0.0 for seat in seats]
    series, outcome = getattr(state, "series", None), session.game.outcome(state)
    if is_over:
        winner = series.winner if series is not None else outcome.winner if outcome is not None else None
        if session.game.is_duel:  # a duel may end in a tie, whatever the points
            points = [0.0 for _ in seats]
        return tuple((float(seat == winner), points[seat]) for seat in seats)
    won = series.results.count if series is not None else lambda _seat: 0
    return tuple((float(won(seat)), points[seat]) for seat in seats)
