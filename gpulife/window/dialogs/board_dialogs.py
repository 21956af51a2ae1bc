"""Two dialogs: one asks for rule, size and edges of a new empty board, the other for a generation to go to."""

from collections.abc import Sequence

from imgui_bundle import imgui

from gpulife.games.matches import new_match
from gpulife.input.commands import CommandOrAction, GoToGeneration, New
from gpulife.rules import Rule, parse_rule
from gpulife.rules.names import matching_rules
from gpulife.window.dialogs.board_fields import Memory, board_line, side_fields
from gpulife.window.dialogs.dialog import Dialog
from gpulife.window.panels.new_universe import edges_field, name_of
from gpulife.window.panels.widgets import caption, drop_down, greyed, main_button, number_field, wrapped_text
from gpulife.window.screen_stack import ScreenStack
from gpulife.window.shell import Shell

_GAME = "study"
"""Name of the game without players, in which people only draw."""


class NewBoardDialog(Dialog):
    """Asks for rule, size and edges of an empty board. The Return key begins a session with it, halted at first.

    Args:
        shell: services shared by all screens.
        screens: the stack of screens.
        present: rule, size and edges that the form shows at first.
        memory: function that describes how much memory a board takes; see :data:`Memory`.
    """

    gives_way = True

    def __init__(self, shell: Shell, screens: ScreenStack, present: Rule, memory: Memory) -> None:
        super().__init__(shell, screens, "New board")
        assert present.size is not None  # noqa: S101 - a board's rule has one
        self._rule, self._shape, self._edges = name_of(present), present.size, present.joined
        self._memory = memory

    def content(self) -> Sequence[CommandOrAction]:
        """Draw the form; return the user's requests."""
        wrapped_text("An empty board, halted, to draw on. Space runs it.")
        caption("Rule")
        imgui.set_next_item_width(-1)
        entered, self._rule = imgui.input_text("##rule", self._rule, imgui.InputTextFlags_.enter_returns_true)
        rules = {f"{rule.name}: {rule.about}": rule.name for rule in matching_rules("")}
        self._rule = rules.get(drop_down("rules", "Choose a rule", rules) or "", self._rule)
        self._shape, entered_size = side_fields(self._shape, focus=self.is_new)
        caption("Edges")
        self._edges = edges_field(self._edges)
        is_possible = board_line(self._rule, self._shape, self._memory, self._edges)
        with greyed(on=not is_possible):
            pressed = main_button("Begin")
        if not (is_possible and (pressed or entered or entered_size)):
            return ()
        self.close()
        rule = parse_rule(self._rule).on_board(self._shape, self._edges)
        return [New(new_match(_GAME, rule, self._shape, seed=0))]


# Asks for the number of a generation to go to.


class GenerationDialog(Dialog):
    """Asks for the number of a generation. The Return key goes to that generation.

    Args:
        shell: services shared by all screens.
        screens: the stack of screens.
        present: number of the board's current generation.
    """

    gives_way = True

    def __init__(self, shell: Shell, screens: ScreenStack, present: int) -> None:
        super().__init__(shell, screens, "Go to generation")
        self._present = present

    def content(self) -> Sequence[CommandOrAction]:
        """Draw the field for the number and the button; return the user's requests."""
        state = self.shell.panel_state
        wrapped_text(f"Current generation: {self._present:,}. Space stops the run.")
        if self.is_new:
            imgui.set_keyboard_focus_here()
        state.go_to, entered = number_field("generation", state.go_to)
        if not (main_button("Go") or entered):
            return ()
        self.close()
        return [GoToGeneration(state.go_to)]
