"""The screen that shows art instead of the games.

The screens of the games stay below this screen. How art ends depends on how it began:

- In a window opened for art, any key or gamepad button opens the start screen. The art returns after some time without
  input.
- Art that was started from the start screen ends at Escape or a gamepad button. Other keys show a bar with buttons; see
  :mod:`gpulife.window.art.art_bar`.

A click or a drag with the left button adds life to the picture. If the user has switched that off, a click acts like
a key.
"""

import logging
import math
from collections.abc import Callable, Sequence

from gpulife.art.checkpoint_files import SavedDisplay
from gpulife.art.display import PixelShift
from gpulife.art.playlist import ScheduleState, local_time
from gpulife.art.scene import Scene
from gpulife.errors import in_one_line
from gpulife.games.registry import find_game
from gpulife.input.commands import Command, CommandOrAction, Film, Fullscreen, Quit, Screenshot
from gpulife.input.events import Event, KeyEvent, MouseButton, MouseMove
from gpulife.input.names import MODIFIER_KEYS
from gpulife.view.pictures import CELLS, find_picture
from gpulife.window.art.art_bar import (
    KEYS,
    SECONDS,
    ArtBar,
    ChangeScene,
    ExplainArt,
    LeaveArt,
    PauseArt,
)
from gpulife.window.art.art_help import ArtHelpScreen
from gpulife.window.art.multi_monitor import Arrangement, MultiMonitor
from gpulife.window.art.scene_view import DisplayConditions
from gpulife.window.art.show_options import ShowOptions, show_seed
from gpulife.window.art.slideshow import Slideshow
from gpulife.window.art.touch_rings import TouchRings
from gpulife.window.input_activity import InputActivity
from gpulife.window.panels.dock_layout import draw_message
from gpulife.window.panels.widgets import sentence
from gpulife.window.scopes import handles
from gpulife.window.screen_stack import Screen, ScreenStack
from gpulife.window.shell import Shell

_LOG = logging.getLogger(__name__)

_TITLE_SECONDS = 4.0
"""Seconds for which a new scene's name is shown."""
_TOUCH_HINT = "Click or drag in the picture: new life begins there."
_PROGRAM_KEYS = {
    "screenshot": "Save a picture",
    "film": "Start or stop a film",
    "fullscreen": "Fill the screen, or show a window again",
}
"""What keys of the program do in the art, keyed by the name of their control."""
_BAR_TEXT = "Move the pointer, and a bar with buttons appears at the lower edge."
_ALLOWED_COMMANDS = (Quit, Fullscreen, Screenshot, Film)
"""Commands of the program that the user can give while art is shown. The bar has further commands of its own."""


