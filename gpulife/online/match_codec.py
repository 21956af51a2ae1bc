"""What both sides of an on-line match make of its messages: its board, its actions, and a moment as bytes."""

import json
import zlib
from typing import Any

import numpy as np

from gpulife.engines.base import Engine
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.errors import GpulifeError
from gpulife.games.core.board_hash import moment_hash
from gpulife.games.core.dataclass_json import read_json, to_json
from gpulife.games.core.game import Action, ActionKind, Board, Match
from gpulife.games.core.game_spec import GameSpec
from gpulife.online.protocol import ActionRow, Keyframe, ProtocolError
from gpulife.rules import Cells, parse_rule


def new_board(match: Match) -> NumpyEngine:
    """Return the empty board of a match.

    Raises:
        ValueError: the match's rule fixes no board, as that of every match does.
        BoardSizeError: there is not enough memory for it.
    """
    rule = parse_rule(match.rule)
    if rule.size is None:
        raise ValueError(f"a match's rule fixes its board; {match.rule} does not")
    return NumpyEngine(rule, rule.size)


# Actions as the rows of messages, and back.


def action_row(tick: int, action: Action) -> ActionRow:
    """Return the row of an action that is done in a tick."""
    return ActionRow(tick, action.player, int(action.kind), action.a, action.b, action.data)


def action_of(row: ActionRow) -> Action:
    """Return the action of a row.

    Raises:
        ProtocolError: this gpulife does not know its kind.
    """
    try:
        kind = ActionKind(row.kind)
    except ValueError as error:
        raise ProtocolError(f"action {row.kind} is unknown: the server is newer") from error
    return Action(row.player, kind, row.a, row.b, row.data)


# A moment of a match as bytes: state and board, packed for a message, and read with limits by who trusts nobody.

_MAX_STATE = 1 << 20
"""Limit on the text of a state: that of six players of BioWar after long talk has some 20 KB."""
_LEVEL = 6


def pack_state(state: Any) -> bytes:
    """Return a state of a game as packed JSON."""
    return zlib.compress(json.dumps(to_json(state), separators=(",", ":")).encode(), _LEVEL)


def read_state(game: GameSpec[Any], match: Match, shape: tuple[int, int], packed: bytes) -> Any:
    """Return the state that :func:`pack_state` packed.

    Raises:
        ProtocolError: it is none of the game on a board of ``shape``.
    """
    text = _unpack(packed, _MAX_STATE, "a state")
    try:
        state = read_json(game.state_type, text, "the server's state")
        game.check(state, match, shape)
    except GpulifeError as error:
        raise ProtocolError(f"the server sends an impossible state: {error}") from error
    return state


def pack_cells(engine: Engine) -> bytes:
    """Return the cells of the whole board, packed."""
    return zlib.compress(engine.read_all().tobytes(), _LEVEL)


def read_cells(engine: Engine, packed: bytes) -> Cells:
    """Return the cells that :func:`pack_cells` packed, for a board like the engine's: shape ``engine.shape``, uint8.

    Raises:
        ProtocolError: there are more or fewer, or one is in a state that the rule does not have.
    """
    rows, columns = engine.shape
    data = _unpack(packed, rows * columns, "a board")
    if len(data) != rows * columns:
        raise ProtocolError(f"the server sends a board of {len(data):,} cells instead of {rows * columns:,}")
    cells = np.frombuffer(data, np.uint8).reshape(engine.shape)
    if int(cells.max(initial=0)) > engine.rule.live_states:
        raise ProtocolError(
            f"the server sends cells in state {int(cells.max())}, which {engine.rule.law} does not have"
        )
    return cells


def keyframe_of(tick: int, computed: int, state: Any, engine: Engine) -> Keyframe:
    """Return a moment as a message; ``state`` is what its viewer may see."""
    return Keyframe(tick, computed, engine.generation, pack_state(state), pack_cells(engine))


def visible_hash(game: GameSpec[Any], state: Any, viewer: int, board: Board) -> str:
    """Return the hash of a moment as a seat, or NOBODY, may see it: no hash covers a secret."""
    return moment_hash(game.observe(state, viewer), board)


def _unpack(packed: bytes, limit: int, what: str) -> bytes:
    unpacker = zlib.decompressobj()
    try:
        data = unpacker.decompress(packed, limit + 1)
    except zlib.error as error:
        raise ProtocolError(f"the server sends {what} that is damaged: {error}") from error
    if len(data) > limit or not unpacker.eof:
        raise ProtocolError(f"the server sends {what} of more than {limit:,} bytes, or a part of one")
    return data
