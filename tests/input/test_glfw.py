"""The glfw side, in a process of its own under Xvfb: one process can have only one glfw, that of imgui_bundle."""

import json
import os
import subprocess
import sys

import pytest

WINDOW = """
import imgui_bundle  # before glfw, as in the program
import glfw, json, subprocess, sys, time
from gpulife.input.events import FocusEvent, KeyEvent, MouseMove
from gpulife.input.glfw_input import WindowInput, key_label

assert glfw.init()
glfw.window_hint(glfw.CLIENT_API, glfw.NO_API)
window = glfw.create_window(300, 200, "keys", None, None)
earlier = []
glfw.set_key_callback(window, lambda *event: earlier.append(event))
source = WindowInput(window)
if len(sys.argv) > 1:
    from imgui_bundle import imgui
    import ctypes
    imgui.create_context()
    imgui.backends.glfw_init_for_opengl(ctypes.cast(window, ctypes.c_void_p).value, True)
subprocess.run(["xdotool", "mousemove", "150", "100"], check=True)
subprocess.run(["xdotool", "keydown", "w", "keyup", "w", "key", "shift+Escape", "keydown", "Control_R", "keyup",
                "Control_R", "key", "plus", "click", "1", "click", "4"], check=True)
events = []
for _ in range(200):
    glfw.wait_events_timeout(0.05)
    events += source.take()
    if any(type(event).__name__ == "MouseWheel" for event in events):
        break
keys = [[e.key, e.pressed, sorted(e.mods), e.label] for e in events if isinstance(e, KeyEvent)]
kinds = sorted({type(event).__name__ for event in events})
print(json.dumps({"keys": keys, "kinds": kinds, "earlier": len(earlier), "label": key_label("W")}))
glfw.terminate()
"""

PADS = """
import imgui_bundle
import glfw, json, logging, os, sys
from pathlib import Path
from gpulife.input.glfw_input import GlfwPads, add_mapping, load_mappings

lines = []
handler = logging.Handler()
handler.emit = lambda record: lines.append(record.getMessage())
logging.getLogger("gpulife").addHandler(handler)

assert glfw.init()
pads = GlfwPads()
assert pads.poll() == {} and pads.unmapped() == {}
for path, variable in json.loads(sys.argv[1]):
    os.environ["SDL_GAMECONTROLLERCONFIG"] = variable
    load_mappings(Path(path))
    print(json.dumps(lines))
    lines.clear()
glfw.terminate()
"""

FAKE_JOYSTICKS = """
import imgui_bundle
import glfw, types
from gpulife.input.glfw_input import GlfwPads
from gpulife.input.events import PadState, RawPad

# Socket 0 has a mapping, socket 3 has none; a real one would need the kernel.
glfw.joystick_present = lambda number: number in (0, 3)
glfw.joystick_is_gamepad = lambda number: number == 0
glfw.get_gamepad_name = lambda number: "Known"
glfw.get_joystick_name = lambda number: b"Odd"
glfw.get_joystick_guid = lambda number: b"abc%d" % number
down = (glfw.GAMEPAD_BUTTON_A, glfw.GAMEPAD_BUTTON_GUIDE, glfw.GAMEPAD_BUTTON_DPAD_LEFT)
buttons = [number in down for number in range(15)]
glfw.get_gamepad_state = lambda number: types.SimpleNamespace(buttons=buttons, axes=[0.5, 0, 0, 0, -1, 1])
glfw.get_joystick_axes = lambda number: ([0.25, -1.0], 2)
glfw.get_joystick_buttons = lambda number: ([0, 1, 0, 1, 0, 0, 0], 7)  # the last four are the hat again
glfw.get_joystick_hats = lambda number: ([1], 1)

held = frozenset({"a", "guide", "dpad_left"})
assert GlfwPads().poll() == {0: PadState("Known", "abc0", (0.5, 0, 0, 0, -1, 1), held)}, GlfwPads().poll()
assert GlfwPads().unmapped() == {3: RawPad("Odd", "abc3", (0.25, -1.0), (False, True, False), (1,))}
"""

