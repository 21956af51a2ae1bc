"""RLE files, in and out: :func:`open_rle`, :func:`read_rle` and :func:`rle_text`."""

from gpulife.patterns.rle_read import RlePattern, open_rle, read_rle
from gpulife.patterns.rle_write import rle_text

__all__ = ["RlePattern", "open_rle", "read_rle", "rle_text"]
