"""The dialog at the end of an on-line match: why it is over, how the players came, its replay, and where to go next."""

from collections.abc import Sequence

from imgui_bundle import imgui

from gpulife.input.commands import CommandOrAction, Online, StartScreen
from gpulife.online.client.server_records import RecordsLoader, replay_path
from gpulife.online.shown_text import shown_text
from gpulife.window.design import NOTICE, TEXT
from gpulife.window.dialogs.dialog import Dialog
from gpulife.window.online.host_form import HostForm
from gpulife.window.online.online_match import OnlineMatch
from gpulife.window.panels.widgets import button_row, sentence, waiting_bar, wrapped_text
from gpulife.window.replay.replay_screen import ReplayScreen
from gpulife.window.screen_stack import ScreenStack
from gpulife.window.shell import Shell

_AGAIN, _REPLAY, _ONLINE = "Host another game", "Watch the replay", "On-line play"
_START, _BOARD = "Start screen", "See the board"
_NO_REPLAY = "The server has not kept this replay"
_LOOK_SECONDS = 1 / 30
"""Seconds between two checks whether the replay is loaded."""
_MAX_LINE = 200


class MatchEndScreen(Dialog):
    """Says that the match is over, until the user goes on.

    Args:
        shell: services shared by all screens.
        screens: the stack of screens.
        match: the match that is over.

    Attributes:
        make_loader: function that returns a loader of a server's replays.
    """

    def __init__(self, shell: Shell, screens: ScreenStack, match: OnlineMatch) -> None:
        super().__init__(shell, screens, "The match is over")
        self.make_loader = RecordsLoader
        self._match = match
        self._loader: RecordsLoader | None = None
        self._problem = ""

    def content(self) -> Sequence[CommandOrAction]:
        """Draw the reason, a line for each player, and the buttons."""
        wrapped_text(shown_text(self._match.over, _MAX_LINE), TEXT)
        for line in self._match.result:
            wrapped_text(line)
        if self._problem:
            wrapped_text(sentence(shown_text(self._problem, _MAX_LINE)), NOTICE)
        if self._loader is not None:
            waiting_bar()
        imgui.spacing()
        labels = [_AGAIN] * self._match.seated.host + [_REPLAY] * bool(self._match.replay) + [_ONLINE, _START, _BOARD]
        chosen = button_row(labels, 0, columns=2, focus=0 if self.is_new else None)
        label = "" if chosen is None else labels[chosen]
        if label == _REPLAY:
            if self._loader is None:
                self._loader, self._problem = self.make_loader(self._match.address), ""
        elif label:
            self.close()
        if label == _ONLINE:
            return [Online()]
        if label == _AGAIN:  # with the same settings and seats
            self.shell.show_lobby(form=HostForm.of(self._match.match, self._match.play.seats))
        return [StartScreen()] if label == _START else ()

    def pass_time(self, seconds: float) -> None:
        """Show the replay once it is loaded: first the server's list of games is loaded, then the replay."""
        del seconds
        loader = self._loader
        if loader is None:
            return
        self.shell.motion.due(_LOOK_SECONDS)
        if loader.problem:
            self._loader, self._problem = None, loader.problem
        elif loader.replay is not None:
            self._loader = None
            self._screens.push(ReplayScreen(self.shell, self._screens, loader.replay, self._tell, leave="Back"))
        elif loader.records is not None and not loader.busy:
            path = self._match.replay.lstrip("/")
            record = next((each for each in loader.records.matches if replay_path(each) == path), None)
            if record is None:
                self._loader, self._problem = None, _NO_REPLAY
            else:
                loader.ask_for_replay(record)

    def _tell(self, problem: str) -> None:
        self._problem = problem
