"""The base class of dialogs: a screen with one window in the middle.

The session below continues unless the dialog says otherwise.
"""

from abc import abstractmethod
from collections.abc import Sequence

from imgui_bundle import imgui, imgui_ctx

from gpulife.input.commands import CommandOrAction
from gpulife.window.panels.pages import back_pressed, dim_what_is_behind, mend_focus, view_and_scale
from gpulife.window.screen_stack import Screen, ScreenStack
from gpulife.window.shell import Shell


class Dialog(Screen):
    """A window over the session, shown until the user answers or presses Escape.

    Args:
        shell: services shared by all screens.
        screens: the stack of screens.
        title: the window's title.
        width: the window's width in units of 1/96 inch; the window is narrower if there is less room.

    Attributes:
        is_new: True while the dialog is drawn for the first time, when its first widget gets the focus.
    """

    def __init__(self, shell: Shell, screens: ScreenStack, title: str, width: float = 440.0) -> None:
        self.shell = shell
        self._screens = screens
        self._title, self._width = title, width
        self._is_answered = False
        self.is_new = True

    def close(self) -> None:
        """Close the dialog in the next frame, after the screens below have carried out the dialog's request."""
        self._is_answered = True

    @abstractmethod
    def content(self) -> Sequence[CommandOrAction]:
        """Draw the window's content; return the user's requests."""

    def draw_panels(self, seconds: float) -> Sequence[CommandOrAction]:
        """Draw the window; return the user's requests."""
        del seconds
        if self._is_answered:
            self._screens.take_out(self)  # not pop: a dialog that asks about the request may be above this one
            return ()
        view, scale = view_and_scale()
        centre = imgui.ImVec2(view.x / 2, view.y / 3)
        imgui.set_next_window_pos(centre, imgui.Cond_.always, imgui.ImVec2(0.5, 0.33))
        width = min(self._width * scale, view.x * 0.94)
        imgui.set_next_window_size_constraints(imgui.ImVec2(width, 0), imgui.ImVec2(width, view.y * 0.9))
        imgui.set_next_window_bg_alpha(1.0)
        flags = (
            imgui.WindowFlags_.no_collapse
            | imgui.WindowFlags_.no_saved_settings
            | imgui.WindowFlags_.no_move
            | imgui.WindowFlags_.always_auto_resize
        )
        left, was_new = back_pressed(), self.is_new
        with imgui_ctx.begin(self._title, p_open=True, flags=flags) as window:
            if self.is_new:
                imgui.set_window_focus()
            dim_what_is_behind(view)
            requests = self.content()
            mend_focus()
        self.is_new = self.is_new and not was_new  # the content may ask for the focus again
        if left or not window.opened:
            self.close()
            return ()
        return requests
