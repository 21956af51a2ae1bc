"""Pictures of modes (entries of the start screen), and the colours of their players."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, partial

import numpy as np
from PIL import Image

from gpulife.games.start_presets import START_PRESETS, StartPreset
from gpulife.patterns.seeds import SEED_SHAPES
from gpulife.rules import RGB, Cells, Rule, parse_rule
from gpulife.seats import Seats
from gpulife.view.camera import WindowSize
from gpulife.view.look import Look, default_look, with_colours
from gpulife.view.schemes import SCHEMES, scheme
from gpulife.window.play.board_display import in_players_colours, initial_look
from gpulife.window.play.game_picture import GamePicture
from gpulife.window.play.game_window import window_of
from gpulife.window.shell import Shell
from gpulife.window.start.previews import BoardPreview, Preview, board_still

_PULSAR_BOARD = (18, 32)
"""(rows, columns) of the board on the tile of the guided round."""


def mode_preview(
    shell: Shell, mode: StartPreset, size: tuple[float, float], *, fills: bool = False
) -> Callable[[], Preview]:
    """Return a function that makes the moving picture of a mode.

    Args:
        shell: services shared by all screens.
        mode: the entry of the start screen.
        size: (width, height) of the picture, in units of 1/96 inch.
        fills: True to crop the board so that it fills the picture; False to show the whole board.
    """
    preview = partial(BoardPreview, shell.window.device, mode.preview, _rule_of(mode), mode.name)
    careful = shell.settings.reduced_flashing is not False
    colours = partial(_colours_of, shell, mode)
    return partial(preview, pixels(shell, size), fills=fills, colours=colours, reduces_flashing=careful)


def mode_still(shell: Shell, mode: StartPreset, size: tuple[float, float]) -> Image.Image:
    """Return the first picture of a mode, to be shown until :func:`mode_preview` has made the moving one."""
    wide = pixels(shell, size)
    return board_still(mode.preview, _rule_of(mode), mode.name, wide, _colours_of(shell, mode))


def _rule_of(mode: StartPreset) -> Rule:
    return parse_rule(mode.preview.rule or mode.rule)


def _colours_of(shell: Shell, mode: StartPreset) -> Look:
    """Return a look with the colours of a mode's board, in the scheme that the user has chosen."""
    dressed = window_of(mode.game).controller.game_picture if mode.is_contest else None
    return _in_scheme(_rule_of(mode), shell.settings.scheme, shell.scheme_seed, dressed)


@lru_cache(maxsize=64)  # each moving picture asks before each frame
def _in_scheme(rule: Rule, name: str, seed: int, dressed: GamePicture | None) -> Look:
    """Return a look for ``rule`` in a colour scheme, as a game draws its board: see ``GameController``."""
    look = default_look(rule, software=True)
    look = with_colours(look, scheme(name, rule, seed), name) if name in SCHEMES else look
    return dressed.of(look) if dressed is not None and dressed.suits(look) else look


def guide_mode() -> StartPreset:
    """Return the mode whose pictures stand for the guided round: the pulsar that one plants there."""
    seed_list = START_PRESETS["seed-list"]
    plan = replace(seed_list.preview, cells=_pulsar, seconds=0.5, generations=30, grid=True)
    return replace(seed_list, name="guide", picture=plan)


def _pulsar(_: np.random.Generator) -> Cells:
    """Return a board that is empty except for a shape in its middle, which becomes a pulsar."""
    cells = np.zeros(_PULSAR_BOARD, np.uint8)
    shape = next(shape.cells for shape in SEED_SHAPES if shape.name == "pre-pulsar")
    (height, width), (rows, columns) = shape.shape, _PULSAR_BOARD
    top, left = (rows - height) // 2, (columns - width) // 2
    cells[top : top + height, left : left + width] = shape > 0
    return cells


def pixels(shell: Shell, size: tuple[float, float]) -> WindowSize:
    """Convert a size from units of 1/96 inch to pixels of the window."""
    scale = shell.imgui_backend.pixel_scale
    return round(size[0] * scale), round(size[1] * scale)


def seat_colours(shell: Shell, rule: str, seats: Seats) -> Sequence[RGB]:
    """Return the colour of each seat's cells in a game with this rule."""
    look = initial_look(parse_rule(rule), shell.settings, shell.scheme_seed, software=True)
    return in_players_colours(look, seats).colours[1:]
