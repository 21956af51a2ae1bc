"""Remembers where pictures of keys and buttons (caps) were drawn, so that a click on one does what the key does.

So a person with only a mouse can do everything that a screen offers. The places are those of the last drawn frame.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from imgui_bundle import imgui

from gpulife.input.events import Event, MouseButton
from gpulife.input.glyphs import Press

Area = tuple[float, float, float, float]
"""A rectangle of the window: its left, upper, right and lower edge, in points."""
BEHIND, ABOVE = 0, -1
"""Layers for pictures behind all panels and above all of them. Other layers are Dear ImGui's numbers of panels."""


@dataclass
class ClickableCaps:
    """The clickable caps of the last picture.

    Attributes:
        zones: for each cap its area, the key or button that a click on it presses, and its layer.
    """

    zones: list[tuple[Area, Press, int]] = field(default_factory=list)
    _frame: int = -1

    def add(self, area: Area, press: Press, layer: int) -> None:
        """Add a cap of the picture that is being drawn."""
        if self._frame != imgui.get_frame_count():
            self._frame = imgui.get_frame_count()
            self.zones.clear()
        self.zones.append((area, press, layer))

    def under(self, event: Event, panel: int) -> Press | None:
        """Return the key or button press that a left click on a cap stands for; None for all other events.

        Args:
            event: an event of the frame after the picture.
            panel: number of the panel under the pointer, which covers caps behind it; 0 for none.
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
        """Return the events that are not clicks on caps; ``panel`` as for :meth:`under`."""
        return [event for event in events if self.under(event, panel) is None]


CAPS = ClickableCaps()
"""The window's caps. There is only one set, as Dear ImGui has one context."""
