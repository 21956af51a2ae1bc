"""The search of the help: it finds words on all pages, lists where they are, and scrolls to the chosen place."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui, imgui_ctx

from gpulife.window.design import ACCENT, CAPTION, CHOSEN, GAP, NEAR, ROUNDING, STRONG, TEXT, TIGHT, packed, styled
from gpulife.window.panels.pages import view_and_scale
from gpulife.window.panels.widgets import caption, elided, group_title, width_of

_MOST = 60
"""Maximum number of places that are listed."""
_BEFORE = 32
"""Maximum number of letters shown before the word that was found."""
_SCROLLED_FRAMES = 4
"""Frames in which the page is scrolled to the chosen place: the page's height is known only after it has been drawn."""
_TELLING = 3
"""Minimum number of letters of the words for which parts of a question are looked for."""
_QUESTION_WORDS = frozenset(("and", "are", "can", "does", "for", "how", "the", "what", "when", "where", "which", "why"))
"""Words of questions that say nothing about their subject."""
_WASH = 0.18
"""Opacity of the colour over the chosen place."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A part of a help page that the search can find.

    Attributes:
        page: title of the page.
        place: name of the passage, unique on its page; "" for the page as a whole.
        words: its text, in which the names of keys replace their pictures.
    """

    page: str
    place: str
    words: str


def find_passages(passages: Sequence[Passage], typed: str, page: str = "") -> list[Passage]:
    """Return the passages that contain all words of ``typed``, those of a page together, the best first.

    If there are none, the passages count that contain the most of the words, such as "cells" and "die" of the question
    "how do cells die". A text that stands on several pages is listed once.

    A word may also be in the title of a passage's page, or be the beginning or the middle of a longer word. Pages whose
    titles are found come first, then the page called ``page``, then those with a word that begins as typed.
    """
    wanted = typed.lower().split()

    def rank(passage: Passage) -> tuple[bool, bool, bool]:
        text = passage.words.lower()
        begins = all(re.search(rf"\b{re.escape(word)}", text) for word in wanted)
        return bool(passage.place), passage.page != page, not begins

    matching = [passage for passage in passages if _contains(passage, wanted)]
    if not matching:
        asked = [word.strip("?.,!") for word in wanted]
        telling = [word.removesuffix("s") for word in asked if len(word) >= _TELLING and word not in _QUESTION_WORDS]
        shares = [_share(passage, telling) for passage in passages]
        most = max(shares, default=0)
        matching = [passage for passage, share in zip(passages, shares, strict=True) if share == most > 0]
    matching.sort(key=rank)
    once = dict[str, Passage]()
    for passage in matching:
        once.setdefault(passage.words, passage)
    found = list(once.values())
    pages = list(dict.fromkeys(passage.page for passage in found))
    return sorted(found, key=lambda passage: pages.index(passage.page))


def _begins(word: str, text: str) -> bool:
    """Return True if a word of ``text`` begins with ``word``."""
    return bool(re.search(rf"\b{re.escape(word)}", text, re.IGNORECASE))


def _share(passage: Passage, telling: Sequence[str]) -> int:
    """Return how many of the words a passage and the title of its page have; 0 if the passage itself has none."""
    here = [word for word in telling if _begins(word, passage.words)]
    return len(here) and len({*here, *(word for word in telling if _begins(word, passage.page))})


def _contains(passage: Passage, wanted: Sequence[str]) -> bool:
    """Return True if a passage has all of these words, at least one of them outside the title of its page."""
    text, title = passage.words.lower(), passage.page.lower()
    return any(word in text for word in wanted) and all(word in text or word in title for word in wanted)


