"""What keys, pads and dropped files ask for in a frame, whatever the window shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gpulife.input.binding_capture import Capture
from gpulife.input.bindings import find_control
from gpulife.input.commands import Asked, Bind, Command, Open
from gpulife.input.events import Event, FilesDropped, KeyEvent
from gpulife.input.seat_claims import NoticeKind
from gpulife.window.shell import Shell

_WANTS_IN = (NoticeKind.JOINED, NoticeKind.FULL)


@dataclass(frozen=True)
class PadJoined(Command):
    """Somebody has pressed a button of a new pad."""


@dataclass(frozen=True)
class PadLost(Command):
    """The pad of a player is gone."""

    player: int


def poll_devices(shell: Shell, events: Sequence[Event], seconds: float, *, menu: bool) -> list[Asked]:
    """Find what the events and the devices ask for in a frame that lasts ``seconds``.

    Args:
        shell: whose devices they are; it is told who joins and leaves.
        events: of the window.
        seconds: since the last frame.
        menu: whether keys and pads steer Dear ImGui.
    """
    if shell.mapping is not None:
        shell.mapping.look()
        if shell.mapping.lost:
            shell.mapping = None
    asked = _captured(shell, events, seconds) if shell.fields.binding else _polled(shell, events, seconds, menu=menu)
    dropped = (path for event in events if isinstance(event, FilesDropped) for path in event.paths)
    return [*asked, *(Open(str(path)) for path in dropped)]


def _polled(shell: Shell, events: Sequence[Event], seconds: float, *, menu: bool) -> list[Asked]:
    polled = shell.poller.poll(events, seconds, typing=shell.host.wants_keyboard, menu=menu)
    asked = list(polled.asked)
    for notice in polled.notices:
        shell.tell(notice.text)
        if notice.kind is NoticeKind.LOST:
            asked.append(PadLost(notice.player))
        elif notice.device != "keyboard" and notice.kind in _WANTS_IN:
            asked.append(PadJoined())
    shell.host.navigate(polled.menu)
    return asked


def _captured(shell: Shell, events: Sequence[Event], seconds: float) -> list[Asked]:
    """Wait for the key or button that a control in the panel of keys is to have."""
    releases = tuple(event for event in events if not (isinstance(event, KeyEvent) and event.pressed))
    shell.poller.poll(releases, seconds, menu=True)
    control = find_control(shell.fields.binding)
    if shell.capture is None or shell.capture.control is not control:
        shell.capture = Capture(control, shell.pads, shell.settings.dead_zone)
    found = shell.capture.poll(events)
    if not found:
        return []
    shell.fields.binding, shell.capture = "", None
    return [] if found == "key:Escape" else [Bind(control.name, found)]
