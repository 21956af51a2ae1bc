"""Where the pictures of keys and buttons stand in the last picture, so that a click on one does what the key does.

Whoever plays with the mouse alone can then do all that a screen asks for. A zone is known until the next picture.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from imgui_bundle import imgui

from gpulife.input.events import Event, MouseButton
from gpulife.input.glyphs import Press

Area = tuple[float, float, float, float]
"""Left, upper, right and lower edge, in points."""
BEHIND, ABOVE = 0, -1
"""Layers of pictures behind all panels and over all of them; others have the number of their panel, Dear ImGui's."""


@dataclass
class ClickableCaps:
    """The zones of one picture after the other.

    Attributes:
        zones: the zones of the last picture: area, what a click presses, and the layer.
    """

    zones: list[tuple[Area, Press, int]] = field(default_factory=list)
    _frame: int = -1

    def add(self, area: Area, press: Press, layer: int) -> None:
        """Note a cap of the picture that is being drawn."""
        if self._frame != imgui.get_frame_count():
            self._frame = imgui.get_frame_count()
            self.zones.clear()
        self.zones.append((area, press, layer))

    def under(self, event: Event, panel: int) -> Press | None:
        """Return what a press of the left mouse button on a cap stands for; None for all other events.

        Args:
            event: an event of the frame after the picture.
            panel: the panel that the pointer is on, which covers what is drawn behind it; 0 for none.
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
"""Those of the window, as Dear ImGui has one context."""
