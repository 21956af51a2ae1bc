"""The page for hosting a match: for the local network, for this machine only, or on another server."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from imgui_bundle import imgui, imgui_ctx

from gpulife.games.core.shared_texts import option_title
from gpulife.games.realtime.match_settings import LOCAL_TICK_SECONDS
from gpulife.games.start_presets import START_PRESETS, StartPreset
from gpulife.online.protocol import MAX_BOARD_CELLS
from gpulife.online.seat_rules import hosted_games
from gpulife.online.shown_text import SEATS_SHOWN_SINGLY
from gpulife.rules import RGB
from gpulife.window.design import CAPTION
from gpulife.window.games.realtime.setup import generation_text, pick_tick
from gpulife.window.online.host_form import HostForm, seat_titles
from gpulife.window.online.lobby_pages import BACK, CANCEL, STARTING, STARTING_ABOUT, problem_card, waiting_card
from gpulife.window.panels.pages import back_pressed, view_and_scale
from gpulife.window.panels.widgets import caption, checkbox, greyed, wide_button, wrapped_text
from gpulife.window.start.entries_page import Group, entries_of, start_screen
from gpulife.window.start.how_to_play import HowToPlay
from gpulife.window.start.seat_cards import seat_cards
from gpulife.window.start.setup_page import (
    PICTURE,
    SCALES,
    TWO_COLUMNS,
    begin_button,
    game_column,
    heading,
    options_button,
    page,
    pick,
    pick_edges,
    title_with_back,
)

_TITLE = "Host a match"
TITLE, OPEN, CLOSED, THERE = "title", "open", "closed", "there"
_PEOPLE, _COMPUTERS = (1, 2, 3, 4, 6, 8, 12, 16, 20, 26), (0, 1, 2, 3, 4, 6, 8, 12)
_HERE = "The match is played on this machine, which knows everybody's secrets: everybody must trust the host."
_ASK = (
    "If you host for your network, everybody in it can find and reach this machine's server. "
    "It ends when you stop hosting or close this window. "
)


@dataclass(slots=True)
class HostPage:
    """The page for hosting a match.

    Attributes:
        form: what the user has chosen so far.
        server: name of the server to host on; "" for this window's server.
        is_open: True if the window's server already runs for the local network; then the page does not ask who can
            reach it.
        is_starting: True while this window's server starts; then the page waits for it.
        problem: one line about the latest failure; "" for none.
        colours: colour of each seat's cells; empty if unknown.
        is_unfolded: True while all choices are shown; False while the less important ones are folded away.
    """

    form: HostForm
    server: str = ""
    is_open: bool = False
    is_starting: bool = False
    problem: str = ""
    colours: Sequence[RGB] = ()
    is_unfolded: bool = False

    def draw(self, picture: int | None = None, how_to: HowToPlay | None = None) -> str | None:
        """Draw the page over the whole window.

        Args:
            picture: OpenGL ID of the texture with the game's moving picture; None while there is none.
            how_to: how the game is played, shown below the picture where there is room; None to leave it out.

        Returns:
            The pressed button: BACK, TITLE (name the match), OPEN (host for the network), CLOSED (host for this machine
            only), THERE (host on :attr:`server`) or CANCEL (do not wait for the server); None for no button.
        """
        with page("host, starting" if self.is_starting else "host"):
            chosen = BACK if title_with_back(_TITLE) else None
            room = imgui.get_content_region_avail()
            if room.x >= TWO_COLUMNS * view_and_scale()[1] or not self.is_unfolded:
                game_column(
                    START_PRESETS[self.form.game].online,
                    picture,
                    how_to if self.colours else None,
                    self.colours,
                    room.y,
                )
            with imgui_ctx.begin_child("choices", imgui.ImVec2(0, 0), imgui.ChildFlags_.nav_flattened):
                chosen = self._draw_choices() or chosen
        return BACK if back_pressed() else chosen

    def _draw_choices(self) -> str | None:
        form = self.form
        problem = form.problem or self.problem
        if problem:
            problem_card(problem)
        if self.is_starting:
            return CANCEL if waiting_card(STARTING, STARTING_ABOUT) else None
        with greyed(on=bool(form.problem)):
            chosen = self._begin_buttons()
        wrapped_text(where_it_is(self.server) if self.server else _HERE if self.is_open else f"{_ASK}{_HERE}")
        self._ask_game()
        heading("Seats: you take the first seat for a person")
        self._seats()
        imgui.spacing()
        self.is_unfolded = options_button(self._summary, is_unfolded=self.is_unfolded)
        return (self._draw_options() if self.is_unfolded else None) or chosen

    @property
    def _summary(self) -> str:
        """A short text on the choices that are folded away, such as the board's size."""
        form = self.form
        rows, columns = form.board
        option = [option_title(form.option)] if form.option else []
        seen = "only by invite code" if form.private else f"listed as {form.title or form.spec.title}"
        return ", ".join((*option, f"{columns} x {rows}", seen))

    def _draw_options(self) -> str | None:
        """Draw the unfolded choices; return TITLE if the button for the match's name was pressed, else None."""
        form, spec = self.form, self.form.spec
        if spec.options:
            names = list(spec.options)
            heading(f"{option_title(form.option)}: {spec.options[form.option]}")
            form.option = pick("option", names, form.option, list(map(option_title, names)))
        if "tick_seconds" in spec.settings:
            heading("Length of a tick; in each, players get points to spend on moves")
            seconds = pick_tick(form.settings.get("tick_seconds", LOCAL_TICK_SECONDS))
            caption(generation_text(seconds))
            form.settings = {**form.settings, "tick_seconds": seconds}
        else:
            self._board()
        heading("Who can find the match")
        if (value := checkbox("Only people with the invite code", on=form.private)) is not None:
            form.private = value
        if spec.levels and (value := checkbox("The computer plays for people who are away", on=form.fill)) is not None:
            form.fill = value
        return TITLE if imgui.button(f"Name in the list: {form.title or spec.title}") else None

    def _ask_game(self) -> None:
        """Draw the choice of the game. Choosing another game resets option, board and seats."""
        names = hosted_games()
        heading("Game")
        game = pick("game", names, self.form.game, [HostForm(name).spec.title.removesuffix(" Game") for name in names])
        if game != self.form.game:
            self.form = self.form.with_game(game)

    def _begin_buttons(self) -> str | None:
        # Until the server runs, the page asks each time. The permission to open this machine is never remembered.
        words = f"Host at {self.server}" if self.server else "Host" if self.is_open else "Host for my network"
        if begin_button(words):
            return THERE if self.server else OPEN
        if not (self.server or self.is_open) and wide_button("Only on this machine"):
            return CLOSED
        return None

    def _board(self) -> None:
        form, spec = self.form, self.form.spec
        asks_edges = not spec.is_duel
        heading("Board size in cells, and edges" if asks_edges else "Board size in cells")
        rows, columns = spec.shape
        shapes = [(rows * scale, columns * scale) for scale in SCALES if rows * columns * scale**2 <= MAX_BOARD_CELLS]
        if form.board not in shapes:  # the size was chosen on another page
            shapes.append(form.board)
        shape = pick("size", shapes, form.board, [f"{wide} x {high}" for high, wide in shapes])
        torus = pick_edges(torus=form.torus) if asks_edges else form.torus
        form.choose_board(shape, torus=torus)

    def _seats(self) -> None:
        form, spec = self.form, self.form.spec
        if spec.players > SEATS_SHOWN_SINGLY:
            people, computers, level = form.counts
            imgui.text_colored(CAPTION, "People")
            people = pick("people", _PEOPLE, people if people in _PEOPLE else 6)
            imgui.text_colored(CAPTION, "Computers, after them")
            computers = pick("computers", _COMPUTERS, computers if computers in _COMPUTERS else 0)
            if computers:
                levels = range(1, len(spec.levels) + 1)
                level = pick("level", levels, level, seat_titles(spec)[2:])
            form.count(people, computers, level)
            return
        titles = seat_titles(spec)
        first = 1 if spec.is_duel else 0  # leave out "Nobody": games for two need both seats
        taken = [max((0 if level is None else 1 + level) - first, 0) for level in form.levels]
        chosen = seat_cards(taken, titles[first:], self.colours, closed=-first)
        if chosen is not None:
            seat, place = chosen
            form.levels[seat] = None if first + place == 0 else first + place - 1


def where_it_is(server: str) -> str:
    """Return the warning that a match is played on another server, whose owner everybody must trust."""
    return f"The match is played at {server}, which knows everybody's secrets: everybody must trust its owner."


def hosted_modes() -> list[StartPreset]:
    """Return the modes that can be played on line."""
    return [START_PRESETS[name].online for name in hosted_games()]


def games_page(pictures: Mapping[str, int]) -> str | None:
    """Draw the page for choosing a game to host; return the game's name, "" to go back, None for no choice yet.

    ``pictures`` has the OpenGL IDs of the textures with the games' moving pictures, keyed by the game's name.
    """
    groups = [Group("", entries_of(hosted_modes()))]
    shown = start_screen(groups, pictures, can_go_back=True, title=_TITLE, back="Back", largest=PICTURE[0])
    return shown.chosen
