"""What the tests of browsers' pages share: a Chromium a module, and a server a test."""

import pytest
from online.browser import ThreadedServer, chromium
from online.fast_clock import pass_faster


@pytest.fixture(scope="module")
def browser():
    with chromium() as browser:
        yield browser


@pytest.fixture
def server(tmp_path):
    server = ThreadedServer(tmp_path)
    yield server
    server.close()


@pytest.fixture
def fast_clock(monkeypatch):
    """Ticks, and what comes once a second, come sooner."""
    pass_faster(monkeypatch, 4)
