"""Carries out commands on the view: camera, colours and effects, and the panels over the board."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from gpulife.errors import GpulifeError
from gpulife.games.core.game import Place
from gpulife.input.commands import (
    ChangeLook,
    ChoosePicture,
    DefaultLook,
    Fit,
    Fly,
    FocusPanels,
    Grid,
    Help,
    LookAt,
    OpenSection,
    Pan,
    Panels,
    RoundSummary,
    Scheme,
    ShowPreview,
    Zoom,
)
from gpulife.input.events import Event, KeyEvent, MouseButton
from gpulife.view.camera import cell_at, pan, zoom_within
from gpulife.view.gl_board import GRID_FROM
from gpulife.view.look import with_colours
from gpulife.view.pictures import next_picture, picture_titles
from gpulife.view.schemes import RANDOM, next_scheme, scheme
from gpulife.window.panels.dock_layout import move_focus
from gpulife.window.play.board_display import in_players_colours
from gpulife.window.play.flight import Flight, lively_place, near_camera
from gpulife.window.play.game_controller import AnyController, SessionScope
from gpulife.window.play.open_session import OpenSession
from gpulife.window.play.round_summary import toggle_round_summary
from gpulife.window.play.workbench import cell_of
from gpulife.window.scopes import PASS_ON, Handled, handles
from gpulife.window.shell import Shell


def set_scheme(shell: Shell, play: OpenSession, name: str) -> None:
    """Show the board in the colours of the scheme ``name``, and save this choice in the settings."""
    colours = scheme(name, play.engine.rule, shell.scheme_seed)
    play.display.look = in_players_colours(with_colours(play.display.look, colours, name), play.seats)
    shell.change("scheme", name)


def draw_schemes_anew(shell: Shell, play: OpenSession) -> None:
    """Choose new colours for the colour schemes that use random colours."""
    shell.scheme_seed += 1
    if play.display.look.scheme in RANDOM:
        set_scheme(shell, play, play.display.look.scheme)


def free_middle(controller: AnyController) -> Place:
    """Return the cell in the middle of the part of the window that panels and the game's HUD leave free."""
    width, height = controller.shell.window.view_size
    left, below, right, above = controller.layout.covered
    above += controller.hud_margins.above
    place = cell_at(
        controller.play.display.camera, (width, height), (left + width - right) / 2, (above + height - below) / 2
    )
    return cell_of(place)


def close_by_escape(
    shell: Shell, controller: AnyController, events: Sequence[Event], *, in_menu: bool
) -> Sequence[Event]:
    """Close the docked window if Escape was pressed and keys go to the board; return the events not used for this.

    A click on the board makes keys go to the board again, not to the panels.

    Args:
        shell: services shared by all screens, with the panels' state.
        controller: controller of the session.
        events: all events of the frame.
        in_menu: True if keys operate a page or a panel, which handles Escape itself.
    """
    state = shell.panel_state
    clicked = any(isinstance(event, MouseButton) and event.pressed for event in events)
    if clicked and not shell.imgui_backend.panel_under(events):
        state.focused = ""
    escapes = [event for event in events if isinstance(event, KeyEvent) and event.key == "Escape" and event.pressed]
    plain = [event for event in escapes if not event.mods and not event.repeat]
    busy = in_menu or state.binding or shell.imgui_backend.wants_keyboard
    if not plain or busy or not (state.docked and controller.layout.panels_shown):
        return events
    state.docked = ""
    return [event for event in events if event not in plain]


