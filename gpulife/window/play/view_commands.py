"""Commands about what is seen: the camera, colours and effects, and the panels over the board."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from gpulife.games.core.game import Place
from gpulife.input.commands.play import RoundSummary, ShowPreview
from gpulife.input.commands.program import FocusPanels, Help, Panels
from gpulife.input.commands.view import ChangeLook, Fit, Grid, LookAt, Pan, Scheme, Zoom
from gpulife.input.events import Event, KeyEvent, MouseButton
from gpulife.input.glyphs import Hands
from gpulife.view.camera import cell_at, pan, zoom_within
from gpulife.view.gl_board import GRID_FROM
from gpulife.view.look import with_colours
from gpulife.view.schemes import RANDOM, next_scheme, scheme
from gpulife.window.panels.panel_focus import move_focus
from gpulife.window.play.board_controller import in_players_colours
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.handler_table import HandlerTable
from gpulife.window.play.round_summary import toggle_round_summary
from gpulife.window.play.unheeded import say_unheeded
from gpulife.window.play.workbench import cell_of
from gpulife.window.shell import Shell


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


def _focus_panels(controller: AnyController, command: FocusPanels) -> None:
    """Let the keyboard steer the next panel, and show the panels if they are hidden."""
    state = controller.shell.panel_state
    if controller.page or state.round_summary.steered:
        say_unheeded(controller.shell, command)
        return
    if not controller.panels_shown:
        controller.show_panels(shown=True)
        state.focused = ""
    move_focus(state, backwards=command.backwards)
    controller.shell.poller.release_all()


def _show_or_hide_panels(controller: AnyController, _: Panels) -> None:
    controller.show_panels(shown=not controller.panels_shown)
    if not (controller.panels_shown or controller.hides_panels):
        keys = controller.shell.poller.bindings.keys_text("panels")
        controller.shell.show_message(f"Panels are hidden. {keys} shows them")


def _help(controller: AnyController, _: Help) -> None:
    shell, names = controller.shell, controller.player_names
    devices = shell.poller.devices()
    people = [player for player in controller.people if player < len(names)]
    hands = {names[player]: Hands.of(player, devices[player]) for player in people}
    shell.show_help(controller.play.session.match.game, hands)


def close_by_escape(
    shell: Shell, controller: AnyController, events: Sequence[Event], *, in_menu: bool
) -> Sequence[Event]:
    """Close the docked window if Escape was pressed on the board; return the events that are left for the game.

    A click on the board gives it the keyboard back.

    Args:
        shell: has the panels' state.
        controller: controller of the session.
        events: all events of the frame.
        in_menu: whether keys steer a page or a panel, which closes itself.
    """
    state = shell.panel_state
    clicked = any(isinstance(event, MouseButton) and event.pressed for event in events)
    if clicked and not shell.imgui_backend.panel_under(events):
        state.focused = ""
    escapes = [event for event in events if isinstance(event, KeyEvent) and event.key == "Escape" and event.pressed]
    plain = [event for event in escapes if not event.mods and not event.repeat]
    busy = in_menu or state.binding or shell.imgui_backend.wants_keyboard
    if not plain or busy or not (state.docked and controller.panels_shown):
        return events
    state.docked = ""
    return [event for event in events if event not in plain]


HANDLERS: HandlerTable = {
    ChangeLook: _change_look,
    Fit: _fit,
    FocusPanels: _focus_panels,
    Grid: _switch_grid,
    Help: _help,
    LookAt: _look_at,
    Pan: _pan,
    Panels: _show_or_hide_panels,
    RoundSummary: lambda controller, _: toggle_round_summary(controller.shell, controller.play),
    Scheme: _scheme,
    ShowPreview: _preview,
    Zoom: _zoom,
}
