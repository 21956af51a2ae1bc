"""The start menu: the start screen, and pages for setting up games and for continuing sessions."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Literal

import numpy as np
from imgui_bundle import icons_fontawesome_6 as icons

from gpulife.art.playlist import load_programme, programme_paths, still_paths
from gpulife.art.scene import Programme
from gpulife.errors import GpulifeError
from gpulife.games.core.game import Match
from gpulife.games.core.game_spec import Preview as BoardPlan
from gpulife.games.registry import GAMES
from gpulife.games.start_presets import START_PRESETS, StartPreset
from gpulife.input.commands import (
    Command,
    CommandOrAction,
    Fullscreen,
    GuidedRound,
    Help,
    NewBoard,
    Open,
    Quit,
    ShowSettings,
    StartScreen,
)
from gpulife.input.glyphs import Legend
from gpulife.patterns.soup import soup
from gpulife.rules import Cells, Rule
from gpulife.window.art.art_screen import ArtScreen
from gpulife.window.art.playlist_page import ABOUT, ProgrammeChoice, ProgrammePage
from gpulife.window.game_help import hands_for, how_to_play
from gpulife.window.help_screen import (
    ART_SUBJECT,
    CREDITS_SUBJECT,
    LAWS_SUBJECT,
    ONLINE_SUBJECT,
    PHONES_SUBJECT,
    SETTINGS_SUBJECT,
    START_SUBJECT,
)
from gpulife.window.online.host_form import HostForm
from gpulife.window.panels.draw_primitives import Point
from gpulife.window.panels.pages import back_pressed
from gpulife.window.play.game_window import window_of
from gpulife.window.play.play_screen import PlayScreen
from gpulife.window.play.ready_check import draw_help_hint
from gpulife.window.play.session_saver import notice_of, session_lines
from gpulife.window.scopes import handles
from gpulife.window.screen_stack import Screen, ScreenStack
from gpulife.window.shell import Shell
from gpulife.window.start.credits_page import credits_page
from gpulife.window.start.entries_page import (
    FIRST_SIZE,
    NOTICE_PICTURE,
    PREVIEW,
    Entry,
    Group,
    Notice,
    entries_of,
    start_screen,
)
from gpulife.window.start.mode_pictures import guide_mode, mode_preview, mode_still, pixels, seat_colours
from gpulife.window.start.previews import BoardPreview, Preview, Previews, Stills
from gpulife.window.start.session_pictures import session_pictures
from gpulife.window.start.sessions_page import SessionChoice, SessionLine, SessionsPage, sessions_page
from gpulife.window.start.setup_page import BACK, HOST, PHONES, PICTURE, NewGame, SetupPage
from gpulife.window.start.two_player_setup import TwoPlayerSetup

RESUME = "resume"
ART = "art"
CREDITS: Final = "credits"
ONLINE = "online"
SESSIONS = "sessions"
GUIDE = "guide"
OPEN = "open"
OPEN_ABOUT = "Open a pattern, a saved board, a picture, a rule or a replay"
SETTINGS, FULLSCREEN, QUIT = "settings", "fullscreen", "quit"
GUIDE_ABOUT = "plant cells, watch them live and die, and win: two minutes"
_ART = "art "
"""Prefix of the names of entries that show a programme of kinetic art."""
_WATCHED = ("liquid", "marquetry", "zellige", "papercut")
"""Programmes of kinetic art that have a tile on the start screen. A page of its own lists all programmes."""
_ON_ALL = 4
"""Number of other programmes whose pictures are on the tile "All programmes"."""
_WATCHED_SHAPE, _WATCHED_DENSITY, _WATCHED_SECONDS = (36, 64), 0.34, 0.4
"""The board that moves on a tile of ``_WATCHED``: its (rows, columns), share of live cells, seconds per generation.

