"""Constants and helpers shared by the lobby's pages: their width, and answers that several of them return."""

WIDTH = 900.0  # points on a 96 dpi screen
BACK, NAME, HOST = "back", "name", "host"


def name_label(name: str) -> str:
    """Return the label of the button that changes the user's name; "" means no name yet."""
    return f"Your name: {name or 'none yet'}"
