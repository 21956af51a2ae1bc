"""Commands about the panels over the board, the statistics of a round, and the help."""

from gpulife.input.commands.play import RoundSummary
from gpulife.input.commands.program import FocusPanels, Help, Panels
from gpulife.input.glyphs import Hands
from gpulife.window.panels.panel_focus import move_focus
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.handler_table import HandlerTable
from gpulife.window.play.round_summary import toggle_round_summary
from gpulife.window.play.unheeded import say_unheeded


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


HANDLERS: HandlerTable = {
    FocusPanels: _focus_panels,
    Help: _help,
    Panels: _show_or_hide_panels,
    RoundSummary: lambda controller, _: toggle_round_summary(controller.shell, controller.play),
}
