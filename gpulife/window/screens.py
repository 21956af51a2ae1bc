"""The screens of a window, put together: what knows all of them, so that none of them has to."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from gpulife.games.start_presets import MODES
from gpulife.input.events import Event
from gpulife.session.autosave import Autosave
from gpulife.window.art.art_screen import Gallery
from gpulife.window.attract.attract_screen import Attract
from gpulife.window.flashing_question import FlashingQuestion
from gpulife.window.play.play_screen import PlayScreen
from gpulife.window.screen_stack import ScreenStack
from gpulife.window.shell import Shell
from gpulife.window.start.start_menu import StartMenu

_MAX_BACKDROP_CELLS = 1 << 20


class WindowScreens(ScreenStack):
    """The stack of a window, with all the screens that it can have.

    Args:
        shell: what they share.
        autosave: of the window; None if it is to leave nothing behind.

    Attributes:
        play_screen: the session that is played, at the bottom.
        gallery: kinetic art instead of everything else.
        start_menu: what there is to begin with.
        attract: computers play when nobody is there.
    """

    def __init__(self, shell: Shell, autosave: Autosave | None) -> None:
        super().__init__(shell)
        self.play_screen = PlayScreen(shell, self, autosave)
        self.gallery = Gallery(shell, self, self._leave_games)
        self.start_menu = StartMenu(shell, self, self.play_screen, self.gallery)
        self.attract = Attract(self, self.save)
        shell.show_start_menu = self.start_menu.open
        self.push(self.play_screen)
        self.watches += [self.gallery.watch, self._attract, self._ask]

    def begin_backdrop(self) -> None:
        """Let something live behind the start menu, too."""
        first = next(iter(MODES.values()))
        mode = MODES.get(self.shell.settings.last_mode, first)
        small = mode if mode.shape[0] * mode.shape[1] <= _MAX_BACKDROP_CELLS else first
        self.shell.begin(small.match(secrets.randbits(32)), small.first_actions(), backdrop=True)

    def save(self) -> None:
        """Save the session where a crash or the next start finds it."""
        self.play_screen.kept.save(self.play_screen.controller)

    def _leave_games(self) -> None:
        """Leave whatever is over the session, and save that: while art is shown it does not change."""
        self.attract.end()
        self.pop_to(self.play_screen)
        self.save()

    def _attract(self, events: Sequence[Event], seconds: float) -> None:
        if not self.gallery.home:
            with self.shell.guard.doing("attract mode"):
                self.attract.watch(events, seconds)

    def _ask(self, events: Sequence[Event], seconds: float) -> None:
        """Ask about flashing whoever was never asked; but not those who only pass by."""
        del events, seconds
        asks = self.shell.settings.reduced_flashing is None and not self.top.stops_time
        if asks and not isinstance(self.top, FlashingQuestion):
            self.push(FlashingQuestion(self.shell, self))

    def close(self) -> None:
        """Release everything on the GPU; the window and Dear ImGui are their owners'."""
        self.shell.recorder.close()
        super().close()
        self.gallery.close()
