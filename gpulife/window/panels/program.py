"""The section Program: buttons for the start screen, help and quitting, and technical figures for those who ask."""

from collections.abc import Iterator
from functools import partial

from gpulife.input.commands import ChangeSetting, CommandOrAction, Help, Quit, StartScreen
from gpulife.printing import printable
from gpulife.window.panels.marks import fact
from gpulife.window.panels.snapshot import Snapshot
from gpulife.window.panels.widgets import checkbox, request_buttons, request_change, with_si_prefix


def panel(snapshot: Snapshot) -> Iterator[CommandOrAction]:
    """Draw the section Program; yield the user's requests."""
    yield from request_buttons({"Start screen": StartScreen(), "Help": Help(), "Quit": Quit()})
    shows = snapshot.settings.technical_figures
    changed = checkbox("Technical figures", on=shows)
    yield from request_change(partial(ChangeSetting, "technical_figures"), changed)
    if not shows:
        return
    rates = snapshot.rates
    fact("Generations a second", with_si_prefix(rates.generations))
    fact("Cells a second", with_si_prefix(rates.cells))
    fact("A frame", f"{rates.frame_seconds * 1000:.1f} ms")
    fact("Renderer", printable(snapshot.renderer))
