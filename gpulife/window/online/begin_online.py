"""Begin an on-line match in the window, in place of what is played there."""

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
    """Show the match at which a connection is seated now, and play it.

    Args:
        shell: the window and all that its screens share.
        connection: the connection, which the match closes when it is left.
        seated: the server's word on the match; what it said after it is still to be taken from the connection.
        is_own: whether this program is the server.
        invitation: knows how others reach the server.

    Raises:
        ProtocolError: the match cannot be played here.
        GpulifeError: there is not enough memory for the board, or the user has to be asked before what is played now
            is left.
    """
    online = OnlineMatch(shell, connection, seated, is_own=is_own, invitation=invitation)
    shell.begin(online.match, backdrop=True, online=online)
