"""What the lobby's pages share: constants for their width, and answers that several pages return."""

from imgui_bundle import icons_fontawesome_6 as icons

WIDTH = 900.0  # points on a 96 dpi screen
BACK, NAME, HOST = "back", "name", "host"


def name_tile(name: str) -> tuple[str, str]:
    """Return label and icon of the button that changes the user's name. ``name`` is "" if there is no name yet."""
    return f"Your name: {name or 'none yet'}", icons.ICON_FA_USER
