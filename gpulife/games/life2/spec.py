"""The entry of LIFE-2 in the list of games: its texts, options, settings, functions and computer levels."""

from gpulife.games.core.consent import CONSENT, CONSENT_SETTING
from gpulife.games.core.game import NOBODY, TICKS_PER_SECOND, Action, ActionKind
from gpulife.games.core.game_spec import ComputerLevel, Credit, GameSpec, Preview, Tournament
from gpulife.games.core.series import SERIES, SERIES_SETTING
from gpulife.games.life2.observation import end_reason, visible_state
from gpulife.games.life2.rules import QUIET, advance, check_life2, start
from gpulife.games.life2.state import LIFE2_OPTIONS, PLAYERS, Life2State
from gpulife.patterns.soup import soup

_TURN_SECONDS = 60  # far more than any computer level needs


LIFE_2 = GameSpec(
    name="life-2",
    title="LIFE-2",
    about="place pieces on 5x5 in secret, turn them over together, and leave the other player without a piece",
    tagline="place secret pieces against a computer or a friend",
    help_files=("life2/help.md",),
    players=PLAYERS,
    by_turns=True,
    minutes=2,
    shape=(5, 5),
    rule="Immigration:P5,5",
    min_live_states=PLAYERS,
    options={name: option.about for name, option in LIFE2_OPTIONS.items()},
    settings={
        SERIES: SERIES_SETTING,
        CONSENT: CONSENT_SETTING,
    },
    state_type=Life2State,
    first_state=start,
    check_state=check_life2,
    advance=advance,
    quiet=QUIET,
    explain_end=end_reason,
    scores=lambda _state, census: (int(census[0]), int(census[1])),
    observe=visible_state,
    levels=(
        ComputerLevel("Beginner", "places its pieces near its cells, without looking ahead"),
        ComputerLevel("Gardener", "looks ahead, but as if you placed no piece"),
        ComputerLevel("Rival", "tries its places against all places that you may choose"),
        ComputerLevel("Survivor", "expects you to think ahead, too, and is unpredictable"),
    ),
    computer_factory="gpulife.games.life2.ai:Life2Player",
    tournament=Tournament(
        end_text="when a side has no live pieces, or after {limit} turns; most pieces wins",
        limit=100,
        stop_reason=lambda state, limit: "limit" if state.turn > limit else "",
        max_ticks=lambda limit, _option: TICKS_PER_SECOND * _TURN_SECONDS * limit,
        first_actions=(Action(NOBODY, ActionKind.START),),
        uses_batches=True,
    ),
    credit=Credit(
        "LIFE-2",
        1978,
        "Brian Wyvill, Bradford University",
        "BASIC on a Teletype",
        "Idea, program and description of Life for two. Pieces are placed in secret; a newborn cell belongs to the "
        "player who has most of its parents.",
    ),
    preview=Preview(cells=lambda rng: soup((5, 5), 0.5, PLAYERS, rng), seconds=0.6, generations=5, grid=True),
    online_kinds=frozenset(
        {ActionKind.START, ActionKind.AGAIN, ActionKind.DIGIT, ActionKind.PLACE, ActionKind.WITHDRAW, ActionKind.STEP}
    ),
    window="gpulife.window.games.life2.controller:WINDOW",
    page="gpulife.online.page_view.life2:PAGE",
)
