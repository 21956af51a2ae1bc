"""A number with its noun, as screens count things."""


def count_text(number: int, noun: str) -> str:
    """Return a number with its noun: "1 cell", "2 cells"."""
    return f"{number} {noun}" + "s" * (number != 1)
