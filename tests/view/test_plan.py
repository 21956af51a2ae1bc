"""The plan of a board: what is drawn where, and that callouts follow their parts."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
from art.scenes import scene

from gpulife.art.drawing import drawing_of
from gpulife.art.scene_setup import letters_of
from gpulife.view.plan import INNER_FRAME, Drawing, Part, Sheet, draw_plan, unit_of

SHEET = Sheet((640, 400), (0.0, 0.0), 0.25, (100, 160), repeats=True, rule="Life", is_framed=True)
GUN = Part("Gosper glider gun", "Bill Gosper, 1970", "period 30", 40, 60, 9, 36)


def lines(parts: tuple[Part, ...] = (), sheet: Sheet = SHEET, generation: int = 0) -> np.ndarray:
    """Return where a plan has lines or letters: shape (height, width), bool."""
    return draw_plan(sheet, Drawing("Title", parts), generation)[..., 0] > 90


def test_callout_stays_with_its_part() -> None:
    plain = lines((GUN,)) & ~lines((replace(GUN, row=200),))
    rows, columns = np.nonzero(plain)
    assert 100 < rows.min() < 160
    assert 196 < rows.max() < 240
    assert 190 < columns.min() < 240
    assert columns.max() < 410
    # The same part, seen by a camera that has moved 10 cells to the right.
    moved = lines((GUN,), replace(SHEET, corner=(10.0, 0.0)))
    assert np.array_equal(moved[100:240, 150:370], lines((GUN,))[100:240, 190:410])


def test_callout_follows_a_part_that_moves() -> None:
    ship = replace(GUN, drift=(0.0, 0.5))
    at_rest, later = lines((ship,)), lines((ship,), generation=20)
    assert np.array_equal(later[100:240, 230:450], at_rest[100:240, 190:410])
    assert np.array_equal(lines((ship,), generation=320), at_rest), "once around the torus"


def test_parts_beyond_the_frame_have_no_callout() -> None:
    nothing = lines((replace(GUN, row=200),))
    for row, column in ((2, 60), (40, 2), (40, 140), (95, 60)):
        assert np.array_equal(lines((replace(GUN, row=row, column=column),)), nothing)


def test_many_parts_have_their_names_below_and_no_list() -> None:
    few, many = (
        tuple(replace(GUN, title=f"Gun {each}", column=16 + 4 * each) for each in range(number)) for number in (9, 10)
    )
    rim = INNER_FRAME * unit_of(SHEET.window)
    block = np.s_[250:290, round(640 - rim - 150) : round(640 - rim)]
    assert lines(few)[block].any()
    assert not lines(many)[block].any()


def test_a_plan_without_frame_has_only_callouts() -> None:
    inside = replace(SHEET, is_framed=False)
    assert not lines(sheet=inside).any()
    assert lines((GUN,), inside).any()


def test_parts_of_a_scene_come_from_the_library() -> None:
    figures = [
        '{ pattern = "gosper-gun", x = 0.5, y = 0.5, turn = 1 }',
        '{ pattern = "copperhead", x = 0.2, y = 0.5, turn = 3 }',
        '{ pattern = "turtle", x = 0.2, y = 0.8, turn = 4 }',
        '{ pattern = "glider", count = 3 }',
    ]
    drawing = drawing_of(scene(f"figures = [{', '.join(figures)}]", rule="Life", size="160x90"))
    gun, copperhead, turtle = drawing.parts
    assert gun == Part("Gosper glider gun", "Bill Gosper, 1970", "period 30", 27, 76, 36, 9)
    assert (copperhead.found, copperhead.height, copperhead.width) == ("zdr, 2016", 8, 12)
    assert (copperhead.drift, turtle.drift) == ((0.0, -0.1), (0.0, 1 / 3))
    assert drawing.moves


def test_word_of_a_scene_has_the_shape_of_its_letters() -> None:
    shown, now = scene('text = "hi"', rule="Life", size="60x30"), datetime(2026, 1, 1, tzinfo=UTC)
    word = drawing_of(shown, (0, now)).word
    assert word is not None
    ink = word.ink.reshape(30, word.ink.shape[0] // 30, 60, word.ink.shape[1] // 60).mean(axis=(1, 3)) / 255
    letters = letters_of(shown, 0, now)
    assert ink[letters].mean() > 0.6
    assert ink[~letters].mean() < 0.1
    assert drawing_of(shown).word is None
