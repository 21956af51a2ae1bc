"""The bar over kinetic art, with buttons for the previous and next scene, pause, a screenshot, and leaving.

The bar appears when the pointer moves, and disappears some seconds later. Its keys work even while it is hidden.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui, imgui_ctx

from gpulife.input.bindings import Bindings
from gpulife.input.commands import Command, CommandOrAction, Screenshot
from gpulife.window.design import LEAD, TIGHT, WIDE_GAP, styled
from gpulife.window.panels.widgets import CARD_FLAGS, view_and_scale

SECONDS = 3.0
"""Seconds for which the bar stays after the pointer has moved."""
_WIDTH, _HEIGHT = 44.0, 30.0
"""Size of a button in units of 1/96 inch."""
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


KEYS: dict[str, Command] = {
    "Left": ChangeScene(back=True),
    "Right": ChangeScene(),
    "Space": PauseArt(),
    "Escape": LeaveArt(),
}
"""The keys of the bar's buttons."""


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

    def show(self, now: float) -> None:
        """Show the bar for some seconds from ``now`` on."""
        self._until = now + SECONDS

    def is_shown(self, now: float) -> bool:
        """Return True if the bar is on screen. It stays while the pointer is on it."""
        return self._is_pointed or now < self._until

    def hide(self) -> None:
        """Take the bar off the screen."""
        self._until, self._is_pointed = 0.0, False

    def draw(self, bindings: Bindings, *, is_paused: bool) -> Sequence[CommandOrAction]:
        """Draw the bar in the middle of the lower edge; return the user's requests."""
        view, scale = view_and_scale()
        pause = icons.ICON_FA_PLAY if is_paused else icons.ICON_FA_PAUSE
        buttons = (
            _Button(icons.ICON_FA_BACKWARD_STEP, "The scene before", "Left", KEYS["Left"]),
            _Button(pause, "Go on" if is_paused else "Pause", "Space", KEYS["Space"]),
            _Button(icons.ICON_FA_FORWARD_STEP, "Next scene", "Right", KEYS["Right"]),
            _Button(icons.ICON_FA_CAMERA, "Save a picture", bindings.first_key_text("screenshot"), Screenshot()),
            _Button(icons.ICON_FA_XMARK, "Leave", "Escape", KEYS["Escape"]),
        )
        requests, pointed = [], ""
        imgui.set_next_window_pos((view.x / 2, view.y - WIDE_GAP * scale), imgui.Cond_.always, (0.5, 1.0))
        padding = TIGHT * scale, TIGHT * scale
        with (
            imgui_ctx.push_style_var(imgui.StyleVar_.window_padding, padding),
            imgui_ctx.begin("art bar", None, _FLAGS),
            styled(LEAD),
            imgui_ctx.push_style_var(imgui.StyleVar_.frame_padding, (0.0, 0.0)),
        ):
            self._is_pointed = imgui.is_window_hovered()
            for number, button in enumerate(buttons):
                if number:
                    imgui.same_line(spacing=TIGHT * scale)
                if imgui.button(f"{button.icon}###art {number}", (_WIDTH * scale, _HEIGHT * scale)):
                    requests.append(button.request)
                if imgui.is_item_hovered(imgui.HoveredFlags_.for_tooltip):
                    pointed = f"{button.title} ({button.key})" if button.key else button.title
        if pointed:
            imgui.set_tooltip(pointed)
        return requests
