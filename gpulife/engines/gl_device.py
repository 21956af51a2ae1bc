"""The OpenGL context that engines and views share, its compiled programs and its limits.

One device a context. A headless run opens one of its own (EGL on Linux); a window wraps the context it has.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self

import moderngl

from gpulife.engines.gl_memory import graphics_memory
from gpulife.engines.memory import free_memory
from gpulife.engines.shader_source import ShaderSourceError, compose
from gpulife.errors import EngineError

REQUIRED_VERSION = 330
"""OpenGL 3.3 core: what macOS (4.1) and every driver of the last ten years have."""
COMPUTE_VERSION = 430
"""OpenGL 4.3 core: compute shaders and storage buffers, for those engines that ask for them."""

_SOFTWARE_RENDERERS = ("llvmpipe", "softpipe", "swrast", "SwiftShader", "Microsoft Basic Render")


class GLDevice:
    """A GL context with its programs.

    Attributes:
        context: moderngl's context.
        renderer: GL_RENDERER.
        max_texture_size: in texels an axis.
        max_storage_block: bytes of a storage buffer that a shader can see; 0 without compute shaders.
    """

    def __init__(self, context: moderngl.Context, *, standalone: bool = False) -> None:
        self.context = context
        self.standalone = standalone
        self._is_current = False
        self.renderer = str(context.info["GL_RENDERER"])
        self.version = str(context.info["GL_VERSION"])
        self.vendor = str(context.info["GL_VENDOR"])
        self.max_texture_size = int(context.info["GL_MAX_TEXTURE_SIZE"])
        self._home = context.screen or context.framebuffer([context.texture((1, 1), 4)])
        self._programs: dict[tuple[str, str, frozenset[tuple[str, int]]], moderngl.Program] = {}
        self._compute: dict[str, moderngl.ComputeShader] = {}
        self.max_storage_block = int(context.info.get("GL_MAX_SHADER_STORAGE_BLOCK_SIZE", 0)) if self.computes else 0

    @property
    def software(self) -> bool:
        """Whether the renderer runs on the processor, in main memory."""
        return any(name in self.renderer for name in _SOFTWARE_RENDERERS)

    @property
    def computes(self) -> bool:
        """Whether there are compute shaders: OpenGL 4.3."""
        return self.context.version_code >= COMPUTE_VERSION

    @property
    def wide(self) -> bool:
        """Whether shaders have whole numbers of 64 bits."""
        return "GL_ARB_gpu_shader_int64" in self.context.extensions

    def free_memory(self) -> int:
        """Bytes that textures could take: the graphics card's, or main memory where there is no telling."""
        if self.software:
            return free_memory()
        with self.current():
            return graphics_memory(self.context.extensions) or free_memory()

    def program(self, fragment: str, parameters: Mapping[str, int] | None = None) -> moderngl.Program:
        """The program of the full-screen triangle and one fragment shader, compiled once for each set of parameters.

        Raises:
            ShaderSourceError: it does not compile; the message has the compiler's words with real files and lines.
        """
        vertex = "fullscreen.vert"
        key = (vertex, fragment, frozenset((parameters or {}).items()))
        if key not in self._programs:
            source = compose(fragment, parameters or {})
            triangle = compose(vertex, {}).text
            try:
                with self.current():
                    self._programs[key] = self.context.program(vertex_shader=triangle, fragment_shader=source.text)
            except moderngl.Error as error:
                raise ShaderSourceError(f"{fragment} does not compile: {source.explain(str(error))}") from error
        return self._programs[key]

    def compute(self, name: str, parameters: Mapping[str, int] | None = None) -> moderngl.ComputeShader:
        """The program of a compute shader's file, compiled once for each set of parameters.

        Raises:
            ShaderSourceError: it does not compile.
        """
        source = compose(name, parameters or {})
        try:
            return self.compute_text(source.text)
        except moderngl.Error as error:
            raise ShaderSourceError(f"{name} does not compile: {source.explain(str(error))}") from error

    def compute_text(self, text: str) -> moderngl.ComputeShader:
        """The program of a compute shader's generated text, compiled once.

        Raises:
            moderngl.Error: it does not compile.
        """
        if text not in self._compute:
            with self.current():
                self._compute[text] = self.context.compute_shader(text)
        return self._compute[text]

    @contextmanager
    def current(self) -> Iterator[None]:
        """Make the context the current one while it lasts: several stand-alone devices may live in one thread.

        A window's context is left alone; its owner sees to that.
        """
        if not self.standalone or self._is_current:
            yield
            return
        with self.context:
            self._is_current = True
            try:
                yield
            finally:
                self._is_current = False

    def bind_home(self) -> None:
        """Bind a framebuffer that stays: moderngl returns to the one bound last, which must not be a released one."""
        self._home.use()

    def require_no_error(self, doing: str) -> None:
        """Raise EngineError if the GL has an error to report, such as no memory for a texture."""
        error = self.context.error
        if error != "GL_NO_ERROR":
            raise EngineError(f"{self.renderer}: {error} while {doing}")

    def close(self) -> None:
        """Release programs, and the context if this device made it."""
        with self.current():
            for program in self._programs.values():
                program.release()
            for shader in self._compute.values():
                shader.release()
        self._programs.clear()
        self._compute.clear()
        if self.standalone:
            self.context.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()


def open_device() -> GLDevice:
    """A device with a context of its own, without a window or a screen.

    Raises:
        EngineError: no OpenGL driver, or one that is too old.
    """
    reasons = []
    for settings in _backends():
        try:
            return GLDevice(moderngl.create_standalone_context(require=REQUIRED_VERSION, **settings), standalone=True)
        except Exception as error:  # noqa: BLE001 - moderngl raises plain Exception for a driver that is not there
            reasons.append(str(error))
        if old := _version_without_requirement(settings):
            raise EngineError(f"{old} is too old: gpulife needs OpenGL 3.3 or newer")
    raise EngineError(f"no OpenGL driver found ({reasons[0]}){_advice()}")


def _backends() -> list[dict[str, Any]]:
    """What to try, in order: EGL needs no screen, the platform's own way may need one."""
    return [{"backend": "egl"}, {}] if sys.platform.startswith("linux") else [{}]


def _version_without_requirement(settings: dict[str, Any]) -> str | None:
    """The OpenGL that is there when 3.3 is not, as "OpenGL 3.1 (renderer)"."""
    try:
        context = moderngl.create_standalone_context(require=210, **settings)
    except ValueError:  # there is a context, but one that has no number of its version to ask for
        return "OpenGL before 3.0"
    except Exception:  # noqa: BLE001 - the first failure has said why
        return None
    code = context.version_code
    name = f"OpenGL {code // 100}.{code // 10 % 10} ({context.info['GL_RENDERER']})"
    context.release()
    return name


def _advice() -> str:
    if not sys.platform.startswith("linux"):
        return ": install the graphics card's driver"
    return ": on Debian or Ubuntu, apt-get install libegl1 libgl1 libgl1-mesa-dri"
