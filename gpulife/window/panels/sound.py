"""The panel Sound: on or off, volume, and the sound device."""

from collections.abc import Iterator

from imgui_bundle import imgui

from gpulife.input.commands import Asked, ChangeSetting, Mute
from gpulife.window.panels.snapshot import Snapshot
from gpulife.window.panels.widgets import caption, int_slider, switch, tip


def panel(snapshot: Snapshot) -> Iterator[Asked]:
    """Draw the panel; yield what is asked for in it."""
    settings = snapshot.settings
    if switch("sound", on=not snapshot.muted) is not None:
        yield Mute()
    if (percent := int_slider("volume", round(settings.volume * 100), 0, 100, "volume %d %%")) is not None:
        yield ChangeSetting("volume", percent / 100)
    if (on := switch("a click each generation", on=settings.generation_ticks)) is not None:
        yield ChangeSetting("generation_ticks", on)
    tip("higher and brighter the fuller the board is")
    if snapshot.output:
        caption("played by")
        imgui.text_wrapped(snapshot.output)
