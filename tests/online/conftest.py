"""What the tests of browsers' pages share: a Chromium a module, with WebGL if that has WEBGL, and a server a test."""

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
