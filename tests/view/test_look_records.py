"""The records of looks: what they may say, and that each fits its shader."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gpulife.engines.gl.shader_source import compose
from gpulife.errors import GpulifeError
from gpulife.view import pictures
from gpulife.view.pictures import CELLS, find_picture, picture_names

every_look = pytest.mark.parametrize("name", [name for name in picture_names() if name != CELLS])


@every_look
def test_shaders_read_the_inputs_of_the_record(name: str) -> None:
    """No more, since others would be black; and no fewer, since each costs time."""
    picture = find_picture(name)
    texts = [compose(picture.shader, picture.full | picture.cheap).text]
    if picture.sheet:
        texts.append(compose(picture.sheet_shader, {}).text)
    read = set().union(*(re.findall(r"^uniform \w?sampler2D (\w+)", text, re.MULTILINE) for text in texts))
    own = {"palette", "sheet", "page"}
    assert read - own == set(picture.inputs) - {"letters"}


@every_look
def test_cheaper_forms_change_known_parameters(name: str) -> None:
    picture = find_picture(name)
    assert set(picture.cheap) <= set(picture.full)
    assert all(picture.cheap[key] != picture.full[key] for key in picture.cheap)


RECORD = """
title = "A look"
description = "for a test"
inputs = ["near"]
"""


@pytest.fixture
def read_record(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Callable[[str], pictures.Picture]]:
    """Returns a function that reads a look's record, of this text."""
    folder = tmp_path / "presets"
    monkeypatch.setattr(pictures, "resource_folder", lambda _: folder)
    (folder / "looks").mkdir(parents=True)

    def read(text: str) -> pictures.Picture:
        (folder / "looks" / "mine.toml").write_text(text)
        picture_names.cache_clear()
        find_picture.cache_clear()
        return find_picture("mine")

    yield read
    picture_names.cache_clear()
    find_picture.cache_clear()


def test_a_record_has_defaults(read_record: Callable[[str], pictures.Picture]) -> None:
    picture = read_record(RECORD)
    assert (picture.name, picture.shader) == ("mine", "look_mine.frag")
    assert (picture.full, picture.cheap, picture.moves, picture.sheet) == ({}, {}, False, 0)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("title = 3", ["title", "str"]),
        ('colour = "#ffffff"', ["colour"]),
        ('ground = "white"', ["ground", "white", "#e69f00"]),
        ('ground = "#12345"', ["ground", "#12345"]),
        ('ground = "#1234gg"', ["ground", "#1234gg"]),
        ('palette = ["#ffffff", 7]', ["palette", "7"]),
        (f"palette = {['#ffffff'] * 10}", ["palette", "9"]),
        ('inputs = ["nearby"]', ["inputs", "nearby", "near"]),
        ("inputs = 3", ["inputs", "3"]),
        ("zoom = 0", ["zoom", "0"]),
        ("near = 99", ["near", "99"]),
        ("average = nan", ["average", "nan"]),
        ("births = true", ["births", "true"]),
        ('moves = "yes"', ["moves", "bool"]),
        ("sheet = 65", ["sheet", "65"]),
        ("sheet = 1.5", ["sheet", "1.5"]),
        ('full = {STEPS = "many"}', ["full", "int"]),
        ("full = 7", ["full"]),
    ],
)
def test_records_with_wrong_values_are_refused(
    wrong: str, said: list[str], read_record: Callable[[str], pictures.Picture]
) -> None:
    """In one line, which names the file, the key and the value."""
    key = wrong.partition(" ")[0]
    record = "\n".join(line for line in RECORD.splitlines() if not line.startswith(f"{key} "))
    with pytest.raises(GpulifeError) as caught:
        read_record(f"{record}\n{wrong}\n")
    message = str(caught.value)
    assert "\n" not in message
    assert [word for word in ["mine.toml", *said] if word not in message] == [], message


@pytest.mark.parametrize("key", ["title", "description", "inputs"])
def test_records_with_missing_keys_are_refused(key: str, read_record: Callable[[str], pictures.Picture]) -> None:
    record = "\n".join(line for line in RECORD.splitlines() if not line.startswith(key))
    with pytest.raises(GpulifeError, match=rf"mine\.toml.*{key}"):
        read_record(record)


def test_unknown_looks_are_refused_with_all_names() -> None:
    with pytest.raises(GpulifeError, match=r"papercutt.*cells, .*papercut"):
        find_picture("papercutt")
