"""The controller of LIFE-2: decides whose choices are shown, and handles digits, clicks and the layout."""

from collections.abc import Sequence
from dataclasses import replace

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.life2.observation import seen
from gpulife.games.life2.state import PLAYERS, Life2State
from gpulife.input.commands import Asked
from gpulife.input.events import Event
from gpulife.view.camera import Camera
from gpulife.view.look import Look
from gpulife.window.games.life2.hud import HudContent, draw_life2
from gpulife.window.games.life2.layout import HEADLINE, Layout, layout
from gpulife.window.play.board_controller import Room
from gpulife.window.play.game_controller import ContestController, MouseResult, split_clicks
from gpulife.window.play.game_window import GameWindow
from gpulife.window.start.two_player_setup import TwoPlayerSetup

_MAX_MARKED = 64 * 64
"""Size of the largest board whose cells have marks on them: it is read every frame."""
_NO_PLAYER = -2
"""A player who does not exist, for digits that belong to nobody."""


class Life2Controller(ContestController[Life2State]):
    """The controller of LIFE-2."""

    has_figures = True

    def first_look(self, look: Look) -> Look:
        """Return the look without glow and traces, which fade by generations, while pieces stay for turns."""
        return replace(look, age=0.0, trails=0.0)

    @property
    def room(self) -> Room:
        """Room for the headline; the layout makes room for the rest."""
        return Room(HEADLINE * self.shell.host.scale)

    def whole_board_camera(self) -> Camera:
        """Return the camera for the whole board and the figures around it."""
        return self._layout.camera

    @property
    def _layout(self) -> Layout:
        return layout(self.play.engine.shape, self.shell.window.view_size, self.covered)

    @property
    def people(self) -> frozenset[int]:
        """Players that are no computers."""
        return frozenset(range(PLAYERS)) - self.play.seats.computers

    @property
    def shown_to_all(self) -> frozenset[int]:
        """Players whose choices are shown: a person who plays against the computer, else nobody."""
        return self.people if len(self.people) == 1 else frozenset()

    def carry_out(self, asked: Asked) -> bool:
        """Assign a typed digit to the first person who has to choose."""
        if not isinstance(asked, Action) or asked.kind is not ActionKind.DIGIT or asked.player != NOBODY:
            return False
        player = next((player for player in sorted(self.people) if self.state.may_choose(player)), _NO_PLAYER)
        self.play.act(replace(asked, player=player))
        return True

    def mouse(self, events: Sequence[Event], *, on_panel: bool, dragging: bool) -> MouseResult:
        """Turn clicks into choosing a place or taking it back, for a person who plays against the computer."""
        del dragging
        state, people = self.state, self.people
        if not state.choosing or state.halted or on_panel:
            return events, []
        asked: list[Asked] = []
        clicks, others = split_clicks(events)
        for click in clicks:
            if len(people) == 1:
                (player,) = people
                if (place := self.place_under(click)) is not None:
                    is_chosen = place in state.hands[player].chosen
                    kind = ActionKind.WITHDRAW if is_chosen else ActionKind.PLACE
                    asked.append(Action(player, kind, *place))
            elif people:
                self.shell.tell(
                    "a click would show your place to the other: use stick and trigger, or type column and row"
                )
        return others, asked

    def draw(self, seconds: float, *, bright: bool) -> list[Asked]:
        """Draw everything beside and on the cells."""
        del seconds
        play, shape = self.play, self.play.engine.shape
        left, right = (*play.population, 0, 0)[:PLAYERS]
        content = HudContent(
            seen(self.state, shape, self.shown_to_all),
            play.engine.read(0, 0, *shape) if shape[0] * shape[1] <= _MAX_MARKED else None,
            shape,
            (left, right),
            play.seats.names,
            self.people,
            play.look.colours,
            bright,
        )
        draw_life2(content, self.pixel_of, play.camera.zoom, self._layout)
        return []


WINDOW = GameWindow(controller=Life2Controller, setup=TwoPlayerSetup)
