"""Pads: joining, playing, chords, menus, unplugging; alone and beside keyboards."""

import pytest
from input.devices import Desk

from gpulife.input.events import FocusEvent, MouseButton
from gpulife.input.gamepads import Notice, NoticeKind
from gpulife.input.glyphs import Hands


@pytest.fixture
def desk():
    return Desk()


@pytest.mark.parametrize("button", ["a", "start"])
def test_pad_press_only_joins(desk, button):
    desk.pad(3)
    assert desk.notices == []
    desk.pad(3, button)
    assert (desk.notices, desk.said) == (["joined 0 Pad 3"], [])
    assert desk.pad(3).said == []
    assert desk.pad(3, "a").said == ["trigger 0 1"]
    assert desk.pad(3).said == ["trigger 0 0"]
    assert desk.poller.devices() == {0: ("Pad 3",)}


def test_hints_follow_the_device_used_last(desk):
    desk.poller.sit_at_keyboard(0)
    desk.poller.sit_at_keyboard(1)
    desk.join(3)
    desk.join(4)
    assert [desk.poller.hands(player).pad for player in (0, 1)] == ["Pad 3", "Pad 4"]
    desk.keys("D")
    assert [desk.poller.hands(player).pad for player in (0, 1)] == ["", "Pad 4"], "each player's own"
    desk.pad(3, left_x=1.0)
    assert desk.poller.hands(0).pad == "Pad 3"
    desk.poll([MouseButton(0, pressed=True, x=1.0, y=1.0)])
    assert [desk.poller.hands(player).pad for player in (0, 1)] == ["Pad 3", "Pad 4"], "nobody knows whose mouse it is"
    assert desk.poller.anyones_hands().pad == ""
    desk.pad(4, "b")
    assert (desk.poller.hands(1).pad, desk.poller.anyones_hands().pad) == ("Pad 4", "Pad 3")


def test_mouse_is_everybodys_with_a_single_pad(desk):
    desk.poller.sit_at_keyboard(0)
    desk.join(3)
    desk.poll([MouseButton(0, pressed=True, x=1.0, y=1.0)])
    assert desk.poller.hands(0).pad == ""


def test_missing_pad_leaves_the_hints(desk):
    desk.join(3)
    assert desk.poller.hands(0) == Hands(0, keyboard=False, pad="Pad 3")
    desk.pads.pull(3)
    desk.keys("")
    assert desk.poller.hands(0) == Hands(0)


def test_mouse_of_one_player_leaves_pads_of_others(desk):
    desk.join(3)
    desk.join(4)
    desk.poll([MouseButton(0, pressed=True, x=1.0, y=1.0)])
    assert [desk.poller.hands(player).pad for player in (0, 1)] == ["Pad 3", "Pad 4"]


def test_forgotten_pad_keeps_no_seat(desk):
    desk.join(3)
    desk.join(4)
    desk.pads.pull(3)
    desk.keys("")
    desk.poller.seat_claims.forget(frozenset({"guid 3", "guid 4"}))
    assert desk.poller.devices() == {1: ("Pad 4",)}
    desk.pads.pull(4)
    desk.keys("")
    assert desk.notices == ["lost 1 Pad 4"]
    assert desk.poller.devices() == {}


def test_missing_pad_with_one_shared_seat(desk):
    desk.join(0)
    desk.poller.own_seat = 1
    assert desk.poller.devices() == {1: ("Pad 0",)}
    desk.pads.pull(0)
    desk.keys("")
    assert desk.poller.devices() == {}
    desk.poller.sit_at_keyboard(0)
    assert desk.poller.devices() == {1: ("keyboard",)}
    desk.pad(0)
    assert desk.poller.devices() == {1: ("keyboard", "Pad 0")}


def test_pads_take_the_first_free_seat(desk):
    desk.join(5, 2)
    assert desk.poller.devices() == {0: ("Pad 5",), 1: ("Pad 2",)}
    desk.pad(7)
    assert desk.pad(7, "a").notices == ["full -1 Pad 7"]


def test_keyboard_seat_is_taken_last(desk):
    desk.poller.sit_at_keyboard(0)
    desk.join(1)
    assert desk.poller.devices() == {0: ("keyboard",), 1: ("Pad 1",)}
    desk.join(2)
    assert desk.poller.devices() == {0: ("keyboard", "Pad 2"), 1: ("Pad 1",)}


def test_keyboard_and_pad_share_a_player(desk):
    desk.poller.sit_at_keyboard(0)
    desk.poller.sit_at_keyboard(1)
    desk.join(1)
    assert desk.keys("+A").said == ["stick 0 0 -1"]
    assert desk.pad(1, left_x=1.0).said == ["stick 0 0 1"]
    assert desk.pad(1).said == ["stick 0 0 -1"]
    assert desk.pad(1, "a").said == ["trigger 0 1"]
    assert desk.keys("+LeftShift").said == []
    assert desk.pad(1).said == []
    assert desk.keys("-LeftShift").said == ["trigger 0 0"]


