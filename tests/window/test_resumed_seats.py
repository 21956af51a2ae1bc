"""A resumed session has the players who played it, whatever the settings say."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from autosaves import load_autosave
from window.stage import Stage, choose_seats

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.matches import default_rule, new_match
from gpulife.games.survivor.level_files import built_in_levels, level_match
from gpulife.input.commands import Open
from gpulife.patterns.pattern import NO_NOTES, Notes
from gpulife.seats import Seat, Seats, parse_seats
from gpulife.session.autosave import SavedSession
from gpulife.window.play.session_saver import seats_to_save

SIZE = (860, 500)
START = Action(NOBODY, ActionKind.START)


def saved(stage: Stage, folder: Path) -> SavedSession:
    stage.screens.save()
    found = load_autosave(folder / "autosave")
    assert found is not None
    return found


def begin(stage: Stage, game: str, shape: tuple[int, int], *first: Action) -> Stage:
    stage.shell.begin(new_match(game, default_rule(game), shape, 5), first)
    return stage.frames(3)


def level(stage: Stage) -> Stage:
    stage.shell.begin(level_match(built_in_levels()[0].level, 1))
    return stage.frames(2)


def go_on(stage: Stage, kept: SavedSession) -> Stage:
    stage.shell.begin(kept.recording.match, saved=kept)
    return stage.frames(2)


@pytest.mark.parametrize(("game", "shape"), [("life-2", (5, 5)), ("seed-list", (88, 160))])
def test_duel_keeps_computer_and_names(stage: Stage, tmp_path: Path, game: str, shape: tuple[int, int]) -> None:
    choose_seats(stage, Seats((Seat(0, "Ada"), Seat(2, "Grace"))))
    begin(stage, game, shape, START)
    kept = saved(stage, tmp_path)
    choose_seats(stage, Seats((Seat(3, "", "#102030"), Seat(0))))
    go_on(stage, kept)
    assert stage.play.seats == Seats((Seat(0, "Ada", "#102030"), Seat(2, "Grace")))
    assert len(stage.play.session.players) == 1
    assert stage.shell.settings.left_name == ""


def test_biowar_keeps_party(stage: Stage, tmp_path: Path) -> None:
    party = parse_seats(["person", "person", "computer:3", "nobody"], ["Ada", "", "Rex"])
    choose_seats(stage, party)
    begin(stage, "biowar", (11, 24), START)
    kept = saved(stage, tmp_path)
    choose_seats(stage, parse_seats(["computer:1"] * 6))
    go_on(stage, kept)
    assert stage.play.seats == party
    assert len(stage.play.session.players) == 1


def test_save_without_seats_uses_settings(stage: Stage, tmp_path: Path) -> None:
    begin(stage, "life-2", (5, 5), START)
    kept = replace(saved(stage, tmp_path), seats={})
    lineup = Seats((Seat(0), Seat(4)))
    choose_seats(stage, lineup)
    go_on(stage, kept)
    assert stage.play.seats == lineup


@pytest.mark.parametrize("seats", [{"seats": ["robot", "person"]}, {"seats": 3}, {"names": ["x" * 99, ""]}])
def test_unreadable_seats(stage: Stage, tmp_path: Path, seats: dict[str, object]) -> None:
    begin(stage, "life-2", (5, 5), START)
    kept = saved(stage, tmp_path)
    go_on(stage, replace(kept, seats=kept.seats | seats))
    assert "the saved seats could not be read: check the settings, under Players" in stage.messages


def test_level_keeps_its_person(stage: Stage, tmp_path: Path) -> None:
    level(stage)
    kept = saved(stage, tmp_path)
    for each in (kept, replace(kept, seats={})):
        choose_seats(stage, Seats((Seat(3), Seat(0))))
        go_on(stage, each)
        assert stage.play.session.players == ()


def test_replayed_level_has_no_person(stage: Stage, tmp_path: Path) -> None:
    level(stage)
    recording = saved(stage, tmp_path).recording
    choose_seats(stage, Seats((Seat(3), Seat(0))))
    stage.shell.begin(recording.match, recording=recording)
    assert stage.play.session.players == ()


def test_computer_help_is_saved(stage: Stage, tmp_path: Path) -> None:
    level(stage)
    assert not seats_to_save(stage.controller)["helped"]
    stage.controller.mark_as_helped()
    kept = saved(stage, tmp_path)
    stage.begin()
    go_on(stage, kept)
    assert seats_to_save(stage.controller)["helped"]


def test_opened_board_keeps_name_and_notes(stage: Stage, tmp_path: Path) -> None:
    file = tmp_path / "gun.rle"
    file.write_text("#N A gun\n#O Ada\n#C What it does\nx = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n")
    stage.begin().do(Open(str(file))).do(Action(NOBODY, ActionKind.STEP))
    kept = saved(stage, tmp_path)
    stage.begin()
    assert (stage.play.name, stage.play.notes) == ("", NO_NOTES)
    go_on(stage, kept)
    assert stage.play.name == "A gun"
    assert stage.play.notes == Notes("A gun", "Ada", ("What it does",))
    go_on(stage, replace(kept, seats={**kept.seats, "file": 3}))
    assert stage.play.name == ""
    assert int(stage.cells.sum()) == 5
