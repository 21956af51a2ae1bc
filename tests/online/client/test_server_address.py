"""Addresses of servers, as people type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpulife.errors import UsageError
from gpulife.online.client.server_address import Invitation, ServerAddress, read_address


@pytest.mark.parametrize(
    ("typed", "host", "port", "tls", "code"),
    [
        ("192.168.1.7", "192.168.1.7", 7171, False, ""),
        (" Ada-Laptop:80 ", "ada-laptop", 80, False, ""),
        ("http://ada-laptop:7171/", "ada-laptop", 7171, False, ""),
        ("https://life.example.org", "life.example.org", 443, True, ""),
        ("https://life.example.org/#match=K7PQ2MXA", "life.example.org", 443, True, "K7PQ2MXA"),
        ("http://10.0.0.2:7171/#match=<b>", "10.0.0.2", 7171, False, ""),
        ("fe80::1%eth0", "fe80::1%eth0", 7171, False, ""),
        ("[::1]:99", "::1", 99, False, ""),
        ("localhost", "localhost", 7171, False, ""),
    ],
)
def test_valid_addresses(typed, host, port, tls, code):
    assert read_address(typed) == Invitation(ServerAddress(host, port, tls), code)


@pytest.mark.parametrize(
    "typed",
    [
        "",
        " ",
        "a b",
        "http://",
        "ada:0",
        "ada:99999",
        "ada:x",
        "ftp://ada",
        "me@ada",
        "ada/../x\x1b",
        "-" * 300,
        "a..b",
        "[::1",
    ],
)
def test_invalid_addresses_give_one_line(typed):
    with pytest.raises(UsageError, match="should be an address such as") as error:
        read_address(typed)
    assert "\n" not in str(error.value)


@given(st.text(max_size=60))
def test_arbitrary_text_is_address_or_usage_error(typed):
    try:
        address = read_address(typed).address
    except UsageError:
        return
    assert read_address(address.text).address == address
    assert read_address(address.page).address == address


def test_invitation_round_trip():
    address = ServerAddress("fe80::1%2", 7171)
    assert address.socket == "ws://[fe80::1%252]:7171/play"
    home = ServerAddress("192.168.1.7", 4000)
    assert home.invitation("K7PQ2MXA") == "http://192.168.1.7:4000/#match=K7PQ2MXA"
    assert read_address(home.invitation("K7PQ2MXA")) == Invitation(home, "K7PQ2MXA")
