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
def test_a_text_names_what_its_reader_has_in_the_hands(hands: Hands, spoken: str) -> None:
    assert Legend(build_bindings(), hands).spoken(TEXT) == spoken


def test_it_follows_other_bindings_and_layouts() -> None:
    bindings = build_bindings().rebind("player1-trigger", "key:X").rebind("halt", "key:Ctrl+H", "pad:back+guide")
    legend = Legend(bindings, LEFT, {"X": "Y"}.__getitem__)
    assert legend.spoken("{trigger}, {halt}") == "Y, Ctrl+H"
    assert Legend(bindings, Hands(0, keyboard=False, pad="x")).spoken("{halt}") == "Back+Guide"


def test_a_key_that_a_player_hides_is_not_shown() -> None:
    assert Legend(build_bindings().rebind("wild", "key:W", "key:F8"), LEFT).spoken("{wild}") == "F8", "W is player 1's"
    assert Legend(build_bindings().rebind("wild", "key:J"), LEFT).spoken("{wild}") == "J"


def test_who_has_no_key_for_it_is_told_so() -> None:
    assert Legend(build_bindings(), Hands(0, keyboard=False, pad="Pad")).spoken("{who}") == "(no key)"
    assert Legend(build_bindings(), Hands(0, pad="Pad")).spoken("{who}") == "T", "who has both has it there"
    assert (
        Legend(build_bindings(), Hands(0, keyboard=False, pad="DualSense")).spoken("{done} {trigger}") == "Circle Cross"
    )
    assert Legend(build_bindings(), Hands(4)).spoken("{trigger}") == "(no key)", "the keyboard has two halves"
    with pytest.raises(KeyError):
        Legend(build_bindings()).pieces("{trigegr}")


def test_pieces_keep_words_and_say_which_mouse_button() -> None:
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
def test_pads_are_known_by_their_names(name: str, brand: PadBrand) -> None:
    assert brand_of(name) is brand
