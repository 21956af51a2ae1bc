"""Turns mouse input into requests for the game and the workbench, into drawing, and into movements of the view."""

from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from gpulife.games.core.game import NOBODY, Action, ActionKind, Place
from gpulife.input.commands import CommandOrAction
from gpulife.input.controls import When
from gpulife.input.events import Event, MouseButton, MouseMove, MouseWheel
from gpulife.patterns.formats.rle_writer import rle_text
from gpulife.patterns.pattern import Pattern
from gpulife.view.camera import Camera, WindowSize, cell_at, pan, zoom_within
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.workbench import View

_LEFT = 0
_ZOOM_PER_NOTCH = 1.25


class MouseDrawing:
    """Turns mouse events into drawing cells, dragging the view and zooming.

    Attributes:
        busy: True while a button that was pressed on the board is still down.
    """

    def __init__(self) -> None:
        self.busy = False
        self._stroke: tuple[int, int] | None = None
        self._erasing = False
        self._marked = False
        self._drag: tuple[float, float] | None = None

    def handle(
        self,
        events: Iterable[Event],
        camera: Camera,
        shape: tuple[int, int],
        window: WindowSize,
        *,
        species: int,
        on_panel: bool,
        state_at: Callable[[Place], int] = lambda _: 0,
    ) -> tuple[Camera, list[Action]]:
        """Return the camera after a frame's events, and the actions that they request.

        Args:
            events: the window's events.
            camera: the camera before the events; during a smooth movement, the camera at the movement's end.
            shape: (rows, columns) of the board.
            window: (width, height) of the window in points.
            species: species to draw; 0 erases.
            on_panel: True if the pointer is on a panel; presses then have no effect on the board.
            state_at: function that returns the state of a cell, which may lie off the board. A stroke that begins on a
                cell of state ``species`` erases.
        """
        actions: list[Action] = []
        for event in events:
            match event:
                case MouseButton(pressed=False):
                    self._stroke = self._drag = None
                    if self._marked:
                        actions.append(Action(NOBODY, ActionKind.EDIT))
                    self._marked = False
                case MouseButton() if not on_panel:
                    if event.button == _LEFT:
                        cell = _cell(camera, window, event.x, event.y)
                        self._erasing = "Shift" in event.mods or species in (0, state_at(cell))
                        actions += self._draw_to(cell, shape, species)
                    else:
                        self._drag = (event.x, event.y)
                case MouseMove():
                    if self._stroke is not None:
                        actions += self._draw_to(_cell(camera, window, event.x, event.y), shape, species)
                    elif self._drag is not None:
                        camera = pan(camera, event.x - self._drag[0], event.y - self._drag[1])
                        self._drag = (event.x, event.y)
                case MouseWheel() if not on_panel:
                    factor = _ZOOM_PER_NOTCH**event.rows
                    camera = zoom_within(camera, shape, window, event.x, event.y, factor)
        self.busy = self._stroke is not None or self._drag is not None
        return camera, actions

    def _draw_to(self, cell: tuple[int, int], shape: tuple[int, int], species: int) -> Iterator[Action]:
        """Yield the actions that draw or erase a line from the cell that the stroke has reached to ``cell``.

        ``shape`` is the board's (rows, columns). The line is drawn in ``species``.
        """
        before, self._stroke = self._stroke or cell, cell
        places = line(before, cell)
        row, column = int(places[:, 0].min()), int(places[:, 1].min())
        patch = np.zeros(np.ptp(places, axis=0) + 1, np.uint8)
        patch[tuple((places - (row, column)).T)] = species
        if not (-patch.shape[0] < row < shape[0] and -patch.shape[1] < column < shape[1]):
            return
        if not self._marked:  # one undo for the whole stroke
            self._marked = True
            yield Action(NOBODY, ActionKind.EDIT, 1, data="erased cells" if self._erasing else "stroke")
        if self._erasing:
            for place in places.tolist():
                yield Action(NOBODY, ActionKind.ERASE, place[0], place[1], "1x1")
        else:
            yield Action(NOBODY, ActionKind.PAINT, row, column, rle_text(Pattern(patch)))


