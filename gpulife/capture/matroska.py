"""Raw frames with their times, as ffmpeg reads them from a pipe: the least Matroska that there is (RFC 9559).

A frame that is shown for a while is sent and encoded once. As raw video without times it would have to be sent again
for each of the film's frames, which is the most where a slow machine has the least to give.
"""

from __future__ import annotations

from gpulife.capture.encoder import Shape

_UNKNOWN_SIZE = b"\x01" + b"\xff" * 7  # it ends when the pipe does


def head(shape: Shape) -> bytes:
    """Return what stands before the first frame; times are counted in frames."""
    tick = _number(round(1e9 / shape.rate))
    document = _element("4282", b"matroska") + _element("4287", _number(4)) + _element("4285", _number(2))
    size = _element("B0", _number(shape.width)) + _element("BA", _number(shape.height))
    track = [
        _element("D7", _number(1)),
        _element("73C5", _number(1)),
        _element("83", _number(1)),  # video
        _element("23E383", tick),
        _element("86", b"V_UNCOMPRESSED"),
        _element("E0", size + _element("2EB524", shape.order.encode())),
    ]
    info = _element("1549A966", _element("2AD7B1", tick))
    body = info + _element("1654AE6B", _element("AE", b"".join(track)))
    return _element("1A45DFA3", document) + bytes.fromhex("18538067") + _UNKNOWN_SIZE + body


def before_frame(shape: Shape, number: int) -> bytes:
    """Return what stands before the pixels of a frame that is shown from the film's frame ``number`` on."""
    time = _element("E7", _number(number))
    block = b"\x81\x00\x00\x80"  # of track 1, at the cluster's time, a key frame
    length = len(block) + shape.frame_bytes
    begun = bytes.fromhex("A3") + _size(length)
    return bytes.fromhex("1F43B675") + _size(len(time) + len(begun) + length) + time + begun + block


def _element(kind: str, data: bytes) -> bytes:
    return bytes.fromhex(kind) + _size(len(data)) + data


def _size(length: int) -> bytes:
    return (length | 1 << 56).to_bytes(8, "big")


def _number(value: int) -> bytes:
    return value.to_bytes(max(1, (value.bit_length() + 7) // 8), "big")
