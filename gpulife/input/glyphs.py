"""Pictures of the keys and buttons that are bound to a control.

Texts name controls in braces, as in "Press {trigger} to plant". :meth:`Legend.pieces` replaces each name by pictures
(glyphs) of the player's keys or buttons.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from gpulife.input.bindings import Bindings
from gpulife.input.names import MODIFIERS, Input, key_title

_BRACES = re.compile(r"\{([a-z0-9|-]+)\}")
_SPLIT_WORDS = re.compile(r"(?<=[a-z])(?=[A-Z])")
_WAYS = ("up", "left", "down", "right")
_SEAT_CONTROLS = frozenset({*_WAYS, "trigger", "done", "agree", "refuse", "who"})
"""Controls that each player has, on a half of the keyboard or on a gamepad."""


class Shape(Enum):
    """The outline of a picture of a key or button."""

    KEY = auto()
    FACE = auto()
    """One of the four round buttons on a gamepad's right side."""
    BUTTON = auto()
    """Any other button of a gamepad."""
    STICK = auto()
    DPAD = auto()
    MOUSE = auto()


class PadBrand(Enum):
    """Brands of gamepads whose buttons have different names."""

    XBOX = auto()
    PLAYSTATION = auto()
    SWITCH = auto()


@dataclass(frozen=True, slots=True)
class Press:
    """What happens when the user clicks the picture of a key or button.

    Attributes:
        control: the name of the control that is then pressed.
        player: the player for whom the control is pressed; None for no player in particular.
        by_pad: True if the picture shows a gamepad's button.
    """

    control: str
    player: int | None = None
    by_pad: bool = False


@dataclass(frozen=True, slots=True)
class Glyph:
    """The picture of a key, a button, or a part of the mouse.

    Attributes:
        words: the text on the picture; "" if there is only a symbol.
        shape: the outline of the picture.
        symbol: "up", "down", "left" or "right" for an arrow; "cross", "circle", "square" or "triangle"; on a mouse,
            "left", "right" or "wheel"; "" for no symbol.
        modifier: True if the user must hold the key while pressing the next glyph's key.
        press: what happens when the user clicks the picture; None if nothing does.
    """

    words: str
    shape: Shape = Shape.KEY
    symbol: str = ""
    modifier: bool = False
    press: Press | None = field(default=None, compare=False)

    @property
    def spoken(self) -> str:
        """Name of the key or button in messages: "Left Shift", "Cross", "L stick", "Ctrl+"."""
        if self.shape is Shape.STICK:
            return f"{self.words} stick {self.symbol}".strip()
        return (self.words or self.symbol.capitalize()) + "+" * self.modifier


Piece = str | Glyph
"""A part of a text: words, or the picture of a key or button."""

_MOUSE = {
    "click": Glyph("Click", Shape.MOUSE, "left"),
    "drag": Glyph("Drag", Shape.MOUSE, "left"),
    "right-click": Glyph("Right click", Shape.MOUSE, "right"),
    "wheel": Glyph("Wheel", Shape.MOUSE, "wheel"),
}
_XBOX = {"lb": "LB", "rb": "RB", "lt": "LT", "rt": "RT", "back": "Back", "start": "Start", "guide": "Guide"}
_PAD_WORDS = {
    PadBrand.XBOX: _XBOX,
    PadBrand.PLAYSTATION: {
        "lb": "L1", "rb": "R1", "lt": "L2", "rt": "R2", "back": "Share", "start": "Options", "guide": "PS",
    },
    PadBrand.SWITCH: {"lb": "L", "rb": "R", "lt": "ZL", "rt": "ZR", "back": "-", "start": "+", "guide": "Home"},
}  # fmt: skip
_PHONE_CAPS = (*"abxy", *(f"dpad_{way}" for way in _WAYS))
"""Buttons of a gamepad whose names a phone shows. Its other buttons show what they do."""
_PHONE_WORDS = {"halt": "Halt", "start": "Begin", "step": "Step", "faster": "Faster", "slower": "Slower"}
"""Names of a phone's buttons without a cap, by control; all others stand on the page "More"."""
_PLAYSTATION_SYMBOLS = {"a": "cross", "b": "circle", "x": "square", "y": "triangle"}
_BRAND_WORDS = {
    PadBrand.PLAYSTATION: ("playstation", "dualshock", "dualsense", "sony", "ps3", "ps4", "ps5"),
    PadBrand.SWITCH: ("nintendo", "switch", "joy-con", "joycon", "wii"),
}


