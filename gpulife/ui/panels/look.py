"""Colours, effects, and the screen."""

from __future__ import annotations

from imgui_bundle import imgui

from gpulife.commands import Asked, ChangeLook, ChangeSetting, Fit, Fullscreen, Scheme, Zoom
from gpulife.ui.snapshot import Snapshot
from gpulife.ui.widgets import buttons, caption, choice, tip

_STRENGTHS = (("age", "glow of the newborn"), ("trails", "traces of the dead"), ("bloom", "light around cells"))
_SWITCHES = (
    ("wave", "generations come as a wave"),
    ("shapes", "a shape for each species"),
    ("grid", "grid lines"),
    ("wrap", "show a torus going on"),
    ("sizes", "BioWar's three sizes"),
    ("reduced_flashing", "reduced flashing"),
)
_SETTINGS = (("vsync", "wait for the screen"), ("run_minimised", "go on when minimised"))
_FILMS = ("mp4", "gif")
_DESKTOP = "in a window"


def panel(snapshot: Snapshot) -> list[Asked]:
    """Draw it; the commands that its user gave."""
    look = snapshot.look
    commands: list[Asked] = []
    caption("colours")
    if chosen := choice("scheme", look.scheme, snapshot.schemes):
        commands.append(Scheme(chosen))
    match buttons(["Next colours", "Plain"]):
        case "Next colours":
            commands.append(Scheme())
        case "Plain":
            commands += [ChangeLook(name, 0.0) for name, _ in _STRENGTHS]
            commands.append(ChangeLook("wave", value=False))
    for name, title in _STRENGTHS:
        imgui.set_next_item_width(-1)
        changed, value = imgui.slider_float(f"##{name}", getattr(look, name), 0.0, 1.0, f"{title} %.2f")
        if changed:
            commands.append(ChangeLook(name, value))
    imgui.set_next_item_width(-1)
    changed, value = imgui.slider_float("##brightness", look.brightness, 0.2, 1.5, "brightness %.2f")
    if changed:
        commands.append(ChangeLook("brightness", value))
    for name, title in _SWITCHES:
        changed, on = imgui.checkbox(title, getattr(look, name))
        if changed:
            commands.append(ChangeLook(name, on))
    match buttons(["Fit", "Zoom in", "Zoom out"]):
        case "Fit":
            commands.append(Fit())
        case "Zoom in":
            commands.append(Zoom(1.5))
        case "Zoom out":
            commands.append(Zoom(1 / 1.5))

    caption("screen")
    names = [_DESKTOP, *snapshot.monitors]
    shown = snapshot.settings.monitor if snapshot.fullscreen else _DESKTOP
    if chosen := choice("monitor", str(shown), names):
        commands.append(Fullscreen("" if chosen == _DESKTOP else chosen))
    tip("fill a monitor; F11 leaves it")
    for name, title in _SETTINGS:
        changed, on = imgui.checkbox(title, getattr(snapshot.settings, name))
        if changed:
            commands.append(ChangeSetting(name, on))
    imgui.set_next_item_width(-1)
    limit = snapshot.settings.frame_limit
    words = "%d frames a second at most" if limit else "no frame limit"
    changed, value = imgui.slider_int("##limit", limit, 0, 240, words)
    if changed:
        commands.append(ChangeSetting("frame_limit", value))
    caption("films")
    if chosen := choice("film format", snapshot.settings.film_format, _FILMS):
        commands.append(ChangeSetting("film_format", chosen))
    tip("an MP4 needs ffmpeg (gpulife[video]), and is a GIF without it")
    imgui.set_next_item_width(-1)
    changed, value = imgui.slider_int("##film rate", snapshot.settings.film_rate, 1, 60, "%d frames a second")
    if changed:
        commands.append(ChangeSetting("film_rate", value))
    caption("panels")
    scale = snapshot.settings.ui_scale
    match buttons(["Smaller panels", "Larger panels"]):
        case "Smaller panels":
            commands.append(ChangeSetting("ui_scale", max(0.5, round(scale - 0.1, 1))))
        case "Larger panels":
            commands.append(ChangeSetting("ui_scale", min(4.0, round(scale + 0.1, 1))))
    return commands
