"""A game's page of the help: the rules in numbered steps with pictures, the keys of each player, and the whole text."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from imgui_bundle import imgui, imgui_ctx
from PIL import Image

from gpulife.games.core.game_spec import GameSpec
from gpulife.games.start_presets import StartPreset
from gpulife.input.commands import CommandOrAction, SetUp
from gpulife.input.controls import HALVES
from gpulife.input.glfw_input import key_label
from gpulife.input.glyphs import Hands, Legend
from gpulife.rules import RGB
from gpulife.window.design import GAP, LEAD, NEAR, TEXT, TIGHT, styled
from gpulife.window.panels.draw_primitives import Point
from gpulife.window.panels.help import HelpView, draw_step, help_texts, picture_room, play_button, text_passages
from gpulife.window.panels.help_pictures import SHAPE
from gpulife.window.panels.help_search import Passage
from gpulife.window.panels.keycaps import text_with_caps
from gpulife.window.panels.pages import card, view_and_scale
from gpulife.window.panels.rule_pictures import draw_rule_picture, fitting_cell, picture_size
from gpulife.window.panels.widgets import caption, group_title, request_buttons, sentence, wrapped_text
from gpulife.window.play.game_window import GamePage, window_of
from gpulife.window.shell import Shell
from gpulife.window.start.how_to_play import HowToPlay
from gpulife.window.start.mode_pictures import mode_still, seat_colours

_WIDTH = 480.0
"""Width of a game's picture that has no file, in units of 1/96 inch."""


def legends_for(shell: Shell, hands: Mapping[str, Hands]) -> dict[str, Legend]:
    """Return the keys and buttons of each player, keyed by name. ``hands`` are their devices; if empty, the keyboard's.

    A click on these keys does nothing.
    """
    return {
        name: Legend(shell.poller.bindings, held, key_label, clickable=False)
        for name, held in (hands or {"": Hands(0)}).items()
    }


def hands_for(shell: Shell, game: GameSpec[Any]) -> dict[str, Hands]:
    """Return the devices of the people who would play a game at this window, keyed by the player's name."""
    seats = shell.seats_for(game)
    sides = range(min(HALVES, game.players))
    return {seats.places[side]: shell.poller.hands(side) for side in sides}


