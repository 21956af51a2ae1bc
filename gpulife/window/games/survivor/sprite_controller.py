"""Controllers for boards of Survivor's cells, whatever is played on them: they draw sprites in the light of the day."""

from dataclasses import replace
from math import ceil, floor
from typing import Any

from gpulife.games.core.game_spec import State
from gpulife.view.camera import cell_at
from gpulife.view.look import Look
from gpulife.window.games.survivor.daylight import blend, light_of
from gpulife.window.games.survivor.hud import MAX_CELLS, MIN_CELL, VisibleBoard, draw_board, draw_cursor
from gpulife.window.play.game_controller import GameController
from gpulife.window.play.open_session import OpenSession
from gpulife.window.play.overlay import StudyController
from gpulife.window.shell import Shell


class SpriteController(GameController[State]):
    """The controller of a board of Survivor's cells.

    Attributes:
        light: present light, which changes gradually from one time of day to the next.
    """

    def __init__(self, shell: Shell, play: OpenSession) -> None:
        super().__init__(shell, play)
        self.light = light_of(play.engine.generation)
        self._lit = False

    @property
    def look(self) -> Look:
        """The board's look in the present light."""
        look, light = self.play.display.look, self.light
        if not self._lit:
            return look
        outside = blend(light.sky, (0, 0, 0), 0.55)
        colours = (light.ground, *look.colours[1:])
        border = blend(light.sky, light.text_colour, 0.35)
        return replace(look, colours=colours, outside=outside, border=border, age=0, trails=0, bloom=0, wave=False)

    def draw(self, seconds: float) -> None:
        """Draw the sprites."""
        light = light_of(self.play.engine.generation)
        self.light = self.light.towards(light, seconds) if self._lit else light
        self._lit = True
        visible = self._visible_board()
        if visible is not None:
            draw_board(visible)
            self.draw_over(visible)

    def draw_over(self, visible: VisibleBoard) -> None:
        """Draw over the sprites."""

    def _visible_board(self) -> VisibleBoard | None:
        """Return the visible cells; None where they are too small or too many for sprites."""
        camera, size, engine = self.play.display.camera, self.shell.window.view_size, self.play.engine
        if camera.zoom < MIN_CELL:
            return None
        low, high = cell_at(camera, size, 0, 0), cell_at(camera, size, *size)
        top, left = (max(0, floor(side)) for side in low)
        bottom, right = (min(side, ceil(edge)) for side, edge in zip(engine.shape, high, strict=True))
        height, width = bottom - top, right - left
        if height <= 0 or width <= 0 or height * width > MAX_CELLS:
            return None
        rows = enumerate(engine.read(top, left, height, width).tolist(), top)
        states = {(row, column): state for row, line in rows for column, state in enumerate(line, left)}
        return VisibleBoard(states, self.layout.canvas, self.light)


class SpriteStudyController(SpriteController[Any], StudyController):
    """The controller of Study Mode on a board of Survivor's cells."""

    def draw_over(self, visible: VisibleBoard) -> None:
        """Draw the cursors of people who play."""
        for player, cursor in enumerate(self.state.cursors):
            if player in self.shell.poller.devices() and cursor.visible:
                draw_cursor(visible.canvas, (cursor.row, cursor.column), visible.canvas.colours[player + 1])
