"""The program in the window: what it holds, and one frame after the other. What commands do is in ``executor``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from gpulife.app import shell_commands
from gpulife.app.art.gallery import Gallery
from gpulife.app.attract import Attract
from gpulife.app.consenting import consent_card
from gpulife.app.ending import draw_result, room_for_result
from gpulife.app.guard import closed_on_error
from gpulife.app.intake import Intake
from gpulife.app.kept import Kept
from gpulife.app.kept_seats import seat_again
from gpulife.app.lobby import Chosen, Lobby
from gpulife.app.long_work import tell_of_compiling
from gpulife.app.passing import pass_time
from gpulife.app.play_commands import carry_out
from gpulife.app.play_view import PlayView
from gpulife.app.screen import Screen
from gpulife.app.screens import Screens
from gpulife.app.seating import in_players_colours
from gpulife.app.shell import Shell
from gpulife.app.showing import draw_board, look_for, snapshot_of
from gpulife.autosave import Autosave, Saved
from gpulife.commands import Asked, ChangeLook, Screenshot, label
from gpulife.games.base import NOBODY, Action, ActionKind, Match
from gpulife.games.fanfare import FANFARE, FanfareState
from gpulife.games.matches import new_match
from gpulife.games.overlay import Overlay, overlay
from gpulife.games.pace import Pace, PaceKind
from gpulife.games.registry import find_game
from gpulife.input.controls import HALVES
from gpulife.input.events import Event
from gpulife.modes import MODES
from gpulife.rules import parse_rule
from gpulife.timeline import Recording
from gpulife.ui.consent import draw_consent
from gpulife.ui.contest import prompt
from gpulife.ui.desk import covered_by_panels, desk, toast
from gpulife.ui.start_screen import flashing_question
from gpulife.view.camera import Camera
from gpulife.view.look import Look, with_colours
from gpulife.view.schemes import RANDOM, scheme

_MESSAGE_SECONDS = 4.0
_BLINKS = 2.5
"""A second, of what blinks beside the board."""


class Program:
    """Everything that the window's program holds.

    Attributes:
        shell: what all screens share.
        play: the universe that is shown.
        lobby: the start screen.
        attract: the mode for when nobody is there.
        gallery: kinetic art instead of everything else.
        screens: what each game has of its own in the window.
        intake: of what people do.
        kept: sessions that are saved, and that are offered to go on with.
    """

    play: PlayView

    def __init__(self, shell: Shell, autosave: Autosave | None) -> None:
        self.shell = shell
        shell.redraw, shell.begin, shell.show_start_menu = self.redraw, self.begin, self.show_start_screen
        self.kept = Kept(autosave)
        self.screens = Screens()
        self.intake = Intake()
        self.lobby = Lobby()
        self.attract = Attract()
        self.gallery = Gallery()
        self._chosen: Match | None = None  # before the title came
        self._question_closed = False

    def begin(
        self,
        match: Match,
        actions: Sequence[Action] = (),
        *,
        recording: Recording | None = None,
        saved: Saved | None = None,
        backdrop: bool = False,
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
        old = getattr(self, "play", None)
        same_board = old is not None and old.engine.shape == parse_rule(match.rule).size
        before = self.screen if old is not None else None
        was_bare = self.is_bare if old is not None else False
        playing = PlayView(
            self.shell.window.device,
            match,
            actions,
            recording=recording,
            keyframe=keyframe,
            budget=budget,
            seats=(self.shell.lineup, self.shell.party) if old is None else (old.lineup, old.party),
        )
        if old is not None:
            with closed_on_error(playing):
                playing.prepare(1, lambda: tell_of_compiling(self.shell))
                self.kept.replaced(self, self.shell.now)
            playing.camera, playing.target, playing.fitted = old.camera, old.target, old.fitted
            old.close()
        self.play = playing
        if saved is not None:
            for action in playing.session.let_go():  # whoever held something then does not now
                playing.act(action)
        self.shell.scheme_seed += 1
        self.play.look = self.look_for(playing)
        if seats := find_game(match.game).players:  # the title lets everybody sit
            self.shell.poller.seats = seats
        if match.game != "study":  # nobody has to join before the shot clock rises
            for player in range(min(self.shell.poller.seats, HALVES)):
                if player not in self.shell.poller.devices():
                    self.shell.poller.sit_at_keyboard(player)
        if not same_board:
            self.play.camera = self.play.target = self.fitting()
            self.play.fitted = True
        self.play.started = not backdrop
        self.lobby.close()
        if self.is_bare and not (self.shell.panels_in_contests or was_bare):
            self.shell.tell(f"panels: {self.shell.poller.bindings.spoken('panels')}")
        if before is not None and before is not self.screen:
            before.left(self)
        if saved is not None:
            seat_again(self, saved.seats)
        self.screen.sit_down(self)
        self.screen.begun(self, playback=recording is not None and saved is None, resumed=saved is not None)
        if saved is not None and saved.seats.get("helped"):
            self.screens.survivor.help_here(self)
        return playing

    def look_for(self, playing: PlayView) -> Look:
        """The look that a universe begins with."""
        software = self.shell.window.device.software
        look = look_for(playing.engine.rule, self.shell.settings, self.shell.scheme_seed, software=software)
        return in_players_colours(self.screens.of(playing).first_look(playing, look), self.play.lineup)

    def recolour(self) -> None:
        """Take over the players' colours."""
        self.play.look = replace(self.play.look, colours=self.look_for(self.play).colours)

    def show_start_screen(self) -> None:
        """Show what there is to begin with."""
        self.lobby.open(self, self.shell.host.pixel_scale)

    @property
    def screen(self) -> Screen:
        """What the game that is played has of its own in the window."""
        return self.screens.of(getattr(self, "play", None))

    @property
    def is_bare(self) -> bool:
        """Whether what is played begins without panels."""
        return self.screen.bare(self.play)

    @property
    def on_title(self) -> bool:
        """Whether the title is on the board."""
        return isinstance(self.play.session.state, FanfareState)

    def show_title(self) -> None:
        """SYSTEM RESET: the title, until somebody presses START."""
        chosen = self._chosen if self.on_title else self.play.session.match
        rule = parse_rule("Immigration")
        self.begin(new_match(FANFARE, rule, find_game(FANFARE).shape, self.shell.scheme_seed), backdrop=True)
        self._chosen = chosen

    def begin_chosen(self) -> None:
        """START on the title: the game that was chosen before it came."""
        mode = MODES["study"]
        match = self._chosen or mode.match(self.shell.scheme_seed)
        start = Action(NOBODY, ActionKind.START)
        self.begin(replace(match, seed=(match.seed + self.shell.scheme_seed) % 2**32), (start,))

    @property
    def pace(self) -> int:
        """Generations in 1000 seconds; 0 for unlimited, -1 for authentic."""
        pace: Pace = self.play.session.state.pace
        return {PaceKind.UNLIMITED: 0, PaceKind.AUTHENTIC: -1}.get(pace.kind, pace.rate)

    def fitting(self) -> Camera:
        """The camera that shows the whole board, beside the panels if they are shown."""
        return self.screen.fitting(self)

    def covered(self) -> tuple[float, float]:
        """How much the panels cover of the window's left and lower side, in points."""
        left, below = covered_by_panels() if self.panels_shown else (0.0, 0.0)
        return left if self.attract.on else max(left, room_for_result(self)), below

    @property
    def panels_shown(self) -> bool:
        """Whether there is more than the board."""
        if self.attract.on or self.on_title:
            return False
        return self.shell.panels_in_contests if self.is_bare else not self.shell.settings.panels_hidden

    def show_panels(self, *, shown: bool) -> None:
        """Show or hide the panels: of games that begin without until the program ends, else for good."""
        if self.is_bare:
            self.shell.panels_in_contests = shown
        else:
            self.shell.change("panels_hidden", not shown)

    def overlay(self) -> Overlay | None:
        """What the game has beside its board."""
        board = self.play.session.board
        scores = tuple(self.play.population[:2])
        return overlay(self.play.session.state, board.shape, (*scores, 0)[:2], board.generation)

    def set_scheme(self, name: str) -> None:
        """Take the colours of a scheme."""
        colours = scheme(name, self.play.engine.rule, self.shell.scheme_seed)
        self.play.look = in_players_colours(with_colours(self.play.look, colours, name), self.play.lineup)
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
            self.shell.mark_film(beside_bar=self.panels_shown and not self.in_menu)
            self.shell.window.swap()

    def frame(self, events: Iterable[Event], now: float) -> None:
        """One frame: take input and carry it out, let time pass, draw, and carry out what the panels ask for."""
        seconds, self.shell.now = min(now - self.shell.now, 0.25), now
        events = tuple(events)
        self.shell.tell_warnings()
        self.gallery.watch(self, events, now)
        if self.gallery.on:
            for each in self.gallery.frame(self, events, seconds):
                self._try(each)
            self.shell.film()
            self.shell.mark_film(beside_bar=self.panels_shown and not self.in_menu)
            return
        if not self.gallery.home:
            with self.shell.guard.doing("attract mode"):
                self.attract.watch(self, events, seconds)
        self.screen.follow(self)
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
            self.shell.mark_film(beside_bar=self.panels_shown and not self.in_menu)

    @property
    def in_menu(self) -> bool:
        """Whether the start screen or a question is over the board, or nobody plays on it."""
        asks = self.lobby.shown or self.attract.on or self.shell.settings.reduced_flashing is None
        return asks or self.shell.fields.result.steered or bool(self.screen.page)

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
                if self.attract.on or self.on_title:
                    prompt("press START", 0.0)
                commands += self.screen.draw(self, seconds, bright=self.shell.now * _BLINKS % 1 < 0.5)
                if self.panels_shown and not self.screen.page:
                    commands += desk(self.shell.fields, snapshot_of(self))
                if not self.attract.on:
                    commands += draw_result(self)
                if (card := consent_card(self)) is not None:
                    draw_consent(card, self.screen.room(self).above)
            if self.shell.settings.reduced_flashing is None and (answer := flashing_question()) is not None:
                commands.append(ChangeLook("reduced_flashing", answer))
                self._question_closed = True
            if self.shell.message:
                toast(self.shell.message, 0.0 if self.lobby.shown else self.screen.room(self).above)
        in_desk = self.panels_shown and not (self.lobby.shown or self.screen.page)
        self.shell.host.render(self.shell.fields.grounds if in_desk else ())
        self.shell.film()
        # Only now: it may release the previews' textures, which were just drawn.
        if chosen is not None and self.shell.settings.reduced_flashing is not None:
            with self.shell.guard.doing("what was chosen"):
                self.lobby.choose(self, chosen)
        return commands

    def _try(self, command: Asked) -> None:
        with self.shell.guard.doing(label(command)):
            if not self.screen.carry_out(self, command) and not shell_commands.carry_out(self.shell, command):
                carry_out(self, command)

    def autosave(self) -> None:
        """Save the session where a crash or the next start finds it."""
        self.kept.save(self, self.shell.now)

    def close(self) -> None:
        """Release everything on the GPU; the window and Dear ImGui are their owners'."""
        self.shell.recorder.close()
        self.gallery.close()
        self.attract.end(self)
        self.lobby.close()
        if hasattr(self, "play"):
            self.play.close()
