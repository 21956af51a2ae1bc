"""The door to numba, which compiles functions of the plane's engines to machine code, once for all rules.

The first step takes some seconds. Later programs load the machine code from a folder that belongs to this version of
the engines' source. numba itself would keep it beside each module, where it would not notice that another module has
changed, and where it often may not write. Without numba, functions stay as they are.
"""

import os
from collections.abc import Callable
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from gpulife.storage.folders import cache_folder

_Given = ParamSpec("_Given")
_Result = TypeVar("_Result")

_SOURCES = ("hashlife", "plane")
"""The packages with compiled functions."""
HAS_NUMBA = find_spec("numba") is not None
"""True if functions are compiled."""


def _prepare_cache() -> bool:
    """Choose the folder for machine code; return False if it cannot be written."""
    digest = blake2b(digest_size=8)
    for package in _SOURCES:
        for path in sorted((Path(__file__).parent / package).glob("*.py")):
            digest.update(path.read_bytes())
    config: Any = numba.config
    folder = Path(config.CACHE_DIR or cache_folder() / "numba") / digest.hexdigest()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    config.CACHE_DIR = str(folder)
    return os.access(folder, os.W_OK | os.X_OK)


_settings: dict[str, Any] = {}
VERSION = ""
"""numba's name and version; "" without it."""

if HAS_NUMBA:
    import numba

    _settings = {"cache": _prepare_cache(), "boundscheck": False, "error_model": "numpy"}
    VERSION = f"numba {numba.__version__}"


def compiled(function: Callable[_Given, _Result]) -> Callable[_Given, _Result]:
    """Return ``function``, to be compiled when it is first called."""
    if not HAS_NUMBA:
        return function
    found: Callable[_Given, _Result] = numba.njit(**_settings)(function)
    return found


def inlined(function: Callable[_Given, _Result]) -> Callable[_Given, _Result]:
    """Return ``function``, to be compiled into each function that calls it.

    A call would copy all arrays of a plane and of a rule, which takes longer than looking up a node.
    """
    if not HAS_NUMBA:
        return function
    found: Callable[_Given, _Result] = numba.njit(**_settings, forceinline=True)(function)
    return found
