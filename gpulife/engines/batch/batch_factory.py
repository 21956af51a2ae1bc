"""Where to look ahead: which kind of batch a machine is best served by."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gpulife.engines.batch import OpenBatch
from gpulife.engines.batch.numpy_batch import NumpyBatch

if TYPE_CHECKING:
    from gpulife.engines.gl.gl_device import GLDevice


def open_lookahead(device: GLDevice | None) -> OpenBatch:
    """What makes batches: on ``device``, which must stay open; in numpy without one.

    Numpy, too, where the device is the processor in disguise: there it is several times faster. All give the same
    counts, so that nothing but the time depends on it.
    """
    return NumpyBatch if device is None or device.software else gl_lookahead(device)


def gl_lookahead(device: GLDevice) -> OpenBatch:
    """Batches on ``device``, whatever it is."""
    from gpulife.engines.batch.gl_batch import GLBatch

    return partial(GLBatch, device)
