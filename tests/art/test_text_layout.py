"""Drawing the texts of scenes takes memory and time in proportion to the board, however long they are."""

import numpy as np
import pytest

from gpulife.art import scene_setup
from gpulife.errors import PatternError
from gpulife.patterns import image
from gpulife.rules import Cells


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Cells]:
    """All pictures that are drawn to find the right size of a text."""
    pictures: list[Cells] = []
    draw = scene_setup.text_to_cells

    def text_to_cells(text: str, *, height: int, serifs: bool) -> Cells:
        pictures.append(draw(text, height=height, serifs=serifs))
        return pictures[-1]

    monkeypatch.setattr(scene_setup, "text_to_cells", text_to_cells)
    return pictures


def test_text_too_long_is_drawn_once(drawn: list[Cells]) -> None:
    with pytest.raises(PatternError, match="does not fit on a board of 160x96"):
        scene_setup.draw_text("SURVIVAL\nO" + "9" * 6000, 0, (1, 2), (96, 160))
    assert len(drawn) == 1


@pytest.mark.parametrize("text", ["LIFE", "iiiiiiiiiiii\nl", "W" * 500, "I\n" * 40])
def test_trial_pictures_are_not_much_larger_than_board(drawn: list[Cells], text: str) -> None:
    shape = (1000, 4000)
    cells = scene_setup.draw_text(text, 0, (1, 2), shape)
    assert 0.5 < max(cells.shape[0] / 800, cells.shape[1] / 3600) <= 1
    assert max(picture.size for picture in drawn) < 9 * shape[0] * shape[1]
    assert set(np.unique(cells)) <= {0, 1, 2}


def test_text_on_massive_board_has_maximum_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(image, "_MAX_PIXELS", 5_000_000)
    cells = scene_setup.draw_text("\n".join(["LIFE " * 28] * 70), 0, (1,), (65536, 65536))
    assert 3_000_000 < cells.size <= 5_000_000


def test_bold_letters_are_thicker_and_as_far_apart() -> None:
    thin, bold = (scene_setup.draw_text("HH", 20, (1, 2), (60, 120), share) for share in (0.0, 0.1))
    assert bold.shape == (thin.shape[0] + 4, thin.shape[1] + 8)

    def gap(cells: Cells) -> int:
        return int(np.flatnonzero((cells == 2).any(axis=0))[0] - np.flatnonzero((cells == 1).any(axis=0))[-1])

    assert gap(bold) == gap(thin)


def test_bold_text_fits_on_board() -> None:
    assert all(np.less_equal(scene_setup.draw_text("LIFE", 0, (1,), (108, 192), 0.06).shape, (108, 192)))
