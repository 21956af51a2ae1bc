"""Keeps what somebody moves over the board in view: the cursors of people who play, and corners and ghosts."""

from collections.abc import Sequence

from gpulife.games.core.game import Place
from gpulife.view.camera import nearest_copy, pan, pixel_of
from gpulife.window.play.game_controller import AnyController

_MARGIN = 1.5
"""Cells between the middle of a cursor and the edge of the view."""


class CursorView:
    """Lets the view follow the cursors of people."""

    def __init__(self) -> None:
        self._before: Sequence[Place] = ()

    def follow(self, controller: AnyController) -> None:
        """Move the view as far as the cursors need to be seen that have moved since the last call.

        Where people's cursors are too far from each other for that, the whole board is shown.
        """
        play, people = controller.play, controller.shell.poller.devices()
        places = [(cursor.row, cursor.column) for cursor in play.session.state.cursors]
        before, self._before = self._before, places
        if play.fitted or play.session.in_the_past or len(before) != len(places):
            return
        moved = [player for player in people if player < len(places) and places[player] != before[player]]
        for player in moved:
            keep_in_view(controller, places[player], _MARGIN)
        others = [places[player] for player in people if player < len(places)]
        if moved and any(_missing(controller, place, 0.5) != (0, 0) for place in others):
            play.fitted = True


def keep_in_view(controller: AnyController, cell: Place, margin: float = 0.5) -> None:
    """Move the view just as far as a cell needs to be seen, with ``margin`` cells around its middle."""
    right, down = _missing(controller, cell, margin)
    if right or down:
        controller.play.fitted = False
        controller.play.target = pan(controller.play.target, right, down)


def _missing(controller: AnyController, cell: Place, margin: float) -> tuple[float, float]:
    """Return the points by which the board has to move to the right and down to show a cell."""
    target, size, rule = controller.play.target, controller.shell.window.view_size, controller.play.engine.rule
    row, column = cell[0] + 0.5, cell[1] + 0.5
    if controller.look.wrap and rule.size is not None:
        row, column = nearest_copy(row, target.row, rule.size[0]), nearest_copy(column, target.column, rule.size[1])
    (width, height), (left, below, beside) = size, controller.covered
    x, y = pixel_of(target, size, row, column)
    edge = target.zoom * margin
    right = min(0.0, width - beside - edge - x) or max(0.0, left + edge - x)
    down = min(0.0, height - below - edge - y) or max(0.0, controller.hud_margins.above + edge - y)
    return right, down
