"""Begins an on-line match in the window, in place of the current session."""

from gpulife.online.client.connection import Connection
from gpulife.online.protocol import Seated
from gpulife.window.online.online_match import Invitation, OnlineMatch
from gpulife.window.shell import Shell


def begin_online(
    shell: Shell,
    connection: Connection,
    seated: Seated,
    *,
    is_own: bool = False,
    invitation: Invitation = lambda address: address,
) -> None:
    """Begin the match that the server has let this window join or watch.

    Args:
        shell: services shared by all screens.
        connection: the connection to the server. The match closes it when the user leaves.
        seated: the server's message that this window has joined. The match reads all later messages itself.
        is_own: True if this window runs the server.
        invitation: function that returns the server's address for other people; see :data:`Invitation`.

    Raises:
        ProtocolError: this gpulife cannot play the match.
        GpulifeError: there is not enough memory for the board, or the user must first confirm leaving the current
            session.
    """
    online = OnlineMatch(shell, connection, seated, is_own=is_own, invitation=invitation)
    shell.begin(online.match, backdrop=True, online=online)
