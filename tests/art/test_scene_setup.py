"""The initial content of a scene's board."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from pathlib import Path

import numpy as np
import pytest
from art.scenes import programme, scene
from boards import assert_boards_equal, board
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from gpulife.art.scene import Mirror, Scene
from gpulife.art.scene_setup import clustered_soup, draw_text, fill_placeholders, sow, symmetrical, turned
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.errors import PatternError
from gpulife.patterns.image import text_to_cells
from gpulife.patterns.soup import soup
from gpulife.rules import Cells

NOW = datetime(2026, 11, 21, 7, 5)  # noqa: DTZ001


def sown(of: Scene, number: int = 0, seed: int = 1) -> Cells:
    with NumpyEngine(of.rule, of.shape) as engine:
        engine.paint(0, 0, np.ones(of.shape, np.uint8))
        engine.generation = 9
        sow(engine, of, number, np.random.default_rng(seed), NOW)
        assert engine.generation == 0
        return engine.read_all()


def test_soup() -> None:
    assert_boards_equal(sown(scene("soup = 0.4")), soup((32, 48), 0.4, 2, np.random.default_rng(1)))
    assert Counter(sown(scene("soup = 0.4\nshares = [0, 1]")).ravel()).keys() == {0, 2}


def test_soup_in_the_middle() -> None:
    cells = sown(scene("soup = 1.0\narea = 0.5"))
    assert cells[8:24, 12:36].all()
    assert np.count_nonzero(cells) == 16 * 24


def test_clumps_keep_species_together() -> None:
    mixed, clumped = sown(scene("soup = 0.5")), sown(scene("soup = 0.5\nclumps = 12"))

    def strangers(cells: Cells) -> float:
        both = (cells[:, 1:] > 0) & (cells[:, :-1] > 0)
        return float((cells[:, 1:] != cells[:, :-1])[both].mean())

    assert strangers(clumped) < 0.2 < 0.4 < strangers(mixed)
    assert abs(np.count_nonzero(clumped) / clumped.size - 0.5) < 0.06
    assert set(np.unique(clumped)) == {0, 1, 2}


def test_clumps_with_shares_in_strips(monkeypatch: pytest.MonkeyPatch) -> None:
    def cells(shares: tuple[float, ...]) -> Cells:
        patches = clustered_soup((60, 80), 1.0, 3, shares, 8, np.random.default_rng(2))
        return np.concatenate([patch.cells for patch in patches])

    whole = cells(())
    assert set(np.unique(cells((1, 0, 1)))) == {1, 3}
    assert np.count_nonzero(cells((9, 1, 1)) == 1) > np.count_nonzero(whole == 1)
    monkeypatch.setattr("gpulife.games.core.order._STRIP_CELLS", 80 * 7)
    assert_boards_equal(cells(()), whole)


def test_texts_alternate_and_show_time() -> None:
    of = scene('text = ["{time}", "A"]\nletter_species = 2', size="96x48")
    first, second, third = (sown(of, number) for number in range(3))
    expected = draw_text("07:05", 0, (2,), (48, 96))
    row, column = ((side - size) // 2 for side, size in zip((48, 96), expected.shape, strict=True))
    assert_boards_equal(first[row : row + expected.shape[0], column : column + expected.shape[1]], expected)
    assert_boards_equal(third, first)
    assert second.tobytes() != first.tobytes()


def test_placeholders() -> None:
    assert fill_placeholders("{weekday} {date} {time} {hour} {minute} {year} {month} {day} {{}}", NOW) == (
        "Saturday 2026-11-21 07:05 07 05 2026 11 21 {}"
    )


def test_letters_alternate_species() -> None:
    cells = draw_text("HH\nHH", 9, (1, 2, 3), (96, 160))
    letter = text_to_cells("H")
    height, width = letter.shape
    corners = cells[:height, :width], cells[:height, -width:], cells[-height:, :width], cells[-height:, -width:]
    for species, corner in zip((1, 2, 3, 1), corners, strict=True):
        assert_boards_equal(corner, letter * np.uint8(species))


@pytest.mark.parametrize("text", ["Life", "2026-11-21", "a\nb"])
def test_letters_fill_the_room(text: str) -> None:
    shape = (96, 160)
    cells = draw_text(text, 0, (1,), shape)
    assert cells.shape[0] <= 0.8 * 96
    assert cells.shape[1] <= 0.9 * 160
    assert max(cells.shape[0] / 96 / 0.8, cells.shape[1] / 160 / 0.9) > 0.9
    small = draw_text(text, 9, (1,), shape)
    assert small.shape == text_to_cells(text, height=9).shape
    assert draw_text(text, 1000, (1,), shape).shape == cells.shape
    with pytest.raises(PatternError, match="does not fit"):
        draw_text("Rather too long for this", 0, (1,), (16, 16))


def test_figure_place_turn_and_species() -> None:
    of = scene(
        'figures = [{pattern = "lwss", species = 2, x = 0.5, y = 0.5, turn = 1}, {pattern = "cell", x = 1, y = 1}]'
    )
    cells = sown(of)
    expected = turned(board(".AAAA\nA...A\n....A\nA..A."), 0)
    assert np.count_nonzero(cells == 2) == np.count_nonzero(expected)
    rows, columns = np.nonzero(cells == 2)
    assert (np.ptp(rows) + 1, np.ptp(columns) + 1) == (5, 4)
    assert (rows.min(), columns.min()) == (round(16 - 2.5), 22)
    assert cells[31, 47] == 1


def test_later_figures_cover_earlier_ones() -> None:
    of = scene('soup = 1.0\nshares = [1, 0]\nfigures = [{pattern = "cell", species = 2, count = 50}]')
    assert 30 < np.count_nonzero(sown(of) == 2) <= 50
    assert np.count_nonzero(sown(of)) == 32 * 48  # dead cells of a pattern leave the board alone


def test_turns() -> None:
    shape = board("AB\nC.")
    assert_boards_equal(turned(shape, 1), "CA\n.B")
    assert_boards_equal(turned(shape, 2), ".C\nBA")
    assert_boards_equal(turned(shape, 4), "BA\n.C")
    assert len({turned(shape, turn).tobytes() for turn in range(8)}) == 8


def test_picture(tmp_path: Path) -> None:
    colours = np.zeros((8, 10, 3), np.uint8)
    colours[:, 5:] = (230, 159, 0)
    Image.fromarray(colours).save(tmp_path / "half.png")
    text = '[[scene]]\nname="N"\nduration=60\nrule="Immigration"\nsize="48x32"\nstart = {image = "half.png"}'
    cells = sown(programme(text, tmp_path / "show.toml").scenes[0])
    assert (cells[12:20, 24:29] == 1).all()
    assert np.count_nonzero(cells) == 40


@pytest.mark.parametrize(
    ("mirror", "swap", "expected"),
    [
        ("left-right", False, "ABCBA\nD...D\n.A.A.\nBB.BB"),
        ("left-right", True, "ABCCD\nD...A\n.A.D.\nBB.CC"),
        ("top-bottom", False, "ABCDA\nD..BB\nD..BB\nABCDA"),
        ("top-bottom", True, "ABCDA\nD..BB\nA..CC\nDCBAD"),
        ("quarters", False, "ABCBA\nD...D\nD...D\nABCBA"),
        ("quarters", True, "ABCCD\nD...A\nA...D\nDCBBA"),
        ("turn", False, "ABCDA\nD..BB\nBB..D\nADCBA"),
        ("turn", True, "ABCDA\nD..BB\nCC..A\nDABCD"),
        ("none", False, "ABCDA\nD..BB\n.A.AA\nBB.CC"),
    ],
)
def test_mirrors(mirror: str, swap: bool, expected: str) -> None:
    cells = board("ABCDA\nD..BB\n.A.AA\nBB.CC")
    assert_boards_equal(symmetrical(cells, Mirror(mirror), 4, swap=swap), expected)


@given(st.integers(1, 9), st.integers(1, 9), st.sampled_from(list(Mirror)), st.integers(0, 99))
def test_restoring_keeps_symmetrical_board(rows: int, columns: int, mirror: Mirror, seed: int) -> None:
    cells = soup((rows, columns), 0.6, 3, np.random.default_rng(seed))
    once = symmetrical(cells, mirror, 3, swap=False)
    assert_boards_equal(symmetrical(once, mirror, 3, swap=False), once)
    if mirror is Mirror.TURN:
        assert_boards_equal(once[::-1, ::-1], once)
    if mirror in (Mirror.LEFT_RIGHT, Mirror.QUARTERS):
        assert_boards_equal(once[:, ::-1], once)
    if mirror in (Mirror.TOP_BOTTOM, Mirror.QUARTERS):
        assert_boards_equal(once[::-1], once)
