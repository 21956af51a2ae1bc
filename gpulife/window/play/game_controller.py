"""Controllers, which give each game its own behaviour in the window. ``game_window`` chooses the controller."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, TypeVar

from imgui_bundle import imgui

from gpulife.games.core.consent import NEEDS_CONSENT, ConsentState
from gpulife.games.core.game import NOBODY, Action, ActionKind, Place
from gpulife.games.core.game_spec import State
from gpulife.games.core.round_end import RoundsState
from gpulife.games.core.series import Series
from gpulife.input.commands import CommandOrAction, PressEndButton, SetUp, StartScreen
from gpulife.input.controls import KEYBOARD, When
from gpulife.input.events import Event, MouseButton
from gpulife.view.camera import Camera
from gpulife.view.gl_marks import CursorMark
from gpulife.view.look import Look
from gpulife.window.design import BURST, GAP, GROUND, rgba_of
from gpulife.window.play.board_display import first_look
from gpulife.window.play.board_layout import BoardLayout, HudMargins
from gpulife.window.play.bursts import Bursts, ScoreRises
from gpulife.window.play.canvas import scaled
from gpulife.window.play.game_picture import GamePicture
from gpulife.window.play.open_session import OpenSession
from gpulife.window.play.opening import Opening, OpeningView
from gpulife.window.play.private_board import PrivateBoard
from gpulife.window.play.rest_watch import another_soup
from gpulife.window.play.result_banner import (
    Banner,
    BannerClock,
    EndButton,
    Result,
    draw_end_buttons,
    draw_result,
    round_result,
)
from gpulife.window.play.seating import Seating, seat_computers
from gpulife.window.play.workbench import Workbench
from gpulife.window.scopes import Scope
from gpulife.window.shell import Shell

MouseResult = tuple[Sequence[Event], Sequence[CommandOrAction]]
"""The mouse events that are left for drawing and dragging, and the requests that the other events made."""
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
"""Seat actions that are presses even if all their values are 0. Other seat actions are then releases."""


def is_left_press(event: Event) -> bool:
    """Return whether an event is a press of the left mouse button."""
    return isinstance(event, MouseButton) and event.button == _LEFT_BUTTON and event.pressed


class GameController(Seating[State], Scope):
    """Controls a session in the window. Games override methods where they differ.

    The controller is also a scope: it carries out the commands that have a special meaning in its game.

    Args:
        shell: services shared by all screens.
        play: the session. Every session has its own controller.

    Attributes:
        layout: where the board lies in the window.
        margin: points to leave free on each side of the whole board.
        game_picture: the colours and the frame of the game's board; None to draw the board like a universe.
        has_panels: True if panels can be shown at all.
        hides_panels: True if sessions begin with the panels hidden.
        situations: the situations in which the game's additional keyboard controls work.
        banner_is_lowest: True if the result's banner covers the HUD below the board; False if it lies above that HUD.
        tells_every_round: True if the statistics appear after every round; False if only after one with turning points.
        charts_lead: True if the statistics show one curve of the lead; False if they show each player's score.
        has_trails: True if sessions begin with a look in which changed cells glow and leave trails.
        function_keys: kinds of actions that keys shared by all players request. The game itself decides which player
            acts.
        shows_speed: True if the game's own HUD shows the speed in generations a second.
        shows_help_hint: True if the game's own HUD names the key for help.
        page: name of the game's page over the board, which keys and pads operate; "" for none.
        workbench: tools for editing the board; None in contests.
    """

    margin: ClassVar[int] = 0
    game_picture: ClassVar[GamePicture | None] = None
    has_panels = True
    hides_panels = False
    situations: ClassVar[tuple[When, ...]] = ()
    banner_is_lowest = False
    tells_every_round = charts_lead = False
    has_trails = True
    function_keys: ClassVar[frozenset[ActionKind]] = frozenset()
    shows_speed = shows_help_hint = False

    def __init__(self, shell: Shell, play: OpenSession) -> None:
        super().__init__(shell, play)
        self.layout = BoardLayout(shell, play, self)
        self.page = ""
        self.workbench: Workbench | None = None
        self._banner_clock = BannerClock(shell)
        self._opening_view = OpeningView(shell.motion)
        self._end: tuple[Result, Banner] | None = None

    def apply_first_look(self) -> None:
        """Set the look with which the session begins."""
        self.play.display.look = self._first_look()

    def recolour(self) -> None:
        """Draw the board in the players' current colours from now on."""
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
            has_pictures=self.has_pictures,
            entry=play.entry_with_look,
        )

    @property
    def has_pictures(self) -> bool:
        """True if the board may be drawn as a picture; False if people need to see the cells."""
        return self.play.session.match.is_universe

    @property
    def has_minimap(self) -> bool:
        """True if a minimap is shown whenever a part of the board is out of view."""
        return self.layout.panels_shown

    @property
    def needs_minimap(self) -> bool:
        """True if the minimap is shown even while the whole board is in view."""
        return False

    @property
    def has_tool_bar(self) -> bool:
        """True if the panels include the tool bar, as on all boards with a workbench (tools for editing)."""
        return self.workbench is not None

    @property
    def look(self) -> Look:
        """How the board is drawn in this frame: its colours, effects and grid lines."""
        look, picture = self.play.display.look, self._shown_picture
        return look if picture is None else picture.of(look)

    @property
    def _shown_picture(self) -> GamePicture | None:
        """The game's picture; None if there is none, or if the user's colours would not stand out from it."""
        picture = self.game_picture
        return picture if picture is not None and picture.suits(self.play.display.look) else None

    def draw_game_picture(self) -> None:
        """Draw what the game's style adds on and around the board, such as a frame. The HUD is drawn over it."""
        if (picture := self._shown_picture) is not None:
            pen, (left, top, right, bottom) = imgui.get_background_draw_list(), self.layout.canvas.area
            pen.push_clip_rect(
                (left, top), (right, bottom), intersect_with_current_clip_rect=True
            )  # the panels beside the board are see-through
            picture.draw_surface(replace(self.layout.canvas, shape=self.shape))
            pen.pop_clip_rect()

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns) of the part of the board in play, at the board's upper left. Only this part is shown."""
        return self.play.engine.shape

    @property
    def hud_margins(self) -> HudMargins:
        """Space in points that the game's own HUD takes around the board."""
        return HudMargins()

    @property
    def prompt_above(self) -> float:
        """Height in points of the prompt just above the board, 0 for none. Messages appear in the same place."""
        return 0.0

    @property
    def own_camera(self) -> Camera | None:
        """The camera for a game that places the whole board itself; None if the layout chooses the camera."""
        return None

    def flash(self, now: float) -> tuple[float, tuple[int, ...]]:
        """Return how strongly cells flash at ``now`` (seconds), 0 to 1, and the species that flash; () for all."""
        del now
        return self.play.runner.flash, self.play.runner.flash_species

    def cursors(self, phase: float) -> list[CursorMark]:
        """Return the cursors to draw; ``phase`` is the phase of their flicker, 0 to 1."""
        del phase
        return []

    def draw(self, seconds: float) -> None:
        """Draw the game's HUD beside the board and behind the panels; ``seconds`` is the time since the last call."""

    def draw_all(self, seconds: float) -> None:
        """Draw the picture of the game's board, the HUD and, after a round or match, its result; not the widgets."""
        self.draw_game_picture()
        self.draw(seconds)
        play, result = self.play, self.result
        is_quiet = play.is_show or play.only_watches or play.session.in_the_past or play.runner.watching
        self._opening_view.clear()
        if not (is_quiet or self.page or result or (play.runner.holds() and not self.holds_time)):
            reader = self.legend(next(iter(self.people), 0))
            canvas, hud = self.layout.canvas, self.hud_margins
            left, top, right, low = canvas.area
            area = left + hud.left, top + hud.above, right - hud.right, low - hud.below
            state, opening = play.session.state, self.opening
            consent = state.consent if isinstance(state, ConsentState) else None
            if opening is not None and consent is not None and consent.question is not None:
                opening = replace(opening, title="")  # the card with the question lies there
            self._opening_view.draw(opening, replace(canvas, shape=self.shape, area=area), reader, seconds)
        shown, self._end, layout = self._banner_clock.shown(result), None, self.layout
        layout.end_room = 0.0
        if result is not None and shown is not None:
            blinks = self._banner_clock.blinks
            picture = self.game_picture if self.banner_is_lowest else None
            ground = GROUND if picture is None else rgba_of(picture.outside)  # as that of the HUD beside it
            area = layout.area_of_banner
            banner = draw_result(result, layout.canvas, area, shown=shown, blinks=blinks, ground=ground)
            self._end, covered = (result, banner), self.hud_margins.below if self.banner_is_lowest else 0.0
            if not result.passes:
                layout.end_room = max(banner.height + scaled(GAP) - covered, 0.0)

    def draw_end_buttons(self) -> list[CommandOrAction]:
        """Draw the buttons of the banner that :meth:`draw_all` has drawn, if any; return the user's requests."""
        result, banner = self._end or (None, None)
        if result is None or banner is None or banner.buttons is None:
            return []
        return draw_end_buttons(result, banner.buttons, self.legend(next(iter(self.people), 0)))

    @property
    def end_has_keys(self) -> bool:
        """True while a banner is shown whose buttons have keys of their own; see ``When.ENDED``."""
        return self._end is not None and self._end[0].has_keys and not self.page

    def end_button_requests(self, command: PressEndButton) -> list[CommandOrAction]:
        """Return the request of the banner's button that ``command`` presses; [] if there is no such button.

        The highlighted button also waits until people have had the time to read the result.
        """
        if self._end is None or not self.end_has_keys or not (command.leaves or self._banner_clock.may_be_read):
            return []
        return [self._end[0].pressed(leaves=command.leaves)]

    @property
    def opening(self) -> Opening | None:
        """What players must do first in this part of the game, and the cells to mark; None once they have done it."""
        return None

    def draw_widgets(self) -> list[CommandOrAction]:
        """Draw the game's own buttons and fields, or its page; return the user's requests."""
        return []

    # What the panels show.

    @property
    def shows_scores(self) -> bool:
        """True if the game itself shows scores and generation, so that the bar at the lower edge can omit them."""
        return False

    @property
    def draw_pace(self) -> Callable[[], Iterable[CommandOrAction]] | None:
        """Function that draws the game's own speed control; None for the usual control, in generations per second."""
        return None

    @property
    def kinds_of_cells(self) -> tuple[str, ...]:
        """The names that the panels use for the kinds of cells."""
        return self.play.engine.rule.census_names

    @property
    def seeds(self) -> tuple[str, ...]:
        """Number of seeds left for each player, as text; empty if players have no seeds in this game."""
        return tuple(f"{seeds:02}" for seeds in self.play.session.state.seeds)

    @property
    def typing(self) -> int | None:
        """The player who is typing the number of seeds with which they begin; None if nobody is typing."""
        return None

    @property
    def progress(self) -> str:
        """How far the session is, as the start screen says it: "generation 12"."""
        return f"generation {self.play.session.board.generation:,}"

    # Who plays.

    def on_begin(self, *, playback: bool, resumed: bool) -> None:
        """Prepare for play. Called when the session has begun and seats are assigned.

        Args:
            playback: True if the session plays back a recorded match.
            resumed: True if it continues a saved session.
        """

    def close(self) -> None:
        """Reset what this session changed in objects that all sessions use. Called when another session has begun."""

    @property
    def end_reason(self) -> str:
        """The reason why the round or match is over, as a sentence; "" during play or if the game gives none."""
        return self.play.session.game.explain_end(self.state, self.player_names)

    @property
    def result(self) -> Result | None:
        """How the round or match has ended, for the banner over the board; None during play."""
        return None

    @property
    def outcome(self) -> str:
        """How the session has ended, as the start screen says it: "You win"; "" while play goes on."""
        result = self.result
        return "" if result is None or result.passes else result.title

    @property
    def chooser(self) -> EndButton | None:
        """The pause menu's button for a page on which the user chooses what to play, such as a level; None for none."""
        return None

    @property
    def may_go_on(self) -> bool:
        """True if people at this window can begin another round or game after the end.

        Hints then name the keys for this.
        """
        play = self.play
        return play.has_prompts and not (play.is_show or play.only_watches or play.session.in_the_past)

    @property
    def again(self) -> EndButton:
        """The button for another round or game after the end."""
        return EndButton("Another game", Action(NOBODY, ActionKind.AGAIN), "again")

    @property
    def end_buttons(self) -> tuple[EndButton, ...]:
        """The buttons after the end: again, another set-up, and back to the start; empty if people cannot go on.

        An on-line match has no button for another set-up, because the host chooses the set-up.
        """
        if not self.may_go_on:
            return ()
        if self.play.own_seat is not None:
            return self.again, EndButton("Leave the match", StartScreen(), "start-screen")
        other = EndButton("Other set-up", SetUp(self.play.session.match.game))
        return self.again, other, EndButton("Start screen", StartScreen(), "start-screen")

    def prompts_for(self, player: int) -> Sequence[str]:
        """Return the prompt that says what a player can do now, in several wordings, longest first.

        They have placeholders such as "{trigger}" for controls. The screen shows the first one that fits.
        """
        del player
        return ()

    def private_board(self, player: int) -> PrivateBoard | None:
        """Return the board with what only ``player`` may see; None in games without secrets.

        It is shown on the player's phone.
        """
        del player
        return None

    @property
    def after_round(self) -> Mapping[str, CommandOrAction]:
        """The buttons that are shown after a round: the request of each, keyed by its label; {} during a round."""
        return {}

    @property
    def opens_statistics(self) -> bool:
        """True if a round's statistics appear by themselves at its end when there is something to tell."""
        return True

    @property
    def mouse_player(self) -> int | None:
        """The player who uses the mouse in this game; None if nobody does."""
        return None

    @property
    def asks_to_begin(self) -> bool:
        """True if the game waits for START to begin."""
        return False

    @property
    def ready_for(self) -> Hashable | None:
        """An identifier of the part of the game that waits until all people are ready; None if no part waits."""
        return None

    @property
    def ready_offer(self) -> str:
        """A text that offers something else to play while people get ready, with controls in braces; "" for none."""
        return ""

    def take_offer(self) -> list[CommandOrAction]:
        """Return the requests that begin what the text :attr:`ready_offer` offers."""
        return []

    def on_ready(self) -> None:
        """Called when all people have said that they are ready."""

    @property
    def holds_time(self) -> bool:
        """True if the window itself stops the game's time now, as a guide does until the player acts."""
        return False

    def ready_place(self, player: int) -> tuple[float, float]:
        """Return the window position (x, y) of the card that asks a player whether they are ready."""
        left, top, right, bottom = self.layout.canvas.area
        share = (player + 0.5) / max(self.play.session.game.players, 1)
        return left + (right - left) * share, top + (bottom - top) / 2

    @property
    def is_setting_up(self) -> bool:
        """True if players are still setting up, before the first generation."""
        return False

    @property
    def another_soup(self) -> Action:
        """The action that fills the whole board with other random cells, at the density chosen by the user."""
        return another_soup(self.shell.panel_state.density)

    @property
    def may_be_done(self) -> frozenset[int]:
        """The players who can now end their set-up or turn, with the control "done"."""
        return frozenset()

    @property
    def is_idle(self) -> bool:
        """True if nobody is playing, so that attract mode may begin."""
        return False

    def on_join(self) -> list[CommandOrAction]:
        """Return the requests to carry out when a player joins the game by a press on their gamepad."""
        return []

    # Input.

    def translate(self, requests: Iterable[CommandOrAction]) -> list[CommandOrAction]:
        """Return the requests of keys and pads, adapted to this game. Requests for a computer's seat are left out."""
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
        """The state that the mouse gives to cells when it draws."""
        return self.shell.panel_state.species

    @property
    def takes_clicks(self) -> bool:
        """True if a click on the board goes to the game now (:meth:`click`) instead of drawing a cell."""
        return False

    def click(self, place: Place | None) -> Iterable[CommandOrAction]:
        """Return the requests that a click makes at ``place`` (row, column), which is None off the board."""
        del place
        return ()

    def mouse(self, events: Sequence[Event], *, on_panel: bool, dragging: bool) -> MouseResult:
        """Return the unused mouse events, for drawing and dragging, and the requests that clicks on the board make.

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
        """Return what this game saves with a session, as JSON values for :meth:`restore_values`."""
        return {}

    def restore_values(self, values: dict[str, Any]) -> None:
        """Restore the values that :meth:`saved_values` returned; ``values`` is {} if nothing was saved.

        Called before seats are assigned.
        """


AnyController = GameController[Any]


class SessionScope(Scope):
    """A scope (an object that carries out commands) for one session in the window."""

    def __init__(self, controller: AnyController) -> None:
        self.controller, self.shell, self.play = controller, controller.shell, controller.play


class ContestController(GameController[State]):
    """A controller for games whose board fills the window: sessions begin with the panels hidden.

    Cells that have just changed are marked for a moment.

    Attributes:
        is_fast: True if cells change all the time. Then only cells that several players fought for are marked.
        burst_seconds: how long a change stays marked.
        bursts: draws the marks.
        rises: the scores that have just grown.
        foresees: True if the HUD shows what placed or moved cells will do in the next generation.
    """

    personal_kinds = NEEDS_CONSENT
    hides_panels = True
    is_fast: ClassVar[bool] = False
    burst_seconds: ClassVar[float] = BURST

    def __init__(self, shell: Shell, play: OpenSession) -> None:
        super().__init__(shell, play)
        self.bursts = Bursts(shell, play, only_fights=self.is_fast, seconds=self.burst_seconds)
        self.rises = ScoreRises(shell.motion)
        self.foresees = True

    def draw_game_picture(self) -> None:
        """Draw what the game's style adds on and around the board, and mark what has just changed on the board."""
        super().draw_game_picture()
        self.bursts.draw(self.layout.canvas, self.shape)

    def assign_seats(self) -> None:
        """Assign people and computers to the session's seats."""
        seat_computers(self.play, self.levels, self.shell.window.device, self.play.seats.people)
        self._reserve_seats(self.play.seats.computers)