TOKENS = """
import imgui_bundle
import glfw
from gpulife.input.glfw_input import KEY_NUMBERS

known = {value for name, value in vars(glfw).items() if name.startswith("KEY_")} - {glfw.KEY_UNKNOWN}
assert set(KEY_NUMBERS.values()) == known, known ^ set(KEY_NUMBERS.values())
assert KEY_NUMBERS["Grave"] == glfw.KEY_GRAVE_ACCENT and KEY_NUMBERS["RightCtrl"] == glfw.KEY_RIGHT_CONTROL
"""


def run(script: str, *arguments: object, **environment: str) -> str:
    command = [sys.executable, "-c", script, *map(str, arguments)]
    result = subprocess.run(
        command, capture_output=True, text=True, check=False, env=os.environ | environment, timeout=60
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.fixture
def display():
    """An X server of its own, without a window manager."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "640x480x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL) as server:
        os.close(write)
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()
        yield f":{number}"
        server.terminate()


@pytest.mark.needs("Xvfb", "xdotool")
@pytest.mark.parametrize("imgui", [[], ["imgui"]])
def test_window_events_and_earlier_callbacks(display, imgui):
    seen = json.loads(run(WINDOW, *imgui, DISPLAY=display))
    assert seen["keys"][:2] == [["W", True, [], ""], ["W", False, [], ""]]
    assert ["LeftShift", True] in [key[:2] for key in seen["keys"]]
    assert ["Escape", True, ["Shift"], ""] in seen["keys"]
    assert ["RightCtrl", False] in [key[:2] for key in seen["keys"]]
    assert ["Equal", True, ["Shift"], ""] in seen["keys"]
    assert seen["kinds"] == ["FocusEvent", "KeyEvent", "MouseButton", "MouseMove", "MouseWheel"]
    assert seen["earlier"] == len(seen["keys"])
    assert seen["label"] == "W"


def test_mapped_and_unmapped_pads():
    run(FAKE_JOYSTICKS)


def test_every_key_of_glfw_has_a_name():
    run(TOKENS)


GOOD = "03000000aaaa000011110000abcd0000,Mine,a:b0,platform:Linux,"


@pytest.mark.needs("Xvfb", "xdotool")
def test_mappings_come_from_the_file_and_the_environment(display, tmp_path):
    path, worse, none, named = (tmp_path / name for name in ("good.txt", "worse.txt", "none", "more.txt"))
    path.write_text(f"# comment\n\n{GOOD}\nnonsense\n")
    worse.write_text("nonsense\n" * 1000)
    named.write_text("worse,\n")
    nonsense = f"{path}: 'nonsense' is not a mapping like GUID,name,a:b0,...,platform:Linux,"
    variable = "SDL_GAMECONTROLLERCONFIG: "
    hostile = ("none", "x" * 5000, "~nobody/x", f"{GOOD}\udcff", "\udcff")
    cases = [
        (path, "", nonsense),
        (path, str(named), nonsense, f"{variable}'worse,'"),
        (path, f"{GOOD}\nbad,line", nonsense, f"{variable}'bad,line'"),
        *((none, text, variable) for text in hostile),
        (worse, "", f"{worse}: 'nonsense' (and 999 more) is not a mapping"),
    ]
    given = json.dumps([(str(file), text) for file, text, *_ in cases])
    told = run(PADS, given, DISPLAY=display, SDL_GAMECONTROLLERCONFIG="\udcff").splitlines()
    for lines, (*_, text, first, second) in zip(
        map(json.loads, told), (case if len(case) == 4 else (*case, "") for case in cases), strict=True
    ):
        assert len(lines) == 1 + bool(second), text
        assert lines[0].startswith(first)
        assert lines[-1].startswith(second or first)
