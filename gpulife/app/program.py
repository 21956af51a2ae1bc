"""The program in the window: what it holds, and one frame after the other. What commands do is in ``executor``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from gpulife.app import shell_commands
from gpulife.app.art.gallery import Gallery
from gpulife.app.attract import Attract
from gpulife.app.consenting import consent_card
from gpulife.app.ending import draw_result
from gpulife.app.game_window import open_controller
from gpulife.app.guard import closed_on_error
from gpulife.app.intake import Intake
from gpulife.app.kept import Kept
from gpulife.app.kept_seats import seat_again
from gpulife.app.lobby import Chosen, Lobby
from gpulife.app.long_work import tell_of_compiling
from gpulife.app.looks import in_players_colours
from gpulife.app.passing import pass_time
from gpulife.app.play_commands import carry_out
from gpulife.app.play_view import PlayView
from gpulife.app.screen import GameController
from gpulife.app.shell import Shell
from gpulife.app.showing import draw_board, snapshot_of
from gpulife.app.title import TitleController
from gpulife.autosave import Autosave, Saved
from gpulife.commands import Asked, ChangeLook, Screenshot, label
from gpulife.games.base import Action, Match
from gpulife.games.fanfare import FANFARE
from gpulife.games.matches import new_match
from gpulife.games.pace import Pace, PaceKind
from gpulife.games.registry import find_game
from gpulife.input.controls import HALVES
from gpulife.input.events import Event
from gpulife.rules import parse_rule
from gpulife.timeline import Recording
from gpulife.ui.consent import draw_consent
from gpulife.ui.contest import prompt
from gpulife.ui.desk import desk, toast
from gpulife.ui.start_screen import flashing_question
from gpulife.view.look import with_colours
from gpulife.view.schemes import RANDOM, scheme

_MESSAGE_SECONDS = 4.0
_BLINKS = 2.5
"""A second, of what blinks beside the board."""


class Program:
    """Everything that the window's program holds.

    Attributes:
        shell: what all screens share.
        controller: of the session that is shown.
        lobby: the start screen.
        attract: the mode for when nobody is there.
        gallery: kinetic art instead of everything else.
        intake: of what people do.
        kept: sessions that are saved, and that are offered to go on with.
    """

    controller: GameController[Any]

    def __init__(self, shell: Shell, autosave: Autosave | None) -> None:
        self.shell = shell
        shell.redraw, shell.begin, shell.show_start_menu = self.redraw, self.begin, self.show_start_screen
        self.kept = Kept(autosave)
        self.intake = Intake()
        self.lobby = Lobby()
        self.attract = Attract()
        self.gallery = Gallery(shell, self.leave_games)
        self._question_closed = False

    def begin(
        self,
        match: Match,
        actions: Sequence[Action] = (),
        *,
        recording: Recording | None = None,
        saved: Saved | None = None,
        backdrop: bool = False,
        controller: Callable[[Shell, PlayView], GameController[Any]] | None = None,
    ) -> PlayView:
        """Begin a session in the place of the present one, which stays if this one cannot be.

        A ``backdrop`` is one that nobody chose: it lives behind the start screen and is not saved.

        Raises:
            GpulifeError: the board does not fit, or a file does not hold what it should.
        """
        budget = self.shell.settings.rewind_mib << 20
        keyframe = None
        if saved is not None:
            recording, keyframe = saved.recording, saved.keyframe
        before: GameController[Any] | None = getattr(self, "controller", None)
        old = None if before is None else before.play
        same_board = old is not None and old.engine.shape == parse_rule(match.rule).size
        playing = PlayView(
            self.shell.window.device,
            match,
            actions,
            recording=recording,
            keyframe=keyframe,
            budget=budget,
            seats=self.shell.seats_for(find_game(match.game).players),
        )
        if old is not None:
            with closed_on_error(playing):
                playing.prepare(1, lambda: tell_of_compiling(self.shell))
                self.kept.replaced(self, self.shell.now)
            playing.camera, playing.target, playing.fitted = old.camera, old.target, old.fitted
            old.close()
        self.controller = (controller or open_controller)(self.shell, playing)
        if saved is not None:
            for action in playing.session.let_go():  # whoever held something then does not now
                playing.act(action)
        self.shell.scheme_seed += 1
        self.controller.take_look()
        if seats := find_game(match.game).players:  # the title lets everybody sit
            self.shell.poller.seats = seats
        if match.game != "study":  # nobody has to join before the shot clock rises
            for player in range(min(self.shell.poller.seats, HALVES)):
                if player not in self.shell.poller.devices():
                    self.shell.poller.sit_at_keyboard(player)
        if not same_board:
            playing.camera = playing.target = self.controller.fitting()
            playing.fitted = True
        playing.started = not backdrop
        self.lobby.close()
        was_bare = before is not None and before.bare
        if self.controller.bare and not (self.shell.panels_in_contests or was_bare):
            self.shell.tell(f"panels: {self.shell.poller.bindings.spoken('panels')}")
        if before is not None:
            before.close()
        if saved is not None:
            seat_again(self.controller, saved.seats)
        self.controller.sit_down()
        self.controller.begun(playback=recording is not None and saved is None, resumed=saved is not None)
        return playing

    @property
    def play(self) -> PlayView:
        """The session that is shown."""
        return self.controller.play

    def show_start_screen(self) -> None:
        """Show what there is to begin with."""
        self.lobby.open(self, self.shell.host.pixel_scale)

    def show_title(self) -> None:
        """SYSTEM RESET: the title, until somebody presses START."""
        now = self.controller
        chosen = now.chosen if isinstance(now, TitleController) else self.play.session.match
        match = new_match(FANFARE, parse_rule("Immigration"), find_game(FANFARE).shape, self.shell.scheme_seed)
        self.begin(match, backdrop=True, controller=partial(TitleController, chosen=chosen))

    @property
    def pace(self) -> int:
        """Generations in 1000 seconds; 0 for unlimited, -1 for authentic."""
        pace: Pace = self.play.session.state.pace
        return {PaceKind.UNLIMITED: 0, PaceKind.AUTHENTIC: -1}.get(pace.kind, pace.rate)

    def set_scheme(self, name: str) -> None:
        """Take the colours of a scheme."""
        colours = scheme(name, self.play.engine.rule, self.shell.scheme_seed)
        self.play.look = in_players_colours(with_colours(self.play.look, colours, name), self.play.seats)
        self.shell.change("scheme", name)

    def draw_schemes_anew(self) -> None:
        """Give the random colour schemes other colours, as each new game does."""
        self.shell.scheme_seed += 1
        if self.play.look.scheme in RANDOM:
            self.set_scheme(self.play.look.scheme)

    def redraw(self) -> None:
        """Show the present moment again, between two steps of long work; what comes in waits for the next frame."""
        self.shell.window.poll(self.shell.now)
        if not self.shell.window.minimised:
            draw_board(self, 0.0, self.shell.now)
            self._draw_panels(0.0)
            self.shell.mark_film(beside_bar=self.controller.panels_shown and not self.in_menu)
            self.shell.window.swap()

    def frame(self, events: Iterable[Event], now: float) -> None:
        """One frame: take input and carry it out, let time pass, draw, and carry out what the panels ask for."""
        seconds, self.shell.now = min(now - self.shell.now, 0.25), now
        events = tuple(events)
        self.shell.tell_warnings()
        self.gallery.watch(events, seconds)
        if self.gallery.on:
            for kept in self.gallery.take_input(events):
                self._try(kept)
            self.gallery.pass_time(seconds)
            if not self.shell.window.minimised:
                self.gallery.draw(seconds)
                with self.shell.host.frame(menu=False):
                    self.gallery.draw_panels()
                    if self.shell.message:
                        toast(self.shell.message)
                self.shell.host.render(())
            self.shell.film()
            self.shell.mark_film(beside_bar=self.controller.panels_shown and not self.in_menu)
            return
        if not self.gallery.home:
            with self.shell.guard.doing("attract mode"):
                self.attract.watch(self, events, seconds)
        self.controller.follow()
        asked = self.intake.commands(self, events, seconds)
        pictures = [each for each in asked if isinstance(each, Screenshot)]  # of what is drawn below
        for command in asked:
            if command not in pictures:
                self._try(command)
        if self.shell.mapping is not None:
            self.shell.mapping.look()
            if self.shell.mapping.lost:
                self.shell.mapping = None
        pass_time(self, seconds)
        if not self.attract.on:
            asleep = self.shell.window.minimised and not self.shell.settings.run_minimised
            self.shell.sound.follow(self.play, self.shell.settings, asleep=asleep)
        if not self.shell.window.minimised:
            draw_board(self, seconds, self.shell.now)
            for command in (*self._draw_panels(seconds), *pictures):
                self._try(command)
        with self.shell.guard.doing("saving the session"):
            self.kept.save_if_due(self, self.shell.now)
        if not self.shell.window.minimised:
            self.shell.mark_film(beside_bar=self.controller.panels_shown and not self.in_menu)

    @property
    def in_menu(self) -> bool:
        """Whether the start screen or a question is over the board, or nobody plays on it."""
        asks = self.lobby.shown or self.attract.on or self.shell.settings.reduced_flashing is None
        return asks or self.shell.fields.result.steered or bool(self.controller.page)

    def _draw_panels(self, seconds: float) -> list[Asked]:
        commands: list[Asked] = []
        chosen: Chosen | None = None
        with self.shell.host.frame(menu=self.in_menu):
            if self._question_closed:
                # A page takes the keyboard's focus when it appears: it does so anew, since the question had it.
                self._question_closed = False
            elif self.lobby.shown:
                chosen = self.lobby.draw(self, seconds)
            else:
                if self.attract.on:
                    prompt("press START", 0.0)
                commands += self.controller.draw(seconds, bright=self.shell.now * _BLINKS % 1 < 0.5)
                if self.controller.panels_shown and not self.controller.page:
                    commands += desk(self.shell.fields, snapshot_of(self))
                if not self.attract.on:
                    commands += draw_result(self.shell, self.play)
                if (card := consent_card(self.controller)) is not None:
                    draw_consent(card, self.controller.room.above)
            if self.shell.settings.reduced_flashing is None and (answer := flashing_question()) is not None:
                commands.append(ChangeLook("reduced_flashing", answer))
                self._question_closed = True
            if self.shell.message:
                toast(self.shell.message, 0.0 if self.lobby.shown else self.controller.room.above)
        in_desk = self.controller.panels_shown and not (self.lobby.shown or self.controller.page)
        self.shell.host.render(self.shell.fields.grounds if in_desk else ())
        self.shell.film()
        # Only now: it may release the previews' textures, which were just drawn.
        if chosen is not None and self.shell.settings.reduced_flashing is not None:
            with self.shell.guard.doing("what was chosen"):
                self.lobby.choose(self, chosen)
        return commands

    def _try(self, command: Asked) -> None:
        with self.shell.guard.doing(label(command)):
            if not self.controller.carry_out(command) and not shell_commands.carry_out(self.shell, command):
                carry_out(self, command)

    def leave_games(self) -> None:
        """Leave what is over the board, and save the session."""
        self.lobby.close()
        self.attract.end(self)
        self.autosave()

    def autosave(self) -> None:
        """Save the session where a crash or the next start finds it."""
        self.kept.save(self, self.shell.now)

    def close(self) -> None:
        """Release everything on the GPU; the window and Dear ImGui are their owners'."""
        self.shell.recorder.close()
        self.gallery.close()
        self.attract.end(self)
        self.lobby.close()
        if hasattr(self, "controller"):
            self.play.close()
