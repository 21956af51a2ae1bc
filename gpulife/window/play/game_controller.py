"""A game's controller: all that a game has of its own in the window. ``game_window`` says which game has which."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, TypeVar

from gpulife.games.core.consent import NEEDS_CONSENT
from gpulife.games.core.game import NOBODY, Action, ActionKind, Place
from gpulife.games.core.game_spec import State
from gpulife.games.core.round_end import RoundsState
from gpulife.input.commands import CommandOrAction
from gpulife.input.controls import KEYBOARD
from gpulife.input.events import Event, MouseButton
from gpulife.view.gl_marks import CursorMark
from gpulife.view.look import Look
from gpulife.window.play.board_display import first_look
from gpulife.window.play.board_layout import BoardLayout, HudMargins
from gpulife.window.play.open_session import OpenSession
from gpulife.window.play.seating import Seating, seat_computers
from gpulife.window.play.workbench import Workbench
from gpulife.window.scopes import Scope
from gpulife.window.shell import Shell

MouseResult = tuple[Sequence[Event], Sequence[CommandOrAction]]
"""Mouse events that are left for drawing and dragging, and the actions and commands that clicks ask for."""
_LEFT_BUTTON = 0

_SEAT_ACTIONS = (
    ActionKind.STICK,
    ActionKind.TRIGGER,
    ActionKind.POINT,
    ActionKind.RESIGN,
    ActionKind.PLACE,
    ActionKind.WITHDRAW,
    ActionKind.DONE,
    ActionKind.AGREE,
)
"""Kinds of actions that only the player of a seat may ask for."""
_PRESSED_AT_0 = (ActionKind.RESIGN, ActionKind.DONE, ActionKind.AGREE)
"""Kinds among them whose value 0 somebody asks for; of the others, 0 means that a stick or trigger was released."""


def is_left_press(event: Event) -> bool:
    """Return whether an event is a press of the left mouse button."""
    return isinstance(event, MouseButton) and event.button == _LEFT_BUTTON and event.pressed


class GameController(Seating[State], Scope):
    """The controller that most games have; each game overrides what differs.

    As a scope it carries out what means something else in this game than elsewhere.

    Args:
        shell: the window and all that its screens share.
        play: the session that this controller is for; every session gets a new controller.

    Attributes:
        layout: where its board is in the window.
        margin: points that stay free on each side of the whole board.
        hides_panels: whether a session begins with the panels hidden.
        has_trails: whether a session begins with glow and trails, which fade by generations.
        personal_kinds: kinds of the console's actions for which the game wants to know who asks.
        function_keys: kinds of keys of which the game itself finds out which player pressed them.
        shows_help_hint: whether the game's own HUD says which key shows help.
        page: name of the page over the board, which keys and pads steer; "" for none.
        workbench: tools for boards that people may draw on at any time; None in contests.
    """

    margin: ClassVar[int] = 0
    hides_panels = False
    has_trails = True
    personal_kinds: ClassVar[frozenset[ActionKind]] = frozenset()
    function_keys: ClassVar[frozenset[ActionKind]] = frozenset()
    shows_help_hint = False

    def __init__(self, shell: Shell, play: OpenSession) -> None:
        super().__init__(shell, play)
        self.layout = BoardLayout(shell, play, self)
        self.page = ""
        self.workbench: Workbench | None = None

    def apply_first_look(self) -> None:
        """Give the board the look that a session begins with."""
        self.play.display.look = self._first_look()

    def recolour(self) -> None:
        """Give the board the colours that the players have now."""
        self.play.display.look = replace(self.play.display.look, colours=self._first_look().colours)

    def _first_look(self) -> Look:
        shell, play = self.shell, self.play
        return first_look(
            play.engine.rule,
            shell.settings,
            shell.scheme_seed,
            play.seats,
            software=shell.window.device.is_software,
            has_trails=self.has_trails,
            is_universe=play.session.match.is_universe,
        )

    @property
    def look(self) -> Look:
        """The look of the present frame."""
        return self.play.display.look

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns) in play, from the upper left; the board is shown as if it ended there."""
        return self.play.engine.shape

    @property
    def hud_margins(self) -> HudMargins:
        """Space that the game's own HUD takes around the board."""
        return HudMargins()

    def flash(self, now: float) -> tuple[float, tuple[int, ...]]:
        """Return how strong a flash is at ``now`` by the shell's clock, 0 to 1, and the species that flash."""
        del now
        return self.play.runner.flash, self.play.runner.flash_species

    def cursors(self, phase: float) -> list[CursorMark]:
        """Return the cursors to draw; ``phase``, 0 to 1, says how far their flicker is."""
        del phase
        return []

    def draw(self, seconds: float) -> None:
        """Draw the game's own HUD beside its board, behind the panels; ``seconds`` have passed since last time."""

    def draw_widgets(self) -> list[CommandOrAction]:
        """Draw the game's own widgets or its page; return the user's requests."""
        return []

    # What the panels show.

    @property
    def shows_scores(self) -> bool:
        """Whether the game shows scores and generation beside its board, so that the bar need not."""
        return False

    @property
    def draw_pace(self) -> Callable[[], Iterable[CommandOrAction]] | None:
        """Function that draws the choice of speed; None for the usual one in generations per second."""
        return None

    @property
    def seeds(self) -> tuple[str, ...]:
        """Seeds that each player has left, as text; empty where there are none."""
        return tuple(f"{seeds:02}" for seeds in self.play.session.state.seeds)

    @property
    def typing(self) -> int | None:
        """Player who is typing a handicap now; None for nobody."""
        return None

    # Who plays.

    def on_begin(self, *, playback: bool, resumed: bool) -> None:
        """Prepare for play: the session has begun, and everybody sits."""

    def close(self) -> None:
        """Undo what concerns other sessions too: another one has begun."""

    @property
    def end_reason(self) -> str:
        """Why the round or match is over, as a sentence; "" while it goes on, or where the game says nothing."""
        return self.play.session.game.explain_end(self.state, self.player_names)

    def prompts_for(self, player: int) -> Sequence[str]:
        """Return what a player can do now: the same in wordings from the longest on, with controls in braces."""
        del player
        return ()

    @property
    def after_round(self) -> Mapping[str, CommandOrAction]:
        """What people can begin now that a round is over, by the labels of buttons; empty while it goes on."""
        return {}

    @property
    def mouse_player(self) -> int | None:
        """The player whose hand is on the mouse, in a game that is played with it; None for nobody."""
        return None

    @property
    def asks_to_begin(self) -> bool:
        """Whether nothing has begun yet, and START begins it."""
        return False

    @property
    def ready_for(self) -> Hashable | None:
        """What people have to be ready for before time goes on, such as the set-up of a round; None for nothing."""
        return None

    @property
    def ready_offer(self) -> str:
        """Something else that people may begin instead, with controls in braces; "" for nothing."""
        return ""

    def take_offer(self) -> list[CommandOrAction]:
        """Return what begins what is offered."""
        return []

    def on_ready(self) -> None:
        """Note that everybody is ready."""

    @property
    def holds_time(self) -> bool:
        """Whether the game's side in the window lets time stand still now."""
        return False

    def ready_place(self, player: int) -> tuple[float, float]:
        """Return the point (x, y) of the window around which a player is asked to be ready."""
        left, top, right, bottom = self.layout.canvas.area
        share = (player + 0.5) / max(self.play.session.game.players, 1)
        return left + (right - left) * share, top + (bottom - top) / 2

    @property
    def is_setting_up(self) -> bool:
        """Whether the players still set up, before the first generation."""
        return False

    @property
    def may_be_done(self) -> frozenset[int]:
        """Players who can say now that they are done with a set-up or a turn: a pad has a button for that then."""
        return frozenset()

    @property
    def is_idle(self) -> bool:
        """Whether leaving now would interrupt nobody, so that attract mode may begin."""
        return False

    def on_join(self) -> list[CommandOrAction]:
        """Return what a player asks for by taking a seat with a gamepad's button."""
        return []

    # Input.

    def translate(self, requests: Iterable[CommandOrAction]) -> list[CommandOrAction]:
        """Return what keys and pads ask for in this game, without what people press for a computer's player."""
        translated: list[CommandOrAction] = []
        for request in requests:
            if isinstance(request, Action) and request.player == KEYBOARD and request.kind not in self.function_keys:
                request = replace(request, player=self.keyboard_player)
            if not (isinstance(request, Action) and request.player in self.computers and request.kind in _SEAT_ACTIONS):
                translated.append(request)
            elif request.a or request.b or request.kind in _PRESSED_AT_0:
                self.shell.show_message(self.refusal(request.player))
        return translated

    @property
    def brush(self) -> int:
        """State of the cells that the mouse draws."""
        return self.shell.panel_state.species

    @property
    def takes_clicks(self) -> bool:
        """Whether clicks on the board mean something in this game now, instead of drawing."""
        return False

    def click(self, place: Place | None) -> Iterable[CommandOrAction]:
        """Return what a click asks for at (row, column), or beside the board if that is None."""
        del place
        return ()

    def mouse(self, events: Sequence[Event], *, on_panel: bool, dragging: bool) -> MouseResult:
        """Return the events that are left for drawing and dragging, and what clicks on the board ask for.

        Args:
            events: all events of the frame.
            on_panel: whether the pointer is on a panel.
            dragging: whether somebody is drawing a line of cells or dragging the view.
        """
        del dragging
        if on_panel or not self.takes_clicks:
            return events, []
        clicks = [event for event in events if is_left_press(event)]
        requests = [request for click in clicks for request in self.click(self.layout.place_under(click))]
        return [event for event in events if event not in clicks], requests

    # What is saved with a session, besides who sits where.

    def saved_values(self) -> dict[str, Any]:
        """Return JSON values for :meth:`restore_values`."""
        return {}

    def restore_values(self, values: dict[str, Any]) -> None:
        """Take over what :meth:`saved_values` returned for the saved session, or {}; called before anybody sits."""


