"""The help screen: the page of the current game, all keys, a page for each game, the rules of play, and the credits.

While help is open, the game is paused for everybody at this window; no player has to agree. Recordings do not contain
such pauses. An on-line match continues.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from imgui_bundle import imgui, imgui_ctx

from gpulife.games.registry import DEFAULT_GAME, GAMES
from gpulife.games.start_presets import START_PRESETS, StartPreset
from gpulife.input.commands import CommandOrAction, GuidedRound, Help
from gpulife.input.glyphs import Hands, brand_of
from gpulife.window.design import CAPTION, GAP, HEADING, NEAR, styled
from gpulife.window.game_help import GameHelp, hands_for, legends_for
from gpulife.window.panels.all_keys import draw_all_keys, key_rows
from gpulife.window.panels.draw_primitives import Point
from gpulife.window.panels.help import (
    ALL_KEYS,
    ART,
    CREDITS,
    ILLUSTRATED,
    LAWS_OF_LIFE,
    ONLINE,
    PHONES,
    SETTINGS,
    START,
    HelpView,
    draw_credits_page,
    draw_illustrated,
    draw_step,
    general_passages,
    icon_of,
    picture_room,
    play_button,
)
from gpulife.window.panels.help_pictures import HelpPictures
from gpulife.window.panels.help_search import HelpSearch, Passage
from gpulife.window.panels.keycaps import text_with_caps
from gpulife.window.panels.moving_rules import LAWS_STEPS, generation_now, generations_of
from gpulife.window.panels.pages import back_pressed, card, page_list, scroll_by_keys, view_and_scale
from gpulife.window.panels.rule_pictures import draw_rule_picture, picture_size
from gpulife.window.panels.widgets import group_title, sentence
from gpulife.window.play.game_window import GamePage, window_of
from gpulife.window.scopes import handles
from gpulife.window.screen_stack import Screen, ScreenStack
from gpulife.window.shell import Shell
from gpulife.window.start.mode_pictures import seat_colours
from gpulife.window.start.setup_page import page, title_with_back

_START_STEPS = {
    "New here?": "Begin with Learn, a guided round of two minutes. Choose a tile with the pointer, the arrow keys or a "
    "gamepad.",
    "Play": "The games. You can play each of them alone against a computer; its weakest level is Beginner.",
    "Make, watch": "Under Make are boards of cells to watch and to draw on. Under Watch is kinetic art that fills the "
    "screen.",
    "Read, continue": "To read about a tile, point at it and press {help}. Games that you leave are saved: Continue "
    "resumes them.",
}
"""The texts at the beginning of the page about the start screen, keyed by their titles."""
_SEARCH_WIDTH, _SEARCH_SHARE = 380.0, 0.5
"""Width of the search field in units of 1/96 inch, and its maximum as a share of the page's width."""
_LAWS_CELL = 20.0
"""Side of a cell in the pictures of the laws of life, in units of 1/96 inch."""
_BELOW = 34.0
"""Height of the space below the page for a message, in units of 1/96 inch."""


START_SUBJECT, SETTINGS_SUBJECT, ONLINE_SUBJECT = "start screen", "settings", "online"
LAWS_SUBJECT = "laws of life"
PHONES_SUBJECT, ART_SUBJECT, CREDITS_SUBJECT = "phones", "art", "credits"
_GENERAL = {
    START_SUBJECT: START,
    LAWS_SUBJECT: LAWS_OF_LIFE,
    SETTINGS_SUBJECT: SETTINGS,
    ONLINE_SUBJECT: ONLINE,
    PHONES_SUBJECT: PHONES,
    ART_SUBJECT: ART,
    CREDITS_SUBJECT: CREDITS,
}
"""Titles of the pages about screens of the program other than games, keyed by their subject."""


_UNIVERSES = ("empty", "massive")
"""Entries of the start screen other than games that have a page in every help."""


def listed_entries() -> dict[str, StartPreset]:
    """Return the entries of the start screen with a page in every help, keyed by its title in the list of pages."""
    return {title_of(START_PRESETS[name]): START_PRESETS[name] for name in (*GAMES, *_UNIVERSES)}


def title_of(entry: StartPreset) -> str:
    """Return the title of the page about an entry of the start screen, in the list of pages and above the page."""
    title = page_of(entry).title or entry.title
    return title.removesuffix(" Game").removesuffix(" Mode")


