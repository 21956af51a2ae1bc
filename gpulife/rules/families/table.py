"""Rules from Golly's ``.rule`` files, up to 256 states: see :mod:`gpulife.rules.known_tables`.

Each table is a family, since its states have their own names and colours. All these families share the functions of
this module.
"""

import re
from colorsys import hls_to_rgb
from dataclasses import replace
from functools import partial
from itertools import accumulate, islice
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from gpulife.rules.diagram import Diagram
from gpulife.rules.known_tables import KnownRule, find_known
from gpulife.rules.rule import Cells, Edges, Rule, RuleFamily
from gpulife.rules.rule_file import RGB, RuleFile, is_rule_name

# Colours and names of a table's states: from its file, or defaults.

_GROUND: RGB = (11, 13, 18)
_FIRST: tuple[RGB, ...] = (
    (230, 159, 0),
    (86, 180, 233),
    (204, 121, 167),
    (0, 158, 115),
    (240, 228, 66),
    (213, 94, 0),
    (0, 114, 178),
)  # Okabe and Ito's colours, as for all species
_GOLDEN = 0.618034  # of a turn: keeps successive hues far apart


def states_of(file: RuleFile, count: int) -> tuple[tuple[str, RGB], ...]:
    """Return names and colours of the states 0 to ``count`` - 1 of a table; no two states have the same name."""
    states: list[tuple[str, RGB]] = []
    taken: set[str] = set()
    for state in range(count):
        name = file.names.get(state, ("dead", "live")[state] if count == 2 else f"state {state}")
        name = name if name not in taken else f"{name} ({state})"
        taken.add(name)
        states.append((name, file.colours.get(state, _default_colour(file, state, count))))
    return tuple(states)


def _default_colour(file: RuleFile, state: int, count: int) -> RGB:
    if state == 0:
        return _GROUND
    if file.gradient is not None:
        first, last = file.gradient
        share = (state - 1) / max(1, count - 2)
        red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, last, strict=True))
        return red, green, blue
    if state <= len(_FIRST):
        return _FIRST[state - 1]
    place = state - len(_FIRST)
    red, green, blue = (
        round(255 * part) for part in hls_to_rgb(place * _GOLDEN % 1, (0.62, 0.75, 0.5)[place % 3], 0.65)
    )
    return red, green, blue


# The common family, and a family for each table.

_DIGEST = re.compile(r"|@[0-9a-f]{10}", re.IGNORECASE)
_STRIP = 1 << 16  # cells looked up at a time, so that their diagram indices stay in the cache
_families: dict[str, RuleFamily] = {}


def parse(law: str) -> Rule | None:
    """Return the rule of the ``.rule`` file named ``law``, with or without the hash of its text; None if unknown."""
    name, at, digest = law.partition("@")
    known = find_known(law) if is_rule_name(name) and _DIGEST.fullmatch(at + digest) else None
    return None if known is None else rule_of(known)


def rule_of(known: KnownRule) -> Rule:
    """Return the rule that a table defines. The rule's name is the table's full name."""
    name = known.file.content_name
    if name not in _families:
        _families[name] = replace(
            FAMILY,
            states=states_of(known.file, known.diagram.states),
            step=partial(step, known.diagram),
            shader=lambda _rule: ("cells_table.frag", parameters_of(known.diagram)),
            numbers=lambda _rule: known.diagram.numbers,
            uniforms=lambda _rule, _generation: {"root": known.diagram.root, "nothing": next_of_nothing(known.diagram)},
            diagram=lambda _rule: known.diagram,
            text=known.file.text,
        )
    return Rule(name, _families[name], known.diagram.states - 1)


def step(diagram: Diagram, cells: Cells, rule: Rule, _generation: int, _corner: tuple[int, int]) -> Cells:
    """Compute the next generation: see :data:`gpulife.rules.rule.Step`."""
    *boards, rows, columns = cells.shape
    framed = np.pad(
        cells.reshape(-1, rows, columns),
        ((0, 0), (1, 1), (1, 1)),
        mode="wrap" if rule.edges is Edges.TORUS else "constant",
    )
    after = np.empty((len(framed), rows, columns), np.uint8)
    height = max(1, _STRIP // max(1, columns))
    for board, becomes in zip(framed, after, strict=True):
        for top in range(0, rows, height):
            strip = becomes[top : top + height]
            place: NDArray[np.intp] | int = diagram.root
            inputs = iter(diagram.order)
            for group in diagram.groups:
                digits = np.zeros(strip.shape, np.intp)
                for down, right in islice(inputs, group):
                    digits *= diagram.states
                    digits += board[1 + top + down : 1 + top + down + len(strip), 1 + right : 1 + right + columns]
                digits += place
                place = diagram.numbers.take(digits).astype(np.intp)
            strip[:] = place
    return after.reshape((*boards, rows, columns))


def parameters_of(diagram: Diagram) -> dict[str, int]:
    """Return the parameters of the shader for ``diagram``.

    Digit k of ORDER in base 9, from the lowest, is the place of input k in a cell's 3x3 block. Bit k of LOOK_UPS is set
    if the shader makes a look-up in the diagram after it has read input k.
    """
    places = [3 * (down + 1) + right + 1 for down, right in diagram.order]
    return {
        "LEVELS": len(places),
        "ORDER": sum(place * 9**level for level, place in enumerate(places)),
        "STATES": diagram.states,
        "LOOK_UPS": sum(1 << end - 1 for end in accumulate(diagram.groups)),
    }


def next_of_nothing(diagram: Diagram) -> int:
    """Return the next state of a cell in state 0 whose neighbours are all in state 0."""
    # Such births happen on the whole board here; bgolly skips empty parts of the board.
    return diagram.next_state([0] * len(diagram.order))


def _without_table(*_: object) -> NoReturn:
    raise NotImplementedError("this family has no table: call rule_of to get a rule with its table")


FAMILY: RuleFamily = RuleFamily(
    names={
        "WireWorld": "Brian Silverman's wires (1987), on which electrons run",
        "LangtonsAnt": "Christopher Langton's ant (1986), which turns right on white and left on black",
        "Greenberg-Hastings": "an excitable medium (1978), in which broken waves wind up into spirals",
        "Hex-B2S35": "Carter Bays's Life on hexagons (2005)",
        "Parity": "Edward Fredkin's parity of four neighbours, which copies every pattern",
        "JvN29": "John von Neumann's machines that build machines (1953)",
        "Nobili32": "von Neumann's machines with signals that cross, by Renato Nobili (1994)",
        "Hutton32": "von Neumann's machines by Tim Hutton (2008), with smaller replicators",
    },
    parse=parse,
    step=_without_table,
    shader=_without_table,
    wild=("flip", "turn"),
)
