"""What a frame's events ask for: keys and pads, the mouse on the board, files that were dropped, as Commands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gpulife.app.consenting import agreed_actions, needs_consent
from gpulife.app.mouse import Mouse
from gpulife.commands import Asked, Bind, Open
from gpulife.games.base import NOBODY, Action, ActionKind
from gpulife.input.bindings import find_control
from gpulife.input.capture import Capture
from gpulife.input.events import Event, FilesDropped, KeyEvent
from gpulife.input.joining import NoticeKind

if TYPE_CHECKING:
    from gpulife.app.program import Program

_WANTS_IN = (NoticeKind.JOINED, NoticeKind.FULL)


class Intake:
    """Takes in events; remembers only what is held or waited for.

    Attributes:
        mouse: on the board.
    """

    def __init__(self) -> None:
        self.mouse = Mouse()
        self._capture: tuple[str, Capture] | None = None
        self._granted: list[Action] = []

    def commands(self, program: Program, events: tuple[Event, ...], seconds: float) -> list[Asked]:
        """What is to be done about the events of a frame that lasts ``seconds``."""
        commands = program.controller.translate(self._from_devices(program, events, seconds))
        if not program.in_menu:
            commands += self._from_mouse(program, events)
        commands += self._agreed(program)
        for event in events:
            if isinstance(event, FilesDropped):
                commands += [Open(str(path)) for path in event.paths]
        return commands

    def _agreed(self, program: Program) -> list[Action]:
        """What all have agreed to, once."""
        before, self._granted = self._granted, agreed_actions(program.play)
        return [command for command in self._granted if command not in before]

    def _from_devices(self, program: Program, events: tuple[Event, ...], seconds: float) -> Sequence[Asked]:
        if program.shell.fields.binding:
            return self._binding(program, events, seconds)
        typing = program.shell.host.wants_keyboard
        polled = program.shell.poller.poll(events, seconds, typing=typing, menu=program.in_menu)
        for notice in polled.notices:
            program.shell.tell(notice.text)
            if notice.kind is NoticeKind.LOST and program.play.started and program.play.session.state.running:
                who = notice.player if needs_consent(program.play, ActionKind.HALT) else NOBODY
                program.play.act_once(Action(who, ActionKind.HALT))
        program.shell.host.navigate(polled.menu)
        joined = any(notice.device != "keyboard" and notice.kind in _WANTS_IN for notice in polled.notices)
        return (*polled.asked, *program.controller.joined()) if joined else polled.asked

    def _binding(self, program: Program, events: tuple[Event, ...], seconds: float) -> Sequence[Asked]:
        """Wait for the key or button that a control in the panel of keys is to have."""
        releases = tuple(event for event in events if not (isinstance(event, KeyEvent) and event.pressed))
        program.shell.poller.poll(releases, seconds, menu=True)
        control = find_control(program.shell.fields.binding)
        if self._capture is None or self._capture[0] != control.name:
            self._capture = (control.name, Capture(control, program.shell.pads, program.shell.settings.dead_zone))
        found = self._capture[1].poll(events)
        if not found:
            return ()
        program.shell.fields.binding, self._capture = "", None
        return () if found == "key:Escape" else (Bind(control.name, found),)

    def _from_mouse(self, program: Program, events: tuple[Event, ...]) -> list[Asked]:
        on_panel = program.shell.host.wants_mouse
        before, on_panel = program.play.target, on_panel and not self.mouse.busy
        left, asked = program.controller.mouse(events, on_panel=on_panel, dragging=self.mouse.busy)
        program.play.target, actions = self.mouse.take(
            left,
            before,
            program.play.engine.shape,
            program.shell.window.view_size,
            species=program.controller.ink,
            on_panel=on_panel,
        )
        program.play.fitted = program.play.fitted and program.play.target == before
        return [*asked, *actions]
