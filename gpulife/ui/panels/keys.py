"""Who plays with what, and the keys and buttons of everything, to be changed."""

from __future__ import annotations

from imgui_bundle import imgui

from gpulife.commands import Asked, Bind, MapPad
from gpulife.input.glfw_input import key_label
from gpulife.ui.fields import Fields
from gpulife.ui.snapshot import Snapshot
from gpulife.ui.widgets import AMBER, GREY


def panel(fields: Fields, snapshot: Snapshot) -> list[Asked]:
    """Draw it; the commands that its user gave. ``fields.binding`` is the control that waits for a key or button."""
    for line in snapshot.players or ("nobody plays yet: press a player's key, or A on a gamepad",):
        imgui.text_colored(GREY, line)
    commands: list[Asked] = []
    for socket, name in snapshot.unmapped:
        imgui.text_wrapped(f"{name}: its buttons are not known")
        if imgui.small_button(f"tell which is which##{socket}"):
            commands.append(MapPad(socket))
    if fields.binding:
        imgui.text_colored(AMBER, "press the new key or button, or Escape to leave it")
    if not imgui.begin_table("keys", 3, imgui.TableFlags_.row_bg | imgui.TableFlags_.sizing_stretch_prop):
        return commands
    for row in snapshot.bindings.describe(key_label):
        imgui.table_next_row()
        imgui.table_next_column()
        imgui.text_wrapped(f"{row.group}: {row.title}")
        imgui.table_next_column()
        imgui.text_wrapped(", ".join((*row.keys, *row.pads)))
        imgui.table_next_column()
        waiting = fields.binding == row.control
        if imgui.small_button(f"{'...' if waiting else 'change'}##{row.control}"):
            fields.binding = "" if waiting else row.control
        imgui.same_line()
        if imgui.small_button(f"default##{row.control}"):
            commands.append(Bind(row.control, ""))
    imgui.end_table()
    return commands
