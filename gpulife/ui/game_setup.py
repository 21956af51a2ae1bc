"""The second page of the start screen, for games between two: who plays, by which option, on which board.

Choosing who plays begins the game: with a pad alone that is A on the game, A on the opponent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from imgui_bundle import imgui

from gpulife.games.handicap_presets import HANDICAP_OPTION
from gpulife.games.registry import GAMES
from gpulife.lineup import Lineup
from gpulife.ui.agreements import Agreement, choose_handicap, choose_series
from gpulife.ui.setup_page import choice, goes_back, page, row, title_with_back
from gpulife.ui.widgets import GREY, caption

SCALES = (1, 2, 4, 8)
"""Boards offered: so many times as wide and as high as the game's own. Any other size: the panel of universes."""
BACK = "back"
_WIDTH = 860.0  # pixels on a 96 dpi screen


@dataclass(slots=True)
class Setup:
    """What is chosen so far.

    Attributes:
        game: its name.
        option: of it.
        scale: of its own board.
        agreed: handicap and set.
    """

    game: str
    option: str
    scale: int = 1
    agreed: Agreement = field(default_factory=Agreement)


def game_setup(setup: Setup, lineup: Lineup, levels: Sequence[tuple[str, str]]) -> tuple[int, int] | str | None:
    """Draw it over the whole window.

    Args:
        setup: is changed by what is pressed.
        lineup: of the last game: where keys and pads begin.
        levels: of the computer: title and one line about each.

    Returns:
        The levels of the two seats (0 for a person) to begin with, BACK, or None.
    """
    with page("game", _WIDTH):
        chosen = _page(setup, lineup, levels)
    return BACK if goes_back() else chosen


def _page(setup: Setup, lineup: Lineup, levels: Sequence[tuple[str, str]]) -> tuple[int, int] | str | None:
    game = GAMES[setup.game]
    chosen: tuple[int, int] | str | None = None
    if title_with_back(game.title):
        chosen = BACK

    computers = lineup.computers
    appearing = imgui.is_window_appearing()
    caption("two people: each with a pad, on one half of the keyboard, or one of each")
    if row(["Two people"], None, focus=0 if appearing and not computers else None) is not None:
        chosen = (0, 0)
    titles = [f"{number}  {name}" for number, (name, _) in enumerate(levels, start=1)]
    last = max(seat.level for seat in lineup.seats)
    imgui.spacing()
    caption("one person against the computer")
    focus = last - 1 if appearing and len(computers) == 1 else None
    imgui.push_id("against")
    if (place := row(titles, None, focus=focus)) is not None:
        against = lineup.against(place + 1)
        chosen = (against.seats[0].level, against.seats[1].level)
    imgui.pop_id()
    for number, (_, about) in enumerate(levels, start=1):
        imgui.text_colored(GREY, f"{number}: {about}")
    imgui.spacing()
    caption("the computer against itself")
    focus = last - 1 if appearing and len(computers) == len(lineup.seats) else None
    imgui.push_id("watch")
    if (place := row(titles, None, focus=focus)) is not None:
        chosen = (place + 1, place + 1)
    imgui.pop_id()

    imgui.separator()
    options = list(game.options)
    caption(f"option: {game.options[setup.option]}")
    setup.option = options[choice("option", options, options.index(setup.option))]
    if HANDICAP_OPTION in options:
        setup.option = choose_handicap(setup.agreed, setup.option, options[0])
    choose_series(setup.agreed)
    caption("board, in cells; any other size in the panel New universe")
    rows, columns = game.shape
    sizes = [f"{columns * scale} x {rows * scale}" for scale in SCALES]
    setup.scale = SCALES[choice("size", sizes, SCALES.index(setup.scale))]
    return chosen
