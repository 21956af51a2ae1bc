"""Passes fit into the registers of graphics cards that are not here, according to their compilers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from compilers import amd, pass_table
from compilers.known_results import KnownResults
from engines.cases import rule_on

from gpulife.engines.bitplanes.gl_active_tiles import TILE_ROWS
from gpulife.engines.bitplanes.pass_frame import Watch
from gpulife.engines.bitplanes.pass_shape import shape_for
from gpulife.engines.bitplanes.pass_source import pass_source
from gpulife.rules import Edges
from gpulife.tools import nvidia_compiler
from gpulife.tools.nvidia_compiler import Compiled, Loop, loop_of, pass_cost, pass_text

pytestmark = pytest.mark.usefixtures("thorough_circuits")

RULES = (
    *("Life", "B36/S23", "Immigration", "QuadLife", "B3/S23:3", "B3/S23:4", "B36/S125:2", "B36/S125:3", "B36/S125:4"),
    *("Bugs", "R10,C5,M1,S64..110,B64..85,NN"),
    *("B2-a3i8/S2i3-a4e8", "345/2/256", "BioWar:2", "BioWar:6", "LifeHistory", "WireWorld", "LangtonsAnt"),
)
"""Rules for each number of species: births of three parents, and other births with turns to win ties. Then rules that
look far, whose passes keep counters or load all rows, and rules of the other families."""
MASSIVE = (16384, 16384)
MAX_SECONDS = 10.0
"""Limit on processor seconds to compile a pass; most take one. A card's compiler took 29 for a processor's shape."""


def first_passes(name: str) -> dict[str, str]:
    """Return the default shaders of a graphics card for a rule, one for each way to watch."""
    texts = {}
    for edges, watch in ((Edges.TORUS, Watch.NONE), (Edges.TORUS, Watch.ALL), (Edges.DEAD, Watch.LISTED)):
        rule = rule_on(name, edges)
        shape = shape_for(rule, MASSIVE, wide=True, software=False)
        shape = shape if watch is Watch.NONE else replace(shape, rows=TILE_ROWS)
        texts[f"{name} {edges} {watch.name}"] = pass_source(rule, shape, watch)
    return texts


def require_small(compiled: dict[str, Compiled]) -> None:
    spills = {name: each for name, each in compiled.items() if each.spilled}
    slow = {name: each for name, each in compiled.items() if each.seconds > MAX_SECONDS}
    assert not spills
    assert not slow
    assert all(each.registers for each in compiled.values())


@pytest.fixture(scope="module")
def known(request: pytest.FixtureRequest) -> KnownResults:
    """Return the cache of compilers' results for the present passes."""
    return KnownResults(regenerate=bool(request.config.getoption("--regenerate")))


def by_nvidia(known: KnownResults, architecture: str, texts: Mapping[str, str]) -> dict[str, Compiled]:
    """Return NVIDIA's results for passes."""

    def compile_texts(some: Mapping[str, str]) -> dict[str, Compiled]:
        return {name: nvidia_compiler.compile_for(architecture, text) for name, text in some.items()}

    return known.results(nvidia_compiler.compiler_file(), architecture, texts, compile_texts)


@pytest.mark.needs("NVRTC")
@pytest.mark.parametrize("name", RULES)
def test_default_passes_fit_nvidia_registers(name: str, known: KnownResults) -> None:
    require_small(by_nvidia(known, "sm_86", first_passes(name)))


@pytest.mark.needs("NVRTC")
@pytest.mark.parametrize("architecture", ["sm_80", "sm_90"])
def test_largest_pass_fits_other_nvidia_generations(architecture: str, known: KnownResults) -> None:
    dearest = ("QuadLife", "B3/S23:4", "B36/S125:4")
    texts = {each: first_passes(each)[f"{each} {Edges.DEAD} {Watch.LISTED.name}"] for each in dearest}
    require_small(by_nvidia(known, architecture, texts))


@pytest.mark.needs("RADV", "glslangValidator")
def test_default_passes_fit_amd_registers(tmp_path: Path, known: KnownResults) -> None:
    texts = {each: text for name in RULES for each, text in first_passes(name).items()}
    for chip in amd.CHIPS:

        def compile_texts(some: Mapping[str, str], chip: str = chip) -> dict[str, Compiled]:
            return amd.compile_for(chip, some, tmp_path)

        require_small(known.results(amd.compiler_file(), chip, texts, compile_texts))


@pytest.mark.needs("NVRTC")
@pytest.mark.parametrize("architecture", ["sm_80", "sm_90"])
def test_pass_loop_is_found_in_machine_code(architecture: str) -> None:
    rule = rule_on("Life", Edges.TORUS)
    shape = replace(shape_for(rule, MASSIVE, wide=True, software=False), generations=2, unroll=2)
    texts = (pass_source(rule, replace(shape, generations=length)) for length in (2, 4))
    short, long = (loop_of(nvidia_compiler.machine_code(architecture, text)[1], architecture) for text in texts)
    # 15 operations for a row and 5 for its sums, two words, two rows; two generations more, without loads and stores.
    added = (long.instructions - short.instructions) / (2 * 2 * 2)
    assert 9 <= added <= 25
    assert short.shuffles == 0
    assert Loop(10, 3).slots == 13


