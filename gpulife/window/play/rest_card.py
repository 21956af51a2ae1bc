"""A small card at the lower edge that says that a universe has come to rest, and what can be done about it."""

from imgui_bundle import imgui

from gpulife.games.core.game import ActionKind
from gpulife.input.commands.command import CommandOrAction
from gpulife.input.commands.program import ChangeSetting
from gpulife.input.commands.session import Reseed
from gpulife.input.glyphs import Legend
from gpulife.window.panels.keycaps import text_with_caps
from gpulife.window.panels.run_controls import console_action
from gpulife.window.panels.screen_regions import Covered
from gpulife.window.panels.widgets import AMBER, button_row, tooltip
from gpulife.window.play.lower_card import lower_card
from gpulife.window.play.rest_watch import RENEW, Rest


def draw_rest_card(rest: Rest, legend: Legend, covered: Covered) -> list[CommandOrAction]:
    """Draw the card; return the user's requests.

    Args:
        rest: what has come to rest.
        legend: names of keys and buttons.
        covered: what panels cover of the window.
    """
    with lower_card("at rest", covered):
        imgui.text_colored(AMBER, rest.text)
        text_with_caps(legend.pieces("{wild} stirs it up   {reseed} another soup   {again} keep it"))
        chosen = button_row(["WILD!", "Another soup", "Keep it", "Always go on"])
        tooltip("from now on universes at rest go on by themselves; the panel Draw has the setting")
    requests: tuple[CommandOrAction, ...] = (
        console_action(ActionKind.WILD),
        Reseed(),
        console_action(ActionKind.AGAIN),
        ChangeSetting("at_rest", RENEW),
    )
    return [] if chosen is None else [requests[chosen]]
