"""All shaders that the program may compile, by file name; the ending tells the kind of shader.

Numbers from rules are sampled, and so are the rules in passes: one for each kind of codes is written in every way, the
others in one. All other parameters are covered in every combination.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import TypeVar
from zlib import crc32

from conftest import SMALL_PASS, SMALL_WIDE_PASS
from engines.cases import RULES, rule_on

from gpulife.engines.bitplanes.fragment_range_source import fragment_range_source, rows_of_fragment
from gpulife.engines.bitplanes.fragment_source import BLOCK_ROWS, fragment_source, texel_reading, texture_reading
from gpulife.engines.bitplanes.gl_active_tiles import TILE_ROWS, TILES_EACH
from gpulife.engines.bitplanes.gl_fragment_tiles import changed_source, copied_source
from gpulife.engines.bitplanes.pass_frame import MAX_GROUPS_ACROSS, Watch
from gpulife.engines.bitplanes.pass_shape import PassShape, shape_for
from gpulife.engines.bitplanes.pass_source import pass_source
from gpulife.engines.bitplanes.plane_codes import PlaneCodes, census_groups
from gpulife.engines.bitplanes.rule_circuits import has_planes, is_far, is_ranged, plane_codes, planes_of
from gpulife.engines.cells.gl_engine import shader_of
from gpulife.engines.gl import gl_drawing_probe
from gpulife.engines.gl.gl_subgroups import probe_text
from gpulife.engines.gl.shader_source import Parameters, compose
from gpulife.rules import Edges, Rule
from gpulife.view.gl_planes_source import lit_groups
from gpulife.view.pictures import find_picture, picture_names

_MASSIVE = (8192, 8192)
_NONE: list[Parameters] = [{}]


def _each(**values: tuple[int, ...]) -> list[Parameters]:
    """Every combination of the parameters' values."""
    return [dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())]


_SWITCH = (0, 1)


def _with(cases: Iterable[Parameters], **values: tuple[int, ...]) -> list[Parameters]:
    """Every combination of cases and the parameters' values."""
    return [{**case, **more} for case, more in product(cases, _each(**values))]


def _in_blocks(codes: PlaneCodes, rows: tuple[int, ...] = ()) -> list[Parameters]:
    """Parameters for reading planes in textures, whose blocks have the usual number of rows or one of ``rows``."""
    own = {BLOCK_ROWS[codes.planes], *rows} if codes in _IN_TEXTURES else ()
    return [texture_reading(codes.planes, each) for each in own]


def _lit(rounds: Iterable[list[range]]) -> list[Parameters]:
    """Parameters for the light of groups of states."""
    return [{"FIRST": groups[0][0], "AGES": int(any(len(group) > 1 for group in groups))} for groups in rounds]


_LAWS = [rule_on(name, edges) for name in (*RULES, "B3/S23:4", "B36/S125:3") for edges in Edges]
_PLANES_LAWS = [rule for rule in _LAWS if has_planes(rule)]
_CODED = {plane_codes(rule).names: rule for rule in _PLANES_LAWS}.values()
"""A rule for each kind of codes."""
_CODES = [plane_codes(rule) for rule in _CODED]
_EVERY_WAY = {replace(rule, edges=edges) for rule in _CODED for edges in Edges}
"""Rules whose shaders are written in every way. Those of others are written in one, since a circuit fits into all."""
_IN_TEXTURES = [codes for codes in _CODES if codes.planes in BLOCK_ROWS]
"""Those whose planes fit into the textures of a pass."""
_COUNTED = (1, 2, 3, 4)
_SAMPLED = frozenset(
    (
        *(
            "BIRTHS",
            "SURVIVALS",
            "SPECIES",
            "ACROSS",
            "MAX_ACROSS",
            "STATES",
            "LOOK_UPS",
            "OLDEST",
            "PARENTS",
            "BESIDE",
        ),
        *("PLANES", "COUNTS", "MASKS", "SAMPLERS", "FETCH", "TAKE_ROWS", "ROWS", "SHOWN", "FIRST", "WEIGHTS"),
    )
)
"""Parameters with too many possible values, which are sampled."""


