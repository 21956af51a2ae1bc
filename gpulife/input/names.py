"""Names of keys and pad buttons, read and written: ``key:Shift+Escape``, ``pad:a``, ``pad:lt+x``.

The table of controls, the settings file and the panel "Keys and gamepads" use these names. In players' controls, the
name of a key means its position on a US keyboard; in others, the letter printed on it (see ``bindings``).
"""

import difflib
from dataclasses import dataclass

from gpulife.errors import GpulifeError

SYMBOLS = {
    "'": "Apostrophe",
    ",": "Comma",
    "-": "Minus",
    ".": "Period",
    "/": "Slash",
    ";": "Semicolon",
    "=": "Equal",
    "[": "LeftBracket",
    "\\": "Backslash",
    "]": "RightBracket",
    "`": "Grave",
    "+": "Plus",
}
"""Names of keys whose character is hard to read or separates names."""

MODIFIER_KEYS = {
    "LeftShift": "Shift",
    "RightShift": "Shift",
    "LeftCtrl": "Ctrl",
    "RightCtrl": "Ctrl",
    "LeftAlt": "Alt",
    "RightAlt": "Alt",
    "LeftSuper": "Super",
    "RightSuper": "Super",
}
"""For each modifier key, the modifier that it stands for."""

KEYS = (
    *"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
    *SYMBOLS.values(),
    *("Space", "Enter", "Escape", "Tab", "Backspace", "Insert", "Delete", "Left", "Right", "Up", "Down"),
    *("PageUp", "PageDown", "Home", "End", "CapsLock", "ScrollLock", "NumLock", "PrintScreen", "Pause", "Menu"),
    *(f"F{number}" for number in range(1, 26)),
    *(f"KP{digit}" for digit in range(10)),
    *("KPDecimal", "KPDivide", "KPMultiply", "KPSubtract", "KPAdd", "KPEnter", "KPEqual"),
    *("World1", "World2", *MODIFIER_KEYS),
)

PAD_INPUTS = (
    *("lt", "back", "a", "b", "x", "y", "lb", "rb", "rt", "start", "guide", "left_thumb", "right_thumb"),
    *("dpad_up", "dpad_down", "dpad_left", "dpad_right"),
    *("ls_up", "ls_down", "ls_left", "ls_right", "rs_up", "rs_down", "rs_left", "rs_right"),
)
"""Names of the buttons of an Xbox pad. Triggers and directions of a stick count as buttons."""

MODIFIERS = {"key": ("Ctrl", "Shift", "Alt", "Super"), "pad": ("lt", "back")}
"""Modifiers: keys and buttons that give others a second meaning while held. Names of inputs list modifiers in this
order.
"""
PAD_MODIFIERS = frozenset(MODIFIERS["pad"])

_ALIASES = {"Return": "Enter", "Esc": "Escape", "PgUp": "PageUp", "PgDn": "PageDown", "Del": "Delete", "Ins": "Insert"}
_NAMES = {
    "key": {name.lower(): name for name in KEYS}
    | {alias.lower(): name for alias, name in (_ALIASES | SYMBOLS).items()},
    "pad": {name: name for name in PAD_INPUTS},
}
_MODIFIER_NAMES = {
    "key": {name.lower(): name for name in MODIFIERS["key"]} | {"control": "Ctrl"},
    "pad": {name: name for name in MODIFIERS["pad"]},
}
_KEY_TITLES = {word: character for character, word in SYMBOLS.items()} | {"Escape": "Esc", "Enter": "Return"}
_KEY_TITLES |= {f"KP{digit}": f"Keypad {digit}" for digit in range(10)}
_KEY_TITLES |= {"KPAdd": "Keypad +", "KPSubtract": "Keypad -", "KPMultiply": "Keypad *", "KPDivide": "Keypad /"}
_KEY_TITLES |= {"KPDecimal": "Keypad .", "KPEqual": "Keypad =", "KPEnter": "Keypad Enter"}
_PAD_TITLES = {"left_thumb": "left stick pressed", "right_thumb": "right stick pressed"}


