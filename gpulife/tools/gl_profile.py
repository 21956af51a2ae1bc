"""``gpulife bench --profile``: measures passes on bit planes, and estimates their cost with NVIDIA's compiler."""

import logging
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gpulife.engines.bitplanes.gl_autotune import plan_for
from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine
from gpulife.engines.bitplanes.pass_shape import PassShape, shape_for
from gpulife.engines.bitplanes.rule_circuits import is_far, require_planes
from gpulife.engines.gl.gl_device import GLDevice, open_device
from gpulife.errors import EngineError
from gpulife.rules import Rule
from gpulife.tools.measure import Plan, measure
from gpulife.tools.nvidia_compiler import PassCost, has_compiler, pass_cost

_LOG = logging.getLogger(__name__)
_SECONDS = 10.0
"""Maximum number of seconds to wait until the driver says which kind of card this is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PassFigures:
    """The speed and the cost of a pass (one run of a shader over the board).

    Attributes:
        rule: the rule's name with its edges.
        words: number of words (of 32 cells each) that one invocation of the shader holds, per plane and row.
        generations: number of generations that the pass computes.
        rows: number of rows that an invocation computes.
        unroll: number of rows that an invocation computes in each iteration of its loop.
        lanes: number of invocations in a subgroup that exchange words; 0 if words are not exchanged.
        cells_a_second: cells times generations, per second, in the median round.
        architecture: NVIDIA's name for the kind of card; None if the card is not NVIDIA's, or if NVIDIA's compiler is
            not installed.
        registers: number of registers of an invocation. This and the next three fields are None if ``architecture`` is.
        spilled: number of bytes of an invocation that did not fit into registers.
        slots: see :class:`gpulife.tools.nvidia_compiler.PassCost`.
        slots_with_halo: see :class:`gpulife.tools.nvidia_compiler.PassCost`.
    """

    rule: str
    words: int
    generations: int
    rows: int
    unroll: int
    lanes: int
    cells_a_second: float
    architecture: str | None = None
    registers: int | None = None
    spilled: int | None = None
    slots: float | None = None
    slots_with_halo: float | None = None

    @property
    def slots_a_second(self) -> float | None:
        """Number of the card's scheduler slots used per second, computed from the speed and ``slots_with_halo``."""
        return None if self.slots_with_halo is None else self.cells_a_second / 32 * self.slots_with_halo


def profile_passes(rules: Sequence[Rule], shape: tuple[int, int], plan: Plan) -> Iterator[PassFigures]:
    """Measure several passes for each rule, one after the other.

    These are the default pass, the default pass for devices that cannot exchange words between invocations, and the
    pass that tuning has found. If some of these are the same pass, it is measured once.

    Args:
        rules: rules that have bit planes, with their edges.
        shape: (rows, columns) of the board.
        plan: how to measure.

    Raises:
        EngineError: a rule has no bit planes, the device has no compute shaders, or its compiler refuses a pass.
        BoardSizeError: there is not enough memory for the board.
    """
    for rule in rules:
        require_planes(rule)
        if is_far(rule):
            raise EngineError(f"--profile measures compute shaders, and rule {rule.law} has too large a range for them")
    with open_device() as device:
        if not device.has_compute:
            raise EngineError(f"--profile needs compute shaders (OpenGL 4.3): {device.renderer} has {device.version}")
        architecture = architecture_of(device)
        for rule in rules:
            for cut in pass_shapes(rule, shape, device):
                _LOG.info("%s, %s words, %s generations", rule, cut.pair_words or cut.words, cut.generations)
                cost = None if architecture is None else pass_cost(rule, cut, shape[1], architecture)
                with GLPlanesEngine(rule, shape, device, plan=cut) as engine:
                    yield _figures(rule, cut, measure(engine, plan).median, architecture, cost)


def architecture_of(device: GLDevice) -> str | None:
    """Return NVIDIA's name for a card's kind, such as ``sm_90``; None for other makers or without NVIDIA's compiler."""
    program = shutil.which("nvidia-smi")
    if "NVIDIA" not in device.vendor.upper() or program is None or not has_compiler():
        return None
    command = [program, f"--id={device.card}", "--query-gpu=compute_cap", "--format=csv,noheader"]
    try:
        told = subprocess.run(command, capture_output=True, text=True, check=False, timeout=_SECONDS)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return architecture_named(told.stdout)


def architecture_named(told: str) -> str | None:
    """Convert the compute capability that ``nvidia-smi`` prints: "9.0" becomes "sm_90", other output None."""
    found = re.fullmatch(r"(\d{1,2})\.(\d)", told.strip())
    return None if found is None else f"sm_{found[1]}{found[2]}"


def pass_shapes(rule: Rule, board: tuple[int, int], device: GLDevice) -> Sequence[PassShape]:
    """Return the passes to measure for a rule and a board of (rows, columns); see :func:`profile_passes`."""
    wide, software = device.has_int64, device.is_software
    first = shape_for(rule, board, wide=wide, software=software, lanes=device.subgroup_lanes)
    plain = shape_for(rule, board, wide=wide, software=software)
    tuned = plan_for(rule, board, device, tune=False)
    return list(dict.fromkeys([first, plain, tuned or first]))


def _figures(rule: Rule, cut: PassShape, speed: float, architecture: str | None, cost: PassCost | None) -> PassFigures:
    return PassFigures(
        rule=str(rule),
        words=cut.pair_words or cut.words,
        generations=cut.generations,
        rows=cut.rows,
        unroll=cut.unroll,
        lanes=cut.lanes,
        cells_a_second=speed,
        architecture=architecture,
        registers=None if cost is None else cost.compiled.registers,
        spilled=None if cost is None else cost.compiled.spilled,
        slots=None if cost is None else cost.slots,
        slots_with_halo=None if cost is None else cost.slots_with_halo,
    )


HEAD = (
    "rule          words  gens  rows  unroll  lanes  card   registers  spilled  slots  with halo   Gcells/s  T slots/s"
)


def line_of(figures: PassFigures) -> str:
    """Return the measurements as a line to print below :data:`HEAD`; unknown values are dashes."""

    def told(value: float | None, width: int, digits: int = 0) -> str:
        return f"{'-' if value is None else f'{value:.{digits}f}':>{width}}"

    slots_a_second = figures.slots_a_second
    return (
        f"{figures.rule:12}  {figures.words:5}  {figures.generations:4}  {figures.rows:4}  {figures.unroll:6}"
        f"  {figures.lanes:5}  {figures.architecture or '-':5}  {told(figures.registers, 9)}"
        f"  {told(figures.spilled, 7)}  {told(figures.slots, 5, 1)}  {told(figures.slots_with_halo, 9, 1)}"
        f"  {figures.cells_a_second / 1e9:9.2f}"
        f"  {told(None if slots_a_second is None else slots_a_second / 1e12, 9, 2)}"
    )
