"""The strip "Try this" over a universe's board: buttons that show a newcomer what can be done here.

Each button does its thing at once and then leaves the strip. Once all are used, or the strip is closed, it never comes
back: the setting ``tried`` has the names of the suggestions that are done with.
"""

from collections.abc import Callable, Iterator, Mapping
from math import prod
from typing import NamedTuple

import numpy as np
from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui, imgui_ctx

from gpulife.games.core.area_edit import OVER
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.input.commands import ChoosePicture, CommandOrAction, GoToGeneration, Tool, TryThis
from gpulife.patterns.formats.rle_writer import rle_text
from gpulife.patterns.library import library
from gpulife.patterns.pattern import Pattern
from gpulife.rules import Cells
from gpulife.window.design import ACCENT, GAP
from gpulife.window.panels.pages import CARD_FLAGS
from gpulife.window.panels.screen_regions import Covered
from gpulife.window.panels.widgets import tooltip, width_of
from gpulife.window.play.canvas import scaled
from gpulife.window.play.game_controller import AnyController, SessionScope
from gpulife.window.play.pointer_input import holds_pattern
from gpulife.window.play.workbench_overlay import minimap_box
from gpulife.window.scopes import handles

_LAWS = ("Immigration", "QuadLife")
_LEAST, _MOST_CELLS = (64, 96), 1 << 20
_GUN = "gosper-gun"
_GUN_MARGIN = 12
"""Cells that are cleared around the gun, so that nothing destroys it before its first gliders fly."""
_DENSITY = 0.35
_GENERATIONS = 1000


class Suggestion(NamedTuple):
    """A button of the strip.

    Attributes:
        title: what the button says.
        about: its tooltip.
        requests: function that returns the requests of the button, given the current generation.
    """

    title: str
    about: str
    requests: Callable[[int], tuple[CommandOrAction, ...]] = lambda _: ()


SUGGESTIONS: Mapping[str, Suggestion] = {
    "gun": Suggestion("Drop a glider gun", "A shape that shoots a glider every 30 generations"),
    "war": Suggestion("Two colours at war", "Fills the left half with one species, the right half with the other"),
    "run": Suggestion(
        f"Run {_GENERATIONS:,} generations",
        "Computes them as fast as this machine can",
        lambda generation: (GoToGeneration(generation + _GENERATIONS),),
    ),
    "city": Suggestion("See it as a city", "Draws the living cells as houses", lambda _: (ChoosePicture("city"),)),
}
"""The suggestions, keyed by the names in the setting ``tried``."""


def open_suggestions(controller: AnyController) -> list[str]:
    """Return the names of the suggestions to show over the board now; empty for no strip."""
    play = controller.play
    rule, rows, columns = play.engine.rule, *play.engine.shape
    if controller.workbench is None or not (play.session.match.is_universe and play.chosen_by_user):
        return []
    if play.plays_file or controller.page or not controller.layout.panels_shown or rule.law not in _LAWS:
        return []
    if holds_pattern(controller):  # what one can do with it is said there
        return []
    if controller.shell.panel_state.docked:  # it leaves no room
        return []
    if controller.hides_panels or controller.shows_scores:  # Study Mode has its own words below the board
        return []
    if rows < _LEAST[0] or columns < _LEAST[1] or prod(play.engine.shape) > _MOST_CELLS:
        return []
    return [name for name in SUGGESTIONS if name not in controller.shell.settings.tried]


def draw_suggestions(controller: AnyController, names: list[str], covered: Covered) -> Iterator[CommandOrAction]:
    """Draw the strip at the lower edge of the board, beside the minimap; yield the user's requests.

    Args:
        controller: controller of the session.
        names: the suggestions to show.
        covered: the parts of the window that panels cover.
    """
    view, style = imgui.get_main_viewport().size, imgui.get_style()
    minimap = minimap_box(controller)
    if minimap is not None:
        covered = covered._replace(right=view.x - minimap[0])
    room = view.x - covered.left - covered.right - 2 * scaled(GAP)
    imgui.set_next_window_pos(
        (covered.left + scaled(GAP) + room / 2, view.y - covered.below - scaled(GAP / 2)),
        imgui.Cond_.always,
        (0.5, 1.0),
    )
    imgui.set_next_window_bg_alpha(0.9)
    with imgui_ctx.begin("try this", None, CARD_FLAGS | imgui.WindowFlags_.no_nav):
        imgui.align_text_to_frame_padding()
        imgui.text_colored(ACCENT, "Try this")
        used = width_of("Try this") + 2 * style.window_padding.x
        for name in names:
            title, about, requests = SUGGESTIONS[name]
            wide = width_of(title) + 2 * style.frame_padding.x + style.item_spacing.x
            is_beside = used + wide + imgui.get_frame_height() + style.item_spacing.x <= room
            used = used + wide if is_beside else wide + 2 * style.window_padding.x
            if is_beside:
                imgui.same_line()
            if imgui.button(f"{title}##{name}"):
                yield from requests(controller.play.session.board.generation)
                yield TryThis(name)
            tooltip(about)
        imgui.same_line()
        if imgui.button(f"{icons.ICON_FA_XMARK}##close", (imgui.get_frame_height(), 0)):
            yield TryThis()
        tooltip("Close these suggestions for good")


class SuggestionScope(SessionScope):
    """Carries out the suggestions of the strip "Try this", when their buttons are pressed."""

    @handles(TryThis)
    def _try(self, command: TryThis) -> None:
        """Do what a suggestion says and leave it out of the strip from now on; "" closes the strip."""
        done = {*self.shell.settings.tried, *((command.name,) if command.name else SUGGESTIONS)}
        self.shell.change("tried", tuple(name for name in SUGGESTIONS if name in done))
        keys = self.shell.poller.bindings.first_key_text
        match command.name:
            case "gun":
                self._put(_gun_in_the_clear())
                self.shell.show_message(
                    f"A glider gun: every 30 generations it shoots a glider. {keys('undo')} takes it away"
                )
            case "war":
                self._put(_two_halves(self.play.engine.shape, self.play.session.board.generation))
                if self.controller.workbench is not None:
                    self.controller.workbench.tool = Tool.DRAW
                self.shell.panel_state.species = 2
                self.shell.show_message("Two colours at war: hold the left mouse button to help the one on the right")
            case "city":
                self.shell.show_message(f"A city: the houses are living cells. {keys('look')} shows the next look")

    def _put(self, cells: Cells) -> None:
        """Replace the middle of the board by ``cells``, and let time go on."""
        rows, columns = ((whole - part) // 2 for whole, part in zip(self.play.engine.shape, cells.shape, strict=True))
        runner, state = self.play.runner, self.play.session.state
        runner.act(Action(NOBODY, ActionKind.MERGE, rows, columns, f"{OVER} {rle_text(Pattern(cells))}"))
        if runner.stands or not state.running:
            runner.act_once(Action(NOBODY, ActionKind.HALT))


def _gun_in_the_clear() -> Cells:
    """Return a glider gun of the first species with dead cells around it."""
    return np.pad(library()[_GUN].pattern().cells, _GUN_MARGIN)


def _two_halves(shape: tuple[int, int], seed: int) -> Cells:
    """Return random cells for a whole board: the first species on the left half, the second on the right.

    ``shape`` is the board's (rows, columns), ``seed`` the seed of the random numbers.
    """
    live = np.random.default_rng(seed).random(shape, np.float32) < _DENSITY
    species = np.where(np.arange(shape[1]) < shape[1] // 2, 1, 2)
    return (live * species).astype(np.uint8)
