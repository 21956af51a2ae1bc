"""Which monitors the command line means: by name, by number, or as parts of the desktop."""

from __future__ import annotations

from collections.abc import Sequence

from gpulife.errors import GpulifeError
from gpulife.window.art.monitor_layout import Arrangement, parse_region
from gpulife.window.glfw_window import Monitor, Window


def find_monitors(
    window: Window, names: Sequence[str], arrangement: Arrangement, *, strict: bool
) -> tuple[Monitor, ...]:
    """Return the monitors to show art on, the main window's first.

    Args:
        window: which knows what there is.
        names: of the monitors, or numbers, or parts of the desktop; none for all monitors.
        arrangement: of the picture.
        strict: whether each must be there; else those that are not are left out.

    Raises:
        GpulifeError: one is not there, or there are several for one picture.
    """
    if not names:
        return tuple(window.monitors)
    found = []
    for name in names:
        if (box := parse_region(name)) is not None:
            found.append(Monitor(name, box[:2], box[2:], None))
            continue
        if strict:
            window.require_monitor(name)
        if (monitor := window.find_monitor(name)) is not None:
            found.append(monitor)
    if arrangement is Arrangement.ONE and len(found) > 1:
        raise GpulifeError(
            f"--monitor is given {len(found)} times: say --span, --mirror or --independent, or give it once"
        )
    return tuple({monitor.name: monitor for monitor in found}.values())
