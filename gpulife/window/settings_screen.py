"""The page of settings. It has the same sections as the tab Settings of the panels: look, players, sound and so on."""

from collections.abc import Callable, Sequence

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui, imgui_ctx

from gpulife.input.commands import CommandOrAction, ShowSettings
from gpulife.window.design import GAP, HEADING, styled
from gpulife.window.panels.dock_layout import settings_sections
from gpulife.window.panels.keys import TITLE as KEYS
from gpulife.window.panels.widgets import back_pressed, page_list, view_and_scale
from gpulife.window.play.frame_render import snapshot_of
from gpulife.window.play.game_controller import AnyController
from gpulife.window.scopes import handles
from gpulife.window.screen_stack import Screen, ScreenStack
from gpulife.window.shell import Shell
from gpulife.window.start.setup_page import page, title_with_back

_ICONS = {
    "Look": icons.ICON_FA_PALETTE,
    "Players": icons.ICON_FA_USERS,
    "Sound": icons.ICON_FA_VOLUME_HIGH,
    KEYS: icons.ICON_FA_KEYBOARD,
    "Program": icons.ICON_FA_GEARS,
}
"""The icon of each section."""
_WIDTH = 460.0
"""Largest width of a section, in units of 1/96 inch."""
_BELOW = 34.0
"""Height of the space below the page for a message, in units of 1/96 inch."""


class SettingsScreen(Screen):
    """Shows the settings until the user presses Escape, B on a pad, or the key that opened the page.

    Args:
        shell: services shared by all screens.
        screens: the stack of screens.
        controller: returns the controller of the session whose look and players can be set here.
    """

    hides_panels = stops_time = is_page = True

    def __init__(self, shell: Shell, screens: ScreenStack, controller: Callable[[], AnyController]) -> None:
        self.shell = shell
        self._screens, self._controller = screens, controller
        self._section = "Look"
        self._awaits_key = False

    @property
    def shown_page(self) -> object:
        """The section that is shown."""
        return self._section

    @handles(ShowSettings)
    def _close(self, _: ShowSettings) -> None:
        self._screens.pop(self)

    def draw_panels(self, seconds: float) -> Sequence[CommandOrAction]:
        """Draw the page and return the user's requests."""
        del seconds
        requests: list[CommandOrAction] = []
        sections = dict(settings_sections(self.shell.panel_state, snapshot_of(self._controller())))
        scale = view_and_scale()[1]
        with page("settings"):
            leaves = title_with_back("Settings")
            imgui.dummy((0, GAP * scale))
            icons_of = {title: _ICONS[title] for title in sections}
            self._section = page_list("sections", icons_of, self._section, _BELOW * scale)
            imgui.same_line(spacing=GAP * scale)
            width = min(_WIDTH * scale, imgui.get_content_region_avail().x)
            size = imgui.ImVec2(width, -_BELOW * scale)
            with imgui_ctx.begin_child(self._section, size, imgui.ChildFlags_.nav_flattened):
                with styled(HEADING):
                    imgui.text(self._section)
                with imgui_ctx.push_id(self._section):
                    requests.extend(sections[self._section]())
        awaited, self._awaits_key = self._awaits_key, bool(self.shell.panel_state.binding)
        if leaves or (back_pressed() and not awaited):  # the Escape that declines another key closes nothing
            self._screens.pop(self)
        return requests
