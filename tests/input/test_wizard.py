"""The mapping wizard, fed with scripted joysticks, and the file that it writes."""

import pytest

from gpulife.errors import OutputError
from gpulife.input.events import RawPad
from gpulife.input.pad_mappings import STEPS, Wizard, platform_name, read_mappings, save_mapping

GUID = "0300000000000000000000000000abcd"
TARGETS = [step.target for step in STEPS]


class Joystick:
    """An unknown pad with 12 buttons, a hat, and 6 axes, of which 2 and 5 are triggers that rest at -1."""

    def __init__(self):
        self.rest = [0.02, -0.03, -1.0, 0.0, 0.0, -1.0]
        self.wizard = Wizard(self.look())

    def look(self, button=None, hat=0, axis=None, value=0.0):
        axes = list(self.rest)
        if axis is not None:
            axes[axis] = value
        buttons = tuple(number == button for number in range(12))
        return RawPad("Odd, pad", GUID, tuple(axes), buttons, (hat,))

    def read(self, **held):
        self.wizard = self.wizard.read(self.look(**held))
        return self

    def answer(self, **held):
        self.read().read(**held)
        return self

    def until(self, target):
        """Skip to a question, with A answered."""
        self.answer(button=0)
        while self.wizard.step.target != target:
            self.wizard = self.wizard.skip()
        return self

    @property
    def answers(self):
        return list(self.wizard.answers)


@pytest.fixture
def pad():
    return Joystick()


def test_complete_mapping_line(pad):
    held = [{"button": button} for button in range(9)]
    held += [{"axis": 2, "value": 1.0}, {"axis": 5, "value": 1.0}]
    held += [{"hat": 1}, {"hat": 4}, {"hat": 8}, {"hat": 2}]
    held += [
        {"axis": 0, "value": 1.0},
        {"axis": 1, "value": -0.9},
        {"axis": 3, "value": 0.9},
        {"axis": 4, "value": 1.0},
    ]
    held += [{"button": 9}, {"button": 10}]
    for one in held:
        assert pad.wizard.step.prompt
        pad.answer(**one)
    assert pad.wizard.step is None
    assert pad.read(button=3).wizard.step is None
    assert pad.wizard.mapping_line("Linux") == (
        f"{GUID},Odd pad,a:b0,b:b1,x:b2,y:b3,back:b4,start:b5,guide:b6,leftshoulder:b7,rightshoulder:b8,"
        "lefttrigger:a2,righttrigger:a5,dpup:h0.1,dpdown:h0.4,dpleft:h0.8,dpright:h0.2,"
        "leftx:a0,lefty:a1~,rightx:a3,righty:a4,leftstick:b9,rightstick:b10,platform:Linux,"
    )


def test_a_held_button_answers_once(pad):
    pad.answer(button=0)
    for _ in range(5):
        pad.read(button=0)
    assert pad.answers == ["b0"]


def test_initially_held_button_is_no_answer(pad):
    assert pad.read(button=4).read(button=4).answers == []


def test_skip_and_back(pad):
    pad.answer(button=0)
    pad.wizard = pad.wizard.skip()
    pad.answer(button=5)
    assert pad.answers == ["b0", "", "b5"]
    pad.wizard = pad.wizard.back()
    assert pad.wizard.step.target == "x"
    pad.answer(button=7)
    assert pad.wizard.mapping_line("Linux") == f"{GUID},Odd pad,a:b0,x:b7,platform:Linux,"


def test_first_and_last_step(pad):
    assert pad.wizard.back().answers == ()
    for _ in range(len(STEPS) + 3):
        pad.wizard = pad.wizard.skip()
    assert pad.wizard.step is None
    assert not pad.wizard.usable


def test_input_cannot_be_used_twice(pad):
    pad.answer(button=0).answer(button=0)
    assert pad.answers == ["b0"]
    assert pad.wizard.note == "That is already 'a'"
    pad.answer(button=1)
    assert (pad.answers, pad.wizard.note) == (["b0", "b1"], "")


def test_triggers_that_rest_in_the_middle_are_half_axes(pad):
    pad.rest[2] = pad.rest[5] = 0.0
    pad.until("lefttrigger").answer(axis=2, value=1.0).answer(axis=2, value=-1.0)
    assert pad.answers[-2:] == ["+a2", "-a2"]


def test_trigger_resting_at_other_end(pad):
    pad.rest[2] = 1.0
    pad.until("lefttrigger").answer(axis=2, value=-1.0)
    assert pad.answers[-1] == "a2~"


def test_triggers_silent_until_moved(pad):
    pad.rest[2] = 0.0
    pad.read()
    pad.read(axis=2, value=1.0)  # the first prompt asks for this
    assert pad.answers == []
    pad.rest[2] = -1.0
    pad.until("lefttrigger").answer(axis=2, value=1.0)
    assert pad.answers[-1] == "a2"


def test_a_d_pad_of_axes_is_half_axes(pad):
    pad.until("dpup").answer(axis=4, value=-1.0).answer(axis=4, value=1.0)
    assert pad.answers[-2:] == ["-a4", "+a4"]


def test_stick_cannot_use_d_pad_axis(pad):
    pad.until("dpup").answer(axis=4, value=-1.0)
    while pad.wizard.step.target != "lefty":
        pad.wizard = pad.wizard.skip()
    pad.answer(axis=4, value=1.0)
    assert pad.wizard.note == "That is already 'dpup'"


def test_trigger_cannot_use_other_triggers_axis(pad):
    pad.until("lefttrigger").answer(axis=2, value=1.0).answer(axis=2, value=1.0)
    assert pad.wizard.note == "That is already 'lefttrigger'"


def test_invalid_answers_are_ignored(pad):
    pad.until("leftx").answer(button=3).answer(axis=0, value=0.4)
    assert len(pad.answers) == TARGETS.index("leftx")
    pad.wizard = Wizard(pad.look())
    pad.until("dpup").answer(hat=3)
    assert pad.wizard.step.target == "dpup"


@pytest.mark.parametrize(("platform", "name"), [("linux", "Linux"), ("win32", "Windows"), ("darwin", "Mac OS X")])
def test_platform_name(platform, name):
    assert platform_name(platform) == name


LINE = f"{GUID},Odd pad,a:b0,platform:Linux,"


def test_mapping_file_and_folder_are_created(tmp_path):
    path = tmp_path / "new" / "gamecontrollerdb.txt"
    assert read_mappings(path) == ""
    save_mapping(path, LINE)
    assert path.read_text() == LINE + "\n"


def test_mapping_replaces_same_pad_only(tmp_path):
    path = tmp_path / "gamecontrollerdb.txt"
    others = ["# mine", GUID[:-1] + "e,Other,a:b1,platform:Linux,", f"{GUID},Odd,a:b2,platform:Windows,", ""]
    path.write_text("\n".join([*others[:2], f"{GUID.upper()},Odd,a:b9,platform:Linux,", *others[2:], LINE]))
    save_mapping(path, LINE)
    assert path.read_text() == "\n".join([*others[:2], LINE, *others[2:], ""])


def test_unreadable_file_gives_one_line_error(tmp_path):
    with pytest.raises(OutputError, match="cannot read"):
        read_mappings(tmp_path)
