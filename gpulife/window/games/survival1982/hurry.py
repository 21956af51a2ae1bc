"""Lets time pass faster in One Seed and Seed List while a person who plays against a computer only waits."""

from collections.abc import Callable, Sequence

from gpulife.games.survival1982.state import ContestState
from gpulife.input.commands import Faster, Slower, Unlimited

_FASTER, _SKIPPING = 6.0, 40.0
"""Factors by which a round runs faster: while the person waits, and if nobody can plant any more."""


class Hurry:
    """Lets time pass faster until a person plants, somebody asks for the usual speed, or the round's lead changes.

    If nobody has seeds left, the round cannot change any more, and time is skipped to its end.

    Args:
        state: function that returns the state of the game.
        people: function that returns the players who are people.
        is_possible: function that returns True while a person only waits for a round to go on.
    """

    def __init__(
        self, state: Callable[[], ContestState], people: Callable[[], Sequence[int]], is_possible: Callable[[], bool]
    ) -> None:
        self._state, self._people, self._is_possible = state, people, is_possible
        self._since: tuple[int, ...] | None = None

    @property
    def lasts(self) -> bool:
        """True while time passes faster."""
        return self._since is not None and self._is_possible() and self._since == self._plantings

    @property
    def factor(self) -> float:
        """How many times faster than usual time passes."""
        return (_SKIPPING if self._skips else _FASTER) if self.lasts else 1.0

    @property
    def hint(self) -> str:
        """What the key for another speed does now."""
        return "Usual speed" if self.lasts else "Skip to the end" if self._skips else "Faster"

    def end(self) -> None:
        """Let time pass as usual."""
        self._since = None

    def take(self, request: Faster | Slower | Unlimited) -> str:
        """Carry out a request for another speed, and return what to say."""
        self._since = self._plantings if not (self.lasts or isinstance(request, Slower)) else None
        if not self.lasts:
            return "The usual speed"
        return "Nobody has seeds left: on to the end" if self._skips else "Faster, until you plant"

    @property
    def _skips(self) -> bool:
        """True if nobody can plant any more."""
        return not any(side.seeds or side.pending is not None for side in self._state().sides)

    @property
    def _plantings(self) -> tuple[int, ...]:
        """Numbers that change when a person plants, or another round begins."""
        state = self._state()
        sides = [state.sides[player] for player in self._people()]
        pending = sum(side.pending is not None for side in sides)
        return state.starts, state.round, pending, *(sum(side.ledger.planted) for side in sides)
