"""Level files and progress: what is written is read again; what is wrong is told in a line that names the file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from games.field import level_from
from hypothesis import given
from hypothesis import strategies as st

from gpulife.errors import GpulifeError, OutputError
from gpulife.games.survivor_level import Level, LevelError
from gpulife.levels import (
    Progress,
    built_in_levels,
    judge_level,
    load_progress,
    own_levels,
    read_level,
    save_progress,
    write_level,
)
from gpulife.levels.files import FOLDER, file_name
from gpulife.levels.proof import Verdict, won_after
from gpulife.players.survivor import WAIT, Move

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


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "x.toml"
    moves = (Move(1, 3, 4), WAIT, Move(2, 0, 0))
    write_level(path, LEVEL, moves)
    each = read_level(path)
    assert (each.name, each.level, each.solution) == ("x", LEVEL, moves)
    assert '\nboard = """\n.......\n.PP..#.\n' in path.read_text(encoding="utf-8")
    assert [item.name for item in path.parent.iterdir()] == ["x.toml"]


TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"], exclude_characters="\r"), max_size=60)


@given(story=TEXT, ending=TEXT, title=st.text(st.characters(categories=["L", "N", "P"]), min_size=1, max_size=40))
def test_any_text_survives(tmp_path_factory: pytest.TempPathFactory, story: str, ending: str, title: str) -> None:
    path = tmp_path_factory.mktemp("levels") / "x.toml"
    level = replace(LEVEL, title=title, story=story, ending=ending)
    write_level(path, level)
    assert read_level(path).level == level


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title = ", "is no TOML"),
        (GOOD + "colour = 3\n", "there is no 'colour' in a level; there are title, board"),
        (GOOD.replace('"A"', '""'), "title '' should be a line of text"),
        (GOOD.replace('"A"', '"A\\nB"'), "should be a line of text"),
        (GOOD.replace('"A"', '"' + "A" * 41 + '"'), "title should be a text of at most 40 letters"),
        (GOOD + 'starts = "noon"\n', "starts 'noon' should be one of sunrise, midday, sunset, midnight"),
        (GOOD + "par = -1\n", "par -1 should be a number of turns from 0 to 999"),
        (GOOD + "par = true\n", "par True should be a number"),
        (GOOD + "story = 5\n", "story should be a text of at most 2000 letters"),
        ('title = "A"\n', "a board of 0x0 cells; sides are 3 to 256"),
        ('title = "A"\nboard = 5\n', "board should be lines of . P S E T #"),
        (GOOD.replace("PP.", "PP"), "the lines of the board should be of one length, not 2 to 3"),
        (GOOD.replace("PP.", "PPx"), "the board has 'x'; cells are . P S E T #"),
        (GOOD.replace("PP.", "..."), "the board has no pawn"),
        (GOOD.replace("T", "."), "the board has no trap"),
        (GOOD + 'solution = "wait"\n', "solution should be a list of texts"),
        (GOOD + 'solution = ["enemy 1 1"]\n', "move 'enemy 1 1' should be as"),
        (GOOD + 'solution = ["pawn 1 3"]\n', "solution places at 1 3, beyond 3x3 cells"),
    ],
)
def test_a_mistake_is_told_in_one_line(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LevelError) as told:
        read_level(path)
    assert message in str(told.value)
    assert str(path) in str(told.value)
    assert "\n" not in str(told.value)


def test_files_that_are_not_there_or_too_large(tmp_path: Path) -> None:
    with pytest.raises(LevelError, match=r"cannot read level .*none.toml: No such file"):
        read_level(tmp_path / "none.toml")
    (tmp_path / "large.toml").write_bytes(b"#" * (1 << 21))
    with pytest.raises(LevelError, match="has 2097152 bytes; a level has at most"):
        read_level(tmp_path / "large.toml")


def test_what_could_not_be_read_again_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(LevelError, match="the board has no trap"):
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
    assert "c.toml is no TOML" in warnings[0]


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


def test_progress_is_kept(tmp_path: Path) -> None:
    assert load_progress(tmp_path / "none") == (Progress(), ())
    progress = Progress().with_win("1-well", 9).with_win("1-well", 5).with_win("1-well", 30).with_win("2-wall", 15)
    save_progress(progress, tmp_path / "new")
    assert load_progress(tmp_path / "new") == (progress, ())
    assert dict(progress.won) == {"1-well": 5, "2-wall": 15}
    assert [item.name for item in (tmp_path / "new").iterdir()] == ["survivor.toml"]


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


def test_stars() -> None:
    level = replace(LEVEL, par=10)
    assert [level.stars(turns) for turns in (1, 10, 11, 15, 16, 900)] == [3, 3, 2, 2, 1, 1]
    assert replace(LEVEL, par=0).stars(3) == 1
    assert Progress().stars(built_in_levels()[0]) == 0


def test_a_damaged_progress_is_put_aside(tmp_path: Path) -> None:
    path = tmp_path / "survivor.toml"
    path.write_text("won = [[[", encoding="utf-8")
    progress, warnings = load_progress(tmp_path)
    assert progress == Progress()
    assert "it is kept as" in warnings[0]
    assert (tmp_path / "survivor.toml.bad").read_text(encoding="utf-8") == "won = [[["
    path.write_text('[won]\n1-well = "many"\n2-wall = 4\n', encoding="utf-8")
    progress, warnings = load_progress(tmp_path)
    assert dict(progress.won) == {"2-wall": 4}
    assert warnings == (f"{path}: won.1-well should be a number of turns; it does not count",)


def test_progress_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(GpulifeError, match="cannot make the folder"):
        save_progress(Progress(), tmp_path / "file")


def test_verdicts() -> None:
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
    assert verdict.good
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
    assert (by_itself.by_waiting is None) == by_itself.good
    three = level_from(
        """
        ......
        .PPP..
        ..T...
        ......
        .....#
        """
    )
    assert judge_level(three) == Verdict(None, 1)
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
    assert not Verdict(None, None).good
    assert "no way" in Verdict(None, None).text
    assert won_after(walled, (Move(1, 2, 3),)) is None, "on a rock"
    assert won_after(near, (WAIT,) * 3) is None