class ArtScreen(Screen):
    """The screen that shows art.

    Args:
        shell: services shared by all screens.
        screens: the stack of screens.
        leave_games: function that closes the screens above the board and saves the session. It is called before art is
            shown.

    Attributes:
        for_art: True if the window was opened for art; then the art returns after a while without input.
        shows: the slideshows, either one for all monitors or one for each. They are kept while games are shown.
        multi_monitor: the windows on several monitors; None for a single window.
        options: the user's options.
        return_to_page: if the art was started from the start screen, function that shows the page with the programme's
            tile again after the art, and marks the tile; otherwise None.
        is_paused: True if the user has paused the art.
    """

    hides_picture = hides_panels = stops_time = True
    in_menu = False

    def __init__(self, shell: Shell, screens: ScreenStack, leave_games: Callable[[], None]) -> None:
        self.for_art = False
        self.shows: list[Slideshow] = []
        self.multi_monitor: MultiMonitor | None = None
        self.options: ShowOptions | None = None
        self.shell = shell
        self._screens, self._leave_games = screens, leave_games
        self.return_to_page: Callable[[], None] | None = None
        self.is_paused = False
        self._bar = ArtBar()
        self._help: ArtHelpScreen | None = None
        self._is_drawing = False  # True while the user holds the mouse button down in the picture
        self._rings = TouchRings()
        self._has_touched = False  # True once the user has clicked in a picture
        self._wants_picture = False
        self._activity = InputActivity()
        self._last_input = 0.0  # time of the last input
        self._shift = PixelShift(0)
        self._art_seconds = 0.0

    @property
    def is_open(self) -> bool:
        """True if the window shows art."""
        return self in self._screens

    @property
    def show(self) -> Slideshow | None:
        """This window's slideshow, which is kept while games are shown; None before the first slideshow."""
        return self.shows[0] if self.shows else None

    def open(
        self,
        options: ShowOptions,
        *,
        for_art: bool,
        state: ScheduleState | None = None,
        resume: Sequence[SavedDisplay | None] = (),
    ) -> None:
        """Begin to show a programme (a list of scenes).

        Args:
            options: the user's options.
            for_art: True if the window was opened for art.
            state: where in the schedule of scenes the first slideshow begins; None for the beginning.
            resume: saved state of each slideshow. If a state is damaged or belongs to another programme, the slideshow
                starts anew, and the error is logged.
        """
        self._close_shows()
        self.options, self.for_art, self.return_to_page = options, for_art, None
        self._shift = PixelShift(self.shell.settings.art_pixel_shift)
        for number in range(self.multi_monitor.show_count if self.multi_monitor is not None else 1):
            begin = state if state is not None and number == 0 else ScheduleState(show_seed(options, number))
            self.shows.append(Slideshow(self.shell.window.device, options.programme, begin))
        for show, saved in zip(self.shows, resume, strict=False):
            if saved is not None:
                try:
                    show.restore(saved)
                except Exception as error:  # noqa: BLE001 - an unusable file must not stop the display
                    _LOG.info("cannot continue the saved scene: %s", in_one_line(error))
        self._begin()

    def open_when_idle(self, options: ShowOptions) -> None:
        """Begin a programme as soon as there has been no input for ``options.idle`` seconds."""
        self.options, self.for_art, self._last_input = options, True, math.inf

    def watch(self, events: Sequence[Event], seconds: float) -> None:
        """End the art when the user presses something, or show it again after a while without input.

        Call this once a frame, before screens take input.
        """
        if self.options is None or not (self.is_open or self.for_art):
            return
        shell, now = self.shell, self.shell.now
        if self.multi_monitor is not None:
            self.multi_monitor.check_monitors()
            others = self.multi_monitor.events()
            if self.is_open:
                events = (*events, *others)
            elif self.shows:  # the main window shows a game; the other monitors continue to show art
                shell.motion.due()
                for show in self.shows[self.multi_monitor.arrangement is Arrangement.INDEPENDENT :]:
                    show.advance(seconds, self.conditions)
                self.multi_monitor.draw(self.shows, self.conditions, seconds, main=False)
        if self._help is not None and self._help in self._screens:
            if self._activity.poll(events, shell.pads, shell.settings.dead_zone) != (False, False):
                self._last_input = now
            elif now - self._last_input >= self.options.idle:  # the person who opened the help has gone away
                self._screens.pop(self._help)
            return
        if self.is_open:
            if self.options.wakes:
                self._show_bar(events)
                self._touch(events)
            events = [event for event in events if self._may_wake(event)]
        pressed, moved = self._activity.poll(events, shell.pads, shell.settings.dead_zone)
        if self.is_open:
            self._last_input = now
            if pressed and self.options.wakes:
                self._leave(LeaveArt())
            return
        if pressed or moved or self._last_input == math.inf:
            self._last_input = now
        if now - self._last_input >= self.options.idle:
            _LOG.info("no input for a while: the art returns")
            if self.shows:
                self._begin()
            else:
                self.open(self.options, for_art=True)

    def _show_bar(self, events: Sequence[Event]) -> None:
        """Show the bar if the pointer has moved. In art from the start screen, keys and clicks show it, too."""
        kinds = MouseMove if self.for_art else MouseMove | MouseButton | KeyEvent
        if self._is_drawing:
            return
        if any(isinstance(event, kinds) and self._command(event) is None for event in events):
            self._bar.show(self.shell.now)

    @property
    def _hint(self) -> str:
        """A text that says what a click does; "" once the user has clicked in a picture, or if clicks do nothing."""
        return "" if self._has_touched or not self._is_touchable else _TOUCH_HINT

    @property
    def _is_touchable(self) -> bool:
        present = self.show.present if self.show is not None else None
        options = self.options
        return present is not None and options is not None and options.touch and present.scene.is_touchable

    def _touch(self, events: Sequence[Event]) -> None:
        """Add life where the user clicks, or drags with the left button held down."""
        window = self.shell.window
        offset = self.multi_monitor.main_offset if self.multi_monitor is not None else (0, 0)
        for event in events:
            if isinstance(event, MouseButton) and event.button == 0:
                self._is_drawing = event.pressed and self._is_touchable and not self._is_on_bar(event)
            if self._is_drawing and isinstance(event, MouseButton | MouseMove) and self.show is not None:
                if self.is_paused:
                    self.shell.show_message("The art is paused: press Space, then click")
                    self._is_drawing = False
                    return
                points = window.pixels_per_point
                self._has_touched = True
                self._rings.add(event.x, event.y, self.shell.now)
                self.show.touch(event.x * points + offset[0], event.y * points + offset[1])

    def _is_on_bar(self, event: MouseButton) -> bool:
        return self._bar.is_shown(self.shell.now) and bool(self.shell.imgui_backend.panel_under([event]))

    def _may_wake(self, event: Event) -> bool:
        """Return False for keys and clicks that must not end the art, such as clicks on the bar; else True."""
        if isinstance(event, KeyEvent):
            return self.for_art and self._command(event) is None and event.key not in MODIFIER_KEYS
        if isinstance(event, MouseButton):
            touches = event.button == 0 and self.options is not None and self.options.touch
            return self.for_art and not touches and not self._is_on_bar(event)
        return True

    @handles(ChangeScene)
    def _change_scene(self, command: ChangeScene) -> None:
        self.is_paused = False
        found = [show.change_scene(back=command.back) for show in self.shows]
        if not all(found):
            self.shell.show_message("There was no scene before this one")
        else:
            self.shell.show_message("Loading the previous scene" if command.back else "Loading the next scene")

    @handles(ExplainArt)
    def _explain(self, _: ExplainArt) -> None:
        keys = {"Left": "Show the previous scene", "Right": "Show the next scene", "Space": "Pause, and go on"}
        for control, does in _PROGRAM_KEYS.items():
            keys[self.shell.poller.bindings.first_key_text(control)] = does
        keys["Escape"] = "End the art"
        title, about = self._description
        touch = _TOUCH_HINT if self._is_touchable else "A click changes nothing in this picture."
        sections = {"This picture": about, "Mouse": (touch, _BAR_TEXT)}
        if self.for_art:
            keys["Any other key"] = "Open the start screen with the games; the art comes back later"
        self._last_input = self.shell.now
        self._help = ArtHelpScreen(self.shell, self._screens, title, sections, keys)
        self._screens.push(self._help)

    @handles(PauseArt)
    def _pause(self, _: PauseArt) -> None:
        self.is_paused = not self.is_paused

    @handles(LeaveArt)
    def _leave(self, _: LeaveArt) -> None:
        self._screens.pop(self)
        _LOG.info("input received: the start screen opens")
        self.shell.poller.release_all()
        self.shell.show_start_menu()
        if self.return_to_page is not None:
            self.return_to_page()

    def take_input(self, events: Sequence[Event], seconds: float) -> list[Command]:
        """Return the commands of the pressed keys. Keys that do nothing while art is shown are ignored."""
        del seconds
        commands = [command for event in events if (command := self._command(event)) is not None]
        if self._wants_picture:
            commands.append(Screenshot())
            self._wants_picture = False
        if any(isinstance(command, Screenshot) for command in commands):
            self._bar.hide()  # the picture shows the art alone
            self._rings.clear()
        return commands

    def pass_time(self, seconds: float) -> None:
        """Advance the art by ``seconds``, unless the window is minimised or the user has paused the art."""
        if not (self.shell.window.minimised or self.is_paused):
            self._art_seconds += seconds
            for show in self.shows:
                show.advance(seconds, self.conditions)

    def aim(self, seconds: float) -> bool:
        """Return True if the art must be drawn again: always, unless the user has paused it."""
        del seconds
        if not self.is_paused:
            self.shell.motion.due()
        return not self.is_paused

    def draw(self, seconds: float) -> None:
        """Draw the art, ``seconds`` after it was last drawn."""
        window = self.shell.window
        seconds = 0.0 if self.is_paused else seconds
        if self.multi_monitor is not None:
            self.multi_monitor.draw(self.shows, self.conditions, seconds, main=True)
        elif self.shows:
            self.shows[0].draw(window.device.context.screen, window.framebuffer_size, self.conditions, seconds)

    def draw_panels(self, seconds: float) -> Sequence[CommandOrAction]:
        """Draw the rings where the user has clicked, the name of a new scene, and the bar while it is shown."""
        del seconds
        self._rings.draw(self.shell.now)
        if not self.shell.message and any(show.is_changing for show in self.shows):
            draw_message("Loading another scene")
        titled = self.options is not None and self.options.titles and not self.shell.message
        present = self.show.present if self.show is not None else None
        if titled and present is not None and present.seconds < _TITLE_SECONDS:
            draw_message(present.scene.name)
        if not self._bar.is_shown(self.shell.now):
            return ()
        self.shell.motion.due(SECONDS)
        title, about = self._description
        requests = self._bar.draw(self.shell.poller.bindings, title, about, hint=self._hint, is_paused=self.is_paused)
        self._wants_picture = Screenshot() in requests  # in the next frame, without the bar
        return [request for request in requests if request != Screenshot()]

    @property
    def _description(self) -> tuple[str, tuple[str, ...]]:
        """Return the titles of programme and scene, and sentences that explain the picture and the cells."""
        if self.show is None:
            return "", ()
        programme, present = self.show.programme, self.show.present
        if present is None:
            return programme.title, (f"{sentence(programme.description)}.",)
        scene = present.scene
        name = scene.effects.picture
        seen = programme.description if name == CELLS else find_picture(name).description
        return f"{programme.title}: {scene.name}", (f"{sentence(seen)}.", _life_of(scene))

    @property
    def conditions(self) -> DisplayConditions:
        """The current brightness, flashing limit and pixel shift for the pictures on all monitors."""
        assert self.options is not None  # noqa: S101 - there is a slideshow
        reduced = self.options.reduced_flashing
        if reduced is None:  # reduced unless the settings say otherwise, since anybody may walk past
            reduced = self.shell.settings.reduced_flashing is not False
        brightness = self.options.brightness.at_time(local_time().time())
        return DisplayConditions(brightness, reduced, self._shift.whole_at(self._art_seconds))

    def close(self) -> None:
        """Release all GPU resources of the art, and close the windows on the other monitors."""
        self._close_shows()
        if self.multi_monitor is not None:
            self.multi_monitor.close()
            self.multi_monitor = None

    def _close_shows(self) -> None:
        for show in self.shows:
            show.close()
        self.shows.clear()
        self._screens.pop(self)

    def _begin(self) -> None:
        """Put this screen on top of the stack."""
        self._leave_games()
        self._screens.push(self)
        self._bar.hide()
        self._rings.clear()
        self.is_paused = self._is_drawing = False
        self.shell.sound.audio.stop_music()
        self.shell.poller.release_all()
        self.shell.show_message("")

    def _command(self, event: Event) -> Command | None:
        """Return the command of a pressed key; None if the key does nothing while art is shown."""
        if isinstance(event, KeyEvent) and event.pressed and not event.repeat:
            if self.options is not None and self.options.wakes and not event.mods and event.key in KEYS:
                return KEYS[event.key]
            for name in (event.label, event.key):
                control = self.shell.poller.bindings.program.get(("key", event.mods, name))
                if control is not None and isinstance(control.request, _ALLOWED_COMMANDS):
                    return control.request
        return None


def _life_of(scene: Scene) -> str:
    """Return a sentence for viewers about the cells' species and speed or, in a match, the game that is played."""
    if scene.game:
        return f"Computers play {find_game(scene.game).title}; you watch."
    species = scene.rule.species
    who = f"{species} species of cells share the board" if species > 1 else "Cells live on the board"
    return f"{who}. They are born and die {_pace_text(scene.speed)}."


def _pace_text(speed: float) -> str:
    """Return how often the cells change, such as "10 times a second". ``speed`` is in generations per second."""
    if speed < 1:
        return f"every {1 / speed:.2g} seconds"
    return "once a second" if speed == 1 else f"{speed:g} times a second"
