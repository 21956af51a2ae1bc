"""Level files and progress: what is written can be read again, and errors name the file in one line."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from games.field import level_from
from games.levels import is_good, judge_level
from hypothesis import given
from hypothesis import strategies as st

from gpulife.errors import GpulifeError, OutputError
from gpulife.games.survivor.ai import WAIT, Move, Solvability, winning_turn
from gpulife.games.survivor.level import Level, LevelError
from gpulife.games.survivor.level_files import (
    FOLDER,
    Progress,
    ProgressFile,
    built_in_levels,
    file_name,
    load_progress,
    own_levels,
    read_level,
    save_level,
    save_progress,
    write_level,
)

LEVEL = level_from(
    """
    .......
    .PP..#.
    .PPT.#S
    .......
    """,
    "sunset",
    par=7,
    story='He said: "run"\nand \\ ran.',
    ending="",
)
GOOD = 'title = "A"\nboard = """\nPP.\n.T.\n...\n"""\n'


def test_written_levels_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "x.toml"
    moves = (Move(1, 3, 4), WAIT, Move(2, 0, 0))
    write_level(path, LEVEL, moves)
    each = read_level(path)
    assert (each.name, each.level, each.solution) == ("x", LEVEL, moves)
    assert '\nboard = """\n.......\n.PP..#.\n' in path.read_text(encoding="utf-8")
    assert [item.name for item in path.parent.iterdir()] == ["x.toml"]


TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"], exclude_characters="\r"), max_size=60)


@given(story=TEXT, ending=TEXT, title=st.text(st.characters(categories=["L", "N", "P"]), min_size=1, max_size=40))
def test_any_text_round_trips(tmp_path_factory: pytest.TempPathFactory, story: str, ending: str, title: str) -> None:
    path = tmp_path_factory.mktemp("levels") / "x.toml"
    level = replace(LEVEL, title=title, story=story, ending=ending)
    write_level(path, level)
    assert read_level(path).level == level


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title = ", "is not TOML"),
        (GOOD + "colour = 3\n", "unknown key colour: the keys are title, board, starts, par, story, ending, solution"),
        (GOOD + "stroy = 3\n", "unknown key stroy: did you mean story?"),
        (GOOD.replace("title", "ending"), "title is missing"),
        (GOOD.replace('"A"', '""'), "title = '' should be a line of text"),
        (GOOD.replace('"A"', '"A\\nB"'), "should be a line of text"),
        (GOOD.replace('"A"', '"' + "A" * 41 + '"'), "AAA' should be a line of text of at most 40 characters"),
        (GOOD + 'starts = "noon"\n', "starts = 'noon' should be one of sunrise, midday, sunset, midnight"),
        (GOOD + "par = -1\n", "par = -1 should be a whole number from 0 to 999 turns"),
        (GOOD + "par = true\n", "par = true should be a whole number from 0 to 999 turns"),
        (GOOD + "story = 5\n", "story = 5 should be a text of at most 2000 characters"),
        ('title = "A"\n', "board is missing"),
        ('title = "A"\nboard = 5\n', "board = 5 should be lines of . P S E T #"),
        (GOOD.replace("PP.", "PP"), "board: its lines should be of one length, not 2 to 3"),
        (GOOD.replace("PP.", "PPx"), "board: it has 'x'; the symbols of cells are . P S E T #"),
        (GOOD.replace("PP.", "..."), "board: it has no pawn (P), so there is nothing to play"),
        (GOOD.replace("T", "."), "board: it has no trap"),
        (GOOD + 'solution = "wait"\n', "solution = 'wait' should be a list of texts"),
        (GOOD + 'solution = ["enemy 1 1"]\n', "solution has 'enemy 1 1', which should be a move, as in"),
        (GOOD + 'solution = ["pawn 1 3"]\n', "solution has row 1 and column 3, outside of 3x3 cells"),
    ],
)
def test_errors_are_one_line(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LevelError) as told:
        read_level(path)
    assert message in str(told.value)
    assert str(path) in str(told.value)
    assert "\n" not in str(told.value)


