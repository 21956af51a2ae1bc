"""Fixtures for browser tests: a Chromium per module, a server per test; and a faster clock."""

import pytest
from online.browser import ThreadedServer, chromium
from online.fast_clock import pass_faster
from online.native import PATIENCE


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
    """Run ticks and periodic messages four times as fast."""
    pass_faster(monkeypatch, 4)
    monkeypatch.setattr("online.native.PATIENCE", 4 * PATIENCE)
