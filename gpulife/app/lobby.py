"""The start screen at work: its moving pictures, its entries, and the page of a game between two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpulife.app.art.chooser import ABOUT, TITLE, ProgrammeChoice, ProgrammePage
from gpulife.app.kept import notice_of, session_lines
from gpulife.app.previews import Previews, mode_previews
from gpulife.app.seating import take_seats
from gpulife.app.warring import take_party
from gpulife.games.handicap_presets import with_handicap
from gpulife.games.matches import new_match
from gpulife.games.realtime_settings import REAL_TIME, around_one_screen
from gpulife.games.registry import GAMES
from gpulife.games.series import with_series
from gpulife.modes import MODES
from gpulife.party import Party
from gpulife.players.computer import LEVELS, about_level
from gpulife.players.realtime import REAL_TIME_LEVELS
from gpulife.rules import Edges, parse_rule
from gpulife.ui.credits_page import credits_page
from gpulife.ui.game_setup import BACK, Setup, game_setup
from gpulife.ui.party_setup import PartySetup, party_setup
from gpulife.ui.realtime_setup import RealTimeSetup, realtime_setup
from gpulife.ui.sessions_page import SessionChoice, SessionsPage, sessions_page
from gpulife.ui.start_screen import PREVIEW, Entry, start_screen

if TYPE_CHECKING:
    from gpulife.app.program import Program

RESUME = "resume"
ART = "art"
CREDITS = "credits"
SESSIONS = "sessions"
Chosen = str | tuple[int, int] | Party | RealTimeSetup | ProgrammeChoice | SessionChoice
"""The name of an entry ("" to go back), BACK, or the levels of the two seats, or all seats, of the game on the page, or
a programme of art, or what is to become of a session that was kept."""


class Lobby:
    """The start screen.

    Attributes:
        setup: the game whose page is shown, None for the entries.
        programmes: the page of kinetic art, None if it is not shown.
        sessions: the page of sessions that were kept, likewise.
        credits: whether the page of those who made the games is shown.
    """

    def __init__(self) -> None:
        self.setup: Setup | PartySetup | RealTimeSetup | None = None
        self.programmes: ProgrammePage | None = None
        self.sessions: SessionsPage | None = None
        self.credits = False
        self._mode = ""
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
        self.programmes = ProgrammePage(program, program.shell.host.pixel_scale)

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
        if isinstance(self.setup, RealTimeSetup):
            answer = realtime_setup(self.setup, realtime_level_titles())
            return None if answer is None else self.setup if answer else BACK
        if isinstance(self.setup, PartySetup):
            return party_setup(self.setup, level_titles(self.setup.game))
        if self.setup is not None:
            return game_setup(self.setup, program.play.lineup, level_titles(self.setup.game))
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
                self.programmes.choose(program, chosen)
            self.close_programmes()
        elif isinstance(chosen, SessionChoice):
            self._choose_session(program, chosen)
        elif chosen == ART:
            self.show_programmes(program)
        elif chosen == CREDITS:
            self.credits = True
        elif self.credits:
            self.credits = False
        elif isinstance(chosen, RealTimeSetup):
            self._begin_realtime(program, chosen)
        elif isinstance(chosen, Party):
            self._begin_party(program, chosen)
        elif isinstance(chosen, tuple):
            self._begin(program, chosen)
        elif self.setup is not None:
            self.setup = None  # back to the entries
        elif chosen == "":
            self.close()
        elif chosen == SESSIONS:
            self.sessions = SessionsPage(session_lines(program.kept))
        elif chosen == RESUME:
            program.kept.resume(program, program.kept.offered[0])
        elif MODES[chosen].game == REAL_TIME:
            self.setup = RealTimeSetup()
        elif MODES[chosen].is_contest:
            self._mode, game = chosen, GAMES[MODES[chosen].game]
            if game.players > len(program.play.lineup.seats):
                self.setup = PartySetup(game.name, game.default_option, program.play.party)
            else:
                self.setup = Setup(game.name, game.default_option)
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

    def _begin(self, program: Program, levels: tuple[int, int]) -> None:
        assert isinstance(self.setup, Setup)  # noqa: S101 - the page returned it
        mode = MODES[self._mode]
        match = mode.match(program.shell.scheme_seed, self.setup.option, self.setup.scale)
        agreed = self.setup.agreed
        if agreed.handicap is not None:
            match = with_handicap(match, agreed.handicap)
        if agreed.series is not None:
            match = with_series(match, agreed.series.text)
        program.shell.change("last_mode", self._mode)
        program.begin(match, mode.first_actions())
        take_seats(program, program.play.lineup.with_levels(*levels))

    def _begin_party(self, program: Program, party: Party) -> None:
        assert isinstance(self.setup, PartySetup)  # noqa: S101 - the page returned it
        mode, setup = MODES[self._mode], self.setup
        rows, columns = (side * setup.scale for side in mode.shape)
        rule = parse_rule(mode.rule).on_board((rows, columns), Edges.TORUS if setup.torus else None)
        match = new_match(mode.game, rule, (rows, columns), program.shell.scheme_seed, setup.option)
        program.shell.change("last_mode", self._mode)
        program.begin(match, mode.first_actions())
        take_party(program, party)

    @staticmethod
    def _begin_realtime(program: Program, chosen: RealTimeSetup) -> None:
        program.shell.change("last_mode", REAL_TIME)
        match = around_one_screen(
            program.shell.scheme_seed, seats=chosen.seats, tick_seconds=chosen.tick_seconds, limit=chosen.limit
        )
        program.begin(match, MODES[REAL_TIME].first_actions())


def level_titles(game: str = "") -> tuple[tuple[str, str], ...]:
    """Of the computer's levels: title and one line about how each plays ``game``."""
    return tuple((level.title, about_level(level, game)) for level in LEVELS.values())


def realtime_level_titles() -> tuple[tuple[str, str], ...]:
    """The same of Real-Time Life."""
    return tuple((level.title, level.about) for level in REAL_TIME_LEVELS.values())


__all__ = ["BACK", "RESUME", "Lobby", "level_titles"]
