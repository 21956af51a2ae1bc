"""The words of the overlay of Study Mode and Survival of the Fittest: headlines, in wordings from long to short."""

from collections.abc import Sequence

from gpulife.games.core.option_title import option_title
from gpulife.games.core.series import Series
from gpulife.games.core.series_text import next_round_text, result_text, standing_text
from gpulife.games.survival1982.observation import Overlay
from gpulife.seats import with_verb

STATUS_LABELS = ("cells", "seeds", "generation", "seeds", "cells")
"""What the five numbers below the board are."""


def headline(overlay: Overlay, names: tuple[str, ...]) -> Sequence[str]:
    """Return what players should know just now, in wordings from the longest to the shortest."""
    if overlay.selecting:
        return f"{overlay.title}: {option_title(overlay.option)}", overlay.title
    if overlay.series is not None and overlay.typing is None:
        return _headline_of_set(overlay, overlay.series, names)
    rounds = f"   Rounds {overlay.wins[0]}:{overlay.wins[1]}" if any(overlay.wins) or overlay.round > 1 else ""
    if overlay.phase == "over":
        result = _result(overlay, names)
        return f"{result}{rounds}", result
    if overlay.typing is not None:
        who = names[overlay.typing[0]]
        return f"{who}: how many seeds? Stick and trigger, or type", f"{who}: how many seeds?", who
    words = _phase(overlay, names)
    return (*(f"{wording}{rounds}".strip() for wording in words), words[-1])


def _result(overlay: Overlay, names: tuple[str, ...]) -> str:
    return "A tie" if overlay.winner is None else with_verb(names[overlay.winner], "win")


def _phase(overlay: Overlay, names: tuple[str, ...]) -> Sequence[str]:
    """Return the phase of a round that is not over, in wordings from the longest to the shortest."""
    if overlay.waits_for:
        late = " and ".join(names[player] for player in overlay.waits_for)
        return f"{late} may still plant: play begins in a moment", f"Waits for {late}"
    if overlay.frozen:
        return "Halted: nobody plants or moves", "Halted"
    if overlay.seconds_left is not None:
        seconds = f"{overlay.seconds_left} s"
        if overlay.done:
            who = [names[player] for player in overlay.done]
            done = with_verb(who[0], "be") if len(who) == 1 else f"{' and '.join(who)} are"
            return f"Set-up: {done} done, at most {seconds} left", f"Set-up: {seconds} left", seconds
        return f"Set-up: {seconds} left to plant", f"Set-up: {seconds} left", seconds
    words = "Halted   " if overlay.phase == "halted" else ""
    if overlay.ends_in is not None:
        return f"{words}Round ends in {_generations(overlay.ends_in)}", f"{overlay.ends_in} left"
    if overlay.clock_left is None:
        return (words.strip(),)
    left = _generations(overlay.clock_left)
    return (
        f"{words}Yellow bar: {left} left, planting fills it",
        f"{words}Yellow bar: {left} left",
        f"Bar: {overlay.clock_left} left",
    )


def _generations(number: int) -> str:
    return f"{number} generation{'s' * (number != 1)}"


def _headline_of_set(overlay: Overlay, series: Series, names: tuple[str, ...]) -> Sequence[str]:
    """Return the headline of a round that belongs to a set, in wordings from the longest to the shortest."""
    if overlay.phase != "over":
        words, score = _phase(overlay, names), standing_text(series)
        return *(f"{wording}   {score}".strip() for wording in words), words[-1] or score
    stands, following = result_text(series, names), f"Next: {next_round_text(series, names)}"
    if series.over:
        return f"{stands}   {following}", following, stands
    return f"{_result(overlay, names)}   {stands}   {following}", f"{stands}   {following}", stands
