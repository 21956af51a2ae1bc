"""Rule files for the engines' tests with features that gpulife's own lack."""

from collections.abc import Sequence
from random import Random

from gpulife.rules._transitions import NEIGHBOURHOODS
from gpulife.rules.known_tables import register

CYCLIC = "@RULE Cyclic256\n@TABLE\nn_states:256\nneighborhood:vonNeumann\nsymmetries:permute\n" + "".join(
    [f"var {name}={{{','.join(map(str, range(256)))}}}\n" for name in "abc"]
    + [f"{state},{(state + 1) % 256},a,b,c,{(state + 1) % 256}\n" for state in range(256)]
)
"""David Griffeath's cyclic automaton, with the most states possible."""

MAJORITY_TREE = """@RULE MajorityTree
Toom's rule on a tree: the majority of the cell, the one above and the one to the right, for cells that are not 2.
@TREE
num_states=3
num_neighbors=4
num_nodes=11
1 0 0 2
1 0 1 2
1 1 1 2
2 0 0 0
2 1 1 1
2 2 2 2
3 3 4 3
3 4 5 4
4 6 6 6
4 7 7 7
5 8 9 8
"""

COPIES = """@RULE Copies
@TABLE
n_states:5
neighborhood:Moore
symmetries:rotate4reflect
var live={1,2,3,4}
var a={0,1,2,3,4}
var b={a}
var c={a}
var d={a}
var e={a}
var f={a}
0,live,live,a,0,b,0,c,0,live
live,0,0,0,0,0,0,0,0,0
3,a,b,c,d,e,f,4,4,1
live,live,a,b,c,0,0,d,0,live
"""
"""Bound variables, and variables of variables."""

RULE_110 = """@RULE Rule110
Each row for itself.
@TABLE
n_states:2
neighborhood:oneDimensional
symmetries:none
var a={0,1}
1,1,1,0
0,a,1,1
"""


def _life_tree() -> str:
    """Conway's law on a tree: the nodes of a depth are for the numbers of neighbours that were found alive before."""
    nodes = [f"1 {int(alive == 3)} {int(alive in (2, 3))}" for alive in range(9)]
    for depth in range(2, 10):
        below = len(nodes) - (11 - depth)
        nodes += [f"{depth} {below + alive} {below + alive + 1}" for alive in range(10 - depth)]
    return f"@RULE LifeTree\n@TREE\nnum_states=2\nnum_neighbors=8\nnum_nodes={len(nodes)}\n" + "\n".join(nodes)


LIFE_TREE = _life_tree()

TABLES = tuple(
    register(text, "a test").file.content_name for text in (CYCLIC, MAJORITY_TREE, COPIES, RULE_110, LIFE_TREE)
)
"""The full names of the tables."""


KINDS_OF_TABLES = [(each.name, symmetry) for each in NEIGHBOURHOODS.values() for symmetry in each.symmetries]
"""Every neighbourhood of tables with each of its symmetries."""


def any_table(
    random: Random, neighbourhood: str, symmetry: str, numbers_of_states: Sequence[int] = (2, 3, 4, 5, 12)
) -> str:
    """Return a table with bound and unbound variables, in which many transitions fit the same cells."""
    states = random.choice(numbers_of_states)
    names = ("a", "b", "B", "aa", "zed", "c1", "c10")[: random.randint(1, 7)]
    lines = ["@RULE Any", "@TABLE", f"n_states:{states}", f"neighborhood:{neighbourhood}", f"symmetries:{symmetry}"]
    for name in names:
        values = random.sample(range(states), random.randint(1, min(states, 3)))
        lines.append(f"var {name}={{{','.join(map(str, values))}}}")
    # The first says that the dead stay dead among the dead, as programs of unbounded universes want it.
    inputs = len(NEIGHBOURHOODS[neighbourhood].cells)
    lines.append(",".join(["0"] * (inputs + 1)))
    for _ in range(random.randint(3, 9)):
        words = [
            random.choice(names) if random.random() < 0.7 else str(random.randrange(states)) for _ in range(inputs)
        ]
        outputs = sorted(word for word in set(words) if word in names)
        by_variable = outputs and random.random() < 0.6
        lines.append(",".join([*words, random.choice(outputs) if by_variable else str(random.randrange(states))]))
    return "\n".join(lines) + "\n"
