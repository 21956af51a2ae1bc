"""What the window shows of the program: plain data for the panels, and the look that settings give a board."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gpulife.rules import Rule
from gpulife.settings import Settings
from gpulife.ui.contest import draw_contest
from gpulife.ui.snapshot import Snapshot, Timeline
from gpulife.view.camera import pixel_of
from gpulife.view.look import Look, default_look, with_colours
from gpulife.view.schemes import SCHEMES, scheme

if TYPE_CHECKING:
    from gpulife.app.program import Program

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
    playing = program.playing
    session, state = playing.session, playing.session.state
    devices = program.poller.devices()
    return Snapshot(
        match=session.match,
        title=session.game.title,
        rule=playing.engine.rule,
        running=state.running,
        generation=session.computed,
        pace=program.pace,
        population=playing.population,
        seeds=state.seeds,
        history=playing.history.curves(),
        timeline=Timeline(session.ticks, 0, session.recorded_ticks, session.past.off or ""),
        rates=playing.rates,
        look=program.look,
        schemes=SCHEMES,
        settings=program.settings,
        bindings=program.poller.bindings,
        players=tuple(f"player {player + 1}: {' and '.join(names)}" for player, names in devices.items()),
        monitors=tuple(monitor.name for monitor in program.window.monitors),
        fullscreen=program.window.fullscreen_on is not None,
        renderer=playing.engine.renderer,
        free_memory=playing.free_memory(program.window.device),
        unmapped=tuple((socket, pad.name) for socket, pad in program.pads.unmapped().items()),
        wizard=None if program.mapping is None else program.mapping.step(),
    )


def draw_beside(program: Program, *, bright: bool) -> None:
    """Draw what the game has beside its board, if anything, into the frame of Dear ImGui that has begun.

    Args:
        program: what is played, and where the view is.
        bright: whether what flickers is bright now.
    """
    beside = program.overlay()
    if beside is None:
        return
    size, shape = program.window.framebuffer_size, program.playing.engine.shape
    whole = program.fitting()
    left, right = (pixel_of(whole, size, 0, column)[0] for column in (0, shape[1]))
    draw_contest(
        beside,
        lambda row, column: pixel_of(program.camera, size, row, column),
        shape,
        program.look.colours,
        (left, right, size[1] - program.covered()[1]),
        bright=bright,
    )
