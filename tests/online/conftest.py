"""Fixtures for browser tests: a Chromium per module (with WebGL if the module sets WEBGL), a server per test."""

import pytest
from online.browser import ThreadedServer, chromium


@pytest.fixture(scope="module")
def browser(request):
    with chromium(webgl=getattr(request.module, "WEBGL", False)) as browser:
        yield browser


@pytest.fixture
def server(tmp_path):
    server = ThreadedServer(tmp_path)
    yield server
    server.close()
