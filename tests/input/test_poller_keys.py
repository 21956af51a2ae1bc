"""The keyboard: players and the program on one set of keys."""

import pytest
from input.devices import FRAME, Desk

from gpulife.input.bindings import build_bindings
from gpulife.input.commands import Pan, Zoom
from gpulife.input.controls import When
from gpulife.input.events import FocusEvent, KeyEvent, MouseButton, MouseMove


@pytest.fixture
def desk():
    return Desk()


@pytest.fixture
def playing():
    desk = Desk()
    desk.poller.sit_at_keyboard(0)
    desk.poller.sit_at_keyboard(1)
    return desk


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("F2", "option"),
        ("F3", "select"),
        ("F4", "start"),
        ("F5", "reset"),
        ("Grave", "scheme"),
        ("Space", "halt"),
        ("Enter", "step"),
        ("Escape", "again"),
        ("F8", "wild"),
        ("7", "digit"),
        ("F1", "help"),
        ("Equal", "faster"),
        ("Minus", "slower"),
        ("U", "unlimited"),
        ("Home", "fit"),
        ("+LeftShift Escape", "quit"),
        ("+RightCtrl V", "paste"),
        ("+LeftCtrl +LeftShift 2", "resign 1"),
        ("Tab", "panels"),
    ],
)
def test_keys_make_their_requests(desk, keys, said):
    assert desk.keys(keys).said == [said]


@pytest.mark.parametrize("keys", ["+LeftCtrl Space", "+LeftAlt F11", "World1", "+LeftShift Space"])
def test_a_key_with_other_modifiers_does_nothing(desk, keys):
    assert desk.keys(keys).said == []


def test_digit_keys(desk):
    assert [command.a for command in desk.keys("7 KP3").commands] == [7, 3]


def test_player_press_and_release(playing):
    assert playing.keys("+W").said == ["stick 0 -1 0"]
    assert playing.keys("+D").said == ["stick 0 -1 1"]
    assert playing.keys("").said == []
    assert playing.keys("-W").said == ["stick 0 0 1"]
    assert playing.keys("-D").said == ["stick 0 0 0"]
    assert playing.keys("+Left +RightCtrl").said == ["stick 1 0 -1", "trigger 1 1"]
    assert playing.keys("-RightCtrl -Left").said == ["trigger 1 0", "stick 1 0 0"]


def test_a_tap_within_a_frame_is_not_lost(playing):
    assert playing.keys("D LeftShift").said == ["stick 0 0 1", "stick 0 0 0", "trigger 0 1", "trigger 0 0"]


def test_opposite_keys_last_one_wins(playing):
    assert playing.keys("+A").said == ["stick 0 0 -1"]
    assert playing.keys("+D").said == ["stick 0 0 1"]
    assert playing.keys("-D").said == ["stick 0 0 -1"]
    assert playing.keys("+D").said == ["stick 0 0 1"]
    assert playing.keys("-A").said == []
    assert playing.keys("-D").said == ["stick 0 0 0"]


def test_wasd_always_moves_the_cursor(desk):
    assert desk.keys("+W").said == ["stick 0 -1 0"]
    assert desk.keys("F8").said == ["wild"]
    desk.poller.leave_seat(0)
    assert desk.keys("-W").said == ["stick 0 0 0"]
    assert desk.keys("+W").said == ["stick 0 -1 0"]


def test_arrows_pan_or_steer(desk):
    assert set(desk.keys("+Up -Up").said) == {"pan"}
    desk.poller.sit_at_keyboard(1)
    assert desk.keys("Up").said == ["stick 1 -1 0", "stick 1 0 0"]
    assert set(desk.keys("+LeftCtrl Up").said) == {"pan"}


@pytest.mark.parametrize(("key", "player"), [("A", 0), ("S", 0), ("D", 0)])
def test_free_key_joins_and_counts(desk, key, player):
    desk.keys(f"+{key}")
    assert desk.notices == [f"joined {player} keyboard"]
    assert desk.said[0].startswith(f"stick {player}")
    assert desk.keys("-" + key).notices == []
    assert desk.poller.devices() == {player: ("keyboard",)}


@pytest.mark.parametrize(("trigger", "player"), [("LeftShift", 0), ("RightCtrl", 1)])
def test_a_tapped_trigger_joins_without_planting(desk, trigger, player):
    assert desk.keys(f"+{trigger}").notices == []
    assert desk.keys(f"-{trigger}").notices == [f"joined {player} keyboard"]
    assert desk.said == []
    assert desk.keys(f"+{trigger}").said == [f"trigger {player} 1"]


