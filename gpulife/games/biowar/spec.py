"""The entry of BioWar in the list of games: its texts, options, settings, functions and computer levels."""

from gpulife.games.biowar.observation import end_reason, visible_state
from gpulife.games.biowar.rules import QUIET, advance, start
from gpulife.games.biowar.state import OPTIONS, PLAYERS, BioWarState, PlayerStanding, check_biowar
from gpulife.games.core.consent import CONSENT, CONSENT_SETTING
from gpulife.games.core.game import TICKS_PER_SECOND, Action, ActionKind
from gpulife.games.core.game_spec import LIMIT, ComputerLevel, Credit, GameSpec, Preview, Setting, Tournament
from gpulife.games.core.preview_boards import patches

_GROWTH_SECONDS, _JOINING_SECONDS = 2, 60
_MAX_TURNS = 1000


def _stop_reason(state: BioWarState, limit: int) -> str:
    """Return why a match stops: "out" if a player has lost all cells, "limit" at the turn limit; "" if it continues."""
    if any(side.standing is PlayerStanding.OUT for side in state.sides):
        return "out"
    return "limit" if state.turn > limit else ""


def _max_ticks(limit: int, option: str) -> int:
    """Return the maximum length, in ticks, of a match of ``limit`` turns with ``option``, time for joining included."""
    return TICKS_PER_SECOND * (_JOINING_SECONDS + limit * (OPTIONS[option].seconds + _GROWTH_SECONDS))


BIOWAR = GameSpec(
    name="biowar",
    title="BioWar",
    about="up to six players, in turns: place cells, then watch them grow; on 24x11",
    tagline="place cells each turn and crowd out computers or friends",
    help_files=("biowar/help.md",),
    players=PLAYERS,
    by_turns=True,
    shape=(11, 24),
    rule=f"BioWar:{PLAYERS}",
    own_family_only=True,
    options={name: option.about for name, option in OPTIONS.items()},
    settings={
        LIMIT: Setting(
            int,
            "turns after which the game ends and the most points win; 0 for no limit",
            f"a whole number from 0 to {_MAX_TURNS}",
            0,
            allowed=range(_MAX_TURNS + 1),
        ),
        CONSENT: CONSENT_SETTING,
    },
    state_type=BioWarState,
    first_state=start,
    check_state=check_biowar,
    advance=advance,
    quiet=QUIET,
    explain_end=end_reason,
    scores=lambda state, _census: tuple(side.score for side in state.sides),
    observe=visible_state,
    levels=(
        ComputerLevel("Beginner", "places cells at random, near its own cells or away from all cells"),
        ComputerLevel("Gardener", "tries 5 placements 3 generations ahead, near its own cells"),
        ComputerLevel("Rival", "tries 24 placements 6 generations ahead, some of them among your cells"),
        ComputerLevel("Survivor", "tries 64 placements 8 generations ahead, and has the fastest hands"),
    ),
    computer_factory="gpulife.games.biowar.ai:BioWarComputer",
    tournament=Tournament(
        end_text="after {limit} turns, or when a player is out; most points wins",
        limit=20,
        stop_reason=_stop_reason,
        max_ticks=_max_ticks,
        rule="BioWar:2",
    ),
    credit=Credit(
        "BioWar",
        1986,
        "GCP (its guide names no author)",
        "An on-line service for Atari computers",
        "Neighbours of its own colour help a cell, all others harm it. All players place cells at the same time.",
    ),
    preview=Preview(cells=lambda rng: patches((22, 40), (2, 3), PLAYERS, 0.35, rng), seconds=0.3, generations=30),
    online_kinds=frozenset({ActionKind.OPTION, ActionKind.SELECT, ActionKind.WHO, ActionKind.HIDE, ActionKind.SAY}),
    begin=lambda state, seats: tuple(
        Action(seat, ActionKind.START) for seat in seats if state.sides[seat].standing is PlayerStanding.SPECTATOR
    ),
    again=lambda _state, seats: tuple(Action(seat, ActionKind.DONE) for seat in seats),
    window="gpulife.window.games.biowar.window:WINDOW",
    page="gpulife.online.page_view.biowar:PAGE",
)
