"""NVIDIA's graphics cards without one: their own compiler, which comes as a wheel, given the passes as CUDA.

Needs the PyPI package nvidia-cuda-nvrtc-cu12.
"""

import ctypes
import re
import time
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from gpulife.errors import EngineError
from gpulife.tools.pass_profile.compiled import Compiled

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
    """The kernel of a pass: buffers and uniforms become what it is called with, functions know them as it does."""
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
    # The only function beside main reads the uniform `columns`; as a lambda in the kernel it may go on doing so.
    kernel = "\n".join(body)
    functions, _, main = kernel.partition("void main() {")
    functions = re.sub(r"^uint (\w+)\((.*)\) \{$", r"auto \1 = [&](\2) -> uint {", functions, flags=re.MULTILINE)
    functions = re.sub(r"^\}$", "};", functions, flags=re.MULTILINE)
    return f'{_PRELUDE}extern "C" __global__ void pass({", ".join(arguments)}) {{\n{functions}{main}'


def compile_for(architecture: str, text: str) -> Compiled:
    """Compile a pass for an architecture, such as ``sm_86``.

    Raises:
        EngineError: it does not compile; the compiler's words are in it.
    """
    return machine_code(architecture, text)[0]


def machine_code(architecture: str, text: str) -> tuple[Compiled, bytes]:
    """Compile a pass; what the compiler tells of it, and the file with its machine code, an ELF.

    Raises:
        EngineError: it does not compile; the compiler's words are in it.
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
        raise EngineError(f"NVIDIA's compiler does not take the pass for {architecture}: {said}")
    registers, spilled = (
        re.search(pattern, said) for pattern in (r"Used (\d+) registers", r"(\d+) bytes spill stores")
    )
    if registers is None or spilled is None:
        raise EngineError(f"NVIDIA's compiler does not tell what the pass takes of {architecture}: {said}")
    return Compiled(int(registers[1]), int(spilled[1]), seconds), code.raw


def has_compiler() -> bool:
    """Tell whether the compiler is installed."""
    return find_spec("nvidia") is not None and find_spec("nvidia.cuda_nvrtc") is not None


def compiler_file() -> Path:
    """Return the path of the compiler's library.

    Raises:
        EngineError: it is not installed.
    """
    found = find_spec("nvidia.cuda_nvrtc")
    folders = [] if found is None else found.submodule_search_locations or []
    for folder in folders:
        for library in sorted(Path(folder).glob("lib/libnvrtc.so.*")):
            return library
    raise EngineError("NVIDIA's compiler is not here: it comes with pip's nvidia-cuda-nvrtc-cu12")


@cache
def _library() -> ctypes.CDLL:
    return ctypes.CDLL(str(compiler_file()))