def test_shift_escape_does_not_join(desk):
    desk.keys("+LeftShift Escape -LeftShift")
    assert (desk.said, desk.notices) == (["quit"], [])


def test_trigger_does_not_modify_player_keys(playing):
    assert playing.keys("+LeftShift +D").said == ["trigger 0 1", "stick 0 0 1"]


def test_shift_escape_always_quits(playing):
    assert playing.keys("+LeftShift Escape").said == ["trigger 0 1", "quit"]
    assert playing.keys("+RightShift Escape").said == ["quit"]


@pytest.mark.parametrize("shift", ["LeftShift", "RightShift"])
def test_ctrl_shift_with_a_playing_trigger(playing, shift):
    """If one of the two modifiers is a trigger, Ctrl+Shift+1 must not become Ctrl+1, which is another control."""
    assert playing.keys(f"+LeftCtrl +{shift} 1 S").said[-2:] == ["resign 0", "save-as"]


def test_player_keys_with_unused_modifiers(playing):
    assert playing.keys("+RightShift +D -D -RightShift").said == ["stick 0 0 1", "stick 0 0 0"]
    assert playing.keys("+LeftCtrl +S").said == ["save"]


def test_no_joining_beyond_the_seats():
    desk = Desk(seats=1)
    assert desk.keys("RightCtrl").notices == []
    assert desk.keys("Left").said == ["pan"]
    desk.poller.sit_at_keyboard(1)
    assert desk.keys("Left").said == ["pan"]
    assert desk.poller.devices() == {}


def test_fewer_seats_release_and_leave(playing):
    playing.keys("+Left +A")
    playing.poller.seats = 1
    assert playing.keys("").said == ["stick 1 0 0"]
    assert playing.poller.devices() == {0: ("keyboard",)}


def test_losing_focus_releases_everything(playing):
    playing.keys("+W +Right +LeftShift")
    playing.poll([FocusEvent(gained=False)])
    assert sorted(playing.said) == ["stick 0 0 0", "stick 1 0 0", "trigger 0 0"]
    assert playing.keys("-W -Right -LeftShift").said == []


def test_system_repeats_are_ignored(playing):
    playing.keys("+W")
    assert (
        playing.poll([KeyEvent("W", pressed=True, repeat=True), KeyEvent("Space", pressed=True, repeat=True)]).said
        == []
    )


def test_a_lost_release_does_not_stop_the_next_press(desk):
    desk.keys("+Space")
    assert desk.keys("+Space").said == ["halt"]


def test_held_controls_repeat(desk):
    assert desk.keys("+Backspace").said == ["back"]
    assert [len(desk.poll((), 0.11).said) for _ in range(7)] == [0, 0, 0, 1, 1, 1, 1]  # at 0.4, 0.5, 0.6 and 0.7 s
    assert desk.keys("-Backspace", 0.1).said == []


def test_step_and_halt_do_not_repeat(desk):
    desk.keys("+Space +Enter")
    assert [command for _ in range(20) for command in desk.poll((), 0.1).commands] == []


def test_repeats_after_suspend_are_limited(desk):
    desk.keys("+Backspace")
    assert len(desk.poll((), 3600.0).said) <= 2


def test_holding_zooms_and_pans_smoothly(desk):
    desk.keys("+PageUp +Right")
    zoom, pan = desk.poll((), FRAME).commands
    assert zoom == Zoom(pytest.approx(4**FRAME))
    assert pan == Pan(0.0, pytest.approx(0.7 * FRAME))
    assert desk.keys("-PageUp -Right", FRAME).said == []


def test_a_tap_pans_a_little_however_short(desk):
    (pan,) = desk.keys("Right").commands
    assert 0 < pan.columns < 0.1


def test_letters_for_program_positions_for_players(desk):
    """A keyboard with Z at the position of the US W, and M at that of J."""
    french = [KeyEvent("J", pressed=True, label="M"), KeyEvent("J", pressed=False, label="M")]
    assert desk.poll(french).said == ["mute"]
    desk.poller.sit_at_keyboard(0)
    assert desk.poll([KeyEvent("W", pressed=True, label="Z")]).said == ["stick 0 -1 0"]
    assert desk.poll(french).said == ["mute"]


