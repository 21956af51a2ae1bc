"""The limits of messages, the types of their fields, and what all messages are."""

from typing import Annotated

from msgspec import Meta, Struct

from gpulife.errors import GpulifeError

PROTOCOL = 1
"""The version of these messages. A server says in its list of matches which versions it speaks."""
SUBPROTOCOL = "gpulife"
"""Name of the websocket's subprotocol."""
SOCKET_PATH = "/play"
"""Path of a server's socket."""
MAX_MESSAGE = 4096
"""Limit on the bytes of a message from a client."""
MAX_SERVER_MESSAGE = 1 << 20
"""Limit on the bytes of a message from a server, which clients do not trust either."""
MAX_BOARD_CELLS = 1 << 18
"""Limit on the cells of a board in an on-line match."""
MAX_REPLAY_BYTES = 16 << 20
"""Limit on a replay that a server keeps."""
DEFAULT_PORT = 7171
"""Port of servers."""
ANY_SEAT, WATCH = -1, -2
"""Seats of :class:`Join` for who takes any free seat, and for who only watches."""
MOVED = "moved"
"""Code of a :class:`Refused` whose reason is the address of the server that has the match, to be asked next."""
MAX_DATA = 512
"""Letters of an action's data that a client may send: an order of Real-Time Life, or a remark."""
MAX_TALK = 200

Token = Annotated[str, Meta(max_length=64)]
Name = Annotated[str, Meta(max_length=32)]
Code = Annotated[str, Meta(max_length=40)]
TalkText = Annotated[str, Meta(max_length=MAX_TALK)]
Natural = Annotated[int, Meta(ge=0, le=1 << 53)]
Number = Annotated[int, Meta(ge=-(1 << 53), le=1 << 53)]
SeatNumber = Annotated[int, Meta(ge=-2, le=25)]
Line = Annotated[str, Meta(max_length=1000)]


class ProtocolError(GpulifeError):
    """A message that nobody may send; one line says why."""


class Message(Struct, frozen=True, tag_field="t", tag=str.lower, forbid_unknown_fields=True, omit_defaults=True):
    """A message of either side: a map with its kind in the field "t"."""