It is smaller than the boards that the programme itself shows.
"""
_FORMING = 4.0
"""Seconds that the slowest of the looks on these tiles takes until the cells are seen."""
_SUBJECTS = {
    GUIDE: LAWS_SUBJECT,  # at the first start it has the focus
    ART: ART_SUBJECT,
    ONLINE: ONLINE_SUBJECT,
    PHONES: PHONES_SUBJECT,
    SETTINGS: SETTINGS_SUBJECT,
    CREDITS: CREDITS_SUBJECT,
}
"""Subjects of the help about entries that begin no session, keyed by the entry's name."""
_CORNER: Mapping[str, Command] = {SETTINGS: ShowSettings(), FULLSCREEN: Fullscreen(), QUIT: Quit()}
"""The commands of the icons in the window's corner, keyed by the names of their entries."""
Choice = str | NewGame | ProgrammeChoice | SessionChoice
"""A user's choice: an entry's name ("" to go back), BACK, a game to begin, a programme, or a saved session."""


Page = SetupPage | ProgrammePage | SessionsPage | Literal["credits"]
"""A page of the menu. It is shown instead of the menu's entries."""


@dataclass(frozen=True)
class StartMenuChoice(Command):
    """Carry out a choice that was made in the start menu."""

    choice: Choice


class StartMenu(Screen):
    """The start menu. The session below it stands still meanwhile, except an on-line match.

    Args:
        shell: services shared by all screens.
        screens: the stack of screens.
        below: the screen of the session behind the menu. It also begins sessions.
        art_screen: the screen of kinetic art.

    Attributes:
        page: the page shown in place of the entries: set-up of a game, kinetic art, saved sessions, or CREDITS; None
            for none.
        pictures: OpenGL IDs of the textures on that page, keyed by the picture's name.
    """

    hides_panels = is_idle = is_page = stops_time = True

    def __init__(self, shell: Shell, screens: ScreenStack, below: PlayScreen, art_screen: ArtScreen) -> None:
        self.shell = shell
        self._screens, self._below, self._art_screen = screens, below, art_screen
        self.page: Page | None = None
        self._previews: Previews | None = None
        self._stills: Stills | None = None  # of what has no moving picture yet
        self._drawn: Mapping[str, Callable[[float, Point, Point], None]] = {}  # pictures without textures
        self.pictures: dict[str, int] = {}
        self._large: Previews | None = None  # for ``pictures``
        self._groups: Sequence[Group] = ()
        self._visible: Collection[str] = ()
        self._focused = ""
        self._pointed = ""  # name of the entry that is under the pointer or has the focus
        self._has_two_people = False  # True once the user has begun a game for two people
        self._is_new = False  # while True, the Escape that opened the menu has no further effect

    def open(self) -> None:
        """Show the menu's entries over the board. If the page of kinetic art is shown already, it stays.

        Pages that are open above the menu are closed.
        """
        if not isinstance(self.page, ProgrammePage):
            self._show(None)
        self._below.saver.find()
        if self not in self._screens:
            self._focused, self._is_new = "", True
            self._screens.pop_to(self._below)
            self._screens.push(self)
            self._previews = self._make_previews()
        self._screens.pop_to(self)

    def _focus(self, name: str) -> None:
        """Give an entry the focus when the menu appears."""
        self._focused = name

    def _make_previews(self) -> Previews:
        """Return the moving pictures of all tiles; they are made one by one, those at the top first."""
        device, size = self.shell.window.device, pixels(self.shell, PREVIEW)
        first = mode_preview(self.shell, START_PRESETS["empires"], FIRST_SIZE, fills=True)
        makers: list[tuple[str, Callable[[], Preview]]] = [(NOTICE_PICTURE, first)]
        tiles = {mode.name: window_of(mode.game).draw_tile for mode in START_PRESETS.values()}
        self._drawn = {name: draw for name, draw in tiles.items() if draw is not None}
        modes = {GUIDE: guide_mode(), **START_PRESETS}
        moving = {name: mode for name, mode in modes.items() if name not in self._drawn}
        makers += [(name, mode_preview(self.shell, mode, PREVIEW)) for name, mode in moving.items()]
        paths = programme_paths()
        watched = list(_readable(name for name in _WATCHED if name in paths))
        stills = still_paths()
        shown = {_ART + name: [stills[name]] for name in _WATCHED if name in paths}
        others = [stills[name] for name in paths if name in stills and name not in _WATCHED]
        if len(others) >= _ON_ALL:
            shown[ART] = [others[number * len(others) // _ON_ALL] for number in range(_ON_ALL)]
        self._stills = Stills(device, shown, size)
        for name, mode in moving.items():
            self._stills.add(name, mode_still(self.shell, mode, PREVIEW))
        for programme in watched:
            scene = programme.scenes[0]
            rule = replace(scene.rule, size=None)
            plan = BoardPlan(cells=partial(_soup_of, rule), seconds=_WATCHED_SECONDS)
            careful = self.shell.settings.reduced_flashing is not False
            picture = scene.effects.picture
            preview = partial(BoardPreview, device, plan, rule, programme.name, size, reduces_flashing=careful)
            makers.append((_ART + programme.name, partial(preview, fills=True, picture=picture, forms_for=_FORMING)))
        self._groups = (
            Group("Play", [
                Entry(GUIDE, "Learn", GUIDE_ABOUT, "guided round, 2 min", icons.ICON_FA_GRADUATION_CAP),
                *entries_of(mode for mode in START_PRESETS.values() if mode.is_contest),
            ]),
            Group("Make", [
                *entries_of(mode for mode in START_PRESETS.values() if not mode.is_contest),
                Entry(OPEN, "Open a file", OPEN_ABOUT, "your own, or built in", icons.ICON_FA_FOLDER_OPEN),
            ]),
            Group("Watch", [
                *(Entry(_ART + programme.name, programme.title, programme.description, "kinetic art")
                  for programme in watched),
                Entry(ART, "All programmes", ABOUT, f"{len(paths)} programmes", icons.ICON_FA_PALETTE),
            ]),
            Group("Together", [
                Entry(ONLINE, "On-line play", "Play with people at other machines, in this network or anywhere",
                      "other machines", icons.ICON_FA_GLOBE),
                Entry(PHONES, "Phones", "Use phones as gamepads: they scan a code", "as gamepads",
                      icons.ICON_FA_MOBILE_SCREEN),
                Entry(CREDITS, "Credits", "The people who made these games", "who made it", icons.ICON_FA_HEART),
            ]),
        )  # fmt: skip
        return Previews(makers, self.shell.motion, may_fail=True)

    def leave(self) -> None:
        """Close the menu's page and release the menu's pictures."""
        self._show(None)
        if self._previews is not None:
            self._previews.close()
            self._previews = None
        if self._stills is not None:
            self._stills.close()
            self._stills = None

    @property
    def shown_page(self) -> object:
        """The menu's page; None for the entries."""
        return self.page

    def show_programmes(self, focus: str = "") -> None:
        """Show the page of kinetic art. The programme called ``focus`` has the focus at first; "" for the first one."""
        self._show(ProgrammePage(self.shell, self._art_screen, focus))

    @property
    def _pads(self) -> tuple[str, ...]:
        return tuple(state.name for state in self.shell.pads.poll().values())

    def _show(self, page: Page | None) -> None:
        if isinstance(self.page, ProgrammePage):
            self.page.close()
        if self._large is not None:
            self._large.close()
            self._large, self.pictures = None, {}
        self.page = page

    def draw_panels(self, seconds: float) -> Sequence[CommandOrAction]:
        """Draw the menu's page or its entries; return the user's choice as a request."""
        chosen = self._page(seconds)
        draw_help_hint(Legend(self.shell.poller.bindings, self.shell.poller.anyones_hands()))
        return () if chosen is None else [StartMenuChoice(chosen)]

    @handles(StartScreen)
    def _show_entries(self, _: StartScreen) -> None:
        """Close the menu's page and the screens above the menu. If nothing was open, tell the user how to quit."""
        if self._screens.top is self and self.page is None:
            self._say_how_to_quit()
        self._screens.pop_to(self)
        self._show(None)

    def _say_how_to_quit(self) -> None:
        self.shell.show_message(f"This is the start screen. {self.shell.poller.bindings.first_key_text('quit')} quits")

    def _page(self, seconds: float) -> Choice | None:
        match self.page:
            case ProgrammePage():
                return self.page.draw(seconds)
            case SessionsPage():
                self.pictures = self._large.show(seconds) if self._large is not None else {}
                return sessions_page(self.page, self.pictures)
            case SetupPage():
                self.pictures = self._large.show(seconds) if self._large is not None else {}
                picture = self.pictures.get(self.page.mode.name)
                self.page.note_phones(sum(pad.is_phone for pad in self.shell.pads.poll().values()))
                self.page.colours = seat_colours(self.shell, self.page.mode.rule, self.page.seats)
                return self.page.show(self.shell.scheme_seed, picture, how_to_play(self.shell, self.page.game))
            case "credits":
                return BACK if credits_page() else None
        can_go_back = self._below.play.chosen_by_user
        if not can_go_back and back_pressed() and not self._is_new:
            self._say_how_to_quit()
        self._is_new = False
        offered = session_lines(self._below.saver)
        pictures = self._pictures(seconds)
        clock = 0.0 if self._previews is None else self._previews.clock
        shown = start_screen(
            self._groups,
            pictures,
            can_go_back=can_go_back and self._screens.top is self,  # a dialog above takes Escape for itself
            back=f"Back to {self._below.play.title}",
            notice=self._notice(offered),
            focus=self._focused,
            corner=self._corner(),
            drawn={name: partial(draw, clock) for name, draw in self._drawn.items()},
        )
        self._visible = shown.visible
        self._pointed = "" if shown.pointed is None else shown.pointed.name
        if shown.pointed is not None:
            self._focused = shown.pointed.name
        return shown.chosen

    def _corner(self) -> list[Entry]:
        """Return the entries for the icons in the window's corner: settings, full screen, and quit."""
        keys, is_full = self.shell.poller.bindings.first_key_text, self.shell.window.fullscreen_on is not None
        return [
            Entry(SETTINGS, "Settings", f"settings ({keys('settings')})", icon=icons.ICON_FA_GEAR),
            Entry(
                FULLSCREEN,
                "Full screen",
                f"{'leave full screen' if is_full else 'full screen'} ({keys('fullscreen')})",
                icon=icons.ICON_FA_COMPRESS if is_full else icons.ICON_FA_EXPAND,
            ),
            Entry(QUIT, "Quit", f"quit gpulife ({keys('quit')})", icon=icons.ICON_FA_POWER_OFF),
        ]

    def _pictures(self, seconds: float) -> dict[str, int]:
        """Advance the moving pictures by ``seconds``; return their textures' OpenGL IDs, keyed by the entry's name."""
        if self._previews is None or self._stills is None:
            return {}
        return {**self._stills.textures, **self._previews.show(seconds, self._visible)}

    def _notice(self, offered: Sequence[SessionLine]) -> Notice:
        """Return the notice. It offers to continue a session or, if there is none, to begin a game.

        That game is the guided round for new users, otherwise the game played most recently.

        ``offered`` are the saved sessions.
        """
        saved = [Entry(SESSIONS, *notice_of(self._below.saver))] if offered else []
        last = self._last_on(offered)
        if last is not None:
            outcome = self._below.controller.outcome
            is_over = not last.name and outcome  # of saved sessions, none that is over is offered here
            return Notice(
                last, "Show the result" if is_over else "Continue", saved, is_urgent=bool(self._below.saver.interrupted)
            )
        settings = self.shell.settings
        if not (settings.guided_round_offered or settings.last_mode):
            return Notice(Entry(GUIDE, "New here?", "", GUIDE_ABOUT), "Play the guided round", saved)
        mode = START_PRESETS.get(settings.last_mode, START_PRESETS["two"])
        return Notice(Entry(mode.name, mode.title, "", mode.about), "Play" if mode.is_contest else "Begin", saved)

    def _last_on(self, offered: Sequence[SessionLine]) -> Entry | None:
        """Return the entry that continues the session behind the menu, or else one of the saved sessions ``offered``.

        Return None if there is neither.
        """
        if self._below.play.chosen_by_user:
            outcome = self._below.controller.outcome
            state = f"over: {outcome}" if outcome else "still open"
            about = f"{self._below.controller.progress}, {state}"
            return Entry("", self._below.play.title, "", about)
        first = self._first_offered
        return None if first is None else Entry(RESUME, "Your last session", "", offered[first].short)

    @property
    def _first_offered(self) -> int | None:
        """Index of the saved session to offer first: the newest that has left generation 0, or else the newest.

        Games that are over do not count. None if there is no other session.
        """
        saves = {number: each.save for number, each in enumerate(self._below.saver.offered) if not each.save.over}
        return next((number for number, save in saves.items() if save.generation), next(iter(saves), None))

    @handles(Help)
    def _show_help(self, _: Help) -> None:
        """Show the help for the page, for the entry pointed at, or else for the start screen."""
        subject = self._subject
        entry = START_PRESETS.get(subject)
        game = GAMES.get(subject) if entry is None else entry.spec
        self.shell.show_help(subject, {} if game is None else hands_for(self.shell, game))

    @property
    def _subject(self) -> str:
        """The subject of the help: that of the page or, if none is shown, of the entry pointed at."""
        match self.page:
            case SetupPage():
                return self.page.game.name
            case ProgrammePage():
                return ART_SUBJECT
            case SessionsPage():
                return START_SUBJECT
            case "credits":
                return CREDITS_SUBJECT
        if self._pointed in START_PRESETS:
            return self._pointed
        return ART_SUBJECT if self._pointed.startswith(_ART) else _SUBJECTS.get(self._pointed, START_SUBJECT)

    @handles(StartMenuChoice)
    def _carry_out_choice(self, request: StartMenuChoice) -> None:
        """Carry out a choice that the user made in the previous frame."""
        self.choose(request.choice)  # not in that frame, which may still draw pictures that this releases

    def choose(self, chosen: Choice) -> None:
        """Begin the chosen game or session, or show the chosen page.

        Raises:
            GpulifeError: the game or session cannot begin.
        """
        if isinstance(chosen, ProgrammeChoice):
            if isinstance(self.page, ProgrammePage) and chosen.name:
                self.page.choose(chosen)
                self._art_screen.return_to_page = partial(self.show_programmes, chosen.name)
            self._show(None)
        elif isinstance(chosen, SessionChoice):
            self._choose_session(chosen)
        elif chosen == PHONES:
            self.shell.show_phones()
        elif chosen == HOST:
            assert isinstance(self.page, SetupPage)  # noqa: S101 - the page returned it
            match = self.page.match(self.shell.scheme_seed)
            self.shell.show_lobby(form=HostForm.of(match, self.page.hosted_seats))
        elif chosen == GUIDE:
            self._screens.carry_out([GuidedRound("seed-list")])
        elif isinstance(chosen, str) and chosen.startswith(_ART):
            self.show_programmes()
            self.choose(ProgrammeChoice(chosen.removeprefix(_ART)))
            self._art_screen.return_to_page = partial(self._focus, chosen)
        elif chosen == OPEN:
            self._screens.carry_out([Open()])
        elif chosen == ART:
            self.show_programmes()
        elif isinstance(chosen, str) and chosen in _CORNER:
            self._screens.carry_out([_CORNER[chosen]])
        elif chosen == ONLINE:
            self.shell.show_lobby()
        elif chosen == CREDITS:
            self._show(CREDITS)
        elif isinstance(chosen, NewGame):
            assert isinstance(self.page, SetupPage)  # noqa: S101 - the page returned it
            self._remember(self.page, chosen.match)
            self._has_two_people |= chosen.seats is not None and not chosen.seats.computers
            self._begin(self.page.mode, chosen.match)
            if chosen.seats is not None:
                self._below.controller.set_seats(chosen.seats)
        elif chosen == BACK:
            self._show(None)
        elif chosen == "":
            self._screens.pop(self)
            self._below.wait_for_go()
        elif chosen == SESSIONS:
            saver = self._below.saver
            self._show(SessionsPage(session_lines(saver)))
            self._large = session_pictures(self.shell, saver.offered)
        elif chosen == RESUME:
            if (first := self._first_offered) is not None:
                self._below.saver.resume(self._below.saver.offered[first])
        else:
            self._choose_mode(START_PRESETS[chosen])

    def set_up(self, game: str, against: int = 0, begins: bool = False) -> None:
        """Show the page that sets up a game, or begin it if there is nothing to set up, as its tile does.

        Args:
            game: name of the game, or of another entry of the start screen.
            against: level of the computer opponent that the page suggests; 0 for the opponent in the most recent match.
            begins: True to begin the game at once, as set up on the page.
        """
        self.open()
        if game in START_PRESETS:
            self._choose_mode(START_PRESETS[game])
        if against and isinstance(self.page, SetupPage):
            self.page.seats = self.page.seats.against(against)
        if begins and isinstance(self.page, SetupPage):
            self.choose(NewGame(self.page.match(self.shell.scheme_seed), self.page.chosen_seats))

    def _choose_mode(self, mode: StartPreset) -> None:
        """Show the page that sets up a game, or the dialog for a new board. If there is neither, begin the game."""
        setup = window_of(mode.game).setup
        if mode.asks_size:
            self.shell.change("last_mode", mode.name)
            self.shell.panel_state.begin_anew()
            self._screens.carry_out([NewBoard(mode.rule)])
        elif setup is None:
            self._begin(mode, mode.match(self.shell.scheme_seed))
        else:
            page = setup(mode, self.shell.seats_for(mode.spec))
            if isinstance(page, TwoPlayerSetup) and not (self._pads or self._has_two_people):
                page.suggest_computer()
            remembered = dict(text.split("=", 1) for text in self.shell.settings.chosen_options if "=" in text)
            is_new = mode.game not in remembered and f"{mode.game}.opponent" not in remembered
            if isinstance(page, TwoPlayerSetup) and is_new and len(page.seats.computers) == 1:
                page.seats = page.seats.against(1)  # the weakest level, so that people can win their first game
            if remembered.get(mode.game) in mode.spec.options:
                page.option = remembered[mode.game]
            page.restore({name: remembered.get(f"{mode.game}.{name}", "") for name in page.remembered})
            self._show(page)
            picture = mode_preview(self.shell, mode, PICTURE)
            self._large = Previews([(mode.name, picture)], self.shell.motion, may_fail=True)

    def _remember(self, page: SetupPage, match: Match) -> None:
        """Save what people chose on a page. These choices will be the defaults when the game is set up again."""
        game, known = match.game, self.shell.settings.chosen_options
        others = [text for text in known if not text.startswith((f"{game}=", f"{game}."))]
        own = [f"{game}={match.option}"] if match.option else []
        own += [f"{game}.{name}={value}" for name, value in page.choices.items()]
        self.shell.change("chosen_options", [*others, *own])

    def _begin(self, mode: StartPreset, match: Match) -> None:
        self.shell.change("last_mode", mode.name)
        self.shell.begin(match, mode.first_actions())
        self.shell.panel_state.begin_anew()

    def _choose_session(self, chosen: SessionChoice) -> None:
        if chosen.index is None:
            self._show(None)
            return
        kept = self._below.saver.offered[chosen.index]
        try:
            if chosen.discard:
                self._below.saver.discard(kept)
            else:
                self._below.saver.resume(kept)
        finally:
            left = session_lines(self._below.saver)
            if isinstance(self.page, SessionsPage) and left:
                self.page.lines, self.page.to_confirm = left, None
            elif self.page is not None:  # a new session has closed the page
                self._show(None)


def _readable(names: Iterable[str]) -> Iterator[Programme]:
    """Yield the programmes called ``names``, without those that cannot be read."""
    for name in names:
        with suppress(GpulifeError):  # the page of kinetic art shows the error
            yield load_programme(name)


def _soup_of(rule: Rule, rng: np.random.Generator) -> Cells:
    return soup(_WATCHED_SHAPE, _WATCHED_DENSITY, rule.species, rng)
