"""The entry of P2Life in the list of games: its texts, options, settings, functions and computer levels."""

from gpulife.games.core.consent import CONSENT, CONSENT_SETTING
from gpulife.games.core.game import NOBODY, TICKS_PER_SECOND, Action, ActionKind
from gpulife.games.core.game_spec import ComputerLevel, Credit, Demo, GameSpec, Preview, Tournament
from gpulife.games.core.preview_boards import patches
from gpulife.games.core.series import SERIES, SERIES_SETTING
from gpulife.games.p2life.observation import end_reason
from gpulife.games.p2life.rules import QUIET, advance, start
from gpulife.games.p2life.state import MAX_GENERATIONS, OPTIONS, PLAYERS, P2LifeState, check_p2life, round_stats

_SECONDS_PER_GENERATION = 10
"""Time limit for each generation of a tournament, with its tokens; two computers need far less."""
_PREVIEW_SHAPE = (18, 32)
"""(rows, columns) of the preview."""

P2LIFE = GameSpec(
    name="p2life",
    title="P2Life",
    about="place tokens between generations, and have more cells after 200 generations",
    tagline="place tokens by turns against a computer or a friend",
    help_files=("p2life/help.md",),
    players=PLAYERS,
    by_turns=True,
    minutes=3,
    shape=(64, 64),
    rule="P2Life",
    own_family_only=True,
    min_live_states=PLAYERS,
    options={name: f"a token each, then {count} generation{'s' * (count > 1)}" for name, count in OPTIONS.items()},
    settings={SERIES: SERIES_SETTING, CONSENT: CONSENT_SETTING},
    state_type=P2LifeState,
    first_state=start,
    check_state=check_p2life,
    advance=advance,
    quiet=QUIET,
    explain_end=end_reason,
    scores=lambda _state, census: (int(census[0]), int(census[1])),
    round_stats=round_stats,
    levels=(
        ComputerLevel("Beginner", "opens with modest patterns, and tries three places for each token"),
        ComputerLevel("Gardener", "opens with growing patterns, and tries eight places near its own cells"),
        ComputerLevel("Strategist", "opens with growing patterns, and tries 48 places near the cells of both"),
    ),
    computer_factory="gpulife.games.p2life.ai:P2LifePlayer",
    tournament=Tournament(
        end_text="when a side has no live cells, or after {limit} generations; most cells wins",
        limit=MAX_GENERATIONS,
        stop_reason=lambda state, limit: "limit" if state.generation >= limit else "",
        max_ticks=lambda limit, _option: TICKS_PER_SECOND * _SECONDS_PER_GENERATION * (limit + 1),
        first_actions=(Action(NOBODY, ActionKind.START),),
    ),
    credit=Credit(
        "p2life",
        2003,
        "Mark Levene and George Roussos, Birkbeck",
        "A paper on a two-player game of life",
        "Neighbours of the other colour count against a cell, a coin decides ties, and players add tokens.",
    ),
    preview=Preview(
        cells=lambda rng: patches(_PREVIEW_SHAPE, (1, 2), PLAYERS, 0.3, rng),
        seconds=0.4,
        generations=48,
        grid=True,
        skipped=8,
    ),
    demo=Demo("12", ((1, 2), (2, 1), (2, 2))),
    online_kinds=frozenset({ActionKind.START, ActionKind.AGAIN, ActionKind.PLACE}),
    window="gpulife.window.games.p2life.controller:WINDOW",
    page="gpulife.online.page_view.p2life:PAGE",
)
