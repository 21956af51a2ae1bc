"""Asks a device whether fragments that are shaded together, in quads of 2 x 2 pixels, can take numbers from each other.

Derivatives are differences between the fragments of a quad. OpenGL lets drivers give a quad's two rows the same ones,
then they are of no use here; and fragments beyond what is drawn must be there, too.
"""

import numpy as np

from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_pass import FullScreenPass, release_framebuffer

PROBE_TEXT = """\
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
_WIDTH, _HEIGHT = 7, 10  # of the probe; a square that is moved inside begins in the middle of a quad


def passes_in_quads(device: GLDevice) -> bool:
    """Tell whether a fragment gets the exact number of the one beside it in its quad; the device is current."""
    context = device.context
    numbers = np.random.default_rng(1).integers(0, 256, (_HEIGHT, _WIDTH), np.uint8)
    texture = context.texture((_WIDTH, _HEIGHT), 1, numbers.tobytes(), alignment=1)
    squares = context.buffer(np.array([(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2)], np.float32).tobytes())
    probe = FullScreenPass(context, device.fragment_text(PROBE_TEXT), ["numbers"], squares)
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
