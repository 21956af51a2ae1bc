"""Messages of phones, valid and invalid."""

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpulife.input.names import PAD_INPUTS
from gpulife.online.phone_book import (
    BUTTONS,
    MAX_TEXT,
    Button,
    Join,
    PadInput,
    Ping,
    ProtocolError,
    View,
    decode_input,
    decode_text,
    encode,
    encode_input,
)

WAY = st.integers(-127, 127).map(lambda value: value / 127)


@given(st.frozensets(st.sampled_from(BUTTONS)), WAY, WAY)
def test_pad_state_round_trip(buttons: frozenset[str], x: float, y: float) -> None:
    held = PadInput(buttons, x, y)
    assert decode_input(encode_input(held)) == held
    assert len(encode_input(held)) == 6


@given(st.binary(max_size=12))
def test_arbitrary_bytes_are_state_or_refused(data: bytes) -> None:
    try:
        held = decode_input(data)
    except ProtocolError:
        assert len(data) != 6 or int.from_bytes(data[:4], "big") >> len(BUTTONS)
    else:
        assert held.buttons <= set(BUTTONS)
        assert -1 <= held.x <= 1
        assert -1 <= held.y <= 1


def test_buttons_are_those_of_gamepads() -> None:
    assert set(BUTTONS) == {name for name in PAD_INPUTS if not name.startswith(("ls_", "rs_"))}


TEXTS = st.text() | st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["t", "key", "pad", "time"]), inner),
    max_leaves=5,
).map(json.dumps)


@given(TEXTS)
def test_arbitrary_text_is_message_or_refused(text: str) -> None:
    try:
        message = decode_text(text)
    except ProtocolError:
        return
    assert isinstance(message, Join | Ping)
    assert len(text) <= MAX_TEXT


@pytest.mark.parametrize("message", [Join("key"), Join("key", "pad"), Ping(0), Ping(2**53)])
def test_message_round_trip(message: Join | Ping) -> None:
    assert decode_text(encode(message)) == message


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[" * 200, '{"t":"ping","time":-1}', '{"t":"ping","time":1,"x":2}', '{"t":"view"}', '{"t":"join"}'],
)
def test_invalid_messages(text: str) -> None:
    with pytest.raises(ProtocolError, match="not a valid message from a phone"):
        decode_text(text)


def test_long_text_is_refused() -> None:
    with pytest.raises(ProtocolError, match="201 characters"):
        decode_text(" " * 201)


def test_a_view_is_plain_json() -> None:
    view = View(1, "Ada", "#ff0000", "Press A", (Button(1, "A", "Plant"),))
    assert msgspec.json.decode(encode(view))["buttons"] == [{"bits": 1, "cap": "A", "label": "Plant"}]
