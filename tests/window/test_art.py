"""Kinetic art in the window: fades, what wakes the games and what does not, and what happens when things go wrong."""

from __future__ import annotations

import numpy as np
import pytest
from window.galleries import Art, programme
from window.stage import Stage

from gpulife.app.art.piece import Surroundings
from gpulife.app.art.request import Request
from gpulife.app.art.show import MOST_FAILURES, ShowError
from gpulife.art.brightness import parse_brightness
from gpulife.input.events import KeyEvent, MouseButton, MouseMove

SIZE = (640, 400)


def request(**more: object) -> Request:
    return Request(**{"programme": programme(), "seed": 1, "idle": 5.0, "reduced_flashing": False} | more)  # type: ignore[arg-type]


def light(stage: Stage) -> float:
    return float(stage.picture.mean())


def blue(stage: Stage) -> float:
    """Of the ground: what most pixels show."""
    return float(np.median(stage.picture[..., 2]))


def test_a_scene_comes_out_of_the_dark_and_fills_the_window(stage: Stage) -> None:
    art = Art(stage, request())
    art.seconds(0.4)
    assert light(stage) < 1
    art.seconds(4)
    picture = stage.picture
    assert picture.mean() > 4
    assert picture[:, :20].any() and picture[:, -20:].any() and picture[:20].any() and picture[-20:].any()  # noqa: PT018


def test_scenes_fade_into_each_other_and_both_live_meanwhile(stage: Stage) -> None:
    art = Art(stage, request()).seconds(4)
    first, before = art.title, blue(stage)
    other = "B" if first == "A" else "A"
    art.until(other)
    coming, going = art.show.present, art.show._going
    assert coming is not None
    assert going is not None
    generations = coming.act.generation, going.act.generation
    grounds = [before]
    while art.show.fading:
        art.seconds(0.4)
        grounds.append(blue(stage))
    assert coming.act.generation > generations[0]
    assert going.act.generation > generations[1]
    steps = np.diff(grounds)
    assert abs(grounds[-1] - before) > 20
    assert np.abs(steps).max() < 0.35 * abs(grounds[-1] - before), "a cut"
    assert (np.sign(steps[np.abs(steps) > 1]) == np.sign(grounds[-1] - before)).all()


def test_the_next_scene_is_made_before_the_present_one_ends(stage: Stage) -> None:
    art = Art(stage, request()).seconds(3)
    first = art.show.present
    assert first is not None
    while art.show.present is first:
        generation = first.act.generation
        art.seconds(0.4)
        if art.show.present is first:
            assert first.act.generation > generation, "stood still"
    assert first.seconds < first.duration + 1


@pytest.mark.parametrize("event", [KeyEvent("A", pressed=True), MouseButton(0, True, 5, 5)])  # noqa: FBT003
def test_anything_pressed_wakes_the_games(stage: Stage, event: KeyEvent) -> None:
    art = Art(stage, request()).seconds(2)
    stage.frames(2, event)
    assert not art.gallery.on
    assert stage.program.lobby.shown
    assert any("wake" in line for line in art.lines)


def test_a_pad_wakes_the_games(stage: Stage) -> None:
    art = Art(stage, request()).seconds(2)
    stage.pad("a")
    assert not art.gallery.on


def test_a_pointer_that_moves_and_a_modifier_alone_wake_nobody(stage: Stage) -> None:
    art = Art(stage, request()).seconds(1)
    stage.frames(2, MouseMove(10, 10), KeyEvent("LeftShift", pressed=True))
    assert art.gallery.on


def test_no_wake_leaves_only_the_keys_that_quit(stage: Stage) -> None:
    art = Art(stage, request(wakes=False)).seconds(1)
    stage.frames(2, KeyEvent("A", pressed=True), MouseButton(0, True, 5, 5))  # noqa: FBT003
    stage.pad("a", "start")
    assert art.gallery.on
    assert not stage.program.quitting
    stage.frames(2, KeyEvent("Escape", True, frozenset({"Shift"})))  # noqa: FBT003
    assert stage.program.quitting


