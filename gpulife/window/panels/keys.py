"""The docked window Keys and gamepads, where users change keys and buttons, and the panel of the mapping wizard."""

from collections.abc import Iterator
from itertools import groupby

from imgui_bundle import imgui, imgui_ctx

from gpulife.input.bindings import HelpRow
from gpulife.input.commands import Bind, BindDefaults, CommandOrAction, MapPad
from gpulife.input.glfw_input import key_label
from gpulife.input.pad_mappings import STEPS, Wizard
from gpulife.window.design import CAPTION, NOTICE
from gpulife.window.panels.panel_state import PanelState
from gpulife.window.panels.snapshot import Snapshot
from gpulife.window.panels.widgets import (
    defaults,
    group_title,
    request_buttons,
    sentence,
    wide_button,
    width_of,
    wrapped_text,
)

TITLE = "Keys and gamepads"
_KEYS_AT = 0.6
"""Where a control's keys stand beside its title, as a share of the width left of the buttons."""


def section(state: PanelState, snapshot: Snapshot) -> Iterator[CommandOrAction]:
    """Draw the section on keys: who plays with which device, and a button that opens the docked window."""
    yield from _devices(snapshot)
    if wide_button("Hide all keys" if state.docked == TITLE else "Show and change all keys"):
        state.toggle_docked(TITLE)


def page(state: PanelState, snapshot: Snapshot) -> Iterator[CommandOrAction]:
    """Draw the section on keys for a page, where nothing can be docked: the devices, and all keys below them."""
    yield from _devices(snapshot)
    yield from defaults([BindDefaults()])
    yield from panel(state, snapshot)


def _devices(snapshot: Snapshot) -> Iterator[CommandOrAction]:
    """Draw who plays with which device, and a button for each gamepad whose buttons are not known."""
    for line in snapshot.players or ("Nobody plays yet. Press a player's key, or A on a gamepad.",):
        wrapped_text(sentence(line))
    for socket, name in snapshot.unmapped:
        wrapped_text(f"The buttons of {name} are not known.", NOTICE)
        if wide_button(f"Set up its buttons##{socket}"):
            yield MapPad(socket)


def panel(state: PanelState, snapshot: Snapshot) -> Iterator[CommandOrAction]:
    """Draw the window Keys and gamepads; yield the user's requests."""
    for group, rows in groupby(snapshot.bindings.describe(key_label), lambda row: row.group):
        group_title(group)
        for row in rows:
            with imgui_ctx.push_id(row.control):
                yield from _control(state, row)


def _control(state: PanelState, row: HelpRow) -> Iterator[CommandOrAction]:
    """Draw a line for a control: title, keys, two buttons, and an error if a key could not be given to the control."""
    waits = state.binding == row.control
    labels = ("Cancel" if waits else "Change", "Default")
    style = imgui.get_style()
    wide = sum(imgui.calc_text_size(label).x + 2 * style.frame_padding.x for label in labels) + style.item_spacing.x
    left = imgui.get_content_region_avail().x - wide
    keys, start = ", ".join((*row.keys, *row.pads)) or "no key", imgui.get_cursor_pos_x()
    column, gap = _KEYS_AT * left, 2 * style.item_spacing.x
    with imgui_ctx.begin_group(), imgui_ctx.push_text_wrap_pos(start + left - style.item_spacing.x):
        if width_of(row.title) + gap <= column and column + width_of(keys) + gap <= left:
            imgui.align_text_to_frame_padding()
            imgui.text(row.title)
            imgui.same_line(start + column)
        else:  # in narrow panels, and for long lists of keys
            imgui.text(row.title)
        imgui.text_colored(CAPTION, keys)
    imgui.same_line(imgui.get_cursor_start_pos().x + left)
    if imgui.button(labels[0]):
        state.binding, state.binding_problem = ("" if waits else row.control), None
    if row.is_changed:
        imgui.same_line()
        if imgui.button(labels[1]):
            state.forget_binding()
            yield Bind(row.control, "")
    if waits:
        wrapped_text("Press the new key; Escape cancels", NOTICE)
    elif state.binding_problem is not None and state.binding_problem.control == row.control:
        wrapped_text(state.binding_problem.words, NOTICE)
        if swaps_for := state.binding_problem.swaps_for:
            yield from request_buttons({"Swap the keys of both": Bind(row.control, swaps_for, swaps=True)})


def mapping_panel(wizard: Wizard) -> list[CommandOrAction]:
    """Draw the question that the mapping wizard asks now; return the user's requests."""
    imgui.text_colored(CAPTION, wizard.pad.name)
    if wizard.step is None:
        imgui.text_wrapped("That is all. Save it, and the gamepad can play.")
    else:
        imgui.text_wrapped(f"{len(wizard.answers) + 1} of {len(STEPS)}: {wizard.step.prompt}.")
    wrapped_text(wizard.note, NOTICE)
    entries = {"Back": "back", "Has none": "skip", "Save": "save", "Cancel": "cancel"}
    hidden = {"Has none": wizard.step is None, "Save": not wizard.usable}
    return request_buttons({label: MapPad(step) for label, step in entries.items() if not hidden.get(label)})
