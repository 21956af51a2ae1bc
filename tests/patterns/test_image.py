"""Pictures to states: the nearest colour, transparency, shrinking, and files that are no pictures."""

from pathlib import Path

import numpy as np
import pytest
from boards import assert_boards_equal, board
from PIL import Image

from gpulife.errors import PatternError
from gpulife.patterns import image as image_module
from gpulife.patterns.image import image_to_cells

COLOURS = np.array([[0, 0, 0], [255, 60, 40], [40, 120, 255], [250, 250, 90]], np.uint8)
CELLS = board("""
    .A.B
    CC.A
    ...B
""")


def test_the_exact_colours_give_the_states_back(tmp_path: Path) -> None:
    Image.fromarray(COLOURS[CELLS]).save(tmp_path / "a.png")
    assert_boards_equal(image_to_cells(tmp_path / "a.png", COLOURS), CELLS)
    assert_boards_equal(image_to_cells(Image.fromarray(COLOURS[CELLS]), COLOURS), CELLS)


def test_pictures_with_a_palette_and_of_one_bit_are_read(tmp_path: Path) -> None:
    Image.fromarray(COLOURS[CELLS]).quantize(4).save(tmp_path / "a.gif")
    assert_boards_equal(image_to_cells(str(tmp_path / "a.gif"), COLOURS), CELLS)
    Image.fromarray(CELLS > 0).save(tmp_path / "b.bmp")
    assert_boards_equal(image_to_cells(tmp_path / "b.bmp"), (CELLS > 0).astype(np.uint8))


@pytest.mark.parametrize(
    ("colour", "state"),
    [((30, 20, 25), 0), ((200, 30, 60), 1), ((0, 0, 140), 2), ((255, 255, 255), 3), ((200, 190, 120), 3)],
)
def test_the_nearest_looking_colour_wins(colour: tuple[int, int, int], state: int) -> None:
    # In plain RGB the dark blue is nearer to black (140) than to the blue (171).
    assert image_to_cells(Image.new("RGB", (1, 1), colour), COLOURS).tolist() == [[state]]


def test_the_first_of_equal_colours_wins() -> None:
    assert image_to_cells(Image.new("RGB", (1, 1), (9, 9, 9)), np.full((3, 3), 7, np.uint8)).tolist() == [[0]]


def test_transparent_pixels_are_dead() -> None:
    pixels = np.dstack([COLOURS[CELLS], np.full(CELLS.shape, 255, np.uint8)])
    pixels[1, :, 3] = 100
    expected = CELLS.copy()
    expected[1] = 0
    assert_boards_equal(image_to_cells(Image.fromarray(pixels, "RGBA"), COLOURS), expected)


@pytest.mark.parametrize(
    ("shape", "expected"),
    [((6, 8), (6, 8)), ((100, 100), (6, 8)), ((3, 8), (3, 4)), ((6, 4), (3, 4)), ((1, 1), (1, 1))],
)
def test_large_pictures_shrink_and_keep_their_aspect(shape: tuple[int, int], expected: tuple[int, int]) -> None:
    doubled = CELLS.repeat(2, axis=0).repeat(2, axis=1)
    got = image_to_cells(Image.fromarray(COLOURS[doubled]), COLOURS, shape)
    assert got.shape == expected
    if expected == (3, 4):
        assert_boards_equal(got, CELLS)


def test_blocks_of_rows_do_not_change_the_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = Image.fromarray(np.random.default_rng(3).integers(0, 256, (23, 31, 3)).astype(np.uint8))
    expected = image_to_cells(picture, COLOURS)
    monkeypatch.setattr(image_module, "_BLOCK", 40)
    assert_boards_equal(image_to_cells(picture, COLOURS), expected)


def test_files_that_are_no_pictures_are_named(tmp_path: Path) -> None:
    Image.fromarray(COLOURS[np.tile(CELLS, (40, 40))]).save(tmp_path / "good.png")
    whole = (tmp_path / "good.png").read_bytes()
    damaged = bytearray(whole)
    damaged[len(damaged) // 2] ^= 255
    for content in (b"", b"x = 3, y = 3\n!", whole[: len(whole) // 2], whole[:20], bytes(damaged)):
        (tmp_path / "bad.png").write_bytes(content)
        with pytest.raises(PatternError, match=r"bad\.png: not a picture that can be read, or a damaged one"):
            image_to_cells(tmp_path / "bad.png")
    with pytest.raises(PatternError, match="not a picture"):
        image_to_cells(tmp_path)


@pytest.mark.parametrize("limit", [5, 11])  # Pillow refuses twice its limit and warns from its limit on
def test_pictures_of_too_many_pixels_are_refused(limit: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Image.fromarray(COLOURS[CELLS]).save(tmp_path / "a.png")
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", limit)
    with pytest.raises(PatternError, match=rf"a\.png: the picture has more than {limit} pixels"):
        image_to_cells(tmp_path / "a.png")
