"""Pictures to states: the nearest colour, transparency, shrinking, and files that are no pictures."""

import io
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from boards import assert_boards_equal, board, load_pattern
from hypothesis import given
from hypothesis import strategies as st
from PIL import ExifTags, Image, ImageOps

from gpulife.errors import GpulifeError, PatternError
from gpulife.patterns import image
from gpulife.patterns import image as image_module
from gpulife.patterns.image import image_to_cells

COLOURS = np.array([[0, 0, 0], [255, 60, 40], [40, 120, 255], [250, 250, 90]], np.uint8)
CELLS = board("""
    .A.B
    CC.A
    ...B
""")


def test_exact_colours_become_states(tmp_path: Path) -> None:
    Image.fromarray(COLOURS[CELLS]).save(tmp_path / "a.png")
    assert_boards_equal(image_to_cells(tmp_path / "a.png", COLOURS), CELLS)
    assert_boards_equal(image_to_cells(Image.fromarray(COLOURS[CELLS]), COLOURS), CELLS)


def test_palette_and_one_bit_pictures(tmp_path: Path) -> None:
    Image.fromarray(COLOURS[CELLS]).quantize(4).save(tmp_path / "a.gif")
    assert_boards_equal(image_to_cells(str(tmp_path / "a.gif"), COLOURS), CELLS)
    Image.fromarray(CELLS > 0).save(tmp_path / "b.bmp")
    assert_boards_equal(image_to_cells(tmp_path / "b.bmp"), (CELLS > 0).astype(np.uint8))


@pytest.mark.parametrize(
    ("colour", "state"),
    [((30, 20, 25), 0), ((200, 30, 60), 1), ((0, 0, 140), 2), ((255, 255, 255), 3), ((200, 190, 120), 3)],
)
def test_nearest_colour_in_oklab(colour: tuple[int, int, int], state: int) -> None:
    # In plain RGB the dark blue is nearer to black (140) than to the blue (171).
    assert image_to_cells(Image.new("RGB", (1, 1), colour), COLOURS).tolist() == [[state]]


def test_first_of_equal_colours() -> None:
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
def test_shrinking_keeps_aspect_ratio(shape: tuple[int, int], expected: tuple[int, int]) -> None:
    doubled = CELLS.repeat(2, axis=0).repeat(2, axis=1)
    got = image_to_cells(Image.fromarray(COLOURS[doubled]), COLOURS, shape)
    assert got.shape == expected
    if expected == (3, 4):
        assert_boards_equal(got, CELLS)


def test_block_size_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = Image.fromarray(np.random.default_rng(3).integers(0, 256, (23, 31, 3)).astype(np.uint8))
    expected = image_to_cells(picture, COLOURS)
    monkeypatch.setattr(image_module, "_BLOCK", 40)
    assert_boards_equal(image_to_cells(picture, COLOURS), expected)


NO_PICTURE = r"bad\.png: (not a PNG|the picture is damaged)"


