"""The spec of Study Mode."""

from __future__ import annotations

from gpulife.games.handicap_presets import HANDICAP
from gpulife.games.previews import word
from gpulife.games.spec import GameSpec, Preview
from gpulife.games.study import PLAYERS, StudyState, advance, start
from gpulife.games.study_check import check_study
from gpulife.games.survival_spec import EDGES_SETTING, HANDICAP_SETTING, OPTION_LINES, WALLED

STUDY = GameSpec(
    name="study",
    title="Study Mode",
    about="draw, plant and watch: no clock, no border, no winner",
    tagline="an empty board for two cursors, the mouse and every pattern",
    help_files=("study_help.md", "laws_help.md"),
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
    window="gpulife.app.survival:STUDY",
)
