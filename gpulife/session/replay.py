"""Replay files (``.gpureplay``): a match, all actions in it, and hashes of the board at intervals.

An hour of busy play takes about 100 KB, since nothing is stored that can be recomputed. The parts of a file
(named sections, see ``storage.save_file``):

* ``match``: the ``Match`` and the number of ticks.
* ``actions``: see :func:`pack_actions`.
* ``hashes``: ``board``, a list of ``[tick, generations computed, generation, digest]``; ``end``, the final hash.
"""

import gc
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct

from gpulife.errors import GpulifeError
from gpulife.games.core.board_hash import HASH_BYTES
from gpulife.games.core.bounds import PlayerOrNobody
from gpulife.games.core.dataclass_json import RecordError, from_json, to_json
from gpulife.games.core.game import RULINGS, TICKS_PER_SECOND, Action, ActionKind, Match
from gpulife.games.matches import require_playable
from gpulife.games.registry import find_game
from gpulife.rules import MAX_RULE_BYTES, Rule, parse_rule
from gpulife.session.history import BoardHash, Recording
from gpulife.storage.bounded_reading import ReadError, parse_json
from gpulife.storage.save_file import (
    JSON_BYTES,
    FileKind,
    damaged,
    pack_json,
    pack_parts,
    read_parts,
    unpack,
    unpack_json,
    unpack_parts,
    write_parts,
)

# The actions of a recording as a part of its file: written compactly, and read with limits on what people can do. A row
# is ``[ticks since the last action, player, kind, a, b, data]``, without trailing zeros and empty texts.
MAX_PER_TICK = 1 << 13
"""Maximum number of actions in one tick. If the window hangs, a tick can get seconds of mouse movement."""
MAX_COSTLY_PER_TICK = 64
"""Maximum number of actions in one tick that change the whole board. Several keys may be pressed together."""
MAX_TEXT = 1 << 16
"""Maximum number of characters in the text of an action that does not paint."""
MAX_PLACES = 64
"""Maximum number of words in an order of Real-Time Life, such as a name and ten positions."""

_COSTLY = frozenset(
    {ActionKind.WILD, ActionKind.SOUP, ActionKind.CLEAR, ActionKind.START, ActionKind.RESET, ActionKind.AREA}
)
_PAINTS = frozenset({ActionKind.PAINT, ActionKind.MERGE})
_ORDERS = frozenset({ActionKind.JOIN, ActionKind.MOVE})
_KINDS = {int(kind): kind for kind in ActionKind}
_DEFAULTS = (0, 0, "")

_MIN_ROWS, _BYTES_PER_ROW = 1 << 20, 4
"""A file may have _MIN_ROWS actions, and one more for every _BYTES_PER_ROW bytes of its part ``actions``."""
_MIN_BYTES, _MAX_RATIO = 1 << 26, 16
"""A file's unpacked actions may take _MIN_BYTES bytes, and _MAX_RATIO more for each packed byte."""
_CHARACTERS_PER_CELL, _MIN_PAINT = 4, 1 << 16
"""A paint action may have _MIN_PAINT characters of text, and _CHARACTERS_PER_CELL more for each cell of the board."""


class _Row(Struct, array_like=True, forbid_unknown_fields=True, gc=False):
    later: Annotated[int, Meta(ge=0)]
    player: PlayerOrNobody  # players without a seat in the game have no effect
    kind: int
    a: Annotated[int, Meta(ge=-(1 << 63), le=(1 << 63) - 1)] = 0
    b: Annotated[int, Meta(ge=-(1 << 63), le=(1 << 63) - 1)] = 0
    data: str = ""


def pack_actions(log: Iterable[tuple[int, Action]]) -> bytes:
    """Encode a log of (tick, action) pairs, in order, as the bytes of a replay file's part ``actions``."""
    rows, last = [], 0
    for tick, action in log:
        values: list[Any] = [action.a, action.b, action.data]
        while values and values[-1] == _DEFAULTS[len(values) - 1]:
            values.pop()
        rows.append([tick - last, action.player, int(action.kind), *values])
        last = tick
    return pack_json(rows)


