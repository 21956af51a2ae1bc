"""Every widget that Dear ImGui draws in a frame, and where to press it.

Dear ImGui's own test engine needs imgui-bundle's runner in Python: its coroutine is a thread that waits for Python's
lock, which the window's thread holds. So the functions that draw widgets are wrapped instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from imgui_bundle import imgui

from gpulife.window.panels.clickable_caps import CAPS

Point = tuple[float, float]
Key = tuple[str, str, int]
"""Identifies a widget: its window, its kind, and its number."""

_BUTTONS = ("button", "small_button", "invisible_button", "checkbox", "radio_button", "selectable", "collapsing_header")
_SLIDERS = ("slider_int", "slider_float")
_TEXTS = ("input_text", "input_text_with_hint", "input_text_multiline")
_OTHERS = ("begin_combo", "input_int", "input_int2", "input_int4", "color_edit3")
KINDS = (*_BUTTONS, *_SLIDERS, *_TEXTS, *_OTHERS)
"""The functions of Dear ImGui that draw widgets; ``test_monkey.py`` finds others that the program uses."""
_SMALLEST = 3.0
"""Points of a widget that have to be visible in order to press it."""


@dataclass(frozen=True, slots=True)
class Widget:
    """A widget of the last frame.

    Attributes:
        key: identifies it.
        label: its label, with any text after ##.
        area: left, upper, right and lower edge of its visible part, in points; nothing is visible if right <= left.
        whole: the same for all of it.
        in_popup: True if it is in a list or another popup.
        covered: True if another window covers its middle.
    """

    key: Key
    label: str
    area: tuple[float, float, float, float]
    whole: tuple[float, float, float, float]
    in_popup: bool
    covered: bool

    @property
    def kind(self) -> str:
        return self.key[1]

    @property
    def window(self) -> str:
        """Title of its window."""
        return self.key[0].split("/")[0].split("##")[0]

    @property
    def is_seen(self) -> bool:
        left, top, right, low = self.area
        return right - left >= _SMALLEST and low - top >= _SMALLEST and not self.covered

    def places(self) -> tuple[Point, ...]:
        """Places to press, one after the other."""
        left, top, right, low = self.area
        middle = (left + right) / 2, (top + low) / 2
        if self.kind in _SLIDERS:
            return tuple((left + (right - left) * share, middle[1]) for share in (0.15, 0.85))
        if self.kind in ("input_int2", "input_int4"):
            fields = int(self.kind[-1])
            return tuple((left + (right - left) * (field + 0.5) / fields, middle[1]) for field in range(fields))
        if self.kind == "input_int":  # the number, and the two buttons at its right
            high = low - top
            return (
                (left + 0.2 * (right - left), middle[1]),
                (right - 1.7 * high, middle[1]),
                (right - high / 2, middle[1]),
            )
        return (middle,)

    def __str__(self) -> str:
        return f"{self.kind} {self.label!r} of {self.window!r}"


class Widgets:
    """The widgets of the last frame.

    Attributes:
        wanted: widget to scroll to in the next frame, or None.
    """

    def __init__(self) -> None:
        self._drawn: dict[Key, tuple[str, Any, Any, Any]] = {}
        self._frame = -1
        self.wanted: Key | None = None

    @contextmanager
    def watched(self) -> Iterator[Widgets]:
        """Record widgets until the block ends, starting without those of earlier programs."""
        self._drawn.clear()
        self._frame, self.wanted = -1, None
        with pytest.MonkeyPatch.context() as patch:
            for name in KINDS:
                patch.setattr(imgui, name, self._watched(name, getattr(imgui, name)))
            yield self

    def _watched(self, kind: str, draw: Callable[..., Any]) -> Callable[..., Any]:
        def draw_(label: str, *arguments: Any, **more: Any) -> Any:
            number = imgui.get_id(label)  # before: a list that is open is another window
            window = imgui.internal.get_current_window()
            result = draw(label, *arguments, **more)
            is_open = kind == "begin_combo" and result
            if not (is_open or window.skip_items or window.hidden):
                self._add((window.name, kind, number), label, window)
            return result

        return draw_

    def _add(self, key: Key, label: str, window: Any) -> None:
        if self._frame != imgui.get_frame_count():
            self._frame = imgui.get_frame_count()
            self._drawn.clear()
        if imgui.get_current_context().last_item_data.item_flags & imgui.ItemFlags_.disabled.value:
            return
        if key == self.wanted:
            imgui.internal.scroll_to_item()
        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        self._drawn[key] = label, window, (low.x, low.y, high.x, high.y), window.clip_rect

    def now(self) -> list[Widget]:
        """Return the last frame's widgets and windows' close buttons; if a popup is open, only those in popups."""
        if self._frame != imgui.get_frame_count():
            self._drawn.clear()
        stack = list(reversed(list(imgui.get_current_context().windows)))
        boxes = [_box(window) for window in stack]
        found = []
        for key, (label, window, whole, clip) in self._drawn.items():
            area = _both(whole, (clip.min.x, clip.min.y, clip.max.x, clip.max.y))
            found.append(self._widget(key, label, area, whole, window, boxes))
        for window in stack:
            if window.active and not window.hidden and window.has_close_button:
                bar = window.title_bar_rect()
                high = bar.max.y - bar.min.y
                cross = bar.max.x - high, bar.min.y, bar.max.x, bar.max.y
                key = window.name, "close", int(window.id_)
                found.append(self._widget(key, "x", cross, cross, window, boxes))
        return [widget for widget in found if widget.in_popup] if has_popup() else found

    @staticmethod
    def _widget(key: Key, label: str, area: Any, whole: Any, window: Any, boxes: list[Any]) -> Widget:
        x, y = (area[0] + area[2]) / 2, (area[1] + area[3]) / 2
        upper = next((number for number, box in boxes if box and box[0] <= x < box[2] and box[1] <= y < box[3]), None)
        in_popup = bool(window.root_window.flags & imgui.WindowFlags_.popup.value) or _is_in_popup(window)
        return Widget(key, label, area, whole, in_popup, upper != int(window.id_))


def caps() -> list[tuple[Point, str]]:
    """Return the middles of the key pictures that can be clicked now, and the key of each."""
    if CAPS._frame != imgui.get_frame_count():
        return []
    return [
        (((left + right) / 2, (top + low) / 2), f"{press.control} of {press.player}")
        for (left, top, right, low), press, _ in CAPS.zones
    ]


def has_popup() -> bool:
    """Return True if a list or another popup is open."""
    return bool(imgui.is_popup_open("", imgui.PopupFlags_.any_popup.value))


def popup_places() -> list[Point]:
    """Return places in an open popup that has no recorded widgets, such as a colour picker."""
    for window in reversed(list(imgui.get_current_context().windows)):
        if window.active and not window.hidden and window.flags & imgui.WindowFlags_.popup.value:
            left, top, right, low = _box(window)[1]
            return [
                (left + (right - left) * x, top + (low - top) * y) for x in (0.2, 0.5, 0.9) for y in (0.2, 0.5, 0.9)
            ]
    return []


def _is_in_popup(window: Any) -> bool:
    while window is not None:
        if window.flags & imgui.WindowFlags_.popup.value:
            return True
        window = window.parent_window
    return False


def _box(window: Any) -> tuple[int, tuple[float, float, float, float] | None]:
    """Return a window's number and the area in which it takes the mouse; None if it takes none."""
    if not window.active or window.hidden or window.flags & imgui.WindowFlags_.no_mouse_inputs.value:
        return int(window.id_), None
    area = window.outer_rect_clipped
    return int(window.id_), (area.min.x, area.min.y, area.max.x, area.max.y)


def _both(one: tuple[float, ...], other: tuple[float, ...]) -> tuple[float, float, float, float]:
    return max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])
