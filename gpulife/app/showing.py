"""What the window shows of the program: plain data for the panels, and the look that settings give a board."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from gpulife.app.lobby import level_titles
from gpulife.app.realtime import tick_seconds_of
from gpulife.app.seating import is_contest
from gpulife.app.warring import war_of
from gpulife.engines.gl_opening import engine_type
from gpulife.games.pace import PaceKind
from gpulife.rules import Rule
from gpulife.settings import Settings
from gpulife.ui.snapshot import Snapshot, Timeline
from gpulife.view.camera import at_rest, clamp, glide, magnified
from gpulife.view.look import Look, default_look, with_colours
from gpulife.view.schemes import SCHEMES, scheme

if TYPE_CHECKING:
    from gpulife.app.program import Program

_FLICKER = 2.5
"""Of cursors, times a second."""
_SWELLING = 1.2
"""Of the winners' cells, times a second."""
_KEPT_LOOKS = ("age", "trails", "wave", "shapes", "grid", "wrap", "brightness")
"""Settings that are the look's of the same name."""


def look_for(rule: Rule, settings: Settings, seed: int, *, software: bool) -> Look:
    """The look that a universe of ``rule`` begins with.

    Args:
        rule: whose states have colours.
        settings: the user's.
        seed: of the random colour schemes.
        software: whether the processor draws.
    """
    look = default_look(rule, software=software)
    kept = {name: getattr(settings, name) for name in _KEPT_LOOKS}
    bloom = look.bloom if settings.bloom is None else settings.bloom
    look = replace(look, **kept, bloom=bloom, reduced_flashing=bool(settings.reduced_flashing))
    if settings.scheme in SCHEMES:
        look = with_colours(look, scheme(settings.scheme, rule, seed), settings.scheme)
    return look


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
        seeds=_seeds(program),
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
        lineup=program.play.lineup,
        party=None if war_of(playing) is None else program.play.party,
        levels=level_titles(),
        typing=_typing(program),
        muted=program.shell.sound.muted,
        output=program.shell.sound.audio.output,
        tick_seconds=tick_seconds_of(playing),
        filming=program.shell.recorder.on,
        contest=is_contest(playing),
        engine_of=partial(engine_type, device=program.shell.window.device),
    )


def _seeds(program: Program) -> tuple[str, ...]:
    beside = program.overlay()
    if beside is not None:  # question marks while somebody types
        return beside.status[1], beside.status[3]
    return tuple(f"{seeds:02}" for seeds in program.play.session.state.seeds)


def _typing(program: Program) -> int | None:
    beside = program.overlay()
    return beside.typing[0] if beside is not None and beside.typing is not None else None


def draw_board(program: Program, seconds: float, now: float) -> None:
    """Draw the board and its cursors, after the camera has glided on for ``seconds``; at the time ``now``.

    The camera's points become pixels here, and nowhere else.
    """
    playing, look, screen = program.play, program.screen.look(program), program.screen
    size, pixels, shape = (
        program.shell.window.framebuffer_size,
        program.shell.window.pixels_a_point,
        playing.engine.shape,
    )
    if program.play.fitted:
        program.play.target = program.fitting()
    program.play.target = clamp(program.play.target, shape, program.shell.window.view_size, wrap=look.wrap)
    sharp = magnified(at_rest(magnified(program.play.target, pixels), size), 1 / pixels)
    goal = program.play.target if program.intake.mouse.busy else sharp
    program.play.camera = glide(program.play.camera, goal, seconds, shape if look.wrap else None)
    state = playing.session.state
    # R2: the wave belongs to the authentic pace, where timing a seed against it is a skill.
    waves = look.wave and state.running and state.pace.kind is PaceKind.AUTHENTIC
    flash, flash_species = _flash(program, now)
    playing.view.draw(
        program.shell.window.device.context.screen,
        size,
        magnified(program.play.camera, pixels),
        look,
        progress=state.progress if waves else 1.0,
        cursors=screen.cursors(program, now * _FLICKER % 1),
        flash=flash,
        flash_species=flash_species,
        seconds=seconds,
        rows=screen.shape(program)[0],
    )


def _flash(program: Program, now: float) -> tuple[float, tuple[int, ...]]:
    """Strength and species of the flash that is on: the winners' cells swell and fade while the end is shown."""
    beside = program.overlay()
    if beside is not None and beside.flashing:
        return 0.5 - 0.5 * math.cos(2 * math.pi * _SWELLING * now), beside.flashing
    return program.play.flash, program.play.flash_species
