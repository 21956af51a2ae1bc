"""How much graphics memory is free, where a driver tells: NVIDIA's and AMD's extensions.

moderngl has no call for these, so that the GL library is asked directly.
https://registry.khronos.org/OpenGL/extensions/NVX/NVX_gpu_memory_info.txt
https://registry.khronos.org/OpenGL/extensions/ATI/ATI_meminfo.txt
"""

from __future__ import annotations

import ctypes
import ctypes.util
import sys
from collections.abc import Collection

_GPU_MEMORY_INFO_CURRENT_AVAILABLE_VIDMEM_NVX = 0x9049
_TEXTURE_FREE_MEMORY_ATI = 0x87FC


def graphics_memory(extensions: Collection[str]) -> int | None:
    """Bytes free for textures in the current context, None if its ``extensions`` do not say."""
    if "GL_NVX_gpu_memory_info" in extensions:
        name = _GPU_MEMORY_INFO_CURRENT_AVAILABLE_VIDMEM_NVX
    elif "GL_ATI_meminfo" in extensions:
        name = _TEXTURE_FREE_MEMORY_ATI
    else:
        return None
    kibibytes = _get_integer(name)
    return kibibytes * 1024 if kibibytes else None


def _get_integer(name: int) -> int | None:
    """The first value that glGetIntegerv gives (ATI's is one of four), None without a GL library."""
    library = ctypes.util.find_library("opengl32" if sys.platform == "win32" else "GL")
    if library is None:
        return None
    values = (ctypes.c_int * 4)()
    ctypes.CDLL(library).glGetIntegerv(name, values)
    return values[0]
