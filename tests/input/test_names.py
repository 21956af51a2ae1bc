"""How keys and buttons are written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpulife.errors import GpulifeError
from gpulife.input.names import KEYS, MODIFIERS, PAD_INPUTS, Input, InputError, parse_input


@pytest.mark.parametrize(
    ("text", "canonical", "title"),
    [
        ("key:W", "key:W", "W"),
        ("key:shift+escape", "key:Shift+Escape", "Shift+Esc"),
        (" KEY: Shift + Ctrl + v ", "key:Ctrl+Shift+V", "Ctrl+Shift+V"),
        ("key:control+pgup", "key:Ctrl+PageUp", "Ctrl+PageUp"),
        ("key:`", "key:Grave", "`"),
        ("key:+", "key:Plus", "+"),
        ("key:Ctrl++", "key:Ctrl+Plus", "Ctrl++"),
        ("key:return", "key:Enter", "Return"),
        ("key:ü", "key:Ü", "Ü"),
        ("pad:a", "pad:a", "A"),
        ("pad:LT+RS_Up", "pad:lt+rs_up", "LT+right stick up"),
        ("pad:back+start", "pad:back+start", "Back+Start"),
        ("pad:dpad_left", "pad:dpad_left", "d-pad left"),
        ("pad:left_thumb", "pad:left_thumb", "left stick pressed"),
    ],
)
def test_inputs_are_read_and_written(text, canonical, title):
    assert str(parse_input(text)) == canonical
    assert parse_input(text).title == title


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("W", r"'W' is not a key or button: write key:NAME or pad:NAME"),
        ("mouse:left", r"write key:NAME or pad:NAME"),
        ("key:Escpe", r"there is no key 'Escpe'; did you mean Escape\? Keys are A to Z"),
        ("key:", r"there is no key ''"),
        ("key:Ctrl+", r"there is no key ''"),
        ("key:Hyper+A", r"'Hyper' cannot be held with a key; Ctrl, Shift, Alt and Super can"),
        ("pad:q", r"there is no pad button 'q'; Buttons are lt, back, a, b,"),
        ("pad:rt+a", r"'rt' cannot be held with a button; lt and back can"),
        ("pad:lt+lt", r"'lt' cannot be held"),
        ("x" * 1000, r"'x{37}\.\.\.' is not a key or button"),
        ("key:\n", r"there is no key ''"),
    ],
)
def test_invalid_names_give_one_line_errors(text, message):
    with pytest.raises(InputError, match=message) as refused:
        parse_input(text)
    assert isinstance(refused.value, GpulifeError)
    assert "\n" not in str(refused.value)


devices = {"key": st.sampled_from(KEYS), "pad": st.sampled_from(PAD_INPUTS)}
inputs = st.sampled_from(["key", "pad"]).flatmap(
    lambda device: st.builds(
        Input, st.just(device), devices[device], st.frozensets(st.sampled_from(MODIFIERS[device]))
    ).map(lambda input_: Input(device, input_.name, input_.modifiers - {input_.name}))
)


@given(inputs)
def test_name_round_trip(input_):
    assert parse_input(str(input_)) == input_


@given(st.sampled_from(["", "key:", "pad:"]), st.text())
def test_any_text_is_read_or_refused(prefix, text):
    try:
        parse_input(prefix + text)
    except InputError as error:
        message = str(error)
    else:
        message = ""
    assert len(message.splitlines()) <= 1
