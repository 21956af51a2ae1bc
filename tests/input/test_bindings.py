"""The table of controls, rebinding, and what the help says of it."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from input.all_commands import all_commands

from gpulife.games.core.game import ActionKind
from gpulife.input.bindings import Bindings, build_bindings, control_title, find_control
from gpulife.input.commands import (
    AddPatternFolder,
    Bind,
    BindDefaults,
    ChangeLook,
    ChangeSeat,
    ChangeSetting,
    DefaultLook,
    GuidedRound,
    HoldNamed,
    KeepRule,
    LevelRequest,
    LookAt,
    MapPad,
    Measure,
    New,
    OpenSection,
    PickState,
    RemovePatternFolder,
    RunUntil,
    Seek,
    SetUp,
    ShowFolder,
    Stamp,
    TryThis,
)
from gpulife.input.controls import CONTROLS, When
from gpulife.input.names import KEYS, PAD_INPUTS, Input, InputError

KEYBOARD_ONLY = {"focus-panels", "focus-back", "larger-text", "smaller-text", "usual-text"}
"""A pad steers the panels in menu mode, with the text's size in the tab Settings, under Screen."""
WORKBENCH = {"Edit", "Selection", "Held pattern"}
"""Groups of the workbench's controls, all of which are in the panels, too."""
NO_BUTTON = {
    *(f"digit-{digit}" for digit in range(10)),
    *("resign-1", "resign-2", "go-to", "rule", "take-back", "reseed", "talk", "other-game", "authentic", "look", "fly"),
    *("comet", "wipe", "race", "pause-menu", "settings", "end-leave"),
    *KEYBOARD_ONLY,
    *(control.name for control in CONTROLS if control.group in WORKBENCH),
}
"""A pad takes back and resigns otherwise; digits, numbers, names, looks and tools are in the panels, which a pad can
steer, and what a pad can say is on the page about an on-line match."""


def keys_of(bindings: Bindings, control: str) -> list[str]:
    return [str(input_) for input_ in bindings.table[control]]


def active_clashes(bindings: Bindings) -> list[str]:
    """Find by brute force two controls of one layer on one input, and controls that players' keys hide completely."""
    found = []
    places: dict[object, Counter[Input]] = {layer: Counter() for layer in (True, False, *When)}
    for name, inputs in bindings.table.items():
        control = find_control(name)
        layers = [control.player is None] if control.when == (When.ALWAYS,) else control.when
        for input_, layer in product(set(inputs), layers):
            places[layer][input_] += 1
    found += [str(input_) for layer in places.values() for input_, count in layer.items() if count > 1]
    for name, inputs in bindings.table.items():
        for device in ("key", "pad"):
            mine = [input_ for input_ in inputs if input_.device == device]
            control = find_control(name)
            always = control.player is None and control.when == (When.ALWAYS,)
            if always and mine and all(input_ in places[False] for input_ in mine):
                found.append(name)
    return found


def test_defaults_are_valid():
    assert active_clashes(build_bindings()) == []
    assert build_bindings().overrides() == {}


@pytest.mark.parametrize(
    ("control", "inputs"),
    [
        ("option", "key:F2"),
        ("select", "key:F3"),
        ("start", "key:F4"),
        ("reset", "key:F5"),
        ("scheme", "key:Grave"),
        ("halt", "key:Space"),
        ("step", "key:Enter"),
        ("again", "key:Escape"),
        ("quit", "key:Shift+Escape"),
        ("fullscreen", "key:F11"),
        ("screenshot", "key:F12"),
        ("panels", "key:Tab"),
        ("wild", "key:F8"),
        ("paste", "key:Ctrl+V"),
        ("player1-trigger", "key:LeftShift"),
        ("player2-trigger", "key:RightCtrl"),
        ("player1-left", "key:A"),
        ("player2-left", "key:Left"),
        ("pad-left", "pad:ls_left"),
        ("pad-left", "pad:dpad_left"),
    ],
)
def test_expected_defaults(control, inputs):
    assert inputs in keys_of(build_bindings(), control)


def test_every_control_has_a_key_or_button():
    for control in CONTROLS:
        assert control.keys or control.pads, control.name
        if control.player is None and control.name != "menu":
            assert control.keys or control.name.startswith(("pad-", "mark")), control.name
            assert control.pads or control.name in NO_BUTTON, control.name


def test_every_console_action_has_a_control():
    made = [control.request for control in CONTROLS]
    kinds = {getattr(action, "kind", None) for action in made}
    of_others = {
        "PAINT",
        "ERASE",
        "SOUP",
        "CLEAR",
        "POINT",
        "PACE",
        "SAY",
        "PLACE",
        "WITHDRAW",
        "JOIN",
        "MOVE",
        "SEAT",
        "HIDE",
        "MERGE",
        "AREA",
        "EDIT",
        "REVEAL",
    }
    assert {kind.name for kind in ActionKind} - of_others == {kind.name for kind in kinds if kind is not None}


def test_every_simple_command_has_a_control():
    of_the_panels = {
        *(New, RunUntil, ShowFolder, ChangeSeat, Seek, ChangeLook, ChangeSetting, MapPad, LevelRequest),
        *(Bind, BindDefaults, DefaultLook),
        *(
            GuidedRound,
            Stamp,
            PickState,
            Measure,
            HoldNamed,
            TryThis,
            OpenSection,
            AddPatternFolder,
            RemovePatternFolder,
        ),
        *(LookAt, KeepRule, SetUp),
    }
    assert set(all_commands()) - {type(control.request) for control in CONTROLS} <= of_the_panels


