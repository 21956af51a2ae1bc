"""How dear the passes are for graphics cards that are not here, by NVIDIA's compiler, as a table.

    PYTHONPATH=tests .venv/bin/python -m compilers.pass_table
    PYTHONPATH=tests .venv/bin/python -m compilers.pass_table --words 3 --architecture sm_80

Without options it shows what cards get first on a massive board: those without subgroups, and those whose subgroups
have 32 lanes, where K counts the words of a lane. Nothing holds the compiler to a number of registers. A pass of T
generations owns words of 32 cells; "slots" are those of a warp's scheduler for an own word and generation, in the loop
alone and with the rows above and below that a pass also has to compute. "bound" is what an H200 could compute by them,
if nothing else held it up: 132 multiprocessors at 1.755 GHz, each with 64 operations on words of 32 bits a clock (CUDA
C++ Programming Guide, "Arithmetic Instructions"). It ranks passes; only a card measures. Needs nvidia-cuda-nvrtc-cu12.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace

from gpulife.engines.bitplanes.pass_shape import PassShape, shape_for
from gpulife.rules import parse_rule
from gpulife.tools.nvidia_compiler import pass_cost

_RULES = ("Life", "Immigration", "QuadLife")
MASSIVE = (65536, 65536)
_OPERATIONS_A_SECOND = 132 * 64 * 1.755e9
_HEAD = "rule          K   T  unroll  lanes  card   registers  spilled  slots  with halo    bound"


def main(argv: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="How dear the passes are for graphics cards that are not here.")
    parser.add_argument("rules", nargs="*", default=_RULES, metavar="RULE", help="rules (default: Life and others)")
    parser.add_argument("--architecture", nargs="*", default=["sm_90"], help="such as sm_80 (default: sm_90)")
    parser.add_argument("--lanes", type=int, nargs="*", default=[0, 32], help="of a subgroup (default: 0 and 32)")
    for name in ("words", "generations", "unroll", "rows"):
        parser.add_argument(f"--{name}", type=int, help="instead of what cards get first")
    arguments = parser.parse_args(argv)
    changes = {name: getattr(arguments, name) for name in ("words", "generations", "unroll", "rows")}
    print(_HEAD)
    for name in arguments.rules:
        rule = parse_rule(name)
        for lanes in arguments.lanes:
            shape = shape_for(rule, MASSIVE, wide=True, software=False, lanes=lanes)
            wanted = {name: value for name, value in changes.items() if value is not None}
            if shape.in_pairs and "words" in wanted:
                wanted["pair_words"] = wanted.pop("words")
            for line in lines(name, replace(shape, **wanted), arguments.architecture):
                print(line, flush=True)


def lines(name: str, shape: PassShape, architectures: Sequence[str]) -> Iterator[str]:
    """Yield the table's lines for a rule in a shape."""
    for architecture in architectures:
        cost = pass_cost(parse_rule(name), shape, MASSIVE[1], architecture)
        compiled = cost.compiled
        bound = _OPERATIONS_A_SECOND * 32 / cost.slots_with_halo / 1e12
        words = shape.pair_words if shape.in_pairs else shape.words
        yield (
            f"{name:12} {words:2}  {shape.generations:2}  {shape.unroll:6}  {shape.lanes:5}  {architecture}"
            f"  {compiled.registers:9}  {compiled.spilled:7}  {cost.slots:5.1f}"
            f"  {cost.slots_with_halo:9.1f}  {bound:5.1f} T/s"
        )


if __name__ == "__main__":
    main()
