"""The short form of ``kills.py``: a few kills of each victim."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from soak.kills import IN_POSTGRES, IN_WINDOWS, WITHOUT_WINDOW
from soak.victims import LossError, Victim

_ROUNDS = 2
"""Number of rounds: one to kill it, and one to find all that it had and to kill it again."""
_MAX_ROUNDS = 20
"""Maximum number of rounds. A program that ends before its moment is not killed; the next round is then shorter."""


def _some_rounds(kind: type[Victim], folder: Path, rounds: int = _ROUNDS) -> int:
    killed = 0
    with kind(folder, random.Random(13)) as victim:  # noqa: S311 - moments, not keys
        for played in range(1, _MAX_ROUNDS + 1):
            killed += victim.round()
            if played >= rounds and killed:
                break
        victim.finish()
    return killed


@pytest.mark.parametrize("name", WITHOUT_WINDOW)
def test_acknowledged_data_is_never_lost(name: str, tmp_path: Path) -> None:
    assert _some_rounds(WITHOUT_WINDOW[name], tmp_path) > 0


@pytest.mark.needs("PostgreSQL")
@pytest.mark.parametrize("name", IN_POSTGRES)
def test_killed_database_loses_nothing(name: str, tmp_path: Path) -> None:
    assert _some_rounds(IN_POSTGRES[name], tmp_path) > 0


@pytest.mark.needs("Xvfb", "xdotool")
@pytest.mark.parametrize("name", IN_WINDOWS)
def test_two_windows_at_once_lose_nothing(name: str, tmp_path: Path) -> None:
    """After one round: that windows go on after a kill is tested in ``test_ending`` and ``test_art_command``."""
    assert _some_rounds(IN_WINDOWS[name], tmp_path, rounds=1) > 0


def test_loss_is_detected(tmp_path: Path) -> None:
    """Files renamed as damaged, and files left behind, count as losses."""
    victim = WITHOUT_WINDOW["settings"](tmp_path, random.Random(1))  # noqa: S311
    victim.check_tidy()
    part = victim.home / ".gpulife-0123456789abcdef.part"
    part.touch()
    victim.kill()
    with pytest.raises(LossError, match=r"left lying about: \.gpulife-0123456789abcdef\.part"):
        victim.check_tidy()
    part.rename(victim.home / "settings.toml.bad")
    with pytest.raises(LossError, match=r"set aside as damaged: settings\.toml\.bad"):
        victim.check_tidy()
