"""The spec of Study Mode."""

from gpulife.games.core.game_spec import GameSpec, Preview
from gpulife.games.core.preview_boards import word
from gpulife.games.survival1982.handicap_presets import HANDICAP
from gpulife.games.survival1982.options import TITLES
from gpulife.games.survival1982.spec import EDGES_SETTING, HANDICAP_SETTING, OPTION_LINES, WALLED
from gpulife.games.survival1982.study import PLAYERS, StudyState, advance, check_study, start

STUDY = GameSpec(
    name="study",
    title=TITLES["study"],
    about="draw, plant and watch: no clock, no border, no winner",
    tagline="an empty board for two cursors, the mouse and every pattern",
    help_files=("survival1982/study_help.md", "core/laws_help.md"),
    players=PLAYERS,
    competitive=False,
    shape=(96, 160),
    options=OPTION_LINES,
    walled=WALLED,
    settings={"edges": EDGES_SETTING, HANDICAP: HANDICAP_SETTING},
    state_type=StudyState,
    first_state=start,
    check_state=check_study,
    advance=advance,
    scores=lambda _state, census: tuple(int(cells) for cells in census[:PLAYERS]),
    preview=Preview(cells=lambda _: word("STUDY")),
    window="gpulife.window.games.survival1982.controller:STUDY",
)
