"""Addresses to which servers redirect clients: read strictly, since any server may send them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpulife.errors import UsageError
from gpulife.online.addresses import PublicAddress


@pytest.mark.parametrize(
    ("text", "socket"),
    [
        ("https://life.example.org", "wss://life.example.org/play"),
        ("https://life.example.org/s1/", "wss://life.example.org/s1/play"),
        ("http://[::1]:7171", "ws://[::1]:7171/play"),
        ("http://10.0.0.5:7171/a/b", "ws://10.0.0.5:7171/a/b/play"),
    ],
)
def test_valid_addresses_and_sockets(text, socket):
    address = PublicAddress.parse(text)
    assert address.socket == socket
    assert PublicAddress.parse(str(address)) == address


@pytest.mark.parametrize(
    "text",
    [
        "", "life.example.org", "ftp://life.example.org", "https://", "https://ada@life.example.org",
        "https://life.example.org/?a=b", "https://life.example.org/#token=x", "https://life.example.org/../x",
        "https://life.example.org//x", "javascript:alert(1)", "https://life.example.org:0", "https://life example.org",
        "https://life.example.org/" + "a" * 200,
    ],
)  # fmt: skip
def test_invalid_addresses(text):
    with pytest.raises(UsageError, match="should be like"):
        PublicAddress.parse(text)


@given(st.text(max_size=60) | st.text("https:/.[]@?#ab0 \\\n", max_size=40).map("https://".__add__))
def test_arbitrary_text_is_plain_address_or_refused(text):
    try:
        address = PublicAddress.parse(text)
    except UsageError:
        return
    assert address.socket.startswith(("ws://", "wss://"))
    assert not set(address.socket) & set("@?# \\\n")