def test_unknown_letter_uses_position(desk):
    cyrillic = KeyEvent("V", pressed=True, mods=frozenset({"Ctrl"}), label="М")  # noqa: RUF001
    assert desk.poll([cyrillic]).said == ["paste"]


def test_separate_plus_key(desk):
    assert desk.poll([KeyEvent("RightBracket", pressed=True, label="Plus")]).said == ["faster"]


def test_modifiers_known_only_from_event(desk):
    assert desk.poll([KeyEvent("Escape", pressed=True, mods=frozenset({"Shift"}))]).said == ["quit"]


def test_keys_while_typing(playing):
    assert playing.keys("W +LeftShift F11 Space U", typing=True).said == ["fullscreen"]
    assert playing.keys("-LeftShift +RightCtrl -RightCtrl", typing=True).notices == []
    bindings = build_bindings().rebind("fullscreen", "key:F")
    playing.poller.bindings = bindings
    assert playing.keys("F", typing=True).said == []
    assert playing.keys("F", menu=True).said == ["fullscreen"]


def test_menu_takes_keyboard_and_releases(playing):
    playing.keys("+W")
    assert playing.keys("Enter Up Space +D", menu=True).said == ["stick 0 0 0"]
    assert playing.keys("F9", menu=True).said == ["start-screen"]
    assert playing.keys("-W -D").said == []


def test_no_joining_in_a_menu(desk):
    assert desk.keys("A LeftShift", menu=True).notices == []
    assert desk.keys("A", typing=True).notices == []


def test_new_bindings_release_everything(playing):
    playing.keys("+W")
    playing.poller.bindings = playing.poller.bindings.rebind("player1-up", "key:I")
    assert playing.keys("+I").said == ["stick 0 0 0", "stick 0 -1 0"]
    assert playing.keys("-W -I").said == ["stick 0 0 0"]


def test_mouse_makes_no_requests(desk):
    assert desk.poll([MouseMove(1, 2)]).said == []


@pytest.fixture
def drawing(playing):
    """Two players at the keyboard, on a board that people may draw on."""
    playing.poller.set_times((When.DRAWING,), {})
    return playing


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("+LeftCtrl +LeftShift Z", ["redo"]),
        ("+LeftShift +LeftCtrl Z", ["redo"]),
        ("+LeftCtrl +LeftShift S", ["save-as"]),
        ("+RightCtrl Z", ["undo"]),
        ("+RightCtrl +RightShift Z", ["redo"]),
        ("+LeftShift Escape", ["quit"]),
        ("+LeftShift +RightCtrl Z", ["redo"]),
    ],
)
def test_trigger_is_a_modifier_while_drawing(drawing, keys, said):
    let_go = " ".join(f"-{key[1:]}" for key in keys.split() if key[0] == "+")
    assert drawing.keys(keys).said + drawing.keys(let_go).said == said


def test_tapped_trigger_while_drawing(drawing):
    assert drawing.keys("+LeftShift").said == []
    assert drawing.keys("-LeftShift").said == ["trigger 0 1", "trigger 0 0"]
    assert drawing.keys("+RightCtrl +LeftShift").said == []
    assert drawing.keys("-RightCtrl -LeftShift").said == ["trigger 1 1", "trigger 1 0", "trigger 0 1", "trigger 0 0"]


@pytest.mark.parametrize("keys", ["+LeftShift +W", "+W +LeftShift"])
def test_trigger_held_while_steering(drawing, keys):
    assert sorted(drawing.keys(keys).said) == ["stick 0 -1 0", "trigger 0 1"]
    assert sorted(drawing.keys("-W -LeftShift").said) == ["stick 0 0 0", "trigger 0 0"]


def test_other_players_stick_starts_no_trigger(drawing):
    assert drawing.keys("+LeftShift +Right").said == ["stick 1 0 1"]
    assert drawing.keys("-Right -LeftShift").said == ["stick 1 0 0", "trigger 0 1", "trigger 0 0"]


def test_shift_click_is_not_a_trigger(drawing):
    drawing.keys("+LeftShift")
    drawing.poll([MouseButton(button=0, pressed=True, x=5.0, y=5.0, mods=frozenset({"Shift"}))])
    assert drawing.keys("-LeftShift").said == []


def test_leaving_the_keyboard(playing):
    playing.keys("+W")
    playing.poller.leave_keyboard()
    assert playing.keys("").said == ["stick 0 0 0"]
    assert playing.poller.devices() == {}
