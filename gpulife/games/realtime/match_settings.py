"""Set up a match of Real-Time Life: its settings, their defaults, and its board."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from string import ascii_uppercase
from typing import Any

from gpulife.games.core.bounds import MAX_PLAYERS
from gpulife.games.core.game import GameError, Match
from gpulife.games.core.game_spec import LIMIT, Setting
from gpulife.games.realtime.notation import read_names
from gpulife.games.realtime.state import COLUMNS, MIN_ROWS, ROWS_PER_PLAYER
from gpulife.rules import parse_rule
from gpulife.seats import level_text, parse_levels

REAL_TIME = "realtime"
SEATS = "seats"
"""Setting that says who plays in each seat: a person, or the computer at a level."""
HOUR_SECONDS = 3600
TICK_STEP = 0.25
"""The length of a turn tick is a multiple of this number of seconds."""
LOCAL_TICK_SECONDS = 1.0
"""Length of a turn tick in a window, in which a person can think; a generation then comes every twelve seconds."""
LOCAL_SEATS = (0, 1)
"""Default seats of a match in a window: one person and one computer of level 1; see ``RealTimeSettings.seats``."""
PRACTICE = "practice"
"""Name of the setting for one person against computers, who may restart and change the speed without consent."""
_MAX_LIMIT = 1_000_000_000


def _number(about: str, default: int, minimum: int, maximum: int) -> Setting:
    allowed = range(minimum, maximum + 1)
    return Setting(int, about, f"a whole number from {minimum} to {maximum}", default, allowed=allowed)


def _words(about: str) -> Setting:
    """Return a setting for words separated by commas, one for each seat; ``about`` describes the words."""
    return Setting(str, f"{about}, separated by commas", "words separated by commas", "")


SETTINGS = {
    "players": _number(
        "players the board has room for at the start; the clock starts when that many have joined", 2, 1, MAX_PLAYERS
    ),
    "tick_seconds": Setting(
        float,
        "length of a tick of the game; twelve ticks make a generation",
        f"seconds from {TICK_STEP} to {HOUR_SECONDS}, in steps of {TICK_STEP}",
        float(HOUR_SECONDS),
        allowed=range(1, int(HOUR_SECONDS / TICK_STEP) + 1),
        step=TICK_STEP,
    ),
    LIMIT: _number("generations after which the game ends; 0 for no limit", 0, 0, _MAX_LIMIT),
    SEATS: _words("person or the computer's level, for each seat"),
    PRACTICE: Setting(
        bool,
        "for one person against computers: the clock starts when the person says so, and the person may restart or "
        "change the speed at any time",
        "true or false",
        default=False,
    ),
    "names": _words("names of the players in the first seats"),
}
"""The settings of a match, keyed by name."""


@dataclass(frozen=True, slots=True)
class RealTimeSettings:
    """Checked settings of a match, with defaults filled in.

    Attributes:
        players: number of players that the board has room for at the start; the clock waits for them.
        tick_seconds: seconds from one turn tick to the next, 0.25 to 3600 in steps of a quarter.
        limit: number of generations after which the game ends; 0 for no limit.
        seats: level of the computer in each seat, 0 for a person; people may also take the seats after the listed ones.
        names: names of the players in the first seats; "" for a seat that anybody may take.
        practice: True if one person plays against computers, and decides when the clock starts and how fast it runs.
    """

    players: int
    tick_seconds: float
    limit: int
    seats: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    practice: bool = False

    def names_of(self, letters: int) -> tuple[str, ...]:
        """Return the names of the first ``letters`` seats.

        A seat without a given name gets "Computer-X" for a computer and "" for a person.
        """
        seats = zip_longest(ascii_uppercase[:letters], self.names[:letters], self.seats[:letters], fillvalue=None)
        return tuple(name or (f"Computer-{letter}" if level else "") for letter, name, level in seats)


def growing_shape(seats: int) -> tuple[int, int]:
    """Return (rows, columns) of a board with room for ``seats`` seats (ruling R20 in docs/rulings.md)."""
    return MIN_ROWS + ROWS_PER_PLAYER * seats, COLUMNS


def new_realtime(
    seed: int, *, letters: int = MAX_PLAYERS, players: int = 2, tick_seconds: float = HOUR_SECONDS, limit: int = 0,
    seats: Sequence[int] = (), names: Sequence[str] = (), shape: tuple[int, int] | None = None, practice: bool = False,
) -> Match:  # fmt: skip
    """Make a match of Real-Time Life.

    Args:
        seed: seed of all random numbers.
        letters: number of letters (seats) in the game, 1 to 26.
        players: number of players that the board has room for at the start; the clock waits for them.
        tick_seconds: seconds from one turn tick to the next, 0.25 to 3600 in steps of a quarter.
        limit: number of generations after which the game ends; 0 for no limit.
        seats: level of the computer in each seat, 0 for a person.
        names: names of the players in the first seats.
        shape: (rows, columns) of a board of fixed size; None for a board that grows (ruling R20).
        practice: True for one person against computers; see ``RealTimeSettings.practice``.

    Raises:
        GameError: a setting is invalid.
        RuleError: ``letters`` is not 1 to 26.
    """
    settings: dict[str, Any] = {"players": players, "tick_seconds": tick_seconds, "limit": limit}
    if seats:
        settings[SEATS] = ",".join(map(level_text, seats))
    if names:
        settings["names"] = ",".join(names)
    if practice:
        settings[PRACTICE] = True
    known = read_settings(settings)
    if max(players, len(known.seats), len(known.names)) > letters:
        raise GameError(f"{max(players, len(known.seats), len(known.names))} players, but only {letters} seats")
    rule = parse_rule(f"RealTime:{letters}").on_board(shape or growing_shape(letters))
    return Match(REAL_TIME, str(rule), seed, settings=settings)


def new_local_match(
    seed: int, *, players: int | None = None, tick_seconds: float = LOCAL_TICK_SECONDS, limit: int = 0,
    seats: Sequence[int] = LOCAL_SEATS, names: Sequence[str] = (), shape: tuple[int, int] | None = None,
    practice: bool = False,
) -> Match:  # fmt: skip
    """Make a match at one screen, by default with short turn ticks, and with one person and one computer.

    The arguments are those of :func:`new_realtime`. If ``players`` is None, the clock starts when all ``seats`` have
    joined.
    """
    return new_realtime(
        seed, players=players or max(len(seats), 1), tick_seconds=tick_seconds, limit=limit, seats=seats, names=names,
        shape=shape, practice=practice,
    )  # fmt: skip


def is_practice(seats: Sequence[int]) -> bool:
    """Return True if these seats are those of one person and at least one computer."""
    return len(seats) > 1 and sum(not level for level in seats) == 1


def near_shape(players: int) -> tuple[int, int]:
    """Return (rows, columns) of a small board for ``players`` players, on which their colonies soon meet.

    For many players it is as large as that of :func:`growing_shape`.
    """
    rows, columns = _NEAR_ROWS + _NEAR_STEP * (players - 2), _NEAR_COLUMNS + _NEAR_STEP * (players - 2)
    return min(rows, MIN_ROWS + ROWS_PER_PLAYER * players), min(columns, COLUMNS)


_NEAR_ROWS, _NEAR_COLUMNS, _NEAR_STEP = 18, 28, 6
"""Rows and columns of the small board for two players, and how much each further player adds to both."""


def read_settings(settings: dict[str, Any]) -> RealTimeSettings:
    """Return the settings of a match, with defaults for settings that the match does not have.

    Raises:
        GameError: a setting has an invalid value.
    """
    values = {name: settings.get(name, setting.default) for name, setting in SETTINGS.items()}
    for name, value in values.items():
        SETTINGS[name].check(name, value, REAL_TIME)
    readers = {SEATS: parse_levels, "names": read_names}
    return RealTimeSettings(**values | {name: read(values[name]) for name, read in readers.items()})
