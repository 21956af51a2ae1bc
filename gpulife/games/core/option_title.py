"""The words that people see for an option, whose name is that of 1982."""

_TITLES = {"NORM": "Normal", "HCAP": "Handicap", "WALL": "Dead edges"}
"""Titles of options whose names are no words; the others' are words in capitals."""


def option_title(name: str) -> str:
    """Return what people call an option, such as "Normal" for "NORM"; "" for none."""
    return _TITLES.get(name, name.capitalize())
