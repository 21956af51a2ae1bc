"""The workbench: selection, ghosts, tools and distances, by mouse, keyboard and pad, in a window."""

from __future__ import annotations

import numpy as np
import pytest
from boards import assert_boards_equal
from window.stage import Stage

from gpulife.games.core.area import Area
from gpulife.games.core.game import ActionKind
from gpulife.games.matches import new_match
from gpulife.games.start_presets import START_PRESETS
from gpulife.input.commands import (
    ChooseTool,
    CopySelection,
    Crop,
    EditSelection,
    ExtendSelection,
    Measure,
    MergeMode,
    Paste,
    SaveSelection,
    Select,
    SelectAll,
    ShrinkSelection,
    Stamp,
    Tool,
    Turn,
)
from gpulife.input.events import MouseButton, MouseMove, MouseWheel
from gpulife.patterns.formats.rle_reader import read_rle
from gpulife.patterns.loading import open_pattern
from gpulife.rules import Cells, Edges, parse_rule
from gpulife.window.play import workbench_overlay
from gpulife.window.play.workbench import Workbench
from gpulife.window.play.workbench_overlay import distance_text, pieces_of

SIZE = (860, 500)
GLIDER = "x = 3, y = 3, rule = Immigration\n.A$2.A$3A!"
LEFT, RIGHT = 0, 1


@pytest.fixture(autouse=True)
def bare(stage: Stage) -> None:
    """No panels over the board, so that every place of the window is one of the board."""
    stage.shell.change("panels_hidden", value=True)


def workbench(stage: Stage) -> Workbench:
    assert stage.controller.workbench is not None
    return stage.controller.workbench


def middle(stage: Stage, row: float, column: float) -> tuple[float, float]:
    return stage.controller.layout.point_of(row + 0.5, column + 0.5)


def press(stage: Stage, row: float, column: float, *mods: str, button: int = LEFT) -> None:
    x, y = middle(stage, row, column)
    stage.frames(1, MouseMove(x, y)).frames(1, MouseButton(button, pressed=True, x=x, y=y, mods=frozenset(mods)))


def move(stage: Stage, row: float, column: float) -> None:
    stage.frames(1, MouseMove(*middle(stage, row, column)))


def release(stage: Stage, row: float, column: float, button: int = LEFT) -> None:
    x, y = middle(stage, row, column)
    stage.frames(2, MouseMove(x, y), MouseButton(button, pressed=False, x=x, y=y))


