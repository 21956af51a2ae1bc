"""The window's context: the newest that the driver gives, which may be exactly the version that is asked for."""

from __future__ import annotations

import glfw
import pytest

from gpulife.ui import window


@pytest.mark.parametrize(("newest", "given"), [(470, 460), (460, 460), (440, 430), (410, 410), (330, 330), (320, None)])
def test_the_newest_version_is_asked_for_first(monkeypatch: pytest.MonkeyPatch, newest: int, given: int | None) -> None:
    hints: dict[int, int] = {}
    monkeypatch.setattr(glfw, "window_hint", hints.__setitem__)

    def create() -> int | None:
        asked = 100 * hints[glfw.CONTEXT_VERSION_MAJOR] + 10 * hints[glfw.CONTEXT_VERSION_MINOR]
        return asked if asked <= newest else None

    assert window.create_with_newest_context(create) == given
