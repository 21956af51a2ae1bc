"""Several devices in one thread: using one never affects the context of another."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
import pytest

from gpulife.engines.cells.gl_engine import GLCellsEngine
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.engines.gl import gl_device
from gpulife.engines.gl.gl_device import GLDevice, open_device
from gpulife.patterns.soup import soup
from gpulife.rules import parse_rule

RULE, SHAPE = parse_rule("Immigration"), (20, 40)
CELLS = soup(SHAPE, 0.4, RULE.live_states, np.random.default_rng(4))


@contextmanager
def stepping(device: GLDevice, generations: int) -> Iterator[None]:
    """Step a board of ``device`` before and after the block, and check its cells."""
    oracle = NumpyEngine(RULE, SHAPE)
    oracle.paint(0, 0, CELLS)
    oracle.step(2 * generations)
    with device.current(), GLCellsEngine(RULE, SHAPE, device) as engine:
        engine.paint(0, 0, CELLS)
        engine.step(generations)
        yield
        engine.step(generations)
        assert np.array_equal(engine.read_all(), oracle.read_all())
        assert device.context.error == "GL_NO_ERROR"


def open_another() -> None:
    """Open another device and leave it open."""
    other = open_device()
    with other.current():
        other.context.texture((3, 3), 4)


def open_and_close() -> None:
    """Open and close another device, which was current in between."""
    open_device().close()


def use_another() -> None:
    """Use another device in between, with its own board."""
    with open_device() as other, stepping(other, 3):
        pass


def fail_with_another() -> None:
    """Fail while another device is current; the error must not leave it current."""
    with pytest.raises(RuntimeError), open_device() as other, other.current():
        raise RuntimeError


def use_in_a_thread() -> None:
    """Use a device in another thread, which has its own current context."""

    def work() -> None:
        with open_device() as other, stepping(other, 3):
            pass
        done.append(True)

    done: list[bool] = []
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done


@pytest.mark.parametrize(
    "disturb",
    [open_another, open_and_close, use_another, fail_with_another, use_in_a_thread],
    ids=lambda do: do.__name__,
)
def test_device_is_current_again_after_another(disturb: Callable[[], None]) -> None:
    with open_device() as device, stepping(device, 2):
        disturb()


def test_device_works_in_another_thread() -> None:
    with open_device() as device:
        failures: list[BaseException] = []

        def work() -> None:
            try:
                with stepping(device, 2):
                    pass
            except BaseException as error:  # noqa: BLE001 - told below
                failures.append(error)

        with stepping(device, 1):
            pass
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        with stepping(device, 1):
            pass
        assert not failures


def test_unused_programs_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gl_device, "_KEPT_PROGRAMS", 2)
    with open_device() as device, device.current():
        released: list[object] = []
        for law in ("B3/S23", "B36/S23", "B2/S", "B3/S12345", "B3678/S34678", "Brian's Brain", "WireWorld", "Bugs"):
            rule = parse_rule(law)
            with stepping(device, 1), GLCellsEngine(rule, SHAPE, device) as engine, NumpyEngine(rule, SHAPE) as oracle:
                for each in (engine, oracle):
                    each.paint(0, 0, np.minimum(CELLS, 1))
                    each.step(3)
                assert np.array_equal(engine.read_all(), oracle.read_all())
            del engine
            gc.collect()
            released += device._programs._dropped
            assert len(device._programs._used) <= 2
        assert len(set(map(id, released))) > 2
        assert device.context.error == "GL_NO_ERROR"
