"""Keeps what C libraries print away from the terminal, but lets gpulife's own output through.

JACK, ALSA and others write what they did not find to the descriptors of stdout and stderr, behind Python's back.
"""

import ctypes
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock

_STREAMS = {1: "stdout", 2: "stderr"}

_lock = Lock()
_depth = 0
_real: dict[int, int] = {}
"""Duplicates of the real descriptors 1 and 2. They are reused and never closed: a thread may still write to them."""
_swapped: dict[int, tuple[io.TextIOBase, io.TextIOBase]] = {}
"""Python's original stream, and its replacement, by descriptor."""


@contextmanager
def discarded_stray_output() -> Iterator[None]:
    """Discard what reaches the descriptors 1 and 2 inside, other than through ``sys.stdout`` and ``sys.stderr``.

    Several threads may be inside at once; the last one to leave restores the terminal. The output of a process that is
    started inside is discarded as long as it runs.
    """
    global _depth
    with _lock:
        if _depth == 0:
            _redirect()
        _depth += 1
    try:
        yield
    finally:
        with _lock:
            _depth -= 1
            if _depth == 0:
                _restore()


def _redirect() -> None:
    _flush_c()
    null = os.open(os.devnull, os.O_WRONLY)
    for descriptor, name in _STREAMS.items():
        with suppress(OSError):  # it may be closed, as in daemons
            if descriptor in _real:
                os.dup2(descriptor, _real[descriptor], inheritable=False)
            else:
                _real[descriptor] = os.dup(descriptor)
            stream = getattr(sys, name)
            if _leads_to(stream, descriptor):
                with suppress(OSError, ValueError):
                    stream.flush()
                replacement = open(  # noqa: SIM115 - it outlives this
                    _real[descriptor], "w", buffering=1, encoding=stream.encoding, errors=stream.errors, closefd=False
                )
                _swapped[descriptor] = stream, replacement
                setattr(sys, name, replacement)
            os.dup2(null, descriptor)
    os.close(null)


def _restore() -> None:
    _flush_c()
    for descriptor, name in _STREAMS.items():
        with suppress(OSError):
            if descriptor in _real:
                os.dup2(_real[descriptor], descriptor)
        if descriptor in _swapped:
            stream, replacement = _swapped.pop(descriptor)
            with suppress(OSError, ValueError):
                replacement.flush()
            if getattr(sys, name) is replacement:
                setattr(sys, name, stream)


def _leads_to(stream: io.TextIOBase | None, descriptor: int) -> bool:
    """Return whether one of Python's streams writes to a descriptor; it may be None, or write elsewhere."""
    try:
        return stream is not None and stream.fileno() == descriptor
    except (OSError, ValueError, AttributeError):
        return False


def _flush_c() -> None:
    """Empty C's own buffer of stdout, which would be written later, when stdout is a file or a pipe."""
    for symbol in "stdout", "__stdoutp":  # Linux, macOS; not Windows, where libraries have buffers of their own
        with suppress(OSError, ValueError, AttributeError, TypeError):
            library = ctypes.CDLL(None)
            library.fflush(ctypes.c_void_p.in_dll(library, symbol))
