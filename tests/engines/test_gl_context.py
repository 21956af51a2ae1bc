"""Contexts without a window: the newest version of a driver, and the best of several devices."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import Any

import pytest
from capabilities import planes_types

from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine
from gpulife.engines.cells.gl_engine import GLCellsEngine
from gpulife.engines.gl.gl_context import open_context
from gpulife.engines.gl.gl_device import GLDevice, open_device
from gpulife.errors import EngineError
from gpulife.rules import parse_rule


@dataclass
class FakeContext:
    version_code: int
    info: dict[str, str]
    released: bool = False

    def release(self) -> None:
        self.released = True


@dataclass
class Driver:
    """A driver that gives exactly the requested version, up to its newest, as NVIDIA's does."""

    newest: int
    renderer: str = "NVIDIA H200"
    opened: list[FakeContext] = field(default_factory=list)

    def create(self, require: int) -> FakeContext:
        if require > self.newest:
            raise Exception(f"cannot create OpenGL {require}")  # noqa: TRY002 - as moderngl does
        self.opened.append(FakeContext(require, {"GL_RENDERER": self.renderer}))
        return self.opened[-1]


class Machine:
    """EGL devices, where None is a broken one, and the system's default driver."""

    def __init__(self, *devices: Driver | None, own: Driver | None = None) -> None:
        self.devices, self.own = devices, own
        self.asked: list[object] = []

    def create(self, *, require: int, backend: str | None = None, device_index: int = 0) -> Any:
        self.asked.append(device_index if backend == "egl" else "own")
        if backend == "egl" and device_index >= len(self.devices):
            raise Exception(f"requested device index {device_index}, but found {len(self.devices)} devices")  # noqa: TRY002
        driver = self.devices[device_index] if backend == "egl" else self.own
        if driver is None:
            raise Exception("eglInitialize failed (0x3001)")  # noqa: TRY002
        return driver.create(require)


@pytest.fixture(autouse=True)
def on_linux(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("GLCONTEXT_DEVICE_INDEX", raising=False)


@pytest.mark.parametrize("newest", [460, 450, 430, 410, 330])
def test_newest_version_is_requested_first(newest: int) -> None:
    assert open_context(Machine(Driver(newest)).create).version_code == newest


def test_intermediate_version_gives_the_next_lower() -> None:
    assert open_context(Machine(Driver(440)).create).version_code == 430


def test_broken_device_is_skipped() -> None:
    context = open_context(Machine(None, Driver(460)).create)
    assert context.version_code == 460


def test_a_graphics_card_is_preferred_to_software() -> None:
    software, card = Driver(450, "llvmpipe (LLVM 15.0.6, 256 bits)"), Driver(430, "AMD Radeon RX 7900 XTX")
    assert open_context(Machine(software, card).create).info["GL_RENDERER"] == card.renderer
    assert software.opened[0].released
    assert open_context(Machine(card, software).create).info["GL_RENDERER"] == card.renderer
    assert not software.opened[1:], "the first card that works is enough"


@pytest.mark.parametrize(("number", "chosen"), [(0, 0), (1, 1), (2, 0), (3, 1)])
def test_ranks_share_cards_in_turn(number: int, chosen: int) -> None:
    software, cards = Driver(450, "llvmpipe (LLVM 15.0.6, 256 bits)"), [Driver(460, f"NVIDIA H{n}") for n in (100, 200)]
    context = open_context(Machine(cards[0], None, software, cards[1]).create, number)
    assert context.info["GL_RENDERER"] == cards[chosen].renderer
    assert all(other.released for driver in (software, *cards) for other in driver.opened if other is not context)


def test_software_before_system_default() -> None:
    software = Driver(450, "llvmpipe (LLVM 15.0.6, 256 bits)")
    machine = Machine(None, software, own=Driver(460))
    assert open_context(machine.create).info["GL_RENDERER"] == software.renderer
    assert "own" not in machine.asked
    assert open_context(Machine(None, own=Driver(410)).create).version_code == 410


def test_chosen_device_is_the_only_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GLCONTEXT_DEVICE_INDEX", "0")
    machine = Machine(Driver(450, "llvmpipe"), Driver(460))
    assert open_context(machine.create).info["GL_RENDERER"] == "llvmpipe"
    assert set(machine.asked) == {0}


def test_old_driver_is_named() -> None:
    with pytest.raises(EngineError, match=r"^OpenGL 2\.1 \(Old\) is too old: gpulife needs OpenGL 3\.3 or newer$"):
        open_context(Machine(Driver(210, "Old")).create)


def test_missing_driver_error_gives_advice() -> None:
    with pytest.raises(
        EngineError, match=r"^no OpenGL driver found \(eglInitialize failed .*\): on Debian or Ubuntu, apt"
    ):
        open_context(Machine(None, None).create)


UNKNOWN_CAPABILITY = 0xFFFF


def test_earlier_gl_errors_are_cleared() -> None:
    with open_device() as first, first.current():
        first.context.enable_direct(UNKNOWN_CAPABILITY)
        device = GLDevice(first.context)
        device.require_no_error("doing nothing")
        device.close()


@pytest.mark.parametrize("engine_type", [GLCellsEngine, *planes_types()])
def test_board_opens_after_earlier_gl_error(
    device: GLDevice, engine_type: type[GLCellsEngine] | type[GLPlanesEngine]
) -> None:
    with device.current():
        device.context.enable_direct(UNKNOWN_CAPABILITY)
    engine_type(parse_rule("Life"), (1, 1), device).close()