class ViewScope(SessionScope):
    """Carries out commands on the view of the session."""

    @handles(Zoom)
    def _zoom(self, command: Zoom) -> None:
        play, (width, height) = self.play, self.shell.window.view_size
        play.display.fitted = False
        shape, middle = play.engine.shape, (width / 2, height / 2)
        play.display.target = zoom_within(play.display.target, shape, (width, height), *middle, command.factor)

    @handles(Pan)
    def _pan(self, command: Pan) -> None:
        play, (width, height) = self.play, self.shell.window.view_size
        play.display.fitted = False
        play.display.target = pan(play.display.target, -command.columns * width, -command.rows * height)

    @handles(LookAt)
    def _look_at(self, command: LookAt) -> None:
        play = self.play
        play.display.fitted = False
        play.display.target = replace(play.display.target, row=command.row, column=command.column)

    @handles(Fit)
    def _fit(self, _: Fit) -> None:
        """Show the whole board. If it is shown already, show what was shown before."""
        play = self.play
        if play.display.fitted and play.display.before_fit is not None:
            play.display.target, play.display.fitted = play.display.before_fit, False
        elif play.display.fitted:
            self.shell.show_message("The whole board is shown already")
        else:
            play.display.before_fit, play.display.fitted = play.display.target, True

    @handles(Fly)
    def _fly(self, _: Fly) -> None:
        """Fly from the whole board to a lively place, or from anywhere else to the whole board."""
        play, window = self.play, self.shell.window.view_size
        display = play.display
        if display.fitted:
            place = lively_place(play.engine)
            if place is None:
                raise GpulifeError("found no living cell to fly to")
            display.target, display.fitted = near_camera(place, play.engine.shape, window, display.target.zoom), False
        else:
            display.target, display.fitted = self.controller.layout.whole_board_camera(), True
        if self.shell.settings.reduced_flashing is not False:
            display.camera = display.target
        else:
            display.flight = Flight(display.camera, display.target)

    @handles(Scheme)
    def _scheme(self, command: Scheme) -> None:
        set_scheme(self.shell, self.play, command.name or next_scheme(self.play.display.look.scheme))
        self.shell.show_message(self.play.display.look.scheme)

    @handles(ChoosePicture)
    def _choose_picture(self, command: ChoosePicture) -> None:
        shell, display = self.shell, self.play.display
        if not self.controller.has_pictures:
            raise GpulifeError("only universes have other looks: in a game, players need to see the cells")
        name = command.name or next_picture(display.look.picture)
        # Compiling a look for the first time can block the window for seconds: its name is shown before that.
        shell.show_message(picture_titles()[name])
        shell.redraw()
        display.look = replace(display.look, picture=name)
        if entry := self.play.entry_with_look:
            others = [text for text in shell.settings.entry_pictures if not text.startswith(f"{entry}=")]
            shell.change("entry_pictures", [*others, f"{entry}={name}"])
        else:
            shell.change("picture", name)

    @handles(ChangeLook)
    def _change_look(self, command: ChangeLook) -> None:
        changed: dict[str, Any] = {command.name: command.value}
        self.play.display.look = replace(self.play.display.look, **changed)
        if command.name != "sizes":
            self.shell.change(command.name, command.value)

    @handles(DefaultLook)
    def _restore_look(self, command: DefaultLook) -> None:
        for name in command.names:
            self.shell.change(name, None)
        self.controller.apply_first_look()

    @handles(Grid)
    def _switch_grid(self, _: Grid) -> None:
        shell, play = self.shell, self.play
        self._change_look(ChangeLook("grid", value=not play.display.look.grid))
        is_seen = play.display.target.zoom * shell.window.pixels_per_point >= GRID_FROM
        on = "Grid lines on" if is_seen else "Grid lines on: zoom in to see them"
        shell.show_message(on if play.display.look.grid else "Grid lines off")

    @handles(ShowPreview)
    def _preview(self, _preview: ShowPreview) -> None:
        """Show a message that says which games have previews. Those games handle the command themselves."""
        self.shell.show_message("only Survivor's levels, BioWar and Real-Time Life have previews")

    @handles(FocusPanels)
    def _focus_panels(self, command: FocusPanels) -> Handled:
        """Let keys operate the next panel, and show the panels if they are hidden."""
        state = self.shell.panel_state
        if self.controller.page or state.round_summary.steered:
            return PASS_ON
        if not self.controller.layout.panels_shown:
            self.controller.layout.show_panels(shown=True)
            state.focused = ""
        move_focus(state, backwards=command.backwards)
        self.shell.poller.release_all()
        return None

    @handles(OpenSection)
    def _open_section(self, command: OpenSection) -> None:
        self.shell.panel_state.section_to_open = command.title

    @handles(Panels)
    def _show_or_hide_panels(self, _: Panels) -> None:
        self.controller.layout.show_panels(shown=not self.controller.layout.panels_shown)
        if not (self.controller.layout.panels_shown or self.controller.hides_panels):
            keys = self.shell.poller.keys_text("panels")
            self.shell.show_message(f"Panels are hidden. {keys} shows them")

    @handles(Help)
    def _help(self, _: Help) -> None:
        shell, names = self.shell, self.controller.player_names
        people = [player for player in self.controller.people if player < len(names)]
        hands = {names[player]: shell.poller.hands(player) for player in people}
        entry = self.play.entry
        match = self.play.session.match
        subject = "empty" if match.is_universe else match.game
        shell.show_help(subject if entry is None else entry.name, hands)

    @handles(RoundSummary)
    def _round_summary(self, _: RoundSummary) -> None:
        toggle_round_summary(self.shell, self.play)
