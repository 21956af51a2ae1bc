"""Which changes of a board are shown as fights between players."""

from __future__ import annotations

import numpy as np

from gpulife.window.play.bursts import changes_of


def test_fights_come_first() -> None:
    before, after = np.zeros((6, 8), np.uint8), np.zeros((6, 8), np.uint8)
    before[1, 1:4], after[0:3, 2] = 1, 1  # a blinker far from the other player
    before[4, 5], before[4, 7], after[4, 6] = 1, 2, 2  # a birth between both
    before[5, 0], after[5, 0] = 2, 1  # a capture
    changes = changes_of(before, after)
    fought = [(place, old, new) for place, old, new, is_fought in changes if is_fought]
    assert fought == [((4, 6), 0, 2), ((5, 0), 2, 1)]
    assert [is_fought for *_, is_fought in changes] == sorted((is_fought for *_, is_fought in changes), reverse=True)
    assert ((0, 2), 0, 1, False) in changes
    assert ((1, 1), 1, 0, False) in changes
    assert changes_of(before, before.copy()) == []
