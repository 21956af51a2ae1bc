"""The start menu: its entries with moving pictures, and pages to set games up and to resume sessions."""

from collections.abc import Sequence
from dataclasses import dataclass

from gpulife.games.start_presets import START_PRESETS
from gpulife.input.commands import Asked, Command
from gpulife.window.art.art_screen import ArtScreen
from gpulife.window.art.playlist_page import ABOUT, TITLE, ProgrammeChoice, ProgrammePage
from gpulife.window.play.game_window import window_of
from gpulife.window.play.play_screen import PlayScreen
from gpulife.window.play.session_saver import notice_of, session_lines
from gpulife.window.screen_stack import Screen, ScreenStack
from gpulife.window.shell import Shell
from gpulife.window.start.credits_page import credits_page
from gpulife.window.start.entries_page import PREVIEW, Entry, start_screen
from gpulife.window.start.previews import Previews, mode_previews
from gpulife.window.start.sessions_page import SessionChoice, SessionsPage, sessions_page
from gpulife.window.start.setup_page import BACK, NewGame, SetupPage

RESUME = "resume"
ART = "art"
CREDITS = "credits"
SESSIONS = "sessions"
Chosen = str | NewGame | ProgrammeChoice | SessionChoice
"""A choice: the name of an entry ("" to go back), BACK, a game that was set up, a programme, or a saved session."""


@dataclass(frozen=True)
class WhatWasChosen(Command):
    """Carry out a choice in the start menu."""

    chosen: Chosen


class StartMenu(Screen):
    """Lets people choose what to begin, over the board, which lives on.

    Args:
        shell: everything that screens share.
        screens: the stack of screens.
        below: the screen below, on which sessions begin.
        art_screen: the screen of kinetic art.

    Attributes:
        setup: the page that sets a game up; None if it is not shown.
        programmes: the page of kinetic art; None if it is not shown.
        sessions: the page of saved sessions; None if it is not shown.
        credits: whether the page of credits is shown.
    """

    hides_panels = is_idle = True

    def __init__(self, shell: Shell, screens: ScreenStack, below: PlayScreen, art_screen: ArtScreen) -> None:
        self.shell = shell
        self._screens, self._below, self._art_screen = screens, below, art_screen
        self.setup: SetupPage | None = None
        self.programmes: ProgrammePage | None = None
        self.sessions: SessionsPage | None = None
        self.credits = False
        self._previews: Previews | None = None

    def open(self) -> None:
        """Show the menu over the board, or go back to its entries."""
        self.setup = self.sessions = None
        self.credits = False
        self._below.saver.find()
        if self not in self._screens:
            self._screens.pop_to(self._below)
            self._screens.push(self)
            width, height = (round(side * self.shell.host.pixel_scale) for side in PREVIEW)
            self._previews = mode_previews(self.shell.window.device, START_PRESETS.values(), (width, height))

    def leave(self) -> None:
        """Close its pages and release its pictures."""
        self.setup = self.sessions = None
        self.credits = False
        self.close_programmes()
        if self._previews is not None:
            self._previews.close()
            self._previews = None

    def show_programmes(self) -> None:
        """Show the page of kinetic art."""
        self.close_programmes()
        self.programmes = ProgrammePage(self.shell, self._art_screen)

    def close_programmes(self) -> None:
        """Close the page of kinetic art, if it is shown."""
        if self.programmes is not None:
            self.programmes.close()
            self.programmes = None

    def draw_panels(self, seconds: float) -> Sequence[Asked]:
        """Draw the page that is shown, and return what was chosen on it."""
        chosen = self._page(seconds)
        return () if chosen is None else [WhatWasChosen(chosen)]

    def carry_out(self, asked: Asked) -> bool:
        """Carry out a choice, after the frame has been drawn, since the menu's pictures are released then.

        Raises:
            GpulifeError: it cannot be begun.
        """
        if not isinstance(asked, WhatWasChosen):
            return False
        self.choose(asked.chosen)
        return True

    def _page(self, seconds: float) -> Chosen | None:
        """Draw the page that is shown; return what was chosen, if anything."""
        if self.programmes is not None:
            return self.programmes.draw(seconds)
        if self.sessions is not None:
            return sessions_page(self.sessions)
        if self.credits:
            return BACK if credits_page() else None
        if self.setup is not None:
            return self.setup.show(self.shell.scheme_seed)
        order = sorted(START_PRESETS.values(), key=lambda mode: mode.name != self.shell.settings.last_mode)
        entries = [Entry(mode.name, mode.title, mode.about) for mode in order]
        if offered := session_lines(self._below.saver):
            entries.insert(0, Entry(RESUME, "Go on", offered[0].short))
        notice = Entry(SESSIONS, *notice_of(self._below.saver)) if offered else None
        return start_screen(
            entries,
            self._previews.show(seconds) if self._previews is not None else {},
            can_go_back=self._below.play.started,
            corner=(Entry(ART, TITLE, ABOUT), Entry(CREDITS, "Credits", "whose games these are")),
            notice=notice,
        )

    def choose(self, chosen: Chosen) -> None:
        """Begin what was chosen, or show its page.

        Raises:
            GpulifeError: it cannot be begun.
        """
        if isinstance(chosen, ProgrammeChoice):
            if self.programmes is not None and chosen.name:
                self.programmes.choose(chosen)
            self.close_programmes()
        elif isinstance(chosen, SessionChoice):
            self._choose_session(chosen)
        elif chosen == ART:
            self.show_programmes()
        elif chosen == CREDITS:
            self.credits = True
        elif self.credits:
            self.credits = False
        elif isinstance(chosen, NewGame):
            assert self.setup is not None  # noqa: S101 - the page returned it
            mode = self.setup.mode
            self.shell.change("last_mode", mode.name)
            self.shell.begin(chosen.match, mode.first_actions())
            if chosen.seats is not None:
                self._below.controller.take_seats(chosen.seats)
        elif self.setup is not None:
            self.setup = None  # back to the entries
        elif chosen == "":
            self._screens.pop(self)
        elif chosen == SESSIONS:
            self.sessions = SessionsPage(session_lines(self._below.saver))
        elif chosen == RESUME:
            self._below.saver.resume(self._below.saver.offered[0])
        elif (setup := window_of(START_PRESETS[chosen].game).setup) is not None:
            mode = START_PRESETS[chosen]
            self.setup = setup(mode, self.shell.seats_for(mode.spec))
        else:
            mode = START_PRESETS[chosen]
            self.shell.change("last_mode", chosen)
            self.shell.begin(mode.match(self.shell.scheme_seed), mode.first_actions())

    def _choose_session(self, chosen: SessionChoice) -> None:
        if chosen.index is None:
            self.sessions = None
            return
        kept = self._below.saver.offered[chosen.index]
        try:
            if chosen.discard:
                self._below.saver.discard(kept)
            else:
                self._below.saver.resume(kept)
        finally:
            if self.sessions is not None:  # it is closed if a session has begun
                left = session_lines(self._below.saver)
                self.sessions = SessionsPage(left) if left else None
