"""An on-line match in the window: handles the server's messages, shows the match, and refuses impossible requests."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from gpulife.engines.base import Engine
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.core.game_spec import GameSpec
from gpulife.games.registry import find_game
from gpulife.input.commands import Command, CommandOrAction, Quit, StartScreen, Talk
from gpulife.online.client.connection import Connection, Status
from gpulife.online.client.online_session import write_post_mortem
from gpulife.online.client.server_address import Destination, ServerAddress
from gpulife.online.followed_match import read_match
from gpulife.online.protocol import (
    WATCH,
    Again,
    Dropped,
    Ended,
    Join,
    Keyframe,
    Moderate,
    People,
    Pong,
    ProtocolError,
    Refused,
    Say,
    Seated,
    ServerMessage,
)
from gpulife.online.protocol import Talk as Told
from gpulife.online.shown_text import WATCHES, computer_level, leaving_text, shown_text
from gpulife.window.ask_first import AskFirstError
from gpulife.window.online.online_card import TalkedLine, draw_online_card
from gpulife.window.online.online_notices import (
    again_notices,
    lost_notices,
    match_notices,
    online_refusal,
    online_seats,
    over_notices,
    stopped_lines,
)
from gpulife.window.online.online_runner import OnlineRunner
from gpulife.window.online.waiting_card import draw_waiting_card, how_it_begins, waiting_lines, who_is_awaited
from gpulife.window.panels.widgets import sentence
from gpulife.window.play.canvas import TalkLine, prompt_here, scaled
from gpulife.window.play.game_controller import AnyController, next_label
from gpulife.window.play.open_session import OpenSession
from gpulife.window.scopes import PASS_ON, Handled, Scope, handles
from gpulife.window.shell import Shell

_SHOWN_SECONDS = 20.0
"""Seconds for which a chat message is shown."""
_SHOWN_LINES, _KEPT_LINES = 4, 50
"""Number of chat messages over the board, and on the page about the people."""
_PROMPTS = 66.0
"""Default height of the texts below the board, for games that state no height; in units of 1/96 inch."""
_MAX_NAME, _MAX_LINE = 32, 200
Invitation = Callable[[ServerAddress], ServerAddress | None]
"""Converts the address that this window uses for the server to one that others can use; None if there is none."""
_PARTED = "   "
"""Parts the sentences of a server's line with a result."""
_NEEDS_ALL = "The match begins when every seat is taken"
_STOPS = "If you leave, your server stops, and the match with it. It waits, with all seats, until you host it again."
_LEAVE, _STOP, _QUIT = "Leave the match", "Stop hosting and leave", "Quit"
_PLACE_FIRST = "Place your cells first, then press Begin to start the clock"
_NOT_BEHIND = "Only the player who is behind can give up the set"
_CLEARS = "Playing again clears the result and the board for everybody."


