"""Many engines on one device."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gpulife.engines.factory import shared_device_engines
from gpulife.errors import EngineError
from gpulife.rules import parse_rule


@pytest.mark.parametrize(
    ("name", "rule", "side", "expected"),
    [
        ("numpy", "Immigration", 64, "numpy"),
        ("gl", "Immigration", 64, "gl"),
        ("planes", "Immigration", 16, "planes"),
        ("auto", "Immigration", 64, "planes"),
        ("auto", "Immigration", 16, "gl"),
        ("auto", "BioWar:3", 64, "planes"),
        ("auto", "Survivor", 64, "gl"),
    ],
)
def test_open_engine_by_name(name: str, rule: str, side: int, expected: str, logged: Callable[[], list[str]]) -> None:
    with shared_device_engines(name) as open_engine:
        for _ in range(2):
            with open_engine(parse_rule(rule), (side, side)) as engine:
                engine.step(3)
                assert engine.name == expected
    assert logged() == []


def test_engines_share_a_device() -> None:
    with shared_device_engines("gl") as open_engine:
        one, other = (open_engine(parse_rule("Life"), (8, 8)) for _ in range(2))
        assert one.device is other.device
        one.close()
        other.step()
        other.close()


def test_without_opengl(monkeypatch: pytest.MonkeyPatch, logged: Callable[[], list[str]]) -> None:
    def fail() -> None:
        raise EngineError("no driver")

    monkeypatch.setattr("gpulife.engines.gl.gl_device.open_device", fail)
    with shared_device_engines("auto") as open_engine, open_engine(parse_rule("Life"), (8, 8)) as engine:
        assert engine.name == "numpy"
    assert logged() == ["using the numpy engine: no driver"]
    with pytest.raises(EngineError, match="no driver"), shared_device_engines("gl"):
        pass
    with pytest.raises(EngineError, match="unknown engine 'steam'"), shared_device_engines("steam"):
        pass
