"""Compiles the generated passes of bit planes; a driver's refusal becomes a one-line error."""

import re

import moderngl

from gpulife.engines.bitplanes.pass_shape import PassShape
from gpulife.engines.bitplanes.pass_source import Watch, pass_source
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.errors import EngineError, OutputError
from gpulife.log import log_folder
from gpulife.rules import Rule
from gpulife.storage.atomic_io import atomic_write

_PLACE = re.compile(r"^.*?\b0[:(](?P<line>\d+)[^:]*:\s*(?P<what>.+)$", re.MULTILINE)
"""``0:57(13): error: ...`` (Mesa), ``0(57) : error C1008: ...`` (NVIDIA), ``ERROR: 0:57: ...`` (others)."""


def compile_pass(
    device: GLDevice, rule: Rule, shape: PassShape, watch: Watch, *, repeats: bool = False, stride: int = 0
) -> moderngl.ComputeShader:
    """Return the program of a pass, compiled once for each device; see :func:`pass_source`.

    It is written for processors where :func:`reads_texture` is true.

    Raises:
        EngineError: the driver refuses it; its text is kept in the folder of logs.
    """
    text = pass_source(rule, shape, watch, repeats=repeats, software=reads_texture(device), stride=stride)
    try:
        return device.compute_text(text)
    except moderngl.Error as error:
        raise EngineError(
            f"{device.renderer} does not compile the pass of {rule.law} ({rule.edges}; {_describe(shape, watch)}): "
            f"{first_message(str(error))}; {_save_text(text, str(error), rule, shape, watch)}; "
            f"{_remedy(shape, watch, repeats=repeats)}"
        ) from error


def reads_texture(device: GLDevice) -> bool:
    """Tell whether passes read their buffer as a texture.

    Mesa's llvmpipe loads from storage for one lane of a vector after the other: passes take a third longer.
    """
    return device.is_software


def _describe(shape: PassShape, watch: Watch) -> str:
    watching = "" if watch is Watch.NONE else f", watching {watch.name.lower()} tiles"
    if _is_in_pairs(shape, watch):
        watching = f", in pairs of rows of {shape.pair_words} words, {shape.lanes} lanes"
    words = f"{shape.words} words, computed with {shape.bits} bits"
    return f"{shape.generations} generations, {words}, {shape.rows} rows, unrolled {shape.unroll} times{watching}"


def _is_in_pairs(shape: PassShape, watch: Watch) -> bool:
    return shape.in_pairs and watch is Watch.NONE


def _remedy(shape: PassShape, watch: Watch, *, repeats: bool) -> str:
    """Return what an engine does instead, or else the user can do."""
    if repeats:
        return "each pass is dispatched on its own instead"
    return "rows are computed one by one instead" if _is_in_pairs(shape, watch) else "use --engine gl"


def first_message(log: str) -> str:
    """Return the first error in a compiler's log as ``line 57: ...``, or its first lines if none has a number."""
    places = [(match["line"], match["what"].strip()) for match in _PLACE.finditer(log)]
    errors = [place for place in places if not place[1].lower().startswith("warning")]
    if errors:
        line, what = errors[0]
        return f"line {line}: {what}"
    # moderngl puts two lines before the log: what failed and, underlined, the kind of the shader.
    lines = [line.strip() for line in log.splitlines() if line.strip(" =") not in ("", "compute_shader")]
    return ": ".join(lines[:2]) or "it does not say why"


def _save_text(text: str, log: str, rule: Rule, shape: PassShape, watch: Watch) -> str:
    """Save a shader's text, followed by the compiler's log; return a clause that says where."""
    law = re.sub(r"[^A-Za-z0-9]", "_", rule.law)
    kind = "pairs" if _is_in_pairs(shape, watch) else watch.name.lower()
    name = f"{law}-{rule.edges}-{shape.bits}x{shape.words}-{shape.generations}-{kind}.comp"
    below = "".join(f"// {line}\n" for line in log.splitlines())
    try:
        path = log_folder() / name
        with atomic_write(path, "w") as file:
            file.write(text + below)
    except OutputError as error:
        return f"its text could not be kept ({error})"
    return f"its text is in {path}"
