"""What the lobby's pages share: constants for the user's choices, and cards about waiting and about problems."""

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from gpulife.window.design import LEAD, NOTICE, styled
from gpulife.window.panels.pages import card
from gpulife.window.panels.widgets import button_row, sentence, waiting_bar, wrapped_text

BACK, NAME, HOST, CANCEL = "back", "name", "host", "cancel"
PICTURE_MODE = "empires"
"""The mode whose moving picture is on pages that belong to no game."""
STARTING = "Starting your server \u2026"
STARTING_ABOUT = "It takes a few seconds. Then you see the address and the code for the others."


def name_tile(name: str) -> tuple[str, str]:
    """Return label and icon of the button that changes the user's name. ``name`` is "" if there is no name yet."""
    return f"Your name: {name or 'none yet'}", icons.ICON_FA_USER


def waiting_card(title: str, about: str) -> bool:
    """Draw a card that says what the page waits for; return True if its button Cancel was pressed.

    ``title`` is the card's first line in large letters, and ``about`` a sentence below.
    """
    with card("waiting"):
        with styled(LEAD):
            imgui.text_wrapped(title)
        waiting_bar()
        wrapped_text(about)
        imgui.spacing()
        return button_row(["Cancel"], default=0) is not None


def problem_card(problem: str, advice: str = "") -> None:
    """Draw a card with one line about a failure, and below it what the user can do."""
    with card("problem"):
        wrapped_text(sentence(problem), NOTICE)
        if advice:
            wrapped_text(advice)
