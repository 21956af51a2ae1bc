"""The page for hosting a match: for the local network, for this machine only, or on another server."""

from dataclasses import dataclass

from imgui_bundle import imgui

from gpulife.games.core.shared_texts import option_title
from gpulife.games.realtime.match_settings import LOCAL_TICK_SECONDS
from gpulife.online.protocol import MAX_BOARD_CELLS
from gpulife.online.seat_rules import hosted_games
from gpulife.online.shown_text import SEATS_SHOWN_SINGLY
from gpulife.window.design import CAPTION, CHOSEN, LEAD, NOTICE, styled
from gpulife.window.games.realtime.setup import generation_text, pick_tick
from gpulife.window.online.host_form import HostForm, seat_titles
from gpulife.window.online.lobby_pages import BACK, WIDTH
from gpulife.window.panels.widgets import (
    back_pressed,
    button_colour,
    button_row,
    caption,
    checkbox,
    default_focus,
    greyed,
    group_title,
    sentence,
    wide_button,
    wrapped_text,
)
from gpulife.window.start.setup_page import SCALES, page, pick, pick_edges, pick_index, title_with_back

TITLE, OPEN, CLOSED, THERE = "title", "open", "closed", "there"
_PEOPLE, _COMPUTERS = (1, 2, 3, 4, 6, 8, 12, 16, 20, 26), (0, 1, 2, 3, 4, 6, 8, 12)
_HERE = "The match is played on this machine, which knows everybody's secrets: everybody must trust the host."
_ASK = (
    "If you host for your network, everybody in it can find and reach this machine's server until you stop hosting or "
    "close this window. "
)


@dataclass(slots=True)
class HostPage:
    """The page for hosting a match.

    Attributes:
        form: what the user has chosen so far.
        server: name of the server to host on; "" for this window's server.
        is_open: True if the window's server already runs for the local network; then the page does not ask who can
            reach it.
        busy: message to show while the server starts; "" otherwise.
        problem: one line about the last failure; "" for none.
    """

    form: HostForm
    server: str = ""
    is_open: bool = False
    busy: str = ""
    problem: str = ""

    def draw(self) -> str | None:
        """Draw the page over the whole window.

        Returns:
            The pressed button: BACK, TITLE (name the match), OPEN (host for the network), CLOSED (host for this machine
            only) or THERE (host on :attr:`server`); None for no button.
        """
        with page("host", WIDTH):
            chosen = self._draw()
        return BACK if back_pressed() else chosen

    def _draw(self) -> str | None:
        chosen = BACK if title_with_back("Host a game") else None
        if not self.busy:
            self._ask_game()
        form, spec = self.form, self.form.spec
        problem = form.problem or self.problem
        if problem:
            wrapped_text(sentence(problem), NOTICE)
        if self.busy:
            wrapped_text(self.busy)
            return chosen
        with greyed(on=bool(form.problem)):
            chosen = self._begin_buttons() or chosen
        wrapped_text(where_it_is(self.server) if self.server else _HERE if self.is_open else f"{_ASK}{_HERE}")
        group_title("Seats: you take the first seat for a person")
        self._seats()
        if spec.options:
            names = list(spec.options)
            group_title(f"{option_title(form.option)}: {spec.options[form.option]}")
            form.option = pick("option", names, form.option, list(map(option_title, names)))
        if "tick_seconds" in spec.settings:
            group_title("Length of a tick; in each, players get points to spend on moves")
            seconds = pick_tick(form.settings.get("tick_seconds", LOCAL_TICK_SECONDS))
            caption(generation_text(seconds))
            form.settings = {**form.settings, "tick_seconds": seconds}
        else:
            self._board()
        group_title("Who can find the match")
        if (value := checkbox("Only people with the invite code", on=form.private)) is not None:
            form.private = value
        if spec.levels and (value := checkbox("The computer plays for people who are away", on=form.fill)) is not None:
            form.fill = value
        if imgui.button(f"Name in the list: {form.title or spec.title}"):
            chosen = TITLE
        return chosen

    def _ask_game(self) -> None:
        """Draw the choice of the game. Choosing another game resets option, board and seats."""
        names = hosted_games()
        group_title("Which game?")
        game = pick("game", names, self.form.game, [HostForm(name).spec.title.removesuffix(" Game") for name in names])
        if game != self.form.game:
            self.form = self.form.with_game(game)
        caption(self.form.spec.tagline or self.form.spec.about)

    def _begin_buttons(self) -> str | None:
        with styled(LEAD):
            if self.server:
                with button_colour(CHOSEN):
                    pressed = THERE if wide_button(f"Host at {self.server}") else None
                default_focus()
                return pressed
            # Until the server runs, the page asks each time. The permission to open this machine is never remembered.
            labels = ["Host"] if self.is_open else ["Host for my network", "Only on this machine"]
            row = button_row(labels, 0, default=0)
        return None if row is None else (OPEN, CLOSED)[row]

    def _board(self) -> None:
        form, spec = self.form, self.form.spec
        asks_edges = not spec.is_duel
        group_title("Board size in cells, and edges" if asks_edges else "Board size in cells")
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
        for seat, now in enumerate(form.levels):
            imgui.align_text_to_frame_padding()
            imgui.text(f"{seat + 1}")
            imgui.same_line()
            at = 0 if now is None else 1 + now
            place = first + pick_index(f"seat {seat}", titles[first:], max(at - first, 0))
            form.levels[seat] = None if place == 0 else place - 1


def where_it_is(server: str) -> str:
    """Return a sentence on where a match on another server is played, and that players must trust its owner."""
    return f"The match is played at {server}, which knows everybody's secrets: everybody must trust its owner."


def games_page() -> str | None:
    """Draw the page for choosing a game to host; return the game's name, "" to go back, None for no choice yet."""
    chosen = None
    with page("host a game", WIDTH):
        if title_with_back("Host a game"):
            chosen = ""
        for place, name in enumerate(hosted_games()):
            spec = HostForm(name).spec
            with styled(LEAD):
                if wide_button(spec.title):
                    chosen = name
            if place == 0:
                default_focus()
            wrapped_text(sentence(spec.tagline or spec.about))
            imgui.spacing()
    return "" if back_pressed() else chosen
