"""The section Screen and program: the window, its text, technical figures, and buttons such as Quit."""

from collections.abc import Iterator
from functools import partial

from gpulife.input.commands import ChangeSetting, CommandOrAction, Fullscreen, Help, Quit, StartScreen
from gpulife.printing import printable
from gpulife.settings import Settings
from gpulife.window.panels import look
from gpulife.window.panels.marks import fact
from gpulife.window.panels.snapshot import Snapshot
from gpulife.window.panels.widgets import (
    checkbox,
    defaults,
    explanation,
    request_buttons,
    request_change,
    with_si_prefix,
)

TITLE = "Screen and program"
_SETTINGS = ("minimap", "vsync", "run_minimised", "frame_limit", "ui_scale", "technical_figures")
"""Names of the section's settings."""


def panel(snapshot: Snapshot) -> Iterator[CommandOrAction]:
    """Draw the section; yield the user's requests."""
    yield from look.screen_panel(snapshot)
    shows = snapshot.settings.technical_figures
    changed = checkbox("Technical figures", on=shows)
    yield from request_change(partial(ChangeSetting, "technical_figures"), changed)
    explanation("How fast it computes and draws, and with what")
    if shows:
        rates = snapshot.rates
        fact("Generations a second", with_si_prefix(rates.generations))
        fact("Cells a second", with_si_prefix(rates.cells))
        fact("A frame", f"{rates.frame_seconds * 1000:.1f} ms")
        fact("Renderer", printable(snapshot.renderer))
    usual = Settings()
    restored: list[CommandOrAction] = [ChangeSetting(name, getattr(usual, name)) for name in _SETTINGS]
    yield from defaults([*restored, *([Fullscreen("")] if snapshot.fullscreen else [])])
    yield from request_buttons({"Start screen": StartScreen(), "Help": Help(), "Quit": Quit()})