class GameHelp:
    """A game's page of the help.

    Args:
        shell: services shared by all screens.
        entry: the game's entry of the start screen, which the button "Play" chooses.
        page: the page's contents.
        legends: keys and buttons of each player, keyed by name.
        is_online: returns True if an on-line match is open, which the page's buttons would leave.
    """

    def __init__(
        self,
        shell: Shell,
        entry: StartPreset,
        page: GamePage,
        legends: Mapping[str, Legend],
        is_online: Callable[[], bool],
    ) -> None:
        self._shell, self.entry, self.game, self.page = shell, entry, entry.spec, page
        self._legends, self._is_online = legends, is_online
        self._first = next(iter(legends.values()))

    @cached_property
    def _colours(self) -> tuple[RGB, ...]:
        return tuple(seat_colours(self._shell, self.game.rule, self._shell.seats_for(self.game)))

    @property
    def _files(self) -> tuple[str, ...]:
        return self.page.help_files or self.game.help_files

    def passages(self, title: str) -> list[Passage]:
        """Return what the search can find on this page, which is called ``title``."""
        spoken = self._first.spoken
        steps = enumerate(self.page.steps, start=1)
        return [
            Passage(title, "about", f"{sentence(self.entry.about)}. {sentence(self.game.about)}"),
            *(Passage(title, f"step {number}", spoken(step)) for number, step in steps),
            *(Passage(title, line.does, f"{line.does}: {spoken(line.by)}") for line in self.page.controls),
            *text_passages(title, self._files, self._first),
        ]

    def draw(self, view: HelpView) -> list[CommandOrAction]:
        """Draw the page and return the user's requests."""
        page, view = self.page, replace(view, reader=self._first)
        requests = self._draw_about(view)
        if page.steps:
            group_title("How to play")
            with card("steps"):
                self._draw_steps(view)
        group_title("Keys")
        view.search.table([line.does for line in page.controls])
        with card("keys"):
            self._draw_controls(view)
        group_title("In full")
        with card("full"):
            help_texts(self._files, view)
        return requests

    def _draw_about(self, view: HelpView) -> list[CommandOrAction]:
        """Draw a picture of the game, what it is, and the buttons that begin it; return the user's requests."""
        requests = list[CommandOrAction]()
        scale, start, corner = view_and_scale()[1], imgui.get_cursor_pos(), imgui.get_cursor_screen_pos()
        with view.search.place("about"):
            room = picture_room()
            high = view.pictures.draw(_picture_of(self.entry), (corner.x, corner.y), room, self._still)
            imgui.set_cursor_pos((start.x + room + (GAP + NEAR) * scale, start.y))
            flags = imgui.ChildFlags_.auto_resize_y | imgui.ChildFlags_.nav_flattened
            with imgui_ctx.begin_child("about", imgui.ImVec2(0, 0), flags):
                with styled(LEAD):
                    wrapped_text(sentence(self.entry.about), TEXT)
                for text in (self.game.about, self.entry.facts) if self.entry.is_contest else (self.entry.facts,):
                    caption(text)
                imgui.spacing()
                if not self._is_online():
                    if play_button("Play" if self.entry.is_contest else "Begin"):
                        requests.append(SetUp(self.entry.name))
                    requests += request_buttons(self.page.offers) if self.page.offers else []
            imgui.set_cursor_pos((start.x, max(start.y + high + NEAR * scale, imgui.get_cursor_pos_y())))
        imgui.dummy((0, 0))
        return requests

    def _still(self) -> Image.Image:
        return mode_still(self._shell, self.entry, (_WIDTH, _WIDTH / SHAPE))

    def _draw_steps(self, view: HelpView) -> None:
        page, most = self.page, picture_room()
        pictures = page.pictures or ("",) * len(page.steps)
        sizes = [picture_size(each, fitting_cell(each, most)) if each else (0.0, 0.0) for each in pictures]
        room = max(wide for wide, _ in sizes)
        for number, (step, picture, size) in enumerate(zip(page.steps, pictures, sizes, strict=True), start=1):

            def draw(corner: Point, picture: str = picture, size: Point = size) -> float:
                place = corner[0] + (room - size[0]) / 2, corner[1] + TIGHT * view_and_scale()[1]
                draw_rule_picture(picture, place, self._colours, page.draw_symbol, fitting_cell(picture, most))
                return size[1] + TIGHT * view_and_scale()[1]

            draw_step(view, number, step, room, draw if picture else None)

    def _draw_controls(self, view: HelpView) -> None:
        """Draw the table of controls: for each, what it does, and the keys of each player."""
        flags = imgui.TableFlags_.sizing_stretch_prop | imgui.TableFlags_.borders_inner_h
        with imgui_ctx.begin_table("controls", 1 + len(self._legends), flags) as table:
            if not table:
                return
            for title in ("", *self._legends):
                imgui.table_setup_column(title)
            if len(self._legends) > 1:
                imgui.table_headers_row()
            for line in self.page.controls:
                imgui.table_next_row()
                imgui.table_next_column()
                view.search.row(line.does)
                text_with_caps((line.does,))
                for legend in self._legends.values() if line.own else [self._first]:
                    imgui.table_next_column()
                    text_with_caps(legend.pieces(line.by))


def _picture_of(entry: StartPreset) -> str:
    """Return the name of an entry's picture: that of the entry or, for a game with one entry, that of the game."""
    return f"game-{entry.game if entry.is_contest else entry.name}"


def how_to_play(shell: Shell, game: GameSpec[Any]) -> HowToPlay:
    """Return a short explanation of how a game is played. It names the keys or buttons of this window's first user."""
    guide = window_of(game.name).page
    poller = shell.poller
    hands = poller.hands(0) if 0 in poller.devices() else replace(poller.anyones_hands(), player=0)
    legend = Legend(poller.bindings, hands, clickable=False)
    return HowToPlay(guide.steps, guide.pictures, guide.draw_symbol, legend)
