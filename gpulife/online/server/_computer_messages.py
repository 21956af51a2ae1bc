"""What the server's process and its workers say to each other, through a pair of sockets that nobody else has.

Each side sends batches: four bytes with their length, and a list of messages in msgpack.
"""

from collections.abc import Iterator, Sequence
from typing import Generic, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from gpulife.online.protocol import ActionRow

MAX_BATCH = 1 << 28
"""Limit on the bytes of a batch: no side sends as much, unless it is broken."""
_HEAD = 4


class Sit(Struct, frozen=True, array_like=True, tag=0):
    """A computer takes a seat.

    Attributes:
        view: number of the view of the match from which it plays: what a seat is told, or all.
        group: number of the match, among which time is shared.
        sitting: number of the computer.
        seat: its seat.
        level: its level.
        seed: seed of its random numbers.
        people: seats of people.
        seated: the protocol's message ``Seated``, as a frame.
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
    """A computer leaves its seat."""

    view: int
    sitting: int


class Tell(Struct, frozen=True, array_like=True, tag=2):
    """What a view of a match is told.

    Attributes:
        view: number of the view.
        number: number of this message among those to the view.
        frames: frames of the protocol, as a native client would get them.
        answer: whether the worker has to report when it has taken them in.
    """

    view: int
    number: int
    frames: tuple[bytes, ...] = ()
    answer: bool = False


class Report(Struct, frozen=True, array_like=True, tag=3):
    """What became of a view.

    Attributes:
        view: number of the view.
        done: number of the last ``Tell`` that was taken in.
        acts: what its computers do: the number of the computer, and its action.
        wakes: tick before which time need not be told, since no computer does anything; 0 if each tick counts.
        lost: why the view needs a keyframe; "" if it does not.
        bugs: computers that failed and left: their numbers, and tracebacks.
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
    """Return messages as a batch."""
    data = _ENCODE(batch)
    return len(data).to_bytes(_HEAD, "little") + data


class Inbox(Generic[_Message]):
    """Takes bytes as they come, and returns the messages of whole batches.

    Args:
        decoder: reads a list of messages.
    """

    def __init__(self, decoder: msgspec.msgpack.Decoder[list[_Message]]) -> None:
        self._decoder = decoder
        self._data = bytearray()

    def take(self, data: bytes) -> Iterator[_Message]:
        """Take bytes, and yield the messages that are whole now.

        Raises:
            ValueError: they are none; the other side is broken.
        """
        self._data += data
        while len(self._data) >= _HEAD:
            end = _HEAD + int.from_bytes(self._data[:_HEAD], "little")
            if end > MAX_BATCH:
                raise ValueError(f"a batch of {end:,} bytes")
            if len(self._data) < end:
                return
            batch = self._decoder.decode(memoryview(bytes(self._data[_HEAD:end])))
            del self._data[:end]
            yield from batch


def worker_inbox() -> Inbox[ToWorker]:
    """Return the inbox of a worker."""
    return Inbox(msgspec.msgpack.Decoder(list[ToWorker]))


def pool_inbox() -> Inbox[Report]:
    """Return the server's inbox for a worker."""
    return Inbox(msgspec.msgpack.Decoder(list[Report]))
