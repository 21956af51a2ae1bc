"""Splits a ``.rule`` file into its sections: name, table or tree, state colours and state names.

Only the text that defines the rule is kept: icons, sections for other programs and a second table or tree are left out.
The kept text is stored in saved games, and its hash is part of the rule's name.
"""

import re
from dataclasses import dataclass
from hashlib import blake2b

from gpulife.errors import RuleError

RGB = tuple[int, int, int]
"""An sRGB colour, each part 0 to 255."""

RULE_ENDING = ".rule"
MAX_RULE_BYTES = 1 << 20
"""Limit on the size of a ``.rule`` file, in bytes."""
MAX_STATES = 256
HASH_DIGITS = 10

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+-]{0,99}")
_SECTION = re.compile(r"@([A-Z]+)")
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")
_MAX_LINE = 1 << 14
_MAX_STATE_NAME = 40
_KEPT = ("TABLE", "TREE", "COLORS", "NAMES")
Line = tuple[int, str]
"""A line number, counted from 1, and the line's text."""


@dataclass(frozen=True, slots=True)
class RuleFile:
    r"""A ``.rule`` file split into sections; its table or tree is not parsed yet.

    Attributes:
        name: the name after ``@RULE``.
        text: the text that defines the rule, from ``@RULE`` on, with ``\n`` at the end of each line.
        law: "TABLE" or "TREE": which of these sections comes first in the file.
        lines: lines of the table or tree, without comments and blank lines.
        colours: colours keyed by state, only for states to which the file gives one.
        gradient: colours of the first and the last live state, if the file has a gradient of colours; else None.
        names: names keyed by state, only for states that the file names.
        source: the file's name for messages.
    """

    name: str
    text: str
    law: str
    lines: tuple[Line, ...]
    colours: dict[int, RGB]
    gradient: tuple[RGB, RGB] | None
    names: dict[int, str]
    source: str

    @property
    def digest(self) -> str:
        """A hash of the text, in hexadecimal digits."""
        return blake2b(self.text.encode(), digest_size=HASH_DIGITS // 2).hexdigest()

    @property
    def content_name(self) -> str:
        """The name with a hash of the text, such as ``WireWorld@0123456789``. No other text has this name."""
        return f"{self.name}@{self.digest}"


def read_rule_text(data: bytes | str, source: str) -> RuleFile:
    """Read a ``.rule`` file.

    Args:
        data: content of the file.
        source: name of the file for messages.

    Raises:
        RuleError: ``data`` is not a .rule file; the message names the file, the line, the value and the correct form.
    """
    text = data if isinstance(data, str) else data.decode("utf-8", "replace")
    if len(text) > MAX_RULE_BYTES or len(text.encode("utf-8", "replace")) > MAX_RULE_BYTES:
        raise RuleError(f"{source} has more than {MAX_RULE_BYTES >> 20} MiB: too large for a .rule file")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if not text.isascii() or _CONTROL.search(text):
        text = "".join(character if character.isprintable() or character == "\n" else " " for character in text)
    name, sections = _split(text, source)
    law = next((title for title in sections if title in ("TABLE", "TREE")), None)
    if law is None:
        raise RuleError(f"{source}: no @TABLE and no @TREE; a .rule file needs one of them")
    other = {"TABLE": "TREE", "TREE": "TABLE"}[law]
    kept = [f"@RULE {name}", *(line for _, line in sections["RULE"])]
    for title, lines in sections.items():
        if title in _KEPT and title != other:
            kept += [f"@{title}", *(line for _, line in lines)]
    colours, gradient = _colours(sections.get("COLORS", []), source)
    return RuleFile(
        name=name,
        text="\n".join(line.rstrip() for line in kept).rstrip("\n") + "\n",
        law=law,
        lines=tuple(_meant(sections[law])),
        colours=colours,
        gradient=gradient,
        names=_names(sections.get("NAMES", []), source),
        source=source,
    )


def is_rule_name(text: str) -> bool:
    """Return True if ``text`` can be the name of a rule in a ``.rule`` file."""
    return _NAME.fullmatch(text) is not None


def error_at(source: str, line: int, what: str) -> RuleError:
    """Return the error for line ``line`` of the file ``source``; ``what`` says what is wrong."""
    return RuleError(f"{source}, line {line}: {what}")


def whole_number(text: str) -> int | None:
    """Parse a whole number of up to nine digits; return None for other text."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None


def _split(text: str, source: str) -> tuple[str, dict[str, list[Line]]]:
    """Split the text of a ``.rule`` file: return the rule's name, and the sections in file order, keyed by title.

    If several sections have the same title, only the first is kept.
    """
    lines = text.split("\n")
    first = lines[0].split()
    if not first or first[0] != "@RULE":
        raise error_at(source, 1, f"{lines[0][:40]!r} is not the start of a .rule file, which begins with @RULE NAME")
    if len(first) < 2 or not is_rule_name(first[1]):
        raise error_at(source, 1, f"{' '.join(first[1:])[:40]!r} is not a rule's name: use letters, digits, - and _")
    current: list[Line] = []
    sections = {"RULE": current}
    for number, line in enumerate(lines[1:], start=2):
        if len(line) > _MAX_LINE:
            raise error_at(source, number, f"{len(line)} characters are too many; a line can have {_MAX_LINE}")
        if title := _SECTION.match(line):
            current = []
            sections.setdefault(title[1], current)
        else:
            current.append((number, line))
    return first[1], sections


def _meant(lines: list[Line]) -> list[Line]:
    stripped = ((number, line.partition("#")[0].strip()) for number, line in lines)
    return [(number, line) for number, line in stripped if line]


def _colours(lines: list[Line], source: str) -> tuple[dict[int, RGB], tuple[RGB, RGB] | None]:
    colours: dict[int, RGB] = {}
    gradient = None
    for number, line in _meant(lines):
        values = []
        for word in line.replace(",", " ").split():
            if (value := whole_number(word)) is None:
                break
            values.append(value)
        is_gradient = len(values) >= 6  # the remark after the numbers may itself begin with a number
        if len(values) < 4 or max(values[:6] if is_gradient else values[1:4]) > 255:
            raise error_at(source, number, f"{line[:40]!r} is not a colour; write STATE RED GREEN BLUE, each 0 to 255")
        if is_gradient:
            gradient = (values[0], values[1], values[2]), (values[3], values[4], values[5])
        else:
            colours[values[0]] = (values[1], values[2], values[3])
    return colours, gradient


def _names(lines: list[Line], source: str) -> dict[int, str]:
    names: dict[int, str] = {}
    for number, line in _meant(lines):
        state, _, name = line.partition(" ")
        value = whole_number(state)
        if value is None or not name.strip():
            what = f"{line[:40]!r} does not name a state; write its number, a blank and the name, as in 1 head"
            raise error_at(source, number, what)
        names[value] = name.strip()[:_MAX_STATE_NAME]
    return names
