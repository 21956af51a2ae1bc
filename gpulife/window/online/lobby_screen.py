"""The screen of on-line play before a match: servers, their matches, and hosting."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from imgui_bundle import imgui

from gpulife.errors import GpulifeError, UsageError
from gpulife.games.start_presets import START_PRESETS
from gpulife.input.commands import Command, CommandOrAction, Help, Online
from gpulife.online.client.http_fetch import NO_SUCH_MACHINE
from gpulife.online.client.server_address import Destination
from gpulife.online.client.server_records import FetchedReplay, RecordsLoader
from gpulife.online.protocol import INVITE_LENGTH, Host, Join
from gpulife.online.shown_text import shown_text
from gpulife.seats import MAX_LETTERS, require_name
from gpulife.window.ask_first import AskFirstError
from gpulife.window.game_help import how_to_play
from gpulife.window.help_screen import ONLINE_SUBJECT
from gpulife.window.online import host_page, lobby_pages, matches_page, results_page, servers_page
from gpulife.window.online.host_form import MAX_TITLE, HostForm
from gpulife.window.online.host_page import HostPage
from gpulife.window.online.letters_page import ADDRESS_LETTERS, CODE_LETTERS, NAME_LETTERS, LettersPage
from gpulife.window.online.lobby import Lobby, OwnMatch, error_line, server_title
from gpulife.window.online.lobby_pages import PICTURE_MODE
from gpulife.window.online.matches_page import MatchChoice
from gpulife.window.online.results_page import ReplayChoice, ResultsPage
from gpulife.window.online.servers_page import ServerChoice
from gpulife.window.panels.widgets import sentence
from gpulife.window.replay.replay_screen import ReplayScreen
from gpulife.window.scopes import handles
from gpulife.window.screen_stack import Screen, ScreenStack
from gpulife.window.shell import Shell
from gpulife.window.start.mode_pictures import mode_preview, seat_colours
from gpulife.window.start.previews import Previews
from gpulife.window.start.setup_page import PICTURE

GAMES: Final = "games"
Page = Literal["games"] | HostPage | LettersPage | ResultsPage
_LOOK_SECONDS = 1 / 30
"""Seconds between two checks for the answer of a server."""
_MAX_LINE = 200
_NO_MATCH = "No match with this code in your network, and no machine with this name"
_ADDRESS_ABOUT = (
    "Both are on the host's screen. The address or the link leads to the server. In the same network, the invite code "
    "alone is enough."
)


@dataclass(frozen=True)
class GoToMatch(Command):
    """Go to a match on a server to join it, to watch it, or to host it."""

    destination: Destination


@dataclass(frozen=True)
class WatchReplay(Command):
    """Watch the replay of a finished match."""

    replay: FetchedReplay


class LobbyScreen(Screen):
    """Shows the pages of on-line play until the user leaves or goes to a match.

    Args:
        shell: services shared by all screens.
        screens: the stack of screens.
        lobby: the known servers.
        problem: one line about the error that ended the user's latest match; "" for none.

    Attributes:
        pages: pages opened from the page of servers or from the page of matches. The page opened last is shown.
        make_loader: function that returns a loader of a server's results.
    """

    hides_panels = stops_time = is_page = True

    def __init__(self, shell: Shell, screens: ScreenStack, lobby: Lobby, problem: str = "") -> None:
        self.shell, self._screens, self.lobby = shell, screens, lobby
        self.pages: list[Page] = []
        self._asks_to_stop = False
        self._wish: Host | None = None
        self._rejoins = ""  # code of a match to rejoin when this window's server has started
        self._typed = ""  # the code or address that the shown server or match comes from
        self._is_for_hosting = False
        self.make_loader = RecordsLoader
        self._requests: list[CommandOrAction] = []
        self._pictures: Previews | None = None
        self._front: Previews | None = None
        lobby.problem = problem
        with shell.guard.catch("on-line play"):
            lobby.look()

    def leave(self) -> None:
        """Stop searching for servers. The server that this window runs stays open."""
        self.lobby.look_no_more()
        self.lobby.leave()
        for previews in (self._pictures, self._front):
            if previews is not None:
                previews.close()
        self._pictures = self._front = None

    def host(self, form: HostForm) -> None:
        """Show the page for hosting a match set up as ``form``. Its button "Back" returns to the screen below."""
        own = self.lobby.own
        self._is_for_hosting = not self.pages
        self._show_host(HostPage(form, is_open=own is not None and own.is_open and own.is_ready))

    def _show_host(self, page: HostPage) -> None:
        self._colour(page)
        self.pages.append(page)

    def _colour(self, page: HostPage) -> None:
        spec = page.form.spec
        page.colours = seat_colours(self.shell, spec.rule, self.shell.seats_for(spec))

    @property
    def shown_page(self) -> object:
        """The page opened last. If none is open: the address of the server whose matches are shown, or None."""
        return self.pages[-1] if self.pages else self.lobby.address

    @property
    def name(self) -> str:
        """The user's name; "" if the user has none yet."""
        return self.shell.settings.online_name

    def draw_panels(self, seconds: float) -> Sequence[CommandOrAction]:
        """Draw the page that was opened last."""
        if self._rejoins:
            self._await_own()
        if self._waits:
            self.shell.motion.due(_LOOK_SECONDS)
            self.shell.motion.redraw()
        state = self.lobby.state
        if self._typed and not self.pages and state is not None and state.problem.endswith(NO_SUCH_MACHINE):
            self._type_again(_NO_MATCH if self._typed.isalnum() else state.problem)
        with self.lobby.held(as_before=imgui.is_any_item_active()):
            self._draw_top(seconds)
        requests, self._requests = self._requests, []
        return requests

    @property
    def _waits(self) -> bool:
        """True while the page waits for a server to start or to answer."""
        state = self.lobby.state
        is_asking = self.lobby.address is not None and (state is None or not (state.is_open or state.problem))
        return bool(self._rejoins) or self._wish is not None or is_asking

    def _draw_top(self, seconds: float) -> None:
        top = self.pages[-1] if self.pages else None
        try:
            match top:
                case LettersPage():
                    self._take_letters(top)
                case HostPage():
                    self._take_host(top, self._shown_pictures(seconds, {top.form.game}))
                case ResultsPage():
                    self._take_results(top)
                case "games":
                    self._take_game(host_page.games_page(self._shown_pictures(seconds)))
                case _ if self.lobby.address is not None:
                    state = self.lobby.state
                    if state is not None and state.is_open:
                        pictures = self._shown_pictures(seconds, {match.game for match in state.matches})
                    else:
                        pictures = self._shown_front(seconds)
                    self._take_match(matches_page.matches_page(self.lobby, self.name, pictures))
                case _:
                    self._take_server(
                        servers_page.servers_page(
                            self.lobby,
                            self.name,
                            self._shown_front(seconds).get(PICTURE_MODE),
                            starts=bool(self._rejoins),
                            asks_to_stop=self._asks_to_stop,
                        )
                    )
        except GpulifeError as error:
            self.tell(error_line(error))

    def _shown_pictures(self, seconds: float, games: Collection[str] | None = None) -> dict[str, int]:
        """Advance the games' moving pictures by ``seconds``; return the OpenGL IDs of their textures, keyed by game.

        If ``games`` is not None, only these games' pictures move.
        """
        if self._pictures is None:
            makers = [(mode.name, mode_preview(self.shell, mode, PICTURE)) for mode in host_page.hosted_modes()]
            self._pictures = Previews(makers, self.shell.motion, may_fail=True)
        return self._pictures.show(seconds, games)

    def _shown_front(self, seconds: float) -> dict[str, int]:
        """Advance the moving picture of pages without a game; return the OpenGL ID of its texture under its name."""
        if self._front is None:  # apart from the games' pictures, which take seconds to make
            maker = PICTURE_MODE, mode_preview(self.shell, START_PRESETS[PICTURE_MODE], PICTURE, fills=True)
            self._front = Previews([maker], self.shell.motion, may_fail=True)
        return self._front.show(seconds)

    @handles(GoToMatch)
    def _go_to_match(self, request: GoToMatch) -> None:
        self._go_or_tell(lambda: self.shell.play_online(request.destination))

    @handles(WatchReplay)
    def _watch(self, request: WatchReplay) -> None:
        replay = request.replay
        self._go_or_tell(lambda: self._screens.push(ReplayScreen(self.shell, self._screens, replay, self.tell)))

    @handles(Help)
    def _show_help(self, _: Help) -> None:
        self.shell.show_help(ONLINE_SUBJECT, {})

    @handles(Online)
    def _close(self, _: Online) -> None:
        self._screens.pop(self)

    def _go_or_tell(self, go: Callable[[], object]) -> None:
        try:
            go()
        except AskFirstError:
            raise
        except GpulifeError as error:
            self.tell(error_line(error))

    def tell(self, problem: str) -> None:
        """Show an error message on the page that was opened last."""
        self.lobby.look_up_again()
        top = self.pages[-1] if self.pages else None
        if isinstance(top, LettersPage | HostPage | ResultsPage):
            top.problem = problem
        else:
            self.lobby.problem = problem

    # The pages.

    def _take_letters(self, top: LettersPage) -> None:
        text = top.draw(has_pad=bool(self.shell.pads.poll()))
        if text == "":
            self.pages.remove(top)
        elif text is not None:
            top.problem = ""
            top.done(text)
            if top in self.pages and not top.problem:
                self.pages.remove(top)

    def _take_server(self, chosen: ServerChoice | OwnMatch | str | None) -> None:
        if chosen is None:
            return
        asks, self._asks_to_stop = self._asks_to_stop, False
        match chosen:
            case ServerChoice(address):
                self._typed = ""
                self.lobby.open(address, self.name)
            case OwnMatch(host_again="") as match:
                self._with_name(lambda: self._go(Destination(match.address, Join(match.code), self.name)))
            case OwnMatch() as match:
                self.lobby.serve(f"{self.name}'s server", is_open=match.host_again == "open")
                self.lobby.problem, self._rejoins = "", match.code
            case lobby_pages.BACK:
                self._screens.pop(self)
            case lobby_pages.NAME:
                self._ask_name()
            case lobby_pages.HOST:
                self.pages.append(GAMES)
            case lobby_pages.CANCEL:
                self._cancel_start()
            case servers_page.STOP if not asks:
                self._asks_to_stop = True
            case servers_page.STOP:
                self.lobby.stop_serving()
            case servers_page.ADDRESS:
                self._ask_address()

    def _take_match(self, chosen: MatchChoice | str | None) -> None:
        if self.lobby.code and (state := self.lobby.state) is not None and state.is_open:
            code, self.lobby.code = self.lobby.code, ""
            self._with_name(lambda: self._go(self.lobby.join(code)))
            return
        match chosen:
            case MatchChoice(match, watch):
                self._with_name(lambda: self._go(self.lobby.join(match, watch=watch)))
            case lobby_pages.BACK:
                self.lobby.leave()
                self.lobby.look()
            case lobby_pages.NAME:
                self._ask_name()
            case lobby_pages.HOST:
                self.pages.append(GAMES)
            case matches_page.RESULTS if self.lobby.address is not None:
                title = server_title(self.lobby.state, self.lobby.address, self.lobby.in_house)
                self.pages.append(ResultsPage(self.make_loader(self.lobby.address), title))
            case matches_page.AGAIN if self.lobby.address is not None:
                self.lobby.open(self.lobby.address, self.name)
            case matches_page.CODE:
                about = 'Eight letters and digits. The host sees them under "How others join".'
                self.pages.append(LettersPage("Invite code", about, CODE_LETTERS, self._join_code, limit=40))

    def _take_results(self, top: ResultsPage) -> None:
        chosen = top.draw()
        if top.loader.replay is not None:
            replay, top.loader.replay = top.loader.replay, None
            self._requests.append(WatchReplay(replay))
        match chosen:
            case ReplayChoice(match):
                top.problem = ""
                top.loader.ask_for_replay(match)
            case lobby_pages.BACK:
                self.pages.remove(top)
            case results_page.AGAIN:
                top.loader.ask_again()

    def _take_game(self, chosen: str | None) -> None:
        if chosen is None:
            return
        self.pages.pop()
        if chosen and self.lobby.address is not None:
            title = server_title(self.lobby.state, self.lobby.address, self.lobby.in_house)
            self._show_host(HostPage(HostForm(chosen), title))
        elif chosen:
            self.host(HostForm(chosen))
            self._is_for_hosting = False

    def _take_host(self, top: HostPage, pictures: Mapping[str, int]) -> None:
        game = top.form.game
        chosen = top.draw(pictures.get(game), how_to_play(self.shell, top.form.spec))
        if top.form.game != game:
            self._colour(top)
        if self._wish is not None:
            self._await_server(top)
        match chosen:
            case lobby_pages.BACK:
                self._cancel_start()
                self.pages.remove(top)
                if self._is_for_hosting and not self.pages:
                    self._requests.append(Online())  # during this frame, the page's picture cannot be released
            case lobby_pages.CANCEL:
                top.is_starting = False
                self._cancel_start()
            case host_page.TITLE:
                self.pages.append(self._title_page(top.form))
            case host_page.THERE:
                self._with_name(lambda: self._go(self.lobby.destination(top.form.wish())))
            case host_page.OPEN | host_page.CLOSED:
                self._with_name(lambda: self._serve(top, is_open=top.is_open or chosen == host_page.OPEN))

    def _title_page(self, form: HostForm) -> LettersPage:
        def take(text: str) -> None:
            form.title = text

        about = "Others find the match in the list by this name."
        return LettersPage(
            "What is the match called?", about, NAME_LETTERS, take, form.title, MAX_TITLE, has_words=True
        )

    # Actions of the pages.

    def _serve(self, top: HostPage, *, is_open: bool) -> None:
        self.lobby.serve(f"{self.name}'s server", is_open=is_open)
        top.is_starting, top.problem, self._wish = True, "", top.form.wish()

    def _cancel_start(self) -> None:
        """Do not wait for this window's server any longer. If it still starts, stop it."""
        self._wish, self._rejoins = None, ""
        if self.lobby.own is not None and not self.lobby.own.is_ready:
            self.lobby.stop_serving()

    def _await_own(self) -> None:
        """Go back to the user's match on this window's server once the server runs again."""
        own = self.lobby.own
        if own is None or own.problem:
            self.tell(own.problem if own is not None else "")
            self._rejoins = ""
            self.lobby.stop_serving()
        elif own.is_ready:
            code, self._rejoins, self.lobby.problem = self._rejoins, "", ""
            self.lobby.note_own()
            self._go(Destination(own.here, Join(code), self.name))

    def _await_server(self, top: HostPage) -> None:
        own = self.lobby.own
        if own is None or own.problem:
            top.is_starting, top.problem, self._wish = False, own.problem if own is not None else "", None
            self.lobby.stop_serving()
        elif own.is_ready and self._wish is not None:
            wish, self._wish, top.is_starting = self._wish, None, False
            self.lobby.note_own()
            self._go(Destination(own.here, wish, self.name))

    def _open_typed(self, text: str) -> None:
        """Go to the server at a typed address. If only an invite code was typed, use the server in the network."""
        servers = [line.address for line in self.lobby.in_house if not line.problem]
        self._typed = text
        code = _code_of(text)
        if len(code) != INVITE_LENGTH or not (text.isupper() or servers) or set(text) & set(".:/"):
            self.lobby.open_typed(text, self.name)
        elif len(servers) == 1:
            self.lobby.open(servers[0], self.name, code)
        elif servers:
            raise UsageError("several servers are in your network: choose one in the list, then Join by invite code")
        else:
            raise UsageError("no server is in your network: type the address that the host sees")

    def _ask_address(self, typed: str = "") -> None:
        page = LettersPage("Address or code", _ADDRESS_ABOUT, ADDRESS_LETTERS, self._open_typed, typed)
        self.pages.append(page)

    def _type_again(self, problem: str) -> None:
        """Go back from a server that cannot be reached, and offer what the user typed for editing."""
        self.lobby.leave()
        self.lobby.look()
        self._ask_address(self._typed)
        self.tell(sentence(shown_text(problem, _MAX_LINE)))

    def _join_code(self, text: str) -> None:
        code = _code_of(text)
        self._with_name(lambda: self._go(self.lobby.join(code)))

    def _go(self, destination: Destination) -> None:
        """Request to go to a match."""
        self._requests.append(GoToMatch(destination))

    def _with_name(self, then: Callable[[], None]) -> None:
        """Run ``then``. If the user has no name yet, ask for it first."""
        if self.name:
            then()
        else:
            self._ask_name(then)

    def _ask_name(self, then: Callable[[], None] | None = None) -> None:
        def take(text: str) -> None:
            self.shell.change("online_name", require_name(text))
            self.pages = [each for each in self.pages if each is not page]
            if then is not None:
                self.lobby.name = text
                then()
            else:
                self.lobby.rename(text)

        about = "Everybody at a match sees your name. There is no account and no password."
        first = self.name or self.shell.settings.left_name
        page = LettersPage("Your name", about, NAME_LETTERS, take, first, MAX_LETTERS, has_words=True)
        self.pages.append(page)


def _code_of(text: str) -> str:
    """Return a typed invite code in capitals, without blanks and dashes."""
    return "".join(letter for letter in text.upper() if letter.isalnum())
