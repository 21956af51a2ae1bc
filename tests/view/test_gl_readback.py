"""The ring of pixel buffers returns all frames in order at any depth, and leaves nothing behind."""

from __future__ import annotations

from collections.abc import Iterator

import moderngl
import numpy as np
import pytest

from gpulife.engines.gl.gl_device import GLDevice
from gpulife.view.gl_offscreen import FrameReadback

SIZE = (37, 21)
"""Odd, so that rows are not aligned."""


@pytest.fixture
def target(device: GLDevice) -> Iterator[moderngl.Framebuffer]:
    with device.current():
        texture = device.context.texture((64, 64), 4)
        framebuffer = device.context.framebuffer([texture])
        yield framebuffer
        device.bind_permanent_framebuffer()
        framebuffer.release()
        texture.release()


def draw(target: moderngl.Framebuffer, number: int) -> None:
    """Draw a background whose red is the frame's number, with a lighter lower row."""
    target.clear(number / 255, 0.2, 0.6, 1.0)
    target.clear(number / 255, 1.0, 0.6, 1.0, viewport=(0, 0, 64, 1))


def assert_frame(frame: bytes, number: int) -> None:
    pixels = np.frombuffer(frame, np.uint8).reshape(SIZE[1], SIZE[0], 4)
    assert (pixels[:, :, 0] == number).all()
    assert (pixels[0, :, 1] == 255).all()
    assert (pixels[1:, :, 1] == 51).all()


@pytest.mark.parametrize("depth", [1, 2, 3, 5, None])
def test_frames_come_out_in_order(device: GLDevice, target: moderngl.Framebuffer, depth: int | None) -> None:
    ring = FrameReadback(device, SIZE, depth)
    out = []
    for number in range(20):
        draw(target, number)
        if (frame := ring.fetch_if_full()) is not None:
            out.append(frame)
        ring.put(target)
        assert ring.pending <= (depth or 3)
    late = ring.drain()
    assert len(late) == (depth or (1 if device.is_software else 3))
    for number, frame in enumerate([*out, *late]):
        assert_frame(frame, number)
    assert len(out) + len(late) == 20
    assert ring.pending == 0
    ring.close()


def test_full_ring_refuses_frames(device: GLDevice, target: moderngl.Framebuffer) -> None:
    ring = FrameReadback(device, SIZE, 2)
    ring.put(target)
    ring.put(target)
    with pytest.raises(RuntimeError, match="no buffer is free"):
        ring.put(target)
    ring.close()


def test_later_drawing_does_not_change_pending_frame(device: GLDevice, target: moderngl.Framebuffer) -> None:
    ring = FrameReadback(device, SIZE, 3)
    draw(target, 7)
    ring.put(target)
    draw(target, 9)
    assert_frame(ring.fetch(), 7)
    with pytest.raises(IndexError):
        ring.fetch()
    ring.close()
