"""A small card at the lower edge that offers the rule of the pattern in hand, until somebody answers it."""

from imgui_bundle import imgui, imgui_ctx

from gpulife.input.commands.command import CommandOrAction
from gpulife.input.commands.patterns import KeepRule, UsePatternsRule
from gpulife.input.glyphs import Legend
from gpulife.rules import parse_rule
from gpulife.window.panels.keycaps import text_with_caps
from gpulife.window.panels.screen_regions import Covered
from gpulife.window.panels.widgets import AMBER, CARD_FLAGS, button_row, elided
from gpulife.window.play.canvas import scaled
from gpulife.window.play.workbench import Workbench

_WIDTH, _EDGE = 460.0, 12.0  # points on a 96 dpi screen
_OPAQUE = 0.9
_FLAGS = CARD_FLAGS | imgui.WindowFlags_.no_nav


def draw_rule_offer(workbench: Workbench, legend: Legend, covered: Covered) -> list[CommandOrAction]:
    """Draw the card; return the user's requests.

    Args:
        workbench: has the rule that the pattern asks for.
        legend: names of keys and buttons.
        covered: what panels cover of the window.
    """
    view = imgui.get_main_viewport().size
    room = view.x - covered.left - covered.right
    width = min(scaled(_WIDTH), room - 2 * scaled(_EDGE))
    place = (covered.left + room / 2, view.y - covered.below - scaled(_EDGE))
    imgui.set_next_window_pos(place, imgui.Cond_.always, (0.5, 1.0))
    imgui.set_next_window_size_constraints((width, 0), (width, view.y))
    imgui.set_next_window_bg_alpha(_OPAQUE)
    offered, present = parse_rule(workbench.offered_rule).title, workbench.rule.title
    with imgui_ctx.begin("another rule", None, _FLAGS):
        text = f"This pattern is for {offered}, the board's rule is {present}"
        imgui.text_colored(AMBER, elided(text, imgui.get_content_region_avail().x))
        text_with_caps(legend.pieces("{use-rule} changes the rule; the cells stay"))
        chosen = button_row([elided(f"Change to {offered}", width * 0.44), elided(f"Keep {present}", width * 0.44)])
    requests = (UsePatternsRule(), KeepRule())
    return [] if chosen is None else [requests[chosen]]
