"""What the tests of browsers' pages share: a Chromium a module, and a server a test."""

import pytest
from online.browser import ThreadedServer, chromium


@pytest.fixture(scope="module")
def browser():
    with chromium() as browser:
        yield browser


@pytest.fixture
def server(tmp_path):
    server = ThreadedServer(tmp_path)
    yield server
    server.close()
