"""Texts that screens share: counts, times, option titles, the score of a set of rounds, and prompts."""

from collections.abc import Sequence
from typing import Any

from gpulife.games.core.game import TICKS_PER_SECOND
from gpulife.games.core.series import Series, SeriesKind
from gpulife.seats import with_verb


def count_text(number: int, noun: str) -> str:
    """Return a number with its noun: "1 cell", "2 cells"."""
    return f"{number} {noun}" + "s" * (number != 1)


def ordinal(number: int) -> str:
    """Return a place in a ranking: "1st", "2nd", "3rd", "4th" and so on."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


_TITLES = {
    "NORM": "Normal",
    "HCAP": "Handicap",
    "WALL": "Dead edges",
    "PRINTED": "Usual rules",
    "CODED": "As programmed",
}
"""Titles of options with abbreviated names. Other options are shown by their names."""


def option_title(name: str) -> str:
    """Return the title of an option on screen, such as "Normal" for "NORM"; "" if ``name`` is "".

    If the name is a number, as in P2Life, it is the number of generations between turns: "12 generations" for "12".
    """
    if name.isdecimal():
        return count_text(int(name), "generation")
    return _TITLES.get(name, name.capitalize())


def option_summary(name: str) -> str:
    """Return a few words about an option among other choices: its title or, in P2Life, how often tokens come."""
    if name.isdecimal():
        return "a token every generation" if name == "1" else f"a token every {option_title(name)}"
    return option_title(name)


def online_tagline(tagline: str) -> str:
    """Return a game's tagline for on-line play, where people play against people at other machines."""
    return tagline.replace("a computer or a friend", "another player").replace("computers or friends", "other players")


_MINUTE, _HOUR = 60, 3600


def play_time(ticks: int, longest: int = 0) -> str:
    """Return a time such as "1:23". It has hours ("0:01:23") if ``ticks`` or ``longest`` is at least an hour."""
    seconds = ticks // TICKS_PER_SECOND
    if max(ticks, longest) // TICKS_PER_SECOND < _HOUR:
        return f"{seconds // _MINUTE}:{seconds % _MINUTE:02}"
    return f"{seconds // _HOUR}:{seconds % _HOUR // _MINUTE:02}:{seconds % _MINUTE:02}"


TO_BEGIN = ("{start} or {click} begins the game", "{start} begins")
"""Wordings of the prompt before the first round, longest first. Names of controls are in braces."""
STANDS_STILL = ("Halted.  {halt} resumes", "{halt} resumes")
"""Wordings of the prompt while a game is halted, longest first. Names of controls are in braces."""

_TERMS = {
    SeriesKind.BEST_OF: "best of {}",
    SeriesKind.ROUNDS: "{} rounds",
    SeriesKind.DOUBLE: "double or nothing (a lead of {} wins)",
}


def terms_text(series: Series) -> str:
    """Return the terms of a set of rounds in words, such as "best of 5"."""
    return _TERMS[series.kind].format(series.number)


def score_text(series: Series) -> str:
    """Return the points of the left and the right player in a set of rounds, such as "2 : 1"."""
    left, right = series.points
    return f"{left} : {right}"


def standing_text(series: Series) -> str:
    """Return the score and the terms of a set of rounds, such as "2 : 1, best of 5"."""
    stage = {
        SeriesKind.BEST_OF: terms_text(series),
        SeriesKind.ROUNDS: f"round {min(series.next_round, series.number)} of {series.number}",
        SeriesKind.DOUBLE: f"this round is worth {series.stake}, {terms_text(series)}",
    }
    return f"{score_text(series)}, {stage[series.kind]}"


def result_text(series: Series, names: Sequence[str]) -> str:
    """Return a line for the end of a round: who leads in the set of rounds, or who has won it."""
    leader, ahead = series.leader, max(series.points)
    is_double = series.kind is SeriesKind.DOUBLE
    if leader is None:
        return f"The set is tied, {score_text(series)}" if series.over else f"{score_text(series)} in the set"
    name, other = names[leader], names[1 - leader]
    if not series.over:
        return (
            f"{with_verb(name, 'be')} {ahead} ahead"
            if is_double
            else f"{with_verb(name, 'lead')} {_from(series, leader)}"
        )
    if series.gave_up is not None:
        return f"{with_verb(other, 'give')} up: {with_verb(name, 'win')} the set, {ahead} ahead"
    if is_double:
        return f"{with_verb(name, 'win')} the set, {ahead} ahead"
    return f"{with_verb(name, 'win')} the set {_from(series, leader)}"


def next_round_text(series: Series, names: Sequence[str]) -> str:
    """Return a line about the next round: its number and its stake; "another set" if the set of rounds is over."""
    if series.over:
        return "another set"
    number = series.next_round
    match series.kind:
        case SeriesKind.BEST_OF if min(series.points) == series.number // 2:
            return f"round {number}, which decides the set"
        case SeriesKind.BEST_OF:
            return f"round {number}"
        case SeriesKind.ROUNDS:
            return f"round {number} of {series.number}"
        case SeriesKind.DOUBLE if series.leader is None:
            return f"round {number}, worth 1 point"
        case SeriesKind.DOUBLE:
            return f"round {number}, worth {series.stake} points: double or nothing for {names[1 - series.leader]}"


def after_round_prompts(series: Series | None, names: Sequence[str]) -> tuple[str, ...]:
    """Return the prompt that says how to begin the next round, set or game, in several wordings, longest first."""
    following = "another game" if series is None else next_round_text(series, names)
    return (f"{{end-main}} or {{click}} begins {following}", f"{{end-main}} begins {following}")


def series_data(series: Series | None) -> dict[str, Any] | None:
    """Return a set of rounds as data for JSON; None if ``series`` is None."""
    if series is None:
        return None
    return {
        "terms": series.text,
        "results": list(series.results),
        "points": list(series.points),
        "stake": series.stake,
        "gave_up": series.gave_up,
        "over": series.over,
        "winner": series.winner,
    }


def _from(series: Series, leader: int) -> str:
    """Return the score of a set of rounds, such as "2 : 1", with the points of ``leader`` first."""
    return f"{series.points[leader]} : {series.points[1 - leader]}"
