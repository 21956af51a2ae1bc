"""Functions of OpenGL that moderngl does not offer."""

import ctypes
from collections.abc import Callable
from typing import Any

import moderngl

function_type = getattr(ctypes, "WINFUNCTYPE", ctypes.CFUNCTYPE)
"""Makes the type of an OpenGL function: on Windows they are called in another way."""


def gl_function(context: moderngl.Context, name: str, *arguments: Any) -> Callable[..., None]:
    """Return a function of OpenGL that returns nothing, which the context must have.

    Args:
        context: the context, which is current.
        name: such as ``glTexBuffer``.
        arguments: the types of its arguments, of ctypes.
    """
    address = context.mglo._context.load_opengl_function(name)  # there is no other way to the loader
    function: Callable[..., None] = function_type(None, *arguments)(address)
    return function
