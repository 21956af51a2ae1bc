"""Host, Origin and X-Forwarded-For headers, all of them untrusted."""

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpulife.errors import GpulifeError
from gpulife.online.addresses import (
    Authority,
    Origins,
    client_address,
    is_allowed_origin,
    is_own_host,
    limit_key,
    machine_names,
    parse_networks,
)

ADDRESSES = st.ip_addresses()
NAMES = frozenset({"localhost", "play.example.org"})


def in_url(address: object) -> str:
    return f"[{address}]" if ":" in str(address) else str(address)


@given(ADDRESSES, st.none() | st.integers(1, 65535))
def test_numeric_hosts(address: ipaddress.IPv4Address | ipaddress.IPv6Address, port: int | None) -> None:
    found = Authority.parse(in_url(address) + ("" if port is None else f":{port}"))
    assert found is not None
    assert found.port == port
    assert is_own_host(found, frozenset())
    assert Authority.parse(str(found)) == found


@given(st.text())
def test_arbitrary_text_gives_safe_authority_or_none(text: str) -> None:
    found = Authority.parse(text)
    if found is not None:
        assert set(str(found)) <= set("abcdefghijklmnopqrstuvwxyz0123456789._-:[]")
        assert Authority.parse(str(found)) == found


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a b",
        "a:0",
        "a:65536",
        "a:",
        ":80",
        "a:b",
        "[::1",
        "::1",
        "[1.2.3.4]",
        "a/b",
        "a;b",
        "a\n",
        "ü.de",
        "[::1%0]",
    ],
)
def test_invalid_authorities(text: str) -> None:
    assert Authority.parse(text) is None


@pytest.mark.parametrize("name", ["localhost", "LOCALHOST:9000", "play.example.org.", "192.0.2.7:80", "[::1]:8"])
def test_own_hosts(name: str) -> None:
    host = Authority.parse(name)
    assert host is not None
    assert is_own_host(host, NAMES)


@pytest.mark.parametrize("name", ["evil.example", "localhost.evil.example", "play.example.org.evil", "0x7f.1", "127.1"])
def test_foreign_hosts(name: str) -> None:
    host = Authority.parse(name)
    assert host is not None
    assert not is_own_host(host, NAMES)


def test_machine_names() -> None:
    assert "localhost" in machine_names()
    assert any(name.endswith(".local") for name in machine_names())


@given(ADDRESSES, st.integers(1, 65535), st.sampled_from(["http", "https"]))
def test_own_origin_is_allowed(address: object, port: int, scheme: str) -> None:
    text = f"{in_url(address)}:{port}"
    host = Authority.parse(text)
    assert host is not None
    assert is_allowed_origin([f"{scheme}://{text}"], host, Origins.SAME)
    assert is_allowed_origin([f"{scheme}://{text}"], host, Origins.SAME_OR_NONE)
    assert not is_allowed_origin([f"{scheme}://{text}"], host, Origins.NONE)


@given(st.text() | st.sampled_from(["null", "file://", "http://a.example:8000/", "http://x@a.example:8000"]))
def test_foreign_origins_are_refused(origin: str) -> None:
    host = Authority("a.example", 8000)
    if origin.lower() not in {"http://a.example:8000", "https://a.example:8000"}:
        for allowed in Origins:
            assert not is_allowed_origin([origin], host, allowed)


def test_default_ports_may_be_omitted() -> None:
    assert is_allowed_origin(["https://a.example"], Authority("a.example"), Origins.SAME)
    assert is_allowed_origin(["https://a.example"], Authority("a.example", 443), Origins.SAME)
    assert not is_allowed_origin(["https://a.example"], Authority("a.example", 80), Origins.SAME)
    assert not is_allowed_origin(["http://a.example"], Authority("a.example", 8000), Origins.SAME)


def test_missing_origin() -> None:
    host = Authority("a.example", 8000)
    assert [is_allowed_origin([], host, each) for each in Origins] == [False, True, True]
    twice = ["http://a.example:8000"] * 2
    assert not any(is_allowed_origin(twice, host, each) for each in Origins)


PROXIES = parse_networks(["10.0.0.0/8", "fd00::1"])


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("192.0.2.1", ["203.0.113.9"], "192.0.2.1"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        ("10.0.0.1", ["198.51.100.1, 203.0.113.9"], "203.0.113.9"),
        ("10.0.0.1", ["198.51.100.1, 203.0.113.9, 10.1.1.1"], "203.0.113.9"),
        ("10.0.0.1", ["198.51.100.1", "203.0.113.9", "10.1.1.1"], "203.0.113.9"),
        ("10.0.0.1", ["203.0.113.9, unknown"], "10.0.0.1"),
        ("10.0.0.1", ["203.0.113.9:80"], "10.0.0.1"),
        ("fd00::1", ["2001:db8::1"], "2001:db8::1"),
        ("::ffff:10.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        ("fe80::1%eth0", [], "fe80::1"),
        ("", [], ""),
    ],
)
def test_forwarded_addresses_from_trusted_proxies(peer: str, forwarded: list[str], client: str) -> None:
    assert client_address(peer, forwarded, PROXIES) == client


@given(ADDRESSES, st.lists(st.text()))
def test_forwarded_addresses_without_proxies(address: object, forwarded: list[str]) -> None:
    assert ipaddress.ip_address(client_address(str(address), forwarded)) in {
        address, getattr(address, "ipv4_mapped", None),
    }  # fmt: skip


@given(st.lists(st.text() | ADDRESSES.map(str)), ADDRESSES.filter(lambda each: str(each) not in str(PROXIES)))
def test_forged_forwarded_entries(invented: list[str], real: object) -> None:
    if not any(ipaddress.ip_address(str(real)) in network for network in PROXIES):
        said = [", ".join([*invented, str(real)])]
        assert client_address("10.0.0.1", said, PROXIES) == client_address(str(real), [])


def test_ipv6_household_is_one_key() -> None:
    assert limit_key("2001:db8::1") == limit_key("2001:db8::ffff:1") == "2001:db8::/64"
    assert limit_key("2001:db8:0:1::1") != limit_key("2001:db8::1")
    assert limit_key("192.0.2.1") == "192.0.2.1"


def test_invalid_proxy_is_refused() -> None:
    with pytest.raises(GpulifeError, match=r"proxy 'nginx': should be an address or a network, such as 10\.0\.0\.0/8"):
        parse_networks(["nginx"])
