"""A dialog that asks a server for permission to join or watch a match, and waits for the answer."""

from collections.abc import Callable, Sequence
from threading import Thread

from gpulife.errors import GpulifeError
from gpulife.input.commands import CommandOrAction
from gpulife.online.client.connection import Connection
from gpulife.online.client.server_address import Destination
from gpulife.online.protocol import Host, Refused, Seated, Welcome
from gpulife.online.shown_text import shown_text
from gpulife.window.design import TEXT
from gpulife.window.dialogs.dialog import Dialog
from gpulife.window.online.begin_online import begin_online
from gpulife.window.online.online_match import Invitation
from gpulife.window.panels.widgets import button_row, waiting_bar, wrapped_text
from gpulife.window.screen_stack import ScreenStack
from gpulife.window.shell import Shell

_SECONDS = 15.0
"""Seconds to wait for a server's answer."""
_LOOK_SECONDS = 1 / 30
"""Seconds between two checks for the server's answer."""
_MAX_LINE = 200


class JoiningScreen(Dialog):
    """Asks a server for permission to join or watch a match, and begins the match when the server agrees.

    Args:
        shell: services shared by all screens.
        screens: the stack of screens.
        destination: the match, and whether to play or to watch.
        connection: a connection to the server, not yet open. The match uses it later.
        fail: called if the server refuses. Its argument is the reason, as one line of text.
        is_own: True if this window runs the server.
        invitation: function that returns the server's address for other people; see :data:`Invitation`.
    """

    stops_time = True

    def __init__(
        self,
        shell: Shell,
        screens: ScreenStack,
        destination: Destination,
        connection: Connection,
        fail: Callable[[str], None],
        *,
        is_own: bool,
        invitation: Invitation,
    ) -> None:
        super().__init__(shell, screens, "On-line play")
        self._destination, self._connection, self._fail = destination, connection, fail
        self._is_passed_on, self._is_own, self._invitation = False, is_own, invitation
        self._until = shell.now + _SECONDS
        connection.open()

    def content(self) -> Sequence[CommandOrAction]:
        """Draw the server's address and a button to cancel."""
        where = "your server" if self._is_own else self._destination.address.text
        wrapped_text(f"Connecting to {where} \u2026", TEXT)
        waiting_bar()
        if button_row(["Cancel"], focus=0 if self.is_new else None) is not None:
            self.close()
        return ()

    def pass_time(self, seconds: float) -> None:
        """Check for the server's answer, and handle it."""
        del seconds
        self.shell.motion.due(_LOOK_SECONDS)
        if not (self._is_answered or self._is_passed_on) and (problem := self._look()):
            self._screens.take_out(self)
            self._fail(problem)

    def _look(self) -> str:
        """Handle the server's messages. Return why it has refused; "" if it has agreed or not answered yet."""
        connection = self._connection
        came = connection.take()
        for number, (_, message) in enumerate(came):
            match message:
                case Welcome():
                    connection.send(self._destination.wish)
                case Refused():
                    return shown_text(message.reason, _MAX_LINE)
                case Seated():
                    connection.put_back(came[number + 1 :])
                    self._is_passed_on = True
                    was_confirmed, self.shell.is_confirmed = self.shell.is_confirmed, True  # already asked
                    try:
                        begin_online(self.shell, connection, message, is_own=self._is_own, invitation=self._invitation)
                    except GpulifeError as error:
                        self._is_passed_on = False
                        return str(error)
                    finally:
                        self.shell.is_confirmed = was_confirmed
                    if isinstance(self._destination.wish, Host):
                        self.shell.show_online()  # shows the page with the invite code
                    return ""
        if connection.welcome is None and (connection.problem or self.shell.now > self._until):
            return connection.problem or f"{self._destination.address.text} does not answer"
        return ""

    def leave(self) -> None:
        """Close the connection, unless the match uses it."""
        super().leave()
        if not self._is_passed_on:
            Thread(target=self._connection.close, daemon=True).start()  # in a thread, because closing may take long
