"""Offers to renew a universe that only repeats itself, by a random change: a line of text with buttons.

It is in the panel Time. While panels are hidden, it is shown for some seconds in a corner of the window.
"""

from collections.abc import Iterator, Mapping

from imgui_bundle import imgui, imgui_ctx

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.input.bindings import Bindings
from gpulife.input.commands import ChangeSetting, CommandOrAction, Reseed
from gpulife.window.design import NEAR, NOTICE
from gpulife.window.panels.pages import CARD_FLAGS, view_and_scale
from gpulife.window.panels.widgets import tooltip

_OPAQUE, _EDGE = 0.9, NEAR
_REQUESTS: Mapping[str, tuple[CommandOrAction, str]] = {
    "WILD!": (Action(NOBODY, ActionKind.WILD), "wild"),
    "Another soup": (Reseed(), "reseed"),
    "Keep it": (Action(NOBODY, ActionKind.AGAIN), "again"),
    "Always renew": (ChangeSetting("at_rest", "renew"), ""),
}
"""For each button's label: the request that it sends, and the control with the same effect ("" for none)."""


def offer_width(text: str) -> float:
    """Return the width in points of the offer: the sentence ``text`` and the buttons beside it."""
    style = imgui.get_style()
    widths = [imgui.calc_text_size(label).x + 2 * style.frame_padding.x for label in _REQUESTS]
    return float(imgui.calc_text_size(text).x + sum(widths) + len(widths) * style.item_spacing.x)


def draw_offer(text: str, bindings: Bindings) -> Iterator[CommandOrAction]:
    """Draw the sentence ``text`` with buttons for the offer; yield the user's requests.

    Args:
        text: a sentence about the universe's state.
        bindings: keys and buttons of all controls.
    """
    imgui.text_colored(NOTICE, text)
    for label, (request, control) in _REQUESTS.items():
        imgui.same_line()
        if imgui.small_button(label):
            yield request
        if control:
            tooltip(bindings.keys_text(control))
        else:
            tooltip("From now on universes at rest are renewed; the setting is in the tab Edit")


def draw_corner_offer(text: str, bindings: Bindings) -> list[CommandOrAction]:
    """Draw the offer in the window's lower right corner, for windows without panels; return the user's requests.

    For the arguments see :func:`draw_offer`.
    """
    view, scale = view_and_scale()
    imgui.set_next_window_pos((view.x - _EDGE * scale, view.y - _EDGE * scale), imgui.Cond_.always, (1.0, 1.0))
    imgui.set_next_window_bg_alpha(_OPAQUE)
    with imgui_ctx.begin("at rest", None, CARD_FLAGS | imgui.WindowFlags_.no_nav):
        return list(draw_offer(text, bindings))
