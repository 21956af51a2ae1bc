"""The panel Keys and gamepads, in which keys and buttons can be changed, and the mapping wizard."""

from collections.abc import Iterator

from imgui_bundle import imgui, imgui_ctx

from gpulife.input.commands import Asked, Bind, MapPad
from gpulife.input.glfw_input import key_label
from gpulife.window.panels.form_state import Fields
from gpulife.window.panels.snapshot import Snapshot, WizardStep
from gpulife.window.panels.widgets import AMBER, GREY, buttons, table_row


def panel(fields: Fields, snapshot: Snapshot) -> Iterator[Asked]:
    """Draw the panel; yield what is asked for in it. ``fields.binding`` names the control that waits for a key."""
    for line in snapshot.players or ("nobody plays yet: press a player's key, or A on a gamepad",):
        imgui.text_colored(GREY, line)
    for socket, name in snapshot.unmapped:
        imgui.text_wrapped(f"{name}: its buttons are not known")
        if imgui.small_button(f"tell which is which##{socket}"):
            yield MapPad(socket)
    if fields.binding:
        imgui.text_colored(AMBER, "press the new key or button, or Escape to leave it")
    with imgui_ctx.begin_table("keys", 3, imgui.TableFlags_.row_bg | imgui.TableFlags_.sizing_stretch_prop) as table:
        for row in snapshot.bindings.describe(key_label) if table else ():
            table_row(f"{row.group}: {row.title}", ", ".join((*row.keys, *row.pads)))
            imgui.table_next_column()
            waiting = fields.binding == row.control
            if imgui.small_button(f"{'...' if waiting else 'change'}##{row.control}"):
                fields.binding = "" if waiting else row.control
            imgui.same_line()
            if imgui.small_button(f"default##{row.control}"):
                yield Bind(row.control, "")


def mapping_panel(step: WizardStep) -> list[Asked]:
    """Draw a question of the mapping wizard; return what is asked for."""
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
