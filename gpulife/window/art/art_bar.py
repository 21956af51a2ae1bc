"""The bar over kinetic art. It names the programme and the scene, explains the picture, and has buttons.

The buttons show the previous or next scene, pause the art, save a screenshot, and end the art. The bar appears when the
pointer moves, and disappears some seconds later. Its keys work even while it is hidden.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui, imgui_ctx

from gpulife.input.bindings import Bindings
from gpulife.input.commands import Command, CommandOrAction, Screenshot
from gpulife.window.design import ACCENT, CAPTION, GAP, STRONG, WIDE_GAP, styled
from gpulife.window.panels.pages import CARD_FLAGS, view_and_scale
from gpulife.window.panels.widgets import elided, icon_tiles, wrapped_text

SECONDS = 3.0
"""Seconds for which the bar stays after the pointer has moved."""
_WIDTH = 620.0
"""Width of the bar in units of 1/96 inch."""
_FLAGS = CARD_FLAGS | imgui.WindowFlags_.no_nav | imgui.WindowFlags_.no_move


@dataclass(frozen=True)
class ChangeScene(Command):
    """Show the next scene, or the previous scene if ``back`` is True."""

    back: bool = False


@dataclass(frozen=True)
class PauseArt(Command):
    """Pause the art, or continue it."""


@dataclass(frozen=True)
class LeaveArt(Command):
    """End the art, and return to the page from which it was started."""


@dataclass(frozen=True)
class ExplainArt(Command):
    """Open or close the help page about the art."""


KEYS: dict[str, Command] = {
    "F1": ExplainArt(),
    "Left": ChangeScene(back=True),
    "Right": ChangeScene(),
    "Space": PauseArt(),
    "Escape": LeaveArt(),
}
"""Commands of the bar, keyed by the name of the key on the keyboard."""


class _Button(NamedTuple):
    icon: str
    title: str
    key: str
    request: CommandOrAction


class ArtBar:
    """The bar over kinetic art."""

    def __init__(self) -> None:
        self._until = 0.0
        self._is_pointed = False

    def show(self, now: float, seconds: float = SECONDS) -> None:
        """Show the bar for at least ``seconds`` from ``now`` on."""
        self._until = max(self._until, now + seconds)

    def is_shown(self, now: float) -> bool:
        """Return True if the bar is on screen. It stays while the pointer is on it."""
        return self._is_pointed or now < self._until

    def hide(self) -> None:
        """Take the bar off the screen."""
        self._until, self._is_pointed = 0.0, False

    def draw(
        self, bindings: Bindings, title: str, about: Sequence[str], *, hint: str = "", is_paused: bool
    ) -> Sequence[CommandOrAction]:
        """Draw the bar in the middle of the lower edge; return the user's requests.

        Args:
            bindings: keys of the program's commands.
            title: the programme and the scene that are shown.
            about: sentences that explain the picture.
            hint: what a click does; "" to leave it out.
            is_paused: True if the art is paused.
        """
        view, scale = view_and_scale()
        pause = icons.ICON_FA_PLAY if is_paused else icons.ICON_FA_PAUSE
        buttons = (
            _Button(icons.ICON_FA_BACKWARD_STEP, "Previous scene", "Left", KEYS["Left"]),
            _Button(pause, "Go on" if is_paused else "Pause", "Space", KEYS["Space"]),
            _Button(icons.ICON_FA_FORWARD_STEP, "Next scene", "Right", KEYS["Right"]),
            _Button(icons.ICON_FA_CAMERA, "Save a picture", bindings.first_key_text("screenshot"), Screenshot()),
            _Button(icons.ICON_FA_XMARK, "Leave", "Escape", KEYS["Escape"]),
        )
        width = min(_WIDTH * scale, view.x * 0.94)
        imgui.set_next_window_pos((view.x / 2, view.y - WIDE_GAP * scale), imgui.Cond_.always, (0.5, 1.0))
        imgui.set_next_window_size_constraints((width, 0), (width, view.y))
        with (
            imgui_ctx.push_style_var(imgui.StyleVar_.window_padding, (GAP * scale, GAP * scale)),
            imgui_ctx.begin("art bar", None, _FLAGS),
        ):
            self._is_pointed = imgui.is_window_hovered()
            with styled(STRONG):
                imgui.text(elided(title, imgui.get_content_region_avail().x))
            for sentence in about:
                wrapped_text(sentence, CAPTION)
            if hint:
                wrapped_text(hint, ACCENT)
            tips = [f"Key: {button.key}" if button.key else "" for button in buttons]
            pressed = icon_tiles(
                {button.title: button.icon for button in buttons}, tips=tips, tips_above=imgui.get_window_pos().y
            )
        return [] if pressed is None else [buttons[pressed].request]
