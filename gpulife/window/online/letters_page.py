"""A page for entering a short text: with the keyboard, or letter by letter with a gamepad or the mouse."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from imgui_bundle import imgui

from gpulife.window.design import CHOSEN, LEAD, NOTICE, styled
from gpulife.window.panels.pages import back_pressed, focus_here, focus_is_lost, view_and_scale
from gpulife.window.panels.widgets import button_colour, wrapped_text
from gpulife.window.start.setup_page import page, title_with_back

_SMALL = ("1234567890", "qwertyuiop", "asdfghjkl-", "zxcvbnm.:/")
_CAPITALS = ("1234567890", "QWERTYUIOP", "ASDFGHJKL-", "ZXCVBNM")
ADDRESS_LETTERS, CODE_LETTERS = _SMALL, _CAPITALS
NAME_LETTERS = ("1234567890", "qwertyuiop", "asdfghjkl-", "zxcvbnm'.")
_DELETE, _SPACE, _CASE, _DONE = "Delete", "Space", "A a", "Done"


@dataclass(slots=True)
class LettersPage:
    """The page for entering a text.

    Attributes:
        title: what the page asks for.
        about: sentence on what the text is for.
        rows: rows of letters to choose from.
        done: called with the finished text. It may raise GpulifeError, which the caller shows as ``problem``.
        text: the text so far.
        limit: maximum number of characters in the text.
        has_words: True if the text may have spaces, and both small and capital letters.
        problem: one line on why the text was not accepted; "" for none.
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
            has_pad: True if there is a gamepad; then the letters get the focus at first instead of the text field.

        Returns: The finished text, "" to go back, or None while the user is typing.
        """
        with page("letters"):
            goes_back = title_with_back(self.title)
            wrapped_text(self.about)
            imgui.spacing()
            takes_focus = self._is_new or focus_is_lost()
            is_done = self._field(takes_focus=takes_focus and not has_pad)
            pressed = self._letters(takes_focus=takes_focus and has_pad)
            if self.problem:
                wrapped_text(self.problem, NOTICE)
        self._is_new = False
        if pressed is not None:
            is_done = self._press(pressed)
        if goes_back or back_pressed():
            return ""
        return self.text.strip() if is_done and self.text.strip() else None

    def _field(self, *, takes_focus: bool) -> bool:
        """Draw the text field; return True if Return was pressed in it."""
        flags = imgui.InputTextFlags_.enter_returns_true | imgui.InputTextFlags_.auto_select_all
        with styled(LEAD):
            imgui.set_next_item_width(-1)
            if takes_focus:
                imgui.set_keyboard_focus_here()
            # Dear ImGui copies this text into the field only while the user is not typing in it.
            entered, text = imgui.input_text_with_hint("##text", "Write here", self.text, flags)
        if imgui.is_item_active() or entered or imgui.is_item_deactivated():
            self.text = text[: self.limit]
        return bool(entered)

    def _letters(self, *, takes_focus: bool) -> str | None:
        """Draw the letters, in rows of ten, and the other buttons; return what was pressed, or None."""
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
            with button_colour(CHOSEN, on=label == _DONE):
                if imgui.button(label, (wide, height)):
                    pressed = label
        return pressed

    def _cased(self, row: str) -> str:
        """Return a row of letters in the case in which the next letter is typed.

        This is upper case at the beginning of a word, else lower case; after a press of "A a", the other way round.
        """
        if not self.has_words:
            return row
        begins_word = not self.text or self.text.endswith(" ")
        return row.upper() if begins_word != self._is_small else row

    def _press(self, pressed: str) -> bool:
        """Handle a pressed letter or button; return True if the text is finished."""
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
