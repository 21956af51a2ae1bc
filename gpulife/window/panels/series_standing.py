"""How the set stands, on the card at the end of a round: who leads, what comes next, and the buttons for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from imgui_bundle import imgui

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.core.series import Series
from gpulife.games.core.series_text import coming, terms, verdict
from gpulife.input.commands import Asked
from gpulife.window.panels.widgets import AMBER, GREY, quiet, tip


def set_standing(series: Series, names: Sequence[str], inks: Sequence[imgui.ImVec4], *, over: bool) -> Iterator[Asked]:
    """Draw it.

    Args:
        series: the set.
        names: of the players.
        inks: their colours.
        over: whether the round is, so that something comes next.

    Yields:
        What was asked for: the next round, or to give the set up.
    """
    imgui.text_colored(GREY, f"{terms(series)}:")
    imgui.same_line()
    quiet(verdict(series, names), AMBER if series.leader is None else inks[series.leader])
    if not over:
        return
    quiet(f"next: {coming(series, names)}")
    if imgui.button("Another set" if series.over else "Next round"):
        yield Action(NOBODY, ActionKind.AGAIN)
    tip("ESC does it, too")
    behind = next((player for player in range(len(names)) if series.may_give_up(player)), None)
    if behind is not None:
        imgui.same_line()
        if imgui.button("Give up the set"):
            yield Action(behind, ActionKind.RESIGN)
        tip(f"{names[behind]} does not take double or nothing, and {names[1 - behind]} wins the set")
    imgui.separator()
