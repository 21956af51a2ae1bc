"""What a compiler of shaders tells about a text."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Compiled:
    """What a compiler made of a shader.

    Attributes:
        registers: of a thread.
        spilled: what did not fit into them: bytes a thread (NVIDIA) or registers (AMD).
        seconds: of processor time that compiling took.
    """

    registers: int
    spilled: int
    seconds: float
