"""How fast a device copies its own memory: what an engine that moves memory can be measured against."""

from __future__ import annotations

import time

from gpulife.engines.gl_device import GLDevice

_BYTES = 64 << 20
_ROUNDS = 7


def copy_bandwidth(device: GLDevice, size: int = _BYTES) -> float:
    """Bytes a second that go through memory when ``size`` bytes are copied: each is read once and written once."""
    with device.current():
        context = device.context
        source, target = context.buffer(reserve=size), context.buffer(reserve=size)
        try:
            best = float("inf")
            for _ in range(_ROUNDS):
                context.finish()
                began = time.perf_counter()
                context.copy_buffer(target, source)
                context.finish()
                best = min(best, time.perf_counter() - began)
        finally:
            source.release()
            target.release()
    return 2 * size / best
