"""Attract mode: after a while without anybody, two computers play a match to whoever passes by.

It takes the place of what was there, which is kept whole and untouched, and comes back as soon as somebody presses
anything. Its time is the program's: nothing here reads a clock.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from gpulife.app.art.bout import START
from gpulife.app.game_window import open_controller
from gpulife.app.play_view import PlayView
from gpulife.app.screen import GameController
from gpulife.app.seating import seat_computers
from gpulife.games.base import Match
from gpulife.games.matches import demo_of, new_match
from gpulife.games.registry import DEFAULT_GAME, find_game
from gpulife.input.events import Event, KeyEvent, MouseButton, MouseMove, MouseWheel
from gpulife.input.pads import PadSource, held_inputs
from gpulife.rules import parse_rule
from gpulife.seats import Seats

if TYPE_CHECKING:
    from gpulife.app.program import Program

_ENDING_SECONDS = 12.0
"""That the end of a match is shown before the next one begins."""


class Touch:
    """Notices whether somebody does anything."""

    def __init__(self) -> None:
        self._held: dict[int, frozenset[str]] = {}

    def look(self, events: Iterable[Event], pads: PadSource, dead_zone: float) -> tuple[bool, bool]:
        """Whether anything was pressed since the last call, and whether anything was moved or let go of."""
        pressed = moved = False
        for event in events:
            if isinstance(event, KeyEvent | MouseButton):
                pressed |= event.pressed
                moved = True
            elif isinstance(event, MouseMove | MouseWheel):
                moved = True
        held = {
            socket: held_inputs(state, self._held.get(socket, frozenset()), dead_zone)
            for socket, state in pads.poll().items()
        }
        for socket, now in held.items():
            before = self._held.get(socket, now)  # what is held while it is plugged in was not pressed
            pressed |= bool(now - before)
            moved |= now != before
        self._held = held
        return pressed, moved


class Attract:
    """The mode itself.

    Attributes:
        idle: seconds since somebody did anything.
    """

    def __init__(self) -> None:
        self.idle = 0.0
        self._touch = Touch()
        self._kept: GameController[Any] | None = None
        self._over = 0.0
        self._matches = 0

    @property
    def on(self) -> bool:
        """Whether the computers play."""
        return self._kept is not None

    def watch(self, program: Program, events: Iterable[Event], seconds: float) -> None:
        """Begin when nobody is there, end when somebody is; once a frame, before anything else looks at the events."""
        pressed, moved = self._touch.look(events, program.shell.pads, program.shell.settings.dead_zone)
        if self.on:
            if pressed:
                self.end(program)
                program.show_start_screen()
            else:
                self._go_on(program, seconds)
            return
        may_begin = _may_begin(program)
        self.idle = 0.0 if pressed or moved or not may_begin else self.idle + seconds
        if may_begin and self.idle >= program.shell.settings.attract_seconds:
            self.idle = 0.0  # else one that cannot begin would be tried anew in every frame
            self._begin(program)

    def end(self, program: Program) -> None:
        """Give back what was there, if the computers play."""
        kept, self._kept, self.idle = self._kept, None, 0.0
        if kept is None:
            return
        program.play.close()
        program.controller = kept

    def _begin(self, program: Program) -> None:
        program.autosave()  # what is not saved may lie here for hours
        playing = self._next(program)
        self._kept = program.controller
        program.lobby.close()
        program.shell.sound.audio.stop_music()
        self._play(program, playing)

    def _go_on(self, program: Program, seconds: float) -> None:
        """The next match, some time after the end of one."""
        self._over = self._over + seconds if program.play.session.is_over else 0.0
        if self._over >= _ENDING_SECONDS:
            self._over = 0.0
            playing = self._next(program)
            program.play.close()
            self._play(program, playing)

    def _next(self, program: Program) -> PlayView:
        """The next match; its sides change from one to the next."""
        seats = Seats().with_levels(*demo_of(DEFAULT_GAME).levels_of(self._matches))
        device = program.shell.window.device
        match = match_of(program.shell.scheme_seed + self._matches)
        playing = PlayView(device, match, (START,), budget=0, seats=seats)
        self._matches += 1
        playing.demo = True
        seat_computers(playing, seats.levels, device)
        return playing

    def _play(self, program: Program, playing: PlayView) -> None:
        program.controller = open_controller(program.shell, playing)
        program.controller.take_look()
        playing.camera = playing.target = program.controller.fitting()


def match_of(seed: int) -> Match:
    """Make the match that the computers play."""
    spec = find_game(DEFAULT_GAME)
    return new_match(spec.name, parse_rule(spec.rule), spec.shape, seed, demo_of(spec.name).option)


def _may_begin(program: Program) -> bool:
    """Whether nobody can be in the middle of anything."""
    settings = program.shell.settings
    if not settings.attract_seconds or settings.reduced_flashing is None or program.shell.window.minimised:
        return False
    if program.shell.mapping is not None or program.shell.fields.binding or program.play.seeking is not None:
        return False
    return program.lobby.shown or program.controller.is_idle
