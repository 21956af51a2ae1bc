"""A program for two ranks, of which rank 1 fails in its third step; prints when and how rank 0 notices it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from gpulife.engines.ranks.calls import serve
from gpulife.engines.ranks.engine import RanksEngine
from gpulife.engines.ranks.strips import CellsStrip
from gpulife.errors import EngineError
from gpulife.ranks.world import open_world
from gpulife.rules import Rule, parse_rule

world = open_world()
if world.rank > 0:
    step, counted = CellsStrip.step, iter(range(3))

    def failing(self: CellsStrip, generations: int, rule: Rule) -> None:
        if next(counted) == 2:
            raise ValueError("the third step")
        step(self, generations, rule)

    CellsStrip.step = failing  # type: ignore[method-assign]
    serve(world)
    sys.exit(0)
engine = RanksEngine(world, "numpy", parse_rule("Life").on_board((40, 40)), (40, 40))
for number in range(1, 9):
    try:
        engine.step(3)
        engine.keep_up()
    except EngineError as error:
        print("step", number, error, flush=True)
        break
try:
    engine.step()
except EngineError as error:
    print(error, flush=True)
engine.close()
world.abort(7)
