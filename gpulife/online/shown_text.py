"""Text from strangers: short, in one line, and nothing that cannot be seen or turns what follows.

Servers clean what people say before anybody hears or stores it, and programs what servers send them before it is shown.
"""

import re
import unicodedata

_MAX_MARKS = 2
UNSEEN = re.compile(
    "[\0-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Controls, also of direction, and letters without ink: Unicode's Default_Ignorable_Code_Point, and the blank of
Braille."""


def shown_text(text: str, limit: int) -> str:
    """Return what is shown of a text: at most ``limit`` letters, without controls, and without stacks of marks.

    Controls of direction and of terminals are controls, too, and so is what has no width or no ink; blanks of all kinds
    become single spaces. A text that was cleaned so stays as it is.
    """
    spaced = "".join(
        letter if letter.isprintable() else " " if letter.isspace() else "" for letter in text[: 4 * limit]
    )
    plain = " ".join(UNSEEN.sub("", unicodedata.normalize("NFC", spaced)).split())
    kept: list[str] = []
    marks = _MAX_MARKS  # those at the beginning would stand on what is before the text
    for letter in plain:
        marks = marks + 1 if unicodedata.category(letter)[0] == "M" else 0
        if marks <= _MAX_MARKS:
            kept.append(letter)
    short = "".join(kept)
    return short if len(short) <= limit else short[: limit - 1].rstrip() + "\u2026"


def said_text(text: str, limit: int) -> str:
    """Return the same of what somebody says, for everybody: words stay apart where controls were."""
    return shown_text("".join(" " if unicodedata.category(letter) == "Cc" else letter for letter in text), limit)


def shown_beside_controls(text: str, limit: int) -> str:
    """Return the same for texts that name controls in braces: nobody's name is to be taken for a control."""
    return shown_text(text, limit).replace("{", "(").replace("}", ")")
