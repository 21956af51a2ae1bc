"""Keeping the screen on: with wakepy, without it, refused, or broken; the display runs in any case."""

import sys
from types import SimpleNamespace

import pytest

from gpulife.art.display import MISSING, keep_awake
from gpulife.log import LOGGER


class Mode:
    def __init__(self, fails="", refuses=False):
        self.fails, self.active, self.method = fails, not refuses, "org.example.Inhibit"
        self.result = SimpleNamespace(get_failure_text=lambda: "No method\n  worked here" + "!" * 1000)
        self.calls = []

    def __enter__(self):
        self.calls.append("on")
        if self.fails == "on":
            raise OSError("no bus\nat all")
        return self

    def __exit__(self, *_):
        self.calls.append("off")
        if self.fails == "off":
            raise OSError("bus gone")


@pytest.fixture
def install(monkeypatch):
    def put(mode):
        library = SimpleNamespace(keep=SimpleNamespace(presenting=lambda **_: mode))
        monkeypatch.setitem(sys.modules, "wakepy", library)
        return mode

    return put


@pytest.fixture
def awake(logged):
    def run():
        with keep_awake() as active:
            LOGGER.info("runs")
        return active, logged()

    return run


def test_inhibitor_is_taken_and_released(install, awake):
    mode = install(Mode())
    assert awake() == (True, ["the screen is kept on by org.example.Inhibit", "runs"])
    assert mode.calls == ["on", "off"]


def test_inhibitor_is_released_after_error(install):
    mode = install(Mode())
    with pytest.raises(KeyError), keep_awake():
        raise KeyError
    assert mode.calls == ["on", "off"]


def test_missing_library_is_logged(monkeypatch, awake):
    monkeypatch.setitem(sys.modules, "wakepy", None)
    assert awake() == (False, [MISSING, "runs"])


def test_refusal_is_one_line(install, awake):
    install(Mode(refuses=True))
    active, told = awake()
    assert not active
    assert told[0].startswith("the screen may turn off: No method worked here!")
    assert len(told) == 2
    assert len(told[0]) < 330


@pytest.mark.parametrize(
    ("fails", "lines"),
    [
        ("on", ["the screen may turn off: no bus at all", "runs"]),
        ("off", ["the screen is kept on by org.example.Inhibit", "runs", "the screen may stay on: bus gone"]),
    ],
)
def test_failure_is_one_line(install, fails, lines, awake):
    install(Mode(fails))
    assert awake()[1] == lines
