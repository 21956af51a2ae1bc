"""The words about games on the pages for hosting: people play against people at other machines there."""

from __future__ import annotations

import pytest

from gpulife.games.start_presets import START_PRESETS
from gpulife.online.seat_rules import hosted_games


@pytest.mark.parametrize("game", hosted_games())
def test_hosted_games_need_another_player(game: str) -> None:
    entry = START_PRESETS[game].online
    assert "computer" not in entry.about
    assert "friend" not in entry.about
    assert entry.facts.startswith("2")
    assert START_PRESETS[game].facts.startswith("1\u2013")
