"""Rules and boards on which every engine is tested."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import ranked_world
from engines.table_texts import TABLES

from gpulife.rules import Cells, Edges, Rule, parse_rule

LETTERS = ("1c2aek3aejnr4aejnrwz5cikqy6cin7e", "1e2cin3cikqy4cikqty5aejnr6aek7c")
"""Counts with letters. Each letter of each number of neighbours is in one of the two."""
TRUTH_TABLES = (
    f"B{LETTERS[0]}8/S{LETTERS[1]}:3",
    f"B{LETTERS[1]}/S0{LETTERS[0]}",
    "B03/S25H:5",
    "B13/S012V:2",
    "MAPb6Y+2mTPW5MW9rzGdxQ39eZeNFbXuKxKG78UrNDO10+21kAue0lV4kgREH7D8CfZD71pvg+2ARbpSkGovvVFCQ:2",
    "MAPR4y/JWffcP/+H/kpO18uIA",
    "W30:2",
    "012-a3/2-ac3r4z/6",
    "34/2/256H",
    "MAPARYXfg/3",
)
"""One law of each notation, most of them with several species, by whose neighbourhood births are decided."""
RULES = (
    "Life",
    "B36/S23",
    "B0123478/S01234678",
    "B/S",
    "Immigration",
    "QuadLife",
    "B3/S23:3",
    "B36/S125:7",
    "B2/S:26",
    "B0/S5:5",
    "B45678/S2345:4",
    "RealTime:1",
    "RealTime:3",
    "RealTime:26",
    "BioWar:1",
    "BioWar:2",
    "BioWar:6",
    "Survivor",
    "P2Life",
    "P2Life:1982",
    "Brian's Brain",
    "B3/S23/C7",
    "B0124/S015/C256",
    "LifeHistory",
    "B018/S0235History",
    "WireWorld",
    "LangtonsAnt",
    "Hex-B2S35",
    *TABLES,
    "Bugs",
    "R10,C0,M1,S99..441,B12..160,NM",
    "R3,C5,M0,S4..9,B3..6,NC",
    "R2,C256,M1,S3..5,B0..4,NN",
    "R4,C4,M0,S9..30,B12..20,NM",
    "R15,C3,M0,S200..420,B210..330,NN",
    "R17,C0,M1,S350..640,B330..460,NC",
    "LifeSuper",
    "R2,C0,S2,4-7,B3,6,NB",
    "R3,C5,S2,5-9,17,B6,8-9,NH",
    "R17,C3,S9,30-60,B24-40,44,N*",
    *TRUTH_TABLES,
)
SHAPES = ((1, 1), (1, 7), (9, 1), (2, 2), (2, 33), (3, 16), (5, 15), (17, 17), (31, 33), (40, 64), (13, 100))
"""(rows, columns): one row, one column, odd, no multiple of 16 or 32, and some that are."""
_FEW_SHAPES = ((1, 7), (17, 17), (33, 70))
"""The shapes for most rules. llvmpipe compiles a pass again for each combination of sizes that are powers of two."""
ON_ALL_SHAPES = ("Life", "QuadLife", "RealTime:3", "P2Life", "WireWorld", "Hex-B2S35", "Bugs")
"""A rule of each family and reach: which cells a pass reads does not depend on more. Those between the first and the
last have every second shape, by turns."""

_RANKED_SHAPES = ((2, 33), (33, 40), (49, 70), (100, 16))
"""Shapes for ranks: too few rows for several, just enough for two, just enough for three, and many rows."""
_RANKED_SHAPES_IN_BANDS = ((2, 33), (49, 70), (97, 33))
_RANKED_SHAPE = (49, 70)
"""The shape for most rules on ranks."""


def shapes(rule: str, kind: str) -> tuple[tuple[int, int], ...]:
    """Return the shapes on which a rule is tested with a kind: fewer on ranks, where each step exchanges rows."""
    if ranked_world.world is None:
        if rule not in ON_ALL_SHAPES:
            return _FEW_SHAPES
        return (
            SHAPES if rule in ON_ALL_SHAPES[:: len(ON_ALL_SHAPES) - 1] else SHAPES[ON_ALL_SHAPES.index(rule) % 2 :: 2]
        )
    if rule not in ON_ALL_SHAPES:
        return (_RANKED_SHAPE,)
    return _RANKED_SHAPES_IN_BANDS if "in bands" in kind else _RANKED_SHAPES


def high(rows: int) -> int:
    """Return ``rows``, or enough rows for three ranks."""
    return rows if ranked_world.world is None else 16 * 3 + rows


def rule_on(name: str, edges: Edges) -> Rule:
    """The rule ``name`` with ``edges``."""
    return replace(parse_rule(name), edges=edges)


def random_cells(rule: Rule, shape: tuple[int, int], seed: int, density: float = 0.45) -> Cells:
    """A board with every state of the rule on it."""
    rng = np.random.default_rng(seed)
    states = rng.integers(1, rule.live_states + 1, shape)
    return np.where(rng.random(shape) < density, states, 0).astype(np.uint8)
