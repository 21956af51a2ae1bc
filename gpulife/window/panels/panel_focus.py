"""The keyboard's focus: one key moves it from the board to the first panel, from panel to panel, and back."""

from imgui_bundle import imgui

from gpulife.window.panels.panel_state import PanelState
from gpulife.window.panels.widgets import back_pressed


def panel_titles(state: PanelState) -> list[str]:
    """Return the titles of the panels in the order in which the keyboard reaches them; the board is ""."""
    return ["", "Universe", "Time", *([state.docked] if state.docked else [])]


def move_focus(state: PanelState, *, backwards: bool) -> None:
    """Move the keyboard to the next panel, or to the one before. After the last panel comes the board."""
    titles = panel_titles(state)
    here = titles.index(state.focused) if state.focused in titles else 0
    state.focused = titles[(here + (-1 if backwards else 1)) % len(titles)]
    state.wants_focus = True


def focus_next_panel(state: PanelState, title: str) -> None:
    """Give the focus to the panel that begins next, if the keyboard has just come to it."""
    if state.wants_focus and state.focused == title:
        imgui.set_next_window_focus()


def focus_first_widget(state: PanelState, title: str) -> None:
    """Give the focus to the first widget of the panel that has just begun, if the keyboard has just come to it."""
    if state.wants_focus and state.focused == title:
        imgui.internal.nav_init_window(imgui.internal.get_current_window(), force_reinit=True)


def follow_focus(state: PanelState) -> None:
    """Show the focus if it has just moved, and let Escape return it to the board. Call after drawing all panels."""
    if state.focused not in panel_titles(state):
        state.focused, state.wants_focus = "", True
    if state.wants_focus:
        state.wants_focus = False
        imgui.set_nav_cursor_visible(bool(state.focused))
        if not state.focused:
            imgui.set_window_focus(None)
    elif state.focused and back_pressed():
        state.focused, state.wants_focus = "", True
