"""LIFE-2 in the window: whose choices are shown, what digits and clicks are for, and where it all stands."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gpulife.app.screen import ContestScreen, Room, place_under
from gpulife.commands import Asked
from gpulife.games.base import NOBODY, Action, ActionKind
from gpulife.games.life2_seen import seen
from gpulife.games.life2_state import PLAYERS, Life2State
from gpulife.input.events import Event, MouseButton
from gpulife.ui.life2 import Table, draw_table
from gpulife.ui.life2_layout import HEADLINE, Layout, layout
from gpulife.view.camera import Camera, pixel_of
from gpulife.view.look import Look

if TYPE_CHECKING:
    from gpulife.app.play_view import PlayView
    from gpulife.app.program import Program

_MOST_MARKED = 64 * 64
"""Cells of a board whose cells have marks on them: it is read every frame."""
_LEFT = 0
_NONE = -2
"""A player that there is not."""


class Life2Screen(ContestScreen):
    """The table of LIFE-2."""

    def first_look(self, playing: PlayView, look: Look) -> Look:
        """Pieces stay for turns: no glow of new cells and no traces of dead ones, which fade by generations."""
        del playing
        return replace(look, age=0.0, trails=0.0)

    def room(self, program: Program) -> Room:
        """The headline; the rest is the layout's."""
        return Room(HEADLINE * program.shell.host.scale)

    def fitting(self, program: Program) -> Camera:
        """The camera for the whole board with all that stands around it."""
        return _layout(program).camera

    def carry_out(self, program: Program, command: Asked) -> bool:
        """Digits that nobody in particular types are a person's: of two the one who has to choose first."""
        state = _state_of(program)
        if not isinstance(command, Action) or command.kind is not ActionKind.DIGIT or command.player != NOBODY:
            return False
        player = next((player for player in sorted(people_of(program)) if state.may_choose(player)), _NONE)
        program.play.act(replace(command, player=player))
        return True

    def mouse(
        self, program: Program, events: tuple[Event, ...], *, on_panel: bool
    ) -> tuple[tuple[Event, ...], list[Asked]]:
        """A click chooses a place, or takes it back; a person's against the computer only."""
        state = _state_of(program)
        if not state.choosing or state.halted or on_panel:
            return events, []
        commands: list[Asked] = []
        left: list[Event] = []
        for event in events:
            if not (isinstance(event, MouseButton) and event.button == _LEFT and event.pressed):
                left.append(event)
                continue
            people = people_of(program)
            if len(people) == 1:
                (player,) = people
                if (place := place_under(program, event)) is not None:
                    is_chosen = place in state.hands[player].chosen
                    kind = ActionKind.WITHDRAW if is_chosen else ActionKind.PLACE
                    commands.append(Action(player, kind, *place))
            elif people:
                program.shell.tell(
                    "a click would show your place to the other: use stick and trigger, or type column and row"
                )
        return tuple(left), commands

    def draw(self, program: Program, seconds: float, *, bright: bool) -> list[Asked]:
        """Draw all of the game that is not a cell."""
        del seconds
        state, playing, camera = _state_of(program), program.play, program.play.camera
        shape, size = playing.engine.shape, program.shell.window.view_size
        rows, columns = shape
        counts = (*playing.population, 0, 0)[:PLAYERS]
        table = Table(
            seen(state, shape, shown_to_all(program)),
            playing.engine.read(0, 0, rows, columns) if rows * columns <= _MOST_MARKED else None,
            shape,
            (counts[0], counts[1]),
            program.play.lineup.names,
            people_of(program),
            program.play.look.colours,
            bright,
        )
        draw_table(table, lambda row, column: pixel_of(camera, size, row, column), camera.zoom, _layout(program))
        return []


def people_of(program: Program) -> frozenset[int]:
    """The players that are no computers."""
    return frozenset(range(PLAYERS)) - program.play.lineup.computers


def shown_to_all(program: Program) -> frozenset[int]:
    """The players whose choices are shown: a person's against the computer, which does not look; else nobody's."""
    people = people_of(program)
    return people if len(people) == 1 else frozenset()


def _state_of(program: Program) -> Life2State:
    state = program.play.session.state
    assert isinstance(state, Life2State)  # noqa: S101 - it is this game's screen
    return state


def _layout(program: Program) -> Layout:
    return layout(program.play.engine.shape, program.shell.window.view_size, program.covered())
