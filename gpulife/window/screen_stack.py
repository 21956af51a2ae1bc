"""The stack of the window's screens, and the steps of a frame.

In each frame, the top screen takes input and turns it into requests. Each request is offered to the open scopes,
topmost first, until one handles it (see ``scopes``). Then time passes. The visible screens update what they show, from
the bottom up, and panels are laid out. If the picture has changed, it is drawn, panels last. Requests from panels are
carried out before time passes again, so the next picture shows their effect.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from imgui_bundle import imgui

from gpulife.input.commands import CommandOrAction, Paste, Screenshot, label
from gpulife.input.events import Event, FocusEvent, KeyEvent, MouseButton
from gpulife.window.ask_first import AskFirstError
from gpulife.window.design import GROUND, MOVE, eased, packed
from gpulife.window.input_activity import InputActivity
from gpulife.window.input_router import poll_devices
from gpulife.window.panels.dock_layout import draw_message
from gpulife.window.scopes import Scope
from gpulife.window.shell import Shell
from gpulife.window.shell_commands import ProgramScope

_DOUBLE_CLICK, _DOUBLE_CLICK_REACH = 0.3, 8.0
"""Maximum time in seconds, and maximum distance in points, between the two presses of a double click."""
_BUSY_SECONDS = 0.1
"""Seconds between frames while the user types (the text cursor blinks) or holds a widget with the mouse."""
FrameHook = Callable[[Sequence[Event], float], None]
"""A function called in each frame before any screen gets the events: f(events, seconds since the last frame)."""


class Screen(Scope):
    """One screen of the stack.

    Attributes:
        shell: services shared by all screens.
        hides_picture: True if the pictures of the screens below are hidden.
        hides_panels: True if the panels of the screens below are hidden.
        stops_time: True if time is stopped in the screens below, except in those with :attr:`time_goes_on`.
        gives_way: True if a press of a button on the panels below closes this screen, and does what the button says.
        is_page: True if the screen fills the window and hides everything below. Then messages appear at the lower edge.
    """

    shell: Shell
    hides_picture = hides_panels = stops_time = is_page = gives_way = False

    @property
    def in_menu(self) -> bool:
        """True if keys and pads operate Dear ImGui's widgets, False if they control a game."""
        return True

    @property
    def takes_keys(self) -> bool:
        """True if the keyboard operates Dear ImGui's widgets. Pads may still control a game."""
        return self.in_menu

    @property
    def shown_page(self) -> object:
        """Any value that identifies the page on screen, if the screen has several pages. A new page fades in."""
        return None

    @property
    def is_idle(self) -> bool:
        """True if nobody would be interrupted by leaving this screen. Then attract mode may begin."""
        return False

    @property
    def time_goes_on(self) -> bool:
        """True if time passes on this screen even below screens that stop time, as in an on-line match."""
        return False

    @property
    def shows_result(self) -> bool:
        """True if the screen shows the result of a match, which people may still be reading."""
        return False

    @property
    def has_bar(self) -> bool:
        """True if a bar of panels covers the lower edge of the window."""
        return False

    @property
    def covered_above(self) -> float:
        """Height in points of what covers the upper edge of the window. Messages appear below it."""
        return 0.0

    @property
    def covered_sides(self) -> tuple[float, float]:
        """Widths in points of what covers the left and the right edge of the window. Messages appear between them."""
        return 0.0, 0.0

    def take_input(self, events: Sequence[Event], seconds: float) -> Iterable[CommandOrAction]:
        """Return what the user requests in this frame by keys, mouse or pads. Called only for the top screen."""
        return poll_devices(self.shell, events, seconds, menu=True)

    @property
    def scopes(self) -> Sequence[Scope]:
        """The scopes of this screen. Requests go to them in this order."""
        return (self,)

    def carried_out(self, request: CommandOrAction, *, answered: bool) -> None:
        """Do what has to follow a request that one of this screen's scopes has carried out; by default nothing.

        Args:
            request: the request.
            answered: True if carrying out the request has shown a message.
        """

    def pass_time(self, seconds: float) -> None:
        """Advance what happens on this screen by ``seconds``."""

    def aim(self, seconds: float) -> bool:
        """Prepare the screen's next picture, ``seconds`` after the last frame.

        Returns:
            True if the picture differs from the last drawn picture.
        """
        del seconds
        return False

    def draw(self, seconds: float) -> None:
        """Draw the screen's picture, ``seconds`` after it was last drawn."""

    def draw_panels(self, seconds: float) -> Sequence[CommandOrAction]:
        """Draw the panels into Dear ImGui's current frame; return the user's requests."""
        del seconds
        return ()

    def leave(self) -> None:
        """Release the resources of this screen. Called when the screen is removed from the stack."""


