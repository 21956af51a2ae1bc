"""What is printed on the keys and buttons of a control, in texts for people."""

import pytest

from gpulife.input.bindings import build_bindings
from gpulife.input.glyphs import Glyph, Hands, Legend, PadBrand, Shape, brand_of

LEFT, RIGHT = Hands(0), Hands(1)
TEXT = "Press {trigger}, {move}; {halt}; {wild}; {help}"


@pytest.mark.parametrize(
    ("hands", "spoken"),
    [
        (LEFT, "Press Left Shift, WASD; Space; F8; F1"),
        (RIGHT, "Press Right Ctrl, UpLeftDownRight; Space; F8; F1"),
        (Hands(3, keyboard=False, pad="Xbox 360 Controller"), "Press A, L stick; RT; X; LT+L3"),
        (Hands(0, keyboard=False, pad="Sony DualSense"), "Press Cross, L stick; R2; Square; L2+L3"),
        (Hands(0, keyboard=False, pad="Nintendo Switch Pro Controller"), "Press A, L stick; ZR; X; ZL+L3"),
        (Hands(0, pad="Pad"), "Press A, L stick; RT; X; LT+L3"),
    ],
)
def test_text_names_the_readers_keys(hands: Hands, spoken: str) -> None:
    assert Legend(build_bindings(), hands).spoken(TEXT) == spoken


def test_glyphs_follow_bindings_and_layout() -> None:
    bindings = build_bindings().rebind("player1-trigger", "key:X").rebind("halt", "key:Ctrl+H", "pad:back+guide")
    legend = Legend(bindings, LEFT, {"X": "Y"}.__getitem__)
    assert legend.spoken("{trigger}, {halt}") == "Y, Ctrl+H"
    assert Legend(bindings, Hands(0, keyboard=False, pad="x")).spoken("{halt}") == "Back+Guide"


def test_hidden_keys_are_not_shown() -> None:
    assert Legend(build_bindings().rebind("wild", "key:W", "key:F8"), LEFT).spoken("{wild}") == "F8", "W is player 1's"
    assert Legend(build_bindings().rebind("wild", "key:J"), LEFT).spoken("{wild}") == "J"


def test_control_that_a_device_lacks_is_shown_on_another() -> None:
    by_pad = Legend(build_bindings(), Hands(0, keyboard=False, pad="Pad"))
    assert by_pad.spoken("{who} {fly}") == "T End"
    assert not by_pad.has("fly")
    assert Legend(build_bindings(), Hands(0, pad="Pad")).spoken("{who}") == "T", "who has both has it there"
    assert (
        Legend(build_bindings(), Hands(0, keyboard=False, pad="DualSense")).spoken("{done} {trigger}") == "Circle Cross"
    )
    assert Legend(build_bindings(), Hands(4)).spoken("{trigger}") == "A", (
        "the keyboard has two halves: others need a pad"
    )
    with pytest.raises(KeyError):
        Legend(build_bindings()).pieces("{trigegr}")


def test_pieces_with_words_and_mouse_buttons() -> None:
    assert Legend(build_bindings()).pieces("{click} plants") == (Glyph("Click", Shape.MOUSE, "left"), " plants")


@pytest.mark.parametrize(
    ("name", "brand"),
    [
        ("Wireless Controller (DualShock 4)", PadBrand.PLAYSTATION),
        ("Sony Interactive Entertainment Controller", PadBrand.PLAYSTATION),
        ("Nintendo Switch Left Joy-Con", PadBrand.SWITCH),
        ("Logitech F310", PadBrand.XBOX),
        ("", PadBrand.XBOX),
    ],
)
def test_brand_by_pad_name(name: str, brand: PadBrand) -> None:
    assert brand_of(name) is brand
