"""Controllers: a game's own behaviour in the window. ``game_window`` chooses a game's controller."""

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
from gpulife.view.camera import Camera
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
"""Mouse events left for drawing and dragging, and the requests of clicks."""
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
"""Kinds of actions that only the player of a seat may request."""
_PRESSED_AT_0 = (ActionKind.RESIGN, ActionKind.DONE, ActionKind.AGREE)
"""Kinds of seat actions in which the value 0 is a press. In the other kinds, 0 releases a stick or trigger."""


def is_left_press(event: Event) -> bool:
    """Return whether an event is a press of the left mouse button."""
    return isinstance(event, MouseButton) and event.button == _LEFT_BUTTON and event.pressed


class GameController(Seating[State], Scope):
    """The default controller of a game. Each game overrides the methods that differ.

    As a scope it handles commands that mean something special in this game.

    Args:
        shell: services shared by all screens.
        play: the session. Every session has its own controller.

    Attributes:
        layout: where the board lies in the window.
        margin: points to leave free on each side of the whole board.
        has_panels: True if panels can be shown at all.
        hides_panels: True if sessions begin with the panels hidden.
        has_trails: True if sessions begin with the glow and trail effects, which fade with the generations.
        function_keys: kinds of actions for which the game itself finds out which player pressed the key.
        shows_help_hint: True if the game's own HUD names the key for help.
        page: name of the game's page over the board, operated with keys and pads; "" while none is open.
        workbench: tools for editing the board; None in contests.
    """

    margin: ClassVar[int] = 0
    has_panels = True
    hides_panels = False
    has_trails = True
    function_keys: ClassVar[frozenset[ActionKind]] = frozenset()
    shows_help_hint = False

    def __init__(self, shell: Shell, play: OpenSession) -> None:
        super().__init__(shell, play)
        self.layout = BoardLayout(shell, play, self)
        self.page = ""
        self.workbench: Workbench | None = None

    def apply_first_look(self) -> None:
        """Set the look with which the session begins."""
        self.play.display.look = self._first_look()

    def recolour(self) -> None:
        """Draw the board in the players' present colours from now on."""
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
        """The look in this frame."""
        return self.play.display.look

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns) of the part in play, from the board's upper left corner. The view shows only this part."""
        return self.play.engine.shape

    @property
    def hud_margins(self) -> HudMargins:
        """Space in points that the game's own HUD takes around the board."""
        return HudMargins()

    @property
    def own_camera(self) -> Camera | None:
        """The camera for a game that places the whole board itself; None for the usual camera."""
        return None

    def flash(self, now: float) -> tuple[float, tuple[int, ...]]:
        """Return the strength of a flash, 0 to 1, at time ``now`` of the shell's clock, and the species that flash."""
        del now
        return self.play.runner.flash, self.play.runner.flash_species

    def cursors(self, phase: float) -> list[CursorMark]:
        """Return the cursors to draw; ``phase``, 0 to 1, is the phase of their flicker."""
        del phase
        return []

    def draw(self, seconds: float) -> None:
        """Draw the game's own HUD beside the board and behind the panels, ``seconds`` after the last call."""

    def draw_widgets(self) -> list[CommandOrAction]:
        """Draw the game's own widgets or its page; return the user's requests."""
        return []

    # What the panels show.

    @property
    def shows_scores(self) -> bool:
        """True if the game shows scores and generation beside the board, so that the bar can omit them."""
        return False

    @property
    def draw_pace(self) -> Callable[[], Iterable[CommandOrAction]] | None:
        """Function that draws the speed control; None for the usual one in generations per second."""
        return None

    @property
    def seeds(self) -> tuple[str, ...]:
        """Seeds left for each player, as text; empty if the game has none."""
        return tuple(f"{seeds:02}" for seeds in self.play.session.state.seeds)

    @property
    def typing(self) -> int | None:
        """The player who is typing a handicap; None if nobody is typing."""
        return None

    # Who plays.

    def on_begin(self, *, playback: bool, resumed: bool) -> None:
        """Prepare for play. Called when the session has begun and seats are assigned."""

    def close(self) -> None:
        """Undo this session's changes to objects that sessions share. Called when another session has begun."""

    @property
    def end_reason(self) -> str:
        """The reason why the round or match is over, as a sentence; "" during play or if the game gives none."""
        return self.play.session.game.explain_end(self.state, self.player_names)

    def prompts_for(self, player: int) -> Sequence[str]:
        """Return texts that tell a player what they can do now, with controls in braces, longest wording first."""
        del player
        return ()

    @property
    def after_round(self) -> Mapping[str, CommandOrAction]:
        """The requests of the buttons that begin something after the round, by label; empty during a round."""
        return {}

    @property
    def mouse_player(self) -> int | None:
        """The player whose seat the mouse plays in this game; None if nobody uses the mouse."""
        return None

    @property
    def asks_to_begin(self) -> bool:
        """True if the game waits for START to begin."""
        return False

    @property
    def ready_for(self) -> Hashable | None:
        """The part of the game that waits until people are ready, as an identifier; None if nothing waits."""
        return None

    @property
    def ready_offer(self) -> str:
        """Text that offers something else to play while people get ready, with controls in braces; "" for none."""
        return ""

    def take_offer(self) -> list[CommandOrAction]:
        """Return the requests that begin what :attr:`ready_offer` offers."""
        return []

    def on_ready(self) -> None:
        """React when everybody is ready."""

    @property
    def holds_time(self) -> bool:
        """True if the window stops the game's time now."""
        return False

    def ready_place(self, player: int) -> tuple[float, float]:
        """Return the window position (x, y) for the card that asks a player to be ready."""
        left, top, right, bottom = self.layout.canvas.area
        share = (player + 0.5) / max(self.play.session.game.players, 1)
        return left + (right - left) * share, top + (bottom - top) / 2

    @property
    def is_setting_up(self) -> bool:
        """True if players are still setting up, before the first generation."""
        return False

    @property
    def may_be_done(self) -> frozenset[int]:
        """Players who can end their set-up or turn now. Pads have a button to say so at such times."""
        return frozenset()

    @property
    def is_idle(self) -> bool:
        """True if nobody is playing, so that attract mode may begin."""
        return False

    def on_join(self) -> list[CommandOrAction]:
        """Return the requests to carry out when a player joins with a gamepad button."""
        return []

    # Input.

    def translate(self, requests: Iterable[CommandOrAction]) -> list[CommandOrAction]:
        """Adapt requests from keys and pads to this game, and drop those for seats that the computer plays."""
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
        """True if a click on the board now has a special effect in this game instead of drawing."""
        return False

    def click(self, place: Place | None) -> Iterable[CommandOrAction]:
        """Return the requests of a click at (row, column); ``place`` is None for a click off the board."""
        del place
        return ()

    def mouse(self, events: Sequence[Event], *, on_panel: bool, dragging: bool) -> MouseResult:
        """Return the events left for drawing and dragging, and the requests of clicks on the board.

        Args:
            events: all events of the frame.
            on_panel: True if the pointer is on a panel.
            dragging: True if the user is drawing a line of cells or dragging the view.
        """
        del dragging
        if on_panel or not self.takes_clicks:
            return events, []
        clicks = [event for event in events if is_left_press(event)]
        requests = [request for click in clicks for request in self.click(self.layout.place_under(click))]
        return [event for event in events if event not in clicks], requests

    # Values saved with a session, besides who has which seat.

    def saved_values(self) -> dict[str, Any]:
        """Return this game's JSON values to be saved with the session; :meth:`restore_values` restores them."""
        return {}

    def restore_values(self, values: dict[str, Any]) -> None:
        """Restore ``values``, a saved result of :meth:`saved_values` or {}. Called before seats are assigned."""