class ScreenStack:
    """The open screens; the last one is on top.

    Args:
        shell: services shared by all screens.

    Attributes:
        frame_hooks: functions called in each frame before the top screen takes input. They may add and remove screens.
    """

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.frame_hooks: list[FrameHook] = []
        self._screens: list[Screen] = []
        self._program = ProgramScope(shell)
        self._activity = InputActivity()
        self._held: set[str | int] = set()  # keys and mouse buttons held now
        self._undrawn = 0.0  # seconds since pictures were drawn
        self._page: tuple[Screen, object] | None = None  # the page that fills the window
        self._page_seconds = 0.0  # seconds since that page appeared
        self._clicked_at = self._closed_at = -_DOUBLE_CLICK  # the shell's time of the last press, and of a screen's end
        self._click = 0.0, 0.0  # where the pointer was at the last press
        self._made_in_redraw: list[tuple[Screen, CommandOrAction]] = []  # requests and the top screen then
        shell.redraw = self.redraw

    @property
    def top(self) -> Screen:
        """The screen that takes input."""
        return self._screens[-1]

    def __contains__(self, screen: Screen) -> bool:
        return screen in self._screens

    def push(self, screen: Screen) -> None:
        """Put a screen on top."""
        self._screens.append(screen)

    def pop(self, screen: Screen) -> None:
        """Remove a screen and all screens above it, if it is on the stack."""
        while screen in self._screens:
            self._end(self._screens[-1])

    def _end(self, screen: Screen) -> None:
        self._screens.remove(screen)
        self._closed_at = self.shell.now
        screen.leave()

    def take_out(self, screen: Screen) -> None:
        """Remove a screen if it is on the stack. Screens above it stay."""
        if screen in self._screens:
            self._end(screen)

    def pop_to(self, screen: Screen) -> None:
        """Remove all screens above ``screen``."""
        while self.top is not screen:
            self._end(self.top)

    def frame(self, events: Iterable[Event], now: float) -> None:
        """Run one frame: carry out input, advance the screens by the time since the last frame, and draw.

        ``now`` is the time in seconds, by the event loop's clock.
        """
        shell, events = self.shell, tuple(events)
        minimised = shell.window.minimised
        seconds = shell.motion.begin(now, now - shell.now, touched=self._is_touched(events), minimised=minimised)
        shell.now = now
        if warning := shell.warnings.take():
            shell.show_message(warning)
        for watch in self.frame_hooks:
            watch(events, seconds)
        made, self._made_in_redraw = self._made_in_redraw, []
        late = [request for screen, request in made if screen is self.top]
        requests = (*late, *self.top.take_input(self._meant_for_top(events), seconds))
        # Screenshots are taken after this frame is drawn.
        screenshots = tuple(request for request in requests if isinstance(request, Screenshot))
        self.carry_out(request for request in requests if request not in screenshots)
        for screen in self._whose_time_passes():
            if screen in self._screens:  # a screen below may have replaced it
                screen.pass_time(seconds)
        if not shell.window.minimised:
            if shell.recorder.on or screenshots or shell.window.is_damaged:
                shell.window.is_damaged = False
                shell.motion.redraw()
            requests = (*self._draw(seconds), *screenshots)
            if requests:
                shell.motion.stir()
            if shell.recorder.on:
                shell.motion.due()
            for line in shell.recorder.frame(shell.window, shell.settings, now):
                shell.show_message(line)
            self.carry_out(requests)
            if shell.motion.is_drawn:
                shell.draw_film_mark(above_bar=self.top.has_bar)

    def _meant_for_top(self, events: Sequence[Event]) -> Sequence[Event]:
        """Return the events for the top screen.

        If the first click of a double click has closed a screen, the second click is left out.
        """
        # The second click would draw on the board.
        presses = [event for event in events if isinstance(event, MouseButton) and event.pressed]
        has_closed = 0 <= self._closed_at - self._clicked_at < _DOUBLE_CLICK
        is_soon = self.shell.now - self._clicked_at < 2 * _DOUBLE_CLICK and not self.top.in_menu
        second = [press for press in presses if math.dist((press.x, press.y), self._click) <= _DOUBLE_CLICK_REACH]
        if presses:
            self._clicked_at, self._click = self.shell.now, (presses[-1].x, presses[-1].y)
        return [event for event in events if event not in second] if has_closed and is_soon else events

    def _is_touched(self, events: Sequence[Event]) -> bool:
        """Return True if there is input, or if a key, button or stick is held."""
        for event in events:
            match event:
                case KeyEvent(key=key, pressed=True):
                    self._held.add(key)
                case KeyEvent(key=key):
                    self._held.discard(key)
                case MouseButton(button=button, pressed=True):
                    self._held.add(button)
                case MouseButton(button=button):
                    self._held.discard(button)
                case FocusEvent():
                    self._held.clear()
        _, moved = self._activity.poll(events, self.shell.pads, self.shell.settings.dead_zone)
        return bool(events or moved or self._held or self._activity.holds_pad)

    def redraw(self) -> None:
        """Draw the window again during long work.

        Keys and clicks have no effect meanwhile, except in panels: Dear ImGui takes them, so what they request is
        carried out in the next frame.
        """
        self.shell.window.poll(self.shell.now)
        if not self.shell.window.minimised:
            self.shell.motion.redraw()
            self._made_in_redraw += [(self.top, request) for request in self._draw(0.0)]
            self.shell.draw_film_mark(above_bar=self.top.has_bar)
            self.shell.window.swap()

    def carry_out(self, requests: Iterable[CommandOrAction]) -> None:
        """Offer each request to the open scopes (see ``scopes``), topmost first, until one handles it. Show errors."""
        for request in requests:
            self.shell.speaks_at_pointer = isinstance(request, Paste)
            with self.shell.guard.catch(label(request)), self._asking_first(request):
                self._carry_out(request)
        self.shell.speaks_at_pointer = False

    def _carry_out(self, request: CommandOrAction) -> None:
        messages = self.shell.messages
        for screen in reversed(self._screens.copy()):
            if any(scope.carry_out(request) for scope in screen.scopes):
                screen.carried_out(request, answered=self.shell.messages > messages)
                return
        if not self._program.carry_out(request):
            self.shell.say_unheeded(request)

    @contextmanager
    def _asking_first(self, request: CommandOrAction) -> Iterator[None]:
        """If the ``with`` block raises AskFirstError, ask the user whether to carry out the request."""
        try:
            yield
        except AskFirstError as question:
            self.ask(question, request)

    def ask(self, question: AskFirstError, request: CommandOrAction) -> None:
        """Ask the user whether to carry out a request. If this stack has no dialogs, raise ``question``.

        Raises:
            AskFirstError: there are no dialogs.
        """
        del request
        raise question

    def _draw(self, seconds: float) -> Sequence[CommandOrAction]:
        """Draw the visible screens if they have changed; return the requests made in the top screen's panels."""
        shell, motion = self.shell, self.shell.motion
        pictures = self._seen
        differ = [screen.aim(seconds) for screen in pictures]
        requests: Sequence[CommandOrAction] = ()
        with shell.imgui_backend.frame(menu=self.top.takes_keys):
            shell.panel_state.backgrounds.clear()
            shown = self._from_last("hides_panels")
            # Only the top screen's panels can make requests, whatever is drawn below it, unless it gives way.
            below: Sequence[CommandOrAction] = ()
            for screen in shown:
                below, requests = requests, screen.draw_panels(seconds)
            if below and not requests and self.top.gives_way:
                self.pop(self.top)
                requests = below
            self._fade_in(shown[0], seconds)
            if shell.message:
                motion.due(shell.message_seconds)
                draw_message(
                    shell.message,
                    shown[0].covered_above,
                    shown[0].covered_sides,
                    at_pointer=shell.message_at_pointer,
                    is_low=shown[0].is_page,
                )
        if shell.imgui_backend.is_busy:
            motion.due(_BUSY_SECONDS)
        backgrounds = tuple(shell.panel_state.backgrounds)
        picture = (
            shell.window.framebuffer_size,
            tuple(map(id, pictures)),
            backgrounds,
            shell.imgui_backend.checksum(),
        )
        self._undrawn += seconds
        if motion.needs_drawing(picture, differs=any(differ)):
            for screen in pictures:
                screen.draw(self._undrawn)
            shell.imgui_backend.render(backgrounds)
            self._undrawn = 0.0
            motion.note_drawn()
        return requests

    def _fade_in(self, screen: Screen, seconds: float) -> None:
        """Fade in a page that fills the window, unless the user wants no fast changes."""
        page = (screen, screen.shown_page) if screen.is_page else None
        if page is None or self._page is None or any(new is not old for new, old in zip(page, self._page, strict=True)):
            self._page_seconds = 0.0
        else:
            self._page_seconds += seconds
        self._page = page
        if page is None or self.shell.settings.reduced_flashing is not False or self._page_seconds >= MOVE:
            return
        veil = packed(GROUND, 1 - eased(self._page_seconds / MOVE))
        imgui.get_foreground_draw_list().add_rect_filled((0, 0), imgui.get_main_viewport().size, veil)
        self.shell.motion.due()

    def shows(self, screen: Screen) -> bool:
        """Return True if a screen's picture is drawn: it is on the stack, and no screen above it hides pictures."""
        return screen in self._from_last("hides_picture")

    def sees(self, screen: Screen) -> bool:
        """Return True if people see a screen's picture: it is drawn, and no screen that fills the window covers it."""
        return screen in self._seen

    @property
    def _seen(self) -> list[Screen]:
        """The screens whose pictures people see."""
        shown = self._from_last("is_page")
        return [screen for screen in self._from_last("hides_picture") if screen in shown]

    def _whose_time_passes(self) -> list[Screen]:
        """Return the screens whose time passes: no screen above stops it, or they have :attr:`time_goes_on`."""
        moving = self._from_last("stops_time")
        return [screen for screen in self._screens if screen.time_goes_on or screen in moving]

    def _from_last(self, name: str) -> list[Screen]:
        """Return the topmost screen whose attribute ``name`` is True, and all above it; without one, all screens."""
        first = max((number for number, screen in enumerate(self._screens) if getattr(screen, name)), default=0)
        return self._screens[first:]

    def close(self) -> None:
        """Remove all screens. An error of one of them is only logged, so that the others can end."""
        while self._screens:
            screen = self._screens.pop()
            with self.shell.guard.catch("leaving a screen"):
                screen.leave()