def _tallies(word: str, sides: tuple[int, ...] = (4, 8, 16, 32), **values: tuple[int, ...]) -> Iterator[Parameters]:
    """Parameters for counting the cells of squares."""
    for rule, side in product(_CODED, sides):
        for groups in lit_groups(rule):
            if side >= 8 or len(groups) <= 2:
                yield from _with([plane_codes(rule).reading(groups, word)], SIDE=(side,), **values)


def _tallied(**values: tuple[int, ...]) -> list[Parameters]:
    """Parameters for the light of squares that have been counted."""
    return [
        {**case, "COUNTS": len(groups), "SIDE": side, **light}
        for rule in _CODED
        for groups, light in zip(lit_groups(rule), _lit(lit_groups(rule)), strict=True)
        for side in ((4, 8, 16, 32) if len(groups) <= 2 else (8, 16, 32))
        for case in _each(**values)
    ]


def _densities(word: str = "uint") -> Iterator[tuple[PlaneCodes, Parameters]]:
    for rule in _CODED:
        rounds, codes = lit_groups(rule), plane_codes(rule)
        for groups, light in zip(rounds, _lit(rounds), strict=True):
            yield codes, {**codes.reading(groups, word), **light}


def _censuses(**values: tuple[int, ...]) -> list[Parameters]:
    cases = [plane_codes(rule).reading(groups, "uvec4") for rule in _CODED for groups in census_groups(rule)]
    return _with(cases, **values)


