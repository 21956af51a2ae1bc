"""Asks a device whether points are the squares that shaders/squares.vert takes them for."""

import numpy as np

from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_pass import FullScreenPass, release_framebuffer

PROBE_TEXT = """\
#version 330 core
out float drawn;
void main()
{
    drawn = 1.0;
}
"""
_SIDE, _SQUARE = 10, 4  # of the probe: the third square of a row lies across its edge, and is moved inside


def draws_squares(device: GLDevice) -> bool:
    """Tell whether points cover their squares and nothing else; the device is current."""
    context = device.context
    squares = context.buffer(np.array([(1, 0), (2, 1), (0, 2)], np.float32).tobytes())
    probe = FullScreenPass(context, device.fragment_text(PROBE_TEXT), [], squares)
    # Dark from the beginning: Mesa's zink has been seen to forget clearing a texture that nothing was drawn into.
    target = context.framebuffer([context.texture((_SIDE, _SIDE), 1, bytes(_SIDE * _SIDE), alignment=1)])
    probe.set(whole=False, above=0, size=target.size)
    probe.draw(target, [], points=range(3))
    drawn = np.frombuffer(target.read(components=1, alignment=1), np.uint8).reshape(_SIDE, _SIDE)
    expected = np.zeros_like(drawn)
    for row, column in ((0, _SQUARE), (_SQUARE, _SIDE - _SQUARE), (_SIDE - _SQUARE, 0)):
        expected[row : row + _SQUARE, column : column + _SQUARE] = 255
    device.bind_permanent_framebuffer()
    release_framebuffer(target)
    probe.release()
    squares.release()
    return np.array_equal(drawn, expected)