def read_actions(path: Path, part: bytes, rule: Rule, ticks: int) -> tuple[tuple[int, Action], ...]:
    """Return the log in the part ``actions`` of the replay file ``path``.

    Args:
        path: the file's path, for error messages.
        part: bytes from :func:`pack_actions`.
        rule: the rule of the match, with the size of its board.
        ticks: number of ticks of the recording.

    Raises:
        SavedFileError: an entry is not a valid action, or there are more actions than people could do.
    """
    collecting = gc.isenabled()
    gc.disable()  # all objects are kept, and collecting would double the time
    try:
        return _log(_rows(path, part), rule, ticks)
    except ReadError as error:
        raise damaged(path, "actions", str(error)) from error
    finally:
        if collecting:
            gc.enable()


def _rows(path: Path, part: bytes) -> list[_Row]:
    text = unpack(path, "actions", part, _MIN_BYTES + _MAX_RATIO * len(part))
    # Count before parsing creates objects. Texts may contain brackets, but painted cells do not.
    count, limit = text.count(b"["), _MIN_ROWS + len(part) // _BYTES_PER_ROW
    if count > limit + 1:
        raise ReadError(f"there are more than {limit:,} actions")
    return parse_json(text, list[_Row], "its rows")


def _log(rows: list[_Row], rule: Rule, ticks: int) -> tuple[tuple[int, Action], ...]:
    rows_of_board, columns = rule.size or (1, 1)
    longest = _MIN_PAINT + _CHARACTERS_PER_CELL * rows_of_board * columns
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
            raise ReadError(f"there are too many actions in tick {tick}")
        if row.data:
            limit = longest if kind in _PAINTS else MAX_TEXT
            if len(row.data) > limit:
                raise ReadError(f"action {len(log)} has a text of {len(row.data):,} characters; the limit is {limit:,}")
            if kind in _ORDERS and len(row.data.split()) > MAX_PLACES:
                raise ReadError(f"action {len(log)} has more than {MAX_PLACES} words")
            action = Action(row.player, kind, row.a, row.b, row.data)
        else:  # share one object among equal actions, such as releases of a stick
            key = (row.player, row.kind, row.a, row.b)
            found = known.get(key)
            action = found or known.setdefault(key, Action(row.player, kind, row.a, row.b))
        log.append((tick, action))
    if tick >= ticks and log:
        raise ReadError("there are actions after the last tick")
    return tuple(log)


REPLAY_ENDING = ".gpureplay"
PARTS = ("match", "actions", "hashes")
MAX_TICKS = 1 << 31
"""Maximum number of ticks of a session: more than a year of play."""
MAX_LASTING_TICKS = 1 << 40
"""Maximum number of ticks of a session in a game that lasts for days. At one tick per hour, this takes centuries."""
MAX_SEED = (1 << 128) - 1

_KIND = FileKind(b"GPULIFE>", 1, "a replay", PARTS)
_HASH_TEXT = 100
"""Maximum size in bytes of one item of ``_Hashes.board`` as JSON: a hash and the three numbers before it."""
_HASH_RATIO = 5
"""Maximum compression ratio of the part ``hashes``. Digests look random, so they hardly compress."""

_Number = Annotated[int, Meta(ge=0, le=(1 << 62))]
MATCH_BYTES = JSON_BYTES + 4 * MAX_RULE_BYTES
"""Maximum number of bytes in the JSON of a match. It includes the rule's text, with escaped line ends."""
_Digest = Annotated[str, Meta(pattern=f"^([0-9a-f]{{{2 * HASH_BYTES}}})?$")]


@dataclass(frozen=True, slots=True)
class _Head:
    match: dict[str, Any]
    ticks: _Number


