"""Real-Time Life in the window: who sits where, for whom the mouse plays, the length of a tick, and the view."""

from __future__ import annotations

from dataclasses import replace
from string import ascii_uppercase
from typing import TYPE_CHECKING

from gpulife.app.consenting import needs_consent, presser
from gpulife.app.mouse_hand import MouseHand
from gpulife.app.screen import ContestScreen, Room, place_under
from gpulife.commands import Asked, ChangeSeat, Faster, Slower, Unlimited
from gpulife.games.base import TICKS_A_SECOND, Action, ActionKind
from gpulife.games.cursor import Place
from gpulife.games.realtime import PACE_IN_SECONDS
from gpulife.games.realtime_overlay import realtime_overlay
from gpulife.games.realtime_settings import read_settings
from gpulife.games.realtime_state import RealTimeState
from gpulife.input.controls import HALVES
from gpulife.input.events import Event, MouseButton, MouseMove
from gpulife.players.realtime import realtime_player
from gpulife.ui.realtime import Seats, draw_realtime, room_around_realtime
from gpulife.ui.realtime_setup import length_text
from gpulife.view.camera import pixel_of
from gpulife.view.look import Look

if TYPE_CHECKING:
    from gpulife.app.play_view import PlayView
    from gpulife.app.program import Program

_PAUSE = 24
"""Ticks of the session between two moves of a computer, so that people can follow."""
_TICKS = (1, 2, 5, 10, 15, 30, 60, 300, 900, 1800, 3600)
"""Lengths of a tick, in seconds, that faster and slower go through."""
MOST_GLOW = 0.25
"""Of fresh births: here they stay fresh for a minute or a day, and it must be seen whose they are."""


def state_of(playing: PlayView) -> RealTimeState | None:
    """The state of Real-Time Life, None where another game is played."""
    state = playing.session.state
    return state if isinstance(state, RealTimeState) else None


def tick_seconds_of(playing: PlayView) -> int:
    """Length of a tick of Real-Time Life, 0 where another game is played."""
    state = state_of(playing)
    return 0 if state is None else state.hour // TICKS_A_SECOND


def levels_of(playing: PlayView) -> tuple[int, ...]:
    """The computer's level in each seat that the match is for, 0 for a person."""
    return read_settings(playing.session.match.settings).seats or (0, 0)


def computers_of(playing: PlayView) -> frozenset[int]:
    """The seats that the computer has."""
    return frozenset(seat for seat, level in enumerate(levels_of(playing)) if level)


