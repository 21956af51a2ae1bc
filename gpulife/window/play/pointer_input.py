"""What the mouse asks for over a session: of its game, of the workbench, or to draw, drag and zoom."""

from collections.abc import Sequence

from gpulife.games.core.game import NOBODY
from gpulife.input.commands.command import CommandOrAction
from gpulife.input.controls.control import When
from gpulife.input.events import Event
from gpulife.view.camera import cell_at
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.mouse_drawing import MouseDrawing
from gpulife.window.play.workbench import View


class PointerInput:
    """Turns the mouse's events into requests, and moves the view.

    A click belongs first to the game, then to the workbench's tool; what both leave draws, drags or zooms.
    """

    def __init__(self) -> None:
        self._drawing = MouseDrawing()

    @property
    def busy(self) -> bool:
        """Whether somebody is drawing a line of cells or dragging the view."""
        return self._drawing.busy

    def take(self, controller: AnyController, events: Sequence[Event]) -> list[CommandOrAction]:
        """Return what the events of a frame ask for."""
        shell, play, workbench = controller.shell, controller.play, controller.workbench
        busy = self.busy or (workbench is not None and workbench.busy)
        on_panel, before = not busy and bool(shell.imgui_backend.panel_under(events)), play.target
        events, requests = controller.mouse(events, on_panel=on_panel, dragging=self.busy)
        if workbench is not None:
            events, asked = workbench.mouse(events, _pointer_view(controller), on_panel=on_panel)
            requests = [*requests, *asked]
            if refusal := workbench.take_refusal():
                shell.show_message(refusal)
        size = shell.window.view_size
        play.target, actions = self._drawing.handle(
            events,
            before,
            play.engine.shape,
            size,
            species=controller.brush,
            on_panel=on_panel,
            state_at=(lambda _: 0) if workbench is None else workbench.state_at,
        )
        play.fitted = play.fitted and play.target == before
        return [*requests, *actions]


def _pointer_view(controller: AnyController) -> View:
    """Return the board as the pointer meets it in the present frame."""
    camera, size = controller.play.camera, controller.shell.window.view_size
    return View(
        lambda x, y: cell_at(camera, size, x, y),
        camera.zoom,
        controller.shell.imgui_backend.scale,
        controller.look.wrap,
    )


def holds_pattern(controller: AnyController) -> bool:
    """Return whether a pattern hangs at the pointer, which Escape lets go of first."""
    return controller.workbench is not None and NOBODY in controller.workbench.ghosts


def update_workbench(controller: AnyController, *, in_menu: bool) -> None:
    """Let players' ghosts follow their cursors, and tell the poller which keys and buttons it is time for.

    Args:
        controller: controller of the session.
        in_menu: whether keys and pads steer a page, so that it is time for none.
    """
    poller, workbench = controller.shell.poller, controller.workbench
    if workbench is None or in_menu:
        done = frozenset[int]() if in_menu else controller.may_be_done
        seats = range(poller.seats) if poller.own_seat in done else done  # on line all pads here play one seat
        poller.set_times((), dict.fromkeys(seats, (When.DONE,)))
        return
    workbench.follow_cursors([(cursor.row, cursor.column) for cursor in controller.play.session.state.cursors])
    poller.set_times(workbench.keyboard_times, workbench.pad_times(range(poller.seats)))
