"""Survivor in the window: its pages, what keys and pads mean there, its look, what has been won, and its editor."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from typing import Any

from gpulife.errors import GpulifeError
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.survivor.ai.player import SurvivorComputer
from gpulife.games.survivor.level_choice import level_asked_for, level_match
from gpulife.games.survivor.level_files import LevelFile, built_in_levels, own_levels
from gpulife.games.survivor.progress_files import Progress, Winnings
from gpulife.games.survivor.rules import LEVEL, Phase, SurvivorState
from gpulife.input.commands import Asked, Faster, LevelRequest, Slower, Unlimited
from gpulife.input.events import Event, MouseButton
from gpulife.settings.user_settings import data_folder
from gpulife.window.games.survivor import level_editor_panel as level_editor
from gpulife.window.games.survivor.hint import Hint
from gpulife.window.games.survivor.hud import BOTTOM, TOP, Scene, draw_advice, draw_choice, draw_top_bar, moves_bar
from gpulife.window.games.survivor.level_editor import find_level, open_editor
from gpulife.window.games.survivor.pages import Result, Slice, chooser, ending, story
from gpulife.window.games.survivor.viewport import GroundController, LandController
from gpulife.window.play.board_controller import Room
from gpulife.window.play.game_controller import MouseResult
from gpulife.window.play.game_window import GameWindow
from gpulife.window.play.play_view import PlayView
from gpulife.window.play.seat_assignment import seat_computers
from gpulife.window.shell import Shell

_LOG = logging.getLogger(__name__)

_SEEN_SECONDS = 1.4
"""That the last board of a level is seen before the page about it comes."""
_BEST_COMPUTER = 4
_MOVES = frozenset(
    {
        ActionKind.STICK, ActionKind.TRIGGER, ActionKind.POINT, ActionKind.PIECE, ActionKind.OK, ActionKind.TAKE_BACK,
        ActionKind.HALT, ActionKind.STEP, ActionKind.AGAIN, ActionKind.DIGIT, ActionKind.RESIGN,
    }
)  # fmt: skip
"""What a player does; while the computer plays nobody else does it."""
_GOES_ON = (ActionKind.OK, ActionKind.HALT, ActionKind.STEP, ActionKind.AGAIN)
_LOST = "The wells thud on, and it is getting dark. Try another way."
_GIVEN_UP = "You gave it up. The wells thud on."


class SurvivorController(LandController[SurvivorState]):
    """The controller of a level of Survivor that is played, with its pages: "levels", "story" and "ending"."""

    bare = True

    def __init__(self, shell: Shell, play: PlayView) -> None:
        super().__init__(shell, play)
        self._own: list[str] = []
        self._selected = 0
        self._winnings: Winnings | None = None
        self._playback = False
        self._helped: int | None = None
        self._hint = Hint(play)
        self._over = 0.0
        self._counted: int | None = None

    @property
    def room(self) -> Room:
        """What the bars take."""
        scale = self.shell.host.scale
        return Room(TOP * scale, BOTTOM * scale)

    # What happens.

    def begun(self, *, playback: bool, resumed: bool) -> None:
        """What to show first, and who may steer."""
        self._playback = playback
        poller = self.shell.poller
        poller.seats = 2  # both halves of the keyboard, and two pads, are the one player's
        for player in range(poller.seats):
            poller.sit_at_keyboard(player)
        if playback:
            self._take_over()  # what is played back plays itself
        elif not resumed:
            self._look_around()
            if LEVEL not in self.play.session.match.settings:
                self.page = "levels"
            elif not self._is_watched:  # the computer needs no story
                self.page = "story"

    def sit_down(self) -> None:
        """The computer, if it is to show the way."""
        seat_computers(self.play, self.levels[:1], self.shell.window.device)
        self._keep_hands_off(frozenset())

    @property
    def _is_watched(self) -> bool:
        return bool(self.play.session.players)

    def _take_over(self) -> None:
        """Not kept in the settings: it is about this level, not about matches between two."""
        self.take_seats(self.play.seats.with_levels(0), keep=False)

    def kept(self) -> dict[str, Any]:
        """Whether the computer has helped."""
        return {"helped": self.was_helped}

    def restore(self, kept: dict[str, Any]) -> None:
        """What comes of this try is not the player's alone if the computer has helped."""
        if kept.get("helped"):
            self.help_here()
        elif not kept:
            self.play.seats = self.shell.seats[2] = self.play.seats.with_levels(0)

    def translate(self, asked: Iterable[Asked]) -> list[Asked]:
        """What keys and pads ask for, as it is meant here."""
        if self.page:
            return [each for each in asked if not isinstance(each, Action)]
        return [meant for each in asked for meant in self._meant(each)]

    def _meant(self, asked: Asked) -> list[Asked]:
        if isinstance(asked, Unlimited):
            return [LevelRequest("hint")]
        if isinstance(asked, Faster | Slower) or (isinstance(asked, Action) and asked.kind is ActionKind.WILD):
            asked = Action(0, ActionKind.PIECE)
        if not isinstance(asked, Action):
            return [asked]
        if asked.kind is ActionKind.OPTION:
            self._show_levels()
            return []
        if asked.kind not in _MOVES:
            return [asked]
        if self._is_watched:
            if asked.a or asked.b or asked.kind not in (ActionKind.STICK, ActionKind.TRIGGER):
                self.shell.tell("the computer plays: take over with the button below, or choose a level with F2")
            return []
        if self.state.is_over and asked.kind in _GOES_ON and not self._playback:
            self.page = "ending"
            return []
        return [asked]

    def mouse(self, events: Sequence[Event], *, on_panel: bool, dragging: bool) -> MouseResult:
        """The events that are left for the view, and what clicks on the board ask for."""
        del dragging
        left, asked = [], []
        for event in events:
            if not (isinstance(event, MouseButton) and event.button == 0):
                left.append(event)
            elif event.pressed and not on_panel and (place := self.place_under(event)) is not None:
                push = [(ActionKind.POINT, *place), (ActionKind.TRIGGER, 1, 0), (ActionKind.TRIGGER, 0, 0)]
                asked += [meant for what in push for meant in self._meant(Action(0, *what))]
        return left, asked

    def draw(self, seconds: float, *, bright: bool) -> list[Asked]:
        """Draw the figures, and the bars around them or a page over them."""
        super().draw(seconds, bright=bright)
        self._watch(seconds)
        if self._hint.go_on(self.state):
            self._help()
        return self._draw_page() if self.page else self._draw_bars()

    def draw_over(self, scene: Scene) -> None:
        """Draw the free cells, what is placed, the cursor, and a move that is shown."""
        draw_choice(scene, self.state)
        if self._hint.move is not None:
            draw_advice(scene, self._hint.move, bright=scene.bright)

    def _draw_bars(self) -> list[Asked]:
        state, colours, watched = self.state, self.play.look.colours, self._is_watched
        (width, height), (left, below) = self.shell.window.view_size, self.covered
        gap = 12 * self.shell.host.scale
        strip = left + gap, width - gap
        par = f"  of par {state.level.par}" if state.level.par else ""
        draw_top_bar(state, colours, self.light, (*strip, gap / 2), par)
        players = self.play.session.players
        thinking = any(isinstance(player, SurvivorComputer) and player.thinking for player in players)
        hint = "" if watched else self._hint.line
        return moves_bar(state, colours, (*strip, height - below), watched=watched, thinking=thinking, hint=hint)

    def _draw_page(self) -> list[Asked]:
        level = self.state.level
        match self.page:
            case "levels":
                named = LEVEL in self.play.session.match.settings
                return chooser(self._slices(), self._own, self._selected, can_go_back=named)
            case "story":
                return story(level.title, level.story, level.starts, level.par)
            case _:
                return ending(self._result())

    def _slices(self) -> list[Slice]:
        progress, levels = self._progress, built_in_levels()
        won, open_ = progress.won, progress.unlocked(levels)
        return [
            Slice(each.name, each.level.title, each.level.par, won.get(each.name), progress.stars(each), number > open_)
            for number, each in enumerate(levels, start=1)
        ]

    def _result(self) -> Result:
        state = self.state
        won, level = state.phase is Phase.WON, state.level
        each, after = self._file(), self._next()
        text = level.ending if won else _GIVEN_UP if state.pawns else _LOST
        if won and self.was_helped:
            text = f"{text}\nThe computer had a hand in this: it does not count as yours.".strip()
        best = self._progress.won.get(each.name) if each is not None else None
        return Result(
            level.title,
            won,
            state.turn,
            level.par,
            level.stars(state.turn) if won else 0,
            text,
            best,
            after.level.title if after is not None else "",
        )

    @property
    def _progress(self) -> Progress:
        """What has been won so far."""
        return self._won().progress

    def _won(self, *, anew: bool = False) -> Winnings:
        if anew or self._winnings is None:
            self._winnings = self._winnings or Winnings(data_folder())
            self._winnings.load()
        return self._winnings

    def _show_levels(self) -> None:
        """The pie of levels."""
        self._look_around()
        self.page = "levels"

    def _look_around(self) -> None:
        """What levels there are and what is open: another program may have won or drawn some meanwhile."""
        own, wrong = own_levels(data_folder(), tidy=True)
        self._own = [each.name for each in own]
        for line in wrong:
            _LOG.warning(line)
        self._selected = self._won(anew=True).progress.unlocked(built_in_levels()) - 1

    # What came of it.

    def _watch(self, seconds: float) -> None:
        """Count a win, and show the page about the end after a while; nothing of what is only played back."""
        state, in_the_past = self.state, self.play.session.in_the_past
        if self._is_watched:
            self.help_here()
        if not state.is_over or self._playback or in_the_past or self.play.seeking is not None:
            self._over, self._counted = 0.0, None
            return
        self._over += seconds
        if self._counted != state.tries:
            if self._over > seconds + _SEEN_SECONDS:
                return
            if state.phase is Phase.WON and self._over <= seconds:
                self._count_win()
            if self._over >= _SEEN_SECONDS:
                self._counted, self.page = state.tries, "ending"

    def _count_win(self) -> None:
        each = self._file()
        if each is None or self.was_helped:
            return
        try:
            self._won().count(each.name, self.state.turn)
        except GpulifeError as error:
            self.shell.tell(f"the win is not saved: {error}")

    def _help(self) -> None:
        """A move is shown: what comes of this try is not the player's alone."""
        if not self.was_helped:
            self.shell.tell("the computer has shown a move: a win in this try does not count as yours")
        self.help_here()

    def help_here(self) -> None:
        """From now on the present try is not the player's alone."""
        self._helped = self.state.tries

    @property
    def was_helped(self) -> bool:
        """Whether the present try is not the player's alone."""
        return self._helped == self.state.tries

    def _file(self) -> LevelFile | None:
        """The built-in level that is played, None for any other."""
        data = self.play.session.match.settings.get(LEVEL)
        return next((each for each in built_in_levels() if each.level.as_dict() == data), None)

    def _next(self) -> LevelFile | None:
        """The level after the one that is played, if it is unlocked."""
        levels, each = built_in_levels(), self._file()
        place = levels.index(each) + 1 if each is not None else len(levels)
        return levels[place] if place < self._progress.unlocked(levels) else None

    # What is asked for.

    def carry_out(self, asked: Asked) -> bool:
        """Carry out a request about levels.

        Raises:
            GpulifeError: there is no such level, or it is locked.
        """
        match asked:
            case LevelRequest("levels"):
                self._show_levels()
            case LevelRequest("close"):
                self.page = ""
            case LevelRequest("look", int(number)):
                self._selected = number
            case LevelRequest("story" | "watch" as why, str(name)):
                each = level_asked_for(name, data_folder(), self._progress)
                begin_level(self.shell, each, computer=_BEST_COMPUTER if why == "watch" else 0)
            case LevelRequest("next"):
                if (after := self._next()) is not None:
                    begin_level(self.shell, after)
            case LevelRequest("again"):
                self.page = ""
                self.play.act(Action(NOBODY, ActionKind.START))
            case LevelRequest("hint"):
                self._show_a_move()
            case LevelRequest("take-over"):
                self._take_over()
            case _:
                return False
        return True

    def _show_a_move(self) -> None:
        if self._is_watched:
            self.shell.tell("the computer plays: watch it, or take over with the button below")
        elif why := self._hint.why_not:
            self.shell.tell(why)
        elif self._hint.switch(self.state, shut=bool(self.page) or self._playback):
            self._help()


def begin_level(shell: Shell, each: LevelFile, *, computer: int = 0) -> None:
    """Begin a level, for a person or for a computer of that level."""
    shell.seats[2] = shell.seats[2].with_levels(computer)
    shell.begin(level_match(each.level, shell.scheme_seed))


def carry_out_anywhere(shell: Shell, request: LevelRequest) -> None:
    """Carry out a request about levels that is not about what is played.

    Raises:
        GpulifeError: there is no such level, or it is none.
    """
    match request:
        case LevelRequest("edit", str(name)):
            open_editor(shell, name)
        case LevelRequest("own", str(name)):
            begin_level(shell, find_level(name))
        case LevelRequest("hint"):
            shell.tell("a move can be shown in a level of Survivor")


WINDOW = GameWindow(
    controller=SurvivorController, ground=GroundController, panels={level_editor.TITLE: level_editor.panel}
)
