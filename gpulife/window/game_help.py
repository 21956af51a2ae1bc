"""A game's page of the help: the rules in numbered steps with pictures, the keys of each player, and the whole text."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from imgui_bundle import imgui, imgui_ctx

from gpulife.games.core.game_spec import GameSpec
from gpulife.games.start_presets import StartPreset
from gpulife.input.commands import CommandOrAction, SetUp
from gpulife.input.controls import HALVES
from gpulife.input.glfw_input import key_label
from gpulife.input.glyphs import Hands, Legend
from gpulife.rules import RGB
from gpulife.window.design import GAP, NEAR, TIGHT
from gpulife.window.panels.help import help_texts
from gpulife.window.panels.keycaps import text_with_caps
from gpulife.window.panels.pages import card, view_and_scale
from gpulife.window.panels.rule_pictures import draw_number, draw_rule_picture, picture_size, room_for
from gpulife.window.panels.widgets import group_title, request_buttons
from gpulife.window.play.game_window import GamePage, window_of
from gpulife.window.shell import Shell
from gpulife.window.start.how_to_play import HowToPlay
from gpulife.window.start.mode_pictures import seat_colours

_GROWS = imgui.ChildFlags_.auto_resize_y | imgui.ChildFlags_.nav_flattened


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

    def draw(self) -> list[CommandOrAction]:
        """Draw the page and return the user's requests."""
        page = self.page
        play = "Play" if self.entry.is_contest else "Begin"
        offers: dict[str, CommandOrAction] = {play: SetUp(self.entry.name), **page.offers}
        requests = [] if self._is_online() else request_buttons(offers)
        if page.steps:
            group_title("How to play")
            with card("steps"):
                self._draw_steps()
        group_title("Keys")
        with card("keys"):
            self._draw_controls()
        group_title("In full")
        with card("full"):
            help_texts(page.help_files or self.game.help_files, self._first)
        return requests

    def _draw_steps(self) -> None:
        page = self.page
        pictures = page.pictures or ("",) * len(page.steps)
        scale, right = view_and_scale()[1], imgui.get_cursor_pos_x() + imgui.get_content_region_avail().x
        edge = right - room_for(pictures)
        for number, (step, picture) in enumerate(zip(page.steps, pictures, strict=True), start=1):
            start, left = imgui.get_cursor_pos(), imgui.get_cursor_screen_pos()
            high = picture_size(picture)[1] + 2 * NEAR * scale if picture else 0.0
            draw_number(number)
            with imgui_ctx.begin_child(f"step {number}", imgui.ImVec2(edge - imgui.get_cursor_pos_x(), 0), _GROWS):
                text_with_caps(self._first.pieces(step))
            low = imgui.get_cursor_pos_y()
            if picture:
                at = left.x + edge - start.x + GAP * scale, left.y + TIGHT * scale
                draw_rule_picture(picture, at, self._colours, page.draw_symbol)
                low = max(low, start.y + high)
            imgui.set_cursor_pos((start.x, low))
        imgui.dummy((0, 0))

    def _draw_controls(self) -> None:
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
                text_with_caps((line.does,))
                for legend in self._legends.values() if line.own else [self._first]:
                    imgui.table_next_column()
                    text_with_caps(legend.pieces(line.by))


def how_to_play(shell: Shell, game: GameSpec[Any]) -> HowToPlay:
    """Return a short explanation of how a game is played. It names the keys or buttons of this window's first user."""
    guide = window_of(game.name).page
    poller = shell.poller
    hands = poller.hands(0) if 0 in poller.devices() else replace(poller.anyones_hands(), player=0)
    legend = Legend(poller.bindings, hands, clickable=False)
    return HowToPlay(guide.steps, guide.pictures, guide.draw_symbol, legend)
