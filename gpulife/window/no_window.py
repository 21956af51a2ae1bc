"""Errors that say why no window can be opened, and how to fix it."""

import os
import re
import sys

from gpulife.errors import NoWindowError

_LIBRARY = re.compile(r"lib[\w+-]+\.so[.\d]*")
_TERMINAL = "or use --view terminal"


def missing_library(error: ImportError) -> NoWindowError:
    """Return the error for a failed import of Dear ImGui: it is not installed, or a system library is missing."""
    if isinstance(error, ModuleNotFoundError):
        return NoWindowError(f"no window: {error.name} is not installed: install it with pip, {_TERMINAL}")
    library = _LIBRARY.search(str(error))
    if library is None:
        return NoWindowError(f"no window: Dear ImGui does not start ({error}); use --view terminal")
    return NoWindowError(
        f"no window: {library[0]} is missing or damaged: install it (Debian and Ubuntu: apt-get install"
        f" libx11-6 libxext6), {_TERMINAL}"
    )


def no_display() -> NoWindowError:
    """Return the error to show if glfw cannot start, because there is no display."""
    x11, wayland = os.environ.get("DISPLAY"), os.environ.get("WAYLAND_DISPLAY")
    if sys.platform != "linux" or not (x11 or wayland):
        return NoWindowError("no display: glfw cannot start; use --view terminal")
    if x11:
        return NoWindowError(f"no display: no X server answers at DISPLAY={x11}: correct it, {_TERMINAL}")
    return NoWindowError(
        "no display: windows of gpulife need XWayland, which this Wayland session lacks: install it (Debian and"
        f" Ubuntu: apt-get install xwayland) and log in again, {_TERMINAL}"
    )
