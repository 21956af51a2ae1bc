"""Turns a frame's input from keys, pads and dropped files into requests, whichever screen is shown."""

from collections.abc import Sequence
from dataclasses import dataclass

from gpulife.input.bindings import BindingCapture, find_control
from gpulife.input.commands import Bind, Command, CommandOrAction, Open
from gpulife.input.events import Event, FilesDropped, KeyEvent
from gpulife.input.gamepads import NoticeKind
from gpulife.window.panels.clickable_caps import CAPS
from gpulife.window.shell import Shell


@dataclass(frozen=True)
class PadJoined(Command):
    """A person has pressed a button on a new pad to join the game."""


@dataclass(frozen=True)
class PadLost(Command):
    """A player's pad has been unplugged."""

    player: int


def poll_devices(
    shell: Shell, events: Sequence[Event], seconds: float, *, menu: bool, steers_panels: bool = False
) -> list[CommandOrAction]:
    """Return the actions and commands that events and devices request in this frame.

    Args:
        shell: services shared by all screens; it shows a message when a player joins or leaves.
        events: the window's events of this frame.
        seconds: time since the last frame.
        menu: True if keys and pads operate Dear ImGui's widgets.
        steers_panels: True if keys operate Dear ImGui's widgets, but pads control the game.
    """
    if shell.mapping_wizard is not None:
        pad = shell.pads.unmapped().get(shell.mapping_wizard.socket)
        shell.mapping_wizard = None if pad is None else shell.mapping_wizard.read(pad)
    panel = shell.imgui_backend.panel_under(events)
    for event in events:
        if press := CAPS.under(event, panel):
            shell.poller.click(press, menu=menu)
    requests = (
        _capture_binding(shell, events, seconds)
        if shell.panel_state.binding
        else _poll_controls(shell, events, seconds, menu=menu, steers_panels=steers_panels)
    )
    dropped = (path for event in events if isinstance(event, FilesDropped) for path in event.paths)
    return [*requests, *(Open(str(path)) for path in dropped)]


def _poll_controls(
    shell: Shell, events: Sequence[Event], seconds: float, *, menu: bool, steers_panels: bool
) -> list[CommandOrAction]:
    typing = shell.imgui_backend.wants_keyboard
    polled = shell.poller.poll(events, seconds, typing=typing, menu=menu, steers_panels=steers_panels)
    requests = list(polled.requests)
    for notice in polled.notices:
        shell.show_message(notice.text)
        if notice.kind is NoticeKind.LOST:
            requests.append(PadLost(notice.player))
        elif notice.device != "keyboard" and notice.kind in (NoticeKind.JOINED, NoticeKind.FULL):
            requests.append(PadJoined())
    shell.imgui_backend.navigate(polled.menu_pads)
    return requests


def _capture_binding(shell: Shell, events: Sequence[Event], seconds: float) -> list[CommandOrAction]:
    """Bind the next pressed key or button to the control that the user has chosen. The press has no other effect."""
    releases = tuple(event for event in events if not (isinstance(event, KeyEvent) and event.pressed))
    shell.poller.poll(releases, seconds, menu=True)
    control = find_control(shell.panel_state.binding)
    if shell.binding_capture is None or shell.binding_capture.control is not control:
        shell.binding_capture = BindingCapture(control, shell.pads, shell.settings.dead_zone)
    found = shell.binding_capture.poll(events)
    if not found:
        return []
    shell.panel_state.binding, shell.binding_capture = "", None
    return [] if found == "key:Escape" else [Bind(control.name, found)]
