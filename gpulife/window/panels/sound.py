"""The section Sound and films."""

from collections.abc import Iterator
from functools import partial

from imgui_bundle import imgui

from gpulife.input.commands import ChangeSetting, CommandOrAction, Mute
from gpulife.settings import Settings
from gpulife.window.panels import look
from gpulife.window.panels.snapshot import Snapshot
from gpulife.window.panels.widgets import caption, checkbox, defaults, explanation, int_slider, request_change, sentence

TITLE = "Sound and films"
_SETTINGS = ("volume", "generation_ticks", "film_format", "film_rate")
"""Names of the section's settings."""


def panel(snapshot: Snapshot) -> Iterator[CommandOrAction]:
    """Draw the section: sound on or off, volume, clicks, the sound device, and films; yield the user's requests."""
    settings = snapshot.settings
    if checkbox("Sound", on=not snapshot.muted) is not None:
        yield Mute()
    percent = int_slider("volume", "Volume", round(settings.volume * 100), 0, 100, f"{settings.volume:.0%}")
    yield from request_change(lambda percent: ChangeSetting("volume", percent / 100), percent)
    clicks = checkbox("Click at each generation", on=settings.generation_ticks)
    yield from request_change(partial(ChangeSetting, "generation_ticks"), clicks)
    explanation("The fuller the board, the higher the click")
    if snapshot.output:
        caption("Sound device")
        imgui.text_wrapped(sentence(snapshot.output))
    yield from look.films_panel(snapshot)
    usual = Settings()
    restored: list[CommandOrAction] = [ChangeSetting(name, getattr(usual, name)) for name in _SETTINGS]
    yield from defaults([*restored, *([Mute()] if snapshot.muted else [])])
