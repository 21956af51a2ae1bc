"""What the window shows of the program: plain data for the panels, and the look that settings give a board."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gpulife.engines.gl_opening import engine_type
from gpulife.games.pace import PaceKind
from gpulife.ui.snapshot import Snapshot, Timeline
from gpulife.view.camera import at_rest, clamp, glide, magnified
from gpulife.view.schemes import SCHEMES

if TYPE_CHECKING:
    from gpulife.app.program import Program

_FLICKER = 2.5
"""Of cursors, times a second."""


def snapshot_of(program: Program) -> Snapshot:
    """One frame's data for the panels."""
    playing = program.play
    session, state = playing.session, playing.session.state
    devices = program.shell.poller.devices()
    return Snapshot(
        match=session.match,
        title=session.game.title,
        rule=playing.engine.rule,
        running=state.running,
        generation=session.computed,
        pace=program.pace,
        population=playing.population,
        seeds=program.controller.seeds,
        history=playing.history.curves(),
        timeline=Timeline(session.ticks, 0, session.recorded_ticks, session.past.off or ""),
        rates=playing.rates,
        look=program.play.look,
        schemes=SCHEMES,
        settings=program.shell.settings,
        bindings=program.shell.poller.bindings,
        players=tuple(
            f"player {player + 1}: {' and '.join(names)}"
            for player, names in devices.items()
            if player not in program.shell.poller.reserved
        ),
        monitors=tuple(monitor.name for monitor in program.shell.window.monitors),
        fullscreen=program.shell.window.fullscreen_on is not None,
        renderer=playing.engine.renderer,
        free_memory=playing.free_memory(program.shell.window.device),
        unmapped=tuple((socket, pad.name) for socket, pad in program.shell.pads.unmapped().items()),
        wizard=None if program.shell.mapping is None else program.shell.mapping.step(),
        seats=program.controller.seats,
        levels=program.controller.level_titles,
        typing=program.controller.typing,
        muted=program.shell.sound.muted,
        output=program.shell.sound.audio.output,
        tick_seconds=program.controller.tick_seconds,
        filming=program.shell.recorder.on,
        contest=program.controller.has_figures,
        engine_of=partial(engine_type, device=program.shell.window.device),
    )


def draw_board(program: Program, seconds: float, now: float) -> None:
    """Draw the board and its cursors, after the camera has glided on for ``seconds``; at the time ``now``.

    The camera's points become pixels here, and nowhere else.
    """
    playing, look, controller = program.play, program.controller.look, program.controller
    size, pixels, shape = (
        program.shell.window.framebuffer_size,
        program.shell.window.pixels_a_point,
        playing.engine.shape,
    )
    if program.play.fitted:
        program.play.target = controller.fitting()
    program.play.target = clamp(program.play.target, shape, program.shell.window.view_size, wrap=look.wrap)
    sharp = magnified(at_rest(magnified(program.play.target, pixels), size), 1 / pixels)
    goal = program.play.target if program.intake.mouse.busy else sharp
    program.play.camera = glide(program.play.camera, goal, seconds, shape if look.wrap else None)
    state = playing.session.state
    # R2: the wave belongs to the authentic pace, where timing a seed against it is a skill.
    waves = look.wave and state.running and state.pace.kind is PaceKind.AUTHENTIC
    flash, flash_species = controller.flash(now)
    playing.view.draw(
        program.shell.window.device.context.screen,
        size,
        magnified(program.play.camera, pixels),
        look,
        progress=state.progress if waves else 1.0,
        cursors=controller.cursors(now * _FLICKER % 1),
        flash=flash,
        flash_species=flash_species,
        seconds=seconds,
        rows=controller.shape[0],
    )
