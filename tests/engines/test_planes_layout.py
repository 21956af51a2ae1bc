"""Words, lines and halos of boards of bit planes."""

from __future__ import annotations

import numpy as np
import pytest

from gpulife.engines.bitplanes.layout import HALO, Layout, cut_into_bands, halo_copies, word_mask


@pytest.mark.parametrize(("skip", "width"), [(0, 1), (0, 32), (5, 60), (31, 33)])
def test_mask_has_the_bits_of_the_cells(skip: int, width: int) -> None:
    bits = np.unpackbits(word_mask(skip, width).view(np.uint8), bitorder="little")
    assert np.flatnonzero(bits).tolist() == list(range(skip, skip + width))


def test_line_has_room_for_invocations_and_halos() -> None:
    layout = Layout(columns=100, planes=2, own_words=3)
    assert (layout.words, layout.invocations, layout.stride) == (4, 2, 8)
    assert layout.row_bytes == 2 * 8 * 4


@pytest.mark.parametrize("own_words", [1, 2, 3, 4])
@pytest.mark.parametrize("columns", [1, 32, 33, 64, 96, 128, 160, 200])
def test_line_is_whole_texels(columns: int, own_words: int) -> None:
    layout = Layout(columns, planes=1, own_words=own_words)
    assert layout.stride % 4 == 0
    assert 0 <= layout.stride - (layout.invocations * own_words + 2) < 4


@pytest.mark.parametrize("wrap", [True, False])
@pytest.mark.parametrize(("rows", "most"), [(100, 40), (50, 16), (7, 3), (5, 5), (1, 1)])
def test_halos_hold_neighbouring_rows(rows: int, most: int, wrap: bool) -> None:
    bands = cut_into_bands(rows, most)
    for number, (start, height) in enumerate(bands):
        halo = {}
        for copy in halo_copies(bands, number, wrap=wrap):
            for row in range(copy.rows):
                halo[copy.to_row + row] = bands[copy.source][0] + copy.from_row + row
        wanted = [*range(-HALO, 0), *range(height, height + HALO)]
        if wrap:
            assert halo == {row: (start + row) % rows for row in wanted}
        else:
            assert halo == {row: start + row for row in wanted if 0 <= start + row < rows}
