"""Whether the graphics driver has thrown the OpenGL context away: after a hang, a reset, an update of the driver."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable
from typing import Any

import glfw

_NAMES = {"GL_KHR_robustness": b"glGetGraphicsResetStatus", "GL_ARB_robustness": b"glGetGraphicsResetStatusARB"}


def reset_status(extensions: Iterable[str]) -> Callable[[], bool]:
    """What tells whether the current context is lost; always "no" where the driver cannot say.

    Args:
        extensions: of the context, which must be one that was asked to tell (glfw's CONTEXT_ROBUSTNESS).
    """
    known = set(extensions)
    name = next((name for extension, name in _NAMES.items() if extension in known), None)
    address: Any = glfw.get_proc_address(name.decode()) if name is not None else None
    number = ctypes.cast(address, ctypes.c_void_p).value if address else None
    if not number:
        return lambda: False
    ask = ctypes.CFUNCTYPE(ctypes.c_uint)(number)
    return lambda: ask() != 0
