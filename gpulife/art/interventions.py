"""Wild interventions (ruling R7) on an act's board, of the kinds that its scene allows."""

from __future__ import annotations

import numpy as np

from gpulife.art.scene import Scene
from gpulife.art.scene_setup import restore_symmetry
from gpulife.art.stagnation import Trouble
from gpulife.engines.base import Engine
from gpulife.games.core.game import Paint, Step
from gpulife.games.core.wild import INTERVENTIONS

_BRINGS_BACK = ("swap", "flip")
"""Those that can bring back a species that is gone."""


def intervene(engine: Engine, scene: Scene, trouble: Trouble, rng: np.random.Generator) -> str | None:
    """Do one of the scene's interventions to its board; return which, or None if none of them would help."""
    kinds = scene.remedies.kinds
    if trouble is Trouble.EXTINCT:
        kinds = tuple(kind for kind in kinds if kind in _BRINGS_BACK)
    if trouble is Trouble.EMPTY or not kinds:
        return None
    chosen = kinds[int(rng.integers(len(kinds)))]
    for order in INTERVENTIONS[chosen](engine, rng):
        if isinstance(order, Paint):
            engine.paint(order.row, order.column, order.cells, order.mask)
        elif isinstance(order, Step):
            engine.step(order.generations, order.rule)
    restore_symmetry(engine, scene.start)
    return chosen
