"""A card over the board that shows an open question to all players, and which keys answer, also by clicks on them."""

from collections.abc import Sequence
from dataclasses import dataclass

from imgui_bundle import imgui, imgui_ctx

from gpulife.input.glyphs import Piece
from gpulife.rules import RGB
from gpulife.window.panels.keycaps import text_with_caps
from gpulife.window.panels.widgets import AMBER, CARD_FLAGS, GREY, vec4_of, width_of
from gpulife.window.play.canvas import scaled

_WIDTH, _GAP, _BELOW = 520.0, 8.0, 44.0  # points on a 96 dpi screen; _BELOW is the line for messages
_MAX_OF_WINDOW = 0.9
_LARGE = 22.0
_OPAQUE = 0.94
_FLAGS = CARD_FLAGS | imgui.WindowFlags_.no_inputs


@dataclass(frozen=True, slots=True)
class Voter:
    """A player who has to agree.

    Attributes:
        name: the player's name.
        rgb: the player's colour.
        answers: the keys or buttons for yes and no, as a line; empty if the player has agreed already.
    """

    name: str
    rgb: RGB
    answers: Sequence[Piece] = ()


@dataclass(frozen=True, slots=True)
class ConsentCard:
    """An open question, or the outcome of the last one.

    Attributes:
        words: the question or its outcome, as a sentence.
        voters: players who have to agree; none for an outcome.
        seconds: time that is left to answer.
        time_left: share of the time that is left, 0 to 1.
    """

    words: str
    voters: Sequence[Voter] = ()
    seconds: int = 0
    time_left: float = 0.0


def draw_consent(card: ConsentCard, above: float) -> None:
    """Draw the card in the middle, below the upper ``above`` points of the window and the line for messages."""
    view, widest = imgui.get_main_viewport().size, scaled(_WIDTH)
    room = widest if card.voters else width_of(card.words) + 2 * imgui.get_style().window_padding.x + 1
    width = min(room, widest, view.x * _MAX_OF_WINDOW)
    imgui.set_next_window_pos((view.x / 2, above + scaled(_BELOW)), imgui.Cond_.always, (0.5, 0))
    imgui.set_next_window_size_constraints((width, 0), (width, view.y))
    imgui.set_next_window_bg_alpha(_OPAQUE)
    with imgui_ctx.begin("consent", None, _FLAGS), imgui_ctx.push_text_wrap_pos(0.0):
        with imgui_ctx.push_font(None, _LARGE if card.voters else 0.0):
            imgui.text_colored(AMBER, card.words)
        for voter in card.voters:
            imgui.text_colored(vec4_of(voter.rgb), voter.name)
            imgui.same_line(0.0, scaled(_GAP))
            text_with_caps(voter.answers or ("has agreed",))
        if card.voters:
            imgui.progress_bar(card.time_left, (-1, scaled(6)), "")
            imgui.text_colored(GREY, f"{card.seconds} s to answer; no answer means no")
