"""What the pages before a match share: their width, and answers that several of them give."""

WIDTH = 900.0  # points on a 96 dpi screen
BACK, NAME, HOST = "back", "name", "host"


def name_label(name: str) -> str:
    """Return the label of the button that changes the user's name; "" means no name yet."""
    return f"Your name: {name or 'none yet'}"
