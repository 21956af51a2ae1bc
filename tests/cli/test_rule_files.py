"""Rule files on the command line: by path, and by name from the user's folder of rules."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import pytest
from engines.table_texts import COPIES, CYCLIC

from gpulife.cli.main import COMMANDS, main
from gpulife.cli.options import Option, rule_name
from gpulife.patterns.loading import open_pattern
from gpulife.rules import parse_rule
from gpulife.rules.known_tables import own_rules_folder

SOUP = ("run", "--soup", "40x30:0.5", "--seed", "3", "-g", "5", "--engine", "numpy", "--json")


@pytest.fixture
def folder() -> Path:
    path = own_rules_folder()
    path.mkdir()
    return path


def summary(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert main(arguments) == 0
    values: dict[str, object] = json.loads(capsys.readouterr().out)
    return values


def test_rule_file_by_path(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "anything.rule"
    path.write_text(COPIES)
    of_file = summary(capsys, *SOUP, "--rule", str(path))
    assert of_file["rule"] == str(parse_rule("Copies").on_board((30, 40)))
    assert set(of_file["population"]) == {"state 1", "state 2", "state 3", "state 4"}  # type: ignore[call-overload]
    assert summary(capsys, *SOUP, "--rule", f"{path}:P40,30")["edges"] == "dead"


def test_folder_name_ending_in_rule(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "my.rules" / "Some.RULE"
    path.parent.mkdir()
    path.write_text(COPIES)
    assert str(summary(capsys, *SOUP, "--rule", str(path))["rule"]).startswith("Copies@")
    assert summary(capsys, *SOUP, "--rule", f"{path}:P40,30")["edges"] == "dead"


def test_every_command_with_a_rule_takes_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "anything.rule"
    path.write_text(COPIES)
    assert main(("identify", "block", "--rule", str(path), "--json", "--generations", "50")) == 0
    assert json.loads(capsys.readouterr().out)["law"] == parse_rule("Copies").title
    with_rules = {}
    for name, (module, _) in {**COMMANDS, "": ("gpulife.cli.live", "")}.items():
        for members in import_module(module).COMMAND_LINE.options.values():
            for member in members:
                if isinstance(member, Option) and "--rule" in member.names:
                    with_rules[name] = member.settings.get("type")
    assert with_rules == dict.fromkeys(("run", "render", "identify", "bench", "stress", ""), rule_name)


def test_rule_file_by_name(capsys: pytest.CaptureFixture[str], folder: Path, tmp_path: Path) -> None:
    text = COPIES.replace("Copies", "Mine-1")
    (folder / "Mine-1.rule").write_text(text)
    rule = summary(capsys, *SOUP, "--rule", "mine-1", "-o", str(tmp_path / "a.rle"))["rule"]
    assert str(rule).startswith("Mine-1@")
    assert str(open_pattern(str(tmp_path / "a.rle")).rule) == rule
    assert main(("list", "rules")) == 0
    assert f"your file {folder / 'Mine-1.rule'}" in capsys.readouterr().out
    # A file that has changed is another rule, and the old one is still known to this process.
    (folder / "Mine-1.rule").write_text(text.replace("0,live,live,a", "0,live,0,a"))
    assert summary(capsys, *SOUP, "--rule", "Mine-1")["rule"] != rule
    assert summary(capsys, *SOUP, "--rule", str(rule))["rule"] == rule


def test_user_rule_file_overrides_a_shipped_one(folder: Path) -> None:
    own = parse_rule("WireWorld")
    (folder / "WireWorld.rule").write_text(COPIES.replace("Copies", "WireWorld"))
    assert parse_rule("WireWorld").live_states == 4
    assert parse_rule(own.law) == own


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("Bad", "junk", "Bad.rule, line 1: 'junk' is not the start of a .rule file"),
        ("Other", COPIES, "Other.rule: it begins with @RULE Copies; the file must have the same name as the rule"),
        ("Big", "@RULE Big\n" + "#" * (1 << 20), "has more than 1 MiB: too large for a .rule file"),
    ],
)
def test_invalid_rule_file(capsys: pytest.CaptureFixture[str], folder: Path, name: str, text: str, words: str) -> None:
    (folder / f"{name}.rule").write_text(text)
    assert main((*SOUP, "--rule", name)) == 2
    assert words in capsys.readouterr().err
    assert main(("list", "rules")) == 0


def test_missing_rule_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main((*SOUP, "--rule", "/nowhere.rule")) == 2
    assert "argument --rule: cannot read /nowhere.rule: No such file" in capsys.readouterr().err
    assert main((*SOUP, "--rule", "Nowhere")) == 2
    assert f"; or put its file into {own_rules_folder()} as Nowhere.rule" in capsys.readouterr().err


def test_rule_file_is_not_a_pattern(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "Copies.rule").write_text(COPIES)
    assert main(("run", str(tmp_path / "Copies.rule"), "-g", "1")) == 2
    assert "Copies.rule: a rule, not a pattern: use --rule" in capsys.readouterr().err


def test_256_states_go_through_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "Cyclic256.rule"
    path.write_text(CYCLIC)
    names = [str(tmp_path / f"board.{ending}") for ending in ("rle", "npz", "png")]
    outputs = [word for name in names for word in ("-o", name)]
    arguments = [word for word in SOUP if word != "40x30:0.5"]
    arguments.insert(2, "90x80:1")
    population = summary(capsys, *arguments, "--rule", str(path), *outputs)["population"]
    assert "yO" in Path(names[0]).read_text()
    boards = [open_pattern(name).whole().cells for name in names[:2]]
    assert (boards[0] == boards[1]).all()
    assert boards[0].max() == 255
    assert sum(population.values()) == (boards[0] > 0).sum()  # type: ignore[attr-defined]
