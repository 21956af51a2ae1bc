"""Opened files begin halted universes of their own, as the files say. Undo returns to the session before."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from boards import assert_boards_equal
from engines.table_texts import COPIES
from window.stage import Stage

from gpulife.cli.main import main as command_line
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.matches import new_match
from gpulife.games.start_presets import START_PRESETS
from gpulife.input.commands import ChangeLook, New, Open, Pan, Paste, PlaceGhost, Select, Zoom
from gpulife.input.events import FilesDropped
from gpulife.patterns.formats.npz import npz_bytes
from gpulife.patterns.pattern import Pattern
from gpulife.rules import parse_rule
from gpulife.session.replay import write_replay
from gpulife.window import main
from gpulife.window.play import arrival

SIZE = (800, 600)
K = ActionKind
GUN = "#N My gun\n#O Me\n#CXRLE Pos=-1,-1 Gen=390\nx = 36, y = 9, rule = B36/S23\n36o!"


class Kind(NamedTuple):
    """A file, and the universe that it is."""

    name: str
    content: str | bytes
    rule: str
    generation: int = 0
    cells: int = 3
    called: str = ""


_BLINKER = np.ones((1, 3), np.uint8)
KINDS = [
    Kind("gun.rle", GUN, "B36/S23:T160,96", 390, 36, "My gun"),
    Kind("board.rle", "x = 3, y = 1, rule = Life:P12,10\n3o!", "Life:P12,10"),
    Kind("wide.rle", "x = 300, y = 200\n3o!", "Life:T600,500"),
    Kind("a.cells", "!Name: Row\n!\nOOO\n", "Life:T160,96", called="Row"),
    Kind("a.lif", "#Life 1.05\n#N\n#P 0 0\n***\n", "Life:T160,96"),
    Kind("a.life", "#Life 1.06\n0 0\n1 0\n2 0\n", "Life:T160,96"),
    Kind("a.mc", "[M2]\n#R B36/S23\n#G 12\n***$\n4 1 0 0 0\n", "B36/S23:T160,96", 12),
    Kind("b.npz", npz_bytes(Pattern(_BLINKER, parse_rule("Life:T3,1"), 41)), "Life:T3,1", 41),
]


def over_a_soup(stage: Stage) -> Stage:
    """A universe that runs, as somebody zooms into it and has selected a part."""
    soup = Action(NOBODY, K.SOUP, data="0.4"), Action(NOBODY, K.HALT)
    stage.begin("Immigration", (96, 160), *soup).live(20)
    stage.do(Zoom(4.0)).do(Select(0, 0, 9, 9)).live(30)
    stage.messages.clear()
    return stage


@pytest.mark.parametrize("kind", KINDS, ids=[kind.name for kind in KINDS])
def test_every_file_kind_opens_as_universe(stage: Stage, tmp_path: Path, kind: Kind) -> None:
    path = tmp_path / kind.name
    path.write_bytes(kind.content if isinstance(kind.content, bytes) else kind.content.encode())
    before = over_a_soup(stage).play
    stage.frames(2, FilesDropped((path,)))
    play, session = stage.play, stage.play.session
    assert play is not before
    assert play.engine.rule.on_board(play.engine.shape) == parse_rule(kind.rule)
    assert int((stage.cells > 0).sum()) == kind.cells
    assert session.board.generation == kind.generation
    stage.live(20)
    assert session.board.generation == kind.generation, "halted"
    is_small = kind.name == "wide.rle"  # on its board; so the pattern fills the window instead
    assert play.display.fitted != is_small
    assert (play.display.target == stage.controller.layout.whole_board_camera()) != is_small
    assert stage.controller.workbench is not None
    assert stage.controller.workbench.selection is None
    called = kind.called or kind.name
    assert play.name == called
    assert stage.window._subject == called
    assert stage.shell.settings.recent_files[0] == str(path)
    assert stage.messages[0].startswith(f"opened {kind.name}")
    assert f"generation {kind.generation}" in stage.messages[0] or not kind.generation


def test_undo_restores_replaced_session(stage: Stage, tmp_path: Path) -> None:
    (tmp_path / "gun.rle").write_text(GUN)
    (tmp_path / "a.cells").write_text("!Name: Row\n!\nOOO\n")
    soup = over_a_soup(stage)
    cells, camera, generation = soup.cells, soup.play.display.target, soup.play.session.board.generation
    stage.do(Open(str(tmp_path / "gun.rle"))).do(Open(str(tmp_path / "a.cells")))
    stage.key("Z", "Ctrl").live(3)
    assert (stage.play.name, stage.play.notes.author) == ("My gun", "Me")
    assert stage.messages[-1] == "Back in My gun, generation 390"
    stage.key("Z", "Ctrl").live(3)
    assert_boards_equal(stage.cells, cells)
    assert stage.play.session.board.generation == generation
    assert stage.play.display.target == camera
    assert stage.window._subject == ""
    stage.key("Z", "Ctrl", "Shift").live(3)
    assert stage.play.session.board.generation == 390


def test_pasting_keeps_rule_and_generation(stage: Stage) -> None:
    before = over_a_soup(stage).act(K.HALT).live(2).play
    generation = before.session.board.generation
    stage.do(Paste(GUN)).do(PlaceGhost()).live(2)
    assert stage.play is before
    assert stage.play.session.board.generation == generation
    assert stage.cells.sum() > 500


def test_checkpoint_opens_by_folder_or_manifest(stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run = [
        "run",
        "--soup",
        "40x30:0.4",
        "--seed",
        "3",
        "-g",
        "7",
        "--checkpoint",
        "night",
        "--every",
        "5",
        "-o",
        "a.npz",
    ]
    assert command_line(run) == 0
    for path in (tmp_path / "night", tmp_path / "night" / "manifest.json"):
        stage.begin().do(Open(str(path)))
        assert stage.play.engine.shape == (30, 40), stage.messages
        assert stage.play.session.board.generation == 7
        assert stage.shell.panel_state.docked == ""


def test_undo_returns_from_opened_file_to_contest(stage: Stage, tmp_path: Path) -> None:
    (tmp_path / "gun.rle").write_text(GUN)
    stage.shell.begin(new_match("seed-list", parse_rule("Immigration"), (88, 160), 1), (Action(NOBODY, K.START),))
    stage.frames(3).key("LeftShift").live(5)
    cells = stage.cells
    stage.do(Open(str(tmp_path / "gun.rle"))).live(3)
    assert stage.play.session.match.is_universe
    assert stage.cells.sum() == 36
    stage.key("Z", "Ctrl").live(3)
    assert stage.play.session.match.game == "seed-list"
    assert_boards_equal(stage.cells, cells)


def test_too_high_generation_is_reported(stage: Stage, tmp_path: Path) -> None:
    (tmp_path / "a.rle").write_text("#CXRLE Gen=999999999999999999\nx = 3, y = 1, rule = B3/S23\n3o!")
    stage.begin().do(Open(str(tmp_path / "a.rle")))
    assert stage.messages[-1].endswith("B3/S23, counted from 0, as generation 999,999,999,999,999,999 is too high")
    assert stage.cells.sum() == 3


@pytest.mark.parametrize("name", ["gun.rle", "a.gpureplay", "Copies.rule", "folder"])
def test_command_line_opens_file(stage: Stage, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    if name == "folder":
        path.mkdir()
        (path / "gun.rle").write_text(GUN)
    elif name == "a.gpureplay":
        write_replay(path, stage.begin("Life", (30, 50)).play.session.recording())
    else:
        path.write_text(GUN if name == "gun.rle" else COPIES)
    main._begin(stage.screens, main.WindowOptions(opens=str(path)), None)
    stage.frames(3)
    assert stage.screens.top is stage.screens.play_screen
    assert stage.play.chosen_by_user
    said = {"folder": "The pattern browser shows", "Copies.rule": "Rule: Copies"}.get(name, f"opened {name}")
    assert any(message.startswith(said) for message in stage.messages)


def test_opened_board_fits_window(stage: Stage) -> None:
    over_a_soup(stage)
    assert not stage.play.display.fitted
    stage.do(New(new_match("study", parse_rule("Life"), (10, 16), 0))).live(2)
    assert stage.play.display.fitted
    assert stage.play.display.camera == stage.controller.layout.whole_board_camera()
    stage.do(New(new_match("study", parse_rule("Life"), (96, 160), 0))).live(2)
    assert not stage.play.display.fitted, "a large empty board begins with cells that are easy to click on"


def test_undo_hint_appears_once_over_universes(stage: Stage) -> None:
    over_a_soup(stage).key("F3").pass_seconds(7)
    assert not any("goes back to" in message for message in stage.messages)
    stage.shell.begin(new_match("survivor", parse_rule("Survivor"), (8, 12), 1))
    stage.pass_seconds(7)
    assert not any("goes back to" in message for message in stage.messages)
    said = []
    for _ in range(3):
        over_a_soup(stage).do(New(new_match("study", parse_rule("Life"), (96, 160), 0))).pass_seconds(5)
        said += [message for message in stage.messages if "goes back to" in message]
    assert len(said) == 1
    assert said[0].startswith("Ctrl+Z goes back to Two species (Immigration), generation ")


def test_vast_universe_begins_near_by_and_flies_out(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrival, "_VAST", 1)
    entry = START_PRESETS["two"]
    stage.shell.begin(entry.match(1), entry.first_actions())
    stage.frames(8)
    display, whole = stage.play.display, stage.controller.layout.whole_board_camera()
    assert display.camera.zoom >= 3 * whole.zoom
    stage.pass_seconds(5.5)
    assert display.fitted
    assert display.camera == whole
    stage.pass_seconds(5)
    said = [message for message in stage.messages if "million cells" in message]
    assert len(said) == 1
    assert said[0].startswith("0.0 million cells, ")


@pytest.mark.parametrize("moves", [True, False])
def test_moved_view_and_reduced_flashing_prevent_the_flight(
    stage: Stage, moves: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arrival, "_VAST", 1)
    entry = START_PRESETS["two"]
    stage.begin().do(ChangeLook("reduced_flashing", value=not moves))
    stage.shell.begin(entry.match(1), entry.first_actions())
    stage.frames(8)
    assert stage.play.display.fitted is not moves
    if moves:
        stage.do(Pan(0.5, 0.5))
        kept = stage.play.display.target
    stage.pass_seconds(9)
    assert stage.play.display.fitted is not moves
    assert not moves or stage.play.display.target.zoom == kept.zoom
    assert any("million cells" in message for message in stage.messages)
