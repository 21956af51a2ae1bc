"""The section Sound of the panel Universe."""

from collections.abc import Iterator
from functools import partial

from imgui_bundle import imgui

from gpulife.input.commands import ChangeSetting, CommandOrAction, Mute
from gpulife.window.panels.snapshot import Snapshot
from gpulife.window.panels.widgets import caption, checkbox, int_slider, request_change, sentence, tooltip


def panel(snapshot: Snapshot) -> Iterator[CommandOrAction]:
    """Draw the section Sound: on or off, volume, clicks, and the sound device; yield the user's requests."""
    settings = snapshot.settings
    if checkbox("Sound", on=not snapshot.muted) is not None:
        yield Mute()
    percent = int_slider("volume", "Volume", round(settings.volume * 100), 0, 100, f"{settings.volume:.0%}")
    yield from request_change(lambda percent: ChangeSetting("volume", percent / 100), percent)
    clicks = checkbox("Click at each generation", on=settings.generation_ticks)
    yield from request_change(partial(ChangeSetting, "generation_ticks"), clicks)
    tooltip("The fuller the board, the higher the click")
    if snapshot.output:
        caption("Sound device")
        imgui.text_wrapped(sentence(snapshot.output))
