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
def test_keys_do_what_the_table_says(desk, keys, said):
    assert desk.keys(keys).said == [said]


@pytest.mark.parametrize("keys", ["+LeftCtrl Space", "+LeftAlt F11", "World1", "+LeftShift Space"])
def test_a_key_with_other_modifiers_does_nothing(desk, keys):
    assert desk.keys(keys).said == []


def test_a_digit_says_which(desk):
    assert [command.a for command in desk.keys("7 KP3").commands] == [7, 3]


def test_players_press_and_let_go(playing):
    assert playing.keys("+W").said == ["stick 0 -1 0"]
    assert playing.keys("+D").said == ["stick 0 -1 1"]
    assert playing.keys("").said == []
    assert playing.keys("-W").said == ["stick 0 0 1"]
    assert playing.keys("-D").said == ["stick 0 0 0"]
    assert playing.keys("+Left +RightCtrl").said == ["stick 1 0 -1", "trigger 1 1"]
    assert playing.keys("-RightCtrl -Left").said == ["trigger 1 0", "stick 1 0 0"]


def test_a_tap_within_a_frame_is_not_lost(playing):
    assert playing.keys("D LeftShift").said == ["stick 0 0 1", "stick 0 0 0", "trigger 0 1", "trigger 0 0"]


def test_of_two_opposite_keys_the_last_wins_and_gives_way(playing):
    assert playing.keys("+A").said == ["stick 0 0 -1"]
    assert playing.keys("+D").said == ["stick 0 0 1"]
    assert playing.keys("-D").said == ["stick 0 0 -1"]
    assert playing.keys("+D").said == ["stick 0 0 1"]
    assert playing.keys("-A").said == []
    assert playing.keys("-D").said == ["stick 0 0 0"]


def test_every_key_of_wasd_moves_the_cursor_whoever_has_joined(desk):
    assert desk.keys("+W").said == ["stick 0 -1 0"]
    assert desk.keys("F8").said == ["wild"]
    desk.poller.leave_seat(0)
    assert desk.keys("-W").said == ["stick 0 0 0"]
    assert desk.keys("+W").said == ["stick 0 -1 0"]


def test_arrows_pan_until_somebody_plays_on_them_and_with_ctrl_always(desk):
    assert set(desk.keys("+Up -Up").said) == {"pan"}
    desk.poller.sit_at_keyboard(1)
    assert desk.keys("Up").said == ["stick 1 -1 0", "stick 1 0 0"]
    assert set(desk.keys("+LeftCtrl Up").said) == {"pan"}


@pytest.mark.parametrize(("key", "player"), [("A", 0), ("S", 0), ("D", 0)])
def test_a_key_that_means_nothing_else_joins_and_counts(desk, key, player):
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


def test_quitting_with_shift_joins_nobody(desk):
    desk.keys("+LeftShift Escape -LeftShift")
    assert (desk.said, desk.notices) == (["quit"], [])


def test_a_players_trigger_is_no_modifier_of_players_keys(playing):
    assert playing.keys("+LeftShift +D").said == ["trigger 0 1", "stick 0 0 1"]


def test_shift_escape_always_quits(playing):
    assert playing.keys("+LeftShift Escape").said == ["trigger 0 1", "quit"]
    assert playing.keys("+RightShift Escape").said == ["quit"]


@pytest.mark.parametrize("shift", ["LeftShift", "RightShift"])
def test_ctrl_and_shift_are_both_meant_by_whoever_plays(playing, shift):
    """Where one of the two modifiers is a trigger, Ctrl+Shift+1 would else be Ctrl+1, another control."""
    assert playing.keys(f"+LeftCtrl +{shift} 1 S").said[-2:] == ["resign 0", "save-as"]


def test_a_players_key_counts_with_any_modifier_that_makes_nothing_else_of_it(playing):
    assert playing.keys("+RightShift +D -D -RightShift").said == ["stick 0 0 1", "stick 0 0 0"]
    assert playing.keys("+LeftCtrl +S").said == ["save"]


def test_there_is_no_joining_beyond_the_seats():
    desk = Desk(seats=1)
    assert desk.keys("RightCtrl").notices == []
    assert desk.keys("Left").said == ["pan"]
    desk.poller.sit_at_keyboard(1)
    assert desk.keys("Left").said == ["pan"]
    assert desk.poller.devices() == {}


def test_fewer_seats_let_go_and_stand_up(playing):
    playing.keys("+Left +A")
    playing.poller.seats = 1
    assert playing.keys("").said == ["stick 1 0 0"]
    assert playing.poller.devices() == {0: ("keyboard",)}


def test_losing_the_focus_lets_go_of_everything(playing):
    playing.keys("+W +Right +LeftShift")
    playing.poll([FocusEvent(gained=False)])
    assert sorted(playing.said) == ["stick 0 0 0", "stick 1 0 0", "trigger 0 0"]
    assert playing.keys("-W -Right -LeftShift").said == []


def test_the_systems_repeats_are_passed_over(playing):
    playing.keys("+W")
    assert (
        playing.poll([KeyEvent("W", pressed=True, repeat=True), KeyEvent("Space", pressed=True, repeat=True)]).said
        == []
    )


def test_a_lost_release_does_not_stop_the_next_press(desk):
    desk.keys("+Space")
    assert desk.keys("+Space").said == ["halt"]


