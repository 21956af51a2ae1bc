"""Buffer textures, which moderngl lacks: textures that read a buffer, with one or four 32-bit integers in a texel.

Shaders read them with ``texelFetch`` from a ``usamplerBuffer``. On Mesa's llvmpipe this is three times as fast as
reading a storage buffer. See OpenGL 3.1, section 2.13.
"""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager

import moderngl

from gpulife.engines.gl.gl_context import gl_function

_TEXTURE_BUFFER, _TEXTURE0 = 0x8C2A, 0x84C0
_FORMATS = {1: 0x8236, 4: 0x8D70}  # by 32-bit words in a texel: R32UI, RGBA32UI


class BufferTexture:
    """A texture that reads one buffer at a time.

    Args:
        context: the OpenGL context; it must be current in every call.
        words: 32-bit integers in a texel, 1 or 4.
    """

    def __init__(self, context: moderngl.Context, words: int = 1) -> None:
        self._format = _FORMATS[words]
        self._name = ctypes.c_uint()
        gl_function(context, "glGenTextures", ctypes.c_int, ctypes.c_void_p)(1, ctypes.addressof(self._name))
        self._delete = gl_function(context, "glDeleteTextures", ctypes.c_int, ctypes.c_void_p)
        self._activate = gl_function(context, "glActiveTexture", ctypes.c_uint)
        self._bind = gl_function(context, "glBindTexture", *[ctypes.c_uint] * 2)
        self._attach = gl_function(context, "glTexBuffer", *[ctypes.c_uint] * 3)

    @contextmanager
    def showing(self, buffer: moderngl.Buffer) -> "Iterator[BufferTexture]":
        """Attach a buffer to the texture within the block. Detach it afterwards, to allow the release of its memory."""
        self.use(0)
        self._attach(_TEXTURE_BUFFER, self._format, buffer.glo)
        try:
            yield self
        finally:
            self.use(0)
            self._attach(_TEXTURE_BUFFER, self._format, 0)

    def use(self, location: int) -> None:
        """Bind the texture to the texture unit ``location``."""
        self._activate(_TEXTURE0 + location)
        self._bind(_TEXTURE_BUFFER, self._name.value)

    def release(self) -> None:
        """Delete the texture; calling this again does nothing."""
        if self._name.value:
            self._delete(1, ctypes.addressof(self._name))
            self._name.value = 0
