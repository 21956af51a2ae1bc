"""Rules of ``.rule`` files travel with what is saved, and are known where there is no such file."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from boards import assert_boards_equal
from engines.cases import random_cells
from rich.console import Console

from gpulife.cli.headless_replay import run_replay
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.engines.checkpoint import take_snapshot
from gpulife.errors import GpulifeError, PatternError, RuleError
from gpulife.games.core.game import NOBODY, Action, ActionKind, Match
from gpulife.games.matches import new_match, next_game, next_option, next_other_game, require_playable
from gpulife.patterns.formats.npz import npz_bytes, open_npz_bytes
from gpulife.patterns.formats.rle_writer import rle_text
from gpulife.patterns.loading import open_pattern
from gpulife.patterns.pattern import Pattern
from gpulife.rules import Rule, known_tables, parse_rule, register_rule_text
from gpulife.rules.families.table import rule_of
from gpulife.rules.known_tables import register
from gpulife.session.autosave import _KIND, Autosave, parse_session, read_save
from gpulife.session.replay import read_replay, write_replay
from gpulife.session.session import Session
from gpulife.storage.save_file import read_parts

TEXT = """@RULE Elsewhere
Three states that chase each other, by nobody.
@TABLE
n_states:3
neighborhood:Moore
symmetries:permute
var a={0,1,2}
var b={a}
var c={a}
var d={a}
var e={a}
var f={a}
0,1,1,a,b,c,d,e,f,1
1,2,2,a,b,c,d,e,f,2
2,0,0,0,a,b,c,d,e,0
@NAMES
1 "fox"
2 hähne
"""
SHAPE = (20, 30)


@pytest.fixture
def rule() -> Rule:
    return rule_of(register(TEXT, "Elsewhere.rule")).on_board(SHAPE)


@pytest.fixture
def forget(monkeypatch: pytest.MonkeyPatch):
    """Make this process forget all rules read from files."""

    def make() -> None:
        for name in ("_by_content", "_by_name", "_by_path"):
            monkeypatch.setattr(known_tables, name, {})

    return make


def played(rule: Rule) -> Session:
    match = new_match("study", rule, SHAPE, 7)
    session = Session(match, NumpyEngine(rule, SHAPE))
    session.tick((Action(NOBODY, ActionKind.PAINT, 0, 0, rle_text(Pattern(random_cells(rule, SHAPE, seed=1)))),))
    session.tick((Action(NOBODY, ActionKind.HALT), Action(NOBODY, ActionKind.PACE, 20_000)))
    for _ in range(200):
        session.tick()
    assert session.engine.generation > 20
    return session


def test_a_replay_needs_no_rule_file(rule: Rule, forget, tmp_path: Path) -> None:
    session = played(rule)
    path = tmp_path / "game.gpureplay"
    write_replay(path, session.recording())
    forget()
    with pytest.raises(RuleError, match="unknown rule 'Elsewhere@"):
        parse_rule(rule.law)
    recording = read_replay(path)
    assert recording == session.recording()
    assert parse_rule("Elsewhere").family.states[1][0] == '"fox"'
    forget()
    result, status = run_replay(path, Console(file=io.StringIO()), engine="gl", verify=True)
    assert (status, result.generation) == (0, session.engine.generation)


def test_an_autosave_needs_no_rule_file(rule: Rule, forget, tmp_path: Path) -> None:
    session = played(rule)
    autosave = Autosave(tmp_path, 0.0)
    path = autosave.save(session, 1.0)
    assert path is not None
    autosave.release()
    forget()
    assert read_save(path).rule == str(rule)
    forget()
    saved = parse_session(path, read_parts(path, _KIND))
    assert saved.recording == session.recording()


def test_a_board_needs_no_rule_file(rule: Rule, forget) -> None:
    engine = NumpyEngine(rule, SHAPE)
    engine.paint(0, 0, random_cells(rule, SHAPE, seed=2))
    data = [take_snapshot(engine), npz_bytes(Pattern(engine.read_all(), rule))]
    for each in data:
        forget()
        pattern = open_npz_bytes(each, "board")
        assert str(pattern.rule) == str(rule)
        assert_boards_equal(pattern.whole().cells, engine.read_all())
    assert np.load(io.BytesIO(data[0]))["rule_text"].tobytes().decode() == rule.family.text


def test_other_rules_save_no_text() -> None:
    data = npz_bytes(Pattern(np.eye(3, dtype=np.uint8), parse_rule("Life:T3,3")))
    assert "rule_text" not in np.load(io.BytesIO(data))
    assert new_match("study", parse_rule("Life"), SHAPE, 1).rule_text == ""


def test_text_of_another_rule_is_refused(rule: Rule, forget, monkeypatch: pytest.MonkeyPatch) -> None:
    match = new_match("study", rule, SHAPE, 7)
    for other in (
        replace(match, rule_text=TEXT.replace("0,1,1,a", "0,2,2,a")),
        replace(match, rule_text="@RULE Elsewhere\n@TABLE\n"),
        replace(match, rule="Life:T30,20"),
        replace(match, rule_text=""),
    ):
        forget() if other.rule_text else None
        with pytest.raises(GpulifeError):
            require_playable(other)
    engine = NumpyEngine(rule, SHAPE)
    monkeypatch.setattr(known_tables.RuleFile, "digest", "0123456789")
    forget()
    with pytest.raises(PatternError, match=r"board: .* the text defines Elsewhere@0123456789, not 'Elsewhere@"):
        open_npz_bytes(take_snapshot(engine), "board")


def test_the_text_follows_the_rule_of_a_match(rule: Rule) -> None:
    match: Match = new_match("study", rule, SHAPE, 7)
    seen = set()
    for number in range(12):
        match = (next_game if number < 4 else next_other_game)(match)
        seen.add(match.game)
        assert match.rule_text == parse_rule(match.rule).family.text
        require_playable(match)
        match = next_option(match)
        assert match.rule_text == parse_rule(match.rule).family.text
    assert len(seen) > 4


def test_an_rle_names_the_rule_as_golly_does(rule: Rule, forget, tmp_path: Path) -> None:
    path = tmp_path / "board.rle"
    path.write_text(rle_text(Pattern(random_cells(rule, SHAPE, seed=3), rule)))
    assert "rule = Elsewhere:T30,20\n" in path.read_text()
    assert open_pattern(str(path)).rule == rule
    forget()
    with pytest.raises(PatternError, match=r"unknown rule 'Elsewhere': .* put its file into .*rules as Elsewhere.rule"):
        open_pattern(str(path))


def test_multiline_name_gives_one_line_error() -> None:
    with pytest.raises(RuleError) as caught:
        register_rule_text("Else\nwhere@0:T9,9", TEXT)
    assert "\n" not in str(caught.value)
