"""Find out whether the driver has discarded the OpenGL context, after a hang, a reset or an update of the driver."""

import ctypes
from collections.abc import Callable, Iterable
from typing import Any

import glfw

_NAMES = {"GL_KHR_robustness": b"glGetGraphicsResetStatus", "GL_ARB_robustness": b"glGetGraphicsResetStatusARB"}


def reset_status(extensions: Iterable[str]) -> Callable[[], bool]:
    """Return a function that tells whether the current context is lost; it says no where the driver cannot tell.

    Args:
        extensions: names of the context's extensions; the context must be a robust one (glfw's CONTEXT_ROBUSTNESS).
    """
    known = set(extensions)
    name = next((name for extension, name in _NAMES.items() if extension in known), None)
    address: Any = glfw.get_proc_address(name.decode()) if name is not None else None
    number = ctypes.cast(address, ctypes.c_void_p).value if address else None
    if not number:
        return lambda: False
    status = ctypes.CFUNCTYPE(ctypes.c_uint)(number)
    return lambda: status() != 0
