"""Rule files dropped on the window, and patterns whose rule is a table."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from boards import assert_boards_equal
from engines.table_texts import COPIES, CYCLIC
from window.stage import Stage

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.input.commands import ChangeRule, Open, Paste, PlaceGhost
from gpulife.patterns.formats.rle_writer import rle_text
from gpulife.patterns.pattern import Pattern
from gpulife.rules import parse_rule
from gpulife.rules.known_tables import own_rules_folder
from gpulife.view.camera import Camera

SIZE = (900, 600)
SHAPE = (24, 40)
ANEW = ". The timeline begins anew: Ctrl+Z brings the old one back"


def soup(states: int) -> Action:
    cells = np.random.default_rng(3).integers(0, states + 1, SHAPE).astype(np.uint8)
    return Action(NOBODY, ActionKind.PAINT, 0, 0, rle_text(Pattern(cells)))


def dropped(folder: Path, name: str, text: str) -> Open:
    (folder / name).write_text(text)
    return Open(str(folder / name))


def test_dropped_rule_file_is_applied_and_saved(stage: Stage, tmp_path: Path) -> None:
    stage.begin("Immigration", SHAPE, soup(2)).act(ActionKind.STEP, 3)
    cells = stage.cells
    whole = COPIES + "@ICONS\ncircles\n"
    stage.do(dropped(tmp_path, "Copies.rule", whole))
    assert stage.play.engine.rule.title == "Copies"
    assert_boards_equal(stage.cells, cells)
    assert stage.play.engine.generation == 3
    kept = own_rules_folder() / "Copies.rule"
    assert kept.read_text() == whole
    assert stage.messages[-1] == f"Rule: Copies, 5 states; saved in {kept.parent}{ANEW}"
    stage.do(Open(str(kept)))
    assert stage.messages[-1] == f"Rule: Copies, 5 states{ANEW}"
    assert stage.shell.settings.recent_files[0] == str(kept)


def test_existing_rule_file_is_not_replaced(stage: Stage, tmp_path: Path) -> None:
    kept = own_rules_folder() / "Copies.rule"
    kept.parent.mkdir()
    kept.write_text(COPIES.replace("3,a", "4,a"))
    stage.begin("Life", SHAPE).do(dropped(tmp_path, "Copies.rule", COPIES))
    assert f"not saved, as another Copies.rule is in {kept.parent}" in stage.messages[-1]
    assert stage.play.engine.rule.family.text == COPIES
    assert kept.read_text() != COPIES


def test_a_rule_can_be_pasted(stage: Stage) -> None:
    stage.begin("Life", SHAPE, soup(1)).do(Paste(COPIES))
    assert stage.play.engine.rule.title == "Copies"
    assert (own_rules_folder() / "Copies.rule").read_text() == COPIES
    stage.do(Paste("@RULE Bad\n@TABLE\nn_states:999\n"))
    assert stage.messages[-1] == "clipboard, line 3: n_states is '999'; it can be 2 to 256"


def test_rule_with_fewer_states_begins_universe(stage: Stage, tmp_path: Path) -> None:
    stage.begin("B3/S23:9", SHAPE, soup(9)).do(dropped(tmp_path, "Copies.rule", COPIES))
    assert stage.play.engine.rule.title == "Copies"
    assert stage.play.engine.shape == SHAPE
    assert not stage.cells.any()


def test_a_file_that_is_no_rule_changes_nothing(stage: Stage, tmp_path: Path) -> None:
    stage.begin("Life", SHAPE, soup(1))
    play = stage.play
    stage.do(dropped(tmp_path, "Bad.rule", "@RULE Bad\n@TABLE\nn_states:999\n"))
    assert stage.messages[-1].endswith("Bad.rule, line 3: n_states is '999'; it can be 2 to 256")
    assert stage.play is play
    assert not own_rules_folder().exists()


def test_a_pattern_opens_with_its_table(stage: Stage, tmp_path: Path) -> None:
    stage.begin("QuadLife", SHAPE)
    stage.do(dropped(tmp_path, "wire.rle", "x = 5, y = 1, rule = WireWorld\n2CBAC!\n"))
    assert stage.play.engine.rule.title == "WireWorld"
    assert stage.cells.sum() == 3 * 3 + 2 + 1
    stage.do(Paste("x = 1, y = 1, rule = WireWorld\nA!\n")).do(PlaceGhost())
    assert np.bincount(stage.cells.reshape(-1)).tolist() == [96 * 160 - 6, 2, 1, 3]
    stage.do(dropped(tmp_path, "unknown.rle", "x = 1, y = 1, rule = Nowhere\nA!\n"))
    assert stage.messages[-1].endswith(f"; or put its file into {own_rules_folder()} as Nowhere.rule")


def test_boards_of_256_states_are_drawn(stage: Stage, tmp_path: Path) -> None:
    stage.begin("Life", (200, 300)).do(dropped(tmp_path, "Cyclic256.rule", CYCLIC))
    rule = stage.play.engine.rule
    cells = np.full((200, 300), 200, np.uint8)
    stage.play.engine.paint(0, 0, cells)
    colour = np.array(rule.family.states[200][1], int)
    stage.play.display.fitted = False
    for columns in (300, 20):
        stage.play.display.camera = stage.play.display.target = Camera(100.5, 150.5, 900 / columns)
        picture = stage.drawn_frames(2).window.read()
        middle = np.asarray(picture)[300, 450, :3].astype(int)
        assert np.abs(middle - colour).max() < 30, (columns, middle, colour)


def test_the_rule_field_knows_the_names(stage: Stage, tmp_path: Path) -> None:
    stage.begin("Life", SHAPE, soup(1)).do(ChangeRule("hex-b2s35"))
    assert stage.messages[-1] == f"Rule: hex-b2s35{ANEW}"
    assert stage.play.engine.rule == parse_rule("Hex-B2S35").on_board(SHAPE)
    stage.begin("Life", SHAPE)
    stage.do(dropped(tmp_path, "Copies.rule", COPIES)).do(ChangeRule("Life")).do(ChangeRule("copies"))
    assert stage.play.engine.rule.title == "Copies"
