"""The panel Keys and gamepads, in which keys and buttons can be changed, and the mapping wizard."""

from collections.abc import Iterator

from imgui_bundle import imgui, imgui_ctx

from gpulife.input.commands import Bind, CommandOrAction, MapPad
from gpulife.input.glfw_input import key_label
from gpulife.input.pad_mapping_wizard import STEPS, Wizard
from gpulife.window.panels.panel_state import PanelState
from gpulife.window.panels.snapshot import Snapshot
from gpulife.window.panels.widgets import AMBER, GREY, request_buttons, table_row


def panel(state: PanelState, snapshot: Snapshot) -> Iterator[CommandOrAction]:
    """Draw the panel; yield the user's requests. ``state.binding`` names the control that waits for a key."""
    for line in snapshot.players or ("nobody plays yet: press a player's key, or A on a gamepad",):
        imgui.text_colored(GREY, line)
    for socket, name in snapshot.unmapped:
        imgui.text_wrapped(f"{name}: its buttons are not known")
        if imgui.small_button(f"tell which is which##{socket}"):
            yield MapPad(socket)
    if state.binding:
        imgui.text_colored(AMBER, "press the new key or button, or Escape to leave it")
    with imgui_ctx.begin_table("keys", 3, imgui.TableFlags_.row_bg | imgui.TableFlags_.sizing_stretch_prop) as table:
        for row in snapshot.bindings.describe(key_label) if table else ():
            table_row(f"{row.group}: {row.title}", ", ".join((*row.keys, *row.pads)))
            imgui.table_next_column()
            waiting = state.binding == row.control
            if imgui.small_button(f"{'...' if waiting else 'change'}##{row.control}"):
                state.binding = "" if waiting else row.control
            imgui.same_line()
            if imgui.small_button(f"default##{row.control}"):
                yield Bind(row.control, "")


def mapping_panel(wizard: Wizard) -> list[CommandOrAction]:
    """Draw a question of the mapping wizard; return the user's requests."""
    imgui.text_colored(GREY, wizard.pad.name)
    if wizard.step is None:
        imgui.text_wrapped("That is all. Save it, and the gamepad plays.")
    else:
        imgui.text_wrapped(f"{len(wizard.answers) + 1} of {len(STEPS)}: {wizard.step.prompt}.")
    imgui.text_colored(AMBER, wizard.note)
    entries = {"Back": "back", "It has none": "skip", "Save": "save", "Cancel": "cancel"}
    hidden = {"It has none": wizard.step is None, "Save": not wizard.usable}
    return request_buttons({label: MapPad(step) for label, step in entries.items() if not hidden.get(label)})
