"""Makes all screens of a window and connects them, so that no screen needs to refer to another."""

import secrets
from collections.abc import Mapping, Sequence

from gpulife.games.core.game import Match
from gpulife.games.start_presets import START_PRESETS
from gpulife.input.commands import ChangeLook, CommandOrAction
from gpulife.input.events import Event
from gpulife.input.glyphs import Hands
from gpulife.online.client.server_address import Destination
from gpulife.online.client.server_records import FetchedReplay, RecordedMatch
from gpulife.session.autosave import Autosave
from gpulife.session.history import Recording
from gpulife.window.art.art_screen import ArtScreen
from gpulife.window.ask_first import AskFirstError
from gpulife.window.attract_screen import AttractMode
from gpulife.window.dialogs.ask_dialog import AskDialog
from gpulife.window.help_screen import HelpScreen
from gpulife.window.online.host_form import HostForm
from gpulife.window.online.lobby import Lobby
from gpulife.window.online.lobby_screen import LobbyScreen
from gpulife.window.phones.phone_host import PhoneHost
from gpulife.window.phones.phone_views import has_free_seat, menu_view, play_view, waiting_view
from gpulife.window.phones.phones_screen import PhonesScreen
from gpulife.window.play.play_screen import PlayScreen
from gpulife.window.replay.replay_screen import ReplayScreen
from gpulife.window.screen_stack import Screen, ScreenStack
from gpulife.window.settings_screen import SettingsScreen
from gpulife.window.shell import Shell
from gpulife.window.start.entries_page import flashing_question
from gpulife.window.start.start_menu import StartMenu

_MAX_BACKDROP_CELLS = 1 << 20
_VIEW_SECONDS = 0.1
"""Seconds between updates of what phones show."""


class FlashingQuestion(Screen):
    """Asks the user, over all other screens, whether to reduce flashing. It asks only once, at the first start."""

    def __init__(self, shell: Shell, screens: ScreenStack) -> None:
        self.shell = shell
        self._screens = screens

    def draw_panels(self, seconds: float) -> Sequence[CommandOrAction]:
        """Draw the question; return the answer as a request. The question is removed from the stack one frame later.

        No panels are drawn in that frame. Therefore the page below counts as new and gets the keyboard focus again.
        """
        del seconds
        if self.hides_panels:
            self._screens.pop(self)
        elif (answer := flashing_question()) is not None:
            self.hides_panels = True
            return [ChangeLook("reduced_flashing", answer)]
        return ()