FILES: dict[str, list[Parameters]] = {
    "batch_life.frag": _each(TORUS=_SWITCH, BIRTHS=(8, 0, 511), SURVIVALS=(12, 0, 511)),
    "cells_census.frag": _each(AGES=_SWITCH),
    "cells_strip.frag": _each(WRAPS=_SWITCH),
    "cells_tile_activity.frag": _NONE,
    "fullscreen.vert": _NONE,
    "past_births.frag": _NONE,
    "past_blur.frag": _each(REPEATS=_SWITCH, WEIGHTS=(2, 25)),
    "past_board.frag": _NONE,
    "past_cells.frag": _NONE,
    "past_presence.frag": _NONE,
    "past_ranks.frag": _NONE,
    "past_skyline.frag": _each(TILE=(4,), REPEATS=_SWITCH),
    "planes_active_tiles.comp": _each(
        ACROSS=(1, 2, 8, 32, 64), MAX_ACROSS=(MAX_GROUPS_ACROSS,), TILES_EACH=(TILES_EACH,)
    ),
    "planes_census.comp": _censuses(IN_TURN=(1, 4)),
    "planes_tile_activity.comp": [{"PLANES": codes.planes, "SHOWN": codes.shown} for codes in _CODES],
    "planes_texture_census.frag": [
        {**case, **texel_reading(int(case["PLANES"]), ["plane"])[1]} for case in _censuses()
    ],
    "planes_texture_activity.frag": [
        {**codes.reading(), "SHOWN": codes.shown, "ROWS": rows, **texel_reading(codes.planes, ["plane", "kept"])[1]}
        for codes in _IN_TEXTURES
        for rows in {BLOCK_ROWS[codes.planes], 2}
    ],
    "planes_strip.frag": _each(WRAPS=_SWITCH, NARROW=_SWITCH),
    "planes_halo.comp": _each(PLANES=(1, 2, 3), TILE_ROWS=(TILE_ROWS,), WIDE=(0, 1)),
    "squares.vert": _NONE,
    "sum.frag": _NONE,
    "view_area.frag": _each(COUNTED=(0,), WIDE=_SWITCH, LIFTED=_SWITCH, BLOOM=_SWITCH, CONTRAST=(0,))
    + _each(COUNTED=(0,), WIDE=_SWITCH, LIFTED=(1,), BLOOM=_SWITCH, CONTRAST=(1,))
    + _each(COUNTED=_COUNTED, WIDE=_SWITCH, LIFTED=_SWITCH, BLOOM=(0,), CONTRAST=(0,))
    + _each(COUNTED=_COUNTED, WIDE=_SWITCH, LIFTED=(1,), BLOOM=(0,), CONTRAST=(1,)),
    "view_bloom_blur.frag": _each(LAST=_SWITCH),
    "view_bloom_source.frag": _each(SHARP=_SWITCH),
    "view_flash_limiter.frag": _NONE,
    "view_cells.frag": _each(BLOCK=(1, 2), EFFECTS=_SWITCH, SHARP=_SWITCH),
    "view_coarse.frag": _each(COUNTED=(0, *_COUNTED)),
    "view_tones.frag": _NONE,
    "view_contrast.frag": _each(FIRST=_SWITCH),
    "view_adapt.frag": _NONE,
    "view_copy.frag": _NONE,
    "view_enlarge.frag": _NONE,
    "view_cursor.frag": _NONE,
    "view_counts.frag": _each(STATES=range(1, 5)),
    "view_density.frag": _each(SPECIES=tuple(range(27)), WHOLE_TEXELS=_SWITCH),
    "view_fit.frag": _NONE,
    "view_grid.frag": _NONE,
    "view_light.frag": _NONE,
    "view_ghost.frag": _each(TORUS=_SWITCH),
    "view_age_trails.frag": _NONE,
    "view_fade.frag": _NONE,
    "view_planes_cells.frag": [{**codes.reading(), "STATES": codes.state_text} for codes in _CODES],
    "view_planes_density.frag": [case for _, case in _densities()],
    "view_planes_tally.comp": list(_tallies("uvec4", PACKED=_SWITCH, IN_TURN=(1, 4))),
    "view_planes_tallied.frag": _tallied(PACKED=_SWITCH),
    "view_planes_tallied_textures.frag": _tallied(),
    "view_planes_cells_textures.frag": [
        {**codes.reading(), "STATES": codes.state_text, **blocks} for codes in _CODES for blocks in _in_blocks(codes)
    ],
    "view_planes_density_textures.frag": [
        {**case, **blocks} for codes, case in _densities() for blocks in _in_blocks(codes)
    ],
    "view_planes_tally_textures.frag": [
        {**case, **texture_reading(int(case["PLANES"]), BLOCK_ROWS[int(case["PLANES"])])}
        for case in _tallies("uint")
        if case["PLANES"] in BLOCK_ROWS
    ],
    "view_sizes.frag": _NONE,
    "view_squares.frag": _each(SHAPES=_SWITCH, SIZES=_SWITCH, GRID=_SWITCH, BLOOM=_SWITCH),
}
"""Parameters of all shader files but the laws of cells, which depend on rules."""
for _rule, _columns in product(_LAWS, (16, 17)):
    _file, _parameters = shader_of(_rule, _columns)
    FILES.setdefault(_file, []).append(_parameters)
for _picture in map(find_picture, picture_names()[1:]):  # after "cells"
    FILES[_picture.shader] = [_picture.full, _picture.full | _picture.cheap]
    if _picture.sheet:
        FILES[_picture.sheet_shader] = _NONE


def covers(file: str, parameters: Parameters) -> bool:
    """Return True if a shader's file with these parameters is in FILES, ignoring sampled numbers."""
    wanted = _without_samples(parameters)
    return any(_without_samples(known) == wanted for known in FILES[file])


def _without_samples(parameters: Parameters) -> Parameters:
    return {name: value for name, value in parameters.items() if name not in _SAMPLED}


