"""The controller of LIFE-2: decides whose choices are shown, and handles digits, clicks and the layout."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from gpulife.games.core.game import NOBODY, Action, ActionKind, Place
from gpulife.games.life2.observation import life2_overlay
from gpulife.games.life2.prompts import prompts
from gpulife.games.life2.state import PLAYERS, Life2Phase, Life2State
from gpulife.input.commands import CommandOrAction
from gpulife.view.camera import Camera
from gpulife.window.games.life2.hud import HudContent, draw_life2
from gpulife.window.games.life2.layout import HEADLINE, Layout, layout
from gpulife.window.games.life2.page import PAGE
from gpulife.window.play.board_layout import HudMargins
from gpulife.window.play.game_controller import RoundsController
from gpulife.window.play.game_window import GameWindow
from gpulife.window.scopes import PASS_ON, Handled, handles
from gpulife.window.start.two_player_setup import TwoPlayerSetup

_MAX_MARKED = 64 * 64
"""Size of the largest board whose cells have marks on them: it is read every frame."""
_NO_PLAYER = -2
"""A player who does not exist, for digits that belong to nobody."""


class Life2Controller(RoundsController[Life2State]):
    """The controller of LIFE-2."""

    has_trails = False  # pieces stay for turns

    @property
    def hud_margins(self) -> HudMargins:
        """Space for the headline; the layout leaves space for the rest."""
        return HudMargins(HEADLINE * self.shell.imgui_backend.scale)

    def whole_board_camera(self) -> Camera:
        """Return the camera for the whole board and the HUD around it."""
        return self._layout.camera

    @property
    def _layout(self) -> Layout:
        return layout(self.play.engine.shape, self.shell.window.view_size, self.layout.covered)

    @property
    def shown_to_all(self) -> frozenset[int]:
        """Players whose choices are shown: a person who is alone here, else nobody; in a replay all."""
        if self.play.is_replay:
            return frozenset(range(PLAYERS))
        people = self.play.local_people
        return people if len(people) == 1 else frozenset()

    @handles(ActionKind.DIGIT)
    def _type_digit(self, request: Action) -> Handled:
        """Assign a typed digit to the first person who has to choose."""
        if request.player != NOBODY:
            return PASS_ON
        player = next(
            (player for player in sorted(self.play.local_people) if self.state.may_choose(player)), _NO_PLAYER
        )
        self.play.runner.act(replace(request, player=player))
        return None

    @property
    def ready_for(self) -> tuple[int, int] | None:
        """The first choice of a game against the clock, which begins when people are ready."""
        state = self.state
        against_clock = state.phase is Life2Phase.OPENING and state.rules.opening_seconds
        return (state.starts, state.round) if against_clock else None

    @property
    def takes_clicks(self) -> bool:
        """Whether players choose places now, or the screen asks to begin."""
        return (self.state.choosing and not self.state.halted) or super().takes_clicks

    def click(self, place: Place | None) -> Iterable[CommandOrAction]:
        """Choose a place or take it back, for a person who plays against the computer."""
        if not self.state.choosing:
            yield from super().click(place)
        elif len(self.play.local_people) > 1:
            self.shell.show_message(
                "a click would show your place to the other: use stick and trigger, or type a column and a row"
            )
        elif place is not None:
            for player in self.play.local_people:
                is_chosen = place in self.state.hands[player].chosen
                yield Action(player, ActionKind.WITHDRAW if is_chosen else ActionKind.PLACE, *place)

    def prompts_for(self, player: int) -> Sequence[str]:
        """Return what can be done now, which is the same for both."""
        del player
        overlay = life2_overlay(self.state, self.play.engine.shape, self.shown_to_all)
        return prompts(overlay, sorted(self.play.local_people), self.player_names)

    def draw(self, seconds: float) -> None:
        """Draw everything beside and on the cells."""
        super().draw(seconds)
        play, shape = self.play, self.play.engine.shape
        left, right = (*play.population, 0, 0)[:PLAYERS]
        cells = play.engine.read_all() if shape[0] * shape[1] <= _MAX_MARKED else None
        observation = life2_overlay(self.state, shape, self.shown_to_all)
        legends = tuple(self.legend(player) for player in range(PLAYERS))
        content = HudContent(
            observation,
            self.layout.canvas,
            cells,
            (left, right),
            play.local_people,
            legends,
            self.end_reason,
            play.own_seat,
            play.has_prompts,
        )
        draw_life2(content, self._layout)


WINDOW = GameWindow(controller=Life2Controller, setup=TwoPlayerSetup, page=PAGE)
