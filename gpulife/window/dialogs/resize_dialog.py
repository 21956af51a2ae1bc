"""Asks for another size of the board, and shows in advance which cells would be cut off."""

from collections.abc import Callable, Sequence

from imgui_bundle import imgui

from gpulife.input.commands import PLACES, CommandOrAction, ResizeBoard
from gpulife.rules import Rule
from gpulife.window.design import CAPTION, NOTICE
from gpulife.window.dialogs.board_fields import Memory, Shape, side_fields
from gpulife.window.dialogs.dialog import Dialog
from gpulife.window.panels.widgets import caption, greyed, main_button, tooltip, wrapped_text
from gpulife.window.screen_stack import ScreenStack
from gpulife.window.shell import Shell

Losses = Callable[[Shape, str], str]
"""Takes (rows, columns) and one of PLACES; returns a line about the cells that would be cut off, or "" for none."""


class ResizeDialog(Dialog):
    """Asks for a new size of the board. The Return key resizes the board.

    Args:
        shell: services shared by all screens.
        screens: the stack of screens.
        present: the rule of the board, with its current size.
        losses: function that says which cells a new size would cut off; see :data:`Losses`.
        memory: function that describes how much memory a board takes; see :data:`Memory`.
    """

    stops_time = True  # so that the shown losses stay true

    gives_way = True

    def __init__(self, shell: Shell, screens: ScreenStack, present: Rule, losses: Losses, memory: Memory) -> None:
        super().__init__(shell, screens, "Resize the board")
        assert present.size is not None  # noqa: S101 - a board's rule has one
        self._rule, self._present = present, present.size
        self._shape, self._place = present.size, "centre"
        self._losses, self._memory = losses, memory
        self._known: dict[tuple[Shape, str], str] = {}

    def content(self) -> Sequence[CommandOrAction]:
        """Draw the form; return the user's requests."""
        rows, columns = self._present
        wrapped_text(f"Current size: {columns} x {rows}. The cells are kept.")
        self._shape, entered = side_fields(self._shape, focus=self.is_new)
        caption(f"Position of the cells: {self._place}")
        for number, place in enumerate(PLACES):
            if number % 3:
                imgui.same_line()
            if imgui.radio_button(f"##{place}", self._place == place):
                self._place = place
            tooltip(place.capitalize())
        asked = self._shape, self._place
        if asked not in self._known:
            self._known = {asked: self._losses(*asked)}
        words, fits = self._memory(self._rule, self._shape)
        wrapped_text(words, CAPTION if fits else NOTICE)
        if fits and self._known[asked]:
            wrapped_text(self._known[asked], NOTICE)
        is_possible = fits and self._shape != self._present
        with greyed(on=not is_possible):
            pressed = main_button("Resize")
        if not (is_possible and (pressed or entered)):
            return ()
        self.close()
        return [ResizeBoard(*self._shape, self._place)]