@pytest.mark.needs("NVRTC")
def test_pass_table_output(capsys: pytest.CaptureFixture[str]) -> None:
    pass_table.main(["Life", "--generations", "2", "--architecture", "sm_80", "sm_90"])
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split()[:6] == ["rule", "K", "T", "unroll", "lanes", "card"]
    assert [row.split()[:6] for row in rows] == [
        ["Life", *shape, card] for shape in (("2", "2", "2", "0"), ("4", "2", "8", "32")) for card in ("sm_80", "sm_90")
    ]


MAX_SLOTS = {"Life": 14, "Immigration": 26, "QuadLife": 53}
"""Limits on a warp scheduler's slots, for an own word and generation with the rows around it."""
MAX_REGISTERS = 128
"""Limit on a thread's registers with which 16 warps fit into a multiprocessor."""


def pair_passes() -> dict[str, str]:
    """Return the default shaders of cards with subgroups, for each rule with passes in pairs of rows."""
    return {
        f"{name} {edges}": pass_text(
            rule_on(name, edges),
            shape_for(rule_on(name, edges), pass_table.MASSIVE, wide=True, software=False, lanes=32),
            pass_table.MASSIVE[1],
        )
        for name in MAX_SLOTS
        for edges in Edges
    }


@pytest.mark.needs("NVRTC")
@pytest.mark.parametrize("architecture", ["sm_80", "sm_90"])
def test_pair_passes_fit_nvidia_registers(architecture: str, known: KnownResults) -> None:
    compiled = by_nvidia(known, architecture, pair_passes())
    require_small(compiled)
    inside = {name: each for name, each in compiled.items() if name.endswith(str(Edges.TORUS))}
    assert len(inside) == len(MAX_SLOTS)
    assert max(each.registers for each in inside.values()) <= MAX_REGISTERS


@pytest.mark.needs("RADV", "glslangValidator")
def test_pair_passes_fit_amd_registers(tmp_path: Path, known: KnownResults) -> None:
    for chip in amd.PAIR_CHIPS:

        def compile_texts(some: Mapping[str, str], chip: str = chip) -> dict[str, Compiled]:
            return amd.compile_for(chip, some, tmp_path)

        require_small(known.results(amd.compiler_file(), chip, pair_passes(), compile_texts))


@pytest.mark.needs("NVRTC")
@pytest.mark.parametrize("name", MAX_SLOTS)
def test_pair_passes_take_few_slots(name: str) -> None:
    rule = rule_on(name, Edges.TORUS)
    shape = shape_for(rule, pass_table.MASSIVE, wide=True, software=False, lanes=32)
    assert shape.in_pairs
    assert pass_cost(rule, shape, pass_table.MASSIVE[1], "sm_90").slots_with_halo <= MAX_SLOTS[name]


def test_only_unknown_texts_are_compiled(tmp_path: Path) -> None:
    compiler, path = tmp_path / "compiler", tmp_path / "known.json"
    compiler.write_bytes(b"1")
    asked: list[str] = []

    def compile_texts(some: Mapping[str, str]) -> dict[str, Compiled]:
        asked.extend(some)
        return {name: Compiled(len(text), 0, 0.5) for name, text in some.items()}

    texts = {"a": "pass", "b": "longer pass"}
    first = KnownResults(path, regenerate=True).results(compiler, "sm_86", texts, compile_texts)
    assert KnownResults(path).results(compiler, "sm_86", texts, compile_texts) == first
    assert asked == ["a", "b"]
    changed = KnownResults(path).results(compiler, "sm_86", texts | {"b": "other"}, compile_texts)
    assert changed == first | {"b": Compiled(5, 0, 0.5)}
    assert KnownResults(path).results(compiler, "sm_90", texts, compile_texts) == first
    assert asked == ["a", "b", "b", "a", "b"]


def too_large() -> str:
    """Return a pass that does not fit: it has more words and generations than registers."""
    rule = rule_on("QuadLife", Edges.TORUS)
    shape = shape_for(rule, MASSIVE, wide=True, software=False)
    return pass_source(rule, replace(shape, words=4, generations=6))


@pytest.mark.needs("NVRTC")
def test_nvidia_compiler_reports_spills() -> None:
    compiled = nvidia_compiler.compile_for("sm_86", too_large())
    assert compiled.spilled > 10
    with pytest.raises(AssertionError):
        require_small({"too large": compiled})


@pytest.mark.needs("RADV", "glslangValidator")
def test_amd_compiler_reports_spills(tmp_path: Path) -> None:
    for chip in amd.CHIPS:
        assert amd.compile_for(chip, {"too large": too_large()}, tmp_path)["too large"].spilled > 10
