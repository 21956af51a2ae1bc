"""What a cell brings that a person has planted in a ring: its gain in each generation, shown where the ring was."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from imgui_bundle import imgui

from gpulife.engines.base import Engine
from gpulife.engines.batch.numpy_batch import NumpyBatch
from gpulife.games.core.game import Place
from gpulife.games.survival1982.ai_moves import SINGLE
from gpulife.games.survival1982.state import ContestState
from gpulife.window.design import BODY, GROUND, PROMPT, faded, packed
from gpulife.window.games.survival1982.best_places import Spot
from gpulife.window.panels.draw_primitives import rectangle, text
from gpulife.window.panels.widgets import width_of
from gpulife.window.play.canvas import Canvas, scaled

_FOLLOWED = 40
"""Number of generations for which a planted cell is followed. A ring's number is a forecast of about as many."""
_GROWS = 10
"""Number of generations for which the ring grows and fades after its cell was planted."""


class Taken(NamedTuple):
    """A ring in which its player has planted.

    Attributes:
        spot: the ring's place, and the gain that it promised.
        planted: the board's generation when the cell was planted.
        gains: how many cells better the player stands than without the cell, after 0, 1, ... generations, if nobody
            plants meanwhile.
    """

    spot: Spot
    planted: int
    gains: tuple[int, ...]


class RingGains:
    """Notices when a player plants in a ring, and says what that has brought so far.

    Args:
        player: the player.
        engine: engine that computes the board.
    """

    def __init__(self, player: int, engine: Engine) -> None:
        self._player, self._engine = player, engine
        self._planted = 0
        self._pending: Taken | None = None  # a cell that is planted when the generation ends
        self._taken: Taken | None = None

    def follow(self, state: ContestState, spots: Sequence[Spot]) -> None:
        """Notice what the player plants. Called in each frame; ``spots`` are the rings that are shown."""
        side, waits = state.sides[self._player], self._pending
        before, self._planted = self._planted, side.ledger.planted[SINGLE]
        if waits is not None and side.pending is None:
            self._taken, self._pending = (waits if self._planted > before else self._taken), None
        if side.pending is not None and side.pending.entry == SINGLE:
            place = side.pending.row, side.pending.column
            spot = next((spot for spot in spots if spot.place == place), None)
            if waits is None or (waits.spot.place, waits.planted) != (place, self._engine.generation):
                self._pending = None if spot is None else self._foretell(spot)
        if self._taken is not None and not 0 <= self._passed(self._taken) <= _FOLLOWED:
            self._taken = None

    def _foretell(self, spot: Spot) -> Taken:
        """Compute what a cell brings that is planted in a ring now."""
        without, engine, own = self._engine.read_all(), self._engine, self._player
        margins, with_it = [], without.copy()
        with_it[spot.place] = own + 1
        for board in (with_it, without):
            batch, counts = NumpyBatch(board, engine.rule, engine.generation, 1), []
            for _ in range(_FOLLOWED + 1):
                counts.append(batch.counts()[0])
                batch.step()
            batch.close()
            margins.append(np.array(counts)[:, own] - np.array(counts)[:, 1 - own])
        gains = (margins[0] - margins[1]).tolist()
        return Taken(spot, engine.generation, tuple(gains))

    @property
    def place(self) -> Place | None:
        """Where the cell was planted that is followed now; None if there is none."""
        return None if self._taken is None else self._taken.spot.place

    @property
    def words(self) -> str:
        """What the ring promised and what its cell has brought, such as "+72: so far +31"; "" for no ring."""
        taken = self._taken
        if taken is None or not 0 <= (passed := self._passed(taken)) <= _FOLLOWED:
            return ""
        return f"+{round(taken.spot.gain)}: so far {taken.gains[passed]:+d}"

    def _passed(self, taken: Taken) -> int:
        return self._engine.generation - taken.planted

    def draw(self, canvas: Canvas) -> None:
        """Draw the words where the ring was, and the ring as it grows and fades."""
        if self._taken is None or not (words := self.words):
            return
        (x, y), share = canvas.middle(self._taken.spot.place), self._passed(self._taken) / _GROWS
        radius = max(canvas.zoom * 0.9, scaled(6))
        if share < 1 and not canvas.is_calm:
            grown = packed(faded(PROMPT, 1 - share))
            imgui.get_background_draw_list().add_circle((x, y), radius * (1 + 2 * share), grown, 0, scaled(3))
        pad, size = scaled(4), BODY.size
        wide, high = width_of(words, size, bold=True) + 2 * pad, scaled(size * 1.4)
        left = x + radius + pad if x + radius + pad + wide < canvas.sides[1] else x - radius - pad - wide
        rectangle((left, y - high / 2), (left + wide, y + high / 2), faded(GROUND, 0.85), pad)
        text(words, left + pad, y - scaled(size * 0.65), PROMPT, size=size, bold=True)
