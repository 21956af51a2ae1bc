"""A dialog that asks for another rule for the current cells. While the user types, it lists matching rules."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from imgui_bundle import imgui

from gpulife.engines.bitplanes.rule_circuits import reason_without_planes
from gpulife.errors import GpulifeError
from gpulife.input.commands import ChangeRule, CommandOrAction, Open
from gpulife.resources import user_path
from gpulife.rules import Rule, parse_rule
from gpulife.rules.names import matching_rules
from gpulife.rules.rule_file import RULE_ENDING
from gpulife.window.design import CAPTION, NOTICE
from gpulife.window.dialogs.dialog import Dialog
from gpulife.window.panels.widgets import button_row, elided, wrapped_text
from gpulife.window.rule_preparation import LONG, PREPARING, RulePreparation
from gpulife.window.screen_stack import ScreenStack
from gpulife.window.shell import Shell

_MAX_LINES = 8


@dataclass(frozen=True, slots=True)
class Merger:
    """What a rule with fewer species does to the living species of a board.

    Attributes:
        living: number of living species before.
        left: number of these species after.
        keeping: name of the same rule with enough species for all of them; "" if there is none.
    """

    living: int
    left: int
    keeping: str


class RuleDialog(Dialog):
    """Asks for a rule. The Return key takes the typed rule, or else the first rule in the list.

    Args:
        shell: services shared by all screens.
        screens: the stack of screens.
        present: the board's current rule.
        merger: function that says whether living species would become one under a rule.
    """

    gives_way = True

    def __init__(
        self, shell: Shell, screens: ScreenStack, present: str, merger: Callable[[Rule], Merger | None]
    ) -> None:
        super().__init__(shell, screens, "Change the rule", 520.0)
        self._present = present
        self._text = ""
        self._merger = merger
        self._preparation: RulePreparation | None = None
        self._began = 0.0  # when it began, on the shell's clock
        self._asked: tuple[str, Merger] | None = None  # the rule that the user has chosen, and what it would merge

    def content(self) -> Sequence[CommandOrAction]:
        """Draw the field and the rules that match its text; return the user's requests."""
        if self._asked is not None:
            return self._ask(*self._asked)
        wrapped_text(f"The cells stay. Current rule: {self._present}")
        if self.is_new:
            imgui.set_keyboard_focus_here()
        imgui.set_next_item_width(-1)
        entered, self._text = imgui.input_text_with_hint(
            "##rule",
            "A name such as HighLife, B36/S23 or B2-a/S12, or a .rule file",
            self._text,
            imgui.InputTextFlags_.enter_returns_true,
        )
        matches = matching_rules(self._text)[:_MAX_LINES]
        chosen = self._text.strip() if entered else ""
        if matches and chosen and _problem(chosen):
            chosen = matches[0].name
        for number, match in enumerate(matches):
            if imgui.selectable(f"{match.name}##{number}", p_selected=False)[0]:
                chosen = match.name
            imgui.same_line()
            imgui.text_colored(CAPTION, elided(match.about, imgui.get_content_region_avail().x))
        if (problem := _problem(self._text)) and not matches:
            wrapped_text(problem, NOTICE)
        elif not problem and self._text.strip():
            wrapped_text(self._how_computed(), CAPTION)
        return self._take(chosen) if chosen else ()

    def _how_computed(self) -> str:
        """Return how the typed rule is computed, and why not on bit planes; "" for a ``.rule`` file, read later.

        The rule is prepared in the background first. If this takes long, the text says so.
        """
        name = self._text.strip()
        if name.lower().endswith(RULE_ENDING):
            return ""
        rule = parse_rule(name)
        if self._preparation is None or (self._preparation.is_over and self._preparation.rule != rule):
            self._preparation, self._began = RulePreparation(rule), self.shell.now
        if not self._preparation.is_over or self._preparation.rule != rule:
            self.shell.motion.due()
            return PREPARING if self.shell.now - self._began >= LONG else " "
        reason = reason_without_planes(rule)
        if reason is None:
            return "Computed on bit planes: fast, even on very large boards."
        return f"Computed cell by cell, so large boards are slower and take more memory: {reason}."

    def _take(self, name: str) -> Sequence[CommandOrAction]:
        if name.lower().endswith(RULE_ENDING):
            self.close()
            return [Open(str(user_path(name)))]
        if _problem(name):  # shown below the field
            self.is_new = True  # so that the field takes the focus again
            return ()
        if (merger := self._merger(parse_rule(name))) is not None:
            self._asked, self.is_new = (name, merger), True
            return ()
        self.close()
        return [ChangeRule(name)]

    def _ask(self, name: str, merger: Merger) -> Sequence[CommandOrAction]:
        """Say which species would become one, and offer the rule with as many species as live on the board."""
        left = "one species" if merger.left == 1 else f"{merger.left} species"
        wrapped_text(f"{name} has fewer species: the {merger.living} living species would become {left}.")
        answers = {f"Make them {left}": name, "Another rule": ""}
        if merger.keeping:
            answers = {f"Keep {merger.living} species: {merger.keeping}": merger.keeping} | answers
        chosen = button_row([*answers], 0, focus=0 if self.is_new else None, columns=1)
        if chosen is None:
            return ()
        rule = [*answers.values()][chosen]
        if not rule:
            self._asked, self.is_new = None, True
            return ()
        self.close()
        return [ChangeRule(rule)]


def _problem(name: str) -> str:
    """Return why ``name`` is not a rule; "" for a rule, a ``.rule`` file or an empty name."""
    try:
        if name.strip() and not name.strip().lower().endswith(RULE_ENDING):
            parse_rule(name)
    except GpulifeError as error:
        return str(error)
    return ""
