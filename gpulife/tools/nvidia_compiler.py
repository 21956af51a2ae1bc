"""Estimates the cost of a pass on an NVIDIA card from the output of NVIDIA's compiler. No card is needed."""

import ctypes
import re
import struct
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from gpulife.engines.bitplanes.layout import Layout
from gpulife.engines.bitplanes.pass_shape import PassShape
from gpulife.engines.bitplanes.pass_source import pass_source
from gpulife.engines.bitplanes.rule_circuits import planes_of
from gpulife.errors import EngineError
from gpulife.rules import Rule


@dataclass(frozen=True, slots=True)
class Compiled:
    """A compiler's report on a shader.

    Attributes:
        registers: registers per thread (invocation of the shader).
        spilled: amount of data that did not fit into registers, in bytes per thread (NVIDIA) or in registers (AMD).
        seconds: CPU time taken to compile.
    """

    registers: int
    spilled: int
    seconds: float


# Compile passes as CUDA with NVIDIA's compiler, which comes as a Python wheel and needs no card.
#
# Needs the PyPI package nvidia-cuda-nvrtc-cu12.

_PRELUDE = """
typedef unsigned uint;
typedef unsigned long long uint64_t;
struct uvec2 { uint x, y; __device__ uvec2(uint x, uint y) : x(x), y(y) {} };
__device__ inline int clamp(int a, int low, int high) { return a < low ? low : a > high ? high : a; }
__device__ inline uint64_t packUint2x32(uvec2 v) { return (uint64_t)v.y << 32 | v.x; }
#define subgroupShuffleDown(word, by) __shfl_down_sync(0xffffffffu, word, by)
#define subgroupShuffleUp(word, by) __shfl_up_sync(0xffffffffu, word, by)
#define gl_WorkGroupID blockIdx
#define gl_LocalInvocationID threadIdx
#define gl_GlobalInvocationID (uint3{blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y, 0u})
"""
_BUFFER = re.compile(r"layout\(std430.*\) (readonly |writeonly |)buffer \w+ \{ uint (\w+)\[\]; \};")
_UNIFORM = re.compile(r"uniform (\w+) (\w+);")


def to_cuda(text: str) -> str:
    """Translate the shader of a pass to a CUDA kernel, whose arguments are the shader's buffers and uniforms."""
    arguments, body = [], []
    for line in text.splitlines():
        if line.startswith(("#", "layout(local")):
            continue
        if buffer := _BUFFER.fullmatch(line):
            constant = "const " if buffer[1] == "readonly " else ""
            arguments.append(f"{constant}uint* __restrict__ {buffer[2]}")
            continue
        if uniform := _UNIFORM.fullmatch(line):
            arguments.append(f"{uniform[1]} {uniform[2]}")
            continue
        body.append(line)
    # The only function beside main reads the uniform `columns`. As a lambda in the kernel, it can still do so.
    kernel = "\n".join(body)
    functions, _, main = kernel.partition("void main() {")
    functions = re.sub(r"^uint (\w+)\((.*)\) \{$", r"auto \1 = [&](\2) -> uint {", functions, flags=re.MULTILINE)
    functions = re.sub(r"^\}$", "};", functions, flags=re.MULTILINE)
    return f'{_PRELUDE}extern "C" __global__ void pass({", ".join(arguments)}) {{\n{functions}{main}'


def compile_for(architecture: str, text: str) -> Compiled:
    """Compile a pass for an architecture, such as ``sm_86``, and return the compiler's report.

    Raises:
        EngineError: the pass does not compile; the message has the compiler's output.
    """
    return machine_code(architecture, text)[0]


def machine_code(architecture: str, text: str) -> tuple[Compiled, bytes]:
    """Compile a pass; return the compiler's report and the machine code (an ELF file).

    Raises:
        EngineError: the pass does not compile; the message has the compiler's output.
    """
    library = _library()
    program = ctypes.c_void_p()
    options = [f"--gpu-architecture={architecture}".encode(), b"--ptxas-options=-v"]
    given = (ctypes.c_char_p * len(options))(*options)
    library.nvrtcCreateProgram(ctypes.byref(program), to_cuda(text).encode(), b"pass.cu", 0, None, None)
    try:
        began = time.process_time()
        failed = library.nvrtcCompileProgram(program, len(options), given)
        seconds = time.process_time() - began
        size = ctypes.c_size_t()
        library.nvrtcGetProgramLogSize(program, ctypes.byref(size))
        log = ctypes.create_string_buffer(size.value)
        library.nvrtcGetProgramLog(program, log)
        if not failed:
            library.nvrtcGetCUBINSize(program, ctypes.byref(size))
        code = ctypes.create_string_buffer(0 if failed else size.value)
        if not failed:
            library.nvrtcGetCUBIN(program, code)
    finally:
        library.nvrtcDestroyProgram(ctypes.byref(program))
    said = log.value.decode()
    if failed:
        raise EngineError(f"NVIDIA's compiler refuses the pass for {architecture}: {said}")
    registers, spilled = (
        re.search(pattern, said) for pattern in (r"Used (\d+) registers", r"(\d+) bytes spill stores")
    )
    if registers is None or spilled is None:
        raise EngineError(f"NVIDIA's compiler reports no register count for the pass on {architecture}: {said}")
    return Compiled(int(registers[1]), int(spilled[1]), seconds), code.raw