_State = TypeVar("_State", bound=RoundsState)
_ANSWERS = (ActionKind.HALT, ActionKind.STEP)


def next_label(series: Series) -> str:
    """Return the label of the button that begins the next round of a set of rounds, or another set."""
    return "Another set" if series.over else "Next round"


class RoundsController(ContestController[_State]):
    """A controller for two-player games of several rounds. The first round begins when somebody presses START."""

    shows_scores = True

    @property
    def wins(self) -> Sequence[int]:
        """Number of rounds that each player has won."""
        return (0, 0)

    @property
    def counts(self) -> tuple[int, int]:
        """Number of live cells of each player."""
        left, right = (*self.play.population, 0, 0)[:2]
        return left, right

    @property
    def result(self) -> Result | None:
        """How the round or, after its final round, the set of rounds has ended; None during a round."""
        state, names = self.state, self.player_names
        return round_result(state, names, self.counts, self.wins, self.end_reason, self.end_buttons)

    @property
    def has_cards(self) -> bool:
        """True if the players' cards are shown. They are hidden while the result's banner shows the same numbers."""
        result = self.result
        return result is None or not result.scores

    @property
    def again(self) -> EndButton:
        """The button for another round; in a set of rounds, for the next round or another set."""
        label = "Another game" if self.state.series is None else next_label(self.state.series)
        return replace(super().again, label=label)

    @property
    def asks_to_begin(self) -> bool:
        """True if the first round has yet to begin."""
        return self._asks is ActionKind.START

    @property
    def is_idle(self) -> bool:
        """True if no round is being played."""
        return self._asks is not None

    @property
    def _asks(self) -> ActionKind | None:
        """The action that begins the first or the next round; None during a round."""
        if self.state.ending is not None:
            return ActionKind.AGAIN
        return ActionKind.START if not self.state.starts else None

    def translate(self, requests: Iterable[CommandOrAction]) -> list[CommandOrAction]:
        """Return the requests. If no round is being played, Space, Return and a gamepad's RT begin one."""
        return super().translate(self._as_answer(request) for request in requests)

    def _as_answer(self, request: CommandOrAction) -> CommandOrAction:
        if not isinstance(request, Action) or request.kind not in _ANSWERS or self._asks is None:
            return request
        return replace(request, kind=self._asks)

    @property
    def takes_clicks(self) -> bool:
        """True if a click begins the first round, while no panels are shown. With panels, it draws cells."""
        return self._asks is ActionKind.START and not self.layout.panels_shown

    def click(self, place: Place | None) -> Iterable[CommandOrAction]:
        """Return the action that begins the first round, wherever the click is.

        After a round clicks on the board do nothing: the result has buttons.
        """
        if place is not None and self._asks is ActionKind.START:
            yield Action(NOBODY, ActionKind.START)
