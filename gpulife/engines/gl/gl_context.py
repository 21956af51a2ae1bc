"""Opens OpenGL contexts without a window: the newest version that a driver gives, on a graphics card if there is one.

Some drivers return exactly the version that one asks for, NVIDIA's among them; others, such as Mesa, return the newest
that is compatible with it. So the newest is asked for first: compute shaders need 4.3.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from typing import Any

import moderngl

from gpulife.errors import EngineError

CONTEXT_VERSIONS = (460, 450, 430, 410, 330)
"""OpenGL versions to ask for, in order: 4.3 has compute shaders, 4.1 is what macOS has, 3.3 is the least."""
REQUIRED_VERSION = CONTEXT_VERSIONS[-1]
"""OpenGL 3.3 core: what every driver of the last ten years has."""

_SOFTWARE_RENDERERS = ("llvmpipe", "softpipe", "swrast", "SwiftShader", "Microsoft Basic Render")
_VECTOR_WIDTH, _MAX_VECTOR_WIDTH = "LP_NATIVE_VECTOR_WIDTH", 256
"""Mesa's variable for the bits of llvmpipe's vectors, and how many its fragment shaders can have."""
_NO_SUCH_DEVICE = 1000
_DEVICES_FOUND = re.compile(r"found (\d+) devices")

CreateContext = Callable[..., moderngl.Context]
"""Makes a context or raises; takes what ``moderngl.create_standalone_context`` takes."""


def is_software(renderer: str) -> bool:
    """Tell whether a renderer of that name (GL_RENDERER) computes on the processor, in main memory."""
    return any(name in renderer for name in _SOFTWARE_RENDERERS)


def limit_vector_width() -> None:
    """Give llvmpipe vectors that it can draw with, before its first context: with wider ones it crashes.

    Mesa itself never chooses more than 256 bits; generate_fs_twiddle in its lp_state_fs.c cannot do with more.
    """
    try:
        too_wide = int(os.environ.get(_VECTOR_WIDTH, ""), 0) > _MAX_VECTOR_WIDTH
    except ValueError:
        return
    if too_wide:
        os.environ[_VECTOR_WIDTH] = str(_MAX_VECTOR_WIDTH)


def open_context(create: CreateContext = moderngl.create_standalone_context) -> moderngl.Context:
    """Open a context of its own; the first graphics card that works is preferred to any software renderer.

    Raises:
        EngineError: there is no OpenGL driver, or only such as are too old.
    """
    limit_vector_width()
    software: moderngl.Context | None = None
    too_old: str | None = None
    reasons: list[str] = []
    for settings in _backends(create):
        if (software or too_old) and "backend" not in settings:
            break  # the platform's own way leads to no other driver than EGL does
        try:
            context = _newest(create, settings)
        except Exception as error:  # noqa: BLE001 - moderngl raises plain Exception for a driver that is not there
            too_old = too_old or _version_without_requirement(create, settings)
            reasons.append(str(error))
            continue
        if not is_software(str(context.info["GL_RENDERER"])):
            if software is not None:
                software.release()
            return context
        if software is None:
            software = context
        else:
            context.release()
    if software is not None:
        return software
    if too_old is not None:
        raise EngineError(f"{too_old} is too old: gpulife needs OpenGL 3.3 or newer")
    raise EngineError(f"no OpenGL driver found ({reasons[0]}){_advice()}")


def _newest(create: CreateContext, settings: dict[str, Any]) -> moderngl.Context:
    """The newest context of CONTEXT_VERSIONS that there is; raises what the driver says of the oldest."""
    for version in CONTEXT_VERSIONS[:-1]:
        try:
            return create(require=version, **settings)
        except Exception:  # noqa: BLE001, S112 - the next version says what is wrong, if anything is
            continue
    return create(require=REQUIRED_VERSION, **settings)


def _backends(create: CreateContext) -> list[dict[str, Any]]:
    """What to try, in order: EGL needs no screen and has a device for each card; the system's own way may need one."""
    if not sys.platform.startswith("linux"):
        return [{}]
    if "GLCONTEXT_DEVICE_INDEX" in os.environ:  # somebody has chosen
        return [{"backend": "egl"}, {}]
    return [*({"backend": "egl", "device_index": index} for index in range(_egl_devices(create))), {}]


def _egl_devices(create: CreateContext) -> int:
    """How many devices EGL has, as far as it tells when asked for one that is not there; 1 where it does not."""
    try:
        create(require=REQUIRED_VERSION, backend="egl", device_index=_NO_SUCH_DEVICE).release()
    except Exception as error:  # noqa: BLE001 - see open_context
        if found := _DEVICES_FOUND.search(str(error)):
            return max(1, int(found[1]))
    return 1


def _version_without_requirement(create: CreateContext, settings: dict[str, Any]) -> str | None:
    """The OpenGL that is there when 3.3 is not, as "OpenGL 3.1 (renderer)"."""
    try:
        context = create(require=210, **settings)
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
