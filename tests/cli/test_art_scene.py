"""Scenes of kinetic art as films and pictures: the display's frames, the same every time."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from gpulife.cli.main import main
from gpulife.cli.render_subjects import RenderRequest, is_scene

OWN = """
title = "Mine"
description = "for a test"
[[scene]]
name = "Still"
duration = "1 min"
rule = "B/S012345678"
size = "40x24"
speed = 10
[scene.start]
soup = 0.4
[scene.effects]
age = 0
trails = 0
bloom = 0
[[scene]]
name = "Living"
duration = "1 min"
rule = "Immigration"
size = "40x24"
speed = 10
[scene.start]
soup = 0.4
"""


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("own.toml").write_text(OWN, encoding="utf-8")


def rendered(subject: str, *options: str, name: str = "s.png") -> np.ndarray:
    assert main(["render", subject, "-o", name, "--size", "160x96", *options]) == 0
    with Image.open(name) as image:
        return np.asarray(image.convert("RGB"))


def test_programme_and_scene_names() -> None:
    first = rendered("own.toml", "--seconds", "1")
    assert np.array_equal(first, rendered("own.toml/still", "--seconds", "1"))
    assert not np.array_equal(first, rendered("own.toml/Living", "--seconds", "1"))
    lit = (first[2::4, 2::4].astype(int).sum(axis=2) > 200).mean()
    assert 0.3 < lit < 0.5, "the soup as it was sown"


def test_file_in_a_folder_named_like_a_programme(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("mirrors").mkdir()
    Path("mirrors/own.rle").write_text("x = 3, y = 1, rule = B3/S23\n3o!\n")
    assert not is_scene(RenderRequest(name="mirrors/own.rle"))
    assert is_scene(RenderRequest(name="mirrors/Carpet"))
    assert is_scene(RenderRequest(name="OWN.TOML/Still"))
    assert is_scene(RenderRequest(name="folder.tomlx/own.toml"))
    monkeypatch.setenv("GPULIFE_DATA", "/proc/none")
    assert not is_scene(RenderRequest(name="glider"))


def test_picture_depends_only_on_command_and_seed() -> None:
    one, two = (rendered("own.toml/Living", "--seconds", "2", name=name) for name in ("a.png", "b.png"))
    assert np.array_equal(one, two)
    assert not np.array_equal(one, rendered("own.toml/Living", "--seconds", "2", "--seed", "2"))
    assert not np.array_equal(one, rendered("own.toml/Living", "--seconds", "3"))


def test_a_shipped_scene(capsys: pytest.CaptureFixture[str]) -> None:
    picture = rendered("mirrors/Rose window", "--seconds", "3")
    assert np.abs(picture.astype(int) - picture[:, ::-1]).mean() < np.abs(picture.astype(int) - picture.mean()).mean()
    assert "s.png: 160x96" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["mirrors/Nope"], "programme mirrors has no scene 'Nope': use one of Carpet, Rorschach"),
        (["own.toml/Nope"], "programme own.toml has no scene 'Nope': use one of Still, Living"),
        (["gone.toml"], "gone.toml"),
        (["mirrors", "--rule", "Life"], "--rule cannot change a scene"),
        (["mirrors", "--speed", "3"], "--speed cannot change a scene"),
        (["mirrors", "--scheme", "Viridis"], "--scheme cannot change a scene"),
        (["mirrors", "--zoom", "3"], "--zoom cannot change a scene"),
        (["mirrors", "--bloom", "0"], "--bloom cannot change a scene"),
    ],
)
def test_invalid_options(arguments: list[str], line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["render", *arguments, "-o", "s.png"]) == 2
    said = capsys.readouterr().err
    assert line in said
    assert said.count("\n") == 1
    assert not Path("s.png").exists()
