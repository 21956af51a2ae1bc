"""Escape and clicks over a board: what they close of the panels, and who has the keyboard then."""

from collections.abc import Sequence

from gpulife.input.events import Event, KeyEvent, MouseButton
from gpulife.window.play.game_controller import AnyController
from gpulife.window.shell import Shell


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
