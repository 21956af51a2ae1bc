"""Pictures of boards: exact at one pixel per cell, and true in light when shrunk."""

import io

import numpy as np
import pytest
from boards import board
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from gpulife.rules import parse_rule
from gpulife.view.board_export import fit_size, save_png, shrink
from gpulife.view.palettes import state_colours, to_linear
from gpulife.view.terminal import half_blocks, plain_characters

COLOURS = state_colours(parse_rule("Immigration"))
CELLS = board("""
    A..B
    .AB.
    BBAA
""")


@pytest.mark.parametrize("zoom", [1, 3])
def test_png_colours(zoom):
    file = io.BytesIO()
    save_png(file, CELLS, COLOURS, zoom)
    with Image.open(file) as image:
        assert image.mode == "P"
        pixels = np.asarray(image.convert("RGB"))
    assert np.array_equal(pixels, COLOURS[CELLS].repeat(zoom, axis=0).repeat(zoom, axis=1))


def test_shrinking_to_same_size():
    assert np.array_equal(shrink(CELLS, COLOURS, CELLS.shape), COLOURS[CELLS])


def test_pixel_is_mean_light_of_its_area():
    cells = board("""
        AA..
        AB..
    """)
    left, right = to_linear(shrink(cells, COLOURS, (1, 2))[0])
    expected = to_linear(COLOURS[[1, 1, 1, 2]]).mean(axis=0)
    assert np.allclose(left, expected, atol=0.005)
    assert np.array_equal(shrink(cells, COLOURS, (1, 2))[0, 1], COLOURS[0])
    assert np.allclose(right, to_linear(COLOURS[0]), atol=0.005)


@given(
    rows=st.integers(1, 40), columns=st.integers(1, 40), height=st.integers(1, 40), width=st.integers(1, 40),
    seed=st.integers(0, 99),
)  # fmt: skip
def test_shrinking_keeps_total_light(rows, columns, height, width, seed):
    cells = np.random.default_rng(seed).integers(0, 3, (rows, columns)).astype(np.uint8)
    size = min(rows, height), min(columns, width)
    light = to_linear(shrink(cells, COLOURS, size)).mean(axis=(0, 1))
    assert np.allclose(light, to_linear(COLOURS[cells]).mean(axis=(0, 1)), atol=0.01)


def test_shrinking_in_strips(monkeypatch):
    cells = np.random.default_rng(1).integers(0, 3, (50, 30)).astype(np.uint8)
    whole = shrink(cells, COLOURS, (7, 9)).astype(int)
    monkeypatch.setattr("gpulife.view.board_export._STRIP", 8)
    assert np.abs(shrink(cells, COLOURS, (7, 9)) - whole).max() <= 1


@given(
    shape=st.tuples(st.integers(1, 5000), st.integers(1, 5000)),
    room=st.tuples(st.integers(1, 400), st.integers(1, 400)),
)
def test_fit_size(shape, room):
    height, width = fit_size(shape, room)
    assert 1 <= height <= min(room[0], shape[0])
    assert 1 <= width <= min(room[1], shape[1])
    if shape[0] <= room[0] and shape[1] <= room[1]:
        assert (height, width) == shape


def test_half_blocks_merge_runs():
    red, blue = (255, 0, 0), (0, 0, 255)
    pixels = np.array([[red, red, blue, red], [blue, blue, blue, red]], np.uint8)
    (line,) = half_blocks(pixels)
    assert [(segment.text, str(segment.style)) for segment in line] == [
        ("▀▀", "#ff0000 on #0000ff"),
        (" ", "on #0000ff"),
        (" ", "on #ff0000"),
    ]


@given(height=st.integers(1, 6), width=st.integers(1, 9), seed=st.integers(0, 99))
def test_half_blocks_show_all_pixels(height, width, seed):
    pixels = np.array([[0, 0, 0], [9, 8, 7], [255, 1, 2]], np.uint8)[
        np.random.default_rng(seed).integers(0, 3, (2 * height, width))
    ]
    lines = half_blocks(pixels)
    assert len(lines) == height
    for row, line in enumerate(lines):
        shown = [
            (tuple((s.style.color or s.style.bgcolor).triplet), tuple(s.style.bgcolor.triplet))
            for s in line
            for _ in s.text
        ]
        expected = [
            (tuple(map(int, a)), tuple(map(int, b))) for a, b in zip(*pixels[2 * row : 2 * row + 2], strict=True)
        ]
        assert shown == expected


def test_plain_characters_get_denser():
    greys = np.array([[[level] * 3 for level in (0, 60, 128, 255)]], np.uint8)
    (line,) = plain_characters(greys)
    assert line[0] == " "
    assert line[-1] == "@"
    assert len(set(line)) == 4