PHONE = "Phone"
"""First word of the names of phones that are gamepads."""


def brand_of(name: str) -> PadBrand:
    """Guess a gamepad's brand from the gamepad's name. If the name has no known brand, return Xbox."""
    lower = name.lower()
    found = (brand for brand, words in _BRAND_WORDS.items() if any(word in lower for word in words))
    return next(found, PadBrand.XBOX)


def pad_glyphs(input_: Input, brand: PadBrand) -> tuple[Glyph, ...]:
    """Return the glyphs of a gamepad's button, and those of buttons to hold with it."""
    held = sorted(input_.modifiers)
    return (
        *(Glyph(_PAD_WORDS[brand][name], Shape.BUTTON, modifier=True) for name in held),
        _pad_glyph(input_.name, brand),
    )


def _pad_glyph(name: str, brand: PadBrand) -> Glyph:
    if name in _PLAYSTATION_SYMBOLS:
        symbol = _PLAYSTATION_SYMBOLS[name] if brand is PadBrand.PLAYSTATION else ""
        return Glyph("" if symbol else name.upper(), Shape.FACE, symbol)
    if name in _XBOX:
        return Glyph(_PAD_WORDS[brand][name], Shape.BUTTON)
    stick, _, way = name.partition("_")
    if stick == "dpad":
        return Glyph("", Shape.DPAD, way)
    if way == "thumb":
        return Glyph("L3" if stick == "left" else "R3", Shape.BUTTON)
    return Glyph("L" if stick == "ls" else "R", Shape.STICK, way)


def phone_glyphs(control: str, input_: Input) -> tuple[Glyph, ...]:
    """Return the glyph of a phone's button: its cap or what it does, or "More" for what stands on the page "More"."""
    if not input_.modifiers and input_.name in _PHONE_CAPS:
        return (_pad_glyph(input_.name, PadBrand.XBOX),)
    return (Glyph(_PHONE_WORDS.get(control, "More"), Shape.BUTTON),)


def key_glyphs(input_: Input, label: Callable[[str], str] = key_title) -> tuple[Glyph, ...]:
    """Return the glyphs of a key, and those of modifiers to hold with it.

    Args:
        input_: the key with its modifiers.
        label: returns the text printed on a key, given the key's name on a US keyboard.
    """
    held = [name for name in MODIFIERS["key"] if name in input_.modifiers]
    if input_.name.lower() in _WAYS:
        key = Glyph("", symbol=input_.name.lower())
    else:
        key = Glyph(_SPLIT_WORDS.sub(" ", label(input_.name)))
    return (*(Glyph(name, modifier=True) for name in held), key)


@dataclass(frozen=True, slots=True)
class Hands:
    """The devices with which a person plays.

    Attributes:
        player: the player; None for anyone at the screen.
        keyboard: True if the person uses the keyboard.
        pad: name of the person's gamepad; "" for none.
    """

    player: int | None = None
    keyboard: bool = True
    pad: str = ""


