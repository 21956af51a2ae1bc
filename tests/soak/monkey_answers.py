"""Whether a key press was answered.

A key is bound if pressing it makes the program request something: its control works on the current screen
(``Poller.poll`` returns a request), or it is Escape, which works on every screen.

A key is answered if, within two frames of the press, a scope takes its request, and one of these follows: a message, a
change of the state (screens, settings, panels, session, camera, seats, sound, film, phones, full screen), or a change
of the picture that Dear ImGui draws. If something changes by itself (as on a running board) or a server answers (as in
an on-line match), it is enough that a scope takes the request.

Only sticks, triggers and pointers, which games answer by their own rules, may change nothing: a cursor stays at the
edge, and so does a view. Previews are drawn among the cells, which are not compared here.
"""

from __future__ import annotations

import ctypes
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from imgui_bundle import imgui
from window.stage import Stage

from gpulife.games.core.game import Action, ActionKind
from gpulife.input.commands import CommandOrAction, Pan, ShowPreview, Zoom
from gpulife.input.poller import FrameInput, Poller
from gpulife.window.shell_commands import ProgramScope

_STEERS = (ActionKind.STICK, ActionKind.TRIGGER, ActionKind.POINT)


class Answers:
    """The requests of keys since the last check, and which of them were taken."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.asked: list[CommandOrAction] = []
        self.untaken: list[CommandOrAction] = []

    @contextmanager
    def watched(self) -> Iterator[Answers]:
        """Record requests until the block ends."""
        poll, carry_out = Poller.poll, ProgramScope.carry_out

        def poll_(poller: Poller, *arguments: Any, **more: Any) -> FrameInput:
            result = poll(poller, *arguments, **more)
            self.asked += result.requests
            return result

        def carry_out_(program: ProgramScope, request: CommandOrAction) -> bool:
            is_taken = carry_out(program, request)
            if not is_taken:
                self.untaken.append(request)
            return is_taken

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Poller, "poll", poll_)
            patch.setattr(ProgramScope, "carry_out", carry_out_)
            yield self

    def begin(self) -> None:
        """Forget all requests."""
        self.asked.clear()
        self.untaken.clear()

    def missing(self, key: str, before: Sequence[Any], pressed: Sequence[Any], after: Sequence[Any]) -> str:
        """Return the request of a key that had no answer, or "". Moments come from :meth:`moment`.

        Args:
            key: the key.
            before: the moment a frame before the press.
            pressed: the moment just before the press.
            after: the moment two frames after the press.
        """
        untaken = [request for request in self.untaken if request in self.asked]
        if untaken and pressed[0] == after[0]:  # no message either
            return f"nobody takes {_title(untaken[0])}"
        asked = [request for request in self.asked if not _is_seen_on_the_board(request)]
        if not asked and key != "Escape":
            return ""
        if before != pressed or pressed != after or self.stage.screens.play_screen.online is not None:
            return ""
        return f"nothing follows {_title(asked[0]) if asked else key}"

    def moment(self) -> tuple[Any, ...]:
        """Return everything that an answer may change."""
        stage = self.stage
        shell, screens = stage.shell, stage.screens
        moment: list[Any] = [
            len(stage.messages),
            [id(screen) for screen in screens._screens],
            shell.settings,
            repr(shell.panel_state),
            shell.sound.muted,
            shell.recorder.on,
            shell.window.fullscreen_on,
            shell.quitting,
            shell.mapping_wizard,
            screens.phones.is_on,
            drawn(),
        ]
        if screens.play_screen._controller is not None:
            play = stage.play
            moment += [
                id(play),
                play.display.camera,
                play.display.target,
                play.display.look,
                play.runner.seeking,
                play.runner.paused,
                play.runner.speed,
                play.seats,
            ]
            bench = stage.controller.workbench
            if bench is not None:
                ghosts = [(ghost.row, ghost.column, ghost.cells.tolist()) for ghost in bench.ghosts.values()]
                moment += [bench.facts, ghosts, dict(bench.marked)]
            moment += [
                play.engine.changes,
                play.session.state,
                play.display.fitted,
                play.runner.watched,
                play.runner.fast_run is None,
            ]
        return tuple(moment)


def _is_seen_on_the_board(request: CommandOrAction) -> bool:
    return request.kind in _STEERS if isinstance(request, Action) else isinstance(request, ShowPreview | Pan | Zoom)


def _title(request: CommandOrAction) -> str:
    return f"the action {request.kind.name}" if isinstance(request, Action) else repr(request)


def drawn() -> int:
    """Return a hash of Dear ImGui's last picture."""
    number = 0
    for commands in imgui.get_draw_data().cmd_lists:
        vertices = commands.vtx_buffer
        if vertices.size():
            data = (ctypes.c_char * (vertices.size() * 20)).from_address(vertices.data_address())
            number = zlib.crc32(data, number)
    return number
