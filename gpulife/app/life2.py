"""LIFE-2 in the window: whose choices are shown, what digits and clicks are for, and where it all stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from gpulife.commands import Command, CommandKind
from gpulife.games.base import NOBODY, Action, ActionKind
from gpulife.games.life2_seen import seen
from gpulife.games.life2_state import PLAYERS, Life2State
from gpulife.input.events import Event, MouseButton
from gpulife.ui.life2 import Table, draw_table
from gpulife.ui.life2_layout import Layout, layout
from gpulife.view.camera import Camera, cell_at, pixel_of
from gpulife.view.look import Look

if TYPE_CHECKING:
    from gpulife.app.playing import Playing
    from gpulife.app.program import Program

_MOST_MARKED = 64 * 64
"""Cells of a board whose cells have marks on them: it is read every frame."""
_LEFT = 0
_NONE = -2
"""A player that there is not."""


def state_of(program: Program) -> Life2State | None:
    """The game's state, if it is LIFE-2 that is played."""
    state = program.playing.session.state
    return state if isinstance(state, Life2State) else None


def people_of(program: Program) -> frozenset[int]:
    """The players that are no computers."""
    return frozenset(range(PLAYERS)) - program.lineup.computers


def shown_to_all(program: Program) -> frozenset[int]:
    """The players whose choices are shown: a person's against the computer, which does not look; else nobody's."""
    people = people_of(program)
    return people if len(people) == 1 else frozenset()


def plain_pieces(playing: Playing, look: Look) -> Look:
    """Pieces stay for turns: without the glow of new cells and the traces of dead ones, which fade by generations."""
    return replace(look, age=0.0, trails=0.0) if isinstance(playing.session.state, Life2State) else look


def fitting(program: Program) -> Camera | None:
    """The camera for the whole board with all that stands around it; None for other games."""
    return None if state_of(program) is None else _layout(program).camera


def addressed(program: Program, action: Action) -> Action:
    """Digits that nobody in particular types are a person's: of two the one who has to choose first."""
    state = state_of(program)
    if state is None or action.kind is not ActionKind.DIGIT or action.player != NOBODY:
        return action
    player = next((player for player in sorted(people_of(program)) if state.may_choose(player)), _NONE)
    return replace(action, player=player)


def take_clicks(program: Program, events: Iterable[Event], *, on_panel: bool) -> tuple[list[Event], list[Command]]:
    """What is left of the events for drawing and dragging, and the places that clicks choose or take back."""
    events, commands, left = list(events), [], []
    state = state_of(program)
    if state is None or not state.choosing or state.halted or on_panel:
        return events, []
    for event in events:
        if not (isinstance(event, MouseButton) and event.button == _LEFT and event.pressed):
            left.append(event)
            continue
        people = people_of(program)
        if len(people) == 1:
            (player,) = people
            scale, window = program.window.pixels_a_point, program.window.framebuffer_size
            row, column = cell_at(program.camera, window, event.x * scale, event.y * scale)
            place = int(np.floor(row)), int(np.floor(column))
            rows, columns = program.playing.engine.shape
            if 0 <= place[0] < rows and 0 <= place[1] < columns:
                is_chosen = place in state.hands[player].chosen
                kind = ActionKind.WITHDRAW if is_chosen else ActionKind.PLACE
                commands.append(Command(CommandKind.ACT, Action(player, kind, *place)))
        elif people:
            program.tell("a click would show your place to the other: use stick and trigger, or type column and row")
    return left, commands


def draw_life2(program: Program, *, bright: bool) -> None:
    """Draw all of the game that is not a cell into the frame of Dear ImGui that has begun."""
    state = state_of(program)
    if state is None:
        return
    playing, camera = program.playing, program.camera
    shape, size = playing.engine.shape, program.window.framebuffer_size
    rows, columns = shape
    counts = (*playing.population, 0, 0)[:PLAYERS]
    table = Table(
        seen(state, shape, shown_to_all(program)),
        playing.engine.read(0, 0, rows, columns) if rows * columns <= _MOST_MARKED else None,
        shape,
        (counts[0], counts[1]),
        program.lineup.names,
        people_of(program),
        program.look.colours,
        bright,
    )
    draw_table(table, lambda row, column: pixel_of(camera, size, row, column), camera.zoom, _layout(program))


def _layout(program: Program) -> Layout:
    return layout(program.playing.engine.shape, program.window.framebuffer_size, program.covered())
