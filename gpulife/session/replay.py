"""Replay files (``.gpureplay``): a match, everything that anybody did in it, and hashes of the board on the way.

They are small, since nothing is in them that can be computed again: an hour of busy play is some 100 KB. Their parts
(see ``save_file``):

* ``match``: the Match and the number of ticks.
* ``actions``: see ``replay_actions``.
* ``hashes``: ``[tick, generations computed, generation, digest]`` each, and the hash of the last moment.
"""

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from gpulife.errors import GpulifeError
from gpulife.games.core.board_hash import HASH_BYTES
from gpulife.games.core.dataclass_json import RecordError, from_json, to_json
from gpulife.games.core.game import RULINGS, TICKS_PER_SECOND, Match
from gpulife.games.matches import require_playable
from gpulife.games.registry import find_game
from gpulife.rules import MAX_RULE_BYTES, parse_rule
from gpulife.session.history import BoardHash, Recording
from gpulife.session.replay_actions import pack_actions, read_actions
from gpulife.storage.save_file import (
    JSON_BYTES,
    FileKind,
    damaged,
    pack_json,
    pack_parts,
    read_parts,
    unpack_json,
    unpack_parts,
    write_parts,
)

REPLAY_ENDING = ".gpureplay"
PARTS = ("match", "actions", "hashes")
MAX_TICKS = 1 << 31
"""Limit on a session: more than a year of play."""
MAX_LASTING_TICKS = 1 << 40
"""Limit on a session of a game that lasts for days: centuries, with a step for each of their hours."""
MAX_SEED = (1 << 128) - 1

_KIND = FileKind(b"GPULIFE>", 1, "a replay", PARTS)
_HASH_TEXT = 100
"""Limit on the bytes of a hash with its three numbers."""
_HASH_RATIO = 5
"""Limit on the ratio of compression of hashes: their digits are noise."""

_Number = Annotated[int, Meta(ge=0, le=(1 << 62))]
MATCH_BYTES = JSON_BYTES + 4 * MAX_RULE_BYTES
"""Limit on the JSON of a match: the text of a rule, with what JSON writes for its line ends."""
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
    return parse_recording(path, read_parts(path, _KIND))


def replay_content(recording: Recording) -> bytes:
    """Return the content of a replay file."""
    return pack_parts(_KIND, recording_parts(recording))


def parse_replay(content: bytes, name: Path) -> Recording:
    """Return the recording in the content of a replay file.

    Args:
        content: the content.
        name: what messages call it.

    Raises:
        SavedFileError: as from :func:`read_replay`.
    """
    return parse_recording(name, unpack_parts(content, name, _KIND))


def recording_parts(recording: Recording) -> dict[str, bytes]:
    """Return the parts of a file that holds ``recording``."""
    hashes = [[known.tick, known.computed, known.generation, known.digest] for known in recording.hashes]
    return {
        "match": pack_json({"match": to_json(recording.match), "ticks": recording.ticks}),
        "actions": pack_actions(recording.log),
        "hashes": pack_json({"board": hashes, "end": recording.end_hash}),
    }


def parse_recording(path: Path, parts: dict[str, bytes]) -> Recording:
    """Return the recording in the parts of the file ``path``.

    Raises:
        SavedFileError: a part is not what it should be, or what no session can have done.
    """
    head = unpack_json(path, "match", parts["match"], _Head, MATCH_BYTES)
    match = _match_of(path, head.match)
    if head.ticks > max_ticks(match):
        raise damaged(path, "match", f"{head.ticks:,} ticks: there can be {max_ticks(match):,}")
    log = read_actions(path, parts["actions"], parse_rule(match.rule), head.ticks)
    packed = parts["hashes"]
    # There is at most one hash in a second.
    limit = JSON_BYTES + min(_HASH_TEXT * (head.ticks // TICKS_PER_SECOND), _HASH_RATIO * len(packed))
    hashes = unpack_json(path, "hashes", packed, _Hashes, limit)
    board = tuple(BoardHash(*entry) for entry in hashes.board)
    if any(later.tick < earlier.tick for earlier, later in pairwise(board)):
        raise damaged(path, "hashes", "they are not in order")
    return Recording(match, head.ticks, log, board, hashes.end)


def max_ticks(match: Match) -> int:
    """Return how long a session of a match can be: a year, or centuries where it lasts for days."""
    return MAX_LASTING_TICKS if find_game(match.game).lasts_for_days else MAX_TICKS


def parse_match(given: dict[str, Any]) -> Match:
    """Return the match of which ``to_json`` made ``given``, from before there were rulings, too.

    Raises:
        GpulifeError: a field is not what it should be, or this gpulife cannot play such a match.
    """
    match = from_json(Match, {"rulings": 1, **given}, "match")  # without any it has the first
    if not 1 <= match.rulings <= RULINGS:
        raise RecordError(f"rulings {match.rulings}: this gpulife knows 1 to {RULINGS}")
    if not 0 <= match.seed <= MAX_SEED:
        raise RecordError(f"seed {match.seed}: seeds are 0 to {MAX_SEED}")
    require_playable(match)
    return match


def _match_of(path: Path, given: dict[str, Any]) -> Match:
    try:
        return parse_match(given)
    except GpulifeError as error:
        raise damaged(path, "match", str(error)) from error