class HelpSearch:
    """The search field of the help, the list of places found, and the place chosen from the list.

    Args:
        passages: returns everything that can be found. It is called when somebody types for the first time.

    Attributes:
        typed: the words in the field. While there are any, the list is shown instead of a page.
        wants_found: True if the list of places has to take the focus, since Down was pressed in the field.
        takes_list: True if the list of pages has to take the focus, since the list of places has just disappeared.
    """

    def __init__(self, passages: Callable[[], list[Passage]]) -> None:
        self._make = passages
        self.typed = ""
        self.takes_list = self.wants_found = False
        self._target: Passage | None = None
        self._height = 0.0  # of the target in the window, in points, as last drawn
        self._scrolls = 0  # frames
        self._has_focus = False

    @cached_property
    def _passages(self) -> list[Passage]:
        return self._make()

    def draw_field(self, page: str) -> Passage | None:
        """Draw the field, as wide as the rest of the line; return the first place found if Return was pressed in it.

        ``page`` is the title of the page that is shown.
        """
        self.takes_list = False
        imgui.set_next_item_width(imgui.get_content_region_avail().x)
        hint = f"{icons.ICON_FA_MAGNIFYING_GLASS}  Search all pages (Ctrl+F)"
        entered, self.typed = imgui.input_text_with_hint(
            "##search", hint, self.typed, imgui.InputTextFlags_.enter_returns_true
        )
        if imgui.get_io().key_ctrl and imgui.is_key_pressed(imgui.Key.f, repeat=False):
            imgui.set_keyboard_focus_here(-1)
        self._has_focus = imgui.is_item_active()
        self.wants_found = bool(self.typed) and imgui.is_item_focused() and imgui.is_key_pressed(imgui.Key.down_arrow)
        found = find_passages(self._passages, self.typed, page) if entered else []
        return found[0] if found else None

    def cancel(self) -> bool:
        """Empty the field and leave it; return False if it was empty, and did not have the focus.

        Call this before the field is drawn: Escape takes the focus from it.
        """
        had_any = bool(self.typed.strip()) or self._has_focus
        self.typed, self._has_focus = "", False
        return had_any

    def draw_found(self, icons_of: Mapping[str, str], page: str) -> Passage | None:
        """Draw the list of places; return the one that was chosen, or None.

        ``icons_of`` are the icons of the pages, keyed by title. ``page`` is the title of the page that was shown.
        """
        found = find_passages(self._passages, self.typed, page)
        more = f"; the first {_MOST} are listed" if len(found) > _MOST else ""
        caption(f"Found in {len(found)} places{more}" if len(found) != 1 else "Found in one place")
        if not found:
            caption("Try a shorter word, or only its beginning")
        chosen, scale, shown = None, view_and_scale()[1], ""
        for number, passage in enumerate(found[:_MOST]):
            if passage.page != shown:
                shown = passage.page
                group_title(f"{icons_of.get(shown, '')}  {shown}")
            corner, room = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
            size = imgui.ImVec2(room, imgui.get_text_line_height() + NEAR * scale)
            if self.wants_found and not number:  # otherwise the list of pages would take the focus, as it is nearer
                imgui.set_keyboard_focus_here()
                imgui.set_nav_cursor_visible(True)
            if imgui.selectable(f"##found {number}", p_selected=False, size=size)[0]:
                chosen = passage
            self._draw_extract(passage, (corner.x + NEAR * scale, corner.y + TIGHT * scale), room - 2 * NEAR * scale)
        return chosen

    def _draw_extract(self, passage: Passage, corner: tuple[float, float], room: float) -> None:
        """Draw a line of a passage at ``corner``, with the first word that was found in bold."""
        text, (left, top), pen = passage.words, corner, imgui.get_window_draw_list()
        starts = {text.lower().find(word): len(word) for word in self.typed.lower().split() if word in text.lower()}
        starts = starts or {0: 0}
        at = min(starts)
        first = text.rfind(" ", 0, at - _BEFORE) + 1 if at > _BEFORE else 0
        parts = (
            (("\u2026" if first else "") + text[first:at], CAPTION, False),
            (text[at : at + starts[at]], TEXT, True),
            (text[at + starts[at] :], CAPTION, False),
        )
        for words, colour, bold in parts:
            with styled(STRONG) if bold else imgui_ctx.push_id("plain"):
                shown = elided(words, room)
                pen.add_text((left, top), packed(colour), shown)
                left, room = left + width_of(shown), room - width_of(shown)

    def go_to(self, passage: Passage) -> None:
        """Empty the field, and scroll the passage's page to it once the page is drawn; mark the passage."""
        self.typed, self._target, self._scrolls, self.takes_list = "", passage, _SCROLLED_FRAMES, True

    def forget(self) -> None:
        """Do not mark a passage any longer."""
        self._target = None

    @contextmanager
    def place(self, name: str) -> Iterator[None]:
        """Draw a passage in the ``with`` block. If it was chosen, it is marked by a wash of colour.

        ``name`` is its :attr:`Passage.place`.
        """
        (x, y), right = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
        yield
        if self._is_target(name, y):
            pen, scale = imgui.get_window_draw_list(), view_and_scale()[1]
            end = x + right + TIGHT * scale, imgui.get_cursor_screen_pos().y
            pen.add_rect_filled((x - TIGHT * scale, y), end, packed(ACCENT, _WASH), ROUNDING * scale)

    def table(self, names: Collection[str]) -> None:
        """Scroll to the table that is drawn next if the chosen passage is one of its rows, called ``names``.

        Dear ImGui draws the rows, with their exact heights, only once the table is in view.
        """
        if self._target is not None and self._target.place in names:
            self._height = imgui.get_cursor_screen_pos().y

    def row(self, name: str) -> None:
        """Mark the row of a table that was just begun, if it is the chosen passage ``name``."""
        if self._is_target(name, imgui.get_cursor_screen_pos().y):
            imgui.table_set_bg_color(imgui.TableBgTarget_.row_bg0, packed(CHOSEN))

    def _is_target(self, name: str, height: float) -> bool:
        if self._target is None or self._target.place != name:
            return False
        self._height = height
        return True

    def scroll(self) -> bool:
        """Scroll the window being drawn to the chosen passage, for some frames after the choice.

        Call this after the page is drawn. Return True if the next frame has to follow at once.
        """
        if self._target is None or not self._scrolls:
            return False
        self._scrolls -= 1
        above = self._height - imgui.get_window_pos().y - 2 * GAP * view_and_scale()[1]
        imgui.set_scroll_y(max(imgui.get_scroll_y() + above, 0.0) if self._target.place else 0.0)
        return True
