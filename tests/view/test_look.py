"""Flashes are weak and rare when flashing is reduced."""

from __future__ import annotations

from itertools import pairwise

from gpulife.view.look import MIN_REST, SOFT_FLASH, FlashCap


def test_flash_cap_softens_and_delays() -> None:
    cap, shown = FlashCap(), []
    for frame in range(600):  # a flash of 6 frames every 12 frames: five a second
        cap, strength = cap.allow(1.0 if frame % 12 < 6 else 0.0, 1 / 60)
        shown.append(strength)
    assert set(shown) == {0.0, SOFT_FLASH}
    begins = [frame for frame in range(1, 600) if shown[frame] > 0 and shown[frame - 1] == 0]
    assert all(later - earlier >= MIN_REST * 60 - 1 for earlier, later in pairwise(begins))
    assert len(begins) >= 3
