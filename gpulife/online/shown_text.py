"""Text from strangers as it is shown: short, in one line, and nothing that cannot be seen or turns what follows."""

import unicodedata

_MAX_MARKS = 2


def shown_text(text: str, limit: int) -> str:
    """Return what is shown of a text: at most ``limit`` letters, without controls, and without stacks of marks.

    Controls of direction and of terminals are controls, too; blanks of all kinds become single spaces.
    """
    spaced = "".join(
        letter if letter.isprintable() else " " if letter.isspace() else "" for letter in text[: 4 * limit]
    )
    plain = " ".join(unicodedata.normalize("NFC", spaced).split())
    kept: list[str] = []
    marks = 0
    for letter in plain:
        marks = marks + 1 if unicodedata.category(letter)[0] == "M" else 0
        if marks <= _MAX_MARKS:
            kept.append(letter)
    short = "".join(kept)
    return short if len(short) <= limit else short[: limit - 1].rstrip() + "\u2026"


def shown_beside_controls(text: str, limit: int) -> str:
    """Return the same for texts that name controls in braces: nobody's name is to be taken for a control."""
    return shown_text(text, limit).replace("{", "(").replace("}", ")")
