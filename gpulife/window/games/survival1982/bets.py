"""The bets on races in Massive: the question, the close-up at the start, the rivals' comets, and the result.

``species_race`` has the race itself and its cards; this module runs it in a session.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from gpulife.games.core.game import NOBODY, Action, ActionKind, Place
from gpulife.input.commands import CommandOrAction, Reseed
from gpulife.view.camera import Camera, clamp
from gpulife.window.games.survival1982.species_race import (
    AGAIN,
    NEW_WORLD,
    CardLine,
    Race,
    Standing,
    draw_question,
    draw_race,
)
from gpulife.window.games.survival1982.world_strikes import front_of, land_of
from gpulife.window.play.board_layout import BoardLayout
from gpulife.window.play.flight import Flight
from gpulife.window.play.open_session import OpenSession
from gpulife.window.shell import Shell

RACE_PACE = 60_000
"""Speed of a race, in generations per 1000 seconds."""
_NEWS = 150
"""Generations for which the card tells of a rival's comet."""
_CLOSE_ZOOM, _CLOSE_SECONDS = 4.0, 4.0
"""Points per cell of the view in which a race begins, and the seconds after which it flies out."""


class Bets:
    """The bets in one world.

    Args:
        shell: services shared by all screens.
        play: the session.
        layout: where the board lies in the window.
        send: drops a comet: called with the place and the species, by its index.

    Attributes:
        race: the race that is running or has just ended; None if there is none.
        asks: True while a card asks on which species to bet.
        wins: pair (number of races won, number of races that have ended).
        points: the score from all races; each bet costs a point if it is lost.
    """

    def __init__(
        self, shell: Shell, play: OpenSession, layout: BoardLayout, send: Callable[[Place, int], None]
    ) -> None:
        self._shell, self._play, self._layout, self._send = shell, play, layout, send
        self.race: Race | None = None
        self.asks = False
        self.wins = (0, 0)
        self.points = 0
        self._news = "", 0  # the latest comet of a rival, and its generation
        self._hurries = False  # at full speed, since the race is decided
        self._close: Camera | None = None  # the view in which the race began, until it is left
        self._close_seconds = 0.0

    @property
    def runs(self) -> bool:
        """True while a race runs."""
        return self.race is not None and not self.race.is_over

    @property
    def has_halted(self) -> bool:
        """True while time stands still because of the question, or of the end of a race."""
        return self.asks or (self.race is not None and self.race.is_over)

    def ask(self) -> bool:
        """Halt time, show the whole world, and ask for a bet; take the question back if it is shown.

        Return False, and tell the user why, if a race runs.
        """
        if self.runs:
            self._shell.show_message("The race is still on. The button New world ends it")
            return False
        self.race, self.asks = None, not self.asks
        if self.asks:
            self.show_whole()
            if self._play.session.state.running:
                self._play.runner.act_once(Action(NOBODY, ActionKind.HALT))
        return True

    def answer(self, answer: int | str | None) -> Iterator[CommandOrAction]:
        """Begin a race with a bet on the species ``answer``, or close the question; yield the requests."""
        if answer is None:
            return
        self.asks = False
        play = self._play
        if isinstance(answer, int):
            self.race = Race.begin(play.session.board.generation, play.population, answer)
            self._news, self._hurries = ("", 0), False
            self._begin_close_up(answer)
            if play.runner.pace != RACE_PACE:
                yield Action(NOBODY, ActionKind.PACE, RACE_PACE)
        if not play.session.state.running:
            yield Action(NOBODY, ActionKind.HALT)

    def end(self) -> None:
        """Forget the race and the question, since a new world begins."""
        self.race, self.asks, self._close, self._news = None, False, None, ("", 0)

    def close(self) -> bool:
        """Close the question or the result; return False if neither is shown."""
        if self.asks:
            self.asks = False
        elif self.race is not None and self.race.is_over:
            self.race = None
        else:
            return False
        return True

    def follow(self, counts: tuple[int, ...], lines: Sequence[CardLine], seconds: float) -> bool:
        """Update the race, send the rivals' comets, and settle the bet at the end; return True if it has just ended.

        Args:
            counts: number of cells of each species at the last count.
            lines: the species.
            seconds: seconds since the last call.
        """
        self._leave_close_up(seconds)
        if self.race is None or self.race.is_over:
            return False
        play, generation = self._play, self._play.session.board.generation
        self.race = self.race.counted(generation, play.population if generation >= self.race.ends else counts)
        if self.race is None:
            return False
        if not self.race.is_over:
            self._play_rivals(generation, lines)
            return False
        self.points += self.race.odds if self.race.is_won else -1
        if self._hurries:
            play.runner.act(Action(NOBODY, ActionKind.PACE, RACE_PACE))
            self._hurries = False
        self.wins = self.wins[0] + self.race.is_won, self.wins[1] + 1
        self._shell.sound.audio.play("win" if self.race.is_won else "lost")
        if play.session.state.running:
            play.runner.act_once(Action(NOBODY, ActionKind.HALT))
        return True

    def _play_rivals(self, generation: int, lines: Sequence[CardLine]) -> None:
        """Send the other species' comets that are due by ``generation``; run at full speed once the race is decided."""
        race = self.race
        while race is not None and race.rivals and race.rivals[0][0] <= generation:
            species = race.rivals[0][1]
            target = race.target(species)
            self._send(land_of(target, self._play.engine), species)
            self._news = f"{lines[species].name} drops a comet on {lines[target].name}", generation
            self.race = race = replace(race, rivals=race.rivals[1:])
        if race is not None and race.is_decided and not self._hurries and self._play.runner.pace > 0:
            self._hurries = True
            self._play.runner.act(Action(NOBODY, ActionKind.PACE, 0, 1))

    # The view.

    def show_whole(self) -> None:
        """Fly out to the whole world."""
        display = self._play.display
        self._close = None
        if not display.fitted:
            display.target, display.fitted = self._layout.whole_board_camera(), True
            if self._shell.settings.reduced_flashing is False:
                display.flight = Flight(display.camera, display.target)

    def _begin_close_up(self, species: int) -> None:
        """Fly down to a front of the species, where its cells meet those of others; stay if flashing is reduced."""
        place = front_of(species, self._play.engine)
        if place is None or self._shell.settings.reduced_flashing is not False:
            return
        display, shape = self._play.display, self._play.engine.shape
        near = max(_CLOSE_ZOOM, 2 * display.target.zoom)
        self._close = clamp(Camera(place[0] + 0.5, place[1] + 0.5, near), shape, self._shell.window.view_size)
        self._close_seconds = 0.0
        display.target, display.fitted = self._close, False
        display.flight = Flight(display.camera, display.target)

    def _leave_close_up(self, seconds: float) -> None:
        """After some seconds, fly out of the view in which the race began, unless the user has moved it."""
        if self._close is None:
            return
        self._shell.motion.due()
        self._close_seconds += seconds
        if self._play.display.target != self._close:
            self._close = None
        elif self._close_seconds >= _CLOSE_SECONDS:
            self.show_whole()

    # The cards.

    def draw(
        self, lines: Sequence[CardLine], corner: tuple[float, float], again: str, halt: str
    ) -> Iterator[CommandOrAction]:
        """Draw the question, or the card of the race; yield the user's requests.

        Args:
            lines: the species.
            corner: the upper left corner of the card in the window.
            again: the key that closes the question.
            halt: the key that resumes after the race.
        """
        if self.asks:
            yield from self.answer(draw_question(lines, self._play.population, self.points, corner, again))
        elif self.race is not None:
            generation = self._play.session.board.generation
            news = self._news[0] if generation < self._news[1] + _NEWS else ""
            standing = Standing(self.wins, self.points, news, self._hurries, halt)
            yield from self._after_race(draw_race(self.race, lines, corner, generation, standing))

    def _after_race(self, pressed: str | None) -> Iterator[CommandOrAction]:
        if pressed is None:
            return
        if pressed == NEW_WORLD:
            yield Reseed()
            return
        self.race = None
        if pressed == AGAIN:
            self.ask()

    def saved_values(self) -> dict[str, Any]:
        """Return what is saved with the session: how many bets were won, how many there were, and the score."""
        return {"bets": list(self.wins), "points": self.points}

    def restore_values(self, values: dict[str, Any]) -> None:
        """Restore what :meth:`saved_values` returned."""
        match values.get("bets"):
            case [int(won), int(ended)] if 0 <= won <= ended:
                self.wins = won, ended
        match values.get("points"):
            case int(points):
                self.points = points
