"""The OpenGL context shared by engines and views, with its compiled programs and its limits.

There is one device for each context. Without a window, a device opens its own context (by EGL on Linux); a window's
device uses the window's context.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any, TypeVar
from weakref import WeakValueDictionary, finalize

import moderngl

from gpulife.closing import Closing
from gpulife.engines.gl.gl_context import is_software, open_context
from gpulife.engines.gl.gl_debug import log_messages
from gpulife.engines.gl.gl_memory import graphics_memory
from gpulife.engines.gl.gl_subgroups import lanes_of
from gpulife.engines.gl.shader_source import Parameters, ShaderSourceError, compose
from gpulife.errors import EngineError
from gpulife.patterns.board_sizes import free_memory

COMPUTE_VERSION = 430
"""OpenGL 4.3 core, which has compute shaders and storage buffers."""
INT64_VERSION = 450
"""OpenGL 4.5 core, which the extension for 64-bit integers requires."""
_COPIED_BYTES, _COPIES = 64 << 20, 7
_MAX_ERRORS = 64
"""Maximum number of errors to discard at once. A lost context may report errors for ever."""

_KEPT_PROGRAMS = 24
"""Number of programs that stay cached though nothing uses them. No screen of the window needs more programs."""

_Program = TypeVar("_Program", moderngl.Program, moderngl.ComputeShader)


class _Programs:
    """A cache of compiled programs. It keeps all programs in use, and the :data:`_KEPT_PROGRAMS` requested last.

    Each rule needs its own program, which takes a megabyte or two with a software renderer. Without a limit, trying
    many rules would fill memory.
    """

    def __init__(self) -> None:
        self._used: WeakValueDictionary[Hashable, Any] = WeakValueDictionary()
        self._last: OrderedDict[Hashable, Any] = OrderedDict()
        self._dropped: list[Any] = []  # moderngl's inner objects of programs no longer in use

    def find(self, key: Hashable, make: Callable[[], _Program]) -> _Program:
        """Return the cached program with the key ``key``; if there is none, make it with ``make`` and cache it."""
        program: _Program | None = self._used.get(key)
        if program is None:
            program = self._used[key] = make()
            finalize(program, self._dropped.append, program.mglo).atexit = False
        self._last[key] = program
        self._last.move_to_end(key)
        if len(self._last) > _KEPT_PROGRAMS:
            self._last.popitem(last=False)
        return program

    def release_unused(self) -> None:
        """Release the programs that the cache no longer keeps; the context must be current."""
        while self._dropped:
            self._dropped.pop().release()

    def release(self) -> None:
        self.release_unused()
        for program in list(self._used.values()):
            program.release()
        self._last.clear()


class GLDevice(Closing):
    """An OpenGL context with its programs.

    Attributes:
        context: moderngl's context.
        card: number of the graphics card on which the context runs, counted from 0.
        renderer: the renderer's name, GL_RENDERER.
        max_texture_size: the largest side of a texture, in texels.
        max_texture_units: the number of textures that a fragment shader can use at once.
        max_storage_block: the largest storage buffer for a shader, in bytes; 0 without compute shaders.
        max_buffer_texels: the largest buffer that can be read as a texture, in texels.
    """

    def __init__(self, context: moderngl.Context, *, standalone: bool = False) -> None:
        self.context = context
        self.standalone = standalone
        self.card = context.extra if isinstance(context.extra, int) else 0
        self._programs = _Programs()
        with self.current():
            self.renderer = str(context.info["GL_RENDERER"])
            self.version = str(context.info["GL_VERSION"])
            self.vendor = str(context.info["GL_VENDOR"])
            self.max_texture_size = int(context.info["GL_MAX_TEXTURE_SIZE"])
            self.max_texture_units = int(context.info["GL_MAX_TEXTURE_IMAGE_UNITS"])
            max_block = context.info.get("GL_MAX_SHADER_STORAGE_BLOCK_SIZE", 0)
            self.max_storage_block = int(max_block) if self.has_compute else 0
            self.max_buffer_texels = int(context.info["GL_MAX_TEXTURE_BUFFER_SIZE"])
            self._permanent_framebuffer = context.screen or context.framebuffer([context.texture((1, 1), 4)])
            self.clear_errors()
            log_messages(context)

    @property
    def is_software(self) -> bool:
        """True if the renderer runs on the processor, not on a graphics card."""
        return is_software(self.renderer)

    @property
    def has_compute(self) -> bool:
        """True if the context has compute shaders: OpenGL 4.3 or newer."""
        return self.context.version_code >= COMPUTE_VERSION

    @property
    def has_int64(self) -> bool:
        """True if shaders have 64-bit integers."""
        return self.context.version_code >= INT64_VERSION and "GL_ARB_gpu_shader_int64" in self.context.extensions

    @cached_property
    def subgroup_lanes(self) -> int:
        """The number of invocations in a subgroup, 32 or 64, if they can exchange values; otherwise 0."""
        if self.is_software or not self.has_compute:
            return 0
        with self.current():
            return lanes_of(self.context, self.compute_text)

    def free_memory(self) -> int:
        """Return how many bytes of graphics memory are free for textures; if unknown, how many of main memory."""
        if self.is_software:
            return free_memory()
        with self.current():
            return graphics_memory(self.context.extensions, self.renderer) or free_memory()

    def program(self, fragment: str, parameters: Parameters | None = None) -> moderngl.Program:
        """Return the full-screen program of a fragment shader's file, compiled unless it is cached.

        Raises:
            ShaderSourceError: the shader does not compile; the message quotes the compiler, with the real files and
                lines.
        """

        def compile_it() -> moderngl.Program:
            triangle = compose("fullscreen.vert", {}).text
            return self._compiled(
                fragment, parameters, lambda text: self.context.program(vertex_shader=triangle, fragment_shader=text)
            )

        return self._programs.find(("view", fragment, frozenset((parameters or {}).items())), compile_it)

    def compute(self, name: str, parameters: Parameters | None = None) -> moderngl.ComputeShader:
        """Return the program of a compute shader's file, compiled unless it is cached.

        Raises:
            ShaderSourceError: the shader does not compile.
        """
        return self._compiled(name, parameters, self.compute_text)

    def _compiled(self, name: str, parameters: Parameters | None, make: Callable[[str], _Program]) -> _Program:
        source = compose(name, parameters or {})
        try:
            with self._releasing_unused():
                return make(source.text)
        except moderngl.Error as error:
            raise ShaderSourceError(f"{name} does not compile: {source.explain(str(error))}") from error

    def compute_text(self, text: str) -> moderngl.ComputeShader:
        """Return the program of a compute shader's generated text, compiled unless it is cached.

        Raises:
            moderngl.Error: the shader does not compile.
        """

        def compile_it() -> moderngl.ComputeShader:
            with self._releasing_unused():
                return self.context.compute_shader(text)

        return self._programs.find(("compute", text), compile_it)

    def fragment_text(self, text: str) -> moderngl.Program:
        """Return the program of a fragment shader's generated text, compiled unless it is cached.

        The program fills the whole target, or draws squares, one for each point that is passed to it.

        Raises:
            moderngl.Error: the shader does not compile.
        """

        def compile_it() -> moderngl.Program:
            with self._releasing_unused():
                vertices = compose("squares.vert", {}).text
                return self.context.program(vertex_shader=vertices, fragment_shader=text)

        return self._programs.find(("squares", text), compile_it)

    @contextmanager
    def _releasing_unused(self) -> Iterator[None]:
        """Make the context current within the block, and release programs that are no longer in use."""
        with self.current():
            self._programs.release_unused()
            yield

    @contextmanager
    def current(self) -> Iterator[None]:
        """Make the context current within the block; a thread may have several stand-alone devices.

        Afterwards the previous context is current again. A window's context is always current and is left as it is.
        """
        if not self.standalone or _current.device is self:
            yield
            return
        with _return_to_current(), self.context:
            _current.device = self
            yield

    def bind_permanent_framebuffer(self) -> None:
        """Bind a framebuffer that is never released.

        Call this before releasing a framebuffer. Otherwise moderngl may later bind the released framebuffer again.
        """
        self._permanent_framebuffer.use()

    def clear_errors(self) -> None:
        """Discard errors that OpenGL has recorded, so that they are not mistaken for errors of the next call."""
        for _ in range(_MAX_ERRORS):
            if self.context.error == "GL_NO_ERROR":
                return

    def require_no_error(self, doing: str) -> None:
        """Raise EngineError if OpenGL reports an error, for instance that memory ran out.

        The message ends with ``doing``, which says what was being done, such as "copying a board".
        """
        error = self.context.error
        if error != "GL_NO_ERROR":
            raise EngineError(f"{self.renderer}: {error} while {doing}")

    def close(self) -> None:
        """Release the programs, and also the context if this device opened it."""
        with self.current():
            self._programs.release()
        if self.standalone:
            self.context.release()


class _Current(threading.local):
    """Holds, for each thread, the stand-alone device whose context is current; None if there is none."""

    device: GLDevice | None = None


_current = _Current()


@contextmanager
def _return_to_current() -> Iterator[None]:
    """At the end of the block, make the device current that was current before it."""
    before = _current.device
    try:
        yield
    finally:
        _current.device = before
        if before is not None:
            before.context.__enter__()  # type: ignore[no-untyped-call] # moderngl offers no other way


def open_device(number: int = 0) -> GLDevice:
    """Open a device with its own context, without a window or a screen.

    Args:
        number: which graphics card to use, from 0; numbers beyond the last card start over at the first.

    Raises:
        EngineError: there is no OpenGL driver, or it is too old.
    """
    with _return_to_current():  # a new context becomes current at once
        return GLDevice(open_context(number=number), standalone=True)


def copy_bandwidth(device: GLDevice, size: int = _COPIED_BYTES) -> float:
    """Measure the copy bandwidth in bytes a second.

    Each of the ``size`` copied bytes counts twice: it is read once and written once.
    """
    with device.current():
        context = device.context
        source, target = context.buffer(reserve=size), context.buffer(reserve=size)
        try:
            best = float("inf")
            for _ in range(_COPIES):
                context.finish()
                began = time.perf_counter()
                context.copy_buffer(target, source)
                context.finish()
                best = min(best, time.perf_counter() - began)
        finally:
            source.release()
            target.release()
    return 2 * size / best