def test_missing_and_oversized_files(tmp_path: Path) -> None:
    with pytest.raises(LevelError, match=r"cannot read .*none.toml: No such file"):
        read_level(tmp_path / "none.toml")
    (tmp_path / "large.toml").write_bytes(b"#" * (1 << 21))
    with pytest.raises(LevelError, match="has more than 256 KiB: too large for a level"):
        read_level(tmp_path / "large.toml")


def test_invalid_levels_are_not_written(tmp_path: Path) -> None:
    with pytest.raises(LevelError, match="board: it has no trap"):
        write_level(tmp_path / "x.toml", Level("A", ("PPP", "...", "...")))
    assert not list(tmp_path.iterdir())
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="cannot make the folder"):
        write_level(tmp_path / "file" / "x.toml", LEVEL)


def test_own_levels(tmp_path: Path) -> None:
    assert own_levels(tmp_path) == ((), ())
    write_level(tmp_path / FOLDER / "b.toml", LEVEL)
    write_level(tmp_path / FOLDER / "a.toml", LEVEL)
    (tmp_path / FOLDER / "c.toml").write_text("broken", encoding="utf-8")
    found, warnings = own_levels(tmp_path)
    assert [each.name for each in found] == ["a", "b"]
    assert len(warnings) == 1
    assert "c.toml is not TOML" in warnings[0]


def test_only_damaged_levels_are_set_aside(tmp_path: Path) -> None:
    folder = tmp_path / FOLDER
    folder.mkdir()
    (folder / "deep.toml").write_text("x = " + "[" * 5000, encoding="utf-8")
    (folder / "digits.toml").write_text("x = " + "9" * 5000, encoding="utf-8")
    (folder / "mistake.toml").write_text("title = 3", encoding="utf-8")
    assert len(own_levels(tmp_path)[1]) == 3
    assert len(list(folder.glob("*.toml"))) == 3, "whoever tells nothing renames nothing"
    _, warnings = own_levels(tmp_path, tidy=True)
    assert [line.rpartition("; ")[2] for line in warnings[:2]] == [
        "it was set aside as deep.toml.bad",
        "it was set aside as digits.toml.bad",
    ]
    assert sorted(path.name for path in folder.iterdir()) == ["deep.toml.bad", "digits.toml.bad", "mistake.toml"]
    assert len(own_levels(tmp_path, tidy=True)[1]) == 1


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("The Well!", "the-well"),
        ("../../x", "x"),
        ("", "level"),
        ("ÄÖ", "äö"),
        ("井戸 2", "井戸-2"),
        ("!?", "level"),
        ("a" * 99, "a" * 60),
    ],
)
def test_file_names(title: str, name: str) -> None:
    assert file_name(title) == name


def test_progress_is_saved(tmp_path: Path, logged: Callable[[], list[str]]) -> None:
    assert load_progress(tmp_path / "none") == Progress()
    assert logged() == []
    progress = Progress().with_win("1-well", 9).with_win("1-well", 5).with_win("1-well", 30).with_win("2-wall", 15)
    save_progress(progress, tmp_path / "new")
    assert load_progress(tmp_path / "new") == progress
    assert logged() == []
    assert dict(progress.won) == {"1-well": 5, "2-wall": 15}
    assert sorted(item.name for item in (tmp_path / "new").iterdir()) == [".survivor.toml.lock", "survivor.toml"]


def test_levels_are_unlocked_in_order() -> None:
    levels = built_in_levels()
    progress = Progress()
    assert progress.unlocked(levels) == 1
    assert progress.with_win("3-ruins", 9).unlocked(levels) == 1
    for number, each in enumerate(levels, start=1):
        assert progress.unlocked(levels) == number
        progress = progress.with_win(each.name, each.level.par)
        assert progress.stars(each) == 3
    assert progress.unlocked(levels) == 5


def test_stars_of_a_win() -> None:
    level = replace(LEVEL, par=10)
    assert [level.stars(turns) for turns in (1, 10, 11, 15, 16, 900)] == [3, 3, 2, 2, 1, 1]
    assert replace(LEVEL, par=0).stars(3) == 1
    assert Progress().stars(built_in_levels()[0]) == 0


