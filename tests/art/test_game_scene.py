"""Scenes with a game in programmes' files, and in reports."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gpulife.art._playlist_toml import programme_of
from gpulife.art.scene import Programme, ProgrammeError
from gpulife.art.soak_report import play
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.games.core.board_hash import moment_hash
from gpulife.window.art.headless_match import HeadlessMatch
from gpulife.window.art.match_scene import MatchSceneView


def programme(**scene: Any) -> Programme:
    values = {"name": "match", "duration": "2 min", "game": "seed-list"} | scene
    return programme_of({"title": "T", "description": "d", "scene": [values]}, Path("t.toml"))


def test_game_scene_has_the_games_board() -> None:
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
def test_errors_are_one_line(more: dict[str, Any], words: str) -> None:
    with pytest.raises(ProgrammeError, match=words):
        programme(**more)


class Standstill:
    """A match in which nobody moves after some seconds, and which ends after ``ends``."""

    generations = 0
    over = False

    def __init__(self, moves: float, ends: float) -> None:
        self.seconds, self.moves, self.ends = 0.0, moves, ends

    def advance(self, seconds: float) -> tuple[float, ...]:
        self.seconds += seconds
        self.generations += 3
        self.over = self.seconds >= self.ends
        return (0.0, 0.2 if self.seconds <= self.moves else 0.0)


def test_report_plays_match() -> None:
    report = play(programme(duration="1 min"), 130.0, 1, NumpyEngine, HeadlessMatch)
    assert report.still == ()
    assert report.seconds == 130
    scene = report.scenes[0]
    assert scene.seconds == 130
    assert scene.showings >= 3
    assert scene.generations > 130
    assert scene.least is not None
    assert 0 < scene.least < 0.5


def test_report_names_still_match() -> None:
    report = play(programme(), 120.0, 1, NumpyEngine, lambda _scene, _seed: Standstill(60, 999))
    assert report.still == ((1, "match"),)
    assert report.scenes[0].generations == 360


def test_scene_ends_with_match() -> None:
    report = play(programme(), 120.0, 1, NumpyEngine, lambda _scene, _seed: Standstill(999, 40))
    assert report.scenes[0].showings == 3
    assert report.seconds == 120


def test_headless_match_equals_shown_match(device: GLDevice) -> None:
    scene = programme().scenes[0]
    piece, bout = MatchSceneView(device, scene, 5), HeadlessMatch(scene, 5)
    try:
        on_show, alone = piece.play.session, bout.session
        while on_show.ticks < 2400:
            piece.advance(1 / 60)
        bout.advance(40)
        assert bout.generations == on_show.computed > 0
        assert (alone.ticks, moment_hash(alone.state, alone.board)) == (
            on_show.ticks,
            moment_hash(on_show.state, on_show.board),
        )
    finally:
        piece.close()
