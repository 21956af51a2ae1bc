"""Prepares what a frame shows: the picture of the board, and the data for the panels."""

from collections.abc import Sequence

from gpulife.games.core.game import Place
from gpulife.games.core.pace import PaceKind
from gpulife.view import camera as cameras
from gpulife.view.camera import Camera, Shape, clamp, glide, magnified, nearest_copy, pan, pixel_of
from gpulife.view.gl_board import BoardFrame
from gpulife.view.pictures import CELLS
from gpulife.view.schemes import SCHEMES
from gpulife.window.panels.snapshot import Snapshot, Timeline
from gpulife.window.panels.thumbnails import Thumbnails
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.game_window import own_panels
from gpulife.window.play.workbench_overlay import ghost_marks

_MARGIN = 1.5
"""Minimum distance in cells between the middle of a cursor and the edge of the view."""


class CursorView:
    """Moves the view so that people's cursors stay in it."""

    def __init__(self) -> None:
        self._before: Sequence[Place] = ()

    def follow(self, controller: AnyController) -> None:
        """Move the view just enough to show the cursors that moved since the last call.

        If people's cursors are too far apart for one view, show the whole board.
        """
        play, people = controller.play, controller.shell.poller.devices()
        places = [(cursor.row, cursor.column) for cursor in play.session.state.cursors]
        before, self._before = self._before, places
        if play.display.fitted or play.session.in_the_past or len(before) != len(places):
            return
        moved = [player for player in people if player < len(places) and places[player] != before[player]]
        for player in moved:
            keep_in_view(controller, places[player], _MARGIN)
        others = [places[player] for player in people if player < len(places)]
        if moved and any(_missing(controller, place, 0.5) != (0, 0) for place in others):
            play.display.fitted = True


def keep_in_view(controller: AnyController, cell: Place, margin: float = 0.5) -> None:
    """Move the view just enough to show a cell, with ``margin`` cells around its middle."""
    right, down = _missing(controller, cell, margin)
    if right or down:
        controller.play.display.fitted = False
        controller.play.display.target = pan(controller.play.display.target, right, down)


def _missing(controller: AnyController, cell: Place, margin: float) -> tuple[float, float]:
    """Return how many points the board must move right and down to bring ``cell`` into view.

    ``margin`` is the distance, in cells, to keep from the edge of the view.
    """
    target, size, rule = controller.play.display.target, controller.shell.window.view_size, controller.play.engine.rule
    row, column = cell[0] + 0.5, cell[1] + 0.5
    if controller.look.wrap and rule.size is not None:
        row, column = nearest_copy(row, target.row, rule.size[0]), nearest_copy(column, target.column, rule.size[1])
    (width, height), (left, below, beside, above) = size, controller.layout.covered
    x, y = pixel_of(target, size, row, column)
    edge = target.zoom * margin
    right = min(0.0, width - beside - edge - x) or max(0.0, left + edge - x)
    down = min(0.0, height - below - edge - y) or max(0.0, above + controller.hud_margins.above + edge - y)
    return right, down


_FLICKERS_PER_SECOND = 2.5
"""Number of times per second that cursors flicker."""
_CALM_FLICKERS_PER_SECOND = 1.0
"""Flickers per second while there is no input; fewer, since each flicker redraws the whole picture."""
_PICTURES_PER_SECOND = 5.0
"""Frames per second of an animated look while there is no input and the board is at rest."""


def snapshot_of(
    controller: AnyController,
    undo: str = "",
    redo: str = "",
    thumbnails: Thumbnails | None = None,
    at_rest: str = "",
) -> Snapshot:
    """Return the data that the panels show in this frame.

    For ``undo``, ``redo``, ``thumbnails`` and ``at_rest`` see :class:`Snapshot`.
    """
    play = controller.play
    session, state = play.session, play.session.state
    devices = controller.shell.poller.devices()
    return Snapshot(
        match=session.match,
        title=play.title,
        rule=play.engine.rule,
        running=not play.runner.stands and (state.running or (session.match.is_universe and session.in_the_past)),
        generation=session.board.generation,
        pace=play.runner.pace,
        population=play.population,
        kinds=controller.kinds_of_cells,
        seeds=controller.seeds,
        history=play.runner.history.curves(),
        timeline=Timeline(session.ticks, session.recorded_ticks, session.keyframes.off_reason or "", play.plays_file),
        rates=play.runner.rates,
        look=play.display.look,
        has_pictures=controller.has_pictures,
        schemes=SCHEMES,
        settings=controller.shell.settings,
        bindings=controller.shell.poller.bindings,
        players=tuple(
            f"player {player + 1}: {' and '.join(names)}"
            for player, names in devices.items()
            if player not in controller.shell.poller.seat_claims.reserved
        ),
        monitors=tuple(monitor.name for monitor in controller.shell.window.monitors),
        fullscreen=controller.shell.window.fullscreen_on is not None,
        renderer=play.engine.renderer,
        free_memory=controller.shell.boards.free_memory(),
        unmapped=tuple((socket, pad.name) for socket, pad in controller.shell.pads.unmapped().items()),
        wizard=controller.shell.mapping_wizard,
        seats=controller.seats,
        levels=controller.level_titles,
        typing=controller.typing,
        muted=controller.shell.sound.muted,
        output=controller.shell.sound.audio.output,
        draw_pace=controller.draw_pace,
        panels=own_panels(),
        undo=undo,
        redo=redo,
        workbench=None if controller.workbench is None else controller.workbench.facts,
        thumbnails=thumbnails,
        name=play.name,
        at_rest=at_rest,
        filming=controller.shell.recorder.on,
        shows_scores=controller.shows_scores,
        has_pads=controller.shell.poller.gamepads.are_connected,
        memory_needed=controller.shell.boards.memory_needed,
    )


