"""A game's controller: what a game has of its own in the window beside its cells. ``screens`` says who has which."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from math import floor
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, cast

from gpulife.games.core.consent import NEEDS_CONSENT, Asking
from gpulife.games.core.game import NOBODY, Action, ActionKind, GameState
from gpulife.games.registry import DEFAULT_GAME, find_game
from gpulife.input.commands import Asked
from gpulife.input.controls import KEYBOARD
from gpulife.input.events import Event, MouseButton, MouseMove
from gpulife.seats import Seats, require_name
from gpulife.view.camera import Camera, cell_at, fit, magnified, pan, pixel_of
from gpulife.view.gl_cursors import CursorMark
from gpulife.view.look import Look
from gpulife.window.panels.dock_layout import covered_by_panels
from gpulife.window.play.first_look import in_players_colours, look_for
from gpulife.window.play.play_view import PlayView
from gpulife.window.play.round_summary import room_for_result
from gpulife.window.play.seat_assignment import kept, seat_computers, tell_seats
from gpulife.window.shell import Shell

MouseResult = tuple[Sequence[Event], Sequence[Asked]]
"""The events that are left for drawing and dragging, and what clicks on the board ask for."""
State = TypeVar("State", bound=GameState)

_PUSHES = (
    ActionKind.STICK,
    ActionKind.TRIGGER,
    ActionKind.POINT,
    ActionKind.RESIGN,
    ActionKind.PLACE,
    ActionKind.WITHDRAW,
    ActionKind.DONE,
    ActionKind.AGREE,
)
"""What only a player does in their seat."""
_ALWAYS_MEANT = (ActionKind.RESIGN, ActionKind.DONE)
"""Those that mean something without any numbers; letting go of a stick does not."""


class Room(NamedTuple):
    """Points of the window that are not for the board, beside panels."""

    above: float = 0.0
    below: float = 0.0
    right: float = 0.0


class GameController(Generic[State]):
    """The controller of a game, as it is for most games: each says where it differs.

    Args:
        shell: the window and what screens share.
        play: the session that it is for; a new one gets a controller of its own.

    Attributes:
        signed: kinds of the console's actions of which the game wants to know who asks for them.
        margin: points that are left free on each side of the whole board.
        bare: whether a session begins without panels.
        has_figures: whether the figures that the panels would show stand beside the board.
        page: name of the page over the board, which keys and pads steer; "" for none.
    """

    signed: ClassVar[frozenset[ActionKind]] = frozenset()
    margin: ClassVar[int] = 0
    bare = False
    has_figures = False

    def __init__(self, shell: Shell, play: PlayView) -> None:
        self.shell = shell
        self.play = play
        self.page = ""

    @property
    def state(self) -> State:
        """The state of the game."""
        return cast("State", self.play.session.state)

    # How it looks.

    def first_look(self, look: Look) -> Look:
        """The look that a session begins with, where it would be ``look`` elsewhere."""
        return look

    def take_look(self) -> None:
        """Give the board the look that it begins with."""
        self.play.look = self._whole_look()

    def recolour(self) -> None:
        """Take over the players' colours."""
        self.play.look = replace(self.play.look, colours=self._whole_look().colours)

    def _whole_look(self) -> Look:
        shell, rule = self.shell, self.play.engine.rule
        look = look_for(rule, shell.settings, shell.scheme_seed, software=shell.window.device.software)
        return in_players_colours(self.first_look(look), self.play.seats)

    @property
    def look(self) -> Look:
        """The look of one frame."""
        return self.play.look

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns) in play, from the upper left; the board is shown as if it ended there."""
        return self.play.engine.shape

    @property
    def panels_shown(self) -> bool:
        """Whether there is more than the board."""
        if self.play.demo:
            return False
        return self.shell.panels_in_contests if self.bare else not self.shell.settings.panels_hidden

    def show_panels(self, *, shown: bool) -> None:
        """Show or hide the panels: of games that begin without until the program ends, else for good."""
        if self.bare:
            self.shell.panels_in_contests = shown
        else:
            self.shell.change("panels_hidden", not shown)

    @property
    def covered(self) -> tuple[float, float]:
        """How much the panels cover of the window's left and lower side, in points."""
        left, below = covered_by_panels() if self.panels_shown else (0.0, 0.0)
        return left if self.play.demo else max(left, room_for_result(self.shell)), below

    @property
    def room(self) -> Room:
        """What the game's own figures take around the board."""
        return Room()

    def fitting(self) -> Camera:
        """The camera that shows the whole board, beside the panels if they are shown."""
        (width, height), pixels = self.shell.window.view_size, self.shell.window.pixels_a_point
        left, bar = self.covered
        above, below, right = self.room
        below += bar
        room = max(1, round((width - left - right) * pixels)), max(1, round((height - above - below) * pixels))
        whole = fit(self.shape, room, round(self.margin * pixels))  # in pixels, so that cells are sharp
        return pan(magnified(whole, 1 / pixels), (left - right) / 2, (above - below) / 2)

    def pixel_of(self, row: float, column: float) -> tuple[float, float]:
        """Where a place of the board is on the window, in points."""
        return pixel_of(self.play.camera, self.shell.window.view_size, row, column)

    def place_under(self, event: Event) -> tuple[int, int] | None:
        """(row, column) of the board where a pointer's event is; None for others, and beside the board."""
        if not isinstance(event, MouseButton | MouseMove):
            return None
        row, column = cell_at(self.play.camera, self.shell.window.view_size, event.x, event.y)
        place = floor(row), floor(column)
        rows, columns = self.play.engine.shape
        return place if 0 <= place[0] < rows and 0 <= place[1] < columns else None

    def flash(self, now: float) -> tuple[float, tuple[int, ...]]:
        """Strength of the flash that is on at a time of the shell's clock, 0 to 1; and the species that it is of."""
        del now
        return self.play.flash, self.play.flash_species

    def cursors(self, phase: float) -> list[CursorMark]:
        """Of those who play, so far into their flicker: 0 to 1."""
        del phase
        return []

    def draw(self, seconds: float, *, bright: bool) -> list[Asked]:
        """Draw what the game has beside its board into the frame of Dear ImGui that has begun, behind the panels.

        Args:
            seconds: since the last frame.
            bright: whether what flickers is bright now.

        Returns:
            What was asked for in it.
        """
        del seconds, bright
        return []

    # What panels say.

    @property
    def seats(self) -> Seats | None:
        """Who sits where; None where that cannot be changed in a match."""
        return self.play.seats

    @property
    def level_titles(self) -> tuple[str, ...]:
        """Of the computer's levels; in a game that it does not play those that sit down in the next one."""
        levels = self.play.session.game.levels or find_game(DEFAULT_GAME).levels
        return tuple(level.title for level in levels)

    @property
    def draw_pace(self) -> Callable[[], Iterable[Asked]] | None:
        """What draws how people choose how fast it goes; None for generations a second."""
        return None

    @property
    def seeds(self) -> tuple[str, ...]:
        """Seeds that are left, as written, one a player; empty where there are none."""
        return tuple(f"{seeds:02}" for seeds in self.play.session.state.seeds)

    @property
    def typing(self) -> int | None:
        """The player who types a handicap now, None for nobody."""
        return None

    # Who plays.

    def begun(self, *, playback: bool, resumed: bool) -> None:
        """A session has begun, and everybody sits."""

    def close(self) -> None:
        """Another session has begun."""

    def follow(self) -> None:
        """Once a frame, before anything that people do."""
        tell_seats(self.play, self.levels)

    @property
    def levels(self) -> Sequence[int]:
        """Of the computers, one a seat, 0 for a person."""
        return self.play.seats.levels

    def sit_down(self) -> None:
        """Let those play who are to."""
        seat_computers(self.play, (), self.shell.window.device)
        self._keep_hands_off(frozenset())

    def _keep_hands_off(self, seats: frozenset[int]) -> None:
        """Let people play on all but these."""
        self.shell.poller.seating.reserved = seats
        self.shell.poller.holding.personal = self.signed
        self.shell.poller.release_all()

    def take_seats(self, seats: Seats, *, keep: bool = True) -> None:
        """Change who sits where, also in the middle of a match; remember it beyond the program's end if ``keep``.

        Raises:
            SettingsError: a name or a colour cannot be.
        """
        if keep:
            self.shell.settings = kept(self.shell.settings, seats)
        self.play.seats = self.shell.seats[len(seats.seats)] = seats
        self.sit_down()
        self.recolour()

    def change_seat(self, player: int, what: str, value: str | int) -> None:
        """Give a seat another "name", "colour", "level" or whatever it has; or swap all of them, by "swap".

        Raises:
            GpulifeError: it cannot be; one line for the user.
        """
        seats = self.play.seats
        if what == "swap":
            self.take_seats(seats.swapped())
            return
        value = require_name(str(value)) if what == "name" else value
        self.take_seats(seats.with_seat(player, **{what: value}))
        if what in ("level", "closed"):
            self.shell.tell(self.who_sits(player))

    def who_sits(self, player: int) -> str:
        """What to say when somebody has taken a seat."""
        seats = self.play.seats
        side, level = seats.places[player].lower(), seats.levels[player]
        computer = f"the computer plays on the {side}: {self.level_titles[level - 1]}" if level else ""
        return computer or f"{seats.names[player]} plays on the {side}"

    def name_of(self, player: int) -> str:
        """What a player is called."""
        return self.play.seats.names[player]

    @property
    def computers(self) -> frozenset[int]:
        """The players whom people must not push."""
        return self.shell.poller.seating.reserved

    def whose(self, player: int) -> str:
        """What to say to people who push that one."""
        side = self.play.seats.places[player].lower()
        return f"the computer plays on the {side}: choose who does in the panel Players"

    @property
    def is_setting_up(self) -> bool:
        """Whether play has yet to begin."""
        return False

    @property
    def is_idle(self) -> bool:
        """Whether nobody can be in the middle of anything."""
        return False

    def joined(self) -> list[Asked]:
        """What is asked for by somebody who takes a seat by a gamepad's button."""
        return []

    @property
    def presser(self) -> int:
        """Whose key one of the keyboard is, where that counts: of the only person there, else nobody knows."""
        state = self.play.session.state
        if not isinstance(state, Asking) or not state.asks:
            return NOBODY
        playing = frozenset(state.situation.seats) - self.computers
        people = [
            player for player, names in self.shell.poller.devices().items() if "keyboard" in names and player in playing
        ]
        return people[0] if len(people) == 1 else NOBODY

    # What people ask for.

    def translate(self, asked: Iterable[Asked]) -> list[Asked]:
        """What keys and pads ask for, as it is meant in this game: not what people do in a computer's seat."""
        meant: list[Asked] = []
        for each in asked:
            if isinstance(each, Action) and each.player == KEYBOARD and not self.keeps_keyboard(each.kind):
                each = replace(each, player=self.presser)
            if not (isinstance(each, Action) and each.player in self.computers and each.kind in _PUSHES):
                meant.append(each)
            elif each.a or each.b or each.kind in _ALWAYS_MEANT:
                self.shell.tell(self.whose(each.player))
        return meant

    def keeps_keyboard(self, kind: ActionKind) -> bool:
        """Whether the controller itself finds out for whom somebody at the keyboard pressed such a key."""
        del kind
        return False

    def carry_out(self, asked: Asked) -> bool:
        """Do what is asked for where it means something else in this game than elsewhere; whether that was done.

        Raises:
            GpulifeError: it cannot be done; one line for the user.
        """
        del asked
        return False

    @property
    def ink(self) -> int:
        """The state that the mouse draws with."""
        return self.shell.fields.species

    def mouse(self, events: Sequence[Event], *, on_panel: bool, dragging: bool) -> MouseResult:
        """The events that are left for drawing and dragging, and what clicks on the board ask for.

        Args:
            events: of the mouse, and others.
            on_panel: whether the pointer is on a panel.
            dragging: whether a stroke or a drag of the view goes on.
        """
        del on_panel, dragging
        return events, []

    # What is kept with a saved session, beside who sits where.

    def kept(self) -> dict[str, Any]:
        """JSON values for :meth:`restore`."""
        return {}

    def restore(self, kept: dict[str, Any]) -> None:
        """Take over what another controller of the same game has kept, before anybody sits; {} if nothing was."""


class ContestController(GameController[State]):
    """The controller of games whose board fills the window: players need no panels."""

    signed = NEEDS_CONSENT
    bare = True

    def sit_down(self) -> None:
        """Let the computers play, too."""
        seat_computers(self.play, self.levels, self.shell.window.device, self.play.seats.people)
        self._keep_hands_off(self.play.seats.computers)
