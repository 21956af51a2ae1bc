"""The cheaper form of a look's picture: chosen by the time that pictures take, and not back and forth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.registry import open_on_device
from gpulife.rules import parse_rule
from gpulife.view import gl_picture
from gpulife.view.camera import Camera
from gpulife.view.gl_board import BoardFrame, BoardView
from gpulife.view.gl_picture import SHORT, TOO_LONG, FormChoice
from gpulife.view.look import default_look

SLOW, QUICK, MIDDLE = 2 * TOO_LONG, SHORT / 2, (SHORT + TOO_LONG) / 2
SIZE = (64, 40)


def forms(choice: FormChoice, seconds: float, pictures: int = 100) -> list[bool]:
    """Whether each of some pictures that take so long has the cheaper form."""
    found = []
    for _ in range(pictures):
        found.append(choice.is_cheap)
        choice.note(seconds if choice.is_due else None)
    return found


def test_slow_full_form_is_dropped_for_good() -> None:
    choice = FormChoice(is_cheap=False)
    found = forms(choice, SLOW)
    assert not any(found[:10])
    assert all(found[20:])
    assert all(forms(choice, QUICK)), "it does not come back"


def test_quick_cheap_form_becomes_full_once() -> None:
    choice = FormChoice(is_cheap=True)
    assert not any(forms(choice, QUICK)[20:])
    assert all(forms(choice, SLOW)[40:])
    assert all(forms(choice, QUICK, 1000))


@pytest.mark.parametrize("is_cheap", [False, True])
def test_usual_times_change_nothing(is_cheap: bool) -> None:
    assert set(forms(FormChoice(is_cheap=is_cheap), MIDDLE)) == {is_cheap}


@pytest.mark.parametrize(("is_cheap", "seconds"), [(False, SLOW), (True, QUICK)])
def test_single_pictures_change_nothing(is_cheap: bool, seconds: float) -> None:
    choice = FormChoice(is_cheap=is_cheap)
    for number in range(1000):
        choice.note((seconds if number % 5 else MIDDLE) if choice.is_due else None)
        assert choice.is_cheap is is_cheap


def test_few_pictures_are_measured() -> None:
    choice, measured = FormChoice(is_cheap=False), 0
    for _ in range(320):
        measured += choice.is_due
        choice.note(MIDDLE if choice.is_due else None)
    assert measured == 20


@pytest.fixture
def view_of(device: GLDevice) -> Iterator[object]:
    law = parse_rule("QuadLife")
    with open_on_device(law, (20, 32), device) as engine:
        engine.paint(0, 0, np.random.default_rng(1).integers(0, 5, (20, 32), dtype=np.uint8))
        opened: list[BoardView] = []

        def parameters(pictures: int, *, few_effects: bool | None) -> list[int]:
            """Draw some pictures; the number of shadows in each."""
            view = BoardView(device, engine, few_effects=few_effects)
            opened.append(view)
            with device.current():
                target = device.context.framebuffer([device.context.texture(SIZE, 4)])
            shadows: list[int] = []
            draw = view._resources.draw

            def draw_(*given: object) -> None:
                if given[1] == "look_papercut.frag":
                    shadows.append(given[2]["SHADOWS"])  # type: ignore[index]
                draw(*given)  # type: ignore[arg-type]

            view._resources.draw = draw_  # type: ignore[method-assign, assignment]
            frame = BoardFrame(SIZE, Camera(10, 16, 2), replace(default_look(law), picture="papercut"))
            for _ in range(pictures):
                view.draw(target, frame, 1 / 30)
            return shadows

        yield parameters
        for view in opened:
            view.close()


def test_device_is_measured_only_where_nobody_has_chosen(view_of, device: GLDevice, monkeypatch) -> None:
    now = iter(np.arange(1, 1e6) * SLOW)
    monkeypatch.setattr(gl_picture, "perf_counter", now.__next__)
    monkeypatch.setattr(GLDevice, "is_software", False)
    assert view_of(30, few_effects=None) == [6] * 14 + [4] * 16
    assert view_of(30, few_effects=False) == [6] * 30
    assert view_of(30, few_effects=True) == [4] * 30
