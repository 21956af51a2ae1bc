"""Counts the machine instructions of a kernel's loop in what NVIDIA's compiler makes: an ELF with 16 bytes for each.

The low 12 bits of an instruction are its operation, of which two are known here. Method: the longest stretch that a
branch jumps back over is the loop over rows, which takes nearly all the time.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass

_BYTES = 16
_BRANCH = 0x947
_SHUFFLES = frozenset({0x389, 0x589, 0x989, 0xF89})
_SHORTEST = 8


@dataclass(frozen=True, slots=True)
class Loop:
    """The loop of a kernel.

    Attributes:
        instructions: how many there are.
        shuffles: how many of them pass values between the threads of a warp, which takes two slots of its scheduler.
    """

    instructions: int
    shuffles: int

    @property
    def slots(self) -> int:
        """Slots of the scheduler that an iteration takes."""
        return self.instructions + self.shuffles


def loop_of(code: bytes, architecture: str) -> Loop:
    """The longest loop of the only kernel in an ELF that was compiled for an architecture, such as ``sm_90``.

    Raises:
        ValueError: there is no loop.
    """
    generation = int(architecture.removeprefix("sm_"))
    instructions = list(struct.iter_unpack("<QQ", _text(code)))
    loops = [
        (target, number)
        for number, (low, high) in enumerate(instructions)
        if low & 0xFFF == _BRANCH
        for target in (number + 1 + _displacement(low, high, generation) // _BYTES,)
        if 0 <= target < number - _SHORTEST
    ]
    if not loops:
        raise ValueError("the kernel has no loop")
    first, last = max(loops, key=lambda loop: loop[1] - loop[0])
    operations = [low & 0xFFF for low, _ in instructions[first : last + 1]]
    return Loop(len(operations), sum(operation in _SHUFFLES for operation in operations))


def _displacement(low: int, high: int, generation: int) -> int:
    """How many bytes a branch goes on from the instruction after it."""
    distance, bits = low >> 34 | (high & 0x3FFFF) << 30, 48
    if generation >= 90:  # eight more bits, elsewhere
        distance, bits = distance << 8 | (low >> 16 & 0xFF), 56
    return 4 * (distance - (1 << bits) if distance >> bits - 1 else distance)


def _text(code: bytes) -> bytes:
    """The bytes of the section ``.text.KERNEL``."""
    for name, start, size in _sections(code):
        if name.startswith(b".text"):
            return code[start : start + size]
    raise ValueError("there is no kernel")


def _sections(code: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Name, first byte and size of each section; see the ELF-64 Object File Format, version 1.5."""
    (table,) = struct.unpack_from("<Q", code, 40)
    size, count, names = struct.unpack_from("<HHH", code, 58)
    headers = [struct.unpack_from("<IIQQQQIIQQ", code, table + number * size) for number in range(count)]
    for header in headers:
        start = headers[names][4] + header[0]
        yield code[start : code.index(b"\0", start)], header[4], header[5]
