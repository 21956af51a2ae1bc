"""Hashes of boards and states. A replay compares them to check, on any engine, that it plays as recorded."""

import json
from hashlib import blake2b
from typing import Any

from gpulife.games.core.dataclass_json import to_json
from gpulife.games.core.game import Board
from gpulife.games.core.order import strips

HASH_BYTES = 16
WHOLE_BOARD = 1 << 24
"""Largest board, in cells, that is hashed completely. Of a larger board only the census and 64 windows of 256x256
cells, evenly spread in eight rows of eight from the upper left, are hashed, to limit the cost."""

_WINDOW, _ACROSS = 256, 8


def board_hash(board: Board) -> str:
    """Return a hash of a board as hex digits: the BLAKE2b-128 of its rule, generation and cells.

    The generation is 8 bytes, little-endian; the cells are in reading order.
    """
    digest = blake2b(str(board.rule).encode(), digest_size=HASH_BYTES)
    digest.update(board.generation.to_bytes(8, "little", signed=True))
    rows, columns = board.shape
    if rows * columns <= WHOLE_BOARD:
        for row, height in strips(board.shape):
            digest.update(board.read(row, 0, height, columns).tobytes())
        return digest.hexdigest()
    digest.update(board.census().astype("<i8").tobytes())
    for down in range(_ACROSS):
        for right in range(_ACROSS):
            row, column = rows * down // _ACROSS, columns * right // _ACROSS
            height, width = min(_WINDOW, rows - row), min(_WINDOW, columns - column)
            digest.update(board.read(row, column, height, width).tobytes())
    return digest.hexdigest()


def moment_hash(state: Any, board: Board) -> str:
    """Return a hash of a game's state and its board as hex digits (BLAKE2b-128)."""
    digest = blake2b(json.dumps(to_json(state), sort_keys=True).encode(), digest_size=HASH_BYTES)
    digest.update(board_hash(board).encode())
    return digest.hexdigest()
