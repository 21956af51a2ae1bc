"""The general pages of the help, such as on-line play and fair play, and the parts of which all pages consist."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from gpulife.games.registry import all_credits
from gpulife.input.glyphs import Legend
from gpulife.resources import help_page
from gpulife.window.design import ACCENT, CHOSEN, GAP, LEAD, LINE, NEAR, STRONG, TIGHT, packed, styled
from gpulife.window.panels.draw_primitives import Point
from gpulife.window.panels.help_pictures import HelpPictures
from gpulife.window.panels.help_search import HelpSearch, Passage
from gpulife.window.panels.keycaps import text_with_caps
from gpulife.window.panels.pages import card, view_and_scale
from gpulife.window.panels.rule_pictures import draw_number
from gpulife.window.panels.widgets import button_colour
from gpulife.window.start.credits_page import draw_credits

LAWS = "core/laws_help.md"
_TITLED = (LAWS, "survival1982/options_help.md")
"""Files whose title is shown, because they continue the page of a game."""
START, ALL_KEYS, ONLINE, PHONES, ART = "Start screen", "All keys", "On-line play", "Phones", "Moving art"
CONSENT, SETTINGS, CREDITS = "Fair play", "Settings", "Credits"
LAWS_OF_LIFE = "The laws of life"
"""Titles of general pages."""
ILLUSTRATED = {
    CONSENT: "consent",
    ONLINE: "online",
    PHONES: "phones",
    ART: "art",
    SETTINGS: "settings",
}
"""The general pages that consist of paragraphs with a picture each. The value begins the names of file and pictures."""
_PICTURE_SHARE, _WIDEST = 0.45, 420.0
"""Maximum width of a picture beside a paragraph: as a share of the page's width, and in units of 1/96 inch."""
_CONTROL = re.compile(r"\b(?:the|your) (stick|trigger)\b")
_CONTROLS = {"stick": "{move}", "trigger": "{trigger}"}
"""Controls whose keys replace the words "stick" and "trigger" in help texts, keyed by word."""
_TITLE = re.compile(r"\*\*(.+?)\.\*\* ")
"""The title at the beginning of a paragraph."""
_ICONS = {
    START: icons.ICON_FA_HOUSE,
    LAWS_OF_LIFE: icons.ICON_FA_SEEDLING,
    ALL_KEYS: icons.ICON_FA_KEYBOARD,
    CONSENT: icons.ICON_FA_HANDSHAKE,
    ONLINE: icons.ICON_FA_GLOBE,
    PHONES: icons.ICON_FA_MOBILE_SCREEN,
    ART: icons.ICON_FA_PALETTE,
    SETTINGS: icons.ICON_FA_GEAR,
    CREDITS: icons.ICON_FA_HEART,
}


@dataclass(frozen=True, slots=True)
class HelpView:
    """What every page of the help is drawn with.

    Attributes:
        reader: glyphs of the user's keys or buttons.
        search: the search, which marks the passage that was looked for.
        pictures: the pictures.
    """

    reader: Legend
    search: HelpSearch
    pictures: HelpPictures


def icon_of(title: str) -> str:
    """Return the icon of the general page with this title."""
    return _ICONS[title]


# The parts of which pages consist.


def picture_room() -> float:
    """Return the maximum width, in points, of the pictures beside the paragraphs of the card being drawn."""
    return min(imgui.get_content_region_avail().x * _PICTURE_SHARE, _WIDEST * view_and_scale()[1])


