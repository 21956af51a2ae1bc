"""The start screen at work: its moving pictures, its entries, and the page of a game between two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpulife.app.art.chooser import ABOUT, TITLE, ProgrammeChoice, ProgrammePage
from gpulife.app.game_window import window_of
from gpulife.app.kept import notice_of, session_lines
from gpulife.app.previews import Previews, mode_previews
from gpulife.games.registry import find_game
from gpulife.modes import MODES
from gpulife.ui.credits_page import credits_page
from gpulife.ui.sessions_page import SessionChoice, SessionsPage, sessions_page
from gpulife.ui.setup_page import BACK, NewGame, SetupPage
from gpulife.ui.start_screen import PREVIEW, Entry, start_screen

if TYPE_CHECKING:
    from gpulife.app.program import Program

RESUME = "resume"
ART = "art"
CREDITS = "credits"
SESSIONS = "sessions"
Chosen = str | NewGame | ProgrammeChoice | SessionChoice
"""The name of an entry ("" to go back), BACK, the game that was set up on the page, a programme of art, or what is to
become of a session that was kept."""


class Lobby:
    """The start screen.

    Attributes:
        setup: the game whose page is shown, None for the entries.
        programmes: the page of kinetic art, None if it is not shown.
        sessions: the page of sessions that were kept, likewise.
        credits: whether the page of those who made the games is shown.
    """

    def __init__(self) -> None:
        self.setup: SetupPage | None = None
        self.programmes: ProgrammePage | None = None
        self.sessions: SessionsPage | None = None
        self.credits = False
        self._previews: Previews | None = None

    @property
    def shown(self) -> bool:
        """Whether it is over the board."""
        return self._previews is not None

    def open(self, program: Program, scale: float) -> None:
        """Show what there is to begin with."""
        self.setup = self.sessions = None
        self.credits = False
        program.kept.look()
        if self._previews is None:
            size = (round(PREVIEW[0] * scale), round(PREVIEW[1] * scale))
            self._previews = mode_previews(program.shell.window.device, MODES.values(), size)

    def close(self) -> None:
        """Release its pictures."""
        self.setup = self.sessions = None
        self.credits = False
        self.close_programmes()
        if self._previews is not None:
            self._previews.close()
            self._previews = None

    def show_programmes(self, program: Program) -> None:
        """Turn to the page of kinetic art."""
        self.close_programmes()
        self.programmes = ProgrammePage(program.shell, program.gallery)

    def close_programmes(self) -> None:
        """Turn back to the entries."""
        if self.programmes is not None:
            self.programmes.close()
            self.programmes = None

    def draw(self, program: Program, seconds: float) -> Chosen | None:
        """Draw it into the frame that has begun; what was chosen, if anything."""
        if self._previews is None:
            return None
        if self.programmes is not None:
            return self.programmes.draw(seconds)
        if self.sessions is not None:
            return sessions_page(self.sessions)
        if self.credits:
            return BACK if credits_page() else None
        if self.setup is not None:
            return self.setup.show(program.shell.scheme_seed)
        order = sorted(MODES.values(), key=lambda mode: mode.name != program.shell.settings.last_mode)
        entries = [Entry(mode.name, mode.title, mode.about) for mode in order]
        if offered := session_lines(program.kept):
            entries.insert(0, Entry(RESUME, "Go on", offered[0].short))
        notice = Entry(SESSIONS, *notice_of(program.kept)) if offered else None
        return start_screen(
            entries,
            self._previews.show(seconds),
            can_go_back=program.play.started,
            corner=(Entry(ART, TITLE, ABOUT), Entry(CREDITS, "Credits", "whose games these are")),
            notice=notice,
        )

    def choose(self, program: Program, chosen: Chosen) -> None:
        """Begin what was chosen, outside of a frame: the pictures that were just drawn go with it.

        Raises:
            GpulifeError: it cannot be begun.
        """
        if isinstance(chosen, ProgrammeChoice):
            if self.programmes is not None and chosen.name:
                self.programmes.choose(chosen)
            self.close_programmes()
        elif isinstance(chosen, SessionChoice):
            self._choose_session(program, chosen)
        elif chosen == ART:
            self.show_programmes(program)
        elif chosen == CREDITS:
            self.credits = True
        elif self.credits:
            self.credits = False
        elif isinstance(chosen, NewGame):
            self._begin(program, chosen)
        elif self.setup is not None:
            self.setup = None  # back to the entries
        elif chosen == "":
            self.close()
        elif chosen == SESSIONS:
            self.sessions = SessionsPage(session_lines(program.kept))
        elif chosen == RESUME:
            program.kept.resume(program, program.kept.offered[0])
        elif (setup := window_of(MODES[chosen].game).setup) is not None:
            mode = MODES[chosen]
            self.setup = setup(mode, program.shell.seats_for(find_game(mode.game).players))
        else:
            mode = MODES[chosen]
            program.shell.change("last_mode", chosen)
            program.begin(mode.match(program.shell.scheme_seed), mode.first_actions())

    def _choose_session(self, program: Program, chosen: SessionChoice) -> None:
        if chosen.place is None:
            self.sessions = None
            return
        kept = program.kept.offered[chosen.place]
        try:
            if chosen.discard:
                program.kept.discard(kept)
            else:
                program.kept.resume(program, kept)
        finally:
            if self.sessions is not None:  # it is not there any more where a session has begun
                left = session_lines(program.kept)
                self.sessions = SessionsPage(left) if left else None

    def _begin(self, program: Program, chosen: NewGame) -> None:
        assert self.setup is not None  # noqa: S101 - the page returned it
        mode = self.setup.mode
        program.shell.change("last_mode", mode.name)
        program.begin(chosen.match, mode.first_actions())
        if chosen.seats is not None:
            program.controller.take_seats(chosen.seats)
