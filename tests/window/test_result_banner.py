"""How rounds and sets end in words, and how the banner with the result appears."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from gpulife.games.core.round_end import Ending, RoundsState
from gpulife.games.core.series import Series, SeriesKind
from gpulife.input.commands import StartScreen
from gpulife.window.design import REVEAL
from gpulife.window.play.result_banner import BannerClock, EndButton, Result, Score, round_result

NAMES = ("You", "Ada")
BUTTONS = (EndButton("Again", StartScreen()),)


def state(winner: int | None, ending: Ending | None = Ending.CLOCK, series: Series | None = None) -> Any:
    return SimpleNamespace(winner=winner, ending=ending, series=series)


def of(shown: RoundsState, *wins: int) -> Result | None:
    return round_result(shown, NAMES, (7, 5), wins or (0, 1), "The clock ran out.", BUTTONS)


def test_result_of_a_round() -> None:
    assert of(state(None, None)) is None
    won, tie, later = of(state(0)), of(state(None)), of(state(1), 2, 1)
    assert won == Result("You win", 0, (Score(0, 7), Score(1, 5)), "The clock ran out.", buttons=BUTTONS)
    assert tie is not None
    assert (tie.title, tie.winner, tie.note) == ("A tie", None, "")
    assert later is not None
    assert (later.title, later.note) == ("Ada wins", "Rounds won: 2 to 1")


def test_scores_are_shown_only_if_they_decided() -> None:
    resigned = of(state(1, Ending.RESIGNED))
    assert resigned is not None
    assert resigned.scores == ()
    nothing = round_result(state(None, Ending.SHUT_OUT), NAMES, (0, 0), (0, 0), "All cells died.", ())
    assert nothing is not None
    assert nothing.scores == ()


def test_result_of_a_set() -> None:
    on, over = (of(state(0, series=Series(SeriesKind.BEST_OF, 3, results))) for results in ((1, 0), (1, 1)))
    assert on is not None
    assert (on.title, on.winner, on.note) == (
        "You win",
        0,
        "1 : 1 in the set, best of 3. Next: round 3, which decides the set",
    )
    assert over is not None
    assert (over.title, over.winner, over.note) == ("Ada wins the set 2 : 0", 1, "Best of 3, 2 rounds played")
    behind = of(state(1, series=Series(SeriesKind.DOUBLE, 8, (1,))))
    assert behind is not None
    assert behind.note.endswith("You may resign instead, which ends the set")


def clock(*, reduced_flashing: bool = False) -> tuple[Any, BannerClock, list[float]]:
    """Return a shell at second 5, a clock, and the list of the waits after which the clock wants a frame."""
    awake: list[float] = []
    shell: Any = SimpleNamespace(
        now=5.0,
        settings=SimpleNamespace(reduced_flashing=reduced_flashing),
        motion=SimpleNamespace(due=lambda wait=0.0: awake.append(wait)),
    )
    return shell, BannerClock(shell), awake


def test_banner_appears_once_and_then_rests() -> None:
    shell, banner, awake = clock()
    shown = []
    for now, count in ((5.0, 3), (5.0 + REVEAL / 2, 4), (5.0 + 2 * REVEAL, 5), (60.0, 6)):
        shell.now = now
        awake.clear()
        shown.append(banner.shown(Result("A tie", None, (Score(0, count),))))  # scores may still change
    assert (shown[0], shown[2:]) == (0.0, [1.0, 1.0])
    assert 0 < (shown[1] or 0) < 1
    assert (awake, banner.blinks) == ([], False), "a window at rest draws nothing"
    assert banner.shown(None) is None
    assert banner.shown(Result("A tie", None)) == 0.0, "the next round"
    assert banner.blinks


def test_banner_is_calm_if_flashing_is_reduced() -> None:
    _, banner, awake = clock(reduced_flashing=True)
    assert banner.shown(Result("A tie", None)) == 1.0
    assert not banner.blinks
    assert 0.0 not in awake


def test_banner_disappears_if_play_goes_on() -> None:
    shell, banner, awake = clock()
    out, alone = Result("You are out", None, passes=True), Result("Ada is the last one left", 1, passes=True)
    assert banner.shown(out) == 0.0
    shell.now += 5.0
    awake.clear()
    assert banner.shown(out) == 1.0
    assert awake == [1.0], "a frame is due when it disappears"
    shell.now += 1.5
    assert banner.shown(out) is None
    assert banner.shown(alone) == 0.0