class WindowScreens(ScreenStack):
    """The screen stack of a window, with all its screens.

    Args:
        shell: services shared by all screens.
        autosave: saves the session regularly; None to leave nothing on disk.

    Attributes:
        play_screen: the screen of the current session, at the bottom.
        art_screen: the screen of kinetic art, which hides all others.
        start_menu: the start screen.
        attract: shows matches between computer players after a while without input.
        phones: phones used as gamepads.
        lobby: the known servers for on-line play.
    """

    def __init__(self, shell: Shell, autosave: Autosave | None) -> None:
        super().__init__(shell)
        self.play_screen = PlayScreen(shell, self, autosave)
        self.art_screen = ArtScreen(shell, self, self._leave_games)
        self.start_menu = StartMenu(shell, self, self.play_screen, self.art_screen)
        self.attract = AttractMode(self, self.save, lambda: self._is_on_line)
        shell.show_start_menu = self.start_menu.open
        shell.show_set_up = self.start_menu.set_up
        self.phones = PhoneHost(shell)
        self._told_joining: Match | None = None  # the match in which people were told how phones join
        self._views_due = 0.0
        shell.show_phones = self._show_phones
        shell.show_settings = self._show_settings
        self.lobby = Lobby()
        shell.show_help = self._show_help
        shell.show_lobby = self._show_lobby
        shell.show_online = self._show_online
        shell.play_online = self._play_online
        shell.watch = self._watch
        self.push(self.play_screen)
        self.frame_hooks += [
            self._follow_phones,
            self._end_unused_server,
            self.art_screen.watch,
            self._watch_for_attract,
            self._ask_about_flashing,
        ]

    def ask(self, question: AskFirstError, request: CommandOrAction) -> None:
        """Ask in a dialog whether to carry out a request."""
        self.push(AskDialog(self.shell, self, question, request))

    def begin_backdrop(self) -> None:
        """Begin a universe that is seen behind the start menu."""
        first = next(iter(START_PRESETS.values()))
        mode = START_PRESETS.get(self.shell.settings.last_mode, first)
        small = mode if mode.shape[0] * mode.shape[1] <= _MAX_BACKDROP_CELLS else first
        self.shell.begin(small.match(secrets.randbits(32)), small.first_actions(), backdrop=True)

    def begin_first_universe(self) -> None:
        """Begin the universe of the first entry on the start screen."""
        mode = next(iter(START_PRESETS.values()))
        self.shell.begin(mode.match(secrets.randbits(32)), mode.first_actions())

    def save(self, *, ends: bool = False) -> None:
        """Save the session, so that the next start can continue it. ``ends`` is True if the program is ending."""
        self.play_screen.saver.save(self.play_screen.controller, ends=ends)

    def _show_help(self, subject: str, hands: Mapping[str, Hands]) -> None:
        self.push(HelpScreen(self.shell, self, subject, hands, lambda: self.play_screen.online is not None))

    def _show_settings(self) -> None:
        self.push(SettingsScreen(self.shell, self, lambda: self.play_screen.controller))

    def _show_phones(self) -> None:
        def is_at_start() -> bool:
            return self.start_menu in self._screens

        self.push(PhonesScreen(self.shell, self, self.phones, self.play_screen, is_at_start))

    def _follow_phones(self, events: Sequence[Event], seconds: float) -> None:
        del events, seconds
        if not self.phones.is_on:
            return
        self.phones.next_frame(self.shell.now)
        if self.phones.phones:
            self.shell.motion.due()  # phones' input comes over the network, which wakes no window
        if self.shell.now < self._views_due:
            return
        self._views_due = self.shell.now + _VIEW_SECONDS
        with self.shell.guard.catch("phones"):
            controller = self.play_screen.controller
            for phone in self.phones.phones:
                player = self.phones.player_of(phone)
                if isinstance(self.top, PhonesScreen):
                    view = waiting_view(controller, player, may_join=self.top.may_join)
                else:
                    view = (menu_view if self.top.in_menu else play_view)(controller, player)
                self.phones.show(phone, view)
            self._tell_how_phones_join()

    def _tell_how_phones_join(self) -> None:
        """Say once in each game how phones take seats, if there are phones and seats without each other."""
        controller = self.play_screen.controller
        play, match = controller.play, controller.play.session.match
        if self.top is not self.play_screen or self._told_joining is match or not play.chosen_by_user:
            return
        waits = any(phone.is_connected and self.phones.player_of(phone) is None for phone in self.phones.phones)
        if waits and play.session.game.players and has_free_seat(controller):
            self._told_joining = match
            self.shell.show_message("Press A on a phone to take a seat")

    @property
    def _is_on_line(self) -> bool:
        """True if this window plays or watches an on-line match, or shows the pages of on-line play."""
        return self._in_lobby or self.play_screen.online is not None

    @property
    def _in_lobby(self) -> bool:
        """True if the pages of on-line play are open, perhaps below a dialog."""
        return any(isinstance(screen, LobbyScreen) for screen in self._screens)

    def _end_unused_server(self, events: Sequence[Event], seconds: float) -> None:
        """Stop this window's server once the user has left its match and the pages of on-line play.

        After the end of the match it runs on, for the replay, until the user goes to the start screen.
        """
        del events, seconds
        own, match = self.lobby.own, self.play_screen.shown_match
        if match is not None and match.over and self.start_menu in self._screens:
            match = None
        if own is None or self._in_lobby or (match is not None and match.address == own.here):
            return
        had_problem = own.problem
        self.lobby.stop_serving()
        if not had_problem:
            waits = any(each.host_again for each in self.lobby.own_matches)
            more = ". Your matches wait under On-line play" if waits else ""
            self.shell.show_message(f"You have stopped hosting{more}")

    def _show_lobby(self, problem: str = "", form: HostForm | None = None) -> None:
        screen = next((each for each in self._screens if isinstance(each, LobbyScreen)), None)
        if screen is None:
            screen = LobbyScreen(self.shell, self, self.lobby, problem)
            self.push(screen)
        elif problem:
            screen.tell(problem)
        if form is not None:
            screen.host(form)

    def _show_online(self) -> None:
        """Show the page about the people at the on-line match; without a match, show the pages of on-line play."""
        match = self.play_screen.online
        if match is None or not match.is_reached:
            self._show_lobby()
            return
        from gpulife.window.online.people_screen import PeopleScreen  # only matches need it

        self.push(PeopleScreen(self.shell, self, match, self.lobby, lambda: self.play_screen.controller))

    def _play_online(self, destination: Destination) -> None:
        """Ask a server to let the user into a match. If the server refuses, show the pages of on-line play.

        Raises:
            AskFirstError: the user must first be asked about leaving the current session.
        """
        here = self.play_screen.online
        if here is not None and here.is_at(destination):
            self.pop_to(self.play_screen)
            return
        self.shell.ask_before_leaving()
        from gpulife.online.client.connection import Connection  # only matches need it
        from gpulife.window.online.joining_screen import JoiningScreen

        connection = Connection(destination.address, destination.name, known=self.lobby.known)
        own = self.lobby.own
        is_own = own is not None and destination.address == own.here
        self.push(
            JoiningScreen(
                self.shell,
                self,
                destination,
                connection,
                self._show_lobby,
                is_own=is_own,
                invitation=self.lobby.invitation,
            )
        )

    def _watch(self, recording: Recording) -> None:
        """Show a recording, without players' names. If the user is watching another recording, close that one."""
        if isinstance(self.top, ReplayScreen):
            self.pop(self.top)
        replay = FetchedReplay(recording, RecordedMatch(recording.match.game, ()))
        self.push(ReplayScreen(self.shell, self, replay, self.shell.show_message, leave="Back"))

    def _leave_games(self) -> None:
        """Close the screens above the session, and save the session before art is shown."""
        self.attract.end()
        self.pop_to(self.play_screen)
        self.save()

    def _watch_for_attract(self, events: Sequence[Event], seconds: float) -> None:
        if not self.art_screen.for_art:
            with self.shell.guard.catch("attract mode"):
                self.attract.watch(events, seconds)

    def _ask_about_flashing(self, events: Sequence[Event], seconds: float) -> None:
        """Ask whether to reduce flashing, if the user has not answered yet. Wait while attract mode or art is shown."""
        del events, seconds
        is_free = self.top is self.start_menu or not self.top.stops_time
        asks = self.shell.settings.reduced_flashing is None and is_free
        if asks and not isinstance(self.top, FlashingQuestion):
            self.push(FlashingQuestion(self.shell, self))

    def close(self) -> None:
        """Release all GPU resources except those of the window and of Dear ImGui."""
        self.shell.recorder.close()
        self.phones.close()
        super().close()
        self.lobby.close()
        self.art_screen.close()
