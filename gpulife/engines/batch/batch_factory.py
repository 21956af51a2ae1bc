"""Chooses the fastest kind of batch for a machine."""

from functools import partial
from typing import TYPE_CHECKING

from gpulife.engines.batch import OpenBatch
from gpulife.engines.batch.numpy_batch import NumpyBatch

if TYPE_CHECKING:
    from gpulife.engines.gl.gl_device import GLDevice


def batch_opener(device: "GLDevice | None") -> OpenBatch:
    """Return a function that opens batches: on ``device``, which must stay open, or in numpy if ``device`` is None.

    Numpy is also used if ``device`` is a software renderer. On a device and in numpy, batches give the same counts.
    """
    return NumpyBatch if device is None or device.is_software else gl_batch_opener(device)


def gl_batch_opener(device: "GLDevice") -> OpenBatch:
    """Return a function that opens batches on ``device``, even if it is a software renderer."""
    from gpulife.engines.batch.gl_batch import GLBatch

    return partial(GLBatch, device)
