"""Checks of Dear ImGui's drawing: windows that leave the screen, and words that are cut off."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from imgui_bundle import imgui

_SLACK = 3.0
"""Tolerance in points: Dear ImGui rounds positions, and there is a margin around the contents."""


@contextmanager
def audited() -> Iterator[set[str]]:
    """Collect a line for each drawing error while the ``with`` block lasts."""
    found: set[str] = set()
    button, end, end_child = imgui.button, imgui.end, imgui.end_child

    def cut_off(draw: Callable[..., Any], words_at: int) -> Callable[..., Any]:
        def draw_(*arguments: Any, **more: Any) -> Any:
            result = draw(*arguments, **more)
            window, words = imgui.internal.get_current_window(), str(arguments[words_at]).split("##")[0]
            beyond = imgui.get_item_rect_max().x - window.inner_rect.max.x
            if beyond > _SLACK and words and not (window.hidden or window.skip_items or window.appearing):
                found.add(f"{words!r} goes {beyond:.0f} points beyond {window.name.split('##')[0]!r}")
            return result

        return draw_

    def button_(label: str, size: Any = None) -> bool:
        pressed = button(label) if size is None else button(label, size)
        words = label.split("##")[0]
        have = imgui.get_item_rect_size().x
        want = imgui.calc_text_size(words).x
        if words and want > have + _SLACK:
            found.add(f"button {words!r} is {have:.0f} wide and needs {want:.0f}")
        return bool(pressed)

    def look() -> None:
        window, view = imgui.internal.get_current_window(), imgui.get_main_viewport().size
        if window.hidden or window.skip_items:
            return
        name = window.name.split("##")[0]
        flags = window.flags
        outer = window.rect()
        left, top, right, bottom = outer.min.x, outer.min.y, outer.max.x, outer.max.y
        is_child = bool(flags & imgui.WindowFlags_.child_window)
        outside = min(left, top) < -_SLACK or right > view.x + _SLACK or bottom > view.y + _SLACK
        if outside and not is_child and not flags & imgui.WindowFlags_.tooltip:
            found.add(f"window {name!r} leaves the screen: {left:.0f},{top:.0f} to {right:.0f},{bottom:.0f}")
        if window.appearing or window.auto_fit_frames_x > 0:
            return
        if window.scroll_max.x > _SLACK and not window.scrollbar_x:
            found.add(f"window {name!r} is cut off by {window.scroll_max.x:.0f} points at its right side")
        fixed = flags & (imgui.WindowFlags_.no_scrollbar | imgui.WindowFlags_.no_scroll_with_mouse)
        if window.scroll_max.y > _SLACK and fixed and window.inner_rect.get_height() > 1:
            found.add(f"window {name!r} is cut off by {window.scroll_max.y:.0f} points at its lower side")

    def end_() -> None:
        look()
        end()

    def end_child_() -> None:
        look()
        end_child()

    with pytest.MonkeyPatch.context() as patch:
        for name, words_at in (("text", 0), ("text_colored", 1), ("text_wrapped", 0), ("checkbox", 0)):
            patch.setattr(imgui, name, cut_off(getattr(imgui, name), words_at))
        patch.setattr(imgui, "button", button_)
        patch.setattr(imgui, "end", end_)
        patch.setattr(imgui, "end_child", end_child_)
        yield found
