"""gpulife: competing species of the Game of Life on the GPU."""

__version__ = "0.1.0"