@dataclass(frozen=True, slots=True)
class Legend:
    """Replaces the names of controls in texts by glyphs, for one player.

    Attributes:
        bindings: keys and buttons of all controls.
        hands: the input devices of this player.
        label: returns the text printed on a key, given the key's name on a US keyboard.
        clickable: True if a click on a picture does what the key or button does.
    """

    bindings: Bindings
    hands: Hands = Hands()
    label: Callable[[str], str] = key_title
    clickable: bool = True

    def pieces(self, text: str) -> tuple[Piece, ...]:
        """Return a text with each "{control}" replaced by glyphs.

        Braces may name:

        * any control of the table;
        * the player's own controls: {up}, {down}, {left} and {right}, or {move} for all four; {trigger}, {done},
          {agree}, {refuse} and {who};
        * parts of the mouse: {click}, {drag}, {right-click} and {wheel};
        * alternatives: "{done|start}" is the first that has a gamepad button or, if none has, the first with a key.

        Raises:
            KeyError: there is no such control.
        """
        return tuple(self._pieces(text))

    def spoken(self, text: str) -> str:
        """Return a text with each "{control}" replaced by the name of the key or button bound to it."""
        return "".join(piece if isinstance(piece, str) else piece.spoken for piece in self.pieces(text))

    def glyphs(self, control: str) -> tuple[Piece, ...]:
        """Return the pictures of a control's gamepad button, or of its key if there is no such button or no gamepad.

        If this player's devices have neither, return those of a key or button on a device that has one.
        """
        if control in _MOUSE:
            return (_MOUSE[control],)
        if own := self._own(control):
            return own
        by_keys, by_pad = replace(self.hands, keyboard=True), replace(self.hands, pad="any")
        return replace(self, hands=by_keys)._own(control) or replace(self, hands=by_pad)._own(control)

    def has(self, control: str) -> bool:
        """Return True if this player's devices have a key or button for a control."""
        return bool(self._own(control))

    def _own(self, control: str) -> tuple[Glyph, ...]:
        names = control.split("|")
        ways = (glyphs for on_device in (self._on_pad, self._on_keyboard) for glyphs in map(on_device, names))
        return next(filter(None, ways), ())

    def _pieces(self, text: str) -> Iterator[Piece]:
        for number, part in enumerate(_BRACES.split(text)):
            if number % 2:
                yield from self.glyphs(part)
            elif part:
                yield part

    def _on_keyboard(self, control: str) -> tuple[Glyph, ...]:
        if not self.hands.keyboard:
            return ()
        if control == "move":
            return tuple(glyph for way in _WAYS for glyph in self._on_keyboard(way))
        is_own = control in _SEAT_CONTROLS
        player = self.hands.player or 0
        if is_own and player > 1:
            return ()  # the keyboard has two halves
        name = f"player{player + 1}-{control}" if is_own else control
        key = next(
            (
                input_
                for input_ in self.bindings.table[name]
                if input_.device == "key" and (is_own or not self._is_players(input_))
            ),
            None,
        )
        glyphs = () if key is None else key_glyphs(key, self.label if is_own else key_title)
        return self._with_press(glyphs, Press(name, self.hands.player))

    def _is_players(self, input_: Input) -> bool:
        """Return True if the key is bound to a player's control, which hides others while that player plays."""
        return ("key", input_.modifiers, input_.name) in self.bindings.players

    def _on_pad(self, control: str) -> tuple[Glyph, ...]:
        if not self.hands.pad:
            return ()
        brand = brand_of(self.hands.pad)
        if control == "move":
            if self.hands.pad.startswith(PHONE):
                return (Glyph("Stick", Shape.BUTTON),)
            first = self.bindings.table["pad-up"][:1]
            return tuple(Glyph(glyph.words, glyph.shape) for input_ in first for glyph in pad_glyphs(input_, brand))
        name = f"pad-{control}" if control in _SEAT_CONTROLS else control
        inputs = self.bindings.table.get(name, ()) if control in _SEAT_CONTROLS else self.bindings.table[name]
        button = next((input_ for input_ in inputs if input_.device == "pad"), None)
        is_phone = self.hands.pad.startswith(PHONE)
        glyphs = () if button is None else phone_glyphs(name, button) if is_phone else pad_glyphs(button, brand)
        return self._with_press(glyphs, Press(name, self.hands.player, by_pad=True))

    def _with_press(self, glyphs: tuple[Glyph, ...], press: Press) -> tuple[Glyph, ...]:
        return tuple(replace(glyph, press=press) for glyph in glyphs) if self.clickable else glyphs
