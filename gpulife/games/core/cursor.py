"""Move a player's cursor with a stick (ruling R8). Time is in ticks, distance in 1/1000 of a cell, all integers."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import TICKS_PER_SECOND, Action, ActionKind, Cursor, Place
from gpulife.games.core.game_spec import FOR_EVER

SLOW, FAST = 8, 60
"""First and final speed of a held stick, in cells a second; the final speed is higher if the board is over 160 cells
long."""
_FIRST_REPEAT = 8
"""Number of ticks at the slow speed when a stick is held. A short tap moves only one cell."""
_RAMP_END = 3 * TICKS_PER_SECOND // 2
_SIDE_OF_FAST = 160
_MAX_TIMES_FASTER = 64
_CELL = 1000


@dataclass(frozen=True, slots=True)
class Area:
    """The area in which a cursor moves, from row ``top`` and column ``left`` to row ``bottom`` and column ``right``."""

    top: int
    left: int
    bottom: int
    right: int

    def __contains__(self, cursor: Cursor) -> bool:
        return self.top <= cursor.row <= self.bottom and self.left <= cursor.column <= self.right

    def nearest(self, row: int, column: int) -> Place:
        """Return the place in the area that is nearest to (row, column)."""
        return min(max(row, self.top), self.bottom), min(max(column, self.left), self.right)


def steer_cursor(
    cursor: Cursor, action: Action, shape: tuple[int, int], area: Area | None = None, *, moves: bool = True
) -> tuple[Cursor, list[Place], bool]:
    """Apply a STICK, TRIGGER or POINT action to a player's cursor.

    Args:
        cursor: cursor before the action.
        action: action of the cursor's player.
        shape: (rows, columns) of the board.
        area: area that the cursor cannot leave; None for the whole board.
        moves: False if the cursor may not move now; then only the stick and the trigger change.

    Returns:
        The new cursor, the places that it moved to, in order, and True if the trigger was newly pressed.
    """
    match action.kind:
        case ActionKind.TRIGGER:
            return replace(cursor, trigger=action.a != 0), [], action.a != 0 and not cursor.trigger
        case ActionKind.STICK:
            stick = min(max(action.a, -1), 1), min(max(action.b, -1), 1)
            if not moves:
                return replace(at_slow_speed(cursor), stick=stick), [], False
            return *push(cursor, stick, shape, area), False
        case ActionKind.POINT if moves:
            row, column = there = (area or board_area(shape)).nearest(action.a, action.b)
            path = [there] if there != (cursor.row, cursor.column) else []
            return replace(at_slow_speed(cursor), row=row, column=column), path, False
    return cursor, [], False


def push(
    cursor: Cursor, stick: tuple[int, int], shape: tuple[int, int], area: Area | None = None
) -> tuple[Cursor, list[Place]]:
    """Push the stick to ``stick``. On each axis whose direction changes, the cursor moves one cell at once.

    Args:
        cursor: cursor before the push.
        stick: (rows, columns), each -1, 0 or 1.
        shape: (rows, columns) of the board.
        area: area that the cursor cannot leave; None for the whole board.

    Returns:
        The new cursor, and the places that it moved to, in order.
    """
    step = tuple(now if now != before else 0 for now, before in zip(stick, cursor.stick, strict=True))
    turned = any(now * before < 0 for now, before in zip(stick, cursor.stick, strict=True))
    if turned or stick == (0, 0) or cursor.stick == (0, 0):
        cursor = at_slow_speed(cursor)
    place, path = _walk((cursor.row, cursor.column), (step[0], step[1]), 1, area or board_area(shape))
    return replace(cursor, stick=stick, row=place[0], column=place[1]), path


def hold(cursor: Cursor, shape: tuple[int, int], area: Area | None = None) -> tuple[Cursor, list[Place]]:
    """Move the cursor as far as a held stick moves it in one tick.

    Return the new cursor and its path, as :func:`push` does.
    """
    if cursor.stick == (0, 0):
        return cursor, []
    held = min(cursor.held_ticks + 1, _RAMP_END)
    travelled = cursor.travelled + speed(held, shape)
    place, path = _walk((cursor.row, cursor.column), cursor.stick, travelled // _CELL, area or board_area(shape))
    return replace(cursor, held_ticks=held, travelled=travelled % _CELL, row=place[0], column=place[1]), path


def hold_for(cursor: Cursor, ticks: int, shape: tuple[int, int], area: Area) -> Cursor:
    """Return the cursor after ``ticks`` ticks of a held stick: the result of that many calls of :func:`hold`.

    The cursor must be in ``area``.
    """
    if cursor.stick == (0, 0) or ticks <= 0:
        return cursor
    held = cursor.held_ticks + ticks
    ways = _ways(_final_speed(shape))
    ramp = min(cursor.held_ticks, _RAMP_END), min(held, _RAMP_END)
    at_full_speed = ticks - (ramp[1] - ramp[0])
    travelled = cursor.travelled + ways[ramp[1]] - ways[ramp[0]] + at_full_speed * (ways[_RAMP_END] - ways[-2])
    cells = travelled // _CELL
    row, column = area.nearest(cursor.row + cells * cursor.stick[0], cursor.column + cells * cursor.stick[1])
    return replace(cursor, held_ticks=min(held, _RAMP_END), travelled=travelled % _CELL, row=row, column=column)


def ticks_to_move(cursor: Cursor, shape: tuple[int, int], area: Area) -> int:
    """Return how many ticks the held stick waits before it next moves the cursor, which must be in ``area``."""
    step = area.nearest(cursor.row + cursor.stick[0], cursor.column + cursor.stick[1])
    if step == (cursor.row, cursor.column):
        return FOR_EVER
    ticks, travelled = 0, cursor.travelled
    while (travelled := travelled + speed(min(cursor.held_ticks + ticks + 1, _RAMP_END), shape)) < _CELL:
        ticks += 1
    return ticks


def speed(held_ticks: int, shape: tuple[int, int]) -> int:
    """Return the speed of a stick held for ``held_ticks``, in 1/1000 of a cell per tick.

    The speed is SLOW at first, then rises evenly for 1.5 s. It ends at FAST, or at up to 64 times as much on long
    boards, so that crossing a huge board takes seconds.
    """
    return _speed(held_ticks, _final_speed(shape))


def _final_speed(shape: tuple[int, int]) -> int:
    return FAST * min(max(1, max(shape) // _SIDE_OF_FAST), _MAX_TIMES_FASTER)


def _speed(held_ticks: int, fast: int) -> int:
    ramp = min(max(held_ticks - _FIRST_REPEAT, 0), _RAMP_END - _FIRST_REPEAT)
    return (SLOW + (fast - SLOW) * ramp // (_RAMP_END - _FIRST_REPEAT)) * _CELL // TICKS_PER_SECOND


@lru_cache
def _ways(fast: int) -> tuple[int, ...]:
    """Return the distances moved by holding the stick for 0, 1, ... ``_RAMP_END`` ticks, in 1/1000 of a cell.

    ``fast`` is the speed that the stick reaches at the end, in 1/1000 of a cell per tick.
    """
    return tuple(accumulate((_speed(held, fast) for held in range(1, _RAMP_END + 1)), initial=0))


def at_slow_speed(cursor: Cursor) -> Cursor:
    """Return the cursor slowed down as if the stick had just been pushed; used after planting, too."""
    return replace(cursor, held_ticks=0, travelled=0)


def board_area(shape: tuple[int, int]) -> Area:
    """Return the area that covers a whole board of ``shape``."""
    return Area(0, 0, shape[0] - 1, shape[1] - 1)


def _walk(place: Place, step: tuple[int, int], cells: int, area: Area) -> tuple[Place, list[Place]]:
    """Go from ``place`` up to ``cells`` times by ``step``, (rows, columns), within ``area``.

    Return (last place, all places stepped on).
    """
    path = []
    for _ in range(cells):
        there = area.nearest(place[0] + step[0], place[1] + step[1])
        if there == place:
            break
        place = there
        path.append(place)
    return place, path
