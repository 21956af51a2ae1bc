"""Tests how a device draws: can fragments read their neighbours' values, and are points drawn as squares?

Fragments are shaded together in quads of 2 x 2 pixels. Derivatives are differences between the fragments of a quad, so
a fragment can use them to read a neighbour's value. This fails on two kinds of drivers. Some use one derivative for
both rows of a quad, as OpenGL allows. Others do not compute the fragments of a quad that lie outside the drawn area.
"""

import numpy as np

from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_pass import FullScreenPass, release_framebuffer

QUADS_TEXT = """\
#version 330 core
uniform sampler2D numbers;
uniform int last; // column
out float taken; // from the other fragment of the quad's row
void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    float own = texelFetch(numbers, ivec2(at.x > last ? 0 : at.x, at.y), 0).x * 255.0;
    taken = (own + ((at.x & 1) == 1 ? -dFdx(own) : dFdx(own))) / 255.0;
}
"""
_WIDTH, _HEIGHT = 7, 10  # of the test image; a square moved inside it starts in the middle of a quad


def passes_in_quads(device: GLDevice) -> bool:
    """Return True if a fragment can read the values of its neighbours in a quad. The device must be current."""
    context = device.context
    numbers = np.random.default_rng(1).integers(0, 256, (_HEIGHT, _WIDTH), np.uint8)
    texture = context.texture((_WIDTH, _HEIGHT), 1, numbers.tobytes(), alignment=1)
    squares = context.buffer(np.array([(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2)], np.float32).tobytes())
    probe = FullScreenPass(context, device.fragment_text(QUADS_TEXT), ["numbers"], squares)
    beside = np.arange(_WIDTH) ^ 1
    expected = numbers[:, np.where(beside < _WIDTH, beside, 0)]
    probe.set(last=_WIDTH - 1, above=0, size=(_WIDTH, _HEIGHT))
    is_right = True
    for points in (None, range(6)):  # all at once, and as squares
        target = context.framebuffer([context.texture((_WIDTH, _HEIGHT), 1, bytes(_WIDTH * _HEIGHT), alignment=1)])
        probe.set(whole=points is None)
        probe.draw(target, [texture], points=points)
        taken = np.frombuffer(target.read(components=1, alignment=1), np.uint8).reshape(_HEIGHT, _WIDTH)
        is_right &= np.array_equal(taken, expected)
        device.bind_permanent_framebuffer()
        release_framebuffer(target)
    for each in (probe, texture, squares):
        each.release()
    return is_right


# Points must cover exactly the squares that shaders/squares.vert expects.

SQUARES_TEXT = """\
#version 330 core
out float drawn;
void main()
{
    drawn = 1.0;
}
"""
_SIDE, _SQUARE = 10, 4  # of the test image: the third square of a row crosses its edge and is moved inside


def draws_squares(device: GLDevice) -> bool:
    """Return True if each drawn point covers exactly the pixels of a square. The device must be current."""
    context = device.context
    squares = context.buffer(np.array([(1, 0), (2, 1), (0, 2)], np.float32).tobytes())
    probe = FullScreenPass(context, device.fragment_text(SQUARES_TEXT), [], squares)
    # Zero from the start: Mesa's zink has been seen to skip clearing a texture into which nothing was drawn.
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
