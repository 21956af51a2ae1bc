"""Commands about how the board is seen: the camera, colours and effects."""

from dataclasses import replace
from typing import Any

from gpulife.games.core.game import Place
from gpulife.input.commands.play import ShowPreview
from gpulife.input.commands.view import ChangeLook, Fit, Grid, LookAt, Pan, Scheme, Zoom
from gpulife.view.camera import cell_at, pan, zoom_within
from gpulife.view.gl_board import GRID_FROM
from gpulife.view.look import with_colours
from gpulife.view.schemes import RANDOM, next_scheme, scheme
from gpulife.window.play.board_controller import in_players_colours
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.handler_table import HandlerTable
from gpulife.window.play.workbench import cell_of


def set_scheme(controller: AnyController, name: str) -> None:
    """Show the board in the colours of a scheme."""
    colours = scheme(name, controller.play.engine.rule, controller.shell.scheme_seed)
    controller.play.look = in_players_colours(with_colours(controller.play.look, colours, name), controller.play.seats)
    controller.shell.change("scheme", name)


def draw_schemes_anew(controller: AnyController) -> None:
    """Give the random colour schemes other colours, as every new game does."""
    controller.shell.scheme_seed += 1
    if controller.play.look.scheme in RANDOM:
        set_scheme(controller, controller.play.look.scheme)


def free_middle(controller: AnyController) -> Place:
    """Return the cell in the middle of the part of the window that panels leave free."""
    width, height = controller.shell.window.view_size
    left, below, right = controller.covered
    above = controller.hud_margins.above
    place = cell_at(controller.play.camera, (width, height), (left + width - right) / 2, (above + height - below) / 2)
    return cell_of(place)


def _zoom(controller: AnyController, command: Zoom) -> None:
    play, (width, height) = controller.play, controller.shell.window.view_size
    play.fitted = False
    shape, middle = play.engine.shape, (width / 2, height / 2)
    play.target = zoom_within(play.target, shape, (width, height), *middle, command.factor)


def _pan(controller: AnyController, command: Pan) -> None:
    play, (width, height) = controller.play, controller.shell.window.view_size
    play.fitted = False
    play.target = pan(play.target, -command.columns * width, -command.rows * height)


def _look_at(controller: AnyController, command: LookAt) -> None:
    play = controller.play
    play.fitted = False
    play.target = replace(play.target, row=command.row, column=command.column)


def _fit(controller: AnyController, _: Fit) -> None:
    """Show the whole board, or again what was seen before that."""
    play = controller.play
    if play.fitted and play.before_fit is not None:
        play.target, play.fitted = play.before_fit, False
    elif play.fitted:
        controller.shell.show_message("The whole board is shown already")
    else:
        play.before_fit, play.fitted = play.target, True


def _scheme(controller: AnyController, command: Scheme) -> None:
    set_scheme(controller, command.name or next_scheme(controller.play.look.scheme))
    controller.shell.show_message(controller.play.look.scheme)


def _change_look(controller: AnyController, command: ChangeLook) -> None:
    changed: dict[str, Any] = {command.name: command.value}
    controller.play.look = replace(controller.play.look, **changed)
    if command.name != "sizes":
        controller.shell.change(command.name, command.value)


def _switch_grid(controller: AnyController, _: Grid) -> None:
    shell, play = controller.shell, controller.play
    _change_look(controller, ChangeLook("grid", value=not play.look.grid))
    is_seen = play.target.zoom * shell.window.pixels_per_point >= GRID_FROM
    on = "Grid lines on" if is_seen else "Grid lines on: zoom in to see them"
    shell.show_message(on if play.look.grid else "Grid lines off")


def _preview(controller: AnyController, _preview: ShowPreview) -> None:
    """Say where something is previewed, in a game that has nothing to preview, which takes it itself."""
    controller.shell.show_message("previews are for a level of Survivor, and for Real-Time Life")


HANDLERS: HandlerTable = {
    ChangeLook: _change_look,
    Fit: _fit,
    Grid: _switch_grid,
    LookAt: _look_at,
    Pan: _pan,
    ShowPreview: _preview,
    Scheme: _scheme,
    Zoom: _zoom,
}
