"""Text at the lower left of the board: the state of the connection, how others can join, and the chat."""

from collections.abc import Sequence
from dataclasses import dataclass

from imgui_bundle import imgui, imgui_ctx

from gpulife.input.glyphs import Piece
from gpulife.online.protocol import MAX_TALK
from gpulife.rules import RGB
from gpulife.window.design import BODY, CAPTION, NOTICE, TEXT, rgba_of, styled
from gpulife.window.panels.keycaps import caps_width, text_with_caps
from gpulife.window.panels.pages import CARD_FLAGS
from gpulife.window.play.canvas import TalkLine, draw_talk_line, scaled

_WIDTH, _EDGE = 500.0, 10.0  # points on a 96 dpi screen
_OPAQUE = 0.82
ORDERS = "Say something, or give an order: MOVE a1 c3, or JOIN and ten cells"


@dataclass(frozen=True, slots=True)
class TalkedLine:
    """A line of the chat.

    Attributes:
        name: the speaker; "" for the server.
        text: the message.
        rgb: colour of the name; None for a spectator.
    """

    name: str
    text: str
    rgb: RGB | None = None


def draw_online_card(
    notices: Sequence[Sequence[Piece]],
    talk: Sequence[TalkedLine],
    line: TalkLine | None,
    left: float,
    below: float,
    *,
    takes_orders: bool = False,
) -> str | None:
    """Draw a box with notices and the chat. Draw nothing if both are empty.

    Args:
        notices: sentences about the match and the connection. They may contain pictures of keys, which can be clicked.
        talk: the latest lines of the chat.
        line: the line that the user is typing; None if they are not typing.
        left: width in points to keep free at the left edge of the window.
        below: height in points to keep free at the lower edge of the window.
        takes_orders: True if the user may also type orders to the game, as in Real-Time Life.

    Returns: The message that the user has sent, "" if the user cancelled it, or None if neither has happened.
    """
    if not (notices or talk or line):
        return None
    view = imgui.get_main_viewport().size
    needed = scaled(_WIDTH) if line is not None else min(scaled(_WIDTH), _needed_width(notices, talk))
    width = min(needed, view.x - left - 2 * scaled(_EDGE))
    place = (left + scaled(_EDGE), view.y - below - scaled(_EDGE))
    imgui.set_next_window_pos(place, imgui.Cond_.always, (0.0, 1.0))
    imgui.set_next_window_size_constraints((width, 0), (width, view.y))
    imgui.set_next_window_bg_alpha(_OPAQUE)
    flags = CARD_FLAGS if line is not None else CARD_FLAGS | imgui.WindowFlags_.no_inputs
    said = None
    with imgui_ctx.begin("online", None, flags):
        with styled(BODY), imgui_ctx.push_text_wrap_pos(0.0):
            for notice in notices:
                text_with_caps(notice, NOTICE)
            for each in talk:
                if each.name:
                    imgui.text_colored(TEXT if each.rgb is None else rgba_of(each.rgb), f"{each.name}:")
                    imgui.same_line()
                imgui.text_unformatted(each.text)
        if line is not None:
            if takes_orders:
                imgui.text_colored(CAPTION, ORDERS)
            said = draw_talk_line(line, MAX_TALK, BODY)
    return said


def _needed_width(notices: Sequence[Sequence[Piece]], talk: Sequence[TalkedLine]) -> float:
    """Return the smallest width in points at which no line of text wraps."""
    style = imgui.get_style()
    with styled(BODY):
        widths = [caps_width(notice, BODY.size) for notice in notices]
        for each in talk:
            before = imgui.calc_text_size(f"{each.name}:").x + style.item_spacing.x if each.name else 0.0
            widths.append(before + imgui.calc_text_size(each.text).x)
    return max(widths) + 2 * style.window_padding.x + scaled(1)
