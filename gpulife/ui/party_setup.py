"""The second page of the start screen for games for up to six: who sits on each seat, the option, and the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from imgui_bundle import imgui

from gpulife.games.biowar_state import OPTIONS
from gpulife.games.registry import GAMES
from gpulife.party import CLOSED, Party
from gpulife.ui.game_setup import BACK, SCALES
from gpulife.ui.setup_page import begin_here, choice, goes_back, page, row, title
from gpulife.ui.widgets import GREY, caption

_WIDTH = 1000.0  # pixels on a 96 dpi screen
_WHO = ("nobody", "a person", "unseen")
_UNSEEN = 2
"""Of _WHO: a person whose new cells others see only when they grow."""


@dataclass(slots=True)
class PartySetup:
    """What is chosen so far.

    Attributes:
        game: its name.
        option: of it.
        party: who sits where.
        scale: of the game's own board.
        torus: whether the board's edges are joined.
    """

    game: str
    option: str
    party: Party
    scale: int = 1
    torus: bool = False


def party_setup(setup: PartySetup, levels: Sequence[tuple[str, str]]) -> Party | str | None:
    """Draw it over the whole window.

    Args:
        setup: is changed by what is pressed.
        levels: of the computer: title and one line about each.

    Returns:
        The party to begin with, BACK, or None.
    """
    with page("party", _WIDTH):
        chosen = _page(setup, levels)
    return BACK if goes_back() else chosen


def _page(setup: PartySetup, levels: Sequence[tuple[str, str]]) -> Party | str | None:
    game = GAMES[setup.game]
    chosen: Party | str | None = None
    appearing = imgui.is_window_appearing()
    title(game.title)
    imgui.push_font(None, 24.0)
    if imgui.button("Play", imgui.ImVec2(imgui.get_content_region_avail().x, 0)):
        chosen = setup.party
    if appearing:
        begin_here()
    imgui.pop_font()
    imgui.spacing()
    caption("who sits where; people sit down with a gamepad (A) or on half the keyboard, now or later")
    titles = [*_WHO, *(f"{number}  {name}" for number, (name, _) in enumerate(levels, start=1))]
    for player, seat in enumerate(setup.party.seats):
        imgui.push_id(player)
        imgui.align_text_to_frame_padding()
        imgui.text(f"{player + 1}")
        imgui.same_line()
        now = seat.level + _UNSEEN if seat.level > 0 or seat.hides else seat.level - CLOSED
        if (place := row(titles, now)) is not None:
            level = place - _UNSEEN if place >= _UNSEEN else place + CLOSED
            setup.party = setup.party.with_seat(player, level=level, hides=place == _UNSEEN)
        imgui.pop_id()
    imgui.text_colored(
        GREY, "unseen: a person whose new cells are grey until they grow; 1 to 4: the computer, from the weakest on"
    )
    imgui.separator()
    caption(OPTIONS[setup.option].about)
    options = list(game.options)
    setup.option = options[choice("option", options, options.index(setup.option))]
    imgui.spacing()
    caption("board, in cells, and what lies beyond its edges")
    rows, columns = game.shape
    sizes = [f"{columns * scale} x {rows * scale}" for scale in SCALES]
    setup.scale = SCALES[choice("size", sizes, SCALES.index(setup.scale))]
    setup.torus = bool(choice("edges", ["nothing lives there", "the other side"], int(setup.torus)))
    imgui.separator()
    if imgui.button("Back"):
        chosen = BACK
    return chosen
