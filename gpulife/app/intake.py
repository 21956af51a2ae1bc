"""What a frame's events ask for: keys and pads, the mouse on the board, files that were dropped, as Commands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gpulife.app.consenting import agreed_commands, needs_consent
from gpulife.app.mouse import Mouse
from gpulife.commands import Command, CommandKind
from gpulife.games.base import NOBODY, Action, ActionKind
from gpulife.input.bindings import find_control
from gpulife.input.capture import Capture
from gpulife.input.events import Event, FilesDropped, KeyEvent, MouseButton
from gpulife.input.joining import NoticeKind

if TYPE_CHECKING:
    from gpulife.app.program import Program

_START = Command(CommandKind.ACT, Action(NOBODY, ActionKind.START))
_WANTS_IN = (NoticeKind.JOINED, NoticeKind.FULL)


class Intake:
    """Takes in events; remembers only what is held or waited for.

    Attributes:
        mouse: on the board.
    """

    def __init__(self) -> None:
        self.mouse = Mouse()
        self._capture: tuple[str, Capture] | None = None
        self._granted: list[Command] = []

    def commands(self, program: Program, events: tuple[Event, ...], seconds: float) -> list[Command]:
        """What is to be done about the events of a frame that lasts ``seconds``."""
        commands = program.screen.translate(program, self._from_devices(program, events, seconds))
        if not program.in_menu:
            commands += self._from_mouse(program, events)
        commands += self._agreed(program)
        for event in events:
            if isinstance(event, FilesDropped):
                commands += [Command(CommandKind.OPEN, str(path)) for path in event.paths]
        return commands

    def _agreed(self, program: Program) -> list[Command]:
        """What all have agreed to, once."""
        before, self._granted = self._granted, agreed_commands(program)
        return [command for command in self._granted if command not in before]

    def _from_devices(self, program: Program, events: tuple[Event, ...], seconds: float) -> Sequence[Command]:
        if program.fields.binding:
            return self._binding(program, events, seconds)
        typing = program.host.wants_keyboard
        polled = program.poller.poll(events, seconds, typing=typing, menu=program.in_menu)
        for notice in polled.notices:
            program.tell(notice.text)
            if notice.kind is NoticeKind.LOST and program.started and program.playing.session.state.running:
                who = notice.player if needs_consent(program, ActionKind.HALT) else NOBODY
                program.playing.act_once(Action(who, ActionKind.HALT))
        program.host.navigate(polled.menu)
        joined = any(notice.device != "keyboard" and notice.kind in _WANTS_IN for notice in polled.notices)
        return (*polled.commands, _START) if joined and program.on_title else polled.commands

    def _binding(self, program: Program, events: tuple[Event, ...], seconds: float) -> Sequence[Command]:
        """Wait for the key or button that a control in the panel of keys is to have."""
        releases = tuple(event for event in events if not (isinstance(event, KeyEvent) and event.pressed))
        program.poller.poll(releases, seconds, menu=True)
        control = find_control(program.fields.binding)
        if self._capture is None or self._capture[0] != control.name:
            self._capture = (control.name, Capture(control, program.pads, program.settings.dead_zone))
        found = self._capture[1].poll(events)
        if not found:
            return ()
        program.fields.binding, self._capture = "", None
        return () if found == "key:Escape" else (Command(CommandKind.BIND, (control.name, found)),)

    def _from_mouse(self, program: Program, events: tuple[Event, ...]) -> list[Command]:
        on_panel = program.host.wants_mouse
        if program.on_title:
            pressed = any(isinstance(event, MouseButton) and event.pressed for event in events)
            return [_START] if pressed and not on_panel else []
        before, on_panel = program.target, on_panel and not self.mouse.busy
        events, commands = program.screen.mouse(program, events, on_panel=on_panel)
        program.target, actions = self.mouse.take(
            events,
            before,
            program.playing.engine.shape,
            program.window.view_size,
            species=program.screen.ink(program),
            on_panel=on_panel,
        )
        program.fitted = program.fitted and program.target == before
        return commands + [Command(CommandKind.ACT, action) for action in actions]