def test_a_diagonal_and_a_turn_are_one_change(desk):
    desk.join(0)
    assert desk.pad(0, left_x=0.8, left_y=-0.8).said == ["stick 0 -1 1"]
    assert desk.pad(0, left_x=0.8, left_y=0.1).said == ["stick 0 0 1"]
    assert desk.pad(0, left_x=0.0, left_y=0.9).said == ["stick 0 1 0"]
    assert desk.pad(0, "dpad_down").said == []
    assert desk.pad(0).said == ["stick 0 0 0"]


def test_the_dead_zone_comes_from_the_settings(desk):
    desk.join(0)
    desk.poller.dead_zone = 0.5
    assert desk.pad(0, left_x=0.45).said == []
    desk.poller.dead_zone = 0.2
    assert desk.pad(0, left_x=0.45).said == ["stick 0 0 1"]


@pytest.mark.parametrize(
    ("buttons", "said"),
    [
        (["b"], "again"),
        (["x"], "wild"),
        (["y"], "scheme"),
        (["start"], "start"),
        (["rt"], "halt"),
        (["rb"], "faster"),
        (["guide"], "start-screen"),
        (["right_thumb"], "panels"),
        (["lt", "rt"], "step"),
        (["lt", "back"], "option"),
        (["lt", "start"], "reset"),
        (["lt", "lb"], "back"),
        (["lt", "a"], "screenshot"),
        (["lt", "b"], "resign 0"),
        (["back", "b"], "quit"),
    ],
)
def test_buttons_make_their_requests(desk, buttons, said):
    desk.join(0)
    spoken = []
    for count in range(1, len(buttons) + 1):
        held = buttons[:count]
        axes = {"left_trigger": 1.0} if "lt" in held else {}
        axes |= {"right_trigger": 1.0} if "rt" in held else {}
        spoken += desk.pad(0, *(button for button in held if button not in ("lt", "rt")), **axes).said
    spoken += desk.pad(0).said
    assert spoken == [said]


def test_both_buttons_of_a_chord_may_come_in_one_frame(desk):
    desk.join(0)
    assert desk.pad(0, "b", left_trigger=1.0).said == ["resign 0"]
    assert desk.pad(0).said == []


def test_back_alone_selects_on_release(desk):
    desk.join(0)
    assert desk.pad(0, "back").said == []
    assert desk.pad(0).said == ["select"]


def test_back_held_at_focus_loss_does_nothing(desk):
    desk.join(0)
    desk.pad(0, "back")
    desk.poll([FocusEvent(gained=False), FocusEvent(gained=True)])
    assert desk.pad(0).said == []


def test_unbound_chord_keeps_back_alone(desk):
    desk.join(0)
    assert desk.pad(0, "back").said == []
    assert desk.pad(0, "back", "guide").said == []
    assert desk.pad(0).said == ["select"]


def test_pad_agrees_for_its_player(desk):
    desk.join(0)
    assert desk.pad(0, "back", "y").said == ["agree 0 1"]
    assert desk.pad(0).said == []
    assert desk.pad(0, "back", "right_thumb").said == ["agree 0 0"]


def test_held_lt_does_not_block_steering(desk):
    desk.join(0)
    desk.pad(0, left_trigger=1.0)
    assert desk.pad(0, left_trigger=1.0, left_x=-1.0).said == ["stick 0 0 -1"]
    assert desk.pad(0).said == ["stick 0 0 0"]


def test_right_stick_pans_without_a_seat(desk):
    desk.pad(0)
    assert set(desk.pad(0, right_x=1.0).said) == {"pan"}
    desk.pad(0)
    assert set(desk.pad(0, right_y=-1.0, left_trigger=1.0).said) == {"zoom"}
    assert desk.pad(0).said == []


def test_unplugging_releases_and_notifies(desk):
    desk.join(4, 6)
    desk.pad(6, "a", left_x=1.0)
    desk.pads.pull(6)
    desk.poll()
    assert desk.said == ["stick 1 0 0", "trigger 1 0"]
    assert desk.polled.notices == (Notice(NoticeKind.LOST, 1, "Pad 6"),)
    assert desk.polled.notices[0].text == "Player 2's pad is disconnected: Pad 6"


def test_returning_pad_gets_its_seat(desk):
    desk.join(4, 6)
    desk.pads.pull(4)
    desk.poll()
    assert desk.pad(9, guid="guid 4").notices == ["back 0 Pad 9"]
    assert desk.pad(9, "a").said == ["trigger 0 1"]


def test_two_pads_of_one_model_keep_their_seats(desk):
    for socket in (0, 1):
        desk.pad(socket, guid="twin")
        desk.join(socket)
    desk.pads.pull(0)
    assert desk.poll().notices == ["lost 0 Pad 0"]
    assert desk.pad(1, "a").said == ["trigger 1 1"]
    assert desk.pad(0, guid="twin").notices == ["back 0 Pad 0"]


