"""RLE files, in and out: :func:`read_rle` and :func:`rle_text`."""

from gpulife.patterns.rle_read import read_rle
from gpulife.patterns.rle_write import rle_text

__all__ = ["read_rle", "rle_text"]
