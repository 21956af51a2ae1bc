"""Opens OpenGL contexts without a window: the newest version that the driver has, on a graphics card if there is one.

Some drivers, such as NVIDIA's, return exactly the requested version; others, such as Mesa, return the newest version
that is compatible with the requested one. So the newest version is requested first.
"""

import ctypes
import os
import re
import sys
from collections.abc import Callable
from typing import Any

import moderngl

from gpulife.errors import EngineError

CONTEXT_VERSIONS = (460, 450, 430, 410, 330)
"""OpenGL versions to request, in order. Compute shaders need 4.3, macOS has 4.1, and gpulife needs 3.3."""
REQUIRED_VERSION = CONTEXT_VERSIONS[-1]
"""OpenGL 3.3 core, which every driver of the last ten years supports."""

_SOFTWARE_RENDERERS = ("llvmpipe", "softpipe", "swrast", "SwiftShader", "Microsoft Basic Render")
_VECTOR_WIDTH, _MAX_VECTOR_WIDTH = "LP_NATIVE_VECTOR_WIDTH", 256
"""Name of Mesa's environment variable for the width of llvmpipe's vectors, and the largest safe width in bits."""
_NO_SUCH_DEVICE = 1000
_DEVICES_FOUND = re.compile(r"found (\d+) devices")

CreateContext = Callable[..., moderngl.Context]
"""Opens a context or raises an exception; takes the parameters of ``moderngl.create_standalone_context``."""


def is_software(renderer: str) -> bool:
    """Return True if ``renderer`` (the string GL_RENDERER) names a renderer that runs on the processor."""
    return any(name in renderer for name in _SOFTWARE_RENDERERS)


def limit_vector_width() -> None:
    """Limit the vectors of llvmpipe to a width at which it does not crash; call this before opening a context.

    Mesa itself never chooses more than 256 bits; with more, its function generate_fs_twiddle (lp_state_fs.c) fails.
    """
    try:
        too_wide = int(os.environ.get(_VECTOR_WIDTH, ""), 0) > _MAX_VECTOR_WIDTH
    except ValueError:
        return
    if too_wide:
        os.environ[_VECTOR_WIDTH] = str(_MAX_VECTOR_WIDTH)


def open_context(create: CreateContext = moderngl.create_standalone_context, number: int = 0) -> moderngl.Context:
    """Open a stand-alone context on a working graphics card, or else on a software renderer.

    The context's ``extra`` is the card's number, counted from 0, or 0 for a software renderer.

    Args:
        create: makes a context.
        number: which working card to use, from 0; numbers beyond the last card start over at the first.

    Raises:
        EngineError: there is no OpenGL driver, or all of them are too old.
    """
    limit_vector_width()
    software: moderngl.Context | None = None
    cards: list[moderngl.Context] = []
    too_old: str | None = None
    reasons: list[str] = []
    for settings in _backends(create):
        if (cards or software or too_old) and "backend" not in settings:
            break  # the system's default uses the same drivers as EGL
        try:
            context = _open_newest(create, settings)
        except Exception as error:  # noqa: BLE001 - moderngl raises plain Exception for a missing driver
            too_old = too_old or _old_version(create, settings)
            reasons.append(str(error))
            continue
        if not is_software(str(context.info["GL_RENDERER"])):
            cards.append(context)
            if len(cards) > number:
                break
        elif software is None:
            software = context
        else:
            context.release()
    if cards:
        card = number % len(cards)
        for context in (*cards, *([] if software is None else [software])):
            if context is not cards[card]:
                context.release()
        cards[card].extra = card
        return cards[card]
    if software is not None:
        software.extra = 0
        return software
    if too_old is not None:
        raise EngineError(f"{too_old} is too old: gpulife needs OpenGL 3.3 or newer")
    raise EngineError(f"no OpenGL driver found ({reasons[0]}){_advice()}")


def _open_newest(create: CreateContext, settings: dict[str, Any]) -> moderngl.Context:
    """Open a context of the newest version in CONTEXT_VERSIONS that works, by calling ``create`` with ``settings``.

    If none works, raise the driver's error.
    """
    for version in CONTEXT_VERSIONS[:-1]:
        try:
            return create(require=version, **settings)
        except Exception:  # noqa: BLE001, S112 - the oldest version raises the error
            continue
    return create(require=REQUIRED_VERSION, **settings)


def _backends(create: CreateContext) -> list[dict[str, Any]]:
    """Return the settings with which to try to open a context, in order: each EGL device, then the default."""
    if not sys.platform.startswith("linux"):
        return [{}]
    if "GLCONTEXT_DEVICE_INDEX" in os.environ:  # the user has chosen a device
        return [{"backend": "egl"}, {}]
    return [*({"backend": "egl", "device_index": index} for index in range(_egl_devices(create))), {}]


def _egl_devices(create: CreateContext) -> int:
    """Return the number of EGL devices, read from EGL's error message for a missing device; 1 if unknown."""
    try:
        create(require=REQUIRED_VERSION, backend="egl", device_index=_NO_SUCH_DEVICE).release()
    except Exception as error:  # noqa: BLE001 - see open_context
        if found := _DEVICES_FOUND.search(str(error)):
            return max(1, int(found[1]))
    return 1


def _old_version(create: CreateContext, settings: dict[str, Any]) -> str | None:
    """Return the version and renderer of a driver that is too old, as "OpenGL 3.1 (renderer)".

    Return None if there is no driver.
    """
    try:
        context = create(require=210, **settings)
    except ValueError:  # there is a context, but it is too old to report its version
        return "OpenGL before 3.0"
    except Exception:  # noqa: BLE001 - the first error is reported
        return None
    code = context.version_code
    name = f"OpenGL {code // 100}.{code // 10 % 10} ({context.info['GL_RENDERER']})"
    context.release()
    return name


def _advice() -> str:
    if not sys.platform.startswith("linux"):
        return ": install the graphics card's driver"
    return ": on Debian or Ubuntu, apt-get install libegl1 libgl1 libgl1-mesa-dri"


# OpenGL functions that moderngl lacks.

function_type = getattr(ctypes, "WINFUNCTYPE", ctypes.CFUNCTYPE)
"""Makes the ctypes type of an OpenGL function, with the calling convention of this operating system."""


def gl_function(context: moderngl.Context, name: str, *arguments: Any) -> Callable[..., None]:
    """Return the OpenGL function ``name``, which the context must support, as a callable without a return value.

    Args:
        context: the current context.
        name: the function's name, such as ``glTexBuffer``.
        arguments: the ctypes types of the function's arguments.
    """
    address = context.mglo._context.load_opengl_function(name)  # there is no other way to the loader
    function: Callable[..., None] = function_type(None, *arguments)(address)
    return function
