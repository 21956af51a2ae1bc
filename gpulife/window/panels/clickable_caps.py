"""Remembers where pictures of keys and buttons (caps) are on screen: a click on a cap does what its key does.

So people who only have a mouse can do everything that a screen offers.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from imgui_bundle import imgui

from gpulife.input.events import Event, MouseButton
from gpulife.input.glyphs import Press

Area = tuple[float, float, float, float]
"""A rectangle of the window: its left, upper, right and lower edge, in points."""
BEHIND, ABOVE = 0, -1
"""Layers of caps behind all panels and above all panels. The layer of a cap in a panel is the panel's Dear ImGui ID."""


@dataclass
class ClickableCaps:
    """The clickable caps (pictures of keys and buttons) of the most recently drawn frame.

    Attributes:
        zones: for each cap its area, the key or button that a click on it presses, and its layer: the Dear ImGui ID of
            the panel that shows it, ABOVE (over all panels) or BEHIND (behind them).
    """

    zones: list[tuple[Area, Press, int]] = field(default_factory=list)
    _frame: int = -1

    def add(self, area: Area, press: Press, layer: int) -> None:
        """Add a cap drawn in this frame in ``area``. A click on it presses ``press``. See ``zones`` for ``layer``."""
        if self._frame != imgui.get_frame_count():
            self._frame = imgui.get_frame_count()
            self.zones.clear()
        self.zones.append((area, press, layer))

    def under(self, event: Event, panel: int) -> Press | None:
        """Return the key or button press that a left click on a cap stands for; None if the event is no such click.

        Args:
            event: an event that came after the most recent frame was drawn.
            panel: Dear ImGui's ID of the panel under the pointer; 0 for none. Caps behind this panel get no clicks.
        """
        if not (isinstance(event, MouseButton) and event.button == 0 and event.pressed):
            return None
        if self._frame != imgui.get_frame_count():
            return None
        found = (
            press
            for (left, top, right, low), press, layer in reversed(self.zones)
            if left <= event.x < right and top <= event.y < low and layer in (ABOVE, panel)
        )
        return next(found, None)

    def without_clicks(self, events: Sequence[Event], panel: int) -> list[Event]:
        """Return the events that are not clicks on caps. For ``panel`` see :meth:`under`."""
        return [event for event in events if self.under(event, panel) is None]


CAPS = ClickableCaps()
"""The caps of the window. There is only one set, because a program has one window."""
