"""What a state can be: what those that come out of files are held against, so that play and drawing can trust them.

Types are checked while a file is read; here it is numbers against their ranges, places against the board, and what
belongs together. A game's own module ``*_check`` says what its state can be, in these words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from gpulife.games.base import NOBODY, TICKS_A_SECOND, Cursor, GameError
from gpulife.games.consent import ANSWER_TICKS, ASKED_SECONDS, NEEDS_CONSENT, Asking
from gpulife.games.course import Course
from gpulife.games.cursor import Place
from gpulife.games.pace import ENDLESS, GENERATION, MAX_BURST, MAX_RATE, MAX_STEPS, Beat, Pace
from gpulife.games.series import Series
from gpulife.seats import LEVELS

MAX_COUNT = 1 << 53
"""Of whatever is only ever counted up: more than a session can get to."""
MAX_LETTERS = 1000
"""Of a message."""
MAX_SEATS = 26
"""Of any game."""
_MAX_ROUNDS = 1 << 12
"""Of a set: ties do not count."""
_CELL = 1000
_MAX_WILD = 1 << 16


class ImplausibleError(GameError):
    """A state that no game can be in; the line names the value."""


def require(possible: bool, what: str) -> None:
    """Raise ImplausibleError with ``what`` is wrong unless it is ``possible``."""
    if not possible:
        raise ImplausibleError(what)


def within(what: str, value: int, least: int, most: int) -> None:
    """Require ``value`` to be ``least`` to ``most``."""
    require(least <= value <= most, f"{what} is {value}: it can be {least} to {most}")


def counted(what: str, *values: int) -> None:
    """Require numbers that are only ever counted up."""
    for value in values:
        within(what, value, 0, MAX_COUNT)


def one_of(what: str, value: object, possible: Collection[object]) -> None:
    """Require one of some values."""
    require(value in possible, f"{what} is {value!r:.40}, which it cannot be")


def sized(what: str, values: Collection[object], least: int, most: int | None = None) -> None:
    """Require ``least`` to ``most`` values, or exactly ``least``."""
    within(f"the number of {what}", len(values), least, least if most is None else most)


def on_board(what: str, places: Iterable[Place | None], shape: Place) -> None:
    """Require places on a board of ``shape``, or None."""
    for place in places:
        if place is not None:
            row, column = place
            require(0 <= row < shape[0] and 0 <= column < shape[1], f"{what} at {place} is not on the board")


def printable(what: str, texts: Iterable[str], most: int = MAX_LETTERS) -> None:
    """Require texts of up to ``most`` letters, all of which can be shown."""
    for text in texts:
        require(len(text) <= most and text.isprintable(), f"{what} {text[:20]!r} cannot be shown")


def check_cursors(cursors: Iterable[Cursor], shape: Place) -> None:
    """Require cursors that can be on a board of ``shape``."""
    for cursor in cursors:
        on_board("a cursor", [(cursor.row, cursor.column)], shape)
        for axis in cursor.stick:
            within("a stick", axis, -1, 1)
        counted("held_ticks", cursor.held_ticks)
        within("travelled", cursor.travelled, 0, _CELL - 1)


def check_pace(pace: Pace) -> None:
    """Require a pace that can be chosen."""
    within("the rate", pace.rate, 1, MAX_RATE)
    within("the burst", pace.burst, 1, MAX_BURST)


def check_beat(beat: Beat) -> None:
    """Require a place between two generations."""
    check_pace(beat.pace)
    within("phase", beat.phase, 0, GENERATION - 1)
    within("speed", beat.speed, 0, MAX_BURST * GENERATION)
    within("left", beat.left, ENDLESS, MAX_STEPS)


def check_same(state: object, start: object, *names: str) -> None:
    """Require these attributes to be what they were when the session began: they do not change in it."""
    for name in names:
        require(getattr(state, name) == getattr(start, name), f"{name} is not that of the match")


def check_course(state: Course, start: Course) -> None:
    """Require what the games with an option share; ``start`` is how the session began."""
    check_same(state, start, "option", "seed")
    check_beat(state.beat)
    counted("draws and strikes", state.draws, state.strikes)
    within("wild_in", state.wild_in, 0, _MAX_WILD)
    check_consent(state, start)


def check_consent(state: Asking, start: Asking) -> None:
    """Require questions and answers that there can be in a session that began with ``start``."""
    consent, first = state.consent, start.consent
    if consent is None or first is None:
        require(consent is first, "consent is not that of the match")
        return
    check_same(consent, first, "people")
    sized("levels", consent.levels, 0, MAX_SEATS)
    for level in consent.levels:
        within("a level", level, 0, max(LEVELS))
    question, answer = consent.question, consent.answer
    if question is not None:
        one_of("what is asked for", question.kind, NEEDS_CONSENT)
        within("who asks", question.player, NOBODY, MAX_SEATS - 1)
        within("the time to answer", question.left, 1, ASKED_SECONDS * TICKS_A_SECOND)
        sized("who agreed", question.agreed, 0, MAX_SEATS)
        for player in question.agreed:
            within("who agreed", player, 0, MAX_SEATS - 1)
        for number in (question.a, question.b):
            within("what is asked for", number, -MAX_COUNT, MAX_COUNT)
    if answer is not None:
        one_of("what was asked for", answer.kind, NEEDS_CONSENT)
        within("who refused", answer.player, NOBODY, MAX_SEATS - 1)
        within("the time to read", answer.left, 1, ANSWER_TICKS)


def check_series(series: Series | None, start: Series | None) -> None:
    """Require the set that the session began with, further on."""
    if series is None or start is None:
        require(series is start, "the set is not that of the match")
        return
    check_same(series, start, "kind", "number")
    sized("rounds", series.results, 0, _MAX_ROUNDS)


def check_digits(digits: tuple[int, ...], dial: int | None, most: int) -> None:
    """Require digits of a handicap that is typed, up to ``most``, and the one that a stick chooses."""
    sized("digits", digits, 0, most)
    for digit in (*digits, dial or 0):
        within("a digit", digit, 0, 9)
