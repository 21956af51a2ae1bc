"""How much graphics memory is free, where a driver tells: NVIDIA's and AMD's extensions.

moderngl has no call for these, so that the GL library is asked directly.
https://registry.khronos.org/OpenGL/extensions/NVX/NVX_gpu_memory_info.txt
https://registry.khronos.org/OpenGL/extensions/ATI/ATI_meminfo.txt
"""

from __future__ import annotations

import ctypes
import ctypes.util
import re
import sys
from collections.abc import Collection

_GPU_MEMORY_INFO_CURRENT_AVAILABLE_VIDMEM_NVX = 0x9049
_TEXTURE_FREE_MEMORY_ATI = 0x87FC
_POOL, _AUXILIARY = 0, 2
"""Among ATI's four numbers: what is free of the memory of its own, and of the main memory that it may use."""

_INTEGRATED_CHIPS = re.compile(
    r"\b(palm|sumo2?|aruba|kaveri|kabini|mullins|carrizo|stoney|raven2?|renoir|vangogh|rembrandt|raphael_mendocino|"
    r"phoenix2?|gfx1103_r\d|gfx115\d)\b",
    re.IGNORECASE,
)
"""AMD's processors with graphics by the names of their chips, which Mesa puts into the renderer's name."""
_INTEGRATED_NAMES = re.compile(r"Radeon(\(TM\))?( Vega \d+| R\d| \d{3,4}[MS])? Graphics", re.IGNORECASE)
"""The same by what AMD's own driver calls them: graphics cards have a series, such as RX or Pro."""


def graphics_memory(extensions: Collection[str], renderer: str) -> int | None:
    """Ask the driver of the current context how many bytes are free for textures.

    Args:
        extensions: of the context.
        renderer: its GL_RENDERER.

    Returns:
        The bytes, None if the extensions do not say. Of processors with graphics, which keep only a small part of main
        memory to themselves but use the rest as well, both count.
    """
    if "GL_NVX_gpu_memory_info" in extensions:
        kibibytes = _get_integers(_GPU_MEMORY_INFO_CURRENT_AVAILABLE_VIDMEM_NVX)[_POOL]
    elif "GL_ATI_meminfo" in extensions:
        numbers = _get_integers(_TEXTURE_FREE_MEMORY_ATI)
        kibibytes = numbers[_POOL] + (numbers[_AUXILIARY] if is_integrated(renderer) else 0)
    else:
        return None
    return kibibytes * 1024 or None


def is_integrated(renderer: str) -> bool:
    """Tell whether a renderer of that name (GL_RENDERER) is a processor of AMD's with graphics."""
    return bool(_INTEGRATED_CHIPS.search(renderer) or _INTEGRATED_NAMES.search(renderer))


def _get_integers(name: int) -> tuple[int, ...]:
    """The numbers that glGetIntegerv gives, four at most; zeros without a GL library."""
    values = (ctypes.c_int * 4)()
    library = ctypes.util.find_library("opengl32" if sys.platform == "win32" else "GL")
    if library is not None:
        ctypes.CDLL(library).glGetIntegerv(name, values)
    return tuple(values)
