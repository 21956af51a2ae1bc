"""A small card at the lower edge of the board that asks something, without taking the keyboard."""

from collections.abc import Iterator
from contextlib import contextmanager

from imgui_bundle import imgui, imgui_ctx

from gpulife.window.panels.screen_regions import Covered
from gpulife.window.panels.widgets import CARD_FLAGS
from gpulife.window.play.canvas import scaled

_WIDTH, _EDGE = 460.0, 12.0  # points on a 96 dpi screen
_OPAQUE = 0.9
_FLAGS = CARD_FLAGS | imgui.WindowFlags_.no_nav


@contextmanager
def lower_card(name: str, covered: Covered) -> Iterator[float]:
    """Begin and end the card; yield its width in points.

    Args:
        name: name of Dear ImGui's window, which nobody sees.
        covered: what panels cover of the window.
    """
    view = imgui.get_main_viewport().size
    room = view.x - covered.left - covered.right
    width = min(scaled(_WIDTH), room - 2 * scaled(_EDGE))
    place = (covered.left + room / 2, view.y - covered.below - scaled(_EDGE))
    imgui.set_next_window_pos(place, imgui.Cond_.always, (0.5, 1.0))
    imgui.set_next_window_size_constraints((width, 0), (width, view.y))
    imgui.set_next_window_bg_alpha(_OPAQUE)
    with imgui_ctx.begin(name, None, _FLAGS):
        yield width
