"""The play screen, which shows and runs the current session. All other screens lie above it."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from imgui_bundle import imgui

from gpulife.closing import closed_on_error
from gpulife.games.core.consent import ConsentState, Verdict
from gpulife.games.core.game import NOBODY, Action, ActionKind, Match
from gpulife.games.registry import find_game
from gpulife.input.commands import (
    Authentic,
    CommandOrAction,
    Faster,
    FocusPanels,
    PauseMenu,
    PressEndButton,
    Quit,
    Redo,
    Reseed,
    RoundSummary,
    Slower,
    Undo,
    Unlimited,
)
from gpulife.input.controls import HALVES, controls_of
from gpulife.input.events import Event
from gpulife.input.poller import Poller
from gpulife.rules import parse_rule
from gpulife.session.autosave import Autosave, SavedSession
from gpulife.session.history import Recording
from gpulife.view.gl_board import BoardFrame
from gpulife.window.ask_first import ask_before_leaving, ask_before_quitting
from gpulife.window.blocking_progress import show_compiling
from gpulife.window.input_router import PadJoined, PadLost, poll_devices
from gpulife.window.panels.clickable_caps import CAPS
from gpulife.window.panels.dock_layout import draw_all_panels
from gpulife.window.panels.identify_panel import IdentifyForm
from gpulife.window.panels.rest_offer import draw_corner_offer
from gpulife.window.panels.screen_regions import Covered
from gpulife.window.panels.thumbnails import Thumbnails
from gpulife.window.play.arrival import Arrival, begins_empty, begins_vast, show_empty_board, show_pattern
from gpulife.window.play.consent import agreed_actions, current_card, draw_consent, needs_consent
from gpulife.window.play.edit_commands import EditScope, PasteScope
from gpulife.window.play.file_commands import FileScope
from gpulife.window.play.frame_render import board_picture, snapshot_of
from gpulife.window.play.game_controller import AnyController, SessionScope
from gpulife.window.play.game_window import open_controller, own_scopes, window_of
from gpulife.window.play.open_session import OpenSession
from gpulife.window.play.other_board import RuleScope, SizeScope, draw_rule_offer
from gpulife.window.play.pad_away import PadAway
from gpulife.window.play.pause_menu import PauseScreen
from gpulife.window.play.pointer_input import PointerInput, holds_pattern, update_workbench
from gpulife.window.play.ready_check import ReadyCheck, draw_ready_cards
from gpulife.window.play.rest_watch import RestWatch
from gpulife.window.play.round_summary import draw_round_summary
from gpulife.window.play.session_commands import DialogScope, PlayScope
from gpulife.window.play.session_saver import SessionSaver, restore_seats
from gpulife.window.play.time_commands import TimeScope, WatchScope
from gpulife.window.play.time_step import pass_time
from gpulife.window.play.try_this import SuggestionScope, draw_suggestions, open_suggestions
from gpulife.window.play.undo_history import ControllerMaker, LeftSession, UndoHistory, restore
from gpulife.window.play.view_commands import ViewScope, close_by_escape
from gpulife.window.play.workbench_overlay import draw_minimap, draw_workbench
from gpulife.window.replay.file_replay import FileReplay
from gpulife.window.rule_preparation import prepare_rule
from gpulife.window.scopes import PASS_ON, Handled, Scope, handles
from gpulife.window.screen_stack import Screen, ScreenStack
from gpulife.window.shell import Shell

if TYPE_CHECKING:  # its imports are needed for on-line play only
    from gpulife.window.online.online_match import OnlineMatch

_ONLINE_SECONDS = 1 / 30
"""Seconds between two checks for messages from the server of an on-line match."""
_SILENT = (ActionKind.STICK, ActionKind.TRIGGER, ActionKind.POINT)
"""Kinds of actions that the game may ignore without a message, because there are so many of them."""
_KINDS: dict[type[CommandOrAction], ActionKind] = {
    Reseed: ActionKind.SOUP,
    Faster: ActionKind.PACE,
    Slower: ActionKind.PACE,
    Authentic: ActionKind.PACE,
    Unlimited: ActionKind.PACE,
    Undo: ActionKind.TAKE_BACK,  # in Survivor, within a turn
}
"""Kinds of the actions that commands lead to in the session, keyed by the command's class."""


