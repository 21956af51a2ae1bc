"""Scenes with a game in programmes' files, and in reports."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gpulife.art.programme import Programme, ProgrammeError
from gpulife.art.programme_file import programme_of
from gpulife.art.report import play
from gpulife.engines.numpy_engine import NumpyEngine


def programme(**scene: Any) -> Programme:
    values = {"name": "match", "duration": "2 min", "game": "seed-list"} | scene
    return programme_of({"title": "T", "description": "d", "scene": [values]}, Path("t.toml"))


def test_a_game_brings_its_own_board() -> None:
    scene = programme(palette={"scheme": "Neon"}).scenes[0]
    assert (scene.game, scene.shape, scene.rule.size) == ("seed-list", (88, 160), (88, 160))
    assert scene.palette.schemes == ("Neon",)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"game": "chess"}, r"t\.toml: scene 1 'match': game = 'chess' should be"),
        ({"rule": "Life"}, "rule"),
        ({"start": {"soup": 0.3}}, "start"),
        ({"duration": 1}, "duration"),
    ],
)
def test_mistakes_are_one_line(more: dict[str, Any], words: str) -> None:
    with pytest.raises(ProgrammeError, match=words):
        programme(**more)


def test_its_time_passes_in_a_report_without_being_measured() -> None:
    report = play(programme(), 300.0, 1, NumpyEngine)
    assert report.still == ()
    assert report.seconds == 300
    assert report.scenes[0].seconds == 300
    assert report.scenes[0].showings == 3
    assert report.scenes[0].least is None
