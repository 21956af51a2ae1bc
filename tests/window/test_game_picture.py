"""The pictures of games: each game has its own, on which its players' colours can be told from the ground."""

from __future__ import annotations

from itertools import combinations

import pytest

from gpulife.games.matches import GAMES, default_rule
from gpulife.rules import RGB
from gpulife.view.look import default_look
from gpulife.window.play.game_picture import TELEVISION, GamePicture
from gpulife.window.play.game_window import window_of

MIN_CONTRAST = 1.6
"""Of large areas, which LIFE-2 marks besides; texts have 4.5, see ``test_design``."""


def pictures() -> dict[str, GamePicture]:
    found = {name: window_of(name).controller.game_picture for name, spec in GAMES.items() if spec.competitive}
    return {name: picture for name, picture in found.items() if picture is not None}


def luminance(colour: RGB) -> float:
    """Return the relative luminance of WCAG 2."""
    parts = [part / 255 for part in colour]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_every_game_of_cells_has_a_picture() -> None:
    without = {name for name, spec in GAMES.items() if spec.competitive} - set(pictures())
    assert without == {"survivor", "fanfare"} & without, "Survivor draws sprites"
    assert pictures()["one-seed"] is pictures()["seed-list"] is TELEVISION, "two games of one program"
    different = {id(picture): picture for picture in pictures().values()}.values()
    assert len(different) == 5
    for one, other in combinations(different, 2):
        assert sum(abs(a - b) for a, b in zip(one.ground, other.ground, strict=True)) >= 24


@pytest.mark.parametrize("name", list(pictures()))
def test_players_can_be_told_from_the_ground(name: str) -> None:
    look = default_look(default_rule(name))
    shown = pictures()[name].of(look)
    assert (shown.ground, shown.colours[1:]) == (pictures()[name].ground, look.colours[1:])
    ground = luminance(shown.ground)
    for colour in shown.colours[1 : 1 + GAMES[name].players]:
        lighter, darker = max(luminance(colour), ground), min(luminance(colour), ground)
        assert (lighter + 0.05) / (darker + 0.05) >= MIN_CONTRAST, colour