def has_compiler() -> bool:
    """Return True if NVIDIA's compiler is installed."""
    return find_spec("nvidia") is not None and find_spec("nvidia.cuda_nvrtc") is not None


def compiler_file() -> Path:
    """Return the path of the compiler's library.

    Raises:
        EngineError: the compiler is not installed.
    """
    found = find_spec("nvidia.cuda_nvrtc")
    folders = [] if found is None else found.submodule_search_locations or []
    for folder in folders:
        for library in sorted(Path(folder).glob("lib/libnvrtc.so.*")):
            return library
    raise EngineError("NVIDIA's compiler is not installed: pip install nvidia-cuda-nvrtc-cu12")


@cache
def _library() -> ctypes.CDLL:
    return ctypes.CDLL(str(compiler_file()))


# Count the machine instructions in a kernel's loop. The compiler's output is an ELF file with 16 bytes per instruction.
#
# The low 12 bits of an instruction are its operation; only branches and shuffles are known here. The loop over rows,
# which takes nearly all the time, is the longest stretch that a branch jumps back over.

_BYTES = 16
_BRANCH = 0x947
_SHUFFLES = frozenset({0x389, 0x589, 0x989, 0xF89})
_SHORTEST = 8


@dataclass(frozen=True, slots=True)
class Loop:
    """The main loop of a kernel.

    Attributes:
        instructions: number of instructions.
        shuffles: number of instructions that exchange values within a warp; each takes two scheduler slots.
    """

    instructions: int
    shuffles: int

    @property
    def slots(self) -> int:
        """Number of scheduler slots that one iteration takes."""
        return self.instructions + self.shuffles


def loop_of(code: bytes, architecture: str) -> Loop:
    """Return the longest loop of the only kernel in an ELF file compiled for ``architecture``, such as ``sm_90``.

    Raises:
        ValueError: the kernel has no loop.
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
    """Return how far a branch instruction jumps, in bytes from the end of the instruction.

    ``low`` and ``high`` are the two halves of the instruction. ``generation`` is the architecture's number, such as 90.
    """
    distance, bits = low >> 34 | (high & 0x3FFFF) << 30, 48
    if generation >= 90:  # eight more bits, in another place
        distance, bits = distance << 8 | (low >> 16 & 0xFF), 56
    return 4 * (distance - (1 << bits) if distance >> bits - 1 else distance)


def _text(code: bytes) -> bytes:
    for name, start, size in _sections(code):
        if name.startswith(b".text"):
            return code[start : start + size]
    raise ValueError("the compiled file has no kernel")


def _sections(code: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Yield (name, first byte, size) of each section; see the ELF-64 Object File Format, version 1.5."""
    (table,) = struct.unpack_from("<Q", code, 40)
    size, count, names = struct.unpack_from("<HHH", code, 58)
    headers = [struct.unpack_from("<IIQQQQIIQQ", code, table + number * size) for number in range(count)]
    for header in headers:
        start = headers[names][4] + header[0]
        yield code[start : code.index(b"\0", start)], header[4], header[5]


# The cost of a pass according to the compiler: registers and scheduler slots.


@dataclass(frozen=True, slots=True)
class PassCost:
    """The cost of a pass (one run of a shader over the board).

    Attributes:
        compiled: the compiler's report.
        slots: number of scheduler slots per stored word (32 cells) and generation, without the work for the halo: rows
            above and below that the pass computes but does not store.
        slots_with_halo: number of scheduler slots per stored word and generation, with the work for the halo.
    """

    compiled: Compiled
    slots: float
    slots_with_halo: float


def pass_cost(rule: Rule, shape: PassShape, columns: int, architecture: str) -> PassCost:
    """Return the cost of a pass.

    Args:
        rule: the rule, with the board's edges. The engine with bit planes must support it.
        shape: the shape of the pass.
        columns: columns of the board.
        architecture: NVIDIA's name for the kind of card, such as ``sm_90``.

    Raises:
        EngineError: the compiler refuses the pass or the architecture.
    """
    compiled, code = machine_code(architecture, pass_text(rule, shape, columns))
    own = shape.pass_words / (shape.lanes or 1) if shape.in_pairs else shape.own_words
    slots = loop_of(code, architecture).slots / (shape.unroll * shape.generations * own)
    return PassCost(compiled, slots, slots * (shape.rows + 2 * shape.generations) / shape.rows)


def pass_text(rule: Rule, shape: PassShape, columns: int) -> str:
    """Return the shader source of a pass for a board of ``columns`` columns."""
    stride = Layout(columns, planes_of(rule), shape.own_words).stride
    return pass_source(rule, shape, stride=stride)
