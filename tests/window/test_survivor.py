"""Survivor in the real window: by pad, keys, mouse and computer; its pages, its progress and its editor."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from games.levels import is_good, judge_level
from goldens import Goldens
from imgui_bundle import imgui
from window.stage import Stage

from gpulife.engines.batch.survivor_batch import next_boards
from gpulife.games.core.foresight import Change
from gpulife.games.core.game import Action, ActionKind
from gpulife.games.matches import default_rule, new_match, next_other_game
from gpulife.games.registry import GAMES
from gpulife.games.survivor.ai import Move
from gpulife.games.survivor.level import PAWN, TRAP, picture_of
from gpulife.games.survivor.level_files import (
    Progress,
    built_in_levels,
    level_match,
    load_progress,
    read_level,
    save_progress,
    write_level,
)
from gpulife.games.survivor.rules import LevelPhase, Placed, SurvivorState
from gpulife.input.commands import ChangeSetting, LevelRequest, PauseMenu
from gpulife.input.events import KeyEvent, MouseButton, MouseMove
from gpulife.rules import parse_rule
from gpulife.session.replay import read_replay, write_replay
from gpulife.view.camera import pixel_of
from gpulife.window.games.survivor import controller, hud, pages
from gpulife.window.games.survivor.level_editor import EditorForm
from gpulife.window.play.session_saver import standing_of

SIZE = (1280, 800)
LEVELS = built_in_levels()
FIRST, SECOND = LEVELS[:2]
FADING = replace(FIRST.level, board=("..PP....", "....P...", "........", ".P.P....", "......T.", "........"))
LONELY = replace(FIRST.level, board=("........", ".P......", "..P.....", "........", "......T.", "........"))


@pytest.fixture
def goldens(stage: Stage, request: pytest.FixtureRequest, tmp_path) -> Goldens:
    assert stage.window.device.is_software, "golden pictures are those of a software renderer"
    return Goldens(tmp_path, regenerate=request.config.getoption("--regenerate"))


def state(stage: Stage) -> SurvivorState:
    found = stage.play.session.state
    assert isinstance(found, SurvivorState)
    return found


def page(stage: Stage) -> str:
    return stage.controller.page


def level(stage: Stage, *what: object) -> Stage:
    return stage.do(LevelRequest(*what))


def open_chooser(stage: Stage) -> Stage:
    stage.shell.begin(new_match("survivor", parse_rule("Survivor"), (8, 12), 1))
    stage.frames(4)
    assert page(stage) == "levels"
    return stage


def open_level(stage: Stage, number: int = 1) -> Stage:
    stage.shell.begin(level_match(LEVELS[number - 1].level, 1))
    stage.frames(2)
    assert page(stage) == "story"
    return level(stage, "close")


def rest(stage: Stage, seconds: float) -> Stage:
    return stage.pass_seconds(seconds)


def click(stage: Stage, row: int, column: int, button: int = 0) -> Stage:
    camera, size = stage.play.display.target, stage.window.framebuffer_size
    x, y = pixel_of(camera, size, row + 0.5, column + 0.5)
    for pressed in (True, False):
        stage.frames(2, MouseButton(button, pressed, x, y))
    return stage


def by_mouse(stage: Stage, move: Move) -> Stage:
    """Click on the cell; choose the piece and press OK by the commands of the buttons."""
    if move.piece:
        level_state = state(stage)
        if level_state.piece != move.piece:
            stage.key(str(move.piece))
        click(stage, move.row, move.column)
    return stage.key("Enter")


def steer(stage: Stage, move: Move, ways: dict[tuple[int, int], str], tap) -> None:
    for axis, goal in ((0, move.row), (1, move.column)):
        for _ in range(60):
            cursor = state(stage).cursors[0]
            away = goal - (cursor.row, cursor.column)[axis]
            if not away:
                break
            way = (int(np.sign(away)), 0) if axis == 0 else (0, int(np.sign(away)))
            tap(ways[way])


PAD_WAYS = {(-1, 0): "dpad_up", (1, 0): "dpad_down", (0, -1): "dpad_left", (0, 1): "dpad_right"}
WASD = {(-1, 0): "W", (1, 0): "S", (0, -1): "A", (0, 1): "D"}
ARROWS = {(-1, 0): "Up", (1, 0): "Down", (0, -1): "Left", (0, 1): "Right"}


def by_pad(stage: Stage, move: Move) -> None:
    if move.piece:
        if state(stage).piece != move.piece:
            stage.pad("x")
        steer(stage, move, PAD_WAYS, stage.pad)
        stage.pad("a")
    stage.pad(right_trigger=1.0)


def by_keys(ways: dict[tuple[int, int], str], trigger: str):
    def play(stage: Stage, move: Move) -> None:
        if move.piece:
            stage.key(str(move.piece))
            steer(stage, move, ways, stage.key)
            stage.key(trigger)
        stage.key("Enter")

    return play


def test_pad_alone_wins_and_continues(stage: Stage, goldens: Goldens, tmp_path) -> None:
    open_chooser(stage)
    goldens.check(stage.frames(6).picture, "survivor_pie")
    stage.pad("a")
    assert page(stage) == "story"
    assert state(stage).level == FIRST.level
    stage.frames(3).pad("a")
    assert page(stage) == ""
    stage.pad("a")  # joins
    stage.pad("b")
    stage.controller.layout.show_panels(shown=False)  # their figures go by the clock
    for number, move in enumerate(FIRST.solution, start=1):
        by_pad(stage, move)
        assert state(stage).turn == number
        if number == 2:
            rest(stage, 4)
            goldens.check(stage.picture, "survivor_dusk")
    assert state(stage).phase is LevelPhase.WON
    assert page(stage) == "", "the last board is seen first"
    rest(stage, 2)
    assert page(stage) == "ending"
    assert dict(load_progress(tmp_path / "data").won) == {"1-well": 4}
    rest(stage, 6)
    goldens.check(stage.picture, "survivor_won")
    stage.pad("a")
    assert page(stage) == "story"
    assert state(stage).level == SECOND.level
    stage.frames(3).pad("b")
    assert page(stage) == "levels"


@pytest.mark.parametrize("play", [by_keys(WASD, "LeftShift"), by_keys(ARROWS, "RightCtrl"), by_mouse])
def test_keyboard_and_mouse_win(stage: Stage, play) -> None:
    open_level(stage)
    for move in FIRST.solution:
        play(stage, move)
    assert state(stage).phase is LevelPhase.WON
    rest(stage, 2)
    assert page(stage) == "ending"
    level(stage, "again")
    assert (state(stage).phase, state(stage).turn, page(stage)) == (LevelPhase.TURN, 0, "")


def test_undo_goes_back_to_the_turn_before(stage: Stage) -> None:
    open_level(stage)
    boards = [stage.cells]
    for number, move in enumerate(FIRST.solution[:2], start=1):
        by_mouse(stage, move)
        assert state(stage).turn == number
        boards.append(stage.cells)
    click(stage, 0, 0)
    stage.key("Z", "Ctrl")
    assert (state(stage).placed, state(stage).turn) == (None, 2), "the piece first"
    for turn in (1, 0):
        stage.key("Z", "Ctrl").live_until(lambda: stage.play.runner.seeking is None, "there")
        assert state(stage).turn == turn
        assert state(stage).placed is not None, "one may place its piece elsewhere"
        stage.key("Z", "Ctrl").frames(2)
        assert (state(stage).placed, state(stage).turn) == (None, turn)
        assert (stage.cells == boards[turn]).all()
    by_mouse(stage, FIRST.solution[0])
    assert state(stage).turn == 1, "one plays on from there"


def test_undo_by_key_pad_and_mouse(stage: Stage) -> None:
    open_level(stage)
    click(stage, 0, 0)
    assert state(stage).placed is not None
    click(stage, 0, 0)
    assert state(stage).placed is None
    click(stage, 0, 1).key("Escape")
    assert state(stage).placed is None
    click(stage, 0, 1).key("Z")
    assert state(stage).placed is None
    click(stage, 0, 1).key("Z", "Ctrl")
    assert state(stage).placed is None
    assert state(stage.key("P")).piece == 2
    click(stage, 0, 1).pad("b")
    assert state(stage).placed is None
    click(stage, 3, 4)
    assert state(stage).placed is None, "a shelter is there"
    assert state(stage).turn == 0


def test_shoulder_buttons_and_wild_switch_pieces(stage: Stage) -> None:
    open_level(stage)
    stage.pad("a").pad("b")
    assert [state(stage.pad(button)).piece for button in ("lb", "rb", "x")] == [2, 1, 2]
    assert state(stage.key("F8")).piece == 1
    assert stage.play.runner.pace > 0
    before = stage.cells
    stage.key("U")
    assert np.array_equal(stage.cells, before)


def test_locked_levels_stay_locked(stage: Stage) -> None:
    open_chooser(stage)
    level(stage, "story", "3-ruins")
    assert page(stage) == "levels"
    assert stage.messages[-1] == "level 3 is locked: win level 1 (The trap in the garden) first"
    stage.pad("dpad_down").pad("a")
    assert page(stage) == "levels", "the button on a locked slice does nothing"


def test_pie_shows_won_levels(stage: Stage, tmp_path, goldens: Goldens) -> None:
    progress = Progress().with_win("1-well", 4).with_win("2-wall", 18).with_win("3-ruins", 60)
    save_progress(progress, tmp_path / "data")
    open_chooser(stage)
    assert stage.controller._selected == 3
    goldens.check(stage.frames(6).picture, "survivor_pie_later")
    level(stage, "story", "4-palace")
    assert state(stage).level == LEVELS[3].level


def test_losing_a_level(stage: Stage, goldens: Goldens) -> None:
    open_level(stage)
    stage.key("1", "Ctrl", "Shift")
    assert state(stage).phase is LevelPhase.LOST
    rest(stage, 8)
    assert page(stage) == "ending"
    goldens.check(stage.picture, "survivor_lost")
    stage.pad("a")
    assert page(stage) == ""
    assert state(stage).phase is LevelPhase.TURN


def test_watched_win_does_not_count_and_take_over(stage: Stage, tmp_path) -> None:
    open_chooser(stage)
    level(stage, "watch", "1-well")
    assert page(stage) == ""
    stage.key("Enter")
    assert "the computer plays" in stage.messages[-1]
    for _ in range(200):
        rest(stage, 1)
        if state(stage).is_over:
            break
    assert state(stage).phase is LevelPhase.WON
    rest(stage, 2)
    assert page(stage) == "ending"
    assert not load_progress(tmp_path / "data").won
    assert stage.shell.settings.left_seat == "person"
    level(stage, "again")
    rest(stage, 1)
    level(stage, "take-over")
    assert stage.play.session.players == ()
    turn = state(stage).turn
    rest(stage, 3)
    assert state(stage).turn == turn
    stage.key("Enter")
    assert state(stage).turn == turn + 1


def shown(stage: Stage) -> tuple[str, object]:
    hint = stage.controller._hint
    for _ in range(400):
        if not hint.text.startswith("Looking"):
            break
        stage.frames(1)
    return hint.text, hint.move


def test_shown_move_is_not_played(stage: Stage, tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    stars: list[int] = []
    monkeypatch.setattr(pages, "_draw_stars", stars.append)
    open_level(stage)
    before = stage.cells
    level(stage, "hint")
    assert shown(stage) == ("", None), "what it costs comes first"
    assert stage.messages[-1].startswith("If you are shown a move, a win in this try earns one star, not three. ")
    level(stage, "hint")
    line, move = shown(stage)
    assert line == "A pawn here: 3 pawns more; you can win in 4 more turns"
    assert move == Placed(PAWN, 2, 6)
    assert np.array_equal(stage.cells, before)
    assert (state(stage).turn, state(stage).placed) == (0, None)
    assert stage.messages[-1] == "the computer has shown a move: a win in this try earns one star"
    moves: list[Move] = []
    for number in range(4):
        if number:
            stage.key("N")
        _, move = shown(stage)
        assert isinstance(move, Placed)
        moves.append(Move(move.piece, move.row, move.column))
        by_mouse(stage, Move(move.piece, move.row, move.column))
        stage.frames(2)
        assert shown(stage) == ("", None), "it was about the turn before"
    assert state(stage).phase is LevelPhase.WON
    rest(stage, 2)
    assert page(stage) == "ending"
    assert not load_progress(tmp_path / "data").won, "a win with help is no win of one's own"
    assert set(stars) == {1}, "its page lights one star"
    progress = load_progress(tmp_path / "data")
    assert (dict(progress.helped), progress.unlocked(LEVELS)) == ({"1-well": 4}, 2), "but the next level is open"
    open_level(stage)
    for known in moves:
        by_mouse(stage, known)
    rest(stage, 2)
    assert state(stage).phase is LevelPhase.WON
    progress = load_progress(tmp_path / "data")
    assert dict(progress.won) == {"1-well": 4}, "the try after that is one's own again, whatever was shown before"


@pytest.mark.parametrize("ask", ["key", "other key", "short pad", "pad"])
def test_shown_move_is_toggled_by_key_and_pad(stage: Stage, ask: str) -> None:
    open_level(stage)
    press = {
        "key": lambda: stage.key("N"),
        "other key": lambda: stage.key("U"),
        "short pad": lambda: stage.pad("x", left_trigger=1.0),
        "pad": lambda: stage.pad("dpad_right", "back"),
    }[ask]
    if "pad" in ask:
        stage.pad("a").pad("b")
    press()  # asks
    press()
    assert shown(stage)[1] == Placed(PAWN, 2, 6)
    press()
    assert shown(stage) == ("", None)


def test_shown_move_is_marked_on_the_board(stage: Stage) -> None:
    open_level(stage)
    rest(stage, 4)
    x, y = (int(part) for part in pixel_of(stage.play.display.target, SIZE, 2.5, 6.5))
    size = int(stage.play.display.target.zoom)
    before = stage.picture[y - size : y + size, x - size : x + size].astype(int)
    level(stage, "hint")
    level(stage, "hint")
    shown(stage)
    rest(stage, 1)
    after = stage.picture[y - size : y + size, x - size : x + size].astype(int)
    golden = (np.abs(after - (255, 214, 70)).max(axis=2) < 30).sum() - (
        np.abs(before - (255, 214, 70)).max(axis=2) < 30
    ).sum()
    assert golden > 4 * size, "a ring around the cell"


def test_return_places_the_shown_move_and_then_ends_the_turn(stage: Stage) -> None:
    open_level(stage)
    level(stage, "hint")
    level(stage, "hint")
    _, move = shown(stage)
    stage.key("Enter")
    assert (state(stage).turn, state(stage).placed) == (0, move)
    stage.key("Enter")
    assert state(stage).turn == 1


def test_when_no_move_can_be_shown(stage: Stage) -> None:
    level(stage.begin(), "hint")
    assert stage.messages[-1] == "a good move can only be shown in Survivor and Real-Time Life"
    open_chooser(stage)
    level(stage, "hint")
    assert shown(stage) == ("", None), "a page lies over the board"
    stage.shell.begin(new_match("survivor", parse_rule("Survivor"), (80, 100), 1))
    level(stage.frames(2), "close")
    level(stage, "hint")
    assert stage.messages[-1] == "a move can be shown on boards up to 6000 cells; this one is 100x80"
    level(stage, "watch", "1-well")
    stage.key("N")
    assert stage.messages[-1] == "the computer plays: watch it, or take over with the button below"


def test_playback_does_not_count(stage: Stage, tmp_path) -> None:
    open_level(stage)
    for move in FIRST.solution:
        by_mouse(stage, move)
    path = tmp_path / "x.gpureplay"
    write_replay(path, stage.play.session.recording())
    (tmp_path / "data" / "survivor.toml").unlink()
    recording = read_replay(path)
    stage.shell.begin(recording.match, recording=recording)
    assert page(stage) == ""
    for _ in range(57):
        if state(stage).is_over:
            break
        rest(stage, 1)
    rest(stage, 3)
    assert state(stage).phase is LevelPhase.WON
    assert page(stage) == ""
    assert not load_progress(tmp_path / "data").won


def test_select_and_option_keys(stage: Stage) -> None:
    before = [*GAMES][[*GAMES].index("survivor") - 1]
    stage.shell.begin(next_other_game(new_match(before, default_rule(before), GAMES[before].shape, 1)))
    stage.frames(2)
    assert page(stage) == "levels"
    level(stage, "story", "1-well")
    level(stage, "close")
    stage.key("F2")
    assert page(stage) == "levels"
    level(stage, "close").key("F4")
    assert state(stage).tries == 1


def test_chosen_piece_is_confirmed(stage: Stage) -> None:
    open_level(stage).messages.clear()
    stage.key("1")
    assert stage.messages == ["The pawn is chosen already"]
    stage.key("2").key("2")
    assert stage.messages[1:] == ["The shelter is chosen already"]
    assert state(stage).piece == 2


def test_turn_does_not_end_during_the_search(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(controller, "_BOARDS_PER_FRAME", 1)
    open_level(stage)
    stage.key("N").key("N")
    hint = stage.controller._hint
    assert hint.text.startswith("Looking")
    stage.key("Enter")
    assert (state(stage).turn, hint.is_searching) == (0, True)
    assert stage.messages[-1] == "Still looking for a move: wait, or press N to stop"
    assert "Looking ..." in titles_of(stage, monkeypatch), "and the button says so"
    click(stage, 0, 0)
    assert state(stage).placed is not None
    assert hint.text == "", "no move is shown beside one's own"
    stage.key("Enter")
    assert state(stage).turn == 1


def test_return_does_not_end_the_turn_after_the_warning(stage: Stage) -> None:
    open_level(stage)
    stage.key("N")
    stage.key("Enter")
    assert state(stage).turn == 0
    assert stage.messages[-1] == "No move is shown yet: N shows one, Return ends the turn without a piece"
    stage.key("Enter")
    assert state(stage).turn == 1, "it was said once"


@pytest.mark.parametrize("reduced", [False, True])
def test_pieces_hop_and_fall_unless_flashing_is_reduced(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, *, reduced: bool
) -> None:
    moved: set[tuple[int, int]] = set()
    draws = hud.draw_moves
    monkeypatch.setattr(
        hud,
        "draw_moves",
        lambda visible, changes, share: moved.update(each[0] for each in changes) or draws(visible, changes, share),
    )
    stage.shell.settings = replace(stage.shell.settings, reduced_flashing=reduced)
    stage.shell.begin(level_match(FADING, 1))
    level(stage.frames(2), "close")
    rest(stage, 2)
    before = stage.cells
    moved.clear()
    stage.key("Enter").frames(2)
    changed = set(map(tuple, np.argwhere(before != stage.cells).tolist()))
    assert changed
    assert moved == (set() if reduced else changed)


def test_pieces_at_an_edge_show_at_the_opposite_edge(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[int, tuple[int, int]]] = []
    draws = hud.VisibleBoard.draw
    monkeypatch.setattr(hud.VisibleBoard, "draw", lambda self, *what: drawn.append(what[:2]) or draws(self, *what))
    board = ("P......#", "........", "........", ".PP.....", "......T.", "........")
    stage.shell.begin(level_match(replace(FIRST.level, board=board), 1))
    level(stage.frames(2), "close")
    outside = {each for each in drawn if not (0 <= each[1][0] < 6 and 0 <= each[1][1] < 8)}
    assert outside == {(PAWN, (6, 0)), (PAWN, (0, 8)), (PAWN, (6, 8))}


@pytest.mark.parametrize("how", ["button", "undo", "undo at the board"])
def test_lost_level_goes_back_one_turn(stage: Stage, how: str) -> None:
    stage.shell.begin(level_match(FADING, 1))
    level(stage.frames(2), "close")
    for turn in (1, 2):
        stage.key("Enter").frames(2)
        assert state(stage).turn == turn
    assert state(stage).phase is LevelPhase.LOST
    rest(stage, 3)
    assert page(stage) == "ending"
    if how == "undo at the board":
        level(stage, "close")
    if how == "button":
        level(stage, "back")
    elif how == "undo":  # Dear ImGui gets the keys of pages
        io = imgui.get_io()
        for pressed in (True, False):
            io.add_key_event(imgui.Key.mod_ctrl, pressed)
            io.add_key_event(imgui.Key.z, pressed)
            stage.frames(2)
    else:
        stage.key("Z", "Ctrl")
    stage.live_until(lambda: stage.play.runner.seeking is None, "there").frames(2)
    assert (page(stage), state(stage).turn, state(stage).phase) == ("", turn - 1, LevelPhase.TURN)
    assert stage.messages[-1] == f"Back to turn {turn}, {state(stage).time}"
    stage.key("Enter").frames(2)
    assert (state(stage).turn, state(stage).phase) == (turn, LevelPhase.LOST), "one plays on from there"


def titles_of(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the titles of the large buttons in the next frame."""
    titles: list[str] = []
    draws = hud._big_button
    with monkeypatch.context() as patched:
        patched.setattr(
            hud, "_big_button", lambda title, *more, **named: titles.append(title) or draws(title, *more, **named)
        )
        stage.frames(1)
    return titles


