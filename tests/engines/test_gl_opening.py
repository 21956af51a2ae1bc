"""Which engine a window gets."""

from __future__ import annotations

import pytest

from gpulife.engines.gl_device import GLDevice
from gpulife.engines.gl_opening import MOST_DETAILED, open_on_device
from gpulife.rules import parse_rule


@pytest.mark.parametrize(
    ("rule", "rows", "name"),
    [
        ("Immigration", 96, "gl"),
        ("Immigration", 2048, "gl"),
        ("Immigration", 2049, "planes"),
        ("QuadLife", 2049, "planes"),
        ("Survivor", 2049, "gl"),
        ("B3/S23:7", 2049, "gl"),
    ],
)
def test_massive_boards_of_rules_that_have_them_are_bit_planes(
    device: GLDevice, rule: str, rows: int, name: str
) -> None:
    with open_on_device(parse_rule(rule), (rows, MOST_DETAILED // 2048), device) as engine:
        assert engine.name == name
        assert engine.device is device
