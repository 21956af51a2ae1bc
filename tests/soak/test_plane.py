"""Some random patterns are the same in tiles, as trees, in numpy and in Golly: a short form of ``plane.py``."""

from pathlib import Path

import pytest
from soak.plane import run_case


@pytest.mark.parametrize("seed", range(8))
def test_random_patterns(seed: int, tmp_path: Path) -> None:
    assert run_case(seed, tmp_path)["numpy tiles"] > 0
