"""The pause menu over a game or a universe: continue, restart, settings, help, save, or leave.

Escape opens and closes it. Time stands still meanwhile, except in an on-line match, which other people go on playing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui, imgui_ctx

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.input.commands import (
    CommandOrAction,
    Fullscreen,
    GoToGeneration,
    Help,
    PauseMenu,
    Quit,
    Record,
    SaveAs,
    ShowSettings,
    StartScreen,
)
from gpulife.input.events import Event, KeyEvent
from gpulife.window.design import ACCENT, CAPTION, CHOSEN, GAP, HEADING, LEAD, NEAR, TEXT, WIDE_GAP, packed, styled
from gpulife.window.panels.pages import back_pressed, default_focus, dim_what_is_behind, view_and_scale
from gpulife.window.panels.widgets import button_colour, elided, wrapped_text
from gpulife.window.play.game_controller import AnyController
from gpulife.window.scopes import handles
from gpulife.window.screen_stack import Screen, ScreenStack
from gpulife.window.shell import Shell

_WIDTH = 360.0
"""Width of the menu, in units of 1/96 inch."""
_LOW = 640.0
"""Height of the window, in units of 1/96 inch, below which the menu has shorter buttons."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """A button of the menu: its label, its icon, its requests, and the control that makes the same requests."""

    label: str
    icon: str
    requests: tuple[CommandOrAction, ...]
    control: str = ""


class PauseScreen(Screen):
    """The page with the pause menu, over a game or universe whose time stands still unless it is on line.

    Args:
        shell: services shared by all screens.
        screens: the stack of screens.
        controller: controller of the session below.
        about: sentences on what happens to the session during the pause, and after the user leaves.
        is_over: True if the session is an on-line match that is over, so that one can only look at its board.
    """

    stops_time = True

    def __init__(
        self, shell: Shell, screens: ScreenStack, controller: AnyController, about: str, *, is_over: bool = False
    ) -> None:
        self.shell = shell
        self._is_over = is_over
        self._screens, self._controller, self._about = screens, controller, about
        self._is_new = True

    @handles(PauseMenu)
    def _close(self, _: PauseMenu) -> None:
        self._screens.pop(self)

    def take_input(self, events: Sequence[Event], seconds: float) -> Iterable[CommandOrAction]:
        """Return what the user requests, also by the keys that the buttons name and that no other menu takes."""
        return [*super().take_input(events, seconds), *(each for event in events for each in self._pressed_by(event))]

    def _pressed_by(self, event: Event) -> Sequence[CommandOrAction]:
        """Return the requests of the button whose key is pressed, if the key does nothing in other menus."""
        if not isinstance(event, KeyEvent) or not event.pressed or event.repeat:
            return ()
        control = self.shell.poller.bindings.program.get(("key", event.mods, event.label or event.key))
        if control is None or control.in_menu:
            return ()
        chosen = next((entry for entry in self._entries() if entry.control == control.name and entry.requests), None)
        return () if chosen is None else [PauseMenu(), *chosen.requests]

    def draw_panels(self, seconds: float) -> Sequence[CommandOrAction]:
        """Draw the menu; return the requests of the chosen button."""
        del seconds
        view, scale = view_and_scale()
        imgui.set_next_window_pos(imgui.get_main_viewport().get_center(), imgui.Cond_.always, (0.5, 0.5))
        width = min(_WIDTH * scale, view.x * 0.9)
        imgui.set_next_window_size_constraints((width, 0), (width, view.y))
        imgui.set_next_window_bg_alpha(1.0)
        flags = (
            imgui.WindowFlags_.no_decoration
            | imgui.WindowFlags_.no_saved_settings
            | imgui.WindowFlags_.no_move
            | imgui.WindowFlags_.always_auto_resize
        )
        chosen: _Entry | None = None
        with (
            imgui_ctx.push_style_var(imgui.StyleVar_.window_padding, (WIDE_GAP * scale, WIDE_GAP * scale)),
            imgui_ctx.begin("pause menu", None, flags),
        ):
            if self._is_new:
                imgui.set_window_focus()
            imgui.internal.bring_window_to_display_front(imgui.internal.get_current_window())
            dim_what_is_behind(view)
            with styled(HEADING):
                imgui.text(elided(self._controller.play.title, width - 2 * WIDE_GAP * scale, HEADING.size, bold=True))
            for number, entry in enumerate(self._entries()):
                if self._button(entry, is_first=number == 0):
                    chosen = entry
            wrapped_text(self._about)
        left, self._is_new = back_pressed() and not self._is_new, False
        if chosen is None:
            return [PauseMenu()] if left else ()
        return [PauseMenu(), *chosen.requests]

    def _button(self, entry: _Entry, *, is_first: bool) -> bool:
        (view, scale), corner = view_and_scale(), imgui.get_cursor_screen_pos()
        high = (LEAD.size + (NEAR if view.y < _LOW * scale else GAP) * 2) * scale
        with styled(LEAD), button_colour(CHOSEN, on=is_first):
            pressed = imgui.button(entry.label, (imgui.get_content_region_avail().x, high))
            words = imgui.calc_text_size(entry.icon)
            place = corner.x + (WIDE_GAP + LEAD.size) * scale - words.x / 2, corner.y + (high - words.y) / 2
            imgui.get_window_draw_list().add_text(place, packed(ACCENT), entry.icon)
        if is_first:
            default_focus()
        if entry.control:
            # In the button itself: a tooltip would cover the next one.
            key = self.shell.poller.bindings.first_key_text(entry.control)
            words, wide = imgui.calc_text_size(key), imgui.get_item_rect_size().x
            place = corner.x + wide - words.x - GAP * scale, corner.y + (high - words.y) / 2
            imgui.get_window_draw_list().add_text(place, packed(TEXT if is_first else CAPTION), key)
        return bool(pressed)

    def _entries(self) -> list[_Entry]:
        """Return the menu's buttons for this session, from the top."""
        play = self._controller.play
        is_local, is_universe = play.own_seat is None, play.session.match.is_universe
        entries = [_Entry("See the board" if self._is_over else "Continue", icons.ICON_FA_PLAY, (), "again")]
        if is_local and is_universe and play.session.board.generation:
            entries.append(_Entry("Back to generation 0", icons.ICON_FA_BACKWARD_STEP, (GoToGeneration(0),)))
        elif is_local and not is_universe and not play.only_watches:
            start = Action(NOBODY, ActionKind.START)
            if play.session.heeds(start):
                entries.append(_Entry("Restart", icons.ICON_FA_ROTATE_LEFT, (start,), "start"))
        if is_local and (chooser := self._controller.chooser) is not None:
            entries.append(_Entry(chooser.label, icons.ICON_FA_LIST, (chooser.request,), chooser.control))
        entries.append(_Entry("Settings", icons.ICON_FA_GEAR, (ShowSettings(),), "settings"))
        entries.append(_Entry("Help and keys", icons.ICON_FA_CIRCLE_QUESTION, (Help(),), "help"))
        if is_local:
            save = (
                _Entry("Save the board", icons.ICON_FA_FLOPPY_DISK, (SaveAs(),), "save-as")
                if is_universe
                else _Entry("Save the replay", icons.ICON_FA_FLOPPY_DISK, (Record(),), "record")
            )
            entries.append(save)
        is_full = self.shell.window.fullscreen_on is not None
        icon = icons.ICON_FA_COMPRESS if is_full else icons.ICON_FA_EXPAND
        entries.append(_Entry("Leave full screen" if is_full else "Full screen", icon, (Fullscreen(),), "fullscreen"))
        leave = "Start screen" if is_local or self._is_over else "Leave the match"
        entries.append(_Entry(leave, icons.ICON_FA_HOUSE, (StartScreen(),), "start-screen"))
        entries.append(_Entry("Quit gpulife", icons.ICON_FA_POWER_OFF, (Quit(),), "quit"))
        return entries
