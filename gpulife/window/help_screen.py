"""The help screen: the current game's page, all keys, the general rules of play, and the credits.

While help is open, the game is paused for everybody at this window; no player has to agree. Recordings do not contain
such pauses. An on-line match continues.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui, imgui_ctx

from gpulife.games.registry import DEFAULT_GAME, find_game
from gpulife.games.start_presets import START_PRESETS
from gpulife.input.commands import CommandOrAction, GuidedRound, Help
from gpulife.input.glfw_input import key_label
from gpulife.input.glyphs import Hands, Legend
from gpulife.window.design import CAPTION, CHOSEN, GAP, HEADING, NEAR, TEXT, TIGHT, packed, styled
from gpulife.window.panels.help import help_pages, help_texts, icon_of
from gpulife.window.panels.keycaps import CAPS_HEIGHT, text_with_caps
from gpulife.window.panels.rule_pictures import draw_rule_picture, picture_size, room_for
from gpulife.window.panels.widgets import (
    back_pressed,
    card,
    group_title,
    page_list,
    request_buttons,
    scroll_by_keys,
    sentence,
    view_and_scale,
)
from gpulife.window.play.game_window import GamePage, window_of
from gpulife.window.scopes import handles
from gpulife.window.screen_stack import Screen, ScreenStack
from gpulife.window.shell import Shell
from gpulife.window.start.mode_pictures import seat_colours
from gpulife.window.start.setup_page import page, title_with_back

_START_WORDS = (
    "Choose a tile with the pointer, the arrow keys or a gamepad. New here? Begin with Learn, a guided round.",
    "Under Play are the games. You can play each of them alone against a computer; its weakest level is Beginner.",
    "Under Make are boards of cells to watch and to draw on. Under Watch is kinetic art that fills the screen.",
    "To read about a tile, point at it and press {help}. Games that you leave are saved: Continue resumes them.",
)
"""The first lines on the page about the start screen."""
_GROWS = imgui.ChildFlags_.auto_resize_y | imgui.ChildFlags_.nav_flattened
_BELOW = 34.0
"""Height of the space below the page for a message, in units of 1/96 inch."""


START_SUBJECT = "start screen"
"""Subject of the help's page about the start screen."""
_START_TITLE = "Start screen"


