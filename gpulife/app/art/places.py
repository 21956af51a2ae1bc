"""Which monitors the command line means: by name, by number, or as parts of the desktop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpulife.app.art.layout import Arrangement, region
from gpulife.errors import GpulifeError
from gpulife.ui.window import Monitor, Window

if TYPE_CHECKING:
    from gpulife.app.art.main import Display


def find_monitors(window: Window, display: Display, *, strict: bool) -> tuple[Monitor, ...]:
    """The monitors for a display, the main window's first.

    Args:
        window: which knows what there is.
        display: what is asked.
        strict: whether each must be there; else those are left out that are not.

    Raises:
        GpulifeError: one is not there, or there are several for one picture.
    """
    if not display.monitors:
        return tuple(window.monitors)
    found = []
    for name in display.monitors:
        if (box := region(name)) is not None:
            found.append(Monitor(name, box[:2], box[2:], None))
            continue
        if strict:
            window.require_monitor(name)
        if (monitor := window.find_monitor(name)) is not None:
            found.append(monitor)
    if display.arrangement is Arrangement.ONE and len(found) > 1:
        raise GpulifeError(
            f"--monitor is given {len(found)} times: say --span, --mirror or --independent, or give it once"
        )
    return tuple({monitor.name: monitor for monitor in found}.values())
