"""Checks that a game state read from a file is possible, for each game's ``check_state``.

Reading already checks the types and the limits of single fields (``bounds``). These functions check the rest: that
numbers fit the match, places are on the board, and fields do not contradict each other. They raise ImplausibleError;
``what`` names the value in the message.
"""

from collections.abc import Collection, Iterable

from gpulife.games.core.consent import NEEDS_CONSENT, ConsentState
from gpulife.games.core.game import MAX_REVEALED_SEED, Cursor, GameError, Place
from gpulife.games.core.series import Series
from gpulife.games.core.timed_state import TimedState

MAX_LETTERS = 1000
"""Default maximum number of characters of a text in a state."""


class ImplausibleError(GameError):
    """The state is impossible in its game; the message names the value."""


def require(possible: bool, what: str) -> None:
    """Raise ImplausibleError with the message ``what`` if ``possible`` is False."""
    if not possible:
        raise ImplausibleError(what)


def require_range(what: str, value: int, low: int, high: int) -> None:
    """Require ``value``, called ``what`` in the error message, to be from ``low`` to ``high``, both included."""
    require(low <= value <= high, f"{what} is {value}: it must be {low} to {high}")


def require_one_of(what: str, value: object, possible: Collection[object]) -> None:
    """Require ``value``, called ``what`` in the error message, to be one of ``possible``."""
    require(value in possible, f"{what} is {value!r:.40}, which is not possible")


def require_length(what: str, values: Collection[object], low: int, high: int | None = None) -> None:
    """Require ``values`` to have ``low`` to ``high`` items, or exactly ``low`` if ``high`` is None.

    ``what`` names the values in the error message.
    """
    require_range(f"the number of {what}", len(values), low, low if high is None else high)


def require_on_board(what: str, places: Iterable[Place | None], shape: Place) -> None:
    """Require each of ``places`` to be on a board of ``shape``; places that are None are ignored.

    ``what`` names the places in the error message.
    """
    for place in places:
        if place is not None:
            row, column = place
            require(0 <= row < shape[0] and 0 <= column < shape[1], f"{what} at {place} is not on the board")


def require_printable(what: str, texts: Iterable[str], max_letters: int = MAX_LETTERS) -> None:
    """Require each text to be printable and to have at most ``max_letters`` characters.

    ``what`` names the texts in the error message.
    """
    for text in texts:
        require(len(text) <= max_letters and text.isprintable(), f"{what} {text[:20]!r} is too long or not printable")


def check_cursors(cursors: Iterable[Cursor], shape: Place) -> None:
    """Require each cursor to be on a board of ``shape``."""
    for cursor in cursors:
        require_on_board("a cursor", [(cursor.row, cursor.column)], shape)


def check_same(state: object, start: object, *names: str) -> None:
    """Require the attributes called ``names`` to be equal in both states. They never change in a session."""
    for name in names:
        require(getattr(state, name) == getattr(start, name), f"{name} differs from that of the match")


def check_seed(seed: int, start: int) -> None:
    """Require ``seed`` to be the session's first seed, ``start``, or one that a REVEAL action can set online."""
    if seed != start:
        require_range("seed", seed, 0, MAX_REVEALED_SEED)


def check_timed_state(state: TimedState, start: TimedState) -> None:
    """Require option, seed and consent in ``state`` to be possible after ``start``, the session's first state."""
    check_same(state, start, "option")
    check_seed(state.seed, start.seed)
    check_consent(state, start)


def check_consent(state: ConsentState, start: ConsentState) -> None:
    """Require the consent in ``state`` to be possible after ``start``, the session's first state."""
    consent, first = state.consent, start.consent
    if consent is None or first is None:
        require(consent is first, "consent differs from that of the match")
        return
    check_same(consent, first, "people")
    for asked in (consent.question, consent.answer):
        if asked is not None:
            require_one_of("the action in a request for consent", asked.kind, NEEDS_CONSENT)


def check_series(series: Series | None, start: Series | None) -> None:
    """Require ``series`` to have the same terms as ``start``, the set of rounds at the beginning of the session."""
    if series is None or start is None:
        require(series is start, "the set differs from that of the match")
        return
    check_same(series, start, "kind", "number")
