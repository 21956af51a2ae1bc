"""The page of settings. It has the same sections as the panels: look, players, sound and so on."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui, imgui_ctx

from gpulife.games.core.game_spec import Preview as BoardPlan
from gpulife.games.core.preview_boards import patches
from gpulife.input.commands import CommandOrAction, Help, ShowSettings
from gpulife.rules import parse_rule
from gpulife.view.look import Look
from gpulife.window.design import GAP, HEADING, LINE, NEAR, ROUNDING, WIDE_GAP, packed, styled
from gpulife.window.help_screen import SETTINGS_SUBJECT
from gpulife.window.panels import keys, program, sound
from gpulife.window.panels.dock_layout import settings_sections
from gpulife.window.panels.pages import back_pressed, page_list, view_and_scale
from gpulife.window.panels.widgets import caption, draw_picture
from gpulife.window.play.frame_render import snapshot_of
from gpulife.window.play.game_controller import AnyController
from gpulife.window.scopes import handles
from gpulife.window.screen_stack import Screen, ScreenStack
from gpulife.window.shell import Shell
from gpulife.window.start.previews import BoardPreview, Previews
from gpulife.window.start.setup_page import page, title_with_back

_ICONS = {
    "Look": icons.ICON_FA_PALETTE,
    "Effects": icons.ICON_FA_WAND_MAGIC_SPARKLES,
    "Players": icons.ICON_FA_USERS,
    sound.TITLE: icons.ICON_FA_VOLUME_HIGH,
    keys.TITLE: icons.ICON_FA_KEYBOARD,
    program.TITLE: icons.ICON_FA_DISPLAY,
}
"""The icon of each section."""
_WIDTH, _KEYS_WIDTH, _MIN_WIDTH = 460.0, 680.0, 280.0
"""Largest width of a section, largest width of the one with the keys, and smallest width, in units of 1/96 inch."""
_BELOW = 34.0
"""Height of the space below the page for a message, in units of 1/96 inch."""


class SettingsScreen(Screen):
    """Shows the settings until the user presses Escape, B on a pad, or the key that opened the page.

    Args:
        shell: services shared by all screens.
        screens: the stack of screens.
        controller: returns the controller of the session whose look and players can be set here.

    Attributes:
        section: title of the section that is shown.
        sample: the board that shows what settings of the look do.
    """

    hides_panels = stops_time = is_page = True

    def __init__(self, shell: Shell, screens: ScreenStack, controller: Callable[[], AnyController]) -> None:
        self.shell = shell
        self._screens, self._controller = screens, controller
        self.section = "Look"
        self._awaits_key = False
        self.sample = LookSample(shell)

    @property
    def shown_page(self) -> object:
        """The section that is shown."""
        return self.section

    @handles(ShowSettings)
    def _close(self, _: ShowSettings) -> None:
        self._screens.pop(self)

    @handles(Help)
    def _show_help(self, _: Help) -> None:
        self.shell.show_help(SETTINGS_SUBJECT, {})

    def leave(self) -> None:
        """Release the sample board, and wait for no key any more."""
        self.shell.panel_state.forget_binding()
        self.sample.close()

    def draw_panels(self, seconds: float) -> Sequence[CommandOrAction]:
        """Draw the page and return the user's requests."""
        requests: list[CommandOrAction] = []
        state, snapshot = self.shell.panel_state, snapshot_of(self._controller())
        sections = dict(settings_sections(state, snapshot))
        sections[keys.TITLE] = lambda: keys.page(state, snapshot)  # panels are hidden, so nothing could be docked
        scale = view_and_scale()[1]
        with page("settings"):
            leaves = title_with_back("Settings")
            imgui.dummy((0, GAP * scale))
            icons_of = {title: _ICONS[title] for title in sections}
            self.section = page_list("sections", icons_of, self.section, _BELOW * scale)
            imgui.same_line(spacing=GAP * scale)
            has_sample = self.section in _WITH_SAMPLE
            room = imgui.get_content_region_avail().x
            width = min((_KEYS_WIDTH if self.section == keys.TITLE else _WIDTH) * scale, room)
            if has_sample:
                width = max(min(width, room - (WIDE_GAP + _MIN_SAMPLE) * scale), _MIN_WIDTH * scale)
            size = imgui.ImVec2(width, -_BELOW * scale)
            with imgui_ctx.begin_child(self.section, size, imgui.ChildFlags_.nav_flattened):
                with styled(HEADING):
                    imgui.text(self.section)
                with imgui_ctx.push_id(self.section):
                    requests.extend(sections[self.section]())
            if has_sample:
                imgui.same_line(spacing=WIDE_GAP * scale)
                self.sample.draw(snapshot.look, seconds)
        awaited, self._awaits_key = self._awaits_key, bool(state.binding)
        if leaves or (back_pressed() and not awaited):  # the Escape that declines another key closes nothing
            self._screens.pop(self)
        return requests


