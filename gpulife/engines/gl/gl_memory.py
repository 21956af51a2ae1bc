"""Finds how much graphics memory is free, with the extensions of NVIDIA and AMD.

moderngl does not support these extensions, so the OpenGL library is called directly.
https://registry.khronos.org/OpenGL/extensions/NVX/NVX_gpu_memory_info.txt
https://registry.khronos.org/OpenGL/extensions/ATI/ATI_meminfo.txt
"""

import ctypes
import ctypes.util
import re
import sys
from collections.abc import Collection

_GPU_MEMORY_INFO_CURRENT_AVAILABLE_VIDMEM_NVX = 0x9049
_TEXTURE_FREE_MEMORY_ATI = 0x87FC
_POOL, _AUXILIARY = 0, 2
"""Indices of ATI_meminfo's numbers: free dedicated memory, and free main memory that the card may use."""

_INTEGRATED_CHIPS = re.compile(
    r"\b(palm|sumo2?|aruba|kaveri|kabini|mullins|carrizo|stoney|raven2?|renoir|vangogh|rembrandt|raphael_mendocino|"
    r"phoenix2?|gfx1103_r\d|gfx115\d)\b",
    re.IGNORECASE,
)
"""Chip names of AMD processors with integrated graphics, as Mesa writes them in the renderer's name."""
_INTEGRATED_NAMES = re.compile(r"Radeon(\(TM\))?( Vega \d+| R\d| \d{3,4}[MS])? Graphics", re.IGNORECASE)
"""Names of AMD processors with integrated graphics in AMD's own driver; graphics cards have names such as RX or Pro."""


def graphics_memory(extensions: Collection[str], renderer: str) -> int | None:
    """Ask the current context's driver how many bytes are free for textures.

    Args:
        extensions: the context's extensions.
        renderer: the context's GL_RENDERER.

    Returns:
        The number of bytes; None if the driver does not report it. For integrated graphics, which can use all of main
        memory, free main memory is included.
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
    """Return True if ``renderer`` (the string GL_RENDERER) names an AMD processor with integrated graphics."""
    return bool(_INTEGRATED_CHIPS.search(renderer) or _INTEGRATED_NAMES.search(renderer))


def _get_integers(name: int) -> tuple[int, ...]:
    """Return four numbers from glGetIntegerv for ``name``; numbers that it does not set are 0."""
    values = (ctypes.c_int * 4)()
    library = ctypes.util.find_library("opengl32" if sys.platform == "win32" else "GL")
    if library is not None:
        ctypes.CDLL(library).glGetIntegerv(name, values)
    return tuple(values)
