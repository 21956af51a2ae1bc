"""What the lobby's pages share: constants for the user's choices, and the button for the user's name."""

from imgui_bundle import icons_fontawesome_6 as icons

BACK, NAME, HOST = "back", "name", "host"


def name_tile(name: str) -> tuple[str, str]:
    """Return label and icon of the button that changes the user's name. ``name`` is "" if there is no name yet."""
    return f"Your name: {name or 'none yet'}", icons.ICON_FA_USER