_WITH_SAMPLE = ("Look", "Effects", "Players")
"""Sections beside which the sample board is shown, because they change it."""
_SHAPE = (24, 32)
"""(rows, columns) of the sample board."""
_PIXELS = (640, 480)
"""(width, height) of its picture in pixels."""
_MIN_SAMPLE, _MAX_SAMPLE = 200.0, 400.0
"""Smallest and largest width of its picture, in units of 1/96 inch."""
_ZOOM = 0.9
"""The board is drawn a little smaller than the picture, so that its surroundings are seen, too."""
_RULES = ("Life", "Immigration", "Immigration", "QuadLife")
"""The sample's rule by the number of species that have a colour, from one to four."""
_PATCHES = {1: (1, 1), 2: (1, 2), 4: (2, 2)}
"""(rows, columns) of the grid of soups at the sample's start, by the number of the rule's species."""
_SECONDS = 0.25
"""Seconds for which each generation of the sample is shown."""


class LookSample:
    """A small living board that is drawn as the settings say, so that people see at once what a setting does.

    Args:
        shell: services shared by all screens.

    Attributes:
        board: the board; None until it is open.
    """

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._previews: Previews | None = None
        self.board: BoardPreview | None = None
        self._species = 0

    def draw(self, look: Look, seconds: float) -> None:
        """Draw the sample in ``look`` at the cursor of Dear ImGui, as wide as the page allows.

        ``seconds`` is the time since the last frame.
        """
        species = min(len(look.colours) - 1, len(_RULES))
        if species != self._species:
            self.close()
            self._species = species
        if self._previews is None:
            self._previews = Previews([("sample", self._open)], self._shell.motion, may_fail=True)
        if self.board is not None:
            self.board.look = replace(look, colours=look.colours[: species + 1])
        textures = self._previews.show(seconds)
        scale = view_and_scale()[1]
        width = min(imgui.get_content_region_avail().x, _MAX_SAMPLE * scale)
        height = width * _PIXELS[1] / _PIXELS[0]
        with imgui_ctx.begin_group():
            imgui.dummy((0, NEAR * scale))
            corner = imgui.get_cursor_screen_pos()
            end = corner.x + width, corner.y + height
            draw_picture(textures.get("sample"), (corner.x, corner.y), end)
            imgui.get_window_draw_list().add_rect(corner, end, packed(LINE), ROUNDING * scale)
            imgui.dummy((width, height))
            caption("How it looks")

    def _open(self) -> BoardPreview:
        rule = parse_rule(_RULES[self._species - 1])
        plan = BoardPlan(
            cells=lambda rng: patches(_SHAPE, _PATCHES[rule.live_states], rule.live_states, 0.5, rng),
            seconds=_SECONDS,
            generations=120,
            skipped=2,
        )
        self.board = BoardPreview(
            self._shell.window.device, plan, rule, "settings", _PIXELS, zoom=_ZOOM, waves=True, restarts=True
        )
        return self.board

    def close(self) -> None:
        """Release the board and its picture."""
        if self._previews is not None:
            self._previews.close()
        self._previews = self.board = None
