"""The question that is asked once: whether flashing is to be reduced."""

from __future__ import annotations

from collections.abc import Sequence

from gpulife.input.commands import Asked, ChangeLook
from gpulife.window.screen_stack import Screen, ScreenStack
from gpulife.window.shell import Shell
from gpulife.window.start.entries_page import flashing_question


class FlashingQuestion(Screen):
    """Lies over everything else until it is answered."""

    def __init__(self, shell: Shell, screens: ScreenStack) -> None:
        self.shell = shell
        self._screens = screens

    def draw_panels(self, seconds: float) -> Sequence[Asked]:
        """Draw the question. It goes a frame after the answer, in which there is nothing over the picture.

        A page takes the keyboard's focus when it appears: that below does so anew, since the question had it.
        """
        del seconds
        if self.hides_panels:
            self._screens.pop(self)
        elif (answer := flashing_question()) is not None:
            self.hides_panels = True
            return [ChangeLook("reduced_flashing", answer)]
        return ()