def test_damaged_progress_is_set_aside(tmp_path: Path, logged: Callable[[], list[str]]) -> None:
    path = tmp_path / "survivor.toml"
    path.write_text("won = [[[", encoding="utf-8")
    progress, warnings = load_progress(tmp_path), logged()
    assert progress == Progress()
    (warning,) = warnings
    assert warning.endswith("; it was set aside as survivor.toml.bad; no level counts as won")
    assert load_progress(tmp_path) == Progress()
    assert logged() == []
    assert (tmp_path / "survivor.toml.bad").read_text(encoding="utf-8") == "won = [[["
    path.write_text('[won]\n1-well = "many"\n2-wall = 4\n', encoding="utf-8")
    progress, warnings = load_progress(tmp_path), logged()
    assert dict(progress.won) == {"2-wall": 4}
    assert warnings == [f"{path}: won.1-well = 'many' should be a number of turns, up to 1000000; it does not count"]
    path.write_text("won = 3\n", encoding="utf-8")
    assert load_progress(tmp_path) == Progress()
    assert logged() == [f"{path}: won = 3 should be a table, as in [won]"]


HOSTILE = [
    b"a = " + b"9" * 5000,
    b"a = " + b"[" * 50_000,
    b"a = " + b"{a=" * 50_000,
    b".".join([b"a"] * 100_000) + b"=1",
]
"""Content that Python refuses, or that would be read very deeply or for very long."""


@pytest.mark.parametrize("data", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_progress_files(tmp_path: Path, data: bytes, logged: Callable[[], list[str]]) -> None:
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / "bad.toml").write_bytes(data)
    (tmp_path / "survivor.toml").write_bytes(data)
    write_level(tmp_path / FOLDER / "good.toml", LEVEL)
    found, (wrong,) = own_levels(tmp_path)
    assert [each.name for each in found] == ["good"]
    assert wrong.startswith(f"{tmp_path / FOLDER / 'bad.toml'} is not TOML: ")
    progress, (warning,) = load_progress(tmp_path), logged()
    assert progress == Progress()
    assert (tmp_path / "survivor.toml.bad").read_bytes() == data
    assert (tmp_path / FOLDER / "bad.toml").read_bytes() == data, "somebody may be writing it by hand"
    assert "\n" not in wrong + warning


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_pipe_among_levels_does_not_block(tmp_path: Path, logged: Callable[[], list[str]]) -> None:
    (tmp_path / FOLDER).mkdir()
    os.mkfifo(tmp_path / FOLDER / "pipe.toml")
    os.mkfifo(tmp_path / "survivor.toml")
    (tmp_path / FOLDER / "folder.toml").mkdir()
    (tmp_path / FOLDER / "zero.toml").symlink_to("/dev/zero")
    found, wrong = own_levels(tmp_path)
    assert found == ()
    assert [line.partition(": ")[2] for line in wrong] == [
        "it is a folder, not a file", "it is a pipe, not a file", "it is a device, not a file"
    ]  # fmt: skip
    progress, (warning,) = load_progress(tmp_path), logged()
    assert progress == Progress()
    assert warning.endswith("it is a pipe, not a file; no level counts as won")


def test_wins_of_two_programs_are_merged(tmp_path: Path, logged: Callable[[], list[str]]) -> None:
    one, two = ProgressFile(tmp_path), ProgressFile(tmp_path)
    one.load()
    two.load()
    assert logged() == []
    one.count("1-well", 9)
    two.count("2-wall", 15)
    two.count("1-well", 12)
    assert dict(load_progress(tmp_path).won) == {"1-well": 9, "2-wall": 15}
    assert dict(two.progress.won) == {"1-well": 9, "2-wall": 15}
    assert dict(one.progress.won) == {"1-well": 9}
    one.load()
    assert one.progress == two.progress


def test_unsaved_win_is_saved_with_the_next_one(tmp_path: Path) -> None:
    winnings = ProgressFile(tmp_path)
    path = tmp_path / "survivor.toml"
    path.mkdir()
    with pytest.raises(GpulifeError, match="it is a folder"):
        winnings.count("1-well", 9)
    winnings.load()
    assert dict(winnings.progress.won) == {"1-well": 9}
    path.rmdir()
    winnings.count("2-wall", 3)
    assert dict(load_progress(tmp_path).won) == {"1-well": 9, "2-wall": 3}