class InputError(GpulifeError):
    """Error: there is no key or button of a given name, or it cannot be bound to a control."""


@dataclass(frozen=True, slots=True)
class Input:
    """A key or pad button, and the modifiers to hold with it. ``str()`` returns its name.

    Attributes:
        device: "key" or "pad".
        name: one of KEYS or PAD_INPUTS, or a letter that only some keyboards have.
        modifiers: modifiers to hold, some of ``MODIFIERS[device]``.
    """

    device: str
    name: str
    modifiers: frozenset[str] = frozenset()

    def __str__(self) -> str:
        return f"{self.device}:" + "+".join([*self._modifiers(), self.name])

    @property
    def title(self) -> str:
        """Name as displayed: ``Shift+Esc``, ``LT+X``, ``left stick up``."""
        if self.device == "key":
            return "+".join([*self._modifiers(), key_title(self.name)])
        return "+".join(_pad_title(name) for name in (*self._modifiers(), self.name))

    def _modifiers(self) -> list[str]:
        return [name for name in MODIFIERS[self.device] if name in self.modifiers]


def parse_input(text: str) -> Input:
    """Read a name such as ``key:Ctrl+V`` or ``pad:lt+x``. Upper and lower case are the same.

    Raises:
        InputError: there is no such device, modifier, key or button.
    """
    device, colon, rest = text.strip().partition(":")
    device = device.strip().lower()
    if not colon or device not in _NAMES:
        raise InputError(
            f"{_quote(text)} is not a key or button: write key:NAME or pad:NAME, as in key:Ctrl+V or pad:a"
        )
    head, plus, last = rest.rpartition("+")
    if plus and not last and (not head or head.endswith("+")):  # "+" itself, as in key:Ctrl++
        head, last = head.removesuffix("+"), "+"
    name = _NAMES[device].get(last.strip().lower())
    if name is None and device == "key" and len(last.strip()) == 1 and last.strip().isalpha():
        name = last.strip().upper()
    if name is None:
        raise InputError(f"{_quote(text)}: {_unknown(last.strip(), device)}")
    modifiers = set()
    for part in head.split("+") if head else ():
        modifier = _MODIFIER_NAMES[device].get(part.strip().lower())
        if modifier is None or modifier == name:
            what = "held with a key" if device == "key" else "held with a button"
            raise InputError(f"{_quote(text)}: {part.strip()!r} cannot be {what}; {_list(MODIFIERS[device])} can")
        modifiers.add(modifier)
    return Input(device, name, frozenset(modifiers))


def key_title(name: str) -> str:
    """Return the text printed on a key of a US keyboard: ``key_title("Grave") == "`"``."""
    return _KEY_TITLES.get(name, name)


def _pad_title(name: str) -> str:
    if name in _PAD_TITLES:
        return _PAD_TITLES[name]
    stick = {"ls": "left stick", "rs": "right stick", "dpad": "d-pad"}
    start, _, way = name.partition("_")
    return f"{stick[start]} {way}" if way else name.upper() if len(name) < 3 else name.capitalize()


def _unknown(name: str, device: str) -> str:
    near = difflib.get_close_matches(name.lower(), _NAMES[device], n=1)
    hint = f"did you mean {_NAMES[device][near[0]]}? " if near else ""
    if device == "key":
        return (
            f"there is no key {name!r}; {hint}Keys are A to Z, 0 to 9, F1 to F25, Space, Enter, Escape, Left, KP0, ..."
        )
    return f"there is no pad button {name!r}; {hint}Buttons are {_list(PAD_INPUTS)}"


def _list(names: tuple[str, ...]) -> str:
    return ", ".join(names[:-1]) + " and " + names[-1]


def _quote(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")
