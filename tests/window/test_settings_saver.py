"""Settings are written soon after they change, and another program's changes stay."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gpulife.errors import GpulifeError
from gpulife.settings import Settings, load_settings
from gpulife.window.event_loop import SettingsSaver


def muted_in(path: Path) -> bool:
    return load_settings(path).muted


def test_settings_are_written_after_quiet_second(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    settings = Settings()
    kept = SettingsSaver(path, settings)
    for tenth in range(30):  # as while somebody draws at a slider
        settings = replace(settings, volume=tenth / 100, muted=True)
        kept.save_if_due(settings, tenth / 10)
        assert not path.exists()
    kept.save_if_due(settings, 3.8)
    assert not path.exists()
    kept.save_if_due(settings, 4.0)
    assert load_settings(path) == settings


def test_unchanged_settings_are_not_written(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    settings = Settings()
    kept = SettingsSaver(path, settings)
    for second in range(10):
        kept.save_if_due(settings, float(second))
    kept.save(settings)
    assert not path.exists()


def test_two_programs_keep_each_others_changes(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    one = other = Settings()
    ones, others = SettingsSaver(path, one), SettingsSaver(path, other)
    ones.save(one := replace(one, muted=True))
    others.save(other := replace(other, volume=0.25))
    ones.save(one := replace(one, scheme="bone"))
    others.save(replace(other, panels_hidden=True))
    ones.save(replace(one, width=900))
    found = load_settings(path)
    assert (found.muted, found.volume, found.scheme, found.panels_hidden, found.width) == (
        True,
        0.25,
        "bone",
        True,
        900,
    )


def test_failed_write_is_reported_once_and_retried(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.mkdir()  # in the way
    settings = Settings()
    kept = SettingsSaver(path, settings)
    settings = replace(settings, muted=True)
    kept.save_if_due(settings, 0.0)
    with pytest.raises(GpulifeError):
        kept.save_if_due(settings, 1.0)
    for second in range(2, 9):
        kept.save_if_due(settings, float(second))
    path.rmdir()
    settings = replace(settings, volume=0.25)
    kept.save_if_due(settings, 10.0)
    kept.save_if_due(settings, 11.0)
    assert muted_in(path)