def _moved_camera(controller: AnyController, goal: Camera, seconds: float, wrap: Shape | None) -> Camera:
    """Return the camera ``seconds`` later, on its flight or, if there is no flight, on its smooth way to ``goal``.

    ``wrap`` is as in :func:`gpulife.view.camera.between`.
    """
    display = controller.play.display
    flight = display.flight
    if flight is not None and (flight.is_over or flight.target != display.target):
        flight = display.flight = None
    if flight is None:
        return glide(display.camera, goal, seconds, wrap)
    controller.shell.motion.due()
    return flight.fly(goal, seconds, wrap)


def board_picture(controller: AnyController, seconds: float, *, dragging: bool) -> BoardFrame:
    """Move the camera by ``seconds``, and return the data for drawing the board and its cursors in pixels.

    Unless the user is dragging the view, the camera comes to rest on whole pixels, which keeps cells sharp.
    """
    shell, play, look = controller.shell, controller.play, controller.look
    size, pixels, shape = (
        shell.window.framebuffer_size,
        shell.window.pixels_per_point,
        play.engine.shape,
    )
    if play.display.fitted:  # a HUD may take over half of the window, so that the window's centre is off the board
        play.display.target = controller.layout.whole_board_camera()
    else:
        play.display.target = clamp(play.display.target, shape, shell.window.view_size, wrap=look.wrap)
    sharp = magnified(cameras.at_rest(magnified(play.display.target, pixels), size), 1 / pixels)
    goal = play.display.target if dragging else sharp
    play.display.was_near |= not play.display.fitted
    play.display.camera = _moved_camera(controller, goal, seconds, shape if look.wrap else None)
    state = play.session.state
    # The wave belongs to the authentic pace, at which players time their seeds against it.
    waves = look.wave and state.running and state.pace.kind is PaceKind.AUTHENTIC
    # A processor would be busy with nothing else: there, a look that moves by itself stands while nobody touches it.
    stands = shell.window.device.is_software and shell.motion.is_calm
    moment = shell.motion.steps(_PICTURES_PER_SECOND, sleeps=False) if look.moves and not stands else 0.0
    flash, flash_species = controller.flash(shell.now)
    cursors = controller.cursors(0.0)
    if cursors:
        flickers = _CALM_FLICKERS_PER_SECOND if shell.motion.is_calm else _FLICKERS_PER_SECOND
        cursors = controller.cursors(shell.motion.steps(2 * _CALM_FLICKERS_PER_SECOND) * flickers % 1)
    return BoardFrame(
        size,
        magnified(play.display.camera, pixels),
        look,
        progress=state.progress if waves else 1.0,
        ghosts=tuple(ghost_marks(controller.workbench)),
        cursors=tuple(cursors),
        flash=flash,
        flash_species=flash_species,
        rows=controller.shape[0],
        scale=max(1.0, shell.imgui_backend.pixel_scale),
        moment=moment,
        covered=_covered_pixels(controller) if look.picture != CELLS else (0, 0, 0, 0),
    )


def _covered_pixels(controller: AnyController) -> tuple[int, int, int, int]:
    """Return the pixels that panels and the HUD cover at the window's left, lower, right and upper edge."""
    pixels, (left, below, right, above) = controller.shell.window.pixels_per_point, controller.layout.covered
    hud = controller.hud_margins
    edges = left + hud.left, below + hud.below, right + hud.right, above + hud.above
    return tuple(round(edge * pixels) for edge in edges)  # type: ignore[return-value] # of four edges