def line(start: tuple[int, int], end: tuple[int, int]) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """Return the cells of the straight line from ``start`` to ``end``, both included.

    Each row of the result is a cell's (row, column): shape (cells, 2), int64.
    """
    steps = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
    parts = np.linspace(0.0, 1.0, steps + 1)[:, None]
    places: np.ndarray[tuple[int, int], np.dtype[np.int64]] = np.rint(
        np.array(start) + parts * (np.array(end) - np.array(start))
    ).astype(np.int64)
    return places


def _cell(camera: Camera, window: WindowSize, x: float, y: float) -> tuple[int, int]:
    row, column = cell_at(camera, window, x, y)
    return int(np.floor(row)), int(np.floor(column))


class PointerInput:
    """Turns mouse events into requests, and moves the view.

    Events go to the game first, then to the workbench's tool. Events that neither uses draw cells or move the view.
    """

    def __init__(self) -> None:
        self._drawing = MouseDrawing()

    @property
    def busy(self) -> bool:
        """True if the user is drawing a line of cells or dragging the view."""
        return self._drawing.busy

    def take(self, controller: AnyController, events: Sequence[Event]) -> list[CommandOrAction]:
        """Return the requests that a frame's mouse events make."""
        shell, play, workbench = controller.shell, controller.play, controller.workbench
        busy = self.busy or (workbench is not None and workbench.busy)
        on_panel = not busy and bool(shell.imgui_backend.panel_under(events))
        events, requests = controller.mouse(events, on_panel=on_panel, dragging=self.busy)
        before = play.display.target  # which the game may have changed, as when a press stops a view that glides
        if workbench is not None:
            events, asked = workbench.mouse(events, _pointer_view(controller), on_panel=on_panel)
            requests = [*requests, *asked]
            if refusal := workbench.take_refusal():
                shell.show_message(refusal)
        size = shell.window.view_size
        play.display.target, actions = self._drawing.handle(
            events,
            before,
            play.engine.shape,
            size,
            species=controller.brush,
            on_panel=on_panel,
            state_at=(lambda _: 0) if workbench is None else workbench.state_at,
        )
        play.display.fitted = play.display.fitted and play.display.target == before
        return [*requests, *actions]


def _pointer_view(controller: AnyController) -> View:
    """Return the data with which the workbench converts window positions to positions on the board."""
    camera, size = controller.play.display.camera, controller.shell.window.view_size
    return View(
        lambda x, y: cell_at(camera, size, x, y),
        camera.zoom,
        controller.shell.imgui_backend.scale,
        controller.look.wrap,
    )


def holds_pattern(controller: AnyController) -> bool:
    """Return True if the pointer carries a pattern that is to be placed. Escape then discards it."""
    return controller.workbench is not None and NOBODY in controller.workbench.ghosts


def update_workbench(controller: AnyController, *, in_menu: bool) -> None:
    """Let carried patterns follow their cursors, and decide which of the workbench's controls apply now.

    Args:
        controller: controller of the session.
        in_menu: True if keys and pads operate a page; the workbench's controls then do not apply.
    """
    poller, workbench = controller.shell.poller, controller.workbench
    if not in_menu and controller.end_has_keys:
        poller.set_times((When.ENDED,), dict.fromkeys(range(poller.seats), (When.ENDED,)))
        return
    if workbench is None or in_menu:
        done = frozenset[int]() if in_menu else controller.may_be_done
        seats = range(poller.seats) if poller.own_seat in done else done  # on line all pads here play one seat
        poller.set_times((), dict.fromkeys(seats, (When.DONE,)))
        return
    workbench.follow_cursors([(cursor.row, cursor.column) for cursor in controller.play.session.state.cursors])
    poller.set_times(workbench.keyboard_times + controller.situations, workbench.pad_times(range(poller.seats)))
