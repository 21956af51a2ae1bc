"""Typing names to find them in lists."""

from __future__ import annotations

import pytest
from imgui_bundle import imgui, imgui_ctx
from window.stage import Stage

from gpulife.window.panels.new_universe import RULES
from gpulife.window.panels.widgets import TypeAhead, drop_down

SIZE = (800, 600)
NAMES = ("Life", "Immigration", "HighLife", "QuadLife", "Highway")


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("i", ["Immigration"]),
        ("hi", ["HighLife", "HighLife"]),
        ("highw", ["HighLife"] * 4 + ["Highway"]),
        ("hh", ["HighLife", "Highway"]),
        ("hhh", ["HighLife", "Highway", "HighLife"]),
        ("x", [None]),
    ],
)
def test_letters_jump_to_matching_names(typed: str, names: list[str | None]) -> None:
    ahead = TypeAhead()
    found = [ahead.find(1, NAMES, letter, 10.0 + number / 10) for number, letter in enumerate(typed)]
    assert [None if place is None else NAMES[place] for place in found] == names


def test_pause_or_other_list_starts_a_new_word() -> None:
    ahead = TypeAhead()
    assert ahead.find(1, NAMES, "h", 10.0) == 2
    assert ahead.find(1, NAMES, "q", 12.0) == 3
    assert ahead.find(2, NAMES, "l", 12.1) == 0


def test_rule_is_chosen_by_typing(stage: Stage) -> None:
    chosen: list[str] = []

    def frames() -> None:
        for _ in range(2):
            with stage.shell.imgui_backend.frame(menu=True), imgui_ctx.begin("a window"):
                if imgui.is_window_appearing():
                    imgui.set_window_focus()
                if name := drop_down("rules", "choose", RULES):
                    chosen.append(name)

    def press(key: imgui.Key) -> None:
        for pressed in (True, False):
            imgui.get_io().add_key_event(key, pressed)
            frames()

    frames()
    press(imgui.Key.down_arrow)
    press(imgui.Key.enter)
    for letter in "qua":
        imgui.get_io().add_input_character(ord(letter))
        frames()
    press(imgui.Key.enter)
    assert chosen == ["QuadLife"]
