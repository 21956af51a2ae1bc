"""Scenes in which two computers play Survival of the Fittest: all that a programme's file says of them."""

from __future__ import annotations

from collections.abc import Callable

from gpulife.art.scene import CameraPlan, Effects, Hours, PalettePlan, Remedies, Scene, Start
from gpulife.art.table import Table
from gpulife.rules import Edges, parse_rule

GAMES = ("seed-list", "one-seed")
"""That may be shown, by their names in the games."""
SHAPE = (88, 160)
"""(rows, columns) of their board."""
_DAY = 86400.0


def game_scene(
    table: Table,
    name: str,
    hours: Callable[[Table], Hours],
    palette: Callable[[Table], PalettePlan],
    effects: Callable[[Table], Effects],
) -> Scene:
    """The scene that a table with the key ``game`` is.

    Args:
        table: to read.
        name: of the scene.
        hours: reads when it may begin; as in other scenes, like the rest.
        palette: reads its colours.
        effects: reads how cells are drawn.

    Raises:
        ProgrammeError: something is wrong, or is for scenes without a game.
    """
    scene = Scene(
        name=name,
        duration=table.seconds("duration", 5, _DAY),
        weight=table.whole("weight", 1, 100, 1),
        hours=hours(table),
        rule=parse_rule("Immigration").on_board(SHAPE, Edges.TORUS),
        shape=SHAPE,
        start=Start(),
        palette=palette(table.table("palette")),
        effects=effects(table.table("effects")),
        camera=CameraPlan(),
        remedies=Remedies(kinds=()),
        game=table.choice("game", GAMES),
    )
    table.finish()
    return scene
