"""A replay whose ticks take longer than a frame: the window continues, and the user can leave."""

from __future__ import annotations

from pathlib import Path

from autosaves import load_autosave
from window.stage import Stage

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.matches import new_match
from gpulife.input.commands import Quit
from gpulife.rules import parse_rule
from gpulife.session.history import Recording

SIZE = (860, 500)
MATCH = new_match("study", parse_rule("Immigration"), (512, 512), 1)
LONG = Recording(
    MATCH,
    ticks=5000,
    log=(
        (2, Action(NOBODY, ActionKind.SOUP, data="0.35")),
        (2, Action(NOBODY, ActionKind.PACE, 0, 100_000)),
        (2, Action(NOBODY, ActionKind.HALT)),
    ),
)


def watched(stage: Stage) -> Stage:
    """A replay in the first of its long ticks."""
    stage.shell.begin(MATCH, recording=LONG)
    session = stage.play.session
    for _ in range(200):
        stage.frames(1)
        if session.is_unfinished:
            return stage
    raise AssertionError("no tick took long")


def test_frames_continue_during_long_tick(stage: Stage) -> None:
    session = watched(stage).play.session
    tick, before = session.ticks, session.computed
    stage.frames(4)
    assert session.ticks == tick
    assert before < session.computed < before + 100_000  # it is seen to go on


def test_seeking_over_frames_can_reverse(stage: Stage) -> None:
    session = watched(stage).play.session
    stage.play.runner.seeking = 4000
    stage.frames(3)
    assert stage.play.runner.seeking == 4000
    stage.play.runner.seeking = 0
    stage.frames(1)
    assert stage.play.runner.seeking is None
    assert not session.is_unfinished
    assert (session.ticks, session.computed, session.recorded_ticks) == (0, 0, LONG.ticks)


def test_leaving_during_seek_saves_last_moment(stage: Stage, tmp_path: Path) -> None:
    session = watched(stage).play.session
    stage.screens.save()
    saved = load_autosave(tmp_path / "autosave")
    assert saved is not None
    assert saved.keyframe.tick <= session.ticks
    assert saved.recording.log == LONG.log
    stage.screens.carry_out([Quit()])
    assert stage.shell.quitting
