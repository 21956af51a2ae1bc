"""The choice of the engine for a window."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from capabilities import planes_types

from gpulife.engines.bitplanes.gl_fragment_engine import GLFragmentPlanesEngine
from gpulife.engines.factory import MAX_DETAILED
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_openers import planes_type
from gpulife.engines.registry import choose_engine, open_on_device
from gpulife.rules import parse_rule

pytestmark = pytest.mark.installed


@pytest.mark.parametrize(
    ("rule", "rows", "name"),
    [
        ("Immigration", 96, "gl"),
        ("Immigration", 2048, "gl"),
        ("Immigration", 2049, "planes"),
        ("QuadLife", 2049, "planes"),
        ("Survivor", 2049, "gl"),
        ("B3/S23:7", 2049, "gl"),
        ("R50,C0,M1,S9..9,B9..9,NM", 2049, "planes"),
        ("R16,C256,M1,S9..9,B9..9,NM", 2049, "gl"),
    ],
)
def test_auto_uses_bit_planes_for_massive_boards(device: GLDevice, rule: str, rows: int, name: str) -> None:
    with open_on_device(parse_rule(rule), (rows, MAX_DETAILED // 2048), device) as engine:
        assert engine.name == name
        assert engine.device is device


def test_auto_uses_fragment_planes_without_compute(device: GLDevice) -> None:
    rule, shape = parse_rule("Immigration"), (2049, MAX_DETAILED // 2048)
    old = SimpleNamespace(version_code=410, version="4.1 NVIDIA 550.54", max_texture_units=16)
    old.has_compute = GLDevice.has_compute.fget(SimpleNamespace(context=old))
    name, reason = choose_engine(rule, shape, old)
    assert name == "planes"
    assert reason.endswith("in fragment shaders: compute shaders need OpenGL 4.3, this is 4.1 NVIDIA 550.54")
    assert planes_type(old, rule) is GLFragmentPlanesEngine
    assert planes_type(device, rule) is planes_types()[0]
    assert planes_type(device, parse_rule("R16,C0,M1,S9..9,B9..9,NM")) is GLFragmentPlanesEngine
