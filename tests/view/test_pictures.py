"""Every look's picture: golden ones, what its record may say, that it does not flicker, and that it can rest."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from conftest import OpenEngine, kinds_of
from goldens import Goldens, difference
from view.exhibits import Exhibit, regions

from gpulife.engines.checkpoint import restore_snapshot, take_snapshot
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.shader_source import compose
from gpulife.errors import GpulifeError
from gpulife.rules import Edges, parse_rule
from gpulife.view import gl_board_past, pictures
from gpulife.view.pictures import CELLS, find_picture, picture_names

LOOKS = [name for name in picture_names() if name != CELLS]
WINDOW = (320, 180)
SMALL = (160, 90)
SHAPE = (60, 100)
MOST_JUMPING, MOST_JUMPING_LINES = 0.01, 0.03
every_look = pytest.mark.parametrize("name", LOOKS)


@pytest.fixture
def goldens(device: GLDevice, request: pytest.FixtureRequest, tmp_path: Path) -> Goldens:
    if not device.is_software:
        pytest.skip("golden pictures are of the software renderer")
    return Goldens(tmp_path, regenerate=request.config.getoption("--regenerate"))


OpenExhibit = Callable[..., Exhibit]


@pytest.fixture
def exhibit(device: GLDevice) -> Iterator[OpenExhibit]:
    """Opens exhibits of looks by name, and closes them after the test."""
    opened: list[Exhibit] = []

    def open_(name: str, window: tuple[int, int] = SMALL, shape: tuple[int, int] = SHAPE, **more: object) -> Exhibit:
        opened.append(Exhibit(device, find_picture(name), window, shape, **more))  # type: ignore[arg-type]
        return opened[-1]

    yield open_
    for each in opened:
        each.close()


@every_look
def test_looks_match_golden_pictures(name: str, goldens: Goldens, exhibit: OpenExhibit) -> None:
    shown = exhibit(name, WINDOW, (90, 160)).live(40)
    goldens.check(shown.shoot(1 / 30), f"look_{name}")


@every_look
def test_cheap_pictures_resemble_full_ones(name: str, exhibit: OpenExhibit) -> None:
    full, cheap = (exhibit(name, is_cheap=is_cheap).live(20).shoot(1 / 30).astype(int) for is_cheap in (False, True))
    assert full.std() > 8
    assert np.abs(full.mean(axis=(0, 1)) - cheap.mean(axis=(0, 1))).max() < 16
    assert np.corrcoef(full.ravel(), cheap.ravel())[0, 1] > 0.8


@every_look
def test_looks_do_not_strobe(name: str, exhibit: OpenExhibit) -> None:
    """Part of a large window, at the look's pace and 30 frames a second; a tenth of the frames may be lively."""
    shown = exhibit(name, WINDOW)
    shown.camera = replace(shown.camera, zoom=shown.picture.zoom)
    shown.engine.step(100)
    shares = shown.live(10).flicker(seconds=0.8)
    most = MOST_JUMPING_LINES if shown.picture.thin_lines else MOST_JUMPING
    assert np.quantile(shares, 0.9) <= most, shares.round(3)


@every_look
def test_looks_rest_when_the_board_has_stopped(name: str, exhibit: OpenExhibit) -> None:
    shown = exhibit(name).live(3)
    assert not shown.drawn.is_settled
    for _ in range(30):
        shown.follow(3.0)
    assert shown.drawn.is_settled != shown.picture.moves
    if not shown.picture.moves:
        assert np.array_equal(shown.shoot(0.1), shown.shoot(100.0))
    shown.engine.step(1)
    shown.draw(0.1)
    assert not shown.drawn.is_settled


@every_look
def test_a_jump_back_shows_an_unknown_past(name: str, exhibit: OpenExhibit) -> None:
    shown = exhibit(name)
    start = take_snapshot(shown.engine)
    shown.live(12)
    restore_snapshot(shown.engine, start)
    seconds = 12 / shown.picture.pace
    assert difference(shown.shoot(0.1), exhibit(name).shoot(seconds + 0.1)) == ""


@every_look
def test_looks_of_large_boards_in_squares(name: str, exhibit: OpenExhibit, monkeypatch: pytest.MonkeyPatch) -> None:
    """A board of squares of 4 x 4 equal cells, at a fourth of the zoom, looks like the board of these squares."""
    cells = regions((40, 64), 4, 0.34)
    small = exhibit(name, shape=(40, 64))
    small.engine.paint(0, 0, cells)
    expected = small.shoot(0.1)
    monkeypatch.setattr(gl_board_past, "MAX_TEXELS", cells.size)
    large = exhibit(name, shape=(160, 256))
    large.engine.paint(0, 0, cells.repeat(4, axis=0).repeat(4, axis=1))
    large.camera = replace(large.camera, zoom=small.camera.zoom / 4)
    assert difference(large.shoot(0.1), expected) == ""


@pytest.mark.parametrize("edges", Edges)
@pytest.mark.parametrize("kind", kinds_of("QuadLife"))
def test_engines_look_the_same(open_kind: OpenEngine, exhibit: OpenExhibit, kind: str, edges: Edges) -> None:
    rule, cells = replace(parse_rule("QuadLife"), edges=edges), regions(SHAPE, 4, 0.34)
    shots = []
    for each in ("numpy", kind):
        engine = open_kind(each, rule, SHAPE)
        engine.paint(0, 0, cells)
        shots.append(exhibit("ink", engine=engine).live(6).shoot(0.1))
    assert shots[0].std() > 8
    assert np.abs(shots[0].astype(int) - shots[1]).max() <= 1


# Records and shaders.


@every_look
def test_shaders_read_the_inputs_of_the_record(name: str) -> None:
    """No more, since others would be black; and no fewer, since each costs time."""
    picture = find_picture(name)
    texts = [compose(picture.shader, picture.full | picture.cheap).text]
    if picture.sheet:
        texts.append(compose(picture.sheet_shader, {}).text)
    read = set().union(*(re.findall(r"^uniform \w?sampler2D (\w+)", text, re.MULTILINE) for text in texts))
    own = {"palette", "sheet", "atlas", "text"}
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
    with pytest.raises(GpulifeError, match="papercutt.*cells, .*papercut"):
        find_picture("papercutt")
