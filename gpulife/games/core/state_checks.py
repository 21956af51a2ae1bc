"""Checks of states that come out of files, so that play and drawing can trust them.

Types, and the limits in the annotations of fields (``bounds``), are checked while a file is read. These functions check
numbers against the match, places against the board, and fields against each other; each game's ``check_state`` uses
them. They raise ImplausibleError, whose message names the value by their argument ``what``.
"""

from collections.abc import Collection, Iterable

from gpulife.games.core.consent import NEEDS_CONSENT, ConsentState
from gpulife.games.core.game import MAX_REVEALED_SEED, Cursor, GameError, Place
from gpulife.games.core.series import Series
from gpulife.games.core.timed_state import TimedState

MAX_LETTERS = 1000
"""Limit on the letters of a message."""


class ImplausibleError(GameError):
    """A state that no game can be in; the message names the value."""


def require(possible: bool, what: str) -> None:
    """Raise ImplausibleError, which says ``what`` is wrong, unless it is ``possible``."""
    if not possible:
        raise ImplausibleError(what)


def require_range(what: str, value: int, low: int, high: int) -> None:
    """Require ``value`` to be ``low`` to ``high``."""
    require(low <= value <= high, f"{what} is {value}: it can be {low} to {high}")


def require_one_of(what: str, value: object, possible: Collection[object]) -> None:
    """Require ``value`` to be one of ``possible``."""
    require(value in possible, f"{what} is {value!r:.40}, which it cannot be")


def require_length(what: str, values: Collection[object], low: int, high: int | None = None) -> None:
    """Require ``low`` to ``high`` items, or exactly ``low`` if ``high`` is None."""
    require_range(f"the number of {what}", len(values), low, low if high is None else high)


def require_on_board(what: str, places: Iterable[Place | None], shape: Place) -> None:
    """Require places on a board of ``shape``, or None."""
    for place in places:
        if place is not None:
            row, column = place
            require(0 <= row < shape[0] and 0 <= column < shape[1], f"{what} at {place} is not on the board")


def require_printable(what: str, texts: Iterable[str], max_letters: int = MAX_LETTERS) -> None:
    """Require texts of up to ``max_letters`` letters, all of which can be shown."""
    for text in texts:
        require(len(text) <= max_letters and text.isprintable(), f"{what} {text[:20]!r} cannot be shown")


def check_cursors(cursors: Iterable[Cursor], shape: Place) -> None:
    """Require cursors that can be on a board of ``shape``."""
    for cursor in cursors:
        require_on_board("a cursor", [(cursor.row, cursor.column)], shape)


def check_same(state: object, start: object, *names: str) -> None:
    """Require these attributes to be what they were when the session began: they do not change in it."""
    for name in names:
        require(getattr(state, name) == getattr(start, name), f"{name} is not that of the match")


def check_seed(seed: int, start: int) -> None:
    """Require the seed with which the session began, or one that REVEAL can have given it in an on-line match."""
    if seed != start:
        require_range("seed", seed, 0, MAX_REVEALED_SEED)


def check_timed_state(state: TimedState, start: TimedState) -> None:
    """Require what the games with an option share; ``start`` is how the session began."""
    check_same(state, start, "option")
    check_seed(state.seed, start.seed)
    check_consent(state, start)


def check_consent(state: ConsentState, start: ConsentState) -> None:
    """Require a state of consent that is possible in a session that began with ``start``."""
    consent, first = state.consent, start.consent
    if consent is None or first is None:
        require(consent is first, "consent is not that of the match")
        return
    check_same(consent, first, "people")
    for asked in (consent.question, consent.answer):
        if asked is not None:
            require_one_of("what is asked for", asked.kind, NEEDS_CONSENT)


def check_series(series: Series | None, start: Series | None) -> None:
    """Require the set that the session began with, possibly with more rounds."""
    if series is None or start is None:
        require(series is start, "the set is not that of the match")
        return
    check_same(series, start, "kind", "number")
