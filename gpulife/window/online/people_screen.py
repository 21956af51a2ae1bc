"""The screen about the people at an on-line match. The match continues below it."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from imgui_bundle import imgui

from gpulife.games.start_presets import START_PRESETS
from gpulife.input.commands import CommandOrAction, Help, Online
from gpulife.input.glyphs import Piece
from gpulife.online.protocol import Again, Moderate, Say
from gpulife.online.shown_text import shown_text
from gpulife.window.design import TEXT
from gpulife.window.dialogs.dialog import Dialog
from gpulife.window.help_screen import ONLINE_SUBJECT
from gpulife.window.online.lobby import Lobby
from gpulife.window.online.online_match import OnlineMatch
from gpulife.window.online.people_page import BACK, COPY_CODE, COPY_LINK, NEXT_ADDRESS, Begin, Gathering, PeoplePage
from gpulife.window.panels.widgets import button_row, wrapped_text
from gpulife.window.play.game_controller import AnyController
from gpulife.window.scopes import handles
from gpulife.window.screen_stack import Screen, ScreenStack
from gpulife.window.shell import Shell
from gpulife.window.start.mode_pictures import mode_preview
from gpulife.window.start.previews import Previews
from gpulife.window.start.setup_page import PICTURE

_ASKED = {
    "kick": ("Kick {name}?", "{name} leaves the match and cannot return to it.", "Kick {name}"),
    "ban": ("Ban {name}?", "{name} leaves the match and cannot return, even with a new name.", "Ban {name}"),
    "close": (
        "End the match?",
        "Leave, and end the game for everybody? Nobody can return to it. {loss}",
        "End it for everybody",
    ),
}
"""The host's commands that are confirmed first: the dialog's title, what will happen, and the button that does it."""
_LOSS = "As a game is in play, this counts as losing it."
_MAX_NAME = 24


class _Question(Dialog):
    """Says what a command of the host will do, with a button that does it and one that does not."""

    def __init__(self, shell: Shell, screens: ScreenStack, command: Moderate, match: OnlineMatch) -> None:
        found = (person.name for person in match.people.people if person.who == command.who)
        plays = match.seated.seat >= 0 and match.has_begun and not match.is_over
        names = {"name": shown_text(next(found, ""), _MAX_NAME), "loss": _LOSS * plays}
        title, self._text, self._yes = (words.format(**names).strip() for words in _ASKED[command.what])
        super().__init__(shell, screens, title)
        self._command, self._match = command, match

    def content(self) -> Sequence[CommandOrAction]:
        """Draw what will happen, and both buttons."""
        wrapped_text(self._text, TEXT)
        imgui.spacing()
        chosen = button_row(["Cancel", self._yes], 0, focus=0 if self.is_new else None)
        if chosen is not None:
            self.close()
        if chosen:
            self._match.moderate(self._command)
        return ()


class PeopleScreen(Screen):
    """Shows the people at a match until the user presses Escape, B on a pad, or the key that opened the screen.

    Args:
        shell: services shared by all screens.
        screens: the stack of screens.
        match: the match.
        lobby: the known servers, and the address at which others reach this window's server.
        controller: function that returns the match's controller, which plays and draws the match.
    """

    hides_panels = is_page = True

    def __init__(
        self,
        shell: Shell,
        screens: ScreenStack,
        match: OnlineMatch,
        lobby: Lobby,
        controller: Callable[[], AnyController],
    ) -> None:
        self.shell = shell
        self._screens, self._match, self._lobby, self._controller = screens, match, lobby, controller
        self._page = PeoplePage()
        self._pictures: Previews | None = None
        self._had_begun, self._was_over = match.has_begun, match.is_over

    @handles(Help)
    def _show_help(self, _: Help) -> None:
        self.shell.show_help(ONLINE_SUBJECT, {})

    @handles(Online)
    def _close(self, _: Online) -> None:
        self._screens.pop(self)

    def draw_panels(self, seconds: float) -> Sequence[CommandOrAction]:
        """Draw the page."""
        match = self._match
        if not match.is_reached or (match.has_begun and not self._had_begun) or (self._was_over and not match.is_over):
            self._screens.pop(self)
            return ()
        self._was_over = match.is_over
        match self._page.draw(self._gathering(), self._picture(seconds)):
            case Moderate() as what if what.what in _ASKED:
                self._screens.push(_Question(self.shell, self._screens, what, match))
            case Moderate() as what:
                match.moderate(what)
            case Again():
                match.ask_again()
            case Begin(level):
                self._begin(level)
            case Say(text=text):
                match.say(text)
            case str(word) if word == BACK:
                self._screens.pop(self)
            case str(word) if word == NEXT_ADDRESS and self._lobby.own is not None:
                self._lobby.own.next_address()
            case str(word) if word in (COPY_LINK, COPY_CODE):
                shown = self._gathering()
                text = shown.link if word == COPY_LINK else shown.code
                self.shell.window.set_clipboard(text)
                self.shell.show_message(f"Copied: {text}")
        return ()

    def leave(self) -> None:
        """Release the game's picture."""
        if self._pictures is not None:
            self._pictures.close()
            self._pictures = None

    def _picture(self, seconds: float) -> int | None:
        """Advance the game's moving picture by ``seconds``; return the OpenGL ID of its texture, or None."""
        mode = START_PRESETS[self._match.game.name]
        if self._pictures is None:
            maker = mode.name, mode_preview(self.shell, mode, PICTURE)
            self._pictures = Previews([maker], self.shell.motion, may_fail=True)
        return self._pictures.show(seconds).get(mode.name)

    def _gathering(self) -> Gathering:
        match, seated = self._match, self._match.seated
        there = self._lobby.invitation(match.address)
        own = self._lobby.own
        game = match.game
        free = match.people.seats.count("")
        return Gathering(
            match.people,
            seated.code,
            there.page if there is not None else "",
            there.invitation(seated.code) if there is not None else "",
            seated.host,
            seated.seat,
            self._what_next(),
            has_more=own is not None and there == own.there and len(own.addresses) > 1,
            said=tuple(match.said),
            title=game.title.removesuffix(" Game"),
            may_begin=match.may_begin,
            asks_about=free if seated.host else 0,
            levels=[level.title for level in game.levels],
            may_leave_free=not game.is_duel,
            again=match.again_label if match.may_ask_again else "",
        )

    def _begin(self, level: int) -> None:
        """Begin the match for everybody. If something must first be confirmed on the board, go back to the board."""
        why = self._match.begin(level)
        if why:
            self.shell.show_message(why)
            self._screens.pop(self)

    def _what_next(self) -> list[Sequence[Piece]]:
        """Return lines on what happens next, and on how to get to the board and back."""
        controller = self._controller()
        legend = controller.legend(max(self._match.seated.seat, 0))
        shown = replace(legend, clickable=False)  # the board's keys do not work on this page
        back = "B" if legend.hands.pad else "Escape"
        ways = legend.pieces(f"{back} shows the board, {{online}} comes back here")
        return [*map(shown.pieces, self._match.what_next(controller)), ways]
