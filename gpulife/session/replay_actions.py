"""The actions of a recording as a part of its file: written short, and read with limits against what people can do.

A row is ``[ticks since the last action, player, kind, a, b, data]``, without trailing zeros and empty texts.
"""

import gc
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct

from gpulife.games.core.bounds import PlayerOrNobody
from gpulife.games.core.game import Action, ActionKind
from gpulife.rules import Rule
from gpulife.storage.bounded_reading import ReadError, parse_json
from gpulife.storage.save_file import damaged, pack_json, unpack

MAX_PER_TICK = 1 << 13
"""Limit on the actions in one tick: a mouse that draws while the window hangs for seconds."""
MAX_COSTLY_PER_TICK = 64
"""Limit on the actions in one tick that look at the whole board: keys are pressed a few at once."""
MAX_TEXT = 1 << 16
"""Limit on the letters of an action that paints nothing."""
MAX_PLACES = 64
"""Limit on the words of an order of Real-Time Life: ten cells and a name, or the places of a move."""

_COSTLY = frozenset(
    {ActionKind.WILD, ActionKind.SOUP, ActionKind.CLEAR, ActionKind.START, ActionKind.RESET, ActionKind.AREA}
)
_PAINTS = frozenset({ActionKind.PAINT, ActionKind.MERGE})
_ORDERS = frozenset({ActionKind.JOIN, ActionKind.MOVE})
_KINDS = {int(kind): kind for kind in ActionKind}
_DEFAULTS = (0, 0, "")

_MIN_ROWS, _BYTES_PER_ROW = 1 << 20, 4
"""Any file may have a million actions, and one for every four bytes beyond: chance in people's timing does not pack
better. That is eighteen hours of two players who never pause."""
_MIN_BYTES, _MAX_RATIO = 1 << 26, 16
"""Any file may have 64 MiB of text, and more up to sixteen times its packed size; most of it is painted cells."""
_LETTERS_PER_CELL, _MIN_PAINT = 4, 1 << 16
"""Limit on the letters of an action that paints, for each cell of the board and at least: an RLE has up to three."""


class _Row(Struct, array_like=True, forbid_unknown_fields=True, gc=False):
    later: Annotated[int, Meta(ge=0)]
    player: PlayerOrNobody  # who has no seat in the game does nothing there
    kind: int
    a: Annotated[int, Meta(ge=-(1 << 63), le=(1 << 63) - 1)] = 0
    b: Annotated[int, Meta(ge=-(1 << 63), le=(1 << 63) - 1)] = 0
    data: str = ""


def pack_actions(log: Iterable[tuple[int, Action]]) -> bytes:
    """Return the part of a file for a log of (tick, action) in order."""
    rows, last = [], 0
    for tick, action in log:
        values: list[Any] = [action.a, action.b, action.data]
        while values and values[-1] == _DEFAULTS[len(values) - 1]:
            values.pop()
        rows.append([tick - last, action.player, int(action.kind), *values])
        last = tick
    return pack_json(rows)


def read_actions(path: Path, part: bytes, rule: Rule, ticks: int) -> tuple[tuple[int, Action], ...]:
    """Return the log in the part ``actions`` of the file ``path``.

    Args:
        path: path of the file, for messages.
        part: content that :func:`pack_actions` packed.
        rule: rule of the match, with the size of its board.
        ticks: number of ticks of the recording.

    Raises:
        SavedFileError: a row is no action, or there are more of them than people do; the line says which.
    """
    collecting = gc.isenabled()
    gc.disable()  # of a million objects, all are kept: looking for others doubles the time
    try:
        return _log(_rows(path, part), rule, ticks)
    except ReadError as error:
        raise damaged(path, "actions", str(error)) from error
    finally:
        if collecting:
            gc.enable()


def _rows(path: Path, part: bytes) -> list[_Row]:
    text = unpack(path, "actions", part, _MIN_BYTES + _MAX_RATIO * len(part))
    # Before any of them becomes an object. Texts have brackets, too, but there are none in painted cells.
    count, limit = text.count(b"["), _MIN_ROWS + len(part) // _BYTES_PER_ROW
    if count > limit + 1:
        raise ReadError(f"there are more than {limit:,}")
    return parse_json(text, list[_Row], "its rows")


def _log(rows: list[_Row], rule: Rule, ticks: int) -> tuple[tuple[int, Action], ...]:
    rows_of_board, columns = rule.size or (1, 1)
    longest = _MIN_PAINT + _LETTERS_PER_CELL * rows_of_board * columns
    known: dict[tuple[int, int, int, int], Action] = {}
    log: list[tuple[int, Action]] = []
    tick = in_tick = costly = 0
    rows.reverse()
    while rows:
        row = rows.pop()
        tick += row.later
        if row.later:
            in_tick = costly = 0
        kind = _KINDS.get(row.kind)
        if kind is None:
            raise ReadError(f"action kind {row.kind!r:.20} is unknown: a newer gpulife may know it")
        in_tick += 1
        costly += kind in _COSTLY
        if in_tick > MAX_PER_TICK or costly > MAX_COSTLY_PER_TICK:
            raise ReadError(f"there are too many in tick {tick}")
        if row.data:
            if len(row.data) > (longest if kind in _PAINTS else MAX_TEXT):
                raise ReadError(f"entry {len(log)} has a text of {len(row.data):,} letters")
            if kind in _ORDERS and len(row.data.split()) > MAX_PLACES:
                raise ReadError(f"entry {len(log)} has more than {MAX_PLACES} places")
            action = Action(row.player, kind, row.a, row.b, row.data)
        else:  # one object for all that are alike, such as a stick that is let go
            key = (row.player, row.kind, row.a, row.b)
            found = known.get(key)
            action = found or known.setdefault(key, Action(row.player, kind, row.a, row.b))
        log.append((tick, action))
    if tick >= ticks and log:
        raise ReadError("there are some outside the time of the replay")
    return tuple(log)