class HelpScreen(Screen):
    """Shows help until the user presses Escape, F1 or B on a pad.

    Args:
        shell: services shared by all screens.
        screens: the stack of screens.
        subject: name of a game or of an entry on the start screen, or START_SUBJECT. Help opens at the page about it.
        hands: the devices that each player uses, keyed by the player's name. Help shows the keys of these devices.
        is_online: returns True if an on-line match is open below this screen.
    """

    hides_panels = stops_time = is_page = True

    def __init__(
        self,
        shell: Shell,
        screens: ScreenStack,
        subject: str,
        hands: Mapping[str, Hands],
        is_online: Callable[[], bool] = lambda: False,
    ) -> None:
        self.shell = shell
        self._screens = screens
        entry, self._is_of_start = START_PRESETS.get(subject), subject == START_SUBJECT
        self._game = find_game(DEFAULT_GAME if self._is_of_start else subject) if entry is None else entry.spec
        own = window_of(self._game.name)
        self._own_page = own.entry_pages.get(subject, own.page)
        of_entry = entry.title if entry is not None and subject in own.entry_pages else self._game.title
        self._title = _START_TITLE if self._is_of_start else self._own_page.title or of_entry
        self._legends = {
            name: Legend(shell.poller.bindings, held, key_label, clickable=False)
            for name, held in (hands or {"": Hands(0)}).items()
        }
        self._first = next(iter(self._legends.values()))
        self._page = self._title
        self._is_online = is_online
        self._colours = seat_colours(shell, self._game.rule, shell.seats_for(self._game))

    @property
    def _help_files(self) -> tuple[str, ...]:
        return () if self._is_of_start else self._own_page.help_files or self._game.help_files

    @handles(Help)
    def _close(self, _: Help) -> None:
        self._screens.pop(self)

    def draw_panels(self, seconds: float) -> Sequence[CommandOrAction]:
        """Draw the page and return the user's requests."""
        del seconds
        requests: list[CommandOrAction] = []
        pages: dict[str, Callable[[], object]] = {
            self._title: lambda: requests.extend(self._draw_start() if self._is_of_start else self._draw_game()),
            **help_pages(self.shell.poller.bindings, self._help_files, self._first),
        }
        scale = view_and_scale()[1]
        with page("help"):
            leaves = title_with_back("Help")
            time = "The match continues." if self._is_online() else "Time stands still."
            text_with_caps(
                replace(self._first, clickable=True).pieces(f"{{help}} or Escape closes this. {time}"), CAPTION
            )
            imgui.dummy((0, NEAR * scale))
            icons_of = {title: icons.ICON_FA_GAMEPAD if title == self._title else icon_of(title) for title in pages}
            self._page = page_list("pages", icons_of, self._page, _BELOW * scale)
            imgui.same_line(spacing=GAP * scale)
            with imgui_ctx.begin_child(self._page, imgui.ImVec2(0, -_BELOW * scale), imgui.ChildFlags_.nav_flattened):
                scroll_by_keys()
                with styled(HEADING):
                    imgui.text(self._page)
                pages[self._page]()
        if leaves or back_pressed() or requests:
            self._screens.pop(self)
        return requests

    def _draw_start(self) -> list[CommandOrAction]:
        """Draw what the start screen is for, and a sentence about each entry."""
        guide: dict[str, CommandOrAction] = {"Play the guided round": GuidedRound(DEFAULT_GAME)}
        requests = [] if self._is_online() else request_buttons(guide)
        with card("start"):
            for words in _START_WORDS:
                text_with_caps(self._first.pieces(words))
        for title, is_contest in (("Play", True), ("Make", False)):
            group_title(title)
            with card(title), imgui_ctx.begin_table(title, 2, imgui.TableFlags_.borders_inner_h) as table:
                if not table:
                    continue
                imgui.table_setup_column("name", imgui.TableColumnFlags_.width_stretch, 1.0)
                imgui.table_setup_column("about", imgui.TableColumnFlags_.width_stretch, 3.0)
                for entry in START_PRESETS.values():
                    if entry.is_contest == is_contest:
                        imgui.table_next_row()
                        imgui.table_next_column()
                        text_with_caps((entry.title,))
                        imgui.table_next_column()
                        text_with_caps((f"{sentence(entry.about)} ({entry.facts})",))
        return requests

    def _draw_game(self) -> list[CommandOrAction]:
        own = self._own_page
        offers = {} if self._is_online() else dict(own.offers)  # they would leave the match
        requests = request_buttons(offers) if offers else []
        if own.steps:
            group_title("How to play")
            with card("steps"):
                self._draw_steps(own)
        group_title("Keys")
        with card("keys"):
            self._draw_controls()
        group_title("In full")
        with card("full"):
            help_texts(self._help_files, self._first)
        return requests

    def _draw_steps(self, own: GamePage) -> None:
        pictures = own.pictures or ("",) * len(own.steps)
        scale, right = view_and_scale()[1], imgui.get_cursor_pos_x() + imgui.get_content_region_avail().x
        edge = right - room_for(pictures)
        for number, (step, picture) in enumerate(zip(own.steps, pictures, strict=True), start=1):
            start, left = imgui.get_cursor_pos(), imgui.get_cursor_screen_pos()
            high = picture_size(picture)[1] + 2 * NEAR * scale if picture else 0.0
            _draw_number(number)
            with imgui_ctx.begin_child(f"step {number}", imgui.ImVec2(edge - imgui.get_cursor_pos_x(), 0), _GROWS):
                text_with_caps(self._first.pieces(step))
            low = imgui.get_cursor_pos_y()
            if picture:
                at = left.x + edge - start.x + GAP * scale, left.y + TIGHT * scale
                draw_rule_picture(picture, at, self._colours, own.draw_symbol)
                low = max(low, start.y + high)
            imgui.set_cursor_pos((start.x, low))
        imgui.dummy((0, 0))

    def _draw_controls(self) -> None:
        """Draw the table of controls: for each, what it does, and the keys of each player."""
        controls = self._own_page.controls
        flags = imgui.TableFlags_.sizing_stretch_prop | imgui.TableFlags_.borders_inner_h
        with imgui_ctx.begin_table("controls", 1 + len(self._legends), flags) as table:
            if not table:
                return
            for title in ("", *self._legends):
                imgui.table_setup_column(title)
            if len(self._legends) > 1:
                imgui.table_headers_row()
            for line in controls:
                imgui.table_next_row()
                imgui.table_next_column()
                text_with_caps((line.does,))
                for legend in self._legends.values() if line.own else [self._first]:
                    imgui.table_next_column()
                    text_with_caps(legend.pieces(line.by))


def _draw_number(number: int) -> None:
    """Draw the number of a step in a circle, so that the next text stands to its right."""
    size, corner, pen = imgui.get_font_size(), imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
    radius, middle = size * 0.75, corner.y + size * CAPS_HEIGHT / 2
    pen.add_circle_filled((corner.x + radius, middle), radius, packed(CHOSEN))
    words = imgui.calc_text_size(f"{number}")
    pen.add_text((corner.x + radius - words.x / 2, middle - words.y / 2), packed(TEXT), f"{number}")
    imgui.dummy((2 * radius, size))
    imgui.same_line()
