"""The headline of LIFE-2: what is to be done, what was revealed, or who has won, as texts made from what people see."""

from collections.abc import Sequence

from gpulife.games.core.option_title import option_title
from gpulife.games.core.series import Series
from gpulife.games.core.series_text import result_text, standing_text
from gpulife.games.life2.observation import Life2Overlay
from gpulife.seats import mid_sentence, with_verb


def headline(overlay: Life2Overlay, names: Sequence[str], reason: str) -> str:
    """Return the headline about the present phase.

    Args:
        overlay: what people may see.
        names: names of both players.
        reason: why the game is over, as a sentence; "" while it goes on.
    """
    if overlay.phase == "select":
        return f"LIFE-2   {option_title(overlay.option)}"
    if overlay.phase == "over" and overlay.series is not None:
        return _end_of_game(overlay, overlay.series, names)
    if overlay.phase == "over":
        won = "A draw" if overlay.winner is None else with_verb(names[overlay.winner], "win")
        return f"{won}: {mid_sentence(reason)}"
    if overlay.phase in ("reveal", "growth"):
        return _revealed(overlay)
    if overlay.halted:
        return "Halted"
    clock = f"   {overlay.seconds} s left" if overlay.seconds is not None else ""
    clock += f"   {standing_text(overlay.series)}" if overlay.series is not None else ""
    needs = max(hand.needs for hand in overlay.hands)
    if overlay.phase == "opening":
        return f"Turn 1: {needs} pieces each, in secret{clock}"
    return f"Turn {overlay.turn}: one piece each, in secret{clock}"


def _end_of_game(overlay: Life2Overlay, series: Series, names: Sequence[str]) -> str:
    """Return the headline at the end of a game that belongs to a set."""
    wins = "A draw" if overlay.winner is None else with_verb(names[overlay.winner], "win")
    return result_text(series, names) if series.over else f"{wins}   {result_text(series, names)}"


def _revealed(overlay: Life2Overlay) -> str:
    if not overlay.shared:
        return "Both have chosen"
    places = " and ".join(f"{column + 1},{row + 1}" for row, column in overlay.shared)
    if overlay.option != "CODED":
        return f"Both chose {places}: {'it stays' if len(overlay.shared) == 1 else 'they stay'} empty"
    lost = "" if overlay.emptied is None else f", and {overlay.emptied[1] + 1},{overlay.emptied[0] + 1} is emptied"
    return f"Both chose {places}: neither is placed{lost}"
