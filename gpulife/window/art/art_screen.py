"""The screen that shows art instead of everything else, until somebody wakes the games.

What was there stays below it on the stack. Where art is what the window is for, it comes back when everybody has gone.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Sequence

from gpulife.art.checkpoint_files import Resumed
from gpulife.art.pixel_shift import PixelShift
from gpulife.art.schedule import ScheduleState, local_time
from gpulife.errors import in_one_line
from gpulife.input.commands import Asked, Command, Film, Fullscreen, Quit, Screenshot
from gpulife.input.events import Event, KeyEvent
from gpulife.input.names import MODIFIER_KEYS
from gpulife.window.art.monitor_layout import Arrangement
from gpulife.window.art.multi_monitor import Wall
from gpulife.window.art.request import Request, show_seed
from gpulife.window.art.scene import Surroundings
from gpulife.window.art.slideshow import Show
from gpulife.window.attract.attract_screen import Touch
from gpulife.window.panels.dock_layout import toast
from gpulife.window.screen_stack import Screen, ScreenStack
from gpulife.window.shell import Shell

_LOG = logging.getLogger(__name__)

_TITLE_SECONDS = 4.0
_KEPT = (Quit, Fullscreen, Screenshot, Film)
"""What keys still do while art is on; they do not wake the games."""


class Gallery(Screen):
    """The screen that shows art.

    Args:
        shell: what all screens share.
        screens: the stack.
        leave_games: leaves whatever is over the board and saves the session, which does not change meanwhile.

    Attributes:
        home: whether art is what the window is for, so that it comes back.
        shows: what is on show, also while the games are awake: one for all monitors, or for each one.
        wall: several monitors, None for the one window.
        request: what was asked.
    """

    hides_picture = hides_panels = stops_time = True
    in_menu = False

    def __init__(self, shell: Shell, screens: ScreenStack, leave_games: Callable[[], None]) -> None:
        self.home = False
        self.shows: list[Show] = []
        self.wall: Wall | None = None
        self.request: Request | None = None
        self.shell = shell
        self._screens, self._leave_games = screens, leave_games
        self._touch = Touch()
        self._touched = 0.0  # the time at which somebody did something last
        self._shift = PixelShift(0)
        self._art_seconds = 0.0

    @property
    def on(self) -> bool:
        """Whether art is what the window shows."""
        return self in self._screens

    @property
    def show(self) -> Show | None:
        """What is on show in the window, also while the games are awake; None before art was ever asked for."""
        return self.shows[0] if self.shows else None

    def open(
        self,
        request: Request,
        *,
        home: bool,
        state: ScheduleState | None = None,
        resume: Sequence[Resumed | None] = (),
    ) -> None:
        """Begin to show a programme.

        Args:
            request: what is asked.
            home: whether it is what the window is for.
            state: where in the order to begin; None for its beginning.
            resume: where each show is to go on; what does not fit is left out, with a line in the log.
        """
        self._close_shows()
        self.request, self.home = request, home
        self._shift = PixelShift(self.shell.settings.art_pixel_shift)
        for place in range(self.wall.shows if self.wall is not None else 1):
            begin = state if state is not None and place == 0 else ScheduleState(show_seed(request, place))
            self.shows.append(Show(self.shell.window.device, request.programme, begin))
        for show, where in zip(self.shows, resume, strict=False):
            if where is not None:
                try:
                    show.go_on(where)
                except Exception as error:  # noqa: BLE001 - a file that cannot be used must not keep the wall dark
                    _LOG.info("cannot go on where it ended: %s", in_one_line(error))
        self._begin()

    def offer(self, request: Request) -> None:
        """Begin with what is asked, unless somebody chooses something else in time."""
        self.request, self.home, self._touched = request, True, math.inf

    def watch(self, events: Sequence[Event], seconds: float) -> None:
        """Let the games wake, or the art come back; once a frame of so many seconds, before any screen takes input."""
        if self.request is None or not (self.on or self.home):
            return
        shell, now = self.shell, self.shell.now
        if self.wall is not None:
            self.wall.check_monitors()
            elsewhere = self.wall.events()
            if self.on:
                events = (*events, *elsewhere)
            elif self.shows:  # somebody plays in the window: the other monitors go on
                self._advance(seconds, self.shows[self.wall.arrangement is Arrangement.INDEPENDENT :])
                self.wall.draw(self.shows, self.around, seconds, main=False)
        if self.on:  # without keys that do something else than wake, or nothing alone
            meant = (event for event in events if self._kept_command(event) is None)
            events = [event for event in meant if not isinstance(event, KeyEvent) or event.key not in MODIFIER_KEYS]
        pressed, moved = self._touch.look(events, shell.pads, shell.settings.dead_zone)
        if self.on:
            self._touched = now
            if pressed and self.request.wakes:
                self._screens.pop(self)
                _LOG.info("somebody is there: the games wake")
                shell.poller.release_all()
                shell.show_start_menu()
            return
        if pressed or moved or self._touched == math.inf:
            self._touched = now
        if now - self._touched >= self.request.idle:
            _LOG.info("nobody is there: the art goes on")
            if self.shows:
                self._begin()
            else:
                self.open(self.request, home=True)

    def take_input(self, events: Sequence[Event], seconds: float) -> list[Command]:
        """Return the few commands that keys give here, too."""
        del seconds
        return [command for event in events if (command := self._kept_command(event)) is not None]

    def pass_time(self, seconds: float) -> None:
        """Let so many seconds pass, unless nobody can see it."""
        if not self.shell.window.minimised:
            self._art_seconds += seconds
            self._advance(seconds, self.shows)

    def draw(self, seconds: float) -> None:
        """Draw the pictures, ``seconds`` after the last ones."""
        window = self.shell.window
        if self.wall is not None:
            self.wall.draw(self.shows, self.around, seconds, main=True)
        elif self.shows:
            self.shows[0].draw(window.device.context.screen, window.framebuffer_size, self.around, seconds)

    def draw_panels(self, seconds: float) -> Sequence[Asked]:
        """Draw the name of a scene that begins. Apart from messages nothing else is ever drawn over the picture."""
        del seconds
        titled = self.request is not None and self.request.titles and not self.shell.message
        present = self.show.present if self.show is not None else None
        if titled and present is not None and present.seconds < _TITLE_SECONDS:
            toast(present.scene.name)
        return ()

    @property
    def around(self) -> Surroundings:
        """What room and screen ask of the picture now."""
        assert self.request is not None  # noqa: S101 - there is a show
        asked = self.request.reduced_flashing
        if asked is None:  # whoever was never asked is somebody who walks past
            asked = self.shell.settings.reduced_flashing is not False
        brightness = self.request.brightness.at_time(local_time().time())
        return Surroundings(brightness, asked, self._shift.whole_at(self._art_seconds))

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
        self._screens.pop(self)

    def _advance(self, seconds: float, shows: Sequence[Show]) -> None:
        for show in shows:
            show.advance(seconds, self.around)

    def _begin(self) -> None:
        """Show art from now on."""
        self._leave_games()
        self._screens.push(self)
        self.shell.sound.audio.stop_music()
        self.shell.poller.release_all()
        self.shell.tell("")

    def _kept_command(self, event: Event) -> Command | None:
        """Return what a key does while art is on, if it does anything else than wake."""
        if isinstance(event, KeyEvent) and event.pressed and not event.repeat:
            for name in (event.label, event.key):
                control = self.shell.poller.bindings.program.get(("key", event.mods, name))
                if control is not None and isinstance(control.makes, _KEPT):
                    return control.makes
        return None
