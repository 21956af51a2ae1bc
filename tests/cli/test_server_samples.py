"""The samples in examples/server fit gpulife's options and behaviour."""

import configparser
import re
import shlex
from ipaddress import ip_network
from pathlib import Path

import pytest

import gpulife.online.server.serving as serving
from gpulife.cli.main import main
from gpulife.online.server._people import SEAT_SECONDS
from gpulife.online.storage import _retention as retention

SAMPLES = Path(__file__).parents[2] / "examples" / "server"


def served_by(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> tuple[object, object]:
    """Return the options of the server that a command line would start."""
    found = []

    async def serve_until(_is_over, options, location, *, is_announced):
        found.append((options, location))
        assert not is_announced

    monkeypatch.setattr(serving, "serve_until", serve_until)
    assert main(arguments) == 0
    return found[0]


def test_service_sample_serves_behind_a_proxy(monkeypatch):
    unit = configparser.ConfigParser(interpolation=None)
    unit.optionxform = str
    unit.read(SAMPLES / "gpulife.service")
    service = unit["Service"]
    program, *arguments = shlex.split(service["ExecStart"])
    assert Path(program).name == "gpulife"
    options, location = served_by(arguments, monkeypatch)
    assert options.hosts == ("127.0.0.1", "::1")
    assert list(options.trusted_proxies) == [ip_network("127.0.0.1/32")]
    assert location == Path("/var/lib") / service["StateDirectory"]
    for sample in ("Caddyfile", "nginx.conf"):
        text = (SAMPLES / sample).read_text(encoding="utf-8")
        assert f"127.0.0.1:{options.port}" in text
        assert set(re.findall(r"[a-z]+\.example\.org", text)) == options.names


@pytest.mark.parametrize(
    ("sample", "said"),
    [
        (
            "nginx.conf",
            ["Host $host", "Upgrade $http_upgrade", "X-Forwarded-For $remote_addr", "proxy_http_version 1.1"],
        ),
        ("Caddyfile", ["reverse_proxy"]),
    ],
)
def test_proxy_samples_pass_the_required_headers(sample, said):
    text = (SAMPLES / sample).read_text(encoding="utf-8")
    assert text.count("{") == text.count("}")
    for words in said:
        assert words in text


def test_guide_names_storage_times():
    text = " ".join((SAMPLES.parents[1] / "docs/guide/online.md").read_text(encoding="utf-8").split())
    day = retention.DAY
    for words, seconds in (
        ("| matches that nobody began | 7 days |", retention.OPEN_SECONDS / (7 * day)),
        ("| matches in which nobody did anything | 90 days |", retention.IDLE_SECONDS / (90 * day)),
        ("| logs of ended matches | 30 days |", retention.LOG_SECONDS / (30 * day)),
        ("| replays | a year |", retention.REPLAY_SECONDS / (365 * day)),
        ("| people with a rating | two years |", retention.PERSON_SECONDS / (2 * 365 * day)),
        ("| people without a rating | 30 days |", retention.UNUSED_SECONDS / (30 * day)),
        ("| bans | a year |", retention.BAN_SECONDS / (365 * day)),
        ("who has left is kept for two minutes", SEAT_SECONDS / 120),
    ):
        assert words in text
        assert seconds == 1, words
