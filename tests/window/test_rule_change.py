"""The rule field: the cells of a running board continue under another rule."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event

import numpy as np
import pytest
from boards import assert_boards_equal
from engines.table_texts import COPIES
from imgui_bundle import imgui
from window.stage import Stage, press

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.matches import new_match
from gpulife.games.start_presets import START_PRESETS
from gpulife.input.commands import BrowsePatterns, ChangeRule, Jump
from gpulife.patterns.formats.rle_writer import rle_text
from gpulife.patterns.pattern import Pattern
from gpulife.rules import Edges, parse_rule
from gpulife.window import rule_preparation
from gpulife.window.dialogs import rule_dialog
from gpulife.window.panels.board_title import law_title
from gpulife.window.panels.widgets import width_of
from gpulife.window.play import other_board
from gpulife.window.rule_preparation import PREPARING

SIZE = (900, 600)
ANEW = ". The timeline begins anew: Ctrl+Z brings the old one back"


def soup(rule: str, shape: tuple[int, int] = (24, 40)) -> Action:
    states = parse_rule(rule).live_states
    cells = np.random.default_rng(3).integers(0, states + 1, shape, np.uint8)
    return Action(NOBODY, ActionKind.PAINT, 0, 0, rle_text(Pattern(cells, parse_rule(rule))))


@pytest.mark.parametrize("limit", [other_board.STREAMED_CELLS, 100])
def test_rule_change_keeps_cells_and_pace(stage: Stage, monkeypatch: pytest.MonkeyPatch, limit: int) -> None:
    monkeypatch.setattr(other_board, "STREAMED_CELLS", limit)
    rule = parse_rule("Immigration").on_board((24, 40), Edges.DEAD)
    stage.shell.begin(new_match("study", rule, (24, 40), 1), (soup("Immigration"),))
    stage.frames(2).act(ActionKind.PACE, 5000).act(ActionKind.STEP, 3)
    cells, generation = stage.cells, stage.play.engine.generation
    assert generation == 3
    stage.do(ChangeRule("B36/S23:2"))
    assert str(stage.play.engine.rule) == "B36/S23:2:P40,24"
    assert stage.messages[-1] == f"Rule: B36/S23:2{ANEW}"
    assert_boards_equal(stage.cells, cells)
    assert stage.play.engine.generation == generation
    assert stage.play.runner.pace == 5000
    assert not stage.state.running


def test_running_board_keeps_running(stage: Stage) -> None:
    stage.begin("Life", (24, 40), soup("Life")).act(ActionKind.HALT)
    state = stage.shell.panel_state
    stage.do(BrowsePatterns()).frames(3)
    assert state.focused == "Patterns", "keys go to the panel"
    stage.do(ChangeRule("day & night")).frames(3)
    assert stage.play.engine.rule.law == "B3678/S34678"
    assert stage.messages[-1] == f"Rule: day & night, B3678/S34678{ANEW}"
    assert stage.state.running
    assert (state.docked, state.focused) == ("Patterns", "")
    assert not stage.key("Space").state.running


def test_rewound_board_stays_halted(stage: Stage) -> None:
    stage.begin("Life", (24, 40), soup("Life")).act(ActionKind.HALT).live(40)
    stage.do(Jump(-0.4)).key("Space")
    assert stage.play.session.in_the_past
    assert stage.play.session.state.running
    stage.do(ChangeRule("HighLife")).live(10)
    assert not stage.state.running
    assert stage.play.session.computed == 0


def test_missing_states_are_replaced(stage: Stage) -> None:
    stage.begin("QuadLife", (24, 40), soup("QuadLife"))
    cells = stage.cells
    stage.do(ChangeRule("Immigration"))
    assert_boards_equal(stage.cells, np.array([0, 1, 2, 1, 2], np.uint8)[cells])
    stage.do(ChangeRule("Life"))
    assert_boards_equal(stage.cells, (cells > 0).astype(np.uint8))


def test_a_match_keeps_its_rule(stage: Stage) -> None:
    stage.shell.begin(new_match("seed-list", parse_rule("Immigration"), (24, 40), 1))
    stage.frames(2).do(ChangeRule("Life"))
    assert stage.messages[-1].startswith("Seed List Game has a fixed rule")
    assert stage.play.session.match.game == "seed-list"


@pytest.mark.parametrize(
    ("name", "says"), [("nonsense", "unknown rule 'nonsense'"), ("B3/S23:T9,9", "leave the size out")]
)
def test_impossible_rule_is_refused(stage: Stage, name: str, says: str) -> None:
    session = stage.begin("Life").play.session
    stage.do(ChangeRule(name))
    assert says in stage.messages[-1]
    assert stage.play.session is session


def test_the_rule_field_takes_a_file(stage: Stage, tmp_path: Path) -> None:
    path = tmp_path / "Copies.rule"
    path.write_text(COPIES)
    stage.begin("Life", (24, 40)).do(ChangeRule()).frames(3)
    imgui.get_io().add_input_characters_utf8(str(path))
    stage.frames(3)
    press(stage, imgui.Key.enter, "Enter")
    stage.frames(3)
    assert stage.messages[-1].startswith("Rule: Copies, 5 states")
    assert stage.play.engine.rule.law.startswith("Copies@")


@pytest.mark.parametrize(
    ("rule", "how"),
    [
        ("WireWorld", "Computed on bit planes: fast"),
        ("B3/S23:5", "Computed cell by cell, so large boards are slower and take more memory: they allow"),
    ],
)
def test_dialog_says_how_rule_is_computed(stage: Stage, monkeypatch: pytest.MonkeyPatch, rule: str, how: str) -> None:
    said: list[str] = []
    monkeypatch.setattr(rule_dialog, "wrapped_text", lambda text, *_: said.append(text))
    stage.begin("Life", (24, 40)).do(ChangeRule()).frames(3)
    imgui.get_io().add_input_characters_utf8(rule)
    said.clear()
    stage.frames(3)
    assert said[-1].startswith(how)
    stage.key("Escape").frames(2)


def test_invalid_rule_is_reported_below_field(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(rule_dialog, "wrapped_text", lambda text, *_: said.append(text))
    stage.begin("Life", (24, 40)).do(ChangeRule()).frames(3)
    imgui.get_io().add_input_characters_utf8("xyz")
    stage.frames(3)
    messages = len(stage.messages)
    press(stage, imgui.Key.enter, "Enter")
    said.clear()
    stage.frames(1)
    assert [text for text in said if "unknown rule 'xyz'" in text] == said[1:]
    assert len(said) == 2
    assert len(stage.messages) == messages
    stage.key("Escape").frames(2)


@pytest.fixture
def slow_rule(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """Makes the preparation of rules wait until the event is set."""
    ready = Event()
    monkeypatch.setattr(rule_preparation, "reason_without_planes", lambda _: ready.wait(60))
    yield ready
    ready.set()


def test_window_says_that_it_prepares_a_rule(stage: Stage, monkeypatch: pytest.MonkeyPatch, slow_rule: Event) -> None:
    monkeypatch.setattr(rule_preparation, "LONG", 0.0)
    said: list[str] = []
    monkeypatch.setattr(stage.shell, "redraw", lambda: (said.append(stage.shell.message), slow_rule.set()))
    slow_rule.set()
    stage.begin()
    slow_rule.clear()
    stage.begin("B3/S23")
    assert said == [PREPARING]
    assert stage.frames(2).play.engine.rule.law == "B3/S23"
    assert stage.shell.message != PREPARING


def test_first_session_waits_for_its_rule_without_drawing(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule_preparation.RulePreparation, "wait", lambda _, seconds=None: seconds is None)
    stage.shell.begin(START_PRESETS["two"].match(1), backdrop=True)  # there is no session yet that could be drawn
    assert stage.frames(1).play.engine.rule.species == 2


def test_rule_dialog_prepares_the_typed_rule_and_stays_alive(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, slow_rule: Event
) -> None:
    written: list[str] = []
    monkeypatch.setattr(rule_dialog, "wrapped_text", lambda words, *_: written.append(words))
    slow_rule.set()
    stage.begin("Life").do(ChangeRule()).frames(2)
    slow_rule.clear()
    imgui.get_io().add_input_characters_utf8("B2-a/S12")
    stage.frames(2)
    assert PREPARING not in written, "it may be a short moment"
    stage.now += 1.0
    stage.frames(2)
    assert PREPARING in written
    slow_rule.set()
    assert stage.screens.top._preparation.wait(60)  # type: ignore[attr-defined]
    written.clear()
    stage.frames(2)
    assert PREPARING not in written
    assert any(words.startswith("Computed on bit planes") for words in written)


@pytest.mark.parametrize("rule", ["MAP" + 85 * "W", "MAP" + 40 * "W" + "*" + 45 * "W"])
def test_refusal_of_a_map_takes_one_line(stage: Stage, monkeypatch: pytest.MonkeyPatch, rule: str) -> None:
    fits: list[bool] = []
    monkeypatch.setattr(
        rule_dialog,
        "wrapped_text",
        lambda words, *_: fits.append(width_of(words) <= imgui.get_content_region_avail().x),
    )
    stage.begin("Life").do(ChangeRule()).frames(2)
    imgui.get_io().add_input_characters_utf8(rule)
    fits.clear()
    stage.frames(3)
    assert len(fits) > 3
    assert all(fits)


@pytest.mark.parametrize(
    ("name", "title"),
    [("HighLife", "HighLife (B36/S23)"), ("Life", "Life"), ("B36/S2", "B36/S2"), ("2x2:2", "B36/S125:2")],
)
def test_panels_name_a_rule_that_has_a_name(name: str, title: str) -> None:
    assert law_title(parse_rule(name)) == title
