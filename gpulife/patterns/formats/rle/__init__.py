"""RLE files, in and out."""