@dataclass(frozen=True, slots=True)
class _Hashes:
    board: list[tuple[_Number, _Number, _Number, _Digest]]
    end: _Digest


def write_replay(path: Path, recording: Recording) -> None:
    """Write a replay file. If that fails, no incomplete file is left.

    Raises:
        OutputError: the file cannot be written.
    """
    write_parts(path, _KIND, recording_parts(recording))


def read_replay(path: Path) -> Recording:
    """Read a replay file.

    Raises:
        SavedFileError: it is not a replay, is newer than this program, or has a damaged part. The message names it.
    """
    return parse_recording(path, read_parts(path, _KIND))


def replay_content(recording: Recording) -> bytes:
    """Return a replay file for ``recording``, as bytes."""
    return pack_parts(_KIND, recording_parts(recording))


def parse_replay(content: bytes, name: Path) -> Recording:
    """Return the recording in a replay file.

    Args:
        content: the file's bytes.
        name: the file's name, for error messages.

    Raises:
        SavedFileError: the same errors as in :func:`read_replay`.
    """
    return parse_recording(name, unpack_parts(content, name, _KIND))


def recording_parts(recording: Recording) -> dict[str, bytes]:
    """Return the parts of a replay file for ``recording``, keyed by name."""
    hashes = [[known.tick, known.computed, known.generation, known.digest] for known in recording.hashes]
    return {
        "match": pack_json({"match": to_json(recording.match), "ticks": recording.ticks}),
        "actions": pack_actions(recording.log),
        "hashes": pack_json({"board": hashes, "end": recording.end_hash}),
    }


def parse_recording(path: Path, parts: dict[str, bytes]) -> Recording:
    """Return the recording in ``parts``, the parts of the file ``path``.

    Raises:
        SavedFileError: a part is invalid, or has values that no session can produce.
    """
    head = unpack_json(path, "match", parts["match"], _Head, MATCH_BYTES)
    match = _match_of(path, head.match)
    if head.ticks > max_ticks(match):
        raise damaged(path, "match", f"it has {head.ticks:,} ticks; this game allows up to {max_ticks(match):,}")
    log = read_actions(path, parts["actions"], parse_rule(match.rule), head.ticks)
    packed = parts["hashes"]
    # There is at most one hash per second.
    limit = JSON_BYTES + min(_HASH_TEXT * (head.ticks // TICKS_PER_SECOND), _HASH_RATIO * len(packed))
    hashes = unpack_json(path, "hashes", packed, _Hashes, limit)
    board = tuple(BoardHash(*entry) for entry in hashes.board)
    if any(later.tick < earlier.tick for earlier, later in pairwise(board)):
        raise damaged(path, "hashes", "the hashes are not in order")
    return Recording(match, head.ticks, log, board, hashes.end)


def max_ticks(match: Match) -> int:
    """Return the maximum number of ticks that a session of ``match`` may have.

    It is enough for a year of play; in slow games, which skip ticks in which nothing happens, for centuries.
    """
    return MAX_LASTING_TICKS if find_game(match.game).lasts_for_days else MAX_TICKS


def parse_match(given: dict[str, Any]) -> Match:
    """Return the match in ``given``, a dict from ``to_json``. In old files, ``rulings`` is missing, which means 1.

    Raises:
        GpulifeError: a field is invalid, or this gpulife cannot play such a match.
    """
    match = from_json(Match, {"rulings": 1, **given}, "match")  # matches without rulings have the first
    if not 1 <= match.rulings <= RULINGS:
        raise RecordError(f"version {match.rulings} of the rulings is not supported, only versions 1 to {RULINGS}")
    if not 0 <= match.seed <= MAX_SEED:
        raise RecordError(f"seed {match.seed} is not from 0 to {MAX_SEED}")
    require_playable(match)
    return match


def _match_of(path: Path, given: dict[str, Any]) -> Match:
    try:
        return parse_match(given)
    except GpulifeError as error:
        raise damaged(path, "match", str(error)) from error
