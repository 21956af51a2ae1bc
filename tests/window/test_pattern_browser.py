"""The pattern browser, Identify, and the offer of a pattern's rule, in the window."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest
from boards import assert_boards_equal
from imgui_bundle import imgui
from window.desktop import Screen
from window.stage import Stage, press

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.input.commands import (
    AddPatternFolder,
    BrowsePatterns,
    DropGhost,
    HoldNamed,
    Identify,
    KeepRule,
    Open,
    Paste,
    PlaceGhost,
    RemovePatternFolder,
    Select,
    Turn,
    Undo,
    UsePatternsRule,
    Zoom,
)
from gpulife.patterns.library import built_in
from gpulife.rules import Cells
from gpulife.window.panels import dock_layout, identify_panel, pattern_browser
from gpulife.window.panels.identify_panel import IdentifyForm
from gpulife.window.panels.pattern_browser import BrowserForm
from gpulife.window.panels.screen_regions import Regions, regions
from gpulife.window.play.file_commands import across_seam

SIZE = (1280, 800)
GLIDER = "x = 3, y = 3\nbo$2bo$3o!"
HIGHLIFE = "x = 5, y = 5, rule = B36/S23\n2b3o$bo2bo$o3bo$o2bo$3o!"


def pattern(name: str) -> Cells:
    found = built_in(name)
    assert found is not None
    return found.cells


def browse(stage: Stage) -> BrowserForm:
    stage.do(BrowsePatterns())
    return stage.shell.panel_state.form(BrowserForm)


@pytest.mark.parametrize("picked", ["", "glider"])
def test_list_has_whole_rows_and_nothing_below_it_is_cut_off(stage: Stage, picked: str) -> None:
    stage.begin("Life", (40, 60))
    browse(stage).picked = picked
    stage.frames(4)
    windows = {each.name.split("_")[0]: each for each in imgui.get_current_context().windows if each.active}
    outer, rows = windows["Patterns"], windows["Patterns/list"]
    assert rows.size.y % pattern_browser._HIGH.row == 0
    assert outer.scroll_max.y == 0, "nothing below is cut off"
    assert outer.size.y - outer.dc.cursor_max_pos.y + outer.pos.y < 1.5 * pattern_browser._HIGH.row, "no room is lost"


def search(stage: Stage, words: str) -> BrowserForm:
    form = browse(stage)
    stage.frames(3)
    imgui.get_io().add_input_characters_utf8(words)
    stage.frames(3)
    assert form.words == words
    return form


def found(stage: Stage) -> IdentifyForm:
    form = stage.shell.panel_state.form(IdentifyForm)
    stage.live_until(lambda: not form.is_searching, "an answer")
    return form


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    folder = tmp_path / "collection"
    (folder / "inner").mkdir(parents=True)
    (folder / "ship.rle").write_text(f"#N Little ship\n#O Somebody\n#C moves\n{GLIDER}")
    (folder / "inner" / "dots.cells").write_text("!Name: Dots\nOO.OO\n")
    (folder / "inner" / "bad.rle").write_text("nonsense")
    (folder / "readme.txt").write_text("no pattern")
    return folder


def test_a_key_shows_the_browser_and_closes_it(stage: Stage) -> None:
    stage.begin("Life").key("P", "Ctrl")
    assert stage.shell.panel_state.docked == pattern_browser.TITLE
    stage.do(BrowsePatterns())
    assert stage.shell.panel_state.docked == ""


def test_words_and_kinds_narrow_the_list(stage: Stage) -> None:
    form = browse(stage.begin("Life"))
    everything = len(form.patterns.entries(form.kind, ""))
    assert everything >= 120
    guns_of_gosper = [entry.name for entry in form.patterns.entries(form.kind, "gosper gun")]
    assert guns_of_gosper == ["gosper-gun", "new-gun", "p60-gun"]
    assert {entry.kind for entry in form.patterns.entries("Guns", "")} == {"Guns"}
    assert form.patterns.entries(form.kind, "c/7 orthogonal spaceship")
    assert form.patterns.entries(form.kind, "zzzz") == []
    form.words = "zzzz"
    stage.frames(2)


def test_name_matches_come_before_finder_matches(stage: Stage) -> None:
    form = browse(stage.begin("Life"))
    titles = [entry.title.lower() for entry in form.patterns.entries(form.kind, "gosper")]
    assert titles[0].startswith("gosper glider gun")
    assert "eater 1" in titles
    titles = [entry.title.lower() for entry in form.patterns.entries(form.kind, "Glider")]
    named = ["begins" if title.startswith("glider") else "has" if "glider" in title else "" for title in titles]
    assert named == sorted(named, key=["begins", "has", ""].index)
    assert set(named) == {"begins", "has", ""}


def test_a_click_on_a_row_holds_its_pattern(stage: Stage, screen: Screen, request: pytest.FixtureRequest) -> None:
    search(stage.begin("Life", (40, 60)), "gosper")
    rows = imgui.internal.find_window_by_name(pattern_browser.TITLE).dc.child_windows[0].rect()
    request.addfinalizer(lambda: screen.do("mousemove", 10_000, 10_000))
    screen.do("mousemove", "--sync", round(rows.min.x) + 80, round(rows.min.y) + 20)
    stage.frames(2)
    for pressed in (True, False):
        imgui.get_io().add_mouse_button_event(0, pressed)
        stage.frames(2)
    assert stage.messages[-1].startswith("Holding Gosper glider gun")


def test_down_goes_from_the_search_to_the_first_row(stage: Stage) -> None:
    form = search(stage.begin("Life"), "gosper")
    for key, name in ((imgui.Key.down_arrow, "Down"), (imgui.Key.enter, "Enter")):
        press(stage, key, name).frames(2)
        assert form.picked == "gosper-gun"
    assert stage.messages[-1].startswith("Holding Gosper glider gun")


def test_picked_pattern_is_held_and_placed(stage: Stage) -> None:
    stage.begin("Life", (40, 60)).do(HoldNamed("pulsar"))
    assert stage.messages[-1].startswith("Holding Pulsar")
    stage.do(PlaceGhost())
    assert int(stage.cells.sum()) == 48
    assert stage.controller.workbench is not None
    assert NOBODY in stage.controller.workbench.ghosts, "it stays held"


def test_held_pattern_has_drawing_species(stage: Stage) -> None:
    stage.begin("Immigration", (40, 60))
    stage.shell.panel_state.species = 2
    stage.do(HoldNamed("block")).do(PlaceGhost())
    assert sorted(stage.cells[stage.cells > 0].tolist()) == [2, 2, 2, 2]


def test_picked_pattern_opens_with_margin(stage: Stage, collection: Path) -> None:
    stage.begin("QuadLife", (24, 40)).do(Open("gosper-gun"))
    assert stage.play.engine.shape == (96, 160)
    assert stage.play.engine.rule.law == "Life"
    assert int(stage.cells.sum()) == 36
    assert stage.messages[-1].startswith("opened gosper-gun: Gosper glider gun")
    stage.do(Open("replicator"))
    assert stage.play.engine.rule.law == "B36/S23"
    stage.do(Open(str(collection / "ship.rle")))
    assert stage.messages[-1] == (
        "opened ship.rle: Little ship, by Somebody. Rule: Life, as the file names no rule."
        " The timeline begins anew: Ctrl+Z brings the old one back"
    )
    assert stage.play.notes.comments == ("moves",)


def test_folder_lists_patterns_with_descriptions(stage: Stage, collection: Path) -> None:
    form = browse(stage.begin("Life"))
    stage.do(AddPatternFolder(str(collection)))
    assert stage.shell.settings.pattern_folders == (str(collection),)
    stage.live_until(lambda: not form.patterns.is_searching, "all files")
    assert form.kind == "Folder collection"
    entries = {entry.title: entry for entry in form.patterns.entries(form.kind, "")}
    assert list(entries) == ["ship", "bad", "dots"]
    stage.frames(4)
    sketches = {title: form.patterns.sketch(entry) for title, entry in entries.items()}
    assert sketches["ship"] is not None
    assert sketches["ship"].notes.name == "Little ship"
    assert sketches["bad"] is not None
    assert "not an RLE" in sketches["bad"].problem
    form.picked = entries["ship"].name
    stage.frames(2)
    stage.do(HoldNamed(entries["dots"].name)).do(PlaceGhost())
    assert int(stage.cells.sum()) == 4
    stage.do(RemovePatternFolder(str(collection)))
    assert stage.shell.settings.pattern_folders == ()
    assert len(form.patterns.entries("All patterns", "")) >= 120
    stage.do(AddPatternFolder(str(collection / "nowhere")))
    assert "no folder" in form.patterns.problem


def test_a_zip_file_is_listed_as_a_folder(stage: Stage, tmp_path: Path) -> None:
    path = tmp_path / "all.zip"
    with ZipFile(path, "w") as archive:
        archive.writestr("ship.rle", f"#N Little ship\n{GLIDER}")
        archive.writestr("inner/dots.cells", "OO.OO\n")
        archive.writestr("inner/bad.rle", "nonsense")
    form = stage.begin("Life").shell.panel_state.form(BrowserForm)
    stage.do(Open(str(path)))
    assert stage.messages[-1] == "The pattern browser shows the patterns in all.zip"
    assert stage.shell.panel_state.docked == pattern_browser.TITLE
    stage.live_until(lambda: form.patterns.folders and not form.patterns.is_searching, "all files").frames(4)
    assert form.kind == "Zip file all.zip"
    entries = {entry.title: entry for entry in form.patterns.entries(form.kind, "")}
    assert list(entries) == ["bad", "dots", "ship"]
    assert entries["dots"].about == "inner, .cells"
    sketches = {title: form.patterns.sketch(entry) for title, entry in entries.items()}
    assert sketches["ship"] is not None
    assert sketches["ship"].notes.name == "Little ship"
    assert sketches["bad"] is not None
    assert sketches["bad"].problem.startswith("line 1: not an RLE")
    stage.do(HoldNamed(entries["dots"].name)).do(PlaceGhost())
    assert int(stage.cells.sum()) == 4
    stage.do(Open(entries["ship"].name))
    assert stage.messages[-1] == (
        "opened ship.rle: Little ship. Rule: Life, as the file names no rule."
        " The timeline begins anew: Ctrl+Z brings the old one back"
    )
    stage.do(RemovePatternFolder(str(path)))
    assert stage.shell.settings.pattern_folders == ()


def test_zip_files_in_a_folder_are_folders(stage: Stage, collection: Path) -> None:
    with ZipFile(collection / "more.zip", "w") as archive:
        archive.writestr("ship.rle", GLIDER)
    (collection / "bad.zip").write_text("nonsense")
    form = stage.begin("Life").shell.panel_state.form(BrowserForm)
    stage.do(Open(str(collection)))
    stage.live_until(lambda: form.patterns.folders and not form.patterns.is_searching, "all files")
    entries = form.patterns.entries(form.kind, "")
    assert [(entry.title, entry.about) for entry in entries][-1] == ("ship", "more.zip, .rle")
    stage.do(AddPatternFolder(str(collection / "bad.zip")))
    assert form.patterns.problem.endswith("bad.zip: not a zip file, or damaged")
    stage.do(Open(str(collection / "bad.zip")))
    assert stage.messages[-1].endswith("bad.zip: not a zip file, or damaged")


def test_a_zip_file_of_one_pattern_is_opened(stage: Stage, tmp_path: Path) -> None:
    with ZipFile(tmp_path / "one.zip", "w") as archive:
        archive.writestr("ship.rle", GLIDER)
    stage.begin("Life").do(Open(str(tmp_path / "one.zip")))
    assert int(stage.cells.sum()) == 5
    assert stage.shell.settings.pattern_folders == ()


def test_unreadable_file_is_reported_once(stage: Stage, collection: Path) -> None:
    (collection / "odd.rle").write_text("x = 1, y = 1, rule = Lief\no!")
    form = search(stage.begin("Life"), "odd")
    stage.do(AddPatternFolder(str(collection)))
    stage.live_until(lambda: form.patterns.entries(form.kind, "odd"), "the file").frames(3)
    (entry,) = form.patterns.entries(form.kind, "odd")
    press(stage, imgui.Key.enter, "Enter").frames(2)
    sketch = form.patterns.sketch(entry)
    assert form.picked == entry.name
    assert sketch is not None
    assert sketch.problem.startswith("line 1: unknown rule 'Lief'")
    assert "gpulife list" not in sketch.problem
    assert stage.messages == []


def test_a_selection_is_identified(stage: Stage) -> None:
    paint = [
        Action(NOBODY, ActionKind.PAINT, 2, 3, GLIDER),
        Action(NOBODY, ActionKind.PAINT, 15, 20, "x = 2, y = 2\n2o$2o!"),
    ]
    stage.begin("Life", (24, 40), *paint).do(Select(0, 0, 10, 10)).key("I", "Ctrl")
    assert stage.shell.panel_state.docked == identify_panel.TITLE
    form = found(stage)
    assert form.found is not None
    assert form.found.headline() == "spaceship, c/4 diagonal, period 4"
    assert form.found.name == "Glider"
    stage.do(Select()).do(Identify())
    form = found(stage)
    assert form.subject.startswith("The whole board")
    assert form.found is not None
    assert dict(form.found.facts())["Made of"] == "1 block, 1 glider"


def test_identify_result_stays_in_panel(stage: Stage) -> None:
    stage.begin("Life", (96, 160), Action(NOBODY, ActionKind.PAINT, 40, 60, GLIDER))
    assert stage.play.display.fitted
    stage.do(Identify()).frames(20)
    form = found(stage)
    assert form.picture is not None
    assert form.picture.size == (3, 3)
    stage.begin("Life").frames(2)
    assert not form.subject
    assert form.found is None


def test_identify_keeps_chosen_view(stage: Stage) -> None:
    stage.begin("Life", (96, 160)).act(ActionKind.PAINT, 40, 60, GLIDER).key("Home")
    stage.do(Zoom(1.5)).frames(30)
    view = stage.play.display.target
    stage.do(Identify()).frames(3)
    assert stage.play.display.target == view


def test_low_browser_uses_flat_layout(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    rows: list[str] = []
    row = pattern_browser._row
    monkeypatch.setattr(pattern_browser, "_row", lambda *given: rows.append(given[1].name) or row(*given))
    monkeypatch.setattr(dock_layout, "regions", _low_regions)
    browse(stage.begin("Life"))
    stage.frames(4)
    rows.clear()
    stage.frames(1)
    assert len(rows) >= 5


def _low_regions(view: tuple[float, float], *given: float, **has: bool) -> Regions:
    return regions((view[0], 600.0), *given, **has)


def test_long_identification_can_be_stopped(stage: Stage) -> None:
    paint = Action(NOBODY, ActionKind.PAINT, 40, 60, "x = 7, y = 3\nbo$3bo$2o2b3o!")
    stage.begin("Life", (96, 160), paint).do(Identify())
    form = stage.shell.panel_state.form(IdentifyForm)
    assert form.is_searching
    stage.frames(2)
    form.stop()
    stage.frames(1)
    assert not form.is_searching
    assert form.found is not None
    assert form.found.headline().endswith("generations (stopped)")


def test_impossible_identification_is_reported(stage: Stage) -> None:
    stage.begin("Life").do(Identify())
    assert stage.messages[-1] == "there is no live cell to identify"
    stage.begin("B0/S23").act(ActionKind.PAINT, 5, 5, GLIDER).do(Identify())
    assert "empty plane" in found(stage).problem


def test_pattern_across_seam_is_identified_as_one(stage: Stage) -> None:
    cells = np.zeros((20, 30), np.uint8)
    cells[:3, :3] = pattern("glider")
    shifted = np.roll(cells, (-1, -2), (0, 1))
    together = across_seam(shifted)
    rows, columns = np.nonzero(together)
    box = together[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    assert_boards_equal(box, pattern("glider"))
    assert_boards_equal(across_seam(np.zeros((3, 3), np.uint8)), "...\n...\n...")
    del stage


def test_a_pasted_pattern_offers_its_own_rule(stage: Stage) -> None:
    stage.begin("Life", (40, 60)).act(ActionKind.PAINT, 2, 2, GLIDER)
    stage.do(Paste(HIGHLIFE))
    assert stage.messages[-1].startswith("This pattern is for")
    assert "Ctrl+Shift+R" in stage.messages[-1]
    stage.do(PlaceGhost()).key("R", "Ctrl", "Shift")
    assert stage.play.engine.rule.law == "B36/S23"
    assert int(stage.cells.sum()) >= 5 + 12
    stage.do(UsePatternsRule())
    assert "no pattern that needs another rule" in stage.messages[-1]


def test_rule_offer_stays_until_answered(stage: Stage) -> None:
    stage.begin("Life", (40, 60)).do(Paste(HIGHLIFE))
    stage.live(10)
    assert cards() == {"another rule"}
    stage.do(KeepRule()).frames(2)
    assert cards() == set()
    assert stage.play.engine.rule.law == "Life"
    stage.do(Paste(HIGHLIFE)).frames(2)
    assert cards() == {"another rule"}
    stage.do(Paste(GLIDER)).frames(2)
    assert cards() == set()
    stage.do(HoldNamed("highlife-glider")).frames(2)
    assert cards() == {"another rule"}
    stage.do(UsePatternsRule()).frames(2)
    assert cards() == set()


def test_turning_symmetric_pattern_is_reported(stage: Stage) -> None:
    stage.begin("Life", (40, 60)).do(HoldNamed("glider")).do(Turn("right"))
    assert "looks the same" not in stage.messages[-1]
    stage.do(HoldNamed("block")).do(Turn("right"))
    assert stage.messages[-1] == "The turned pattern looks the same"


def test_undo_removes_rule_offer(stage: Stage) -> None:
    stage.begin("Life", (40, 60)).do(Paste(HIGHLIFE)).do(Undo()).frames(2)
    assert cards() == {"another rule"}, "it is still held"
    stage.do(PlaceGhost()).do(DropGhost()).frames(2)
    assert cards() == {"another rule"}
    stage.do(Undo()).frames(2)
    assert cards() == set()


def cards() -> set[str]:
    """The cards that are shown now."""
    window = imgui.internal.find_window_by_name("another rule")
    return {"another rule"} if window is not None and window.active else set()


def test_rule_offer_buttons_work(stage: Stage, screen: Screen, request: pytest.FixtureRequest) -> None:
    request.addfinalizer(lambda: screen.do("mousemove", 10_000, 10_000))
    for button, law in ((1, "Life"), (0, "B36/S23")):
        stage.begin("Life", (40, 60)).do(Paste(HIGHLIFE)).frames(3)
        card = imgui.internal.find_window_by_name("another rule").rect()
        x = card.min.x + (card.max.x - card.min.x) * (0.25 + 0.5 * button)
        screen.do("mousemove", "--sync", round(x), round(card.max.y - imgui.get_frame_height() * 0.8))
        stage.frames(2)
        for pressed in (True, False):
            imgui.get_io().add_mouse_button_event(0, pressed)
            stage.frames(2)
        assert stage.play.engine.rule.law == law
        assert cards() == set()


def test_browser_key_focuses_then_closes(stage: Stage) -> None:
    stage.begin("Life").key("P", "Ctrl")
    panels = stage.shell.panel_state
    assert panels.focused == pattern_browser.TITLE
    panels.focused = ""
    stage.do(BrowsePatterns())
    assert (panels.docked, panels.focused) == (pattern_browser.TITLE,) * 2
    stage.do(BrowsePatterns())
    assert panels.docked == ""


def test_opening_pattern_drops_ghost(stage: Stage) -> None:
    stage.begin("Life", (96, 160)).do(HoldNamed("block")).do(Open("pulsar"))
    assert stage.controller.workbench is not None
    assert stage.controller.workbench.ghosts == {}


def test_rule_change_keeps_ghost(stage: Stage) -> None:
    stage.begin("Life", (40, 60)).do(Paste(HIGHLIFE)).do(UsePatternsRule())
    assert stage.play.engine.rule.law == "B36/S23"
    stage.do(PlaceGhost())
    assert int(stage.cells.sum()) == 12


def test_pattern_with_more_states_explains_rule_change(stage: Stage) -> None:
    stage.begin("Life", (40, 60)).do(Paste("x = 2, y = 1, rule = QuadLife\nAD!"))
    assert stage.messages[-1].startswith("this pattern needs QuadLife (4 live states): press")
    stage.do(UsePatternsRule()).do(Paste("x = 2, y = 1, rule = QuadLife\nAD!")).do(PlaceGhost())
    assert sorted(stage.cells[stage.cells > 0].tolist()) == [1, 4]


def test_pattern_of_same_law_offers_no_rule(stage: Stage) -> None:
    stage.begin("Immigration", (40, 60)).do(Paste("x = 2, y = 1, rule = B3/S23\n2o!"))
    life = "MAPARYXfhZofugWaH7oaIDogBZofuhogOiAaIDogIAAgAAWaH7oaIDogGiA6ICAAIAAaIDogIAAgACAAIAAAAAAAA"
    stage.do(Paste(f"x = 2, y = 1, rule = {life}\n2o!"))
    assert not any("This pattern is for" in message for message in stage.messages)


def test_an_empty_pattern_is_not_placed(stage: Stage, tmp_path: Path) -> None:
    empty = "x = 0, y = 0, rule = B3/S23\n!\n"
    (tmp_path / "empty.rle").write_text(empty)
    stage.begin("Life", (40, 60))
    stage.do(Paste(empty))
    assert stage.messages[-1] == "clipboard: the pattern is empty: there are no cells to place"
    stage.do(Open(str(tmp_path / "empty.rle")))
    assert stage.messages[-1].endswith("empty.rle: the pattern is empty: there are no cells to place")