@pytest.mark.parametrize("at_keyboard", [False, True])
def test_other_pad_replaces_lost_pad(at_keyboard):
    desk = Desk(seats=3)
    desk.join(0, 1)
    if at_keyboard:
        desk.poller.sit_at_keyboard(0)
    desk.pads.pull(0)
    desk.poll()
    desk.pad(8)
    assert desk.pad(8, "a").notices == ["joined 0 Pad 8"]
    assert desk.pad(0).notices == []  # its seat is taken


def test_other_pad_in_same_socket(desk):
    desk.join(0)
    assert desk.pad(0, "a", guid="other", name="Other").notices == ["lost 0 Pad 0"]
    assert desk.said == []


def test_unplugging_unused_pad_is_silent(desk):
    desk.pad(0)
    desk.pads.pull(0)
    assert desk.poll().notices == []


def test_buttons_held_on_plugging_in(desk):
    assert desk.pad(0, "a", "x").said == []
    assert desk.pad(0).said == []
    assert desk.pad(0, "x").said == ["wild"]


@pytest.mark.parametrize("chord", [["left_thumb"], ["back", "start"]])
def test_a_pad_can_steer_the_panels_and_play_again(desk, chord):
    desk.join(0, 1)
    desk.pad(0, left_x=1.0)
    desk.pad(0, chord[0], left_x=1.0)
    desk.pad(0, *chord, left_x=1.0)
    assert desk.pad(0, left_x=1.0).said == []
    assert [state.guid for state in desk.polled.menu_pads] == ["guid 0"]
    assert desk.pad(0, "a", "x", "back", "dpad_up").said == []
    assert "dpad_up" in desk.polled.menu_pads[0].buttons
    assert desk.pad(1, "a").said == ["trigger 1 1"]
    desk.pad(0)
    desk.pad(0, chord[0])
    desk.pad(0, *chord)
    assert desk.pad(0).polled.menu_pads == ()
    assert desk.pad(0, "a").said == ["trigger 0 1"]


def test_button_that_opened_menu_is_ignored_in_it(desk):
    desk.join(0)
    desk.pad(0, "back", "a")
    desk.pads.hold(0, "back", "a", "dpad_up")
    assert [state.buttons for state in desk.poll(menu=True).polled.menu_pads] == [{"dpad_up"}]
    desk.pads.hold(0, "back")
    assert [state.buttons for state in desk.poll(menu=True).polled.menu_pads] == [set()]
    desk.pads.hold(0, "a", "back")
    assert [state.buttons for state in desk.poll(menu=True).polled.menu_pads] == [{"a"}]


def test_opening_a_menu_releases(desk):
    desk.join(0)
    desk.pad(0, left_x=1.0)
    assert desk.pad(0, "left_thumb", left_x=1.0).said == ["stick 0 0 0"]


def test_the_program_can_close_the_menu(desk):
    desk.join(0)
    desk.pad(0, "left_thumb")
    desk.poller.gamepads.steer_menu(0, on=False)
    assert desk.pad(0).polled.menu_pads == ()


def test_menu_takes_all_pads(desk):
    desk.join(0)
    desk.pad(1)
    desk.pad(0, left_x=1.0)
    desk.pads.hold(1, "a")
    desk.poll(menu=True)
    assert (desk.said, desk.notices, len(desk.polled.menu_pads)) == (["stick 0 0 0"], [], 2)
    desk.pads.hold(0, "left_thumb")
    desk.poll(menu=True)
    assert desk.poll().polled.menu_pads == ()


def test_unfocused_pads_make_no_requests(desk):
    desk.join(0)
    desk.pad(0, "a", left_x=1.0)
    assert desk.poll([FocusEvent(gained=False)]).said == ["stick 0 0 0", "trigger 0 0"]
    assert desk.pad(0, "x", left_y=1.0).said == []
    desk.poll([FocusEvent(gained=True)])
    assert desk.pad(0, "x", left_y=1.0).said == []
    assert desk.pad(0).said == []
    assert desk.pad(0, "x").said == ["wild"]
    desk.pads.pull(0)
    assert desk.poll([FocusEvent(gained=False)]).notices == ["lost 0 Pad 0"]


def test_leaving_frees_the_seat(desk):
    desk.join(0)
    desk.pad(0, "a")
    desk.poller.leave_seat(0)
    assert desk.pad(0, "a").said == ["trigger 0 0"]
    desk.pad(0)
    assert desk.pad(0, "a").notices == ["joined 0 Pad 0"]


def test_a_rebound_trigger_plays(desk):
    desk.poller.bindings = desk.poller.bindings.rebind("scheme", "pad:back+guide").rebind("pad-trigger", "pad:y")
    desk.join(0)
    assert desk.pad(0, "y").said == ["trigger 0 1"]