AnyController = GameController[Any]


class SessionScope(Scope):
    """A scope of the session that is played."""

    def __init__(self, controller: AnyController) -> None:
        self.controller, self.shell, self.play = controller, controller.shell, controller.play


class ContestController(GameController[State]):
    """A controller for games whose board fills the window: their players need no panels."""

    personal_kinds = NEEDS_CONSENT
    hides_panels = True

    def assign_seats(self) -> None:
        """Assign people and computers to the seats of the session."""
        seat_computers(self.play, self.levels, self.shell.window.device, self.play.seats.people)
        self._reserve_seats(self.play.seats.computers)


_State = TypeVar("_State", bound=RoundsState)
_RESULT_SECONDS = 1.5
"""Time after the end of a game in which clicks are not taken for the wish for another one."""
_ANSWERS = (ActionKind.HALT, ActionKind.STEP)


class RoundsController(ContestController[_State]):
    """A controller for a game that waits for START before its first round."""

    shows_scores = True
    _over_seconds = 0.0

    @property
    def asks_to_begin(self) -> bool:
        """Whether the first game has yet to begin."""
        return self._asks is ActionKind.START

    @property
    def is_idle(self) -> bool:
        """Whether no game is being played."""
        return self._asks is not None

    @property
    def _asks(self) -> ActionKind | None:
        """What the screen asks people to do: to begin, or to begin another game; None during a game."""
        if self.state.ending is not None:
            return ActionKind.AGAIN
        return ActionKind.START if not self.state.starts else None

    def translate(self, requests: Iterable[CommandOrAction]) -> list[CommandOrAction]:
        """Let Space and Return, and RT on a gamepad, answer what the screen asks."""
        return super().translate(self._as_answer(request) for request in requests)

    def _as_answer(self, request: CommandOrAction) -> CommandOrAction:
        if not isinstance(request, Action) or request.kind not in _ANSWERS or self._asks is None:
            return request
        return replace(request, kind=self._asks)

    @property
    def takes_clicks(self) -> bool:
        """Whether a click answers what the screen asks; panels that are shown draw on the board instead."""
        return self._asks is not None and not self.layout.panels_shown

    def click(self, place: Place | None) -> Iterable[CommandOrAction]:
        """Answer what the screen asks, but not before people have seen the result."""
        if place is not None and self._asks is not None and not 0 < self._over_seconds < _RESULT_SECONDS:
            yield Action(NOBODY, self._asks)

    def draw(self, seconds: float) -> None:
        """Count how long the result has been seen."""
        self._over_seconds = self._over_seconds + seconds if self._asks is ActionKind.AGAIN else 0.0
