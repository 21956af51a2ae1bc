"""The messages between the server and its worker processes, through a private socket pair.

Each side sends batches: four bytes with the length, then a list of messages in msgpack. A view is what one viewer may
see of a match; in a game without secrets, all viewers share one view.
"""

from collections.abc import Iterator, Sequence
from typing import Generic, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from gpulife.online.protocol import ActionRow

MAX_BATCH = 1 << 28
"""Maximum size of a batch in bytes. A process that works correctly sends far less."""
_HEAD = 4


class Sit(Struct, frozen=True, array_like=True, tag=0):
    """Message to a worker process: let a computer player play on a seat.

    Attributes:
        view: number of the view from which the computer plays.
        group: number of the match. A worker divides its time equally among matches.
        sitting: number that stands for this computer player in later messages.
        seat: seat of the computer.
        level: level of the computer.
        seed: seed of the computer's random numbers.
        people: numbers of the seats that are for people.
        seated: the ``Seated`` message for a client on this seat, as a frame.
    """

    view: int
    group: int
    sitting: int
    seat: int
    level: int
    seed: int
    people: tuple[int, ...]
    seated: bytes


class Rise(Struct, frozen=True, array_like=True, tag=1):
    """Message to a worker process: remove a computer player from its seat."""

    view: int
    sitting: int


class Tell(Struct, frozen=True, array_like=True, tag=2):
    """Message to a worker process: news of a match, for one view.

    Attributes:
        view: number of the view.
        number: number of this message among those for this view, from 1.
        frames: frames as a native client would get them.
        answer: True if the worker must send a ``Report`` after reading these frames.
    """

    view: int
    number: int
    frames: tuple[bytes, ...] = ()
    answer: bool = False


class Report(Struct, frozen=True, array_like=True, tag=3):
    """A worker's report about a view.

    Attributes:
        view: number of the view.
        done: number of the latest ``Tell`` that was processed.
        acts: actions of the view's computer players, as (number of the computer player, action).
        wakes: first tick at which the server must send a ``Tell`` even if nothing has happened; 0 for every tick.
        lost: reason why the worker needs a keyframe for the view; "" if it needs none.
        bugs: computer players that failed and were removed, as (number, traceback).
    """

    view: int
    done: int
    acts: tuple[tuple[int, ActionRow], ...] = ()
    wakes: int = 0
    lost: str = ""
    bugs: tuple[tuple[int, str], ...] = ()


ToWorker: TypeAlias = Sit | Rise | Tell
_Message = TypeVar("_Message")
_ENCODE = msgspec.msgpack.Encoder().encode


def packed(batch: Sequence[ToWorker | Report]) -> bytes:
    """Encode messages as a batch."""
    data = _ENCODE(batch)
    return len(data).to_bytes(_HEAD, "little") + data


class Inbox(Generic[_Message]):
    """Collects received bytes, and reads the batches of messages in them.

    Args:
        decoder: decodes a list of messages.
    """

    def __init__(self, decoder: msgspec.msgpack.Decoder[list[_Message]]) -> None:
        self._decoder = decoder
        self._data = bytearray()

    def take(self, data: bytes) -> Iterator[_Message]:
        """Add received bytes, and yield the messages of all batches that are now complete.

        Raises:
            ValueError: the data is invalid: the process at the other end does not work correctly.
        """
        self._data += data
        while len(self._data) >= _HEAD:
            end = _HEAD + int.from_bytes(self._data[:_HEAD], "little")
            if end > MAX_BATCH:
                raise ValueError(f"a batch of {end:,} bytes is too large")
            if len(self._data) < end:
                return
            batch = self._decoder.decode(memoryview(bytes(self._data[_HEAD:end])))
            del self._data[:end]
            yield from batch


def worker_inbox() -> Inbox[ToWorker]:
    """Return an inbox in which a worker process reads the server's messages."""
    return Inbox(msgspec.msgpack.Decoder(list[ToWorker]))


def pool_inbox() -> Inbox[Report]:
    """Return an inbox in which the server reads the messages of one worker process."""
    return Inbox(msgspec.msgpack.Decoder(list[Report]))
