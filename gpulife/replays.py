"""Replay files (``.gpureplay``): a match, everything that anybody did in it, and hashes of the board on the way.

Small, as nothing that can be computed again is in them: an hour of busy play is some 100 KB. Parts (see ``container``):

* ``match``: the Match and the number of ticks.
* ``actions``: ``[ticks since the last action, player, kind, a, b, data]`` each, without trailing zeros and empty texts.
* ``hashes``: ``[tick, generations computed, generation, digest]`` each, and the hash of the last moment.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gpulife.container import Kind, damaged, pack_json, read_parts, unpack_json, write_parts
from gpulife.errors import RuleError
from gpulife.games import find_game
from gpulife.games.base import RULINGS, Action, ActionKind, GameError, Match
from gpulife.games.frozen_json import RecordError, from_json, to_json
from gpulife.rules import parse_rule
from gpulife.timeline import BoardHash, Recording

ENDING = ".gpureplay"
PARTS = ("match", "actions", "hashes")

_KIND = Kind(b"GPULIFE>", 1, "a replay", PARTS)
_MOST = 1 << 63
_DEFAULTS = (0, 0, "")


def write_replay(path: Path, recording: Recording) -> None:
    """Write a replay file atomically.

    Raises:
        OutputError: the system refused.
    """
    write_parts(path, _KIND, recording_parts(recording))


def read_replay(path: Path) -> Recording:
    """Read a replay file.

    Raises:
        SavedFileError: it is none, newer than this program, or damaged; one line that names it and the part.
    """
    return recording_of(path, read_parts(path, _KIND))


def recording_parts(recording: Recording) -> dict[str, bytes]:
    """The parts of a file that holds ``recording``."""
    rows, last = [], 0
    for tick, action in recording.log:
        values: list[Any] = [action.a, action.b, action.data]
        while values and values[-1] == _DEFAULTS[len(values) - 1]:
            values.pop()
        rows.append([tick - last, action.player, int(action.kind), *values])
        last = tick
    hashes = [[known.tick, known.computed, known.generation, known.digest] for known in recording.hashes]
    return {
        "match": pack_json({"match": to_json(recording.match), "ticks": recording.ticks}),
        "actions": pack_json(rows),
        "hashes": pack_json({"board": hashes, "end": recording.end}),
    }


def recording_of(path: Path, parts: dict[str, bytes]) -> Recording:
    """The recording in the parts of the file ``path``.

    Raises:
        SavedFileError: a part is not what it should be.
    """
    match, ticks = _read_match(path, unpack_json(path, "match", parts["match"]))
    log = _read_actions(path, unpack_json(path, "actions", parts["actions"]), ticks)
    hashes = unpack_json(path, "hashes", parts["hashes"])
    try:
        return Recording(match, ticks, log, tuple(_read_hash(entry) for entry in hashes["board"]), _text(hashes["end"]))
    except (TypeError, KeyError, ValueError) as error:
        raise damaged(path, "hashes", "an entry is no hash") from error


def _read_match(path: Path, data: Any) -> tuple[Match, int]:
    try:
        given = data["match"]
        match = from_json(Match, {"rulings": 1, **given} if isinstance(given, dict) else given, "match")
        ticks = _number(data["ticks"])
        rule = parse_rule(match.rule)
        find_game(match.game)
    except (TypeError, KeyError, ValueError, RecordError, RuleError, GameError) as error:
        raise damaged(path, "match", str(error)) from error
    if rule.size is None or str(rule) != match.rule:
        raise damaged(path, "match", f"rule {match.rule[:60]!r} fixes no board")
    if not 1 <= match.rulings <= RULINGS:
        raise damaged(path, "match", f"rulings {match.rulings}: this gpulife knows 1 to {RULINGS}")
    if match.seed < 0 or ticks < 0:
        raise damaged(path, "match", "a seed or a number of ticks below 0")
    return match, ticks


def _read_actions(path: Path, rows: Any, ticks: int) -> tuple[tuple[int, Action], ...]:
    log = []
    tick = 0
    try:
        for row in rows:
            later, player, number = row[:3]
            values = [*row[3:], *_DEFAULTS[max(len(row) - 3, 0) :]]
            a, b, data = values
            if number not in ActionKind.__members__.values():
                raise damaged(path, "actions", f"action kind {number!r:.20} is unknown: a newer gpulife may know it")
            tick += _number(later)
            log.append((tick, Action(_number(player), ActionKind(number), _number(a), _number(b), _text(data))))
    except (TypeError, ValueError) as error:
        raise damaged(path, "actions", f"entry {len(log)} is no action") from error
    if any(later < earlier for (later, _), (earlier, _) in zip(log[1:], log, strict=False)):
        raise damaged(path, "actions", "they are not in order")
    if log and (log[0][0] < 0 or log[-1][0] >= ticks):
        raise damaged(path, "actions", "there are some outside the time of the replay")
    return tuple(log)


def _read_hash(entry: Any) -> BoardHash:
    tick, computed, generation, digest = entry
    return BoardHash(_number(tick), _number(computed), _number(generation), _text(digest))


def _number(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not -_MOST <= value < _MOST:
        raise TypeError(f"{value!r:.40} is no number")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r:.40} is no text")
    return value