def drag(stage: Stage, start: tuple[float, float], end: tuple[float, float], *mods: str, button: int = LEFT) -> None:
    press(stage, *start, *mods, button=button)
    move(stage, (start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    release(stage, *end, button=button)


def soup(stage: Stage, rule: str = "Immigration", shape: tuple[int, int] = (24, 40), density: str = "0.3") -> Cells:
    stage.begin(rule, shape).act(ActionKind.SOUP, data=density)
    return stage.cells.copy()


def test_selection_is_dragged_resized_and_dropped(stage: Stage) -> None:
    stage.begin().do(ChooseTool(Tool.SELECT))
    drag(stage, (4, 6), (9, 15))
    assert workbench(stage).selection == Area(4, 6, 6, 10)
    drag(stage, (9.45, 10), (12.4, 10))  # its lower edge
    assert workbench(stage).selection == Area(4, 6, 9, 10)
    drag(stage, (3.55, 5.55), (1.6, 8.6))  # its upper left corner
    assert workbench(stage).selection == Area(2, 9, 11, 7)
    drag(stage, (20, 30), (20, 30))  # a click elsewhere
    assert workbench(stage).selection is None
    stage.do(ChooseTool(Tool.DRAW))
    drag(stage, (12, 20), (5, 3), "Shift")
    assert workbench(stage).selection == Area(5, 3, 8, 18)
    assert not stage.cells.any()
    stage.key("Escape")
    assert workbench(stage).selection is None


@pytest.mark.parametrize("keeps", [False, True])
def test_dragging_selection_moves_or_copies_cells(stage: Stage, keeps: bool) -> None:
    before = soup(stage)
    stage.do(ChooseTool(Tool.SELECT)).do(Select(4, 6, 6, 10))
    expected, part = before.copy(), before[4:10, 6:16]
    if not keeps:
        expected[4:10, 6:16] = 0
    target = expected[12:18, 20:30]
    target[part > 0] = part[part > 0]
    press(stage, 6, 10, *(["Ctrl"] if keeps else []))
    move(stage, 14, 24)
    assert_boards_equal(stage.cells, before)
    release(stage, 14, 24)
    assert_boards_equal(stage.cells, expected)
    assert workbench(stage).selection == Area(12, 20, 6, 10)


def test_escape_drops_dragged_cells(stage: Stage) -> None:
    before = soup(stage)
    stage.do(ChooseTool(Tool.SELECT)).do(Select(4, 6, 6, 10))
    press(stage, 6, 10)
    move(stage, 14, 24)
    stage.key("Escape")
    release(stage, 14, 24)
    assert_boards_equal(stage.cells, before)
    assert workbench(stage).selection == Area(4, 6, 6, 10)


def test_a_selection_across_the_seam_of_a_torus(stage: Stage) -> None:
    before = soup(stage)
    stage.do(Select(20, 36, 8, 10))
    assert workbench(stage).selection == Area(20, 36, 8, 10)
    stage.do(EditSelection("erase"))
    expected = before.copy()
    expected[np.ix_(np.arange(20, 28) % 24, np.arange(36, 46) % 40)] = 0
    assert_boards_equal(stage.cells, expected)
    assert stage.picture.any()


def test_selection_ends_at_dead_edge(stage: Stage) -> None:
    stage.shell.begin(new_match("study", parse_rule("Life").on_board((24, 40), Edges.DEAD), (24, 40), 1))
    stage.frames(2)
    drag(stage, (20, 30), (40, 60), "Shift")
    assert workbench(stage).selection == Area(20, 30, 4, 10)
    stage.do(Select(-5, -5, 8, 8))
    assert workbench(stage).selection == Area(0, 0, 3, 3)
    stage.do(Select(100, 100, 8, 8))
    assert workbench(stage).selection is None


@pytest.mark.parametrize(("edges", "reached"), [(Edges.DEAD, Area(20, 30, 4, 5)), (Edges.TORUS, Area(20, 30, 24, 5))])
def test_selection_extended_beyond_board_stops_and_says_so(stage: Stage, edges: Edges, reached: Area) -> None:
    stage.shell.begin(new_match("study", parse_rule("Life").on_board((24, 40), edges), (24, 40), 1))
    stage.frames(2).do(Select(20, 30, 3, 5))
    for _ in range(3):
        stage.do(ExtendSelection(100, 0))
        assert workbench(stage).selection == reached
    assert stage.messages[-1] == "The selection cannot extend further in this direction"
    stage.do(ExtendSelection(-1, 0))
    assert workbench(stage).selection == reached._replace(height=reached.height - 1), "one press moves it back"


def test_commands_on_selection(stage: Stage) -> None:
    before = soup(stage)
    inside = slice(4, 10), slice(6, 12)
    for request, change in (
        (Turn("right"), lambda cells: np.rot90(cells, -1)),
        (Turn("left"), lambda cells: np.rot90(cells)),
        (Turn("flip-x"), lambda cells: cells[:, ::-1]),
        (Turn("flip-y"), lambda cells: cells[::-1]),
        (Turn("transpose"), lambda cells: cells.T),
        (EditSelection("invert"), lambda cells: np.array([0, 2, 1], np.uint8)[cells]),
        (EditSelection("fill"), lambda cells: np.full_like(cells, 2)),
    ):
        stage.shell.panel_state.species = 2
        expected = stage.cells.copy()
        expected[inside] = change(expected[inside])
        stage.do(Select(4, 6, 6, 6)).do(request)
        assert_boards_equal(stage.cells, expected)
    stage.shell.panel_state.density = 0.5
    stage.do(EditSelection("random"))
    assert 8 < np.count_nonzero(stage.cells[inside]) < 28
    stage.do(EditSelection("outside"))
    assert np.count_nonzero(stage.cells) == np.count_nonzero(stage.cells[inside])
    assert before.any()


def test_copy_cut_and_paste_by_keys(stage: Stage) -> None:
    before = soup(stage)
    stage.key("A", "Ctrl")
    assert workbench(stage).selection == Area(0, 0, 24, 40)
    stage.do(Select(4, 6, 6, 10)).key("C", "Ctrl")
    copied = read_rle(stage.window.clipboard(), "clipboard")
    assert str(copied.rule) == "Immigration"
    assert_boards_equal(copied.cells, before[4:10, 6:16])
    stage.key("X", "Ctrl")
    expected = before.copy()
    expected[4:10, 6:16] = 0
    assert_boards_equal(stage.cells, expected)
    stage.key("Escape").key("V", "Ctrl")
    move(stage, 15, 25)
    ghost = workbench(stage).ghosts[-1]
    assert (ghost.row, ghost.column) == (12, 20)
    press(stage, 15, 25)
    release(stage, 15, 25)
    target = expected[12:18, 20:30]
    target[copied.cells > 0] = copied.cells[copied.cells > 0]
    assert_boards_equal(stage.cells, expected)
    assert not workbench(stage).ghosts


def test_keys_turn_move_and_place_ghost(stage: Stage) -> None:
    stage.begin().do(Stamp(GLIDER))
    row, column = workbench(stage).ghosts[-1].row, workbench(stage).ghosts[-1].column  # in the middle of the view
    for _ in range(3):
        stage.key("Right")
    stage.key("Up").key("Up", "Shift")
    ghost = workbench(stage).ghosts[-1]
    assert (ghost.row, ghost.column) == (row - 11, column + 3)
    stage.key("R").key("F")
    glider = read_rle(GLIDER, "glider").cells
    expected = np.zeros((24, 40), np.uint8)
    expected[row - 11 : row - 8, column + 3 : column + 6] = np.rot90(glider, -1)[:, ::-1]
    stage.key("Enter")
    assert_boards_equal(stage.cells, expected)
    assert workbench(stage).ghosts, "a stamp stays"
    stage.key("Down", "Shift").key("Enter")
    assert np.count_nonzero(stage.cells) == 10
    stage.key("Escape")
    assert not workbench(stage).ghosts
    assert not stage.state.running, "Enter was the ghost's"


def test_edits_are_undone_and_redone_one_by_one(stage: Stage) -> None:
    boards = [soup(stage)]
    stage.do(Select(4, 6, 6, 10))
    for key, *mods in (["R"], ["Delete"], ["I"], ["F", "Ctrl"], ["F", "Ctrl", "Shift"], ["Delete", "Shift"]):
        stage.key(key, *mods)
        boards.append(stage.cells.copy())
    stage.do(ChooseTool(Tool.SELECT)).do(Select(4, 6, 6, 10))
    drag(stage, (6, 10), (14, 24))
    boards.append(stage.cells.copy())
    stage.do(Stamp(GLIDER)).key("Enter").key("Escape")
    boards.append(stage.cells.copy())
    for earlier in reversed(boards[:-1]):
        stage.key("Z", "Ctrl").pass_seconds(0.3)
        assert_boards_equal(stage.cells, earlier)
    stage.key("Y", "Ctrl").live_until(lambda: (stage.cells != boards[0]).any(), "done again")
    assert len({cells.tobytes() for cells in boards}) > 5


def test_unplugged_pad_drops_ghost(stage: Stage) -> None:
    stage.begin().pad("a")
    stage.pad("back", right_trigger=1.0)
    stage.do(Stamp(GLIDER, player=0))
    assert workbench(stage).ghosts
    assert workbench(stage).marked
    stage.pads.pull(0)
    stage.frames(2)
    assert not workbench(stage).ghosts
    assert not workbench(stage).marked


def test_pattern_without_room_is_not_turned(stage: Stage) -> None:
    stage.begin().do(Stamp("x = 30, y = 1\n30A!")).key("R")
    assert "does not fit" in stage.messages[-1]
    assert workbench(stage).ghosts[-1].cells.shape == (1, 30)


def test_distances_as_text(stage: Stage) -> None:
    stage.begin()
    near = distance_text((5, 5), (8, 1), workbench(stage))
    assert near == "dx -4, dy 3, steps 4 (diagonals allowed), line 5.00"
    assert distance_text((1, 1), (1, 38), workbench(stage)).endswith(
        "\nAcross the edges: dx -3, dy 0, steps 3 (diagonals allowed), line 3.00"
    )


@pytest.mark.parametrize("wrap", [False, True])
def test_copies_of_selection_cover_it(stage: Stage, wrap: bool) -> None:
    stage.begin()
    bench, shown = workbench(stage), Area(-30, -50, 90, 130)
    area = Area(20, 36, 8, 10)
    seen = np.zeros(shown.size, int)
    for piece in pieces_of(area, bench, shown, wrap=wrap):
        top, left = piece.row - shown.row, piece.column - shown.column
        seen[max(top, 0) : max(top + piece.height, 0), max(left, 0) : max(left + piece.width, 0)] += 1
    rows, columns = (np.arange(shown.height) + shown.row) % 24, (np.arange(shown.width) + shown.column) % 40
    expected = np.outer((rows >= 20) | (rows < 4), (columns >= 36) | (columns < 6)).astype(int)
    if wrap:
        assert_boards_equal(seen.astype(np.uint8), expected.astype(np.uint8))
    else:
        board = slice(30, 54), slice(50, 90)
        assert_boards_equal(seen[board].astype(np.uint8), expected[board].astype(np.uint8))


def test_merge_modes(stage: Stage) -> None:
    stage.begin().act(ActionKind.PAINT, 10, 10, "x = 3, y = 1\n3A!")
    pattern = "x = 3, y = 1\nAB.!"
    for mode, expected in (("or", [1, 2, 1]), ("xor", [0, 0, 1]), ("and", [0, 0, 0]), ("over", [1, 2, 0])):
        stage.do(MergeMode(mode)).do(Paste(pattern))
        move(stage, 10, 11)
        press(stage, 10, 11)
        release(stage, 10, 11)
        assert stage.cells[10, 10:13].tolist() == expected, mode
    stage.key("V", "Ctrl", "Shift")
    assert workbench(stage).mode == "xor"
    stage.do(MergeMode("under"))
    assert "under" in stage.messages[-1]


def test_right_click_drops_ghost(stage: Stage) -> None:
    stage.begin().do(Stamp(GLIDER))
    press(stage, 10, 10, button=RIGHT)
    release(stage, 10, 10, button=RIGHT)
    assert not workbench(stage).ghosts
    assert not stage.cells.any()


def test_tools_of_the_left_button(stage: Stage) -> None:
    stage.begin()
    stage.shell.panel_state.species = 2
    drag(stage, (5, 5), (5, 9))
    assert stage.cells[5, 5:10].tolist() == [2] * 5
    drag(stage, (5, 7), (5, 9), button=RIGHT)
    assert stage.cells[5, 5:10].tolist() == [2, 2, 0, 0, 0]
    stage.do(ChooseTool(Tool.ERASE))
    drag(stage, (5, 6), (5, 8))
    assert stage.cells[5, 5:10].tolist() == [2, 0, 0, 0, 0]
    stage.shell.panel_state.species = 1
    stage.do(ChooseTool(Tool.PICK))
    press(stage, 5, 5)
    release(stage, 5, 5)
    assert (workbench(stage).tool, stage.shell.panel_state.species) == (Tool.DRAW, 2)
    stage.do(ChooseTool(Tool.PICK))
    press(stage, 7, 5)
    release(stage, 7, 5)
    assert workbench(stage).tool is Tool.ERASE
    stage.do(ChooseTool(Tool.MOVE))
    before, cells = stage.play.display.target, stage.cells.copy()
    drag(stage, (5, 6), (8, 8))
    assert stage.play.display.target != before
    assert_boards_equal(stage.cells, cells)
    for number, tool in enumerate(Tool, 1):
        stage.key(str(number), "Ctrl")
        assert workbench(stage).tool is tool


def test_measuring(stage: Stage) -> None:
    stage.begin().do(ChooseTool(Tool.MEASURE))
    drag(stage, (5, 5), (8, 1))
    assert workbench(stage).measured == ((5, 5), (8, 1))
    stage.do(Measure(1, 2, 3, 4))
    assert workbench(stage).measured == ((1, 2), (3, 4))
    stage.do(ChooseTool(Tool.DRAW))
    assert workbench(stage).measured is None


def test_keyboard_selects(stage: Stage) -> None:
    stage.begin()
    stage.key("Right", "Shift")
    first = workbench(stage).selection
    assert first is not None
    assert first.size == (1, 1)
    stage.key("Right", "Shift").key("Down", "Ctrl", "Shift").key("Left", "Shift")
    assert workbench(stage).selection == Area(first.row, first.column, 11, 1)


def test_pad_selects_while_mouse_draws(stage: Stage) -> None:
    stage.begin().pad("a")
    cursor = stage.state.cursors[0]
    stage.pad("back", right_trigger=1.0)
    stage.pad(left_x=1.0).pad(left_y=1.0)
    stage.pad("back", right_trigger=1.0)
    marked = workbench(stage).selection
    assert marked is not None
    assert (marked.row, marked.column) == (cursor.row, cursor.column)
    assert marked.cells > 1
    stage.window.set_clipboard(GLIDER)
    stage.pad("back", "x")
    assert list(workbench(stage).ghosts) == [0]
    drag(stage, (1, 1), (1, 5))
    assert stage.cells[1, 1:6].tolist() == [1] * 5
    stage.pad("x")
    assert not stage.state.running
    place = stage.state.cursors[0]
    stage.pad("a")
    glider = np.rot90(read_rle(GLIDER, "glider").cells, -1)
    assert_boards_equal(stage.cells[place.row - 1 : place.row + 2, place.column - 1 : place.column + 2], glider)
    assert not workbench(stage).ghosts
    stage.do(Stamp(GLIDER, player=0)).pad("b")
    assert not workbench(stage).ghosts


def test_shrink_crop_and_save(stage: Stage) -> None:
    stage.begin().act(ActionKind.PAINT, 10, 12, GLIDER)
    stage.do(SelectAll()).do(ShrinkSelection())
    assert workbench(stage).selection == Area(10, 12, 3, 3)
    stage.do(SaveSelection())
    (path,) = stage.data.glob("*.rle")
    assert_boards_equal(open_pattern(str(path)).whole().cells, read_rle(GLIDER, "glider").cells)
    stage.do(Select(9, 11, 5, 6)).do(Crop())
    assert stage.cells.shape == (5, 6)
    assert_boards_equal(stage.cells[1:4, 1:4], read_rle(GLIDER, "glider").cells)
    assert workbench(stage).selection is None


@pytest.mark.parametrize(
    "request_",
    [
        CopySelection(),
        EditSelection("erase"),
        Turn("right"),
        Crop(),
        SaveSelection(),
        ShrinkSelection(),
        Paste("nonsense"),
        Stamp("x = 99, y = 1\n99A!"),
        Stamp("x = 1, y = 1\nG!"),
    ],
)
def test_impossible_edits_give_one_line_errors(stage: Stage, request_: object) -> None:
    stage.begin()
    count = len(stage.messages)
    stage.do(request_)  # type: ignore[arg-type]
    assert len(stage.messages) == count + 1
    assert "\n" not in stage.messages[-1]
    assert not stage.cells.any()


def test_massive_board_is_edited_packed(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    stage.begin("Life", (4096, 8192))
    stage.do(Select(100, 200, 3000, 3000)).do(EditSelection("fill"))
    stage.live_until(lambda: stage.play.population == (9_000_000,), "all filled")
    stage.do(EditSelection("invert")).live_until(lambda: stage.play.population == (0,), "all inverted")
    stage.do(EditSelection("random")).live_until(lambda: not stage.play.session.is_unfinished, "sown")
    assert 3_000_000 < stage.play.population[0] < 3_300_000
    monkeypatch.setattr("gpulife.window.play.edit_commands.MAX_HELD_CELLS", 1000)
    for request in (CopySelection(), Turn("right"), Crop()):
        count = len(stage.messages)
        stage.do(request)
        assert len(stage.messages) == count + 1
    assert workbench(stage).selection == Area(100, 200, 3000, 3000)


def test_the_wheel_zooms_while_a_selection_is_dragged(stage: Stage) -> None:
    stage.begin().do(ChooseTool(Tool.SELECT))
    press(stage, 5, 5)
    x, y = middle(stage, 8, 8)
    stage.frames(1, MouseMove(x, y))
    stage.frames(30, MouseWheel(0, 2, x, y))
    release(stage, 9, 9)
    assert workbench(stage).selection == Area(5, 5, 5, 5)


def test_contests_have_no_workbench(stage: Stage) -> None:
    stage.shell.begin(new_match("seed-list", parse_rule("Immigration"), (96, 160), 1))
    stage.frames(2)
    assert stage.controller.workbench is None
    stage.do(SelectAll())
    assert stage.messages[-1] == "Ctrl+A does nothing here"


def test_stroke_from_same_state_erases(stage: Stage) -> None:
    stage.begin("Immigration", (24, 40))
    drag(stage, (3, 3), (3, 9))
    drag(stage, (3, 5), (6, 5))  # begins on a live cell: the stroke erases, and plants nothing below
    assert np.argwhere(stage.cells).tolist() == [[3, column] for column in (3, 4, 6, 7, 8, 9)]
    stage.key("Z", "Ctrl").live(3)
    assert np.count_nonzero(stage.cells) == 7
    drag(stage, (6, 5), (1, 5))  # begins on a dead one: it draws across live cells
    assert stage.cells[1:7, 5].tolist() == [1] * 6
    stage.shell.panel_state.species = 2
    drag(stage, (3, 3), (3, 4))  # another colour is drawn over
    assert stage.cells[3, 3:5].tolist() == [2, 2]
    drag(stage, (3, 3), (3, 3))
    assert stage.cells[3, 3:5].tolist() == [0, 2]
    drag(stage, (3, 4), (3, 5), button=RIGHT)
    assert stage.cells[3, 4:6].tolist() == [0, 0]


def test_stroke_from_beyond_edge_erases_only_on_torus(stage: Stage) -> None:
    for size, erases in (("T40,24", True), ("P40,24", False)):
        stage.shell.begin(new_match("study", parse_rule(f"Life:{size}"), (24, 40), 1))
        stage.frames(2).do(Select())
        drag(stage, (3, 39), (3, 39))
        press(stage, 3, -1)
        move(stage, 3, 1)
        release(stage, 3, 1)
        assert stage.cells[3].nonzero()[0].tolist() == ([] if erases else [0, 1, 39])


def test_empty_board_says_how_to_put_cells_on_it(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(workbench_overlay, "draw_prompt", lambda _, wordings, *__, **___: said.append(wordings[0]))
    entry = START_PRESETS["empty"]
    stage.shell.begin(entry.match(1), entry.first_actions())
    stage.controller.layout.show_panels(shown=False)
    stage.frames(4)
    assert not said, "without panels the board is bare"
    stage.controller.layout.show_panels(shown=True)
    stage.frames(4)
    assert any("{patterns}" in words and "{open}" in words for words in said)
    stage.do(Stamp(text="x = 2, y = 2\n2o$2o!")).frames(2)
    said.clear()
    stage.frames(2)
    assert not any("{open}" in words for words in said), "a pattern is held"
    stage.key("Escape").act(ActionKind.AREA, 3, 3, "2x2 fill 1").frames(2)
    said.clear()
    stage.frames(2)
    assert not any("{open}" in words for words in said), "the board is not empty"
