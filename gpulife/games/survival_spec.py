"""The specs of the competitive games of Survival of the Fittest (1982): One Seed and Seed List."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from gpulife.games.base import NOBODY, Action, ActionKind
from gpulife.games.consent import CONSENT, CONSENT_SETTING
from gpulife.games.contest import PLAYERS, ContestState
from gpulife.games.handicap_presets import HANDICAP, HANDICAP_OPTION
from gpulife.games.options import OPTIONS
from gpulife.games.previews import PREVIEW_SHAPE, patches
from gpulife.games.series import SERIES, SERIES_SETTING
from gpulife.games.spec import Demo, GameSpec, Level, Preview, Setting, Tournament
from gpulife.games.survival import advance, start
from gpulife.games.survival_check import check_contest

LEVELS = (
    Level("Beginner", "plants what comes to hand, anywhere near its cells"),
    Level("Gardener", "tends its own cells, looks 24 generations ahead, spends its seeds early"),
    Level("Rival", "weighs both sides 72 generations ahead, keeps as many seeds as you"),
    Level("Survivor", "looks to the bottom of the clock, keeps its seeds for when they decide the game"),
)
OPTION_LINES = MappingProxyType({name: option.about for name, option in OPTIONS.items()})
WALLED = frozenset(name for name, option in OPTIONS.items() if option.dead_edges)
EDGES_SETTING = Setting(str, "the edges of the board without WALL", option="WALL")
HANDICAP_SETTING = Setting(list, "seeds of the left and of the right player", option=HANDICAP_OPTION)
_SETTINGS = MappingProxyType(
    {
        "edges": EDGES_SETTING,
        HANDICAP: HANDICAP_SETTING,
        SERIES: SERIES_SETTING,
        CONSENT: CONSENT_SETTING,
    }
)
_TOURNAMENT: Tournament[ContestState] = Tournament(
    ends="by their rules; after half an hour of its own time by live cells",
    first=(Action(NOBODY, ActionKind.START),),
    batches=True,
)
_PREVIEW = Preview(cells=lambda rng: patches(PREVIEW_SHAPE, (1, 2), PLAYERS, 0.2, rng))
_DEMO = Demo("FAST", ((3, 4), (4, 3)))


ONE_SEED = GameSpec(
    name="one-seed",
    title="One Seed Game",
    about="two players, a border and a shot clock, single cells only",
    tagline="the same with single cells only: the hardest to play well",
    help_files=("one_seed_help.md", "contest_help.md", "laws_help.md"),
    shape=(96, 160),
    players=PLAYERS,
    min_species=PLAYERS,
    options=OPTION_LINES,
    walled=WALLED,
    settings=_SETTINGS,
    state_type=ContestState,
    first_state=start,
    check_state=check_contest,
    advance=advance,
    scores=lambda state, _census: state.scores,
    levels=LEVELS,
    computer_factory="gpulife.players.computer:contest_computer",
    tournament=_TOURNAMENT,
    preview=_PREVIEW,
    demo=_DEMO,
    window="gpulife.app.survival:CONTEST",
)
SEED_LIST = replace(
    ONE_SEED,
    name="seed-list",
    title="Seed List Game",
    about="the same with ten shapes to plant, on 160x88",
    tagline="two players, a shot clock, and ten shapes to plant: the game of 1982",
    help_files=("seed_list_help.md", "contest_help.md", "laws_help.md"),
    shape=(88, 160),
)
