"""The art in the program's window: shown instead of everything else, until somebody wakes the games.

What was there is kept whole. Where art is what the window is for, it comes back when everybody has gone.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from gpulife.app.art.exhibit import Surroundings
from gpulife.app.art.layout import Arrangement
from gpulife.app.art.request import Request, show_seed
from gpulife.app.art.show import Show
from gpulife.app.art.wall import Wall
from gpulife.app.attract import Touch
from gpulife.art.pixel_shift import PixelShift
from gpulife.art.resume import Resumed
from gpulife.art.schedule import ScheduleState
from gpulife.art.wall_clock import local_time
from gpulife.commands import Command, Film, Fullscreen, Quit, Screenshot
from gpulife.input.bindings import Bindings
from gpulife.input.events import Event, KeyEvent
from gpulife.input.names import MODIFIER_KEYS
from gpulife.ui.desk import toast

if TYPE_CHECKING:
    from gpulife.app.program import Program

_LOG = logging.getLogger(__name__)

_TITLE_SECONDS = 4.0
_KEPT = (Quit, Fullscreen, Screenshot, Film)
"""What keys still do while art is on: they wake nobody."""


class Gallery:
    """The mode.

    Attributes:
        home: whether art is what the window is for, so that it comes back.
        shows: what is on show, also while the games are awake: one for all monitors, or for each one.
        wall: several monitors, None for the one window.
        request: what was asked.
    """

    def __init__(self) -> None:
        self.home = False
        self._watched = 0.0
        self._seen = 0.0  # the time at which somebody did anything
        self.shows: list[Show] = []
        self.wall: Wall | None = None
        self.request: Request | None = None
        self._touch = Touch()
        self._on = False
        self._shift = PixelShift(0)
        self._shown = 0.0  # seconds of art

    @property
    def on(self) -> bool:
        """Whether art is what the window shows."""
        return self._on

    @property
    def show(self) -> Show | None:
        """What is on show in the window, also while the games are awake; None before art was ever asked for."""
        return self.shows[0] if self.shows else None

    def open(
        self,
        program: Program,
        request: Request,
        *,
        home: bool,
        state: ScheduleState | None = None,
        resume: Sequence[Resumed | None] = (),
    ) -> None:
        """Begin to show a programme.

        Args:
            program: in whose window.
            request: what is asked.
            home: whether it is what the window is for.
            state: where in the order to begin; None for its beginning.
            resume: where each show is to go on; what does not fit is left out, with a line in the log.
        """
        self._close_shows()
        self.request, self.home = request, home
        self._shift = PixelShift(program.shell.settings.art_pixel_shift)
        number = self.wall.shows if self.wall is not None else 1
        for place in range(number):
            begin = state if state is not None and place == 0 else ScheduleState(show_seed(request, place))
            self.shows.append(Show(program.shell.window.device, request.programme, begin, local_time))
        for show, where in zip(self.shows, resume, strict=False):
            if where is not None:
                try:
                    show.go_on(where)
                except Exception as error:  # noqa: BLE001 - a file that cannot be used must not keep the wall dark
                    _LOG.info("cannot go on where it ended: %s", " ".join(str(error).split()))
        self._turn_on(program)

    def offer(self, program: Program, request: Request) -> None:
        """Let somebody choose the programme; if nobody does, that of ``request`` is shown."""
        self.request, self.home, self._seen = request, True, math.inf
        program.show_start_screen()
        program.lobby.show_programmes(program)

    def watch(self, program: Program, events: Iterable[Event], now: float) -> None:
        """Let the games wake, or the art come back; once a frame, before anything else looks at the events.

        ``now`` is in seconds, of any clock.
        """
        if self.request is None or not (self._on or self.home):
            return
        seconds, self._watched = min(max(now - self._watched, 0.0), 0.25), now
        events = tuple(events)
        if self.wall is not None:
            self.wall.look()
            elsewhere = self.wall.events()
            if self._on:
                events += elsewhere
            elif self.shows:
                self._go_on_elsewhere(program, seconds)
        pressed, moved = self._touch.look(
            self._meant(program, events), program.shell.pads, program.shell.settings.dead_zone
        )
        if self._on:
            self._seen = now
            if pressed and self.request.wakes:
                self.wake(program)
            return
        if pressed or moved or self._seen == math.inf:
            self._seen = now
        if now - self._seen >= self.request.idle:
            _LOG.info("nobody is there: the art goes on")
            if self.show is None:
                self.open(program, self.request, home=True)
            else:
                self._turn_on(program)

    def wake(self, program: Program) -> None:
        """Show the game chooser."""
        self._on = False
        _LOG.info("somebody is there: the games wake")
        program.shell.poller.release_all()
        program.show_start_screen()

    def frame(self, program: Program, events: tuple[Event, ...], seconds: float) -> list[Command]:
        """One frame of art; the commands among what was done that hold here, too."""
        found = [kept_command(program.shell.poller.bindings, event) for event in events]
        commands = [command for command in found if command is not None]
        if self.show is not None and not program.shell.window.minimised:
            self._shown += seconds
            around = self.around(program)
            for show in self.shows:
                show.advance(seconds, around)
            if self.wall is None:
                size = program.shell.window.framebuffer_size
                self.show.draw(program.shell.window.device.context.screen, size, around, seconds)
            else:
                self.wall.draw(self.shows, around, seconds, main=True)
            self._draw_words(program)
        return commands

    def around(self, program: Program) -> Surroundings:
        """What room and screen ask of the picture now."""
        assert self.request is not None  # noqa: S101 - there is a show
        asked = self.request.reduced_flashing
        if asked is None:  # whoever was never asked is somebody who walks past
            asked = program.shell.settings.reduced_flashing is not False
        return Surroundings(
            self.request.brightness.at_time(local_time().time()), asked, self._shift.whole_at(self._shown)
        )

    def close(self) -> None:
        """Release everything on the GPU, and close other windows."""
        self._close_shows()
        if self.wall is not None:
            self.wall.close()
            self.wall = None

    def _close_shows(self) -> None:
        for show in self.shows:
            show.close()
        self.shows.clear()
        self._on = False

    def _go_on_elsewhere(self, program: Program, seconds: float) -> None:
        """While somebody plays in the window, the other monitors go on."""
        assert self.wall is not None  # noqa: S101 - whoever calls has looked
        around = self.around(program)
        for number, show in enumerate(self.shows):
            if number or self.wall.arrangement is not Arrangement.INDEPENDENT:
                show.advance(seconds, around)
        self.wall.draw(self.shows, around, seconds, main=False)

    def _turn_on(self, program: Program) -> None:
        self._on = True
        program.lobby.close()
        program.attract.end(program)
        program.autosave()  # meanwhile it does not change
        program.shell.sound.audio.stop_music()
        program.shell.poller.release_all()
        program.shell.tell("")

    def _meant(self, program: Program, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """While art is on: without the keys that do something else than wake, and those that do nothing alone."""
        if not self._on:
            return events
        bindings = program.shell.poller.bindings
        return tuple(
            event
            for event in events
            if not isinstance(event, KeyEvent) or not (event.key in MODIFIER_KEYS or kept_command(bindings, event))
        )

    def _draw_words(self, program: Program) -> None:
        """The name of a scene that begins, and messages: nothing else ever stands over the picture."""
        show = self.show
        with program.shell.host.frame(menu=False):
            if program.shell.message:
                toast(program.shell.message)
            elif self.request is not None and self.request.titles and show is not None and show.present is not None:
                begins = show.present.seconds
                if begins < _TITLE_SECONDS:
                    toast(show.present.scene.name)
        program.shell.host.render(())


def kept_command(bindings: Bindings, event: Event) -> Command | None:
    """What a key does while art is on, if it does anything else than wake."""
    if not isinstance(event, KeyEvent) or not event.pressed or event.repeat:
        return None
    for name in (event.label, event.key):
        control = bindings.program.get(("key", event.mods, name))
        if control is not None and isinstance(control.makes, _KEPT):
            return control.makes
    return None
