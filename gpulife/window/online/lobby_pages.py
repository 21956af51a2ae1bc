"""What the lobby's pages share: constants for their width, and answers that several pages return."""

WIDTH = 900.0  # points on a 96 dpi screen
BACK, NAME, HOST = "back", "name", "host"


def name_label(name: str) -> str:
    """Return the label of the button that changes the user's name. ``name`` is "" if there is no name yet."""
    return f"Your name: {name or 'none yet'}"