def test_button_warns_before_all_pawns_die_and_the_page_says_why(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    texts: list[str] = []
    shows = controller.ending
    monkeypatch.setattr(
        controller,
        "ending",
        lambda state, text, *more, **named: texts.append(text) or shows(state, text, *more, **named),
    )
    stage.shell.begin(level_match(LONELY, 1))
    level(stage.frames(2), "close")
    assert "OK: all pawns die" in titles_of(stage, monkeypatch)
    click(stage, 2, 1)
    assert "OK: all pawns die" not in titles_of(stage, monkeypatch), "three pawns live"
    stage.key("Z").key("Enter")
    rest(stage, 3)
    assert "turn 1: 2 pawns, each with only one pawn beside it. 1 trap" in texts[-1]


def test_pause_menu_restarts_by_key_and_leads_to_the_levels(stage: Stage) -> None:
    open_level(stage).do(PauseMenu()).key("F4").frames(2)
    assert (state(stage).tries, stage.screens.top) == (1, stage.screens.play_screen)
    stage.do(PauseMenu()).key("F2").frames(2)
    assert (page(stage), stage.screens.top) == ("levels", stage.screens.play_screen)


def test_start_screen_says_that_the_level_is_over(stage: Stage) -> None:
    open_level(stage)
    assert (stage.controller.outcome, stage.controller.progress) == ("", "turn 1")
    for move in FIRST.solution:
        by_mouse(stage, move)
    rest(stage, 2)
    assert page(stage) == "ending"
    assert standing_of(stage.controller) == "Over: You win"
    stage.key("F9").frames(2)
    notice = stage.screens.start_menu._notice(())
    assert (notice.entry.facts, notice.label) == ("turn 4, over: You win", "Show the result")


def test_light_of_day_and_night(stage: Stage) -> None:
    """The same cell looks different at the four times of day, and darker at night."""
    open_level(stage)
    seen = {}
    for _ in range(4):
        rest(stage, 4)
        x, y = pixel_of(stage.play.display.target, SIZE, 6.15, 0.15)
        seen[state(stage).time] = stage.picture[int(y), int(x)].astype(int)
        stage.key("Enter")
    light = {time: int(colour.sum()) for time, colour in seen.items()}
    assert light["midday"] > light["sunrise"] > light["sunset"] > light["midnight"]


EDITOR = """
........
.PP.....
.PPT....
........
........
"""


def test_level_editor_draws_checks_saves_and_plays(stage: Stage, tmp_path) -> None:
    open_chooser(stage)
    fields = stage.shell.panel_state.form(EditorForm)
    fields.columns, fields.rows = 8, 5
    level(stage, "edit", "")
    assert fields.editing
    assert stage.controller.layout.panels_shown
    for row, column in ((1, 1), (1, 2), (2, 1), (2, 2)):
        click(stage, row, column)
    level(stage, "brush", TRAP)
    click(stage, 2, 3)
    level(stage, "brush", 0)
    click(stage, 2, 2)
    level(stage, "brush", PAWN)
    click(stage, 2, 2)
    assert list(picture_of(stage.cells)) == EDITOR.split()
    stage.key("Space").key("Enter")
    assert list(picture_of(stage.cells)) == EDITOR.split(), "it stands still"
    fields.level = replace(fields.level, title="Small one", story="Go.", starts="midday")
    level(stage, "check")
    rest(stage, 1)
    assert fields.message == "it can be won in 1 turns"
    level(stage, "save")
    rest(stage, 1)
    path = tmp_path / "data" / "levels" / "small-one.toml"
    each = read_level(path)
    assert (each.level.title, each.level.starts, each.level.story, each.level.par) == ("Small one", "midday", "Go.", 2)
    assert list(each.level.board) == EDITOR.split()
    assert is_good(judge_level(each.level, each.solution))
    assert "small-one" in fields.files
    level(stage, "try")
    assert page(stage) == "story"
    assert not fields.editing
    level(stage, "own", "small-one")
    assert state(stage).level == each.level
    level(stage, "edit", "small-one")
    assert fields.level.title == "Small one"
    assert list(picture_of(stage.cells)) == EDITOR.split()


def test_wins_and_levels_of_another_program_appear(stage: Stage, tmp_path) -> None:
    open_chooser(stage)
    level(stage, "close")
    save_progress(Progress().with_win("1-well", 4), tmp_path / "data")
    levels = tmp_path / "data" / "levels"
    write_level(levels / "other.toml", FIRST.level, FIRST.solution)
    (levels / "deep.toml").write_text("a = " + "[" * 50_000)
    level(stage, "levels")
    screen = stage.controller
    assert (screen._selected, screen._own) == (1, ["other"])
    why = f"{levels / 'deep.toml'} is not TOML: it is nested too deeply"
    assert stage.messages[-1] == f"{why}; it was set aside as deep.toml.bad"
    level(stage, "edit", "other")
    write_level(levels / "other.toml", LEVELS[1].level)
    fields = stage.shell.panel_state.form(EditorForm)
    fields.level = replace(fields.level, title="Other")
    level(stage, "save")
    rest(stage, 1)
    assert read_level(levels / "other.toml").level == LEVELS[1].level, "it has changed since it was opened"
    assert stage.shell.panel_state.form(EditorForm).message.startswith("saved as other-2.toml")


def test_level_editor_by_keyboard_and_pad(stage: Stage) -> None:
    stage.begin()
    fields = stage.shell.panel_state.form(EditorForm)
    fields.columns, fields.rows = 8, 5
    level(stage, "edit", "")
    stage.key("D")  # joins, and moves
    cursor = stage.play.session.state.cursors[0]
    stage.key("4").key("LeftShift")
    assert stage.cells[cursor.row, cursor.column] == TRAP
    stage.key("0").key("LeftShift")
    assert stage.cells[cursor.row, cursor.column] == 0
    stage.pad("a")
    stage.pad("rb").pad("a")
    assert fields.brush == 1
    assert (stage.cells == PAWN).sum() == 1
    stage.key("9")
    assert fields.brush == 1


def test_invalid_level_is_not_saved(stage: Stage, tmp_path) -> None:
    stage.begin()
    level(stage, "edit", "1-well")
    fields = stage.shell.panel_state.form(EditorForm)
    fields.level = replace(fields.level, title="")
    level(stage, "save")
    assert "should be a line of text" in stage.messages[-1]
    fields.level = replace(fields.level, title="Empty")
    stage.shell.panel_state.form(EditorForm).columns, stage.shell.panel_state.form(EditorForm).rows = 6, 5
    level(stage, "edit", "")
    level(stage, "save")
    assert "it has no pawn (P), so" in stage.messages[-1]
    for column in (1, 2, 3):
        click(stage, 1, column)
    level(stage, "brush", TRAP)
    click(stage, 2, 2)
    level(stage, "brush", 5)
    click(stage, 4, 5)
    level(stage, "save")
    rest(stage, 1)
    assert fields.message == "not saved: it is won by doing nothing, after 1 turns"
    assert not (tmp_path / "data" / "levels").exists()
    level(stage, "edit", "gone")
    assert "there is no level 'gone' any more" in stage.messages[-1]


def test_check_can_be_stopped(stage: Stage) -> None:
    stage.begin()
    level(stage, "edit", "5-sphinx")
    stage.controller._solution = ()
    level(stage, "check")
    assert stage.shell.panel_state.form(EditorForm).progress.startswith("looking for a way to win")
    level(stage, "stop")
    assert stage.shell.panel_state.form(EditorForm).progress == ""


@pytest.mark.parametrize("how", ["key", "pad"])
def test_held_key_previews_without_changes(stage: Stage, how: str) -> None:
    open_level(stage)
    click(stage, 2, 6)
    if how == "pad":
        stage.pad("a").pad("y").key("Z")
        click(stage, 2, 6)
    controller, before = stage.controller, (state(stage), stage.cells.tolist())
    log = stage.play.session.recording().log
    assert controller._turn_preview is None
    if how == "key":
        stage.frames(1, KeyEvent("V", pressed=True)).frames(5)
    else:
        stage.pads.hold(0, "back")
        stage.frames(2)
        stage.pads.hold(0, "back", right_y=-1.0)
        stage.frames(5)
    shown = controller._turn_preview
    assert shown is not None
    assert (shown.state.turn, shown.state.time, shown.state.pawns) == (1, "midday", 6)
    held = stage.picture
    if how == "key":
        stage.frames(1, KeyEvent("V", pressed=False))
    else:
        stage.pads.hold(0)
    stage.frames(3)
    assert controller._turn_preview is None
    assert (state(stage), stage.cells.tolist()) == before
    assert stage.play.session.recording().log == log, "never an action"
    assert not controller.was_helped
    x, y = (int(part) for part in pixel_of(stage.play.display.target, SIZE, 0.0, 6.0))
    assert (np.abs(held[y, x - 200 : x + 200].astype(int) - (255, 237, 140)).max(axis=1) < 30).sum() > 100
    assert (np.abs(stage.picture[y, x - 200 : x + 200].astype(int) - (255, 237, 140)).max(axis=1) < 30).sum() == 0


def test_no_preview_on_pages_or_in_other_games(stage: Stage) -> None:
    stage.shell.begin(level_match(LEVELS[0].level, 1))
    stage.frames(2).frames(1, KeyEvent("V", pressed=True)).frames(2)
    assert stage.controller._turn_preview is None
    stage.frames(1, KeyEvent("V", pressed=False)).begin().key("V")
    assert stage.messages[-1] == "only Survivor's levels, BioWar and Real-Time Life have previews"


def test_marks_show_what_changes_if_the_piece_is_placed_at_the_cursor(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[list[Change]] = []
    monkeypatch.setattr(controller, "draw_changes", lambda changes, *_, **__: seen.append(list(changes)))
    open_level(stage)
    engine = stage.play.engine
    for place in ((2, 6), (6, 1)):
        x, y = pixel_of(stage.play.display.target, SIZE, place[0] + 0.5, place[1] + 0.5)
        stage.frames(8, MouseMove(x, y))
        planned = stage.cells.copy()
        planned[place] = PAWN
        after = next_boards(planned[None], engine.generation, engine.rule.edges)[0]
        shown = {mark.place: mark.after for mark in seen[-1]}
        assert shown == {place: after[place] for place in map(tuple, np.argwhere(planned != after).tolist())}
    assert shown == {**shown, (6, 1): 0}, "a lone pawn dies"
    seen.clear()
    stage.frames(3, KeyEvent("V", pressed=True))
    stage.frames(2)
    seen.clear()
    stage.frames(2)
    assert not seen, "the preview itself has no faint marks"


def test_button_after_the_last_turn_shows_the_result(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    titles: list[str] = []
    draws = hud._big_button
    monkeypatch.setattr(
        hud, "_big_button", lambda title, *more, **named: titles.append(title) or draws(title, *more, **named)
    )
    open_level(stage)
    assert "OK, place none" in titles
    for move in FIRST.solution:
        by_mouse(stage, move)
    titles.clear()
    stage.frames(1)
    assert page(stage) == ""
    assert "Result" in titles
    assert not any(title.startswith("OK") for title in titles)


@pytest.mark.parametrize("scale", [1.0, 1.6])
def test_page_before_the_first_level_explains_the_game(stage: Stage, written: list[str], scale: float) -> None:
    open_chooser(stage)
    stage.do(ChangeSetting("ui_scale", scale))
    for number, explains in ((1, True), (2, False)):
        stage.shell.begin(level_match(LEVELS[number - 1].level, 1))
        stage.frames(2)
        written.clear()
        stage.frames(1)
        steps = [step for step in controller.PAGE.steps if step in written]
        assert len(steps) >= (3 if scale == 1.0 else 2) * explains
        assert explains or not steps


def test_pages_show_the_board_large(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[list[list[int]], tuple[float, float]]] = []
    monkeypatch.setattr(pages, "draw_small_board", lambda _, board, *more: drawn.append((board.tolist(), more[2])))
    stage.shell.begin(level_match(SECOND.level, 1))
    stage.frames(2)
    board, room = drawn[-1]
    assert board == SECOND.level.cells.tolist()
    assert room[0] > SIZE[0] * 0.45
    level(stage, "close")
    click(stage, 0, 0)
    stage.key("Enter")
    drawn.clear()
    stage.do(Action(0, ActionKind.RESIGN))
    rest(stage, 3)
    assert page(stage) == "ending"
    board, room = drawn[-1]
    assert board == stage.cells.tolist()
    assert board != SECOND.level.cells.tolist()
    assert room[0] > SIZE[0] * 0.45
