"""A page to write a short text: at the keyboard, or letter by letter with a pad or the pointer."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from imgui_bundle import imgui, imgui_ctx

from gpulife.window.panels.widgets import AMBER, back_pressed, focus_here, focus_is_lost, view_and_scale, wrapped_text
from gpulife.window.start.setup_page import page, title_with_back

_WIDTH = 820.0  # points on a 96 dpi screen
_SMALL = ("1234567890", "qwertyuiop", "asdfghjkl-", "zxcvbnm.:/")
_CAPITALS = ("1234567890", "QWERTYUIOP", "ASDFGHJKL-", "ZXCVBNM")
ADDRESS_LETTERS, CODE_LETTERS = _SMALL, _CAPITALS
NAME_LETTERS = ("1234567890", "qwertyuiop", "asdfghjkl-", "zxcvbnm'.")
_DELETE, _SPACE, _CASE, _DONE = "Delete", "Space", "A a", "Done"


@dataclass(slots=True)
class LettersPage:
    """The page, with what is written so far.

    Attributes:
        title: what is asked.
        about: what it is for.
        rows: letters to choose from.
        done: what is done with the text; it may raise GpulifeError, which the caller shows in ``problem``.
        text: the text.
        limit: letters that it may have.
        has_words: whether there are spaces and small and capital letters in it.
        problem: one line that says why the text is not taken; "" for nothing.
    """

    title: str
    about: str
    rows: Sequence[str]
    done: Callable[[str], None]
    text: str = ""
    limit: int = 200
    has_words: bool = False
    problem: str = ""
    _is_small: bool = field(default=False)
    _is_new: bool = field(default=True)

    def draw(self, *, has_pad: bool) -> str | None:
        """Draw the page over the whole window.

        Args:
            has_pad: whether somebody has a pad, for whom the letters have the focus at first.

        Returns:
            The text when it is finished, "" to go back, None before.
        """
        with page("letters", _WIDTH):
            goes_back = title_with_back(self.title)
            wrapped_text(self.about)
            imgui.spacing()
            takes_focus = self._is_new or focus_is_lost()
            is_done = self._field(takes_focus=takes_focus and not has_pad)
            pressed = self._letters(takes_focus=takes_focus and has_pad)
            if self.problem:
                wrapped_text(self.problem, AMBER)
        self._is_new = False
        if pressed is not None:
            is_done = self._press(pressed)
        if goes_back or back_pressed():
            return ""
        return self.text.strip() if is_done and self.text.strip() else None

    def _field(self, *, takes_focus: bool) -> bool:
        """Draw what is written; return whether Return was pressed in it."""
        flags = imgui.InputTextFlags_.enter_returns_true | imgui.InputTextFlags_.auto_select_all
        with imgui_ctx.push_font(None, 26.0):
            imgui.set_next_item_width(-1)
            if takes_focus:
                imgui.set_keyboard_focus_here()
            # Its own copy of the text is only read while nobody types in it.
            entered, text = imgui.input_text_with_hint("##text", "Write here", self.text, flags)
        if imgui.is_item_active() or entered or imgui.is_item_deactivated():
            self.text = text[: self.limit]
        return bool(entered)

    def _letters(self, *, takes_focus: bool) -> str | None:
        """Draw the letters, in rows of ten, and what else can be pressed; return what was pressed."""
        pressed = None
        view, scale = view_and_scale()
        gap = imgui.get_style().item_spacing
        width = (imgui.get_content_region_avail().x - 9 * gap.x) / 10
        height = max(imgui.get_frame_height(), min(52 * scale, view.y * 0.075))
        imgui.spacing()
        for row in self.rows:
            for place, letter in enumerate(self._cased(row)):
                if place:
                    imgui.same_line()
                if imgui.button(f"{letter}##letter {letter.lower()}", (width, height)):
                    pressed = letter
                if takes_focus:
                    focus_here()
                    takes_focus = False
        imgui.spacing()
        words = [_SPACE, _CASE] if self.has_words else []
        labels = [_DELETE, *words, _DONE]
        wide = (imgui.get_content_region_avail().x - (len(labels) - 1) * gap.x) / len(labels)
        for place, label in enumerate(labels):
            if place:
                imgui.same_line()
            if imgui.button(label, (wide, height)):
                pressed = label
        return pressed

    def _cased(self, row: str) -> str:
        """Return a row as it is written next: names begin with a capital letter."""
        if not self.has_words:
            return row
        begins_word = not self.text or self.text.endswith(" ")
        return row.upper() if begins_word != self._is_small else row

    def _press(self, pressed: str) -> bool:
        """Take in what was pressed among the letters; return whether that ends the text."""
        match pressed:
            case "Done":
                return True
            case "Delete":
                self.text = self.text[:-1]
            case "A a":
                self._is_small = not self._is_small
            case _:
                self.text = (self.text + (" " if pressed == _SPACE else pressed))[: self.limit]
                self._is_small = False
        return False
