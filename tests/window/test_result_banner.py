"""How rounds and sets end in words, and how the banner with the result appears."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from gpulife.games.core.round_end import Ending, RoundsState
from gpulife.games.core.series import Series, SeriesKind
from gpulife.window.design import REVEAL
from gpulife.window.play import result_banner
from gpulife.window.play.result_banner import Result, ResultBanner, Score, round_result

NAMES = ("You", "Ada")


def state(winner: int | None, ending: Ending | None = Ending.CLOCK, series: Series | None = None) -> Any:
    return SimpleNamespace(winner=winner, ending=ending, series=series)


def of(shown: RoundsState, *wins: int) -> Result | None:
    return round_result(shown, NAMES, (7, 5), wins or (0, 1), "The clock ran out.", ("{again} Again",))


def test_result_of_a_round() -> None:
    assert of(state(None, None)) is None
    won, tie, later = of(state(0)), of(state(None)), of(state(1), 2, 1)
    assert won == Result("You win", 0, (Score(0, 7), Score(1, 5)), "The clock ran out.", following=("{again} Again",))
    assert tie is not None
    assert (tie.title, tie.winner, tie.note) == ("A tie", None, "")
    assert later is not None
    assert (later.title, later.note) == ("Ada wins", "Rounds won: 2 to 1")


def test_result_of_a_set() -> None:
    on, over = (of(state(0, series=Series(SeriesKind.BEST_OF, 3, results))) for results in ((1, 0), (1, 1)))
    assert on is not None
    assert (on.title, on.winner, on.note) == ("You win", 0, "1 : 1 in the set, best of 3")
    assert over is not None
    assert (over.title, over.winner, over.note) == ("Ada wins the set 2 : 0", 1, "Best of 3, 2 rounds played")
    behind = of(state(1, series=Series(SeriesKind.DOUBLE, 8, (1,))))
    assert behind is not None
    assert behind.note.endswith("You may give up the set instead, by resigning")


def test_banner_appears_once_and_at_once_if_flashing_is_reduced(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[float] = []
    monkeypatch.setattr(result_banner, "draw_result", lambda *given: drawn.append(given[-1]))
    awake: list[int] = []
    shell: Any = SimpleNamespace(
        now=5.0, settings=SimpleNamespace(reduced_flashing=False), motion=SimpleNamespace(due=lambda: awake.append(1))
    )
    banner, place = ResultBanner(shell), (SimpleNamespace(), (0.0, 0.0, 9.0, 9.0), SimpleNamespace())
    for now in (5.0, 5.0 + REVEAL / 2, 5.0 + 2 * REVEAL):
        shell.now = now
        banner.draw(Result("A tie", None), *place)  # type: ignore[arg-type]
    assert drawn[0] == 0.0 < drawn[1] < drawn[2] == 1.0
    assert len(awake) == 2, "a window at rest draws nothing"
    banner.draw(None, *place)  # type: ignore[arg-type]
    shell.settings.reduced_flashing = True
    banner.draw(Result("A tie", None), *place)  # type: ignore[arg-type]
    assert drawn[3:] == [1.0]
