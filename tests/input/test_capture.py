"""Waiting for the key or button that a control is to be bound to."""

import pytest
from input.devices import FakePads

from gpulife.input.bindings import BindingCapture, find_control
from gpulife.input.events import KeyEvent, MouseMove
from gpulife.input.names import parse_input


def down(key, *mods, label=""):
    return KeyEvent(key, pressed=True, mods=frozenset(mods), label=label)


def up(key):
    return KeyEvent(key, pressed=False)


@pytest.fixture
def pads():
    return FakePads()


def capture(control, pads):
    return BindingCapture(find_control(control), pads, 0.25)


@pytest.mark.parametrize(
    ("control", "events", "name"),
    [
        ("halt", [MouseMove(1, 1), down("H")], "key:H"),
        ("halt", [down("LeftCtrl", "Ctrl"), down("H", "Ctrl")], "key:Ctrl+H"),
        ("halt", [down("Z", label="W")], "key:W"),
        ("halt", [down("LeftBracket", label="Ü")], "key:Ü"),
        ("halt", [down("1", label="&")], "key:1"),
        ("halt", [up("H")], ""),
        ("player1-up", [down("Z", label="W")], "key:Z"),
        ("player1-up", [down("I", "Shift")], "key:I"),
        ("player1-trigger", [down("RightShift")], ""),
        ("player1-trigger", [down("RightShift"), up("RightShift")], "key:RightShift"),
        ("halt", [KeyEvent("H", pressed=True, repeat=True)], ""),
    ],
)
def test_capture_of_keys(pads, control, events, name):
    found = capture(control, pads).poll(events)
    assert found == name
    assert not found or str(parse_input(found)) == found


def test_capture_of_buttons_sticks_and_chords(pads):
    pads.hold(0, "a")
    waiting = capture("halt", pads)
    assert waiting.poll([]) == ""  # held already
    pads.hold(0)
    assert waiting.poll([]) == ""
    pads.hold(0, left_trigger=1.0)
    assert waiting.poll([]) == ""
    pads.hold(0, "y", left_trigger=1.0)
    assert waiting.poll([]) == "pad:lt+y"
    pads.hold(0)
    assert waiting.poll([]) == ""
    pads.hold(0, right_x=-1.0)
    assert waiting.poll([]) == "pad:rs_left"


def test_back_alone_counts_on_release(pads):
    pads.hold(0)
    waiting = capture("select", pads)
    pads.hold(0, "back")
    assert waiting.poll([]) == ""
    pads.hold(0)
    assert waiting.poll([]) == "pad:back"


def test_pads_plugged_during_capture(pads):
    waiting = capture("halt", pads)
    pads.hold(3, "x")
    assert waiting.poll([]) == ""
    pads.pull(3)
    assert waiting.poll([]) == ""
