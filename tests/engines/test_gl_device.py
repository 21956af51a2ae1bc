"""Several devices in one thread: what is done with one never reaches the context of another."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
import pytest

from gpulife.engines.cells.gl_engine import GLCellsEngine
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.engines.gl.gl_device import GLDevice, open_device
from gpulife.patterns.soup import soup
from gpulife.rules import parse_rule

RULE, SHAPE = parse_rule("Immigration"), (20, 40)
CELLS = soup(SHAPE, 0.4, RULE.live_states, np.random.default_rng(4))


@contextmanager
def stepping(device: GLDevice, generations: int) -> Iterator[None]:
    """Go ``generations`` before and after the block on one board of ``device``, and find the right cells."""
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
    """And leave it open."""
    other = open_device()
    with other.current():
        other.context.texture((3, 3), 4)


def open_and_close() -> None:
    """It was current before, and is no more."""
    open_device().close()


def use_another() -> None:
    """In between, with a board of its own."""
    with open_device() as other, stepping(other, 3):
        pass


def fail_with_another() -> None:
    """An error on the way out must not leave it current."""
    with pytest.raises(RuntimeError), open_device() as other, other.current():
        raise RuntimeError


def use_in_a_thread() -> None:
    """What is current in one thread is not in another."""

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
def test_a_device_is_current_again_after_another(disturb: Callable[[], None]) -> None:
    with open_device() as device, stepping(device, 2):
        disturb()


def test_a_device_that_this_thread_has_left_works_in_another() -> None:
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