def texts() -> Iterator[tuple[str, str]]:
    """Yield (name, text) of each shader."""
    for file, cases in FILES.items():
        stem, _, kind = file.partition(".")
        unique = {tuple(sorted(case.items())): case for case in cases}
        for key, case in unique.items():
            name = "-".join([stem, *(f"{name}_{value}" for name, value in key if not isinstance(value, str))])
            texts_of = [value for _, value in key if isinstance(value, str)]
            ending = f"-{crc32(repr(texts_of).encode()):08x}" if texts_of else ""
            yield f"{name}{ending}.{kind}", compose(file, case).text
    computed = [rule for rule in _PLANES_LAWS if not is_far(rule)]
    for rule, (watch, small) in _ways(computed, list(product(Watch, _SWITCH))):
        shape = SMALL_WIDE_PASS if small else shape_for(rule, _MASSIVE, wide=True, software=False)
        yield _of_pass(rule, shape, watch)
    near = [rule for rule in _PLANES_LAWS if not is_ranged(rule)]
    for rule, lanes in _ways(near, (0, 32)):
        shape = replace(SMALL_PASS, pair_words=2, lanes=lanes)
        yield f"pairs-{lanes}-{_of_pass(rule, shape, Watch.NONE)[0]}", pass_source(rule, shape, stride=9)
    yield "probe-of-subgroups.comp", probe_text(32)
    yield "probe-of-squares.frag", gl_drawing_probe.SQUARES_TEXT
    yield "probe-of-quads.frag", gl_drawing_probe.QUADS_TEXT
    for textures in sorted({BLOCK_ROWS[codes.planes] * codes.planes for codes in _IN_TEXTURES}):
        yield f"copied-{textures}.frag", copied_source(textures)[0]
        yield f"changed-{textures}.frag", changed_source(textures)[0]
    in_textures = [rule for rule in near if planes_of(rule) in BLOCK_ROWS]
    for rule, (partial, quads, deep) in _ways(in_textures, list(product((False, True), repeat=3))):
        planes = planes_of(rule)
        rows, generations = (1, 1) if planes >= 5 else (2, 2) if deep else (BLOCK_ROWS[planes], 1)
        law = rule.law.translate(str.maketrans("/:", "__"))
        words = "-partial" * partial + "-quads" * quads + "-deep" * deep
        name = f"fragments-{law}-{rule.edges}-R{rows}_T{generations}{words}.frag"
        yield name, fragment_source(rule, rows, generations, partial=partial, quads=quads)
    for rule, shape in _ways(computed, (SMALL_PASS, SMALL_WIDE_PASS)):
        name, _ = _of_pass(rule, shape, Watch.NONE)
        yield f"processors-{name}", pass_source(rule, shape, software=True)
        if not is_ranged(rule):
            yield f"repeated-{name}", pass_source(rule, shape, repeats=True)
            pairs = replace(shape, pair_words=2)
            yield f"processors-pairs-{name}", pass_source(rule, pairs, software=True, stride=9)
    for rule in {replace(law, edges=Edges.TORUS): None for law in _PLANES_LAWS if is_ranged(law)}:
        if planes_of(rule) in BLOCK_ROWS:
            law = rule.law.translate(str.maketrans("/:", "__"))
            size = BLOCK_ROWS[planes_of(rule)]
            yield f"fragments-{law}.frag", fragment_range_source(rule, size, rows_of_fragment(rule, size))
    # A few lengths are enough: longer shaders have the same parts.
    for name, wide in product(("Life", "B3/S23:3"), (False, True)):
        rule = rule_on(name, Edges.DEAD)
        yield _of_pass(rule, shape_for(rule, _MASSIVE, wide=wide, software=True), Watch.LISTED)
    for unroll, generations in product((4, 8), (1, 4)):
        yield _of_pass(_PLANES_LAWS[0], replace(SMALL_PASS, unroll=unroll, generations=generations), Watch.ALL)


_Way = TypeVar("_Way")


def _ways(rules: Iterable[Rule], ways: Sequence[_Way]) -> Iterator[tuple[Rule, _Way]]:
    """Yield the rules that stand for the others in all ways, and each other rule in one way, by turns."""
    for number, rule in enumerate(rules):
        for way in ways if rule in _EVERY_WAY else (ways[number % len(ways)],):
            yield rule, way


def _of_pass(rule: Rule, shape: PassShape, watch: Watch) -> tuple[str, str]:
    law = rule.law.translate(str.maketrans("/:", "__"))
    cut = f"{shape.bits}_K{shape.words}_T{shape.generations}_U{shape.unroll}"
    return f"pass-{law}-{rule.edges}-{watch.name}-{cut}.comp", pass_source(rule, shape, watch)
