"""The forecast of the next generation over the board of Real-Time Life, while a key is held or until it is put away."""

from collections.abc import Iterable, Sequence

import numpy as np
from imgui_bundle import imgui

from gpulife.games.core.count_text import count_text
from gpulife.games.realtime.forecast import MAX_CELLS, Forecast, forecast, with_plans
from gpulife.games.realtime.state import RealTimeState, SeatStanding
from gpulife.seats import YOU
from gpulife.window.panels.draw_primitives import packed_colour, rgba_of
from gpulife.window.play.canvas import Canvas, draw_preview_frame
from gpulife.window.play.open_session import OpenSession

_GONE = (1.0, 0.25, 0.2, 1.0)
_HOLLOW = (0.0, 0.0, 0.0, 0.8)
_NEW = (1.0, 1.0, 1.0, 0.95)
_MAX_MARKS = 20_000


class ForecastView:
    """The forecast of a session; it reads the board and changes nothing.

    Args:
        play: the session.

    Attributes:
        kept: whether it is shown until it is put away.
    """

    def __init__(self, play: OpenSession) -> None:
        self._play = play
        self.kept = False
        self._asked = False
        self._known: Forecast | None = None

    def ask(self) -> None:
        """Ask for it in the next picture; whoever holds a key asks in every frame."""
        self._asked = True

    def take(self, state: RealTimeState, seats: Iterable[int]) -> Forecast | None:
        """Return what to show in this frame; None if nobody asks, or there is nothing to show.

        Args:
            state: the game.
            seats: the players who are here, whose plans are in it.
        """
        asked, self._asked = self._asked or self.kept, False
        rows, columns = state.rows, state.columns
        if not asked or rows * columns > MAX_CELLS:
            return None
        engine = self._play.engine
        planned = with_plans(state, engine.read(0, 0, rows, columns), seats)
        known = self._known
        if known is None or known.generation != state.generation + 1 or not np.array_equal(known.now, planned):
            self._known = forecast(state, planned, engine.rule)
        return self._known


def forecast_text(shown: Forecast, state: RealTimeState, names: Sequence[str], seats: Iterable[int]) -> str:
    """Return one line: what becomes of the cells of the players who are here."""
    parts = []
    for seat in seats:
        if state.seats[seat].standing is not SeatStanding.IN and not state.seats[seat].sketch:
            continue
        after, more = shown.change(seat)
        who = "you have" if names[seat] == YOU else f"{names[seat]} has"
        parts.append(f"{who} {count_text(after, 'cell')} ({more:+d})")
    told = ", ".join(parts)
    return f"Forecast of generation {shown.generation}" + (f": {told}" if told else "")


def draw_forecast(shown: Forecast, canvas: Canvas) -> None:
    """Mark on the board what comes and goes: births as framed cells of their colour, deaths hollow with a red cross."""
    changed = np.argwhere((shown.now == 0) != (shown.after == 0))[:_MAX_MARKS].tolist()
    pen, zoom = imgui.get_background_draw_list(), canvas.zoom
    inset, thick = zoom * 0.12, max(1.5, zoom * 0.08)
    left, top, right, low = canvas.area
    for row, column in changed:
        (x, y), (end_x, end_y) = canvas.square((row, column))
        if not (left <= x <= right and top <= y <= low):
            continue
        if state := int(shown.after[row, column]):
            corner, end = (x + inset, y + inset), (end_x - inset, end_y - inset)
            pen.add_rect_filled(corner, end, packed_colour(rgba_of(canvas.colours[state], 0.7)), inset)
            pen.add_rect(corner, end, packed_colour(_NEW), inset, thick)
        else:
            pen.add_rect_filled((x + inset, y + inset), (end_x - inset, end_y - inset), packed_colour(_HOLLOW), inset)
            red = packed_colour(_GONE)
            pen.add_line((x + 2 * inset, y + 2 * inset), (end_x - 2 * inset, end_y - 2 * inset), red, thick)
            pen.add_line((end_x - 2 * inset, y + 2 * inset), (x + 2 * inset, end_y - 2 * inset), red, thick)
    draw_preview_frame(canvas, (len(shown.now), len(shown.now[0])))
