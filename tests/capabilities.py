"""The OpenGL features of this machine; tests adapt to missing ones or are skipped by name."""

from __future__ import annotations

from functools import cache

import pytest
from needs import COMPUTE, WIDE_WORDS

from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine
from gpulife.engines.bitplanes.gl_fragment_engine import GLFragmentPlanesEngine
from gpulife.engines.gl.gl_device import open_device
from gpulife.errors import EngineError
from gpulife.ranks.world import LLVMPIPE_THREADS

needs_compute = pytest.mark.needs(COMPUTE)
needs_wide_words = pytest.mark.needs(WIDE_WORDS)


def has_compute() -> bool:
    """Return True if there are compute shaders."""
    return COMPUTE in _capabilities()


def planes_types() -> list[type[GLPlanesEngine] | type[GLFragmentPlanesEngine]]:
    """Return the bit-plane engines that run here."""
    return [GLPlanesEngine, GLFragmentPlanesEngine] if has_compute() else [GLFragmentPlanesEngine]


def has_wide_words() -> bool:
    """Return True if shaders have 64-bit integers."""
    return WIDE_WORDS in _capabilities()


@cache
def _capabilities() -> frozenset[str]:
    """Ask the first device of this process, for which llvmpipe draws, as for all later ones, on their own thread.

    With threads beside it Mesa 22.3's llvmpipe aborts now and then in a draw, when several processes share few
    processors. Programs that tests start, and windows, have threads as usual.
    """
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv(LLVMPIPE_THREADS, "0")
            first = open_device()
        with first as device:
            there = {COMPUTE: device.has_compute, WIDE_WORDS: device.has_compute and device.has_int64}
    except EngineError:
        return frozenset()  # the tests say so themselves
    return frozenset(name for name, is_there in there.items() if is_there)
