"""What clients and servers of on-line play say to each other: messages with limits, read strictly.

Every message is one frame of a websocket. Native clients speak msgpack in binary frames, browsers JSON in text frames;
the messages are the same, and so is their reader. A message is a map with its kind in the field "t".

A match is told as :class:`Keyframe`, a moment, and then :class:`Ticks`: who plays these has the server's board, cell
for cell, as games are deterministic. Where a game has secrets, viewers get the moment as they may see it, and a
:class:`Correction` whenever that does not follow from the actions that they were told.
"""

from typing import cast

import msgspec

from gpulife.online.protocol.fields import (
    ANY_SEAT,
    DEFAULT_PORT,
    MAX_BOARD_CELLS,
    MAX_MESSAGE,
    MAX_REPLAY_BYTES,
    MAX_SERVER_MESSAGE,
    MAX_TALK,
    MOVED,
    PROTOCOL,
    SOCKET_PATH,
    SUBPROTOCOL,
    WATCH,
    ProtocolError,
)
from gpulife.online.protocol.from_clients import (
    Act,
    Browse,
    ClientMessage,
    Hello,
    Host,
    Join,
    Leave,
    Moderate,
    Ping,
    Resync,
    Say,
)
from gpulife.online.protocol.from_servers import (
    Acked,
    ActionRow,
    Check,
    Correction,
    Dropped,
    Ended,
    Keyframe,
    ListedMatch,
    MatchList,
    People,
    Person,
    Pong,
    Refused,
    Replay,
    Seated,
    ServerMessage,
    Talk,
    Ticks,
    Welcome,
)

__all__ = [
    "ANY_SEAT",
    "DEFAULT_PORT",
    "MAX_BOARD_CELLS",
    "MAX_MESSAGE",
    "MAX_REPLAY_BYTES",
    "MAX_SERVER_MESSAGE",
    "MAX_TALK",
    "MOVED",
    "PROTOCOL",
    "SOCKET_PATH",
    "SUBPROTOCOL",
    "WATCH",
    "Acked",
    "Act",
    "ActionRow",
    "Browse",
    "Check",
    "ClientMessage",
    "Correction",
    "Dropped",
    "Ended",
    "Hello",
    "Host",
    "Join",
    "Keyframe",
    "Leave",
    "ListedMatch",
    "MatchList",
    "Moderate",
    "People",
    "Person",
    "Ping",
    "Pong",
    "ProtocolError",
    "Refused",
    "Replay",
    "Resync",
    "Say",
    "Seated",
    "ServerMessage",
    "Talk",
    "Ticks",
    "Welcome",
    "encode",
    "encode_text",
    "read_client_message",
    "read_server_message",
]

_ENCODE = msgspec.msgpack.Encoder().encode
_ENCODE_TEXT = msgspec.json.Encoder().encode
_READ_CLIENT = msgspec.msgpack.Decoder(ClientMessage).decode
_READ_CLIENT_TEXT = msgspec.json.Decoder(ClientMessage).decode
_READ_SERVER = msgspec.msgpack.Decoder(ServerMessage).decode


def encode(message: ClientMessage | ServerMessage) -> bytes:
    """Return a message for a native program, as a binary frame."""
    return _ENCODE(message)


def encode_text(message: ClientMessage | ServerMessage) -> str:
    """Return a message for a page, as a text frame."""
    return _ENCODE_TEXT(message).decode()


def read_client_message(frame: bytes | str) -> ClientMessage:
    """Read what a client sent: a binary frame of a native client, or a page's text.

    Raises:
        ProtocolError: it is too long, or no such message.
    """
    if len(frame) > MAX_MESSAGE:
        raise ProtocolError(f"a message of {len(frame):,} bytes: there may be {MAX_MESSAGE:,}")
    try:
        return cast("ClientMessage", _READ_CLIENT_TEXT(frame) if isinstance(frame, str) else _READ_CLIENT(frame))
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise ProtocolError(f"no message: {str(error)[:200]}") from error


def read_server_message(frame: bytes | str) -> ServerMessage:
    """Read what a server sent to a native client.

    Raises:
        ProtocolError: it is too long, or no such message.
    """
    if isinstance(frame, str) or len(frame) > MAX_SERVER_MESSAGE:
        raise ProtocolError(f"the server sends what no gpulife server does ({len(frame):,} bytes)")
    try:
        return cast("ServerMessage", _READ_SERVER(frame))
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise ProtocolError(f"the server sends what no gpulife server does: {str(error)[:200]}") from error
