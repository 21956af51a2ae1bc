"""How loud, whether at all, and what it comes out of."""

from __future__ import annotations

from imgui_bundle import imgui

from gpulife.commands import Asked, ChangeSetting, Mute
from gpulife.ui.snapshot import Snapshot
from gpulife.ui.widgets import caption, tip


def panel(snapshot: Snapshot) -> list[Asked]:
    """Draw it; the commands that its user gave."""
    settings = snapshot.settings
    commands: list[Asked] = []
    changed, _ = imgui.checkbox("sound", not snapshot.muted)
    if changed:
        commands.append(Mute())
    imgui.set_next_item_width(-1)
    flags = imgui.SliderFlags_.always_clamp
    changed, percent = imgui.slider_int("##volume", round(settings.volume * 100), 0, 100, "volume %d %%", flags)
    if changed:
        commands.append(ChangeSetting("volume", percent / 100))
    changed, on = imgui.checkbox("a tick each generation", settings.generation_ticks)
    if changed:
        commands.append(ChangeSetting("generation_ticks", on))
    tip("higher and brighter the fuller the board is")
    if snapshot.output:
        caption("played by")
        imgui.text_wrapped(snapshot.output)
    return commands
