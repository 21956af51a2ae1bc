"""The help screen: the current game's page, all keys, the general rules of play, and the credits.

While help is open, time is halted for everybody at this window, and no player has to agree. Recordings do not contain
such halts. An on-line match continues.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from imgui_bundle import imgui, imgui_ctx

from gpulife.games.registry import find_game
from gpulife.input.commands import CommandOrAction, Help
from gpulife.input.glfw_input import key_label
from gpulife.input.glyphs import Hands, Legend
from gpulife.window.design import CAPTION
from gpulife.window.panels.help import help_pages, help_texts
from gpulife.window.panels.keycaps import text_with_caps
from gpulife.window.panels.widgets import (
    back_pressed,
    focus_here,
    request_buttons,
    scroll_by_keys,
    view_and_scale,
    width_of,
)
from gpulife.window.play.game_window import window_of
from gpulife.window.scopes import handles
from gpulife.window.screen_stack import Screen, ScreenStack
from gpulife.window.shell import Shell
from gpulife.window.start.setup_page import page

_WIDTH, _PADDING = 900.0, 14.0  # points on a 96 dpi screen; _PADDING keeps texts off the scroll bar
_BELOW = 34.0
"""Height of the space below the page for a message, in points."""


class HelpScreen(Screen):
    """Shows help until the user presses Escape, F1 or B on a pad.

    Args:
        shell: services shared by all screens.
        screens: the stack of screens.
        game: name of the game whose page comes first.
        hands: for each player's name, the devices that the player uses. Help shows the keys of these devices.
        is_online: returns True if an on-line match is open below this screen.
    """

    hides_panels = stops_time = is_page = True

    def __init__(
        self,
        shell: Shell,
        screens: ScreenStack,
        game: str,
        hands: Mapping[str, Hands],
        is_online: Callable[[], bool] = lambda: False,
    ) -> None:
        self.shell = shell
        self._screens = screens
        self._game = find_game(game)
        self._legends = {
            name: Legend(shell.poller.bindings, held, key_label, clickable=False)
            for name, held in (hands or {"": Hands(0)}).items()
        }
        self._first = next(iter(self._legends.values()))
        self._page = self._game.title
        self._is_online = is_online

    @handles(Help)
    def _close(self, _: Help) -> None:
        self._screens.pop(self)

    def draw_panels(self, seconds: float) -> Sequence[CommandOrAction]:
        """Draw the page and return the user's requests."""
        del seconds
        requests: list[CommandOrAction] = []
        with page("help", _WIDTH):
            time = "The match continues." if self._is_online() else "Time stands still."
            closing = replace(self._first, clickable=True).pieces(f"{{help}} or Escape closes this. {time}")
            text_with_caps(closing, CAPTION)
            pages: dict[str, Callable[[], object]] = {
                self._game.title: lambda: requests.extend(self._draw_game()),
                **help_pages(self.shell.poller.bindings, self._game.help_files),
            }
            self._choose_page(pages)
            imgui.same_line()
            flags = imgui.ChildFlags_.nav_flattened | imgui.ChildFlags_.always_use_window_padding
            with (
                imgui_ctx.push_style_var(
                    imgui.StyleVar_.window_padding, imgui.ImVec2(_PADDING * view_and_scale()[1], 0)
                ),
                imgui_ctx.begin_child(self._page, imgui.ImVec2(0, -_BELOW * view_and_scale()[1]), flags),
            ):
                scroll_by_keys()
                pages[self._page]()
        if back_pressed() or requests:
            self._screens.pop(self)
        return requests

    def _choose_page(self, titles: Iterable[str]) -> None:
        """Draw the list of pages, and show the page whose title has the keyboard focus."""
        titles = list(titles)
        gap = imgui.get_style().item_spacing
        width = max(map(width_of, titles)) + 3 * gap.x
        with imgui_ctx.begin_child("pages", imgui.ImVec2(width, 0), imgui.ChildFlags_.nav_flattened):
            imgui.set_cursor_pos((gap.x, gap.y / 2))  # the focus frame is wider than the words
            imgui.indent(gap.x)
            for number, title in enumerate(titles):
                pressed, _ = imgui.selectable(title, title == self._page)
                if number == 0 and imgui.is_window_appearing():
                    focus_here()
                elif pressed or (imgui.is_item_focused() and imgui.get_io().nav_visible):
                    self._page = title

    def _draw_game(self) -> list[CommandOrAction]:
        own = window_of(self._game.name).page
        offers = {} if self._is_online() else dict(own.offers)  # they would leave the match
        requests = request_buttons(offers) if offers else []
        for number, step in enumerate(own.steps, start=1):
            text_with_caps((f"{number}.",))
            imgui.same_line(spacing=width_of("  "))
            text_with_caps(self._first.pieces(step))
        imgui.spacing()
        self._draw_controls()
        imgui.spacing()
        help_texts(self._game.help_files)
        return requests

    def _draw_controls(self) -> None:
        controls = window_of(self._game.name).page.controls
        shared = [line for line in controls if not line.own]
        flags = imgui.TableFlags_.row_bg | imgui.TableFlags_.sizing_stretch_prop
        with imgui_ctx.begin_table("controls", 1 + len(self._legends), flags) as table:
            if table:
                for title in ("", *self._legends):
                    imgui.table_setup_column(title)
                if len(self._legends) > 1:
                    imgui.table_headers_row()
                for line in (line for line in controls if line.own):
                    imgui.table_next_row()
                    imgui.table_next_column()
                    text_with_caps((line.does,))
                    for legend in self._legends.values():
                        imgui.table_next_column()
                        text_with_caps(legend.pieces(line.by))
        for line in shared:
            text_with_caps(self._first.pieces(f"{line.by} {line.does}"))
