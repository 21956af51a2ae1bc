"""The input ``letters`` of looks, the text of a look's record, and the page that letterpress prints from them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import moderngl
import numpy as np
import pytest
from view.gl_pictures import OpenStudio, studios

from gpulife.engines.gl.gl_device import GLDevice
from gpulife.errors import GpulifeError
from gpulife.storage.bounded_reading import convert
from gpulife.view import gl_letters
from gpulife.view.camera import Camera
from gpulife.view.gl_letters import SIDE, Letters, PagePlace, letter_pictures, page_place
from gpulife.view.look import default_look
from gpulife.view.pictures import Picture, find_picture
from gpulife.view.typesetting import DOT, typeset

ALLOWED = [chr(code) for code in range(0x21, 0x7F)] + ["\N{MIDDLE DOT}"]
RECORD = {"title": "T", "description": "d", "inputs": ["cells", "letters"], "text": "LIFE GOES ON"}


@pytest.fixture
def open_studio(device: GLDevice) -> Iterator[OpenStudio]:
    yield from studios(device)


@pytest.mark.parametrize("with_latin_modern", [True, False])
def test_every_letter_that_a_text_may_have_is_drawn_whole(
    with_latin_modern: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not with_latin_modern:
        monkeypatch.setattr(gl_letters, "serif_font", lambda: None)
    inks = letter_pictures(ALLOWED)[..., 0]
    assert inks.shape == (len(ALLOWED), SIDE, SIDE)
    assert (inks.max(axis=(1, 2)) == 255).all()
    assert len({ink.tobytes() for ink in inks}) == len(ALLOWED)
    edges = np.concatenate([inks[:, [0, -1]].ravel(), inks[:, :, [0, -1]].ravel()])
    assert not edges.any()


def test_capitals_fill_their_pictures_and_stand_in_the_middle() -> None:
    ink = letter_pictures(["H", "E"])[0, ..., 0] > 127
    rows, columns = (np.flatnonzero(ink.any(axis=axis)) for axis in (1, 0))
    assert 0.6 * SIDE < rows[-1] - rows[0] < 0.7 * SIDE
    assert abs(rows[0] + rows[-1] - SIDE) <= 2
    assert abs(columns[0] + columns[-1] - SIDE) <= 2


def test_textures_hold_what_the_text_needs(device: GLDevice) -> None:
    text = "ABBA·HAT·"
    with device.current():
        letters = Letters(device.context, text)
        letters.set_page(PagePlace(0, 0, 8, 3, 1, repeats=False))
        atlas, page = letters.textures["letters"], letters.textures["page"]
        assert isinstance(atlas, moderngl.TextureArray)
        assert isinstance(page, moderngl.Texture)
        pictures = np.frombuffer(atlas.read(), np.uint8).reshape(-1, SIDE, SIDE, 2)
        slots = np.frombuffer(page.read(alignment=1), np.uint8).reshape(3, 8, 4)
        letters.release()
    kinds = sorted(set(text))
    assert np.array_equal(pictures, letter_pictures(kinds))
    assert np.array_equal(slots, typeset(text, 8, 3))
    assert "".join(kinds[kind] for kind in slots[0, :, 0]) == "ABBA·HAT"


TEXT = find_picture("letterpress").text


@pytest.mark.parametrize("size", [(8, 4), (21, 10), (45, 25), (44, 30), (61, 33), (96, 54), (150, 90)])
def test_all_words_of_a_page_are_whole(size: tuple[int, int]) -> None:
    """Words may only be cut where a large letter begins a column, or a page is narrower than a word."""
    slots, kinds = typeset(TEXT, *size), sorted(set(TEXT))
    words = {word.rstrip(".") for word in TEXT.split(DOT)} | {""}
    spans = set(np.unique(slots[..., 1]))
    for span in spans - {0}:
        first = (slots[..., 2] == 0) & (slots[..., 3] == 0) & (slots[..., 1] == span)
        for row in np.flatnonzero(first.any(axis=1)):
            said, after = "", 0
            for column in np.flatnonzero(first[row]):
                said += (" " if column != after else "") + [*kinds, "-"][min(slots[row, column, 0], len(kinds))]
                after = column + span
            for word in said.replace("-", " ").replace(DOT, " ").split(" "):
                begins_a_column = any(whole[1:] == word or whole[:1] == word for whole in words)
                assert word in words or size[0] < 10 or begins_a_column, said
    if min(size) >= 10:
        assert spans == {0, 1, 4}, "columns, with gaps between them, and large first letters"


def test_small_shifts_do_not_set_the_page_again() -> None:
    place = page_place((0.0, 0.0), 1 / 28, (1280, 800), (48, 27))
    for shift in (-6, 6):
        other = page_place((shift / 28, shift / 28), 1 / 28, (1280, 800), (48, 27))
        assert place.is_near(other)
    assert not place.is_near(page_place((0.0, 0.0), 1 / 28, (800, 600), (48, 27)))
    assert not place.is_near(page_place((20.0, 9.0), 1 / 100, (1280, 800), (48, 27)))


def test_a_dot_follows_each_word() -> None:
    assert convert(RECORD, Picture, "t.toml").text == "LIFE·GOES·ON·"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "LIFE  GOES",
        " LIFE",
        "LIFE ",
        "LIFE\nGOES",
        "LIFE\tGOES",
        "größer",
        "生命",
        "L" * 401,
        12,
        ["LIFE"],
        True,
    ],
)
def test_bad_texts_are_refused_in_one_line(text: object) -> None:
    with pytest.raises(GpulifeError) as refused:
        convert(RECORD | {"text": text}, Picture, "t.toml")
    message = str(refused.value)
    assert message.startswith("t.toml: text = ")
    assert "should be words of printable ASCII characters" in message
    assert "\n" not in message


@pytest.mark.parametrize(
    "record", [RECORD | {"inputs": ["cells"]}, {key: RECORD[key] for key in RECORD if key != "text"}]
)
def test_text_and_letters_come_together(record: dict[str, object]) -> None:
    with pytest.raises(
        GpulifeError, match=r'^t\.toml: text and the input "letters" belong together: a look must have both or neither$'
    ):
        convert(record, Picture, "t.toml")


def test_living_cells_are_inked_and_dead_ones_fade_within_seconds(open_studio: OpenStudio) -> None:
    studio = open_studio("QuadLife", (24, 32)).paint(11, 15, np.ones((2, 2), np.uint8))
    look, camera = replace(default_look(studio.rule), picture="letterpress"), Camera(12.0, 16.0, 40.0)

    def inks() -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
        """How red the reddest pixels of each cell are."""
        pixels = studio.shoot(camera, look, (320, 240), seconds=1 / 30).astype(float)
        redness = pixels[..., 0] - pixels[..., 2]
        return np.quantile(redness.reshape(6, 40, 8, 40), 0.99, axis=(1, 3))

    lived = inks()
    alive = np.zeros((6, 8), bool)
    alive[2:4, 3:5] = True
    assert lived[alive].min() > 100
    assert lived[~alive].max() < 75, "the dead have a stain of their neighbours' ink"
    studio.paint(11, 15, np.zeros((2, 2), np.uint8))
    fading = np.array([inks()[2, 3] for _ in range(150)])
    assert (np.diff(fading) < 1).all()
    assert fading[0] > lived[2, 3] - 20
    assert fading[-1] < lived[2, 3] / 2


@pytest.mark.parametrize("zoom", [2.0, 3.5, 6.5])
def test_type_for_many_cells_shows_how_many_live(zoom: float, open_studio: OpenStudio) -> None:
    """Small type shows it: ornaments on the poster of the whole board, and letters on a part of the board."""
    cells = np.zeros((120, 144), np.uint8)
    cells[:, :72] = np.random.default_rng(1).random((120, 72)) < 0.4
    studio = open_studio("QuadLife", cells.shape).paint(0, 0, cells)
    look = replace(default_look(studio.rule), picture="letterpress")
    pixels = studio.shoot(Camera(60.0, 72.0, zoom), look, (320, 240)).astype(float)
    redness = pixels[..., 0] - pixels[..., 2]
    assert np.quantile(redness[:, :130], 0.97) > 100
    assert np.quantile(redness[:, 190:], 0.97) < 40
