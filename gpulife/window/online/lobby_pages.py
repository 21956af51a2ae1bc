"""What the pages before a match have in common: how wide they are, and what several of them answer."""

WIDTH = 900.0  # points on a 96 dpi screen
BACK, NAME, HOST = "back", "name", "host"


def name_label(name: str) -> str:
    """Return the label of the button to be called otherwise; "" is no name yet."""
    return f"Your name: {name or 'none yet'}"