def test_error_names_files_that_are_not_pictures(tmp_path: Path) -> None:
    Image.fromarray(COLOURS[np.tile(CELLS, (40, 40))]).save(tmp_path / "good.png")
    whole = (tmp_path / "good.png").read_bytes()
    damaged = bytearray(whole)
    damaged[len(damaged) // 2] ^= 255
    for content in (b"", b"x = 3, y = 3\n!", whole[: len(whole) // 2], whole[:20], bytes(damaged)):
        (tmp_path / "bad.png").write_bytes(content)
        with pytest.raises(PatternError, match=NO_PICTURE):
            image_to_cells(tmp_path / "bad.png")
    with pytest.raises(PatternError, match="it is a folder, not a file"):
        image_to_cells(tmp_path)


def saved(format_: str, size: tuple[int, int] = (20, 30), **options: object) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", size, (255, 60, 40)).save(file, format_, **options)
    return file.getvalue()


@pytest.mark.parametrize("format_", ["PNG", "GIF", "BMP", "JPEG", "WEBP"])
def test_formats_are_read_under_any_name(format_: str, tmp_path: Path) -> None:
    for ending in ("png", "jpg", "eps", "txt", "rle"):
        (tmp_path / f"a.{ending}").write_bytes(saved(format_))
        for cells in (
            image_to_cells(tmp_path / f"a.{ending}", COLOURS),
            load_pattern(str(tmp_path / f"a.{ending}"), COLOURS).cells,
        ):
            assert_boards_equal(cells, np.ones((30, 20), np.uint8))


@pytest.mark.parametrize("format_", ["EPS", "PDF", "TIFF", "PPM", "ICO", "TGA", "PCX", "JPEG2000", "DDS", "SGI"])
def test_other_formats_are_never_decoded(format_: str, tmp_path: Path) -> None:
    for ending in (".png", ".jpg", ".webp"):
        path = tmp_path / f"bad{ending}"
        path.write_bytes(saved(format_))
        with pytest.raises(PatternError, match=rf"bad\{ending}: not a PNG, GIF, BMP, JPEG or WebP picture"):
            image_to_cells(path)
        with pytest.raises(PatternError, match="not a PNG"):
            load_pattern(str(path))


@pytest.mark.parametrize("orientation", range(10))
@pytest.mark.parametrize("shape", [None, (4, 4)])
def test_pictures_are_turned_upright(orientation: int, shape: tuple[int, int] | None, tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = orientation
    Image.fromarray(COLOURS[CELLS].repeat(2, axis=0).repeat(2, axis=1)).save(tmp_path / "a.png", exif=exif)
    with Image.open(tmp_path / "a.png") as picture:
        upright = ImageOps.exif_transpose(picture)
    assert_boards_equal(image_to_cells(tmp_path / "a.png", COLOURS, shape), image_to_cells(upright, COLOURS, shape))


@pytest.mark.parametrize("format_", ["PNG", "GIF", "BMP", "JPEG", "WEBP"])
def test_pixel_limit(format_: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.png").write_bytes(saved(format_))
    monkeypatch.setattr(image, "MAX_DECODING_BYTES", 599 * (16 if format_ == "WEBP" else 5))
    monkeypatch.setattr(Image.Image, "load", None)  # load() would allocate
    with pytest.raises(PatternError, match=r"a\.png: the picture has more than 599 pixels, the limit for a [A-Z]+$"):
        image_to_cells(tmp_path / "a.png")


@pytest.mark.parametrize("options", [{}, {"lossless": True}, {"exif": Image.Exif()}, {"xmp": b"<x/>"}])
def test_webp_size_is_known_before_decoding(
    options: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.webp").write_bytes(saved("WEBP", (7, 300), **options))
    seen = []
    monkeypatch.setattr(image, "_require_size", lambda *facts: seen.append(facts[:3]))
    image_to_cells(tmp_path / "a.webp")
    assert seen == [(7, 300, "WEBP")] * 2


def test_large_jpeg_is_decoded_smaller_for_shrinking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.jpg").write_bytes(saved("JPEG", (160, 80)))
    monkeypatch.setattr(image, "MAX_DECODING_BYTES", 80 * 40 * 5)
    with pytest.raises(PatternError, match="more than 3200 pixels"):
        image_to_cells(tmp_path / "a.jpg", COLOURS)
    assert_boards_equal(image_to_cells(tmp_path / "a.jpg", COLOURS, (10, 20)), np.ones((10, 20), np.uint8))


def test_overlong_chunk_allocates_nothing(tmp_path: Path) -> None:
    data = saved("PNG")
    at = data.index(b"IDAT")
    (tmp_path / "bad.png").write_bytes(data[: at - 4] + b"\x7f\xff\xff\xff" + data[at:])
    tracemalloc.start()
    image_to_cells(tmp_path / "bad.png")  # Pillow accepts this damage
    assert tracemalloc.get_traced_memory()[1] < 1 << 24
    tracemalloc.stop()


def test_jpeg_scan_limit(tmp_path: Path) -> None:
    """Each scan is a pass over the whole picture: 10 MB of empty scans would take hours."""
    data = saved("JPEG", progressive=True)
    start = data.rindex(b"\xff\xda")
    for scans, message in ((90, None), (200, "more than 100 scans")):
        (tmp_path / "a.jpg").write_bytes(data[:start] + data[start:-2] * scans + data[-2:])
        if message:
            with pytest.raises(PatternError, match=message):
                image_to_cells(tmp_path / "a.jpg")
        else:
            image_to_cells(tmp_path / "a.jpg")


@given(format_=st.sampled_from(["PNG", "GIF", "BMP", "JPEG", "WEBP"]), data=st.data())
def test_any_damage_gives_one_line_error(format_: str, data: st.DataObject, tmp_path: Path) -> None:
    content = bytearray(saved(format_))
    places = st.integers(0, len(content) - 1)
    for place, value in data.draw(st.lists(st.tuples(places, st.integers(0, 255)), max_size=8)):
        content[place] = value
    (tmp_path / "a.png").write_bytes(content[: data.draw(st.integers(0, len(content)))])
    try:
        image_to_cells(tmp_path / "a.png")
    except GpulifeError as error:
        assert "\n" not in str(error)  # noqa: PT017
