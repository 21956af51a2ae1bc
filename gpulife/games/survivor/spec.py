"""The entry of Survivor in the list of games: its texts, setting, functions and computer levels."""

from pkgutil import resolve_name

import numpy as np

from gpulife.games.core.game_spec import ComputerLevel, Credit, GameSpec, Outcome, Preview, Setting
from gpulife.games.survivor.rules import LEVEL, LevelPhase, SurvivorState, advance, check_survivor, start
from gpulife.rules import Cells

_PREVIEW_LEVEL = 2  # the first with walls around it


def _preview_cells(_rng: np.random.Generator) -> Cells:
    cells: Cells = resolve_name("gpulife.games.survivor.level_files:built_in_levels")()[_PREVIEW_LEVEL].level.cells
    return cells


SURVIVOR = GameSpec(
    name="survivor",
    title="Survivor",
    about="one player, turn by turn: pawns and shelters against traps, five levels",
    tagline="lead your pawns against traps and monsters",
    help_files=("survivor/help.md", "core/laws_help.md"),
    players=1,
    by_turns=True,
    competitive=False,
    shape=(8, 12),
    rule="Survivor",
    own_family_only=True,
    settings={LEVEL: Setting(dict, "the level to play; without it, a practice ground", "a level as a table")},
    state_type=SurvivorState,
    first_state=start,
    check_state=check_survivor,
    advance=advance,
    outcome=lambda state: (
        Outcome(0 if state.phase is LevelPhase.WON else None, str(state.phase)) if state.is_over else None
    ),
    scores=lambda state, _census: (state.done,),
    levels=(
        ComputerLevel("Beginner", "looks three turns ahead, along one line of play"),
        ComputerLevel("Gardener", "looks eight turns ahead, along four lines of play"),
        ComputerLevel("Rival", "searches for a win, along twelve lines of play"),
        ComputerLevel("Survivor", "searches for a win, along twenty lines of play"),
    ),
    computer_factory="gpulife.games.survivor.ai:SurvivorComputer",
    credit=Credit(
        "Survivor",
        2012,
        "Andrei Ivan and Daniela Marinescu, Romania",
        "A paper on cellular automata",
        "Pawns, shelters, traps and enemies, inspired by The Time Machine by H. G. Wells. The rules change with the "
        "time of day.",
    ),
    preview=Preview(cells=_preview_cells, seconds=0.5, generations=12, grid=True),
    window="gpulife.window.games.survivor.controller:WINDOW",
)