def session_scopes(controller: AnyController) -> list[Scope]:
    """Return the scopes that handle a session's time, rule, view, files and cells.

    The game's own scope is not included.
    """
    kinds: list[type[SessionScope]] = [TimeScope, PlayScope, ViewScope, FileScope, PasteScope, RuleScope, SizeScope]
    scopes: list[Scope] = [kind(controller) for kind in (*kinds, *own_scopes())]
    if controller.workbench is not None:
        scopes += [EditScope(controller, controller.workbench), SuggestionScope(controller)]
    return scopes


class PlayScreen(Screen):
    """Shows and runs the current session, and begins other sessions.

    Args:
        shell: services shared by all screens.
        screens: the stack of screens.
        autosave: saves the session regularly; None to save nothing on disk.

    Attributes:
        saver: saves the session, and offers saved sessions.
        undo: the history for undo and redo. It includes sessions that were replaced.
    """

    def __init__(self, shell: Shell, screens: ScreenStack, autosave: Autosave | None) -> None:
        self.shell = shell
        self.saver = SessionSaver(shell, autosave)
        self._screens = screens
        self._controller: AnyController | None = None
        self._ready: ReadyCheck | None = None
        self._online: OnlineMatch | None = None
        self._file_replay: FileReplay | None = None
        self._pointer = PointerInput()
        self._thumbnails = Thumbnails(shell.window.device.context)
        self._granted: list[Action] = []
        self._arrival: Arrival | None = None
        self._away: tuple[int, str] | None = None  # a player whose pad is gone, until people are asked; and that pad
        self._begins_empty = False
        self._make: ControllerMaker | None = None
        self.undo = UndoHistory(shell, self._return_to)
        self._rest_watch = RestWatch()
        self._picture: BoardFrame
        self._scopes: Sequence[Scope] = (self,)
        shell.begin = self.begin
        shell.ask_before_leaving = self._ask_before_leaving

    @property
    def controller(self) -> AnyController:
        """Controller of the current session. Valid after the first :meth:`begin`."""
        assert self._controller is not None  # noqa: S101 - no screen is shown before a session has begun
        return self._controller

    @property
    def play(self) -> OpenSession:
        """The session on screen, together with its runner, display and seats."""
        return self.controller.play

    def begin(
        self,
        match: Match,
        actions: Sequence[Action] = (),
        *,
        recording: Recording | None = None,
        saved: SavedSession | None = None,
        backdrop: bool = False,
        controller: Callable[[Shell, OpenSession], AnyController] | None = None,
        online: "OnlineMatch | None" = None,
    ) -> OpenSession:
        """Begin a session in place of the current one. If the new session cannot begin, the current one stays.

        Args:
            match: the match to play.
            actions: actions for the first tick.
            recording: a recorded match to play back.
            saved: a saved session to resume.
            backdrop: True if the session is only the background of the start screen. It is not saved.
            controller: makes the session's controller; None for the controller that the game has by default.
            online: the on-line match to show; None for a session that runs in this window.

        Raises:
            GpulifeError: there is not enough memory for the board, the recording is invalid, or the user must first be
                asked about leaving the current session.
        """
        self._ask_before_leaving()
        shell, old = self.shell, self._controller
        if online is not None:
            play: OpenSession = online.open_view(shell.window.device)
        else:
            prepare_rule(shell, parse_rule(match.rule))
            play = OpenSession(
                shell.window.device,
                match,
                actions,
                recording=recording if saved is None else saved.recording,
                keyframe=None if saved is None else saved.keyframe,
                budget=shell.settings.rewind_mib << 20,
                seats=shell.seats_for(find_game(match.game)),
                open_board=shell.boards.open if match.is_universe and not backdrop else None,
            )
        with closed_on_error(play):
            new = (controller or open_controller)(shell, play)
            if old is not None:
                play.runner.prepare(1, lambda: show_compiling(shell))
                self.undo.keep(old, self._make, self.saver.save_replaced(old))
        if old is not None:
            _go_on_from(old, new)
        if self._online is not None:
            self._online.leave(stays_at_server=online is not None and online.address == self._online.address)
        self._controller, self._make, self._online = new, controller, online
        dialogs, others = DialogScope(new, self._screens), session_scopes(new)
        self._scopes = (WatchScope(new), *(() if online is None else (online,)), dialogs, self, new, *others)
        shell.poller.own_seat = None
        shell.panel_state.form(IdentifyForm).clear()
        self._file_replay = None if recording is None else FileReplay(play, shell.show_message)
        if recording is not None:
            play.session.edits.first = recording.ticks  # undo must not reach the recorded actions of others
        if saved is not None:
            for action in play.session.release_inputs():  # keys held at the time of saving are not held now
                play.runner.act(action)
        shell.scheme_seed += 1
        new.apply_first_look()
        _claim_seats(shell.poller, play, None if old is None else old.play.session.match)
        play.display.camera = play.display.target = new.layout.whole_board_camera()
        play.chosen_by_user = not backdrop
        is_new = recording is None and saved is None and not backdrop
        self._away = None
        self._arrival = Arrival() if is_new and begins_vast(play) else None
        self._begins_empty = is_new and begins_empty(play)
        self._screens.pop_to(self)
        if saved is not None:
            restore_seats(new, saved.seats)
        if online is not None:
            online.take_seat(new)
            self._ready = None  # on line nobody confirms that they are ready
            return play
        new.assign_seats()
        new.on_begin(playback=recording is not None, resumed=saved is not None)
        self._ready = ReadyCheck(new, begun=recording is not None or saved is not None)
        if saved is not None:
            self._ready.wait_for_go()
        return play

    def wait_for_go(self) -> None:
        """If a contest is running, stop it until people have said that they are ready to go on."""
        if self._ready is not None:
            self._ready.wait_for_go()

    def _ask_before_leaving(self) -> None:
        if self._online is not None:
            self._online.ask_before_leaving()
        elif self._controller is not None and not self.shell.is_confirmed:
            ask_before_leaving(self.play, saved=self.saver.saves(self.play))

    def _return_to(self, left: LeftSession) -> OpenSession:
        """Restore a session that was replaced, in the state in which it was left, and return it."""
        play = self.begin(left.saved.recording.match, saved=left.saved, controller=left.make_controller)
        restore(left, play)
        self.saver.go_on_in(left.files)
        if left.files is not None:  # it becomes the latest session again
            self.saver.save(self.controller)
        return play

    @property
    def in_menu(self) -> bool:
        """True while keys and pads operate a menu page or the round's statistics instead of the game itself."""
        return self.shell.panel_state.round_summary.steered or bool(self.controller.page)

    @property
    def takes_keys(self) -> bool:
        """True while keys operate a page, the statistics, a panel or an open list instead of the game itself."""
        return self.in_menu or self._steers_panels

    @property
    def _steers_panels(self) -> bool:
        shown = self.controller.layout.panels_shown and bool(self.shell.panel_state.focused)
        return shown or self.shell.imgui_backend.has_popup

    @property
    def online(self) -> "OnlineMatch | None":
        """The on-line match that this window shows; None if it shows none, or if this window has left the match."""
        return None if self._online is None or self._online.over else self._online

    @property
    def shown_match(self) -> "OnlineMatch | None":
        """The on-line match on screen, even if it is over; None if there is none, or if this window has left it."""
        return self._online if self._online is not None and (self.online or self._online.has_ended) else None

    @property
    def is_idle(self) -> bool:
        """True if attract mode may begin: the game is over or waits for people; nobody rewinds or plays on line."""
        waits = self._ready is not None and self._ready.waiting
        return (self.controller.is_idle or waits) and self.play.runner.seeking is None and self.online is None

    @property
    def time_goes_on(self) -> bool:
        """True for an on-line match: its time passes even while this screen is covered, because others play, too."""
        return self.online is not None

    @property
    def shows_result(self) -> bool:
        """True if a match that the user chose is over."""
        return self.play.chosen_by_user and self.play.session.is_over

    @property
    def has_bar(self) -> bool:
        """True if the panels, with the bar at the lower edge, are on the screen."""
        return self.controller.layout.panels_shown and not self.in_menu

    @property
    def covered_above(self) -> float:
        """Height in points that the game's HUD takes above the board; 0 while the game shows a page."""
        return 0.0 if self.controller.page else self.controller.layout.covered_above

    @property
    def covered_sides(self) -> tuple[float, float]:
        """Space in points that panels, statistics and HUD take at the left and right; 0 while the game shows a page."""
        left, _, right, _ = self.controller.layout.covered
        return (0.0, 0.0) if self.controller.page else (left, right + self.controller.hud_margins.right)

    def take_input(self, events: Sequence[Event], seconds: float) -> list[CommandOrAction]:
        """Return the requests of keys, pads and mouse, and the actions that all players have just agreed to."""
        update_workbench(self.controller, in_menu=self.in_menu)
        in_menu = self.takes_keys or holds_pattern(self.controller)
        given, events = events, close_by_escape(self.shell, self.controller, events, in_menu=in_menu)
        requests = self.controller.translate(
            poll_devices(self.shell, events, seconds, menu=self.in_menu, steers_panels=self._steers_panels)
        )
        if not self.in_menu:
            events = CAPS.without_clicks(events, self.shell.imgui_backend.panel_under(events))
            requests += self._pointer.take(self.controller, events)
            if self._ready is not None:
                requests = self._ready.take(requests, events)
        if given or requests:
            self._rest_watch.touch(self.shell.now)
        before, self._granted = self._granted, agreed_actions(self.play)
        return [*requests, *(action for action in self._granted if action not in before)]

    @property
    def scopes(self) -> Sequence[Scope]:
        """The scopes (objects that carry out commands) to which a request goes, one after the other.

        The order is: watching a recording, on-line match, dialogs, this screen, the game, the session.
        """
        return self._scopes

    def carried_out(self, request: CommandOrAction, *, answered: bool) -> None:
        """Show a message if the game will ignore the action that was just requested.

        If ``answered``, there has already been a message about the request, and no other is shown.
        """
        kind = request.kind if isinstance(request, Action) else _KINDS.get(type(request))
        if isinstance(request, Action) and kind is ActionKind.AGAIN and self._asks_for_menu(request):
            self._screens.carry_out([PauseMenu()])
            return
        if answered or kind is None or kind in _SILENT or not controls_of(request) or self._online is not None:
            return  # the server answers later
        given, session = self.play.runner.given(kind), self.play.session
        if given is None:
            return
        if self._ready is not None and self._ready.waiting:
            self.shell.show_message("That takes effect once everybody is ready")
        elif not session.heeds(given):
            self.shell.say_unheeded(request)
            if session.in_the_past:
                self.play.runner.withdraw(given)  # it would cut off the recorded future

    def _asks_for_menu(self, request: Action) -> bool:
        """Return True if the requested action AGAIN must open the pause menu instead of going to the game.

        This is so if it comes from a key and the game would ignore it. A session in this window then does not get the
        action.
        """
        runner, session = self.play.runner, self.play.session
        if self.shell.poller.asked_by_pad("again"):
            return False  # in the middle of a game, a pad's B would stop time for everybody by accident
        if self._online is not None:
            return not session.heeds(request)
        given = runner.given(ActionKind.AGAIN)
        waits = self._ready is not None and self._ready.waiting
        # No universe heeds it. A slow one is often in the middle of a tick, when nobody knows what it would heed.
        if given is None or not (waits or session.match.is_universe or not session.heeds(given)):
            return False
        runner.withdraw(given)
        return True

    @handles(PauseMenu)
    def _open_menu(self, _: PauseMenu) -> Handled:
        if self._screens.top is not self or self.in_menu:
            return PASS_ON
        is_over = self._online is not None and self.online is None
        about = self._what_becomes_of_it
        self._screens.push(PauseScreen(self.shell, self._screens, self.controller, about, is_over=is_over))
        return None

    @property
    def _what_becomes_of_it(self) -> str:
        """Sentences on what happens to the session during the pause, and after the user leaves."""
        if self.online is not None:
            return f"The match goes on meanwhile. {self.online.what_leaving_means}"
        if self._online is not None:
            return "This match is over for you."
        if self.saver.saves(self.play):
            return "Time stands still. The session is saved automatically. Continue it from the start screen."
        return "Time stands still. This session is not saved: the start screen offers it only until the program ends."

    @handles(PressEndButton)
    def _press_end_button(self, command: PressEndButton) -> None:
        self._screens.carry_out(self.controller.end_button_requests(command))

    @handles(PadJoined)
    def _welcome(self, _: PadJoined) -> None:
        self._screens.carry_out(self.controller.on_join())

    @handles(Quit)
    def _ask_before_quitting(self, _: Quit) -> Handled:
        if not (self.saver.saves(self.play) or self.shell.is_confirmed):
            ask_before_quitting(self.play, too_large=self.saver.is_on)
        return PASS_ON

    @handles(ActionKind.AGAIN)
    def _dismiss_offer(self, _: Action) -> Handled:
        return None if self._rest_watch.dismiss() else PASS_ON

    @handles(FocusPanels, RoundSummary)
    def _refuse_hidden_panels(self, request: FocusPanels | RoundSummary) -> Handled:
        if self._screens.top is self:
            return PASS_ON
        self.shell.say_unheeded(request)  # the panels are not visible then
        return None

    @handles(Undo, Redo)
    def _undo_or_redo(self, request: Undo | Redo) -> None:
        """Undo or redo, unless the game handles the command itself or the user is in the middle of drawing."""
        if self._pointer.busy or self.controller.carry_out(request):
            return
        if self.controller.workbench is not None and not holds_pattern(self.controller):
            self.controller.workbench.offered_rule = ""  # the pattern that asked for it may be gone
        self.undo.request(forward=isinstance(request, Redo))

    @handles(PadLost)
    def _lose_player(self, lost: PadLost) -> None:
        player = lost.player
        if self.controller.workbench is not None:
            self.controller.workbench.leave(player)
        if not (self.play.chosen_by_user and self.play.session.state.running) or self.play.own_seat == NOBODY:
            return
        asks = needs_consent(self.play, ActionKind.HALT)  # then a card asks the others, whom no dialog must keep off
        asker = player if self.play.own_seat is None else self.play.own_seat
        self.play.runner.act_once(Action(asker if asks else NOBODY, ActionKind.HALT))
        self._away = (player, self.shell.poller.seat_claims.name_of(player) or "The gamepad")
        self._ask_about_pad()

    def _ask_about_pad(self) -> None:
        """Ask how to go on without a player's pad once the game is halted for it, which others may have to agree to."""
        if self._away is None:
            return
        (player, device), state = self._away, self.play.session.state
        consent = state.consent if isinstance(state, ConsentState) else None
        is_refused = (
            consent is not None and consent.answer is not None and consent.answer.verdict is not Verdict.GRANTED
        )
        if is_refused or self.shell.poller.seat_claims.has_pad(player) or self.play.session.is_over:
            self._away = None
        elif not (state.running or (consent is not None and consent.question)) and self._screens.top is self:
            self._away, names, own_seat = None, self.controller.player_names, self.play.own_seat
            seat = player if own_seat is None else own_seat
            name = names[seat] if seat < len(names) else f"player {seat + 1}"
            on_line = own_seat is not None
            self._screens.push(PadAway(self.shell, self._screens, player, name, device, self._resume, on_line=on_line))

    def _resume(self) -> Sequence[CommandOrAction]:
        """Return the action that lets time pass again, if it is halted."""
        return () if self.play.session.state.running else [Action(NOBODY, ActionKind.HALT)]

    def pass_time(self, seconds: float) -> None:
        """Advance the session by ``seconds``, play its sounds, and save it regularly."""
        shell = self.shell
        if self._online is not None:
            with shell.guard.catch("the on-line match"):
                if (elsewhere := self._online.receive()) is not None:
                    self.begin(elsewhere.match, backdrop=True, online=elsewhere)
                elif self._online.has_ended and not self._online.end_is_told and self._screens.top is self:
                    self._tell_end(self._online)
            shell.motion.due(_ONLINE_SECONDS)
        self._ask_about_pad()
        hidden = not self._screens.sees(self)
        if self.undo.pass_time(self.controller):
            shell.motion.due()
        elif self.play.chosen_by_user or self._online is not None or not hidden:
            pass_time(shell, self.play, seconds, hidden=hidden)
            if (told := self.play.runner.take_words()) and self.play.session.match.is_universe:
                shell.show_message(self._rest_watch.message(told))
        if self._begins_empty and not hidden and imgui.get_frame_count():  # the sizes of panels are known
            self._begins_empty = False
            if begins_empty(self.play):  # a large pattern has been read into the empty board meanwhile
                show_empty_board(self.controller)
        if self.play.opened_at is not None and not hidden and imgui.get_frame_count():
            show_pattern(self.controller, self.play.opened_at)
            self.play.opened_at = None
        if self._arrival is not None and not hidden:
            self._arrival.pass_time(self.controller, seconds)
            if self._arrival.is_over:
                self._arrival = None
        self.undo.tell(self.play)
        asleep = shell.window.minimised and not shell.settings.run_minimised
        self._rest_watch.pass_time(shell, self.play, stays=self.controller.layout.panels_shown)
        if self._screens.shows(self):
            shell.sound.follow(self.play, shell.settings, asleep=asleep)
        else:  # only the screen that is seen makes sounds
            self.play.runner.take_results()
        self.controller.update_seats()
        with shell.guard.catch("saving the session"):
            self.saver.save_if_due(self.controller)

    def _tell_end(self, match: "OnlineMatch") -> None:
        from gpulife.window.online.match_end_screen import MatchEndScreen  # only matches need it

        match.end_is_told = True
        self._screens.push(MatchEndScreen(self.shell, self._screens, match))

    def aim(self, seconds: float) -> bool:
        """Decide what the next picture of the board shows, ``seconds`` after the previous one.

        Return True if it differs from the picture on screen.
        """
        self.shell.window.set_subject(self.play.name)
        self._picture = board_picture(self.controller, seconds, dragging=self._pointer.busy)
        return not self.play.display.view.shows(self._picture)

    def draw(self, seconds: float) -> None:
        """Draw the board."""
        self.play.display.view.draw(self.shell.window.device.context.screen, self._picture, seconds)

    @property
    def _covered_for_cards(self) -> Covered:
        covered = self.controller.layout.covered
        return covered._replace(below=covered.below + self.controller.hud_margins.below)

    def draw_panels(self, seconds: float) -> list[CommandOrAction]:
        """Draw the game's HUD, panels, statistics and questions; return the user's requests."""
        controller = self.controller
        controller.draw_all(seconds)
        draw_workbench(controller)
        requests = [*controller.draw_widgets(), *controller.draw_end_buttons()]
        rest = self._rest_watch.offer
        if controller.layout.panels_shown and not controller.page:
            titles, at_rest = self.undo.titles(controller.play), "" if rest is None else rest.text
            snapshot = snapshot_of(controller, *titles, self._thumbnails, at_rest)
            requests += draw_all_panels(self.shell.panel_state, snapshot)
        if controller.has_minimap and not controller.page:
            requests += draw_minimap(controller, seconds)
        if self._file_replay is not None:
            requests += self._file_replay.draw(controller)
        requests += draw_round_summary(controller, can_watch=self._online is None)
        if self._online is not None:
            self._online.draw(controller)
        if self._ready is not None and self._ready.waiting:
            requests += draw_ready_cards(controller, self._ready, window_of(self.play.session.match.game).page)
        if controller.workbench is not None and controller.workbench.offered_rule and not self.in_menu:
            requests += draw_rule_offer(controller.workbench, controller.legend(0), self._covered_for_cards)
        elif rest is not None and not (controller.layout.panels_shown or self.in_menu):
            requests += draw_corner_offer(rest.text, self.shell.poller.bindings)
        elif not self.in_menu and (suggestions := open_suggestions(controller)):
            requests += draw_suggestions(controller, suggestions, self._covered_for_cards)
        if (card := current_card(controller)) is not None:
            draw_consent(card, self.covered_above)
        return requests

    def leave(self) -> None:
        """Release the session's GPU resources, and leave the on-line match if there is one."""
        self._thumbnails.close()
        if self._online is not None:
            self._online.close()
        if self._controller is not None:
            self.play.close()


def _go_on_from(old: AnyController, new: AnyController) -> None:
    """Close the old session and its controller. The new workbench gets the tool of the old one."""
    old.close()
    old.play.close()
    if old.workbench is not None and new.workbench is not None:
        new.workbench.go_on_from(old.workbench)


def _claim_seats(poller: Poller, play: OpenSession, before: Match | None) -> None:
    """Give the keyboard all seats of a contest that have no pad. In a universe after a contest, take them back.

    ``before`` is the match of the previous session; None if this is the first.
    """
    session = play.session
    if session.game.players:  # the title has no players and leaves everybody on their seats
        poller.seats = session.game.players
    if not session.match.is_universe:
        for player in range(min(poller.seats, HALVES)):
            if player not in poller.devices():
                poller.sit_at_keyboard(player)
    elif before is not None and not before.is_universe:
        poller.leave_keyboard()  # most people only draw in a universe
