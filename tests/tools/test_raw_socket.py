"""Websocket frames made and read by hand agree with the library's."""

from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.server import ServerProtocol

from gpulife.tools.online_bench.crowd import BINARY, FrameReader, frame, handshake


@given(st.lists(st.binary(max_size=70_000), max_size=4), st.integers(1, 5000))
def test_frames_are_read_from_any_split(payloads, piece):
    answer = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"
    stream = answer + b"".join(Frame(Opcode.BINARY, payload).serialize(mask=False) for payload in payloads)
    reader, got = FrameReader(), []
    for at in range(0, len(stream), piece):
        got += reader.feed(stream[at : at + piece])
    assert reader.status == 101
    assert got == [(BINARY, payload) for payload in payloads]


@given(st.lists(st.binary(max_size=70_000), max_size=4))
def test_websockets_library_reads_our_frames(payloads):
    server = ServerProtocol(max_size=None)
    server.receive_data(handshake("127.0.0.1:1", "/"))
    (request,) = server.events_received()
    assert isinstance(request, Request)
    server.send_response(server.accept(request))
    for payload in payloads:
        server.receive_data(frame(payload))
    assert [event.data for event in server.events_received()] == payloads
