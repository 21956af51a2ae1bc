"""The file of servers that the user has visited."""

import pytest
from fuzzing import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from gpulife.online.client.known_servers import MAX_SERVERS, KnownServer, KnownServers
from gpulife.online.client.server_address import ServerAddress

HOME = ServerAddress("192.168.1.7")


def test_servers_are_unique_and_latest_first(tmp_path):
    known = KnownServers(tmp_path / "servers.json")
    assert known.load() == ()
    for number in range(MAX_SERVERS + 5):
        known.remember(ServerAddress(f"10.0.0.{number}"), "x", f"token {number}")
    known.remember(HOME, "Ada's house", "a")
    known.remember(HOME, "Ada's house", "b")
    assert known.load()[0] == KnownServer("192.168.1.7", "Ada's house", "b")
    assert len(known.load()) == MAX_SERVERS
    assert known.token(HOME) == "b"
    assert known.token(ServerAddress("192.168.1.7", 99)) == ""
    known.forget(HOME)
    assert known.find(HOME) is None


def test_file_is_private(tmp_path):
    known = KnownServers(tmp_path / "servers.json")
    known.remember(HOME, "", "secret")
    assert known.path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("content", [b"", b"[]", b'{"servers": [{"address": "a b"}]}', b'{"servers": 3}', b"\xff"])
def test_damaged_file_reads_as_empty(tmp_path, content):
    known = KnownServers(tmp_path / "servers.json")
    known.path.write_bytes(content)
    assert known.load() == ()
    known.remember(HOME, "", "t")
    assert known.token(HOME) == "t"


@settings(max_examples=examples(30))
@given(st.binary(max_size=200))
def test_arbitrary_files_do_not_fail(tmp_path_factory, content):
    known = KnownServers(tmp_path_factory.mktemp("known") / "servers.json")
    known.path.write_bytes(content)
    assert isinstance(known.load(), tuple)
