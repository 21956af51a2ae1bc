"""Dialogs in the program's own window, by keyboard alone."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest
from window.conftest import START
from window.desktop import FRAME_LIMIT, has_colour

from gpulife.rules import parse_rule
from gpulife.settings import load_settings
from gpulife.view.look import default_look

BLOCK = "x = 2, y = 2, rule = Immigration\n2A$2A!\n"
PLAIN = FRAME_LIMIT + (
    '[session]\nat_rest = "ignore"\n[look]\nreduced_flashing = false\nage = 0.0\ntrails = 0.0\nbloom = 0.0\n'
)
EMPTY = ("--rule", "Immigration", "--size", "160x96", "--density", "0")
GROUND = default_look(parse_rule("Immigration")).colours[0]


def test_escape_closes_file_list_and_rule_name_is_entered_by_keyboard(
    start: START, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tools = tmp_path / "bin"  # where no program is that shows dialogs
    tools.mkdir()
    (tools / "xdotool").symlink_to(shutil.which("xdotool") or "")
    monkeypatch.setenv("PATH", str(tools))
    program = start("--rule", "Immigration", "--size", "160x96", "--seed", "5", settings=PLAIN)
    colours = default_look(parse_rule("Immigration")).colours
    program.wait_for(lambda picture: has_colour(picture, colours[2]) > 3000, "a soup of two species")
    program.press("space")
    before = program.still()
    program.press("ctrl+o")
    program.wait_for(lambda picture: (picture != before).sum() > 50_000, "the list")
    program.press("Escape")
    program.wait_for(lambda picture: (picture != before).sum() < 20_000, "the board again")
    program.press("ctrl+r")
    program.wait_for(lambda picture: (picture != before).sum() > 50_000, "the dialog")
    asked = program.still(np.s_[270:440, 380:900])  # below the field, in which a cursor blinks
    program.press("d", "a", "y", "Return")
    program.wait_for(lambda picture: (picture != asked).sum() > 20_000, "the question about two species")
    program.press("Down", "Return")
    program.wait_for(lambda picture: has_colour(picture[:, 290:], colours[2]) == 0, "one species only")
    text = program.save_board().read_text()
    assert "B3678/S34678" in text
    assert program.quit() == 0


@pytest.mark.skipif(sys.platform != "linux", reason="the programs that show dialogs are those of Linux desktops")
def test_system_file_dialog_is_used_if_available(start: START, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "block.rle").write_text(BLOCK)
    program_folder = tmp_path / "bin"
    program_folder.mkdir()
    zenity = program_folder / "zenity"
    zenity.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/asked\necho {tmp_path}/block.rle\n')
    zenity.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program_folder}{os.pathsep}{os.environ['PATH']}")
    program = start(*EMPTY, settings=PLAIN)
    program.wait_for(lambda picture: has_colour(picture, GROUND, 2) > 200_000, "an empty board")
    program.still()
    program.press("ctrl+o")
    colour = default_look(parse_rule("Immigration")).colours[1]
    program.wait_for(lambda _: (tmp_path / "asked").exists(), "the question")
    program.wait_for(lambda picture: has_colour(picture[:600, 290:], colour) > 50, "the block")
    asked = (tmp_path / "asked").read_text()
    assert "--file-selection" in asked
    assert "*.rle" in asked
    program.quit()
    assert load_settings(program.settings_file).recent_files == (str(tmp_path / "block.rle"),)
