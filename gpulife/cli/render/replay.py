"""Replays as subjects to render: the board of a recorded session, its cursors and its flashes, tick by tick."""

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpulife.cli.render.look import camera_of, look_of
from gpulife.cli.render.subjects import RenderContext, RenderError, RenderRequest, Subject
from gpulife.games.core.game import TICKS_PER_SECOND
from gpulife.games.core.pace import PaceKind
from gpulife.games.survival1982.observation import overlay
from gpulife.rules import parse_rule
from gpulife.session.replay import read_replay
from gpulife.session.session import Session

if TYPE_CHECKING:
    from gpulife.engines import Engine
    from gpulife.view.gl_board import CursorMark
    from gpulife.view.gl_offscreen import Animation, FrameState
    from gpulife.view.look import Look

_BLINKS_PER_SECOND, _SWELLS_PER_SECOND = 2.5, 1.2
"""Frequencies at which cursors blink, and at which the winners' cells swell."""
_FADE_TICKS = 10
"""Ticks in which a flash fades at its end."""


@dataclass
class _ReplayAnimation:
    """A recorded session that is played up to the time of each frame."""

    session: Session[Any]
    look: "Look"
    frame_state: "FrameState"
    flash_ticks: int = 0
    flash_species: tuple[int, ...] = ()

    def go_to(self, time: Fraction) -> "FrameState":
        session = self.session
        wanted = min(math.floor(time * TICKS_PER_SECOND), session.recorded_ticks)
        while session.ticks < wanted and not session.should_pause():
            self._tick(wanted - session.ticks)
        state = session.state
        flash, species = min(1.0, self.flash_ticks / _FADE_TICKS), self.flash_species
        scores = (*session.board.census().tolist(), 0, 0)
        observation = overlay(state, session.board.shape, (scores[0], scores[1]), session.board.generation)
        cursors = self.frame_state.cursors
        if observation is not None:
            if observation.flashing:
                flash, species = (
                    0.5 - 0.5 * math.cos(2 * math.pi * _SWELLS_PER_SECOND * float(time)),
                    observation.flashing,
                )
            if observation.border is not None:
                cursors = self._cursors(observation.cursors, float(time) * _BLINKS_PER_SECOND % 1)
        waves = self.look.wave and state.running and state.pace.kind is PaceKind.AUTHENTIC
        return replace(
            self.frame_state,
            progress=state.progress if waves else 1.0,
            cursors=cursors,
            flash=flash,
            flash_species=species,
        )

    def _tick(self, max_ticks: int) -> None:
        if idle := self.session.skip_idle(max_ticks):
            self.flash_ticks = max(0, self.flash_ticks - idle)
            return
        result = self.session.tick()
        if result.flashes:
            self.flash_ticks = max(flash.ticks for flash in result.flashes)
            species = {flash.species for flash in result.flashes}
            self.flash_species = () if 0 in species else tuple(sorted(species))
        self.flash_ticks = max(0, self.flash_ticks - 1)

    def _cursors(self, cells: tuple[tuple[tuple[int, int], ...], ...], phase: float) -> "tuple[CursorMark, ...]":
        from gpulife.view.gl_board import CursorMark  # imported late, since a machine without OpenGL gets this far

        colours = self.look.colours
        return tuple(
            CursorMark(row, column, colours[min(player + 1, len(colours) - 1)], phase)
            for player, marked in enumerate(cells)
            for row, column in marked
        )


def replay_subject(request: RenderRequest) -> Subject:
    """Return a recorded session as a subject.

    Raises:
        GpulifeError: the file cannot be read, or an option is only for patterns.
    """
    if given := [*request.pattern_options, *(["seed"] if request.seed is not None else [])]:
        raise RenderError(f"--{given[0]} is for patterns: the replay {request.name} has its own")
    recording = read_replay(Path(request.name or ""))
    if not recording.ticks:
        raise RenderError(f"{request.name}: nothing happens in this replay")
    rule = parse_rule(recording.match.rule)
    look = look_of(request.look, rule, recording.match.seed)

    def open_(context: RenderContext) -> "Animation":
        from gpulife.view.gl_offscreen import BoardAnimation, FrameState

        def begin(engine: "Engine") -> _ReplayAnimation:
            # Without keyframes, since nobody rewinds here.
            session: Session[Any] = Session(recording.match, engine, recording=recording, budget=0)
            session.should_pause = context.interrupted
            return _ReplayAnimation(session, look, FrameState())

        return BoardAnimation(
            context.device, rule, begin, look, camera_of(request.look, rule.size or (1, 1), context.size)
        )

    return Subject(open_, Fraction(recording.ticks, TICKS_PER_SECOND))
