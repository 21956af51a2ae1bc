"""The encoder's thread: its bounded queue, counting of dropped frames, and passing on of errors."""

from __future__ import annotations

import threading

import pytest
from capture.films import Gate

from gpulife.capture.encoder import CaptureError
from gpulife.capture.film_writer import EncoderThread


def filled(gate: Gate, room: int) -> EncoderThread:
    """A feeder whose encoder is busy with one frame, and whose queue is full."""
    feeder = EncoderThread(gate, room)
    assert feeder.offer(b"0")
    assert gate.entered.wait(30)
    assert all(feeder.offer(b"%d" % number) for number in range(1, room + 1))
    return feeder


def test_full_queue_drops_and_compensates_frames() -> None:
    gate = Gate()
    feeder = filled(gate, 3)
    assert not feeder.offer(b"4")
    assert not feeder.offer(b"5", 2)
    assert (feeder.dropped, feeder.waiting) == (2, 3)
    gate.open.set()
    while feeder.waiting:
        gate.entered.wait(0.01)
    assert feeder.offer(b"6")
    feeder.close()
    assert gate.got == [(b"0", 1), (b"1", 1), (b"2", 1), (b"3", 1), (b"6", 4)], "the film keeps its time"
    assert feeder.encoder.frames == 8
    assert gate.ended == "closed"


def test_put_waits_and_loses_nothing() -> None:
    gate = Gate()
    feeder = EncoderThread(gate, 2)
    rendering = threading.Thread(target=lambda: [feeder.put(b"%d" % number) for number in range(50)])
    rendering.start()
    assert gate.entered.wait(30)
    rendering.join(0.3)
    assert rendering.is_alive()
    assert feeder.waiting == 2
    gate.open.set()
    rendering.join(30)
    feeder.close()
    assert gate.got == [(b"%d" % number, 1) for number in range(50)]
    assert feeder.dropped == 0


def test_encoder_error_reaches_the_caller() -> None:
    gate = Gate()
    gate.dies_at = 2
    gate.open.set()
    feeder = EncoderThread(gate, 2)
    with pytest.raises(CaptureError, match="no space left on device"):  # noqa: PT012 - whichever it is
        for _ in range(10):
            feeder.put(b"frame")
    assert str(feeder.error) == "no space left on device"
    assert (gate.ended, feeder.encoder.frames) == ("aborted", 2)
    feeder.end()
    with pytest.raises(CaptureError, match="no space left on device"):
        feeder.close()
    assert feeder.finished


def test_a_bug_in_an_encoder_is_an_error_too() -> None:
    gate = Gate()
    gate.open.set()
    gate.close = lambda: [][1]  # type: ignore[method-assign,misc]
    feeder = EncoderThread(gate)
    with pytest.raises(CaptureError, match="IndexError"):
        feeder.close()
    assert gate.ended == "aborted"


def test_end_finishes_queued_frames() -> None:
    gate = Gate()
    feeder = filled(gate, 2)
    feeder.end()
    assert not feeder.finished
    gate.open.set()
    feeder.close()
    assert feeder.finished
    assert len(gate.got) == 3