class OnlineMatch(Scope):
    """A match on a server.

    Args:
        shell: services shared by all screens.
        connection: the connection to the server. It is closed when the user leaves the match.
        seated: the server's latest message about the user's seat.
        is_own: True if this window runs the server, which ends when the user leaves the match.
        invitation: function that returns the server's address for other people; see :data:`Invitation`.

    Attributes:
        said: the latest lines of the chat, the newest last.
        play: the match's session in this window, once :meth:`open_view` has been called.
        over: why the match is over for the user, as a sentence; "" while it continues.
        result: how the latest finished game has ended, in sentences.
        replay: path of that game's replay on the server; "" if there is none.
        end_is_told: True once the dialog about the match's end has been shown.
        news_at: time of the last frame in which a message of the server came, by the event loop's clock.

    Raises:
        ProtocolError: this gpulife cannot play the match.
    """

    play: OpenSession

    def __init__(
        self,
        shell: Shell,
        connection: Connection,
        seated: Seated,
        *,
        is_own: bool = False,
        invitation: Invitation = lambda address: address,
    ) -> None:
        self.match = read_match(seated)
        self.over = self.replay = ""
        self.result: tuple[str, ...] = ()
        self.end_is_told = self._has_left = False
        self.news_at = shell.now
        self._shell, self._connection, self._seated, self._is_own = shell, connection, seated, is_own
        self._invitation = invitation
        self._people = People((), ())
        self._talk: deque[tuple[float, TalkedLine]] = deque(maxlen=_SHOWN_LINES)
        self.said: deque[TalkedLine] = deque(maxlen=_KEPT_LINES)
        self._line: TalkLine | None = None
        self._result_line: TalkedLine | None = None
        self._was_there = self._has_stopped = self._shows_result = False

    def open_view(self, device: GLDevice) -> OpenSession:
        """Open the match in the window; return the open session. ``device`` is the window's OpenGL device."""
        seated, seats = self._seated, self._shell.seats_for(find_game(self.match.game))
        seat = max(seated.seat, NOBODY)

        def make_runner(engine: Engine) -> OnlineRunner:
            next_seq = max(seated.next_seq, 1)
            self._runner = OnlineRunner(engine, self._connection, self.match, seat, next_seq=next_seq)
            self._runner.online.on_desync = partial(write_post_mortem, self.match, seat)
            return self._runner

        seats = online_seats(seats, self._people.seats or [""] * len(seats.seats))
        self.play = OpenSession(device, self.match, budget=0, seats=seats, make_runner=make_runner)
        self.play.own_seat = seat
        return self.play

    def take_seat(self, controller: AnyController) -> None:
        """Let all keyboards and pads at this window control the user's seat."""
        poller = self._shell.poller
        poller.own_seat = self.play.own_seat
        poller.seat_claims.reserved = frozenset()
        poller.held_inputs.personal_kinds = controller.personal_kinds
        poller.release_all()

    @property
    def address(self) -> ServerAddress:
        """The address at which this window reaches the server."""
        return self._connection.address

    @property
    def seated(self) -> Seated:
        """The server's latest message about whether the user has a seat in this match or watches it."""
        return self._seated

    @property
    def people(self) -> People:
        """The people at the match."""
        return self._people

    @property
    def is_reached(self) -> bool:
        """True if the window is connected to the server, the server has not stopped, and the match is not over."""
        return not (self.over or self._has_stopped) and self._connection.status is Status.UP

    @property
    def has_ended(self) -> bool:
        """True if the match is over although the user has not left it; the window then still shows its end."""
        return bool(self.over) and not self._has_left

    def is_at(self, destination: Destination) -> bool:
        """Return True if ``destination`` is this match, with the user in the same role (player or spectator)."""
        wish = destination.wish
        if self.over or not isinstance(wish, Join) or destination.address != self.address:
            return False
        watches = self._seated.seat < 0
        return wish.match in (self._seated.code, self._seated.id) and watches == (wish.seat == WATCH)

    @property
    def game(self) -> GameSpec[Any]:
        """The specification of the match's game."""
        return find_game(self.match.game)

    @property
    def has_begun(self) -> bool:
        """True if the match has begun. Before that, people can only take seats."""
        return bool(self.play.session.state.has_begun)

    @property
    def is_over(self) -> bool:
        """True while the result of the match's latest game stands."""
        return self.play.session.is_over

    @property
    def may_ask_again(self) -> bool:
        """True if the user may ask for another game; the host's request begins it."""
        return self.is_over and self.is_reached and (self._seated.host or self._seated.seat >= 0)

    @property
    def again_label(self) -> str:
        """The label of the button for another game; in a set of rounds, for the next round or another set."""
        series = getattr(self.play.session.state, "series", None)
        return "Another game" if series is None else next_label(series)

    def ask_again(self) -> None:
        """Ask for another game with the same people and settings. If the user is the host, it begins."""
        self._connection.send(Again())

    @property
    def may_begin(self) -> bool:
        """True if the user may begin the match for everybody.

        The host may do so at any time. If the game waits for START, players may once all seats are taken.
        """
        if self.has_begun or not self.is_reached:
            return False
        return self._seated.host or (self._is_gathering and self._seated.seat >= 0 and "" not in self._people.seats)

    def begin(self, level: int) -> str:
        """Begin the match for everybody; return "". If something must be done first, return a text that says what.

        Args:
            level: level of the computer players on free seats; 0 leaves these seats free.
        """
        seat = max(self._seated.seat, 0)
        if not self._seated.host:
            self._runner.act(Action(seat, ActionKind.START))
        elif level or self.game.begin(self.play.session.state, (seat,)):
            self.moderate(Moderate("begin", level))
        else:
            return _PLACE_FIRST
        return ""

    def moderate(self, what: Moderate) -> None:
        """Send the server a command of the match's host, such as a command to remove a player."""
        self._connection.send(what)

    def say(self, text: str) -> None:
        """Send a chat message to everybody at the match."""
        self._connection.send(Say(text[:_MAX_LINE]))

    # Messages from the server.

    def receive(self) -> "OnlineMatch | None":
        """Handle the server's messages. Return the match to which the server has moved the user; None if it has not."""
        if self.over:
            return None
        came = self._connection.take()
        if any(not isinstance(message, Pong) for _, message in came):
            self.news_at = self._shell.now
        try:
            for number, (_, message) in enumerate(came):
                if isinstance(message, Seated) and (message.id, message.seat) != (self._seated.id, self._seated.seat):
                    self._connection.put_back(came[number + 1 :])
                    self.over = "You have moved to another match."
                    return OnlineMatch(
                        self._shell, self._connection, message, is_own=self._is_own, invitation=self._invitation
                    )
                self._take(message)
            self._runner.receive(came)
            if self._people.seats and self._shows_result != self.play.session.is_over:
                self._seat_people()
        except ProtocolError as error:
            self._end(str(error))
        if self._connection.status is Status.ENDED and not self.over:
            self._end(self._connection.problem)
        if self._was_there and not self._runner.is_there:
            self._shell.poller.release_all()
        self._was_there = self._runner.is_there
        if self._runner.online.refusals:
            line = self._runner.online.refusals[-1]
            self._runner.online.refusals.clear()
            self._shell.show_message(sentence(line))
        return None

    def _seat_people(self) -> None:
        """Update the names on the seats. If a result is shown, its players' names stay."""
        if self._shows_result and not self.play.session.is_over:  # the next game's board is free of the last result
            self._talk = deque((each for each in self._talk if each[1] is not self._result_line), maxlen=_SHOWN_LINES)
        self._shows_result = self.play.session.is_over
        self.play.told_levels = tuple(map(computer_level, self._people.seats))
        self.play.seats = online_seats(self.play.seats, self._people.seats, keeps_names=self._shows_result)

    def _take(self, message: ServerMessage) -> None:
        match message:
            case People():
                self._people = message
                self._seat_people()
            case Told():
                line = self._talked(message)
                self.said.append(self._with_link(line) if line is self._result_line else line)
                if message.seat < 0 or ActionKind.SAY not in (self.play.session.game.online_kinds or ()):
                    self._talk.append((self._shell.now, line))
            case Refused(code="unknown") if not self._runner.is_there:  # the match has ended in the meantime
                self._end(shown_text(message.reason, _MAX_LINE))
            case Dropped() | Refused():
                self._shell.show_message(sentence(shown_text(message.reason, _MAX_LINE)))
            case Keyframe():
                self._has_stopped = False
            case Ended(waits=True):
                self._has_stopped = True
            case Ended():
                self._end(shown_text(message.reason, _MAX_LINE))

    def _talked(self, told: Told) -> TalkedLine:
        colours = self.play.display.look.colours
        rgb = colours[told.seat + 1] if 0 <= told.seat < len(colours) - 1 else None
        text = shown_text(told.text, _MAX_LINE)
        is_result = bool(told.replay) and not told.name
        if is_result:
            self.result = tuple(shown_text(part, _MAX_LINE) for part in told.text.split(_PARTED))
            self.replay, text = told.replay, " ".join(self.result)
        name = shown_text(told.name, _MAX_NAME)
        line = TalkedLine(f"{name} (watches)" if name and told.seat < 0 else name, text, rgb)
        if is_result:
            self._result_line = line
        return line

    def _with_link(self, line: TalkedLine) -> TalkedLine:
        """Return the line with a game's result, with the address of the game's replay, which others can use, too."""
        there = self._invitation(self.address) or self.address
        return replace(line, text=f"{line.text} Replay: {there.page}{shown_text(self.replay, _MAX_LINE).lstrip('/')}")

    def _end(self, why: str) -> None:
        self.over = why or "The match is over"
        self._runner.is_there = False
        self._connection.close(waits=False)

    def close(self) -> None:
        """Disconnect, because the window is closing. Unless the user has left the match, the seat stays reserved."""
        self._connection.close()

    def leave(self, *, stays_at_server: bool = False) -> None:
        """Leave the match and give up the seat. If this window runs the server, which then ends, the seat is kept.

        ``stays_at_server`` is True if the user goes to another match on the same server, which then runs on.
        """
        if self.over:
            return
        ends_server = self._is_own and not stays_at_server
        if not (self._has_stopped or ends_server):  # a stopped match waits with the seat reserved
            self._connection.leave(has_begun=self.play.session.state.has_begun)
        self._has_left = True
        self._end("You have left the match.")

    # Requests of the user.

    @property
    def is_open(self) -> bool:
        """True until the match is over for the user. While it is True, this object receives the user's requests."""
        return not self.over

    @handles(Talk)
    def _open_line(self, _: Talk) -> None:
        self._line = TalkLine()

    @handles(ActionKind.START)
    def _begin(self, _: Action) -> Handled:
        """Refuse to begin the match while seats are free. If a result is still shown, ask before clearing it."""
        if self._is_gathering and "" in self._people.seats:
            self._shell.show_message(_NEEDS_ALL)
            if self._seated.host:
                self._shell.show_online()  # shows the page on which the host can add computer players
            return None
        if self._clears_result:
            raise AskFirstError(_CLEARS, "Play again")
        return PASS_ON

    @handles(ActionKind.RESIGN)
    def _resign(self, action: Action) -> Handled:
        if action.player in (NOBODY, self.play.own_seat):
            return PASS_ON
        self._shell.show_message(_NOT_BEHIND)  # the server would read it as the user's own resignation
        return None

    @handles(ActionKind.SAY)
    def _say(self, action: Action) -> None:
        self.say(action.data)

    @handles(StartScreen, Quit)
    def _leave_for(self, request: StartScreen | Quit) -> Handled:
        """Ask the user to confirm, then leave the match.

        If the user quits and this window runs the server, the server ends with the window.
        """
        quits = isinstance(request, Quit)
        self.ask_before_leaving(_QUIT if quits else "")
        if not (quits and self._is_own):
            self.leave()
        return PASS_ON

    @handles(Command, Action)
    def _refuse(self, request: CommandOrAction) -> Handled:
        """Show why a request is impossible in an on-line match. A possible request goes on to the next scope."""
        line = online_refusal(request, self.play.session.game)
        if not line:
            return PASS_ON
        self._shell.show_message(line)
        return None

    @property
    def _is_gathering(self) -> bool:
        """True if the match waits for players to join, or for a player to begin it."""
        return self.play.gathers and self.is_reached and self._runner.is_there

    @property
    def _clears_result(self) -> bool:
        """True if START would clear a result that others may not have read, and the user has not confirmed this."""
        session = self.play.session
        return session.game.lasts_for_days and session.is_over and not self._shell.is_confirmed

    def ask_before_leaving(self, yes: str = "") -> None:
        """Raise AskFirstError, unless the match is over or stopped or the user has confirmed leaving the match.

        ``yes`` is the label of the button that leaves the match; "" for a label that says what happens.
        """
        if not (self.over or self._has_stopped or self._shell.is_confirmed):
            raise AskFirstError(self.what_leaving_means, yes or (_STOP if self._is_own else _LEAVE))

    @property
    def what_leaving_means(self) -> str:
        """What happens if the user leaves the match now, as a sentence."""
        if self._is_own:
            return _STOPS
        if self.play.own_seat == NOBODY:
            return WATCHES
        session = self.play.session
        return leaving_text(has_begun=session.state.has_begun, is_over=session.is_over)

    # Drawing.

    def draw(self, controller: AnyController) -> None:
        """Draw the texts about the match and the connection, and the chat."""
        now = self._shell.now
        self.play.gathers = controller.asks_to_begin
        legend = controller.legend(max(self.play.own_seat or 0, 0))
        if lines := self._lines(controller):
            left, top, right, bottom = controller.layout.canvas.area
            draw_waiting_card(lines, legend, ((left + right) / 2, (top + bottom) / 2))
        talk = [line for said, line in self._talk if now - said < _SHOWN_SECONDS or self._line is not None]
        covered = controller.layout.covered
        below = covered.below + max(controller.hud_margins.below + controller.layout.end_room, scaled(_PROMPTS))
        takes_orders = ActionKind.MOVE in (self.play.session.game.online_kinds or ())
        said = draw_online_card(
            [legend.pieces(notice) for notice in self._notices()],
            talk,
            self._line,
            covered.left,
            below,
            takes_orders=takes_orders and self.play.own_seat != NOBODY,
        )
        if said is not None:
            self._line = None
            if said:
                self.say(said)

    def what_next(self, controller: AnyController) -> tuple[str, ...]:
        """Return lines on what happens next, for a page that covers the board. Names of controls stand in braces."""
        self.play.gathers = controller.asks_to_begin
        own_seat, session = max(self._seated.seat, NOBODY), self.play.session
        awaited = who_is_awaited(self._people)
        if self._seated.host and self.may_begin:  # the page has a button for beginning
            return (awaited,)
        if self._is_gathering:
            return awaited, how_it_begins(self._people, own_seat, "{start}")
        prompts = prompt_here(controller.prompts_for(own_seat), own_seat)
        begun = "The game is over" if session.is_over else "The match has begun"
        return (begun if session.state.has_begun else "Go to the board to begin the match", *prompts[:1])

    def _lines(self, controller: AnyController) -> Sequence[str]:
        """Return the lines in the middle of the board while the match waits for someone."""
        own_seat = max(self._seated.seat, NOBODY)
        if self._has_stopped and not self.over:
            welcome = self._connection.welcome
            return stopped_lines(welcome.server if welcome else "", has_seat=own_seat != NOBODY)
        begin = "{start} or {click}" if controller.takes_clicks else "{start}"
        if not self._is_gathering:
            return ()
        return waiting_lines(self._people, self._seated.code, own_seat, begin, is_host=self._seated.host)

    def _notices(self) -> list[str]:
        if self.over:
            return over_notices(self.over)
        if self._has_stopped:
            return []
        if self._connection.status is not Status.UP:
            return lost_notices(self._connection.problem)
        if not self._runner.is_there:
            return ["Waiting for the server"]
        if self._is_gathering:
            return []
        wishes = again_notices(self._people) if self._seated.host and self.is_over else []
        return [*wishes, *match_notices(self._people, self._seated.code)]
