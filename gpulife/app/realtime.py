"""Real-Time Life in the window: who sits where, for whom the mouse plays, the length of a tick, and the view."""

from __future__ import annotations

from string import ascii_uppercase
from typing import TYPE_CHECKING

from gpulife.games.base import NOBODY, TICKS_A_SECOND, Action, ActionKind
from gpulife.games.cursor import Place
from gpulife.games.realtime import PACE_IN_SECONDS
from gpulife.games.realtime_overlay import realtime_overlay
from gpulife.games.realtime_settings import read_settings
from gpulife.games.realtime_state import RealTimeState
from gpulife.players.realtime import realtime_player
from gpulife.ui.realtime import Seats, draw_realtime, room_around_realtime
from gpulife.ui.realtime_setup import length_text
from gpulife.view.camera import Camera, fit, pan, pixel_of

if TYPE_CHECKING:
    from gpulife.app.playing import Playing
    from gpulife.app.program import Program

_PAUSE = 24
"""Ticks of the session between two moves of a computer, so that people can follow."""
_TICKS = (1, 2, 5, 10, 15, 30, 60, 300, 900, 1800, 3600)
"""Lengths of a tick, in seconds, that faster and slower go through."""
KEYBOARD_HALVES = 2
MOST_GLOW = 0.25
"""Of fresh births: here they stay fresh for a minute or a day, and it must be seen whose they are."""


def state_of(playing: Playing) -> RealTimeState | None:
    """The state of Real-Time Life, None where another game is played."""
    state = playing.session.state
    return state if isinstance(state, RealTimeState) else None


def tick_seconds_of(playing: Playing) -> int:
    """Length of a tick of Real-Time Life, 0 where another game is played."""
    state = state_of(playing)
    return 0 if state is None else state.hour // TICKS_A_SECOND


def levels_of(playing: Playing) -> tuple[int, ...]:
    """The computer's level in each seat that the match is for, 0 for a person."""
    return read_settings(playing.session.match.settings).seats or (0, 0)


def computers_of(playing: Playing) -> frozenset[int]:
    """The seats that the computer has."""
    return frozenset(seat for seat, level in enumerate(levels_of(playing)) if level)


def seat_realtime(playing: Playing) -> None:
    """Let the computers of the match play."""
    session = playing.session
    session.players = tuple(
        realtime_player(seat, level, session.match.seed, _PAUSE)
        for seat, level in enumerate(levels_of(playing))
        if level
    )


def sit_down_realtime(program: Program) -> None:
    """People go where no computer is: the halves of the keyboard to A and B, the mouse to the first of them."""
    seat_realtime(program.playing)
    computers = computers_of(program.playing)
    for player in computers:
        program.poller.stand_up(player)
    for player in range(KEYBOARD_HALVES):
        if player not in computers and player not in program.poller.devices():
            program.poller.sit_at_keyboard(player)
    program.mouse.hand.player = next((seat for seat in range(program.poller.seats) if seat not in computers), 0)
    keep_seats(program)


def keep_seats(program: Program) -> None:
    """Once a frame: gamepads fill the seats that the match is for before any others, and the mouse knows its game."""
    hand = program.mouse.hand
    hand.choose = (lambda place: seat_at(program, place)) if state_of(program.playing) is not None else None
    hand.hovers = not program.playing.session.in_the_past
    if hand.choose is None:
        return
    levels, computers = levels_of(program.playing), computers_of(program.playing)
    devices = program.poller.devices()
    people = [seat for seat in range(len(levels)) if seat not in computers]
    full = all(any(name != "keyboard" for name in devices.get(seat, ())) for seat in people)
    beyond = frozenset() if full else frozenset(range(len(levels), program.poller.seats)) - devices.keys()
    program.poller.reserved = computers | beyond


def seat_at(program: Program, place: Place) -> int:
    """Whom the mouse plays for when it is pressed there: whose cell it is, unless a computer's; else as before."""
    player = program.mouse.hand.player
    state = state_of(program.playing)
    if state is None or not (0 <= place[0] < state.rows and 0 <= place[1] < state.columns):
        return player
    owner = int(program.playing.engine.read(*place, 1, 1)[0, 0]) - 1
    if 0 <= owner < len(state.seats) and owner not in computers_of(program.playing):
        return owner
    return player


def choose_seat(program: Program, digit: int) -> bool:
    """A number key: the mouse plays for that letter from now on; whether this is the game for it."""
    if state_of(program.playing) is None:
        return False
    seat = (digit - 1) % 10
    letter = ascii_uppercase[seat]
    if seat in computers_of(program.playing):
        program.tell(f"the computer plays {letter}")
    elif seat < program.poller.seats:
        program.mouse.hand.player = seat
        program.tell(f"the mouse plays for {letter}")
    return True


def change_tick(program: Program, factor: float) -> bool:
    """Faster and slower: a shorter or a longer tick; whether this is the game for it."""
    state = state_of(program.playing)
    if state is None:
        return False
    now = state.hour // TICKS_A_SECOND
    shorter, longer = [each for each in _TICKS if each < now], [each for each in _TICKS if each > now]
    seconds = (shorter or [_TICKS[0]])[-1] if factor > 1 else (longer or [_TICKS[-1]])[0]
    program.playing.act(Action(NOBODY, ActionKind.PACE, PACE_IN_SECONDS, seconds))
    program.tell(f"a tick every {length_text(seconds)}")
    return True


def refuse_unlimited(program: Program) -> bool:
    """As fast as it goes: there is no such pace here; whether this is the game for saying so."""
    if state_of(program.playing) is None:
        return False
    program.tell("Real-Time Life goes by its ticks: faster and slower change their length, RETURN plays one")
    return True


def fitting_realtime(program: Program, state: RealTimeState) -> Camera:
    """The camera that shows the board in play, beside the panels if they are shown, and the table of scores."""
    width, height = program.window.framebuffer_size
    left, bar = program.covered()
    above, below, right = room_around_realtime()
    below += bar
    room = max(1, round(width - left - right)), max(1, round(height - above - below))
    return pan(fit((state.rows, state.columns), room, 8), (left - right) / 2, (above - below) / 2)


def draw_realtime_beside(program: Program, state: RealTimeState, *, bright: bool) -> None:
    """Draw clock, scores and hands into the frame of Dear ImGui that has begun."""
    size = program.window.framebuffer_size
    left, below = program.covered()
    devices = {seat: names[0] for seat, names in program.poller.devices().items()}
    devices |= dict.fromkeys(computers_of(program.playing), "computer")
    people = {seat for seat, device in devices.items() if device != "computer"}
    draw_realtime(
        realtime_overlay(state),
        lambda row, column: pixel_of(program.camera, size, row, column),
        program.look.colours,
        (left, 0.0, float(size[0]), size[1] - below),
        Seats(devices, program.mouse.hand.player if len(people) > 1 else None),
        bright=bright,
    )
