"""What is printed on the keys and buttons that are bound to a control, for pictures of them on the screen.

A text for people names controls in braces, as in "Press {trigger} to plant": :meth:`Legend.pieces` puts the glyphs of
the reader's own keyboard or gamepad in their places, whatever the controls are bound to.
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
"""Controls of whoever reads the text, on a half of the keyboard or on a gamepad."""


class Shape(Enum):
    """The outline of a key or button."""

    KEY = auto()
    FACE = auto()
    """One of a gamepad's four round buttons."""
    BUTTON = auto()
    """Another button of a gamepad."""
    STICK = auto()
    DPAD = auto()
    MOUSE = auto()


class PadBrand(Enum):
    """Whose names are printed on a gamepad."""

    XBOX = auto()
    PLAYSTATION = auto()
    SWITCH = auto()


@dataclass(frozen=True, slots=True)
class Press:
    """What a click on a picture of a key or button asks for.

    Attributes:
        control: name of the control.
        player: who reads the picture; None for whoever sits before the screen.
        by_pad: whether it is a gamepad's button.
    """

    control: str
    player: int | None = None
    by_pad: bool = False


@dataclass(frozen=True, slots=True)
class Glyph:
    """A key, a button, or a part of the mouse.

    Attributes:
        words: what is printed on it; "" where that is only a symbol.
        shape: its outline.
        symbol: "up", "down", "left" or "right" for an arrow; "cross", "circle", "square" or "triangle"; "wheel" or
            the side of the mouse's button; "" for none.
        modifier: whether it is held while the next one is pressed.
        press: what it stands for in a legend; None for what cannot be clicked.
    """

    words: str
    shape: Shape = Shape.KEY
    symbol: str = ""
    modifier: bool = False
    press: Press | None = field(default=None, compare=False)

    @property
    def spoken(self) -> str:
        """The key or button in words, for messages: "Left Shift", "Cross", "L stick", "Ctrl+"."""
        if self.shape is Shape.STICK:
            return f"{self.words} stick {self.symbol}".strip()
        return (self.words or self.symbol.capitalize()) + "+" * self.modifier


Piece = str | Glyph
"""A part of a text: words, or something that is drawn between them."""

_MOUSE = {
    "click": Glyph("Click", Shape.MOUSE, "left"),
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
_PLAYSTATION_SYMBOLS = {"a": "cross", "b": "circle", "x": "square", "y": "triangle"}
_BRAND_WORDS = {
    PadBrand.PLAYSTATION: ("playstation", "dualshock", "dualsense", "sony", "ps3", "ps4", "ps5"),
    PadBrand.SWITCH: ("nintendo", "switch", "joy-con", "joycon", "wii"),
}


def brand_of(name: str) -> PadBrand:
    """Return whose names are on the gamepad that calls itself ``name``: those of an Xbox pad if that does not tell."""
    lower = name.lower()
    found = (brand for brand, words in _BRAND_WORDS.items() if any(word in lower for word in words))
    return next(found, PadBrand.XBOX)


def pad_glyphs(input_: Input, brand: PadBrand) -> tuple[Glyph, ...]:
    """Return the glyphs of a gamepad's button with those that are held meanwhile."""
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


def key_glyphs(input_: Input, label: Callable[[str], str] = key_title) -> tuple[Glyph, ...]:
    """Return the glyphs of a key with the modifiers that are held meanwhile.

    Args:
        input_: key with its modifiers.
        label: what is printed on the key in a place.
    """
    held = [name for name in MODIFIERS["key"] if name in input_.modifiers]
    if input_.name.lower() in _WAYS:
        key = Glyph("", symbol=input_.name.lower())
    else:
        key = Glyph(_SPLIT_WORDS.sub(" ", label(input_.name)))
    return (*(Glyph(name, modifier=True) for name in held), key)


@dataclass(frozen=True, slots=True)
class Hands:
    """What somebody plays with.

    Attributes:
        player: the player; None for whoever sits before the screen.
        keyboard: whether it is the keyboard.
        pad: name of the gamepad; "" for none.
    """

    player: int | None = None
    keyboard: bool = True
    pad: str = ""

    @classmethod
    def of(cls, player: int, devices: tuple[str, ...]) -> "Hands":
        """Return the hands of a player with these devices, as ``Poller.devices`` names them."""
        pads = [name for name in devices if name != "keyboard"]
        return cls(player, "keyboard" in devices, pads[0] if pads else "")


@dataclass(frozen=True, slots=True)
class Legend:
    """The glyphs of all controls for one reader.

    Attributes:
        bindings: keys and buttons of all controls.
        hands: what the reader plays with.
        label: what is printed on the key in a place.
        clickable: whether a click on a picture does what the key or button does.
    """

    bindings: Bindings
    hands: Hands = Hands()
    label: Callable[[str], str] = key_title
    clickable: bool = True

    def pieces(self, text: str) -> tuple[Piece, ...]:
        """Return a text with glyphs in the places of "{control}".

        Besides names of controls there are the reader's own: {up} to {right}, {move} for all four, {trigger}, {done},
        {agree}, {refuse}, {who}; and {click}, {right-click} and {wheel} of the mouse. "{done|start}" is the
        first of these for which the gamepad, else the keyboard, has something.

        Raises:
            KeyError: there is no such control.
        """
        return tuple(self._pieces(text))

    def spoken(self, text: str) -> str:
        """Return a text with the names of keys and buttons in the places of "{control}"."""
        return "".join(piece if isinstance(piece, str) else piece.spoken for piece in self.pieces(text))

    def glyphs(self, control: str) -> tuple[Piece, ...]:
        """Return the glyphs of a control: of the gamepad if there is one, else of the keyboard."""
        if control in _MOUSE:
            return (_MOUSE[control],)
        names = control.split("|")
        ways = (glyphs for on_device in (self._on_pad, self._on_keyboard) for glyphs in map(on_device, names))
        return next(filter(None, ways), ("(no key)",))

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
        """Return whether a key is a player's, who hides what else is on it while playing."""
        return ("key", input_.modifiers, input_.name) in self.bindings.players

    def _on_pad(self, control: str) -> tuple[Glyph, ...]:
        if not self.hands.pad:
            return ()
        brand = brand_of(self.hands.pad)
        if control == "move":
            first = self.bindings.table["pad-up"][:1]
            return tuple(Glyph(glyph.words, glyph.shape) for input_ in first for glyph in pad_glyphs(input_, brand))
        name = f"pad-{control}" if control in _SEAT_CONTROLS else control
        inputs = self.bindings.table.get(name, ()) if control in _SEAT_CONTROLS else self.bindings.table[name]
        button = next((input_ for input_ in inputs if input_.device == "pad"), None)
        glyphs = () if button is None else pad_glyphs(button, brand)
        return self._with_press(glyphs, Press(name, self.hands.player, by_pad=True))

    def _with_press(self, glyphs: tuple[Glyph, ...], press: Press) -> tuple[Glyph, ...]:
        return tuple(replace(glyph, press=press) for glyph in glyphs) if self.clickable else glyphs
