"""Every option of every command accepts any text or refuses it in one line that says what is expected."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from string import ascii_uppercase
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpulife.cli.main import build_parser, main


def converters(parser: argparse.ArgumentParser, name: str) -> Iterator[Any]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command, inner in action.choices.items():
                inner.declare()
                yield from converters(inner, command)
        elif action.type is not None:
            yield pytest.param(parser, action, id=f"{name} {'/'.join(action.option_strings) or action.dest}")


ALL = list(converters(build_parser(), "gpulife"))
_NAMES = ",".join(f"n{number}" for number in range(26))
HOSTILE = [
    "", " ", ",", ":", "x", "-", "--", "0", "-1", "nan", "inf", "-inf", "1e400", "1e999999999", "1e-999999999", "1/0",
    "9" * 5000, "0x10", "1_0", "\u0661\u0662", "\u00b2", "1,2", "\0", "a\nb", "\udcff", "\ud83d", "~nobody/x", "person",
    "computer:9", ",".join(ascii_uppercase) + ",A", f"{_NAMES},A", "A," * 26 + "B", "," * 5000, "computer," * 5000,
    "1:1", "1:1:1", "4x4", "4x4:1", "4x4:0.5:", "4x4:0.5:" + "1," * 5000, "9" * 30 + "x1", "99999999x99999999:0.5",
    "9" * 20 + "s", "1h1h", "1 / 3", "1/" + "9" * 4000, "[" * 5000, "{}" * 500, "%s", "x" * 100_000,
]  # fmt: skip
"""Values that have broken such parsers before, here or in other programs."""
ANY = st.text(max_size=30) | st.text("0123456789.:,-+/exX_ naifsmhcomputer", max_size=20) | st.sampled_from(HOSTILE)


def take(parser: argparse.ArgumentParser, action: argparse.Action, text: str) -> None:
    said = ""
    try:
        parser._get_values(action, [text])
    except argparse.ArgumentError as error:
        said = str(error)
    assert said.isprintable()
    assert len(said) < 500


@pytest.mark.parametrize(("parser", "action"), ALL)
def test_hostile_option_values(parser: argparse.ArgumentParser, action: argparse.Action) -> None:
    for text in HOSTILE:
        take(parser, action, text)


@pytest.mark.parametrize(("parser", "action"), ALL)
@given(text=ANY)
def test_any_text_as_option_value(parser: argparse.ArgumentParser, action: argparse.Action, text: str) -> None:
    take(parser, action, text)


MANY = [*(",".join([*ascii_uppercase, last]) for last in ("A", "Ada")), f"{_NAMES},A", f"{_NAMES},Ada"]
COMMANDS = [["realtime", "--new"], ["play", "realtime"], ["play", "biowar"], ["play", "seed-list"]]


@pytest.mark.parametrize("names", MANY)
@pytest.mark.parametrize(
    "command", [["realtime", "--new"], ["play", "realtime"], ["play", "biowar"], ["play", "seed-list"]]
)
def test_too_many_names_give_one_line(command, names, capsys, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("GPULIFE_DATA", str(tmp_path))
    assert main([*command, "--names", names]) == 2
    said = capsys.readouterr().err
    assert said.startswith("gpulife: error: ")
    assert said.count("\n") == 1
