"""The mapping wizard: one question after the other, for gamepads whose buttons nobody knows."""

from __future__ import annotations

from imgui_bundle import imgui

from gpulife.input.commands import Asked, MapPad
from gpulife.window.panels.snapshot import WizardStep
from gpulife.window.panels.widgets import AMBER, GREY, buttons


def panel(step: WizardStep) -> list[Asked]:
    """Draw it; the commands that its user gave."""
    imgui.text_colored(GREY, step.pad)
    if step.prompt:
        imgui.text_wrapped(f"{step.number} of {step.total}: {step.prompt}.")
    else:
        imgui.text_wrapped("That is all. Save it, and the gamepad plays.")
    imgui.text_colored(AMBER, step.note)
    asked = ["Back", "It has none"] if step.prompt else ["Back"]
    ended = ["Save", "Cancel"] if step.usable else ["Cancel"]
    pressed = buttons([*asked, *ended])
    if pressed is None:
        return []
    return [MapPad({"It has none": "skip"}.get(pressed, pressed.lower()))]