def test_names_are_unique():
    assert max(Counter(control.name for control in CONTROLS).values()) == 1


def test_rebinding_replaces_the_keys_and_leaves_the_buttons():
    bindings = build_bindings().rebind("halt", "key:H")
    assert keys_of(bindings, "halt") == ["key:H", "pad:rt"]
    assert bindings.overrides() == {"halt": ("key:H", "pad:rt")}
    assert build_bindings(bindings.overrides()) == bindings
    assert bindings.reset("halt") == build_bindings()


def test_a_freed_key_can_be_bound_again():
    bindings = build_bindings().rebind("fullscreen", "key:F").rebind("halt", "key:F11", "key:Space")
    assert keys_of(bindings, "halt") == ["key:F11", "key:Space", "pad:rt"]
    with pytest.raises(
        InputError, match="key:F11 cannot be used for 'Full screen', because 'Halt or run' uses it: bind halt to"
    ):
        bindings.reset("fullscreen")


@pytest.mark.parametrize(
    ("control", "input_", "message"),
    [
        (
            "halt",
            "key:F11",
            "key:F11 cannot be used for 'Halt or run', because 'Full screen' uses it: bind fullscreen to",
        ),
        ("step", "pad:y", "pad:y cannot be .* because 'Next colour scheme' uses it: bind scheme"),
        ("player1-up", "key:S", 'key:S cannot be used for "Player 1\'s up", because "Player 1\'s down" uses it'),
        ("player1-up", "key:Up", "key:Up cannot be .* because \"Player 2's up"),
        (
            "player1-up",
            "key:Home",
            "key:Home is also \"Player 1's up\".*'Show the whole board' would not always work",
        ),
        ("wild", "key:W", "key:W is also \"Player 1's up\", so 'WILD!' would not always work"),
        ("halt", "pad:a", 'pad:a is also "Gamepad\'s place / choose"'),
        ("player1-up", "pad:x", "needs a key"),
        ("player1-up", "key:Ctrl+I", "players' keys cannot have modifiers"),
        ("pad-trigger", "key:X", "needs a pad button"),
        ("menu", "key:X", "needs a pad button"),
        ("halt", "key:LeftShift", "a modifier alone can only be a player's key"),
        ("pad-trigger", "pad:lt", "it gives other buttons a second meaning while held"),
        ("faster", "pad:back", "it gives other buttons a second meaning"),
        ("jump", "key:J", "there is no control 'jump'; the controls are player1-up, player1-down"),
        ("halt", "key:Spce", "did you mean Space"),
    ],
)
def test_clashes_are_refused(control, input_, message):
    with pytest.raises(InputError, match=message) as refused:
        build_bindings().rebind(control, input_)
    assert "\n" not in str(refused.value)


def test_joining_keys_do_not_change_the_board():
    """A person who presses such a key to join cannot know yet if it joins."""
    bindings = build_bindings()
    shared = {bindings.program[key].name for key in bindings.players if key in bindings.program}
    assert shared == {"pan-up", "pan-down", "pan-left", "pan-right"}


def test_overrides_are_checked_together():
    swapped = build_bindings({"player1-up": ["key:S"], "player1-down": ["key:W"]})
    assert keys_of(swapped, "player1-down") == ["key:W"]
    with pytest.raises(InputError, match="key:S cannot be"):
        build_bindings({"player1-up": ["key:S"]})


def test_the_help_lists_every_key_and_button():
    rows = build_bindings().describe()
    shown = {(row.control, title) for row in rows for title in row.keys + row.pads}
    assert len(shown) == sum(len(inputs) for inputs in build_bindings().table.values())
    assert [row.control for row in rows] == [control.name for control in CONTROLS]
    quits = next(row for row in rows if row.control == "quit")
    assert (quits.group, quits.title, quits.keys[0], quits.pads[0]) == ("Program", "Quit", "Shift+Esc", "LT+Guide")


def test_the_help_follows_the_bindings_and_the_layout():
    rows = {
        row.control: row
        for row in build_bindings().rebind("halt", "key:H").rebind("wild", "key:W", "key:F8").describe({"W": "Z"}.get)
    }
    assert rows["halt"].keys == ("H",)
    assert rows["player1-up"].keys == ("Z",)  # the key at that position
    assert "W" in rows["wild"].keys  # the key with that letter


MODIFIERS = {"key": ["", "", "Ctrl+", "Shift+"], "pad": ["", "", "lt+", "back+"]}
some_inputs = st.one_of(
    st.tuples(st.just(f"{device}:"), st.sampled_from(MODIFIERS[device]), st.sampled_from(names)).map("".join)
    for device, names in (("key", KEYS), ("pad", PAD_INPUTS))
)
rebindings = st.lists(
    st.tuples(
        st.sampled_from([control.name for control in CONTROLS]),
        st.lists(some_inputs | st.sampled_from(["key:W", "key:F8", "key:Up", "pad:a"]), min_size=1, max_size=3),
    ),
    max_size=12,
)


@given(rebindings)
def test_any_rebinding_is_consistent(steps):
    bindings = build_bindings()
    for control, inputs in steps:
        try:
            bindings = bindings.rebind(control, *inputs)
        except InputError:
            continue
    assert active_clashes(bindings) == []
    assert build_bindings(bindings.overrides()).overrides() == bindings.overrides()


def test_titles_of_controls_begin_with_a_capital_letter() -> None:
    assert [control.title for control in CONTROLS if not control.title[:1].isupper()] == []
    assert control_title(find_control("player1-trigger")) == "Player 1's place / choose"
