"""The spec of the title screen, a game without players."""

from gpulife.games.core.game_spec import GameSpec
from gpulife.games.core.state_checks import check_timed_state
from gpulife.games.title.rules import FANFARE, SPECIES, FanfareState, advance, start

TITLE = GameSpec(
    name=FANFARE,
    title="gpulife",
    about="the program's name in cells",
    players=0,
    competitive=False,
    shape=(96, 160),
    min_live_states=SPECIES,
    state_type=FanfareState,
    first_state=start,
    check_state=lambda state, start, _shape: check_timed_state(state, start),
    advance=advance,
    scores=lambda _state, _census: (),
    window="gpulife.window.games.title:WINDOW",
)