def test_the_art_comes_back_where_it_was_when_nobody_is_there(stage: Stage) -> None:
    art = Art(stage, request()).seconds(3)
    piece = art.show.present
    assert piece is not None
    generation = piece.act.generation
    stage.key("A")
    art.seconds(4)
    stage.key("Down")
    art.seconds(4)
    assert not art.gallery.on
    assert piece.act.generation == generation
    art.seconds(2)
    assert art.gallery.on
    assert not stage.program.lobby.shown
    assert art.show.present is piece
    assert piece.act.generation > generation


def test_art_from_the_start_screen_does_not_come_back_by_itself(stage: Stage) -> None:
    art = Art(stage, request(), home=False).seconds(1)
    stage.key("A")
    art.seconds(8)
    assert not art.gallery.on


def test_a_scene_that_crashes_is_followed_by_the_next_within_five_seconds(stage: Stage) -> None:
    art = Art(stage, request(programme=programme(seconds=600))).seconds(3)
    first = art.title

    def crash() -> None:
        art.show.rehearse = lambda: None
        raise RuntimeError("boom")

    art.show.rehearse = crash
    art.seconds(4.8)
    assert art.title not in ("", first)
    assert light(stage) > 4
    assert any("failed" in line and "boom" in line for line in art.lines)


def test_when_scene_after_scene_crashes_the_window_is_to_blame(stage: Stage) -> None:
    art = Art(stage, request()).seconds(1)
    crashes = 0

    def crash() -> None:
        nonlocal crashes
        crashes += 1
        raise RuntimeError("boom")

    art.show.rehearse = crash
    with pytest.raises(ShowError):
        art.seconds(20)
    assert crashes == MOST_FAILURES


def test_a_schedule_makes_the_room_dark(stage: Stage) -> None:
    art = Art(stage, request()).seconds(4)
    bright = light(stage)
    art.gallery.request = request(brightness=parse_brightness("0.2"))
    art.seconds(0.4)
    assert light(stage) < bright * 0.75


def test_nobody_was_asked_about_flashing_so_it_is_reduced(stage: Stage) -> None:
    art = Art(stage, request(reduced_flashing=None))
    stage.program.settings = type(stage.program.settings)()
    assert art.gallery.around(stage.program).reduced_flashing
    stage.program.settings = type(stage.program.settings)(reduced_flashing=False)
    assert not art.gallery.around(stage.program).reduced_flashing


def test_reduced_flashing_holds_in_fades_and_interventions(stage: Stage) -> None:
    art = Art(stage, request(reduced_flashing=True)).seconds(3)
    last = stage.picture.astype(int)
    for number in range(60):
        art.seconds(0.2)
        if number == 20:
            art.show.next_scene()
        now = stage.picture.astype(int)
        assert np.abs(now - last).max() <= 255 * 0.9 * 0.25 * 1.5 + 8, number
        last = now


def test_the_picture_wanders_a_few_pixels(stage: Stage) -> None:
    art = Art(stage, request()).seconds(4)
    piece = art.show.present
    assert piece is not None
    pictures = []
    for shift in ((0, 0), (3, 2)):
        screen = stage.window.device.context.screen
        piece.draw(screen, SIZE, Surroundings(shift=shift), 0.0)
        pictures.append(stage.window.read())
    assert np.array_equal(pictures[1][2:, 3:], pictures[0][:-2, :-3])


def test_it_goes_on_with_the_same_scene_and_generation(stage: Stage) -> None:
    art = Art(stage, request()).until("B").seconds(2)
    record = art.show.record()
    assert record is not None
    cells = art.show.present.act.engine.read_all()  # type: ignore[union-attr]
    art.seconds(3)
    art.gallery.open(stage.program, request(), home=True, resume=record)
    piece = art.show.present
    assert piece is not None
    assert piece.title == "B"
    assert np.array_equal(piece.act.engine.read_all(), cells)
    art.until("A")
    assert sum("begins" in line for line in art.lines) >= 2