def page_of(entry: StartPreset) -> GamePage:
    """Return the page about an entry of the start screen: its own page or, if it has none, that of its game."""
    window = window_of(entry.game)
    return window.entry_pages.get(entry.name, window.page)


class HelpScreen(Screen):
    """Shows help until the user presses Escape, F1 or B on a pad.

    Args:
        shell: services shared by all screens.
        screens: the stack of screens.
        subject: name of a game or of an entry on the start screen, or another subject such as SETTINGS_SUBJECT. Help
            opens at the page about it.
        hands: the devices that each player uses, keyed by the player's name. Help shows the keys of these devices.
        is_online: returns True if an on-line match is open below this screen.

    Attributes:
        page: title of the page that is shown.
        own: the page of the game that the subject names; None if it names no game.
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
        self._screens, self._is_online = screens, is_online
        legends = legends_for(shell, hands)
        self._first = next(iter(legends.values()))
        self.own: GameHelp | None = None
        self._games: dict[str, GameHelp] = {}
        self.page = _GENERAL.get(subject, "" if subject in START_PRESETS else START)
        if not self.page:
            entry = START_PRESETS[subject]
            shown = page_of(entry)
            self.page = title_of(entry)
            self.own = self._games[self.page] = GameHelp(shell, entry, shown, legends, is_online)
        for title, entry in listed_entries().items():
            if self.own is None or page_of(entry) is not self.own.page:
                theirs = legends_for(shell, hands_for(shell, entry.spec))
                self._games[title] = GameHelp(shell, entry, page_of(entry), theirs, is_online)

        context, backend = shell.window.device.context, shell.imgui_backend
        pictures = HelpPictures(context, lambda: backend.pixel_scale)
        self._search = HelpSearch(self._passages)
        self._view = HelpView(self._first, self._search, pictures)
        self._keys = key_rows(shell.poller.bindings, brand_of(self._first.hands.pad))

    @handles(Help)
    def _close(self, _: Help) -> None:
        self._screens.pop(self)

    def leave(self) -> None:
        """Release the pictures."""
        self._view.pictures.close()

    def _passages(self) -> list[Passage]:
        """Return everything that the search can find."""
        about = [Passage(title, "", title) for title in self._pages([])]
        start = [] if self.own is not None else self._start_passages()
        laws = [
            Passage(LAWS_OF_LIFE, f"step {number}", f"{title}: {text}")
            for number, (title, text) in enumerate(LAWS_STEPS.values(), start=1)
        ]
        games = (passage for title, each in self._games.items() for passage in each.passages(title))
        keys = (Passage(ALL_KEYS, row.place, row.words) for row in self._keys)
        return [*about, *start, *laws, *games, *general_passages(self._first), *keys]

    def _start_passages(self) -> list[Passage]:
        spoken = self._first.spoken
        steps = [
            Passage(START, f"step {number}", f"{title}: {spoken(text)}")
            for number, (title, text) in enumerate(_START_STEPS.items(), start=1)
        ]
        return steps + [Passage(START, each.title, f"{each.title}: {each.about}") for each in START_PRESETS.values()]

    def _pages(self, requests: list[CommandOrAction]) -> dict[str, Callable[[], object]]:
        """Return functions that draw the pages, keyed by title, those about the subject first.

        The functions append the user's requests to ``requests``.
        """
        view = self._view
        games = {title: lambda shown=shown: requests.extend(shown.draw(view)) for title, shown in self._games.items()}
        start = {} if self.own is not None else {START: lambda: requests.extend(self._draw_start())}
        own = {title: draw for title, draw in games.items() if self._games[title] is self.own}
        keys = {ALL_KEYS: lambda: draw_all_keys(self._keys, self._search)}
        general = {title: partial(draw_illustrated, title, view) for title in ILLUSTRATED}
        laws = {LAWS_OF_LIFE: lambda: requests.extend(self._draw_laws())}
        return {**start, **own, **laws, **keys, **games, **general, CREDITS: partial(draw_credits_page, view)}

    def draw_panels(self, seconds: float) -> Sequence[CommandOrAction]:
        """Draw the page and return the user's requests."""
        del seconds
        requests: list[CommandOrAction] = []
        pages = self._pages(requests)
        scale = view_and_scale()[1]
        goes_back = back_pressed() and not self._search.cancel()
        with page("help"):
            leaves = title_with_back("Help")
            place, chosen = self._draw_closing(), None
            own = {title: each.page.icon for title, each in self._games.items()}
            icons_of = {title: own.get(title) or icon_of(title) for title in pages}
            picked = page_list("pages", icons_of, self.page, _BELOW * scale, focuses=self._search.takes_list)
            self._show(self.page if self._search.wants_found else picked)
            imgui.same_line(spacing=GAP * scale)
            name = "found" if self._search.typed else self.page
            with imgui_ctx.begin_child(name, imgui.ImVec2(0, -_BELOW * scale), imgui.ChildFlags_.nav_flattened):
                scroll_by_keys()
                if self._search.typed:
                    chosen = self._search.draw_found(icons_of, self.page)
                else:
                    with styled(HEADING):
                        imgui.text(self.page)
                    pages[self.page]()
                    if self._search.scroll():
                        self.shell.motion.due()
            imgui.set_cursor_pos(place)
            chosen = self._search.draw_field(self.page) or chosen
            if chosen is not None:
                self._show(chosen.page)
                self._search.go_to(chosen)
        if leaves or goes_back or requests:
            requests.insert(0, Help())  # after this frame, which draws the pictures that leaving releases
        return requests

    def _show(self, title: str) -> None:
        """Show the page called ``title``. If it is another one than before, the search ends."""
        if title != self.page:
            self.page, self._search.typed = title, ""
            self._search.forget()

    def _draw_closing(self) -> tuple[float, float]:
        """Draw how help is closed; return the place of the search field in the same line.

        The field is drawn last: Dear ImGui drops a request for the focus when it then draws what has had the focus.
        """
        time = "The match continues." if self._is_online() else "Time stands still."
        scale, start, room = view_and_scale()[1], imgui.get_cursor_pos(), imgui.get_content_region_avail().x
        text_with_caps(replace(self._first, clickable=True).pieces(f"{{help}} or Escape closes this. {time}"), CAPTION)
        imgui.dummy((0, NEAR * scale))
        return start.x + room - min(_SEARCH_WIDTH * scale, room * _SEARCH_SHARE), start.y

    def _draw_laws(self) -> list[CommandOrAction]:
        """Draw the laws of life with moving pictures, and a button to try them; return the user's requests."""
        tries = not self._is_online() and play_button("Try it: a guided round of two minutes")
        settings, colours = self.shell.settings, seat_colours(self.shell, "Immigration", self.shell.seats[2])
        now = generation_now(self.shell.motion, is_calm=settings.reduced_flashing is not False)
        with card("laws"):
            room = max(picture_size(generations_of(name)[0], _LAWS_CELL)[0] for name in LAWS_STEPS)
            for number, (name, (title, text)) in enumerate(LAWS_STEPS.items(), start=1):
                pictures = generations_of(name)
                picture = pictures[now % len(pictures)]

                def draw(corner: Point, picture: str = picture) -> float:
                    wide, high = picture_size(picture, _LAWS_CELL)
                    draw_rule_picture(picture, (corner[0] + (room - wide) / 2, corner[1]), colours, cell=_LAWS_CELL)
                    return high

                draw_step(self._view, number, text, room, draw, title)
        return [GuidedRound(DEFAULT_GAME)] if tries else []

    def _draw_start(self) -> list[CommandOrAction]:
        """Draw what the start screen is for, and a sentence about each entry."""
        requests: list[CommandOrAction] = []
        if not self._is_online() and play_button("Play the guided round"):
            requests.append(GuidedRound(DEFAULT_GAME))
        view = self._view
        with card("start"):
            room = picture_room()
            for number, (title, text) in enumerate(_START_STEPS.items(), start=1):
                draw = partial(view.pictures.draw, f"start-{number}", width=room)
                draw_step(view, number, text, room, draw, title)
        for title, is_contest in (("Play", True), ("Make", False)):
            group_title(title)
            entries = [entry for entry in START_PRESETS.values() if entry.is_contest == is_contest]
            view.search.table([entry.title for entry in entries])
            with card(title), imgui_ctx.begin_table(title, 2, imgui.TableFlags_.borders_inner_h) as table:
                if not table:
                    continue
                imgui.table_setup_column("name", imgui.TableColumnFlags_.width_stretch, 1.0)
                imgui.table_setup_column("about", imgui.TableColumnFlags_.width_stretch, 3.0)
                for entry in entries:
                    imgui.table_next_row()
                    imgui.table_next_column()
                    view.search.row(entry.title)
                    text_with_caps((entry.title,))
                    imgui.table_next_column()
                    text_with_caps((f"{sentence(entry.about)} ({entry.facts})",))
        return requests
