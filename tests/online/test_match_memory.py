"""The matches that a client remembers: hosted or with a seat, until they end or the user leaves."""

import json
from concurrent.futures import ThreadPoolExecutor

from gpulife.online.client.connection import MatchMemory
from gpulife.online.client.known_servers import MAX_MATCHES, KnownMatch, KnownServers
from gpulife.online.client.server_address import ServerAddress
from gpulife.online.protocol import Ended, Join, Refused, Seated

HERE = ServerAddress("127.0.0.1")
ENDED = "00"
"""The match's secret, as revealed at the end."""


def seated(code: str, seat: int = 0, *, host: bool = False) -> Seated:
    return Seated("1", code, {"game": "biowar"}, seat, host=host)


def codes(known: KnownServers) -> list[str]:
    return [match.code for server in known.load() for match in server.matches]


def memory(folder) -> tuple[KnownServers, MatchMemory]:
    known = KnownServers(folder / "servers.json")
    known.remember(HERE, "Ada's server", "token")
    return known, MatchMemory(known, HERE)


def test_leaving_before_the_match_begins(tmp_path):
    known, mind = memory(tmp_path)
    mind.note_received(seated("AAAA", host=True), None)
    mind.note_leaving(has_begun=False)
    assert codes(known) == ["AAAA"]
    mind.note_received(seated("BBBB"), None)
    assert codes(known) == ["BBBB", "AAAA"]
    mind.note_leaving(has_begun=False)
    assert codes(known) == ["AAAA"]
    mind.note_received(seated("AAAA", host=True), None)
    mind.note_leaving(has_begun=True)
    assert codes(known) == []


def test_ended_matches_are_forgotten(tmp_path):
    known, mind = memory(tmp_path)
    mind.note_received(seated("AAAA"), None)
    mind.note_received(Ended("The server stops.", waits=True), None)
    mind.note_received(Ended("You have joined this match from another window or device."), None)
    assert codes(known) == ["AAAA"]
    mind.note_received(Refused("unknown", "no match"), None)
    assert codes(known) == ["AAAA"], "it is asked for again"
    mind.note_received(Refused("unknown", "no match"), Join("AAAA"))
    assert codes(known) == []
    mind.note_received(seated("BBBB"), None)
    mind.note_received(Ended("The host has closed the match.", "", ENDED), None)
    assert codes(known) == []


def test_spectators_match_is_not_remembered(tmp_path):
    known, mind = memory(tmp_path)
    mind.note_received(seated("AAAA", seat=-1), None)
    assert codes(known) == []


def test_welcome_keeps_matches_up_to_a_limit(tmp_path):
    known, _ = memory(tmp_path)
    for number in range(MAX_MATCHES + 3):
        known.note_match(HERE, f"CODE{number}", "biowar")
    known.note_own(HERE, is_open=True)
    known.remember(HERE, "Ada's server", "token2")
    server = known.find(HERE)
    assert server is not None
    assert (server.token, server.own, len(server.matches)) == ("token2", "open", MAX_MATCHES)
    assert server.matches[0] == KnownMatch(f"CODE{MAX_MATCHES + 2}", "biowar")


def test_concurrent_connections_keep_all_matches(tmp_path):
    known, _ = memory(tmp_path)
    with ThreadPoolExecutor(8) as pool:
        for _ in pool.map(lambda number: known.note_match(HERE, f"CODE{number}", "biowar"), range(MAX_MATCHES)):
            pass
    assert sorted(codes(known)) == [f"CODE{number}" for number in range(MAX_MATCHES)]


def test_older_files_are_read(tmp_path):
    (tmp_path / "servers.json").write_text(json.dumps({"servers": [{"address": "127.0.0.1", "token": "t"}]}))
    (server,) = KnownServers(tmp_path / "servers.json").load()
    assert (server.own, server.matches) == ("", ())