def test_holding_repeats_what_repeats(desk):
    assert desk.keys("+Backspace").said == ["back"]
    assert [len(desk.poll((), 0.11).said) for _ in range(7)] == [0, 0, 0, 1, 1, 1, 1]  # at 0.4, 0.5, 0.6 and 0.7 s
    assert desk.keys("-Backspace", 0.1).said == []


def test_holding_does_not_repeat_a_step_or_a_halt(desk):
    desk.keys("+Space +Enter")
    assert [command for _ in range(20) for command in desk.poll((), 0.1).commands] == []


def test_a_suspended_machine_does_not_repeat_for_all_of_it(desk):
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


def test_the_program_goes_by_the_letter_and_players_by_the_place(desk):
    """On a keyboard with Z where the US have W, and M where they have J."""
    french = [KeyEvent("J", pressed=True, label="M"), KeyEvent("J", pressed=False, label="M")]
    assert desk.poll(french).said == ["mute"]
    desk.poller.sit_at_keyboard(0)
    assert desk.poll([KeyEvent("W", pressed=True, label="Z")]).said == ["stick 0 -1 0"]
    assert desk.poll(french).said == ["mute"]


def test_a_letter_that_the_table_does_not_know_goes_by_its_place(desk):
    cyrillic = KeyEvent("V", pressed=True, mods=frozenset({"Ctrl"}), label="М")  # noqa: RUF001
    assert desk.poll([cyrillic]).said == ["paste"]


def test_a_plus_of_its_own_is_faster(desk):
    assert desk.poll([KeyEvent("RightBracket", pressed=True, label="Plus")]).said == ["faster"]


def test_modifiers_count_if_only_the_event_knows_of_them(desk):
    assert desk.poll([KeyEvent("Escape", pressed=True, mods=frozenset({"Shift"}))]).said == ["quit"]


def test_while_typing_only_keys_that_write_nothing_work(playing):
    assert playing.keys("W +LeftShift F11 Space U", typing=True).said == ["fullscreen"]
    assert playing.keys("-LeftShift +RightCtrl -RightCtrl", typing=True).notices == []
    bindings = build_bindings().rebind("fullscreen", "key:F")
    playing.poller.bindings = bindings
    assert playing.keys("F", typing=True).said == []
    assert playing.keys("F", menu=True).said == ["fullscreen"]


def test_a_menu_takes_the_keyboard_and_lets_go(playing):
    playing.keys("+W")
    assert playing.keys("Enter Up Space +D", menu=True).said == ["stick 0 0 0"]
    assert playing.keys("F9", menu=True).said == ["start-screen"]
    assert playing.keys("-W -D").said == []


def test_in_a_menu_nobody_joins(desk):
    assert desk.keys("A LeftShift", menu=True).notices == []
    assert desk.keys("A", typing=True).notices == []


def test_new_bindings_hold_at_once_and_let_go(playing):
    playing.keys("+W")
    playing.poller.bindings = playing.poller.bindings.rebind("player1-up", "key:I")
    assert playing.keys("+I").said == ["stick 0 0 0", "stick 0 -1 0"]
    assert playing.keys("-W -I").said == ["stick 0 0 0"]


def test_the_mouse_is_not_the_pollers(desk):
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
def test_a_trigger_is_the_modifier_that_it_is_where_people_edit(drawing, keys, said):
    let_go = " ".join(f"-{key[1:]}" for key in keys.split() if key[0] == "+")
    assert drawing.keys(keys).said + drawing.keys(let_go).said == said


def test_a_tapped_trigger_is_one_where_people_edit(drawing):
    assert drawing.keys("+LeftShift").said == []
    assert drawing.keys("-LeftShift").said == ["trigger 0 1", "trigger 0 0"]
    assert drawing.keys("+RightCtrl +LeftShift").said == []
    assert drawing.keys("-RightCtrl -LeftShift").said == ["trigger 1 1", "trigger 1 0", "trigger 0 1", "trigger 0 0"]


@pytest.mark.parametrize("keys", ["+LeftShift +W", "+W +LeftShift"])
def test_a_trigger_that_is_held_while_its_player_steers_is_one(drawing, keys):
    assert sorted(drawing.keys(keys).said) == ["stick 0 -1 0", "trigger 0 1"]
    assert sorted(drawing.keys("-W -LeftShift").said) == ["stick 0 0 0", "trigger 0 0"]


def test_another_players_stick_begins_no_trigger(drawing):
    assert drawing.keys("+LeftShift +Right").said == ["stick 1 0 1"]
    assert drawing.keys("-Right -LeftShift").said == ["stick 1 0 0", "trigger 0 1", "trigger 0 0"]


def test_shift_and_a_click_are_no_trigger_where_people_edit(drawing):
    drawing.keys("+LeftShift")
    drawing.poll([MouseButton(button=0, pressed=True, x=5.0, y=5.0, mods=frozenset({"Shift"}))])
    assert drawing.keys("-LeftShift").said == []


def test_nobody_plays_at_the_keyboard_who_has_left_it(playing):
    playing.keys("+W")
    playing.poller.leave_keyboard()
    assert playing.keys("").said == ["stick 0 0 0"]
    assert playing.poller.devices() == {}
