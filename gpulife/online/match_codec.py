"""Converts the board, actions and state of an on-line match to and from the contents of messages."""

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
from gpulife.patterns.pattern import state_error
from gpulife.rules import Cells, parse_rule


def new_board(match: Match) -> NumpyEngine:
    """Return an empty board for a match.

    Raises:
        ValueError: the match's rule does not specify the board size.
        BoardSizeError: there is not enough memory for the board.
    """
    rule = parse_rule(match.rule)
    if rule.size is None:
        raise ValueError(f"a match's rule must specify the board size; {match.rule} does not")
    return NumpyEngine(rule, rule.size)


# Actions as rows of messages.


def action_row(tick: int, action: Action) -> ActionRow:
    """Return an action and its tick as a row of a message."""
    return ActionRow(tick, action.player, int(action.kind), action.a, action.b, action.data)


def action_of(row: ActionRow) -> Action:
    """Return the action in a row of a message.

    Raises:
        ProtocolError: the kind of action is unknown to this gpulife.
    """
    try:
        kind = ActionKind(row.kind)
    except ValueError as error:
        raise ProtocolError(f"unknown action {row.kind}: the server has a newer gpulife") from error
    return Action(row.player, kind, row.a, row.b, row.data)


# A match's state and board, packed for a message. The functions that read them trust nobody and limit all sizes.

_MAX_STATE = 1 << 20
"""Maximum length of a state as JSON, in characters. BioWar with six players who chat a lot needs about 20,000."""
_LEVEL = 6


def pack_state(state: Any) -> bytes:
    """Return a game's state as compressed JSON."""
    return zlib.compress(json.dumps(to_json(state), separators=(",", ":")).encode(), _LEVEL)


def read_state(game: GameSpec[Any], match: Match, shape: tuple[int, int], packed: bytes) -> Any:
    """Return the state packed by :func:`pack_state`.

    Raises:
        ProtocolError: the state is not possible in the game on a board of ``shape``.
    """
    text = _unpack(packed, _MAX_STATE, "a state")
    try:
        state = read_json(game.state_type, text, "the server's state")
        game.check(state, match, shape)
    except GpulifeError as error:
        raise ProtocolError(f"the server sent an invalid state: {error}") from error
    return state


def pack_cells(engine: Engine) -> bytes:
    """Return the cells of the whole board, compressed."""
    return zlib.compress(engine.read_all().tobytes(), _LEVEL)


def read_cells(engine: Engine, packed: bytes) -> Cells:
    """Return the cells packed by :func:`pack_cells`: shape ``engine.shape``, uint8.

    Raises:
        ProtocolError: the number of cells is wrong, or a cell has a state that the rule does not have.
    """
    rows, columns = engine.shape
    data = _unpack(packed, rows * columns, "a board")
    if len(data) != rows * columns:
        raise ProtocolError(f"the server sent a board of {len(data):,} cells instead of {rows * columns:,}")
    cells = np.frombuffer(data, np.uint8).reshape(engine.shape)
    if int(cells.max(initial=0)) > engine.rule.live_states:
        raise ProtocolError(f"the server sent an invalid board: {state_error(int(cells.max()), engine.rule)}")
    return cells


def keyframe_of(tick: int, computed: int, state: Any, engine: Engine) -> Keyframe:
    """Return a keyframe message of a match at one tick. ``state`` must hold only what the viewer may see."""
    return Keyframe(tick, computed, engine.generation, pack_state(state), pack_cells(engine))


def visible_hash(game: GameSpec[Any], state: Any, viewer: int, board: Board) -> str:
    """Return a hash of the board and of the part of the state that a viewer (a seat or NOBODY) may see."""
    return moment_hash(game.observe(state, viewer), board)


def _unpack(packed: bytes, limit: int, what: str) -> bytes:
    unpacker = zlib.decompressobj()
    try:
        data = unpacker.decompress(packed, limit + 1)
    except zlib.error as error:
        raise ProtocolError(f"the server sent damaged data for {what}: {error}") from error
    if len(data) > limit or not unpacker.eof:
        raise ProtocolError(f"the server sent {what} that is incomplete or larger than {limit:,} bytes")
    return data