AnyController = GameController[Any]


class SessionScope(Scope):
    """A scope that handles commands for the present session."""

    def __init__(self, controller: AnyController) -> None:
        self.controller, self.shell, self.play = controller, controller.shell, controller.play


class ContestController(GameController[State]):
    """A controller for games whose board fills the window, so that sessions begin without panels."""

    personal_kinds = NEEDS_CONSENT
    hides_panels = True

    def assign_seats(self) -> None:
        """Assign people and computers to the session's seats."""
        seat_computers(self.play, self.levels, self.shell.window.device, self.play.seats.people)
        self._reserve_seats(self.play.seats.computers)


_State = TypeVar("_State", bound=RoundsState)
_RESULT_SECONDS = 1.5
"""Seconds after the end of a game during which clicks do not start another game."""
_ANSWERS = (ActionKind.HALT, ActionKind.STEP)


class RoundsController(ContestController[_State]):
    """A controller for a game that waits for START before its first round."""

    shows_scores = True
    _over_seconds = 0.0

    @property
    def asks_to_begin(self) -> bool:
        """True if the first game has yet to begin."""
        return self._asks is ActionKind.START

    @property
    def is_idle(self) -> bool:
        """True if no game is being played."""
        return self._asks is not None

    @property
    def _asks(self) -> ActionKind | None:
        """The action that the screen asks for, which begins a first or another game; None during a game."""
        if self.state.ending is not None:
            return ActionKind.AGAIN
        return ActionKind.START if not self.state.starts else None

    def translate(self, requests: Iterable[CommandOrAction]) -> list[CommandOrAction]:
        """Turn Space, Return and a gamepad's RT into the action that the screen asks for."""
        return super().translate(self._as_answer(request) for request in requests)

    def _as_answer(self, request: CommandOrAction) -> CommandOrAction:
        if not isinstance(request, Action) or request.kind not in _ANSWERS or self._asks is None:
            return request
        return replace(request, kind=self._asks)

    @property
    def takes_clicks(self) -> bool:
        """True if a click makes the action that the screen asks for. While panels are shown, clicks draw instead."""
        return self._asks is not None and not self.layout.panels_shown

    def click(self, place: Place | None) -> Iterable[CommandOrAction]:
        """Return the action that the screen asks for, once people have had time to see the result."""
        if place is not None and self._asks is not None and not 0 < self._over_seconds < _RESULT_SECONDS:
            yield Action(NOBODY, self._asks)

    def draw(self, seconds: float) -> None:
        """Count how long the result has been on screen."""
        self._over_seconds = self._over_seconds + seconds if self._asks is ActionKind.AGAIN else 0.0
