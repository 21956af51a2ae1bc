"""The three games of Survival of the Fittest (1982) as list entries: One Seed, Seed List and Study Mode."""

from collections.abc import Sequence
from dataclasses import replace

from gpulife.games.core.consent import CONSENT, CONSENT_SETTING
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.core.game_spec import (
    ComputerLevel,
    Credit,
    Demo,
    GameSpec,
    Preview,
    Setting,
    Tournament,
    press_again,
    press_start,
)
from gpulife.games.core.preview_boards import planted, word
from gpulife.games.core.round_end import Ending
from gpulife.games.core.series import SERIES, SERIES_SETTING
from gpulife.games.core.shared_texts import count_text
from gpulife.games.survival1982 import study
from gpulife.games.survival1982.rules import QUIET, advance, check_contest, start
from gpulife.games.survival1982.state import (
    HANDICAP,
    HANDICAP_OPTION,
    MAX_GENERATIONS,
    OPTIONS,
    PLAYERS,
    TITLES,
    ContestState,
    RoundPhase,
)
from gpulife.patterns.seeds import SEED_SHAPES, parse_drawing
from gpulife.rules import Edges
from gpulife.seats import YOU, with_verb

_FIRST_GENERATIONS = 3
_NEIGHBOURS = "a cell needs two or three neighbours to survive"


def explain_end(state: ContestState, names: Sequence[str]) -> str:
    """Return a sentence on why the round is over, with the players' names; "" before the round's end."""
    if state.phase is not RoundPhase.OVER or state.ending is None:
        return ""
    winner, (left, right) = state.winner, state.scores
    loser = "" if winner is None else names[1 - winner]
    match state.ending:
        case Ending.RESIGNED:
            return f"{loser} gave up."
        case Ending.SHUT_OUT if winner is None:
            return f"All cells died: {_NEIGHBOURS}."
        case Ending.SHUT_OUT:
            soon = state.generation - state.began <= _FIRST_GENERATIONS
            return f"Shut-out: {with_verb(loser, 'have')} no living cells left{f' ({_NEIGHBOURS})' if soon else ''}."
        case Ending.CLOCK:
            what = "The yellow bar ran out"
        case Ending.LIMIT:
            what = f"The round reached its limit of {MAX_GENERATIONS} generations"
    if winner is None:
        return f"{what} with {count_text(left, 'cell')} each in the last generation."
    wins = with_verb(names[winner], "win")
    wins = wins.replace(YOU, YOU.lower(), 1) if names[winner] == YOU else wins
    return f"{what}: {wins} by {count_text(abs(left - right), 'cell')} in the last generation."


_GROWING = (".oo oo. .o.", "ooo o.. .o.")
"""The cells in One Seed's preview on the start screen. Players can plant them singly; they grow for a long time."""


def _again(state: ContestState, seats: Sequence[int]) -> tuple[Action, ...]:
    """Return the action for another game on line: the next round of a set, else a game on an empty board."""
    in_set = state.series is not None and not state.series.over
    return (press_again if in_set else press_start)(state, seats)


ONE_SEED = GameSpec(
    name="one-seed",
    title=TITLES["one-seed"],
    about="draw shapes cell by cell, and have more living cells when the clock runs out, on 160x96 cells",
    tagline="draw shapes and outgrow a computer or a friend",
    help_files=(
        "survival1982/one_seed_help.md",
        "survival1982/contest_help.md",
        "survival1982/options_help.md",
        "core/laws_help.md",
    ),
    shape=(96, 160),
    players=PLAYERS,
    minutes=5,
    min_live_states=PLAYERS,
    options={name: option.about for name, option in OPTIONS.items()},
    walled_options=frozenset(name for name, option in OPTIONS.items() if option.dead_edges),
    settings={
        "edges": Setting(str, "the board's edges in all options except WALL", ", ".join(Edges), option="WALL"),
        HANDICAP: Setting(
            list, "seeds of the left and the right player", "a list of two numbers", option=HANDICAP_OPTION
        ),
        SERIES: SERIES_SETTING,
        CONSENT: CONSENT_SETTING,
    },
    state_type=ContestState,
    first_state=start,
    check_state=check_contest,
    advance=advance,
    quiet=QUIET,
    explain_end=explain_end,
    scores=lambda state, _census: state.scores,
    round_stats=lambda state, _census: state.round_stats,
    levels=(
        ComputerLevel("Beginner", "plants small shapes that survive"),
        ComputerLevel("Gardener", "looks 24 generations ahead, only at its own cells; spends its seeds early"),
        ComputerLevel("Rival", "looks 72 generations ahead, at both sides; keeps as many seeds as you"),
        ComputerLevel("Survivor", "looks ahead until the clock runs out; keeps its seeds for the decisive moment"),
    ),
    computer_factory="gpulife.games.survival1982.ai:ContestPlayer",
    tournament=Tournament(
        end_text="by the game's rules; after half an hour of game time, most cells wins",
        first_actions=(Action(NOBODY, ActionKind.START),),
        uses_batches=True,
    ),
    credit=Credit(
        "Survival of the Fittest",
        1982,
        "Mark Gaponoff",
        "Atari 400 and 800, a ROM cartridge by Innovative Design Software",
        "Two species in real time, with the shot clock, the list of seed shapes, handicaps, and rounds on one board.",
    ),
    preview=Preview(cells=lambda _: planted([parse_drawing(drawing) for drawing in _GROWING], 1, (27, 48))),
    demo=Demo("FAST", ((3, 4), (4, 3))),
    online_kinds=frozenset({ActionKind.START, ActionKind.AGAIN, ActionKind.DIGIT}),
    again=_again,
    window="gpulife.window.games.survival1982.windows:ONE_SEED",
    page="gpulife.online.page_view.survival1982:PAGE",
)
SEED_LIST = replace(
    ONE_SEED,
    name="seed-list",
    title=TITLES["seed-list"],
    about="plant shapes from cells to spaceships, and have more living cells when the clock runs out, on 160x88 cells",
    tagline="plant ten shapes and outgrow a computer or a friend",
    help_files=(
        "survival1982/seed_list_help.md",
        "survival1982/contest_help.md",
        "survival1982/options_help.md",
        "core/laws_help.md",
    ),
    minutes=2,
    shape=(88, 160),
    preview=Preview(cells=lambda _: planted([shape.cells for shape in SEED_SHAPES], 2), seconds=0.25, generations=60),
    window="gpulife.window.games.survival1982.windows:SEED_LIST",
)
STUDY = GameSpec(
    name="study",
    title=TITLES["study"],
    about="draw, plant and watch: no clock, no border, no winner",
    tagline="draw and watch on an empty board",
    help_files=("survival1982/study_help.md", "survival1982/workbench_help.md", "core/laws_help.md"),
    players=PLAYERS,
    competitive=False,
    shape=(96, 160),
    options=ONE_SEED.options,
    walled_options=ONE_SEED.walled_options,
    settings={name: ONE_SEED.settings[name] for name in ("edges", HANDICAP)},
    state_type=study.StudyState,
    first_state=study.start,
    check_state=study.check_study,
    advance=study.advance,
    scores=lambda _state, census: tuple(int(cells) for cells in census[:PLAYERS]),
    window_plays_generations=True,
    preview=Preview(cells=lambda _: word("STUDY")),
    window="gpulife.window.games.survival1982.windows:STUDY",
)