class RealTimeScreen(ContestScreen):
    """Clock, scores and hands of Real-Time Life.

    Attributes:
        hand: the mouse.
    """

    margin = 8  # for the letters around the board

    def __init__(self) -> None:
        self.hand = MouseHand()

    def look(self, program: Program) -> Look:
        """With less glow of what is new."""
        return replace(program.play.look, age=min(program.play.look.age, MOST_GLOW))

    def shape(self, program: Program) -> tuple[int, int]:
        """The board grows with the players."""
        state = _state_of(program)
        return state.rows, state.columns

    def room(self, program: Program) -> Room:
        """What clock and scores take."""
        del program
        return Room(*room_around_realtime())

    def sit_down(self, program: Program) -> None:
        """People go where no computer is: the halves of the keyboard to A and B, the mouse to the first of them."""
        playing, poller = program.play, program.shell.poller
        poller.personal = self.signed
        session, computers = playing.session, computers_of(playing)
        session.players = tuple(
            realtime_player(seat, level, session.match.seed, _PAUSE)
            for seat, level in enumerate(levels_of(playing))
            if level
        )
        for player in computers:
            poller.stand_up(player)
        for player in range(HALVES):
            if player not in computers and player not in poller.devices():
                poller.sit_at_keyboard(player)
        self.hand.player = next((seat for seat in range(poller.seats) if seat not in computers), 0)
        self.follow(program)
        poller.release_all()

    def follow(self, program: Program) -> None:
        """Gamepads fill the seats that the match is for before any others. Who is a computer, the match says."""
        self.hand.hovers = not program.play.session.in_the_past
        levels, computers = levels_of(program.play), computers_of(program.play)
        devices = program.shell.poller.devices()
        people = [seat for seat in range(len(levels)) if seat not in computers]
        full = all(any(name != "keyboard" for name in devices.get(seat, ())) for seat in people)
        beyond = frozenset() if full else frozenset(range(len(levels), program.shell.poller.seats)) - devices.keys()
        program.shell.poller.reserved = computers | beyond

    def name_of(self, program: Program, player: int) -> str:
        """With the letter."""
        return _state_of(program).title(player)

    def computers(self, program: Program) -> frozenset[int]:
        """Those of the match; other seats are reserved, too."""
        return computers_of(program.play)

    def whose(self, program: Program, player: int) -> str:
        """Players are letters."""
        del program
        return f"the computer plays {ascii_uppercase[player]}"

    def carry_out(self, program: Program, command: Asked) -> bool:
        """Number keys choose for whom the mouse plays; faster and slower change the length of a tick."""
        match command:
            case Action(kind=ActionKind.DIGIT):
                self._choose_seat(program, (command.a - 1) % 10)
            case Faster() | Slower():
                _change_tick(program, shorter=isinstance(command, Faster))
            case ChangeSeat():
                program.shell.tell("who plays which letter is chosen before the game")
            case Unlimited():
                program.shell.tell(
                    "Real-Time Life goes by its ticks: faster and slower change their length, RETURN plays one"
                )
            case _:
                return False
        return True

    def mouse(
        self, program: Program, events: tuple[Event, ...], *, on_panel: bool
    ) -> tuple[tuple[Event, ...], list[Asked]]:
        """The left button is the trigger of whoever the mouse plays for."""
        left: list[Event] = []
        actions: list[Action] = []
        for event in events:
            place = place_under(program, event)
            if isinstance(event, MouseButton) and event.button == 0 and event.pressed and not on_panel:
                if place is not None and _is_in_play(program, place):
                    self.hand.player = self._seat_at(program, place)
                    actions += self.hand.press(place)
                continue
            if isinstance(event, MouseButton) and not event.pressed:
                actions += self.hand.release()
            elif isinstance(event, MouseMove) and not on_panel and place is not None and not program.intake.mouse.busy:
                actions += self.hand.move(place)
            left.append(event)
        return tuple(left), list(actions)

    def _seat_at(self, program: Program, place: Place) -> int:
        """Whom the mouse plays for when it is pressed there: whose cell it is, unless a computer's; else as before."""
        owner = int(program.play.engine.read(*place, 1, 1)[0, 0]) - 1
        is_seat = 0 <= owner < len(_state_of(program).seats) and owner not in computers_of(program.play)
        return owner if is_seat else self.hand.player

    def _choose_seat(self, program: Program, seat: int) -> None:
        letter = ascii_uppercase[seat]
        if seat in computers_of(program.play):
            program.shell.tell(f"the computer plays {letter}")
        elif seat < program.shell.poller.seats:
            self.hand.player = seat
            program.shell.tell(f"the mouse plays for {letter}")

    def draw(self, program: Program, seconds: float, *, bright: bool) -> list[Asked]:
        """Draw clock, scores and hands."""
        del seconds
        size = program.shell.window.view_size
        left, below = program.covered()
        devices = {seat: names[0] for seat, names in program.shell.poller.devices().items()}
        devices |= dict.fromkeys(computers_of(program.play), "computer")
        people = {seat for seat, device in devices.items() if device != "computer"}
        draw_realtime(
            realtime_overlay(_state_of(program)),
            lambda row, column: pixel_of(program.play.camera, size, row, column),
            program.play.look.colours,
            (left, 0.0, float(size[0]), size[1] - below),
            Seats(devices, self.hand.player if len(people) > 1 else None),
            bright=bright,
        )
        return []


def _state_of(program: Program) -> RealTimeState:
    state = state_of(program.play)
    assert state is not None  # noqa: S101 - it is this game's screen
    return state


def _is_in_play(program: Program, place: Place) -> bool:
    state = _state_of(program)
    return place[0] < state.rows and place[1] < state.columns


def _change_tick(program: Program, *, shorter: bool) -> None:
    """To the next shorter or longer tick."""
    now = _state_of(program).hour // TICKS_A_SECOND
    below, above = [each for each in _TICKS if each < now], [each for each in _TICKS if each > now]
    seconds = (below or [_TICKS[0]])[-1] if shorter else (above or [_TICKS[-1]])[0]
    program.play.act(Action(presser(program), ActionKind.PACE, PACE_IN_SECONDS, seconds))
    if not needs_consent(program, ActionKind.PACE):
        program.shell.tell(f"a tick every {length_text(seconds)}")
