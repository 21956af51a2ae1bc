"""Survivor's preview: the board of the next time of day over the present one, while a key or the button is held."""

from dataclasses import replace

from imgui_bundle import imgui

from gpulife.games.survivor.level import WALKABLE
from gpulife.games.survivor.rules import LevelPhase, SurvivorState
from gpulife.games.survivor.turn_preview import TurnPreview, preview_turn
from gpulife.window.games.survivor.daylight import LIGHTS
from gpulife.window.games.survivor.hud import VisibleBoard, draw_board
from gpulife.window.panels.draw_primitives import line, packed_colour
from gpulife.window.play.canvas import draw_preview_frame
from gpulife.window.play.open_session import OpenSession

_GONE = (1.0, 0.42, 0.36, 0.95)
_NEW = (1.0, 1.0, 1.0, 0.9)


class Preview:
    """The preview of the board of a session; it reads the board and changes nothing.

    Args:
        play: session of a level.
    """

    def __init__(self, play: OpenSession) -> None:
        self._play = play
        self._asked = False
        self._known: tuple[SurvivorState, int, TurnPreview] | None = None

    def ask(self) -> None:
        """Ask for the preview in the next picture; whoever holds a key asks in every frame."""
        self._asked = True

    def take(self, state: SurvivorState) -> TurnPreview | None:
        """Return what to show in this frame, None if nobody asks, or if it is not the player's turn."""
        asked, self._asked = self._asked, False
        if not asked or state.phase is not LevelPhase.TURN:
            return None
        engine = self._play.engine
        board = replace(state, cursors=())  # where the cursor is makes no difference to the board
        if self._known is None or self._known[:2] != (board, engine.generation):
            cells = engine.read(0, 0, *engine.shape)
            found = preview_turn(state, cells, engine.generation, engine.rule.edges)
            self._known = board, engine.generation, found
        return self._known[2]


def draw_preview(visible: VisibleBoard, shown: TurnPreview) -> None:
    """Draw the next board over the present one: what comes in a white frame, what goes as a red cross."""
    now, canvas = visible.states, visible.canvas
    states = {place: int(shown.cells[place]) for place in now}
    draw_board(VisibleBoard(states, canvas, LIGHTS[shown.state.time]))
    inset = canvas.zoom * 0.08
    for place, state in states.items():
        if state == now[place]:
            continue
        (left, top), (right, low) = canvas.square(place)
        corner, end = (left + inset, top + inset), (right - inset, low - inset)
        if state == WALKABLE:
            thick = max(2.0, canvas.zoom * 0.07)
            line((left + 3 * inset, top + 3 * inset), (right - 3 * inset, low - 3 * inset), _GONE, thick)
            line((right - 3 * inset, top + 3 * inset), (left + 3 * inset, low - 3 * inset), _GONE, thick)
        else:
            pen = imgui.get_background_draw_list()
            pen.add_rect(corner, end, packed_colour(_NEW), inset, max(1.5, canvas.zoom * 0.04))
    draw_preview_frame(canvas, canvas.shape, "PREVIEW")