def test_saving_a_win_preserves_the_file(tmp_path: Path) -> None:
    text = "# mine\n[won]\n1-well = 9  # at last\nx = 'many'\n\n[later]\na = 1\n"
    (tmp_path / "survivor.toml").write_text(text, encoding="utf-8")
    save_progress(Progress().with_win("1-well", 12), tmp_path)
    assert (tmp_path / "survivor.toml").read_text(encoding="utf-8") == text
    save_progress(Progress().with_win("1-well", 7).with_win("x", 5), tmp_path)
    assert (tmp_path / "survivor.toml").read_text(encoding="utf-8") == text.replace("9 ", "7 ").replace("'many'", "5")


WINS = """
import sys
from pathlib import Path
from gpulife.games.survivor.level_files import ProgressFile

winnings, who = ProgressFile(Path(sys.argv[1])), int(sys.argv[2])
for number in range(20):
    winnings.count(f"level-{who}-{number}", 10)
    winnings.count(f"both-{number}", 100 - (number + who) % 2)
"""


def test_simultaneous_wins_are_all_saved(tmp_path: Path, logged: Callable[[], list[str]]) -> None:
    each = [subprocess.Popen([sys.executable, "-c", WINS, tmp_path, str(who)]) for who in (0, 1)]
    assert [process.wait(timeout=60) for process in each] == [0, 0]
    own = {f"level-{who}-{number}": 10 for who in (0, 1) for number in range(20)}
    assert load_progress(tmp_path) == Progress(own | {f"both-{number}": 99 for number in range(20)})
    assert logged() == []


DAMAGING = """
import sys
from pathlib import Path
from gpulife.games.survivor.level_files import load_progress, save_progress
from gpulife.games.survivor.level_files import Progress

folder, who = Path(sys.argv[1]), sys.argv[2]
load_progress(folder)
save_progress(Progress().with_win(who, 3), folder)
"""


def test_two_processes_set_a_damaged_file_aside_once(tmp_path: Path) -> None:
    for number in range(2):
        (tmp_path / "survivor.toml").write_text("won = [[[", encoding="utf-8")
        each = [subprocess.Popen([sys.executable, "-c", DAMAGING, tmp_path, who]) for who in "ab"]
        assert [process.wait(timeout=60) for process in each] == [0, 0]
        assert dict(load_progress(tmp_path).won) == {"a": 3, "b": 3}
        assert len(list(tmp_path.glob("*.bad*"))) == number + 1


def test_foreign_levels_are_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / FOLDER / "small.toml"
    known: dict[Path, Level] = {}
    other = replace(LEVEL, story="Another program's.")

    def save(level: Level) -> str:
        place = save_level(path, level, (), known)
        known[place] = level
        return place.name

    assert save(LEVEL) == "small.toml"
    assert save(replace(LEVEL, story="Better.")) == "small.toml"
    write_level(path, other)
    assert save(LEVEL) == "small-2.toml"
    assert save(replace(LEVEL, par=3)) == "small-2.toml", "that one is its own"
    assert read_level(path).level == other
    path.write_text("half = ", encoding="utf-8")
    assert save(LEVEL) == "small-2.toml"
    assert path.read_text(encoding="utf-8") == "half = "


def test_unwritable_progress(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(GpulifeError, match="cannot make the folder"):
        save_progress(Progress(), tmp_path / "file")


def test_texts_of_solvability() -> None:
    near = level_from(
        """
        ........
        .PP.....
        .PPT....
        ........
        ........
        """
    )
    verdict = judge_level(near)
    assert is_good(verdict)
    assert verdict.text == "it can be won in 1 turns"
    itself = level_from(
        """
        ......
        .PPT..
        .PP...
        .P....
        ......
        """
    )
    by_itself = judge_level(itself)
    assert (by_itself.by_waiting is None) == is_good(by_itself)
    three = level_from(
        """
        ......
        .PPP..
        ..T...
        ......
        .....#
        """
    )
    assert judge_level(three) == Solvability(None, 1)
    assert judge_level(three).text == "it is won by doing nothing, after 1 turns"
    walled = level_from(
        """
        .......
        ...###.
        PP.#T#.
        PP.###.
        .......
        """
    )
    assert not is_good(Solvability(None, None))
    assert "no way" in Solvability(None, None).text
    assert winning_turn(walled, (Move(1, 2, 3),)) is None, "on a rock"
    assert winning_turn(near, (WAIT,) * 3) is None
