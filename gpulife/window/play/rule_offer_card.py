"""A small card at the lower edge that offers the rule of the pattern in hand, until somebody answers it."""

from imgui_bundle import imgui

from gpulife.input.commands.command import CommandOrAction
from gpulife.input.commands.patterns import KeepRule, UsePatternsRule
from gpulife.input.glyphs import Legend
from gpulife.rules import parse_rule
from gpulife.window.panels.keycaps import text_with_caps
from gpulife.window.panels.screen_regions import Covered
from gpulife.window.panels.widgets import AMBER, button_row, elided
from gpulife.window.play.lower_card import lower_card
from gpulife.window.play.workbench import Workbench


def draw_rule_offer(workbench: Workbench, legend: Legend, covered: Covered) -> list[CommandOrAction]:
    """Draw the card; return the user's requests.

    Args:
        workbench: has the rule that the pattern asks for.
        legend: names of keys and buttons.
        covered: what panels cover of the window.
    """
    offered, present = parse_rule(workbench.offered_rule).title, workbench.rule.title
    with lower_card("another rule", covered) as width:
        text = f"This pattern is for {offered}, the board's rule is {present}"
        imgui.text_colored(AMBER, elided(text, imgui.get_content_region_avail().x))
        text_with_caps(legend.pieces("{use-rule} changes the rule; the cells stay"))
        chosen = button_row([elided(f"Change to {offered}", width * 0.44), elided(f"Keep {present}", width * 0.44)])
    requests = (UsePatternsRule(), KeepRule())
    return [] if chosen is None else [requests[chosen]]