def draw_step(
    view: HelpView, number: int, text: str, room: float, draw: Callable[[Point], float] | None, title: str = ""
) -> None:
    """Draw a numbered step: its picture at the left, its text at the right, and a line above all but the first one.

    Args:
        view: what the page is drawn with. The search calls the step "step 1", "step 2" and so on.
        number: number of the step.
        text: the text, with placeholders such as "{trigger}" for controls.
        room: width in points of the column with the pictures; 0 if there are none.
        draw: draws the picture in that column, at a given upper left corner, and returns its height in points; None for
            no picture.
        title: title above the text; "" for none.
    """
    scale, pen = view_and_scale()[1], imgui.get_window_draw_list()
    if number > 1:
        (x, y), wide = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
        pen.add_line((x, y), (x + wide, y), packed(LINE), scale)
        imgui.dummy((0, TIGHT * scale))
    start = imgui.get_cursor_pos()
    with view.search.place(f"step {number}"):
        draw_number(number)
        left, corner = imgui.get_cursor_pos_x(), imgui.get_cursor_screen_pos()
        low = start.y + (0.0 if draw is None else draw((corner.x + TIGHT * scale, corner.y)) + NEAR * scale)
        left += room + (GAP + NEAR) * scale if room else 0.0
        imgui.set_cursor_pos((left, start.y))
        if title:
            with styled(LEAD):
                text_with_caps((title,))
            imgui.set_cursor_pos_x(left)
        text_with_caps(view.reader.pieces(text))
        imgui.set_cursor_pos((start.x, max(low, imgui.get_cursor_pos_y())))
    imgui.dummy((0, 0))


def play_button(label: str) -> bool:
    """Draw the button that begins what a page is about; return True if it was pressed."""
    high = imgui.ImVec2(imgui.get_content_region_avail().x, (LEAD.size + 2 * NEAR) * view_and_scale()[1])
    with styled(LEAD), button_colour(CHOSEN):
        return bool(imgui.button(label, high))


def help_texts(files: tuple[str, ...], view: HelpView) -> None:
    """Draw the texts of the help files with these names, one below the other.

    Where a text names a control, as in "{halt}" or "the stick", the user's keys or buttons for it are shown.
    """
    for file in files:
        title = help_page(file)[0]
        if file in _TITLED:
            with styled(STRONG):
                imgui.text_colored(ACCENT, title)
        for number, named in enumerate(paragraphs_of(file)):
            with view.search.place(f"{file} {number}"):
                text_with_caps(view.reader.pieces(named))
            if file != LAWS:
                imgui.spacing()


def text_passages(page: str, files: tuple[str, ...], reader: Legend) -> list[Passage]:
    """Return what the search can find in the texts that :func:`help_texts` draws on a page."""
    return [
        Passage(page, f"{file} {number}", reader.spoken(text))
        for file in files
        for number, text in enumerate(paragraphs_of(file))
    ]


@cache
def paragraphs_of(file: str) -> tuple[str, ...]:
    """Return the paragraphs of a help file, with placeholders for the words "the stick" and "the trigger"."""
    paragraphs = help_page(file)[1]
    if file == _file_of(PHONES):  # which is about the sticks of phones
        return paragraphs
    return tuple(_CONTROL.sub(lambda found: _CONTROLS[found[1]], text) for text in paragraphs)


# The general pages.


def _file_of(title: str) -> str:
    return f"core/{ILLUSTRATED[title]}_help.md"


def draw_illustrated(title: str, view: HelpView) -> None:
    """Draw a page of paragraphs with a picture each."""
    with card("steps"):
        room = picture_room()
        for number, paragraph in enumerate(paragraphs_of(_file_of(title)), start=1):
            _, heading, text = _TITLE.split(paragraph)
            draw = partial(view.pictures.draw, f"{ILLUSTRATED[title]}-{number}", width=room)
            draw_step(view, number, text, room, draw, heading)


def draw_credits_page(view: HelpView) -> None:
    """Draw the page with the makers of the games."""
    with card("credits"), view.search.place("credits"):
        draw_credits(1)


def general_passages(reader: Legend) -> list[Passage]:
    """Return what the search can find on the general pages, except on that with all keys."""
    illustrated = [
        Passage(title, f"step {number}", reader.spoken(text.replace("**", "")))
        for title in ILLUSTRATED
        for number, text in enumerate(paragraphs_of(_file_of(title)), start=1)
    ]
    made = [
        Passage(CREDITS, "credits", f"{each.title}, {each.year}, by {each.makers}. {each.platform}. {each.about}")
        for each in all_credits()
    ]
    return [*illustrated, *made]
