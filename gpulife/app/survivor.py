"""Survivor in the window: its pages, what keys and pads mean there, its look, what has been won, and its editor."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from gpulife.app.hinting import Hint
from gpulife.app.land import scene_in_view
from gpulife.app.level_editing import Editing
from gpulife.app.screen import Room, Screen, place_under
from gpulife.app.seating import seat_computers
from gpulife.commands import Asked, Faster, LevelRequest, Slower, Unlimited
from gpulife.errors import GpulifeError
from gpulife.games.base import NOBODY, Action, ActionKind
from gpulife.games.survivor import LEVEL, Phase, SurvivorState
from gpulife.input.events import Event, MouseButton
from gpulife.levels import LevelFile, Progress, Winnings, built_in_levels, own_levels
from gpulife.levels.choosing import level_asked_for, level_match
from gpulife.players.survivor import SurvivorComputer
from gpulife.settings import data_folder
from gpulife.ui.survivor.field import (
    BOTTOM,
    TOP,
    draw_advice,
    draw_choice,
    draw_cursor,
    draw_land,
    draw_top_bar,
    moves_bar,
)
from gpulife.ui.survivor.pages import Result, Slice, chooser, ending, story
from gpulife.ui.survivor.sky import Light, blend, light_of
from gpulife.view.look import Look

if TYPE_CHECKING:
    from gpulife.app.play_view import PlayView
    from gpulife.app.program import Program

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
_OTHER_PIECE = Action(0, ActionKind.PIECE)


class SurvivorScreen(Screen):
    """Everything of Survivor but its rules, whether a level is played or drawn.

    Attributes:
        page: "levels", "story" or "ending" over the window, "" for none.
        editing: the level that is being drawn.
    """

    def __init__(self) -> None:
        self.page = ""
        self.editing = Editing()
        self._own: list[str] = []
        self._selected = 0
        self._winnings: Winnings | None = None
        self._light: Light | None = None
        self._playback = False
        self._helped: tuple[int, int] | None = None
        self._hint = Hint()
        self._over = 0.0
        self._counted: tuple[int, int] | None = None

    def bare(self, playing: PlayView) -> bool:
        """Levels are; drawing them is done in a panel."""
        return isinstance(playing.session.state, SurvivorState)

    def room(self, program: Program) -> Room:
        """What the bars take."""
        scale = program.shell.host.scale
        return Room(TOP * scale, BOTTOM * scale) if self.is_played(program) else super().room(program)

    def look(self, program: Program) -> Look:
        """The program's look, by the light of the time of day."""
        if self._light is None:
            return program.play.look
        look, light = program.play.look, self._light
        outside = blend(light.sky, (0, 0, 0), 0.55)
        colours = (light.ground, *look.colours[1:])
        border = blend(light.sky, light.ink, 0.35)
        return replace(look, colours=colours, outside=outside, border=border, age=0, trails=0, bloom=0, wave=False)

    def ink(self, program: Program) -> int:
        """In the editor the brush."""
        return self.editing.ink(program)

    @staticmethod
    def is_played(program: Program) -> bool:
        """Whether a level is being played."""
        return isinstance(program.play.session.state, SurvivorState)

    # What happens.

    def begun(self, program: Program, *, playback: bool, resumed: bool) -> None:
        """What to show first, and who may steer."""
        self.page, self._light, self._over, self._counted, self._helped = "", None, 0.0, None, None
        self._playback = playback
        self._hint.forget()
        self.editing.leave(program)
        if self.is_played(program):
            program.shell.poller.seats = 2  # both halves of the keyboard, and two pads, are the one player's
            for player in range(program.shell.poller.seats):
                program.shell.poller.sit_at_keyboard(player)
            if playback:
                self._seat(program, 0)  # what is played back plays itself
            elif not resumed:
                self._look_around()
                if LEVEL not in program.play.session.match.settings:
                    self.page = "levels"
                elif not self._is_watched(program):  # the computer needs no story
                    self.page = "story"

    def left(self, program: Program) -> None:
        """No level is drawn any more."""
        self.page = ""
        self.editing.leave(program)

    def sit_down(self, program: Program) -> None:
        """The computer, if it is to show the way."""
        seat_computers(program.play, program.play.lineup, program.shell.window.device)
        program.shell.poller.reserved = frozenset()
        program.shell.poller.release_all()

    def translate(self, program: Program, commands: Iterable[Asked]) -> list[Asked]:
        """What keys and pads ask for, as it is meant here."""
        commands = list(commands)
        if self.page:
            return [command for command in commands if not isinstance(command, Action)]
        if self.editing.on:
            return self.editing.translate(program, commands)
        if not self.is_played(program):
            return commands
        return [meant for command in commands for meant in self._meant(program, command)]

    def _meant(self, program: Program, command: Asked) -> list[Asked]:
        if isinstance(command, Unlimited):
            return [LevelRequest("hint")]
        is_other = isinstance(command, Faster | Slower) or (
            isinstance(command, Action) and command.kind is ActionKind.WILD
        )
        action = _OTHER_PIECE if is_other else command
        if not isinstance(action, Action):
            return [action]
        if action.kind is ActionKind.OPTION:
            self.show_levels()
            return []
        if action.kind not in _MOVES:
            return [action]
        if self._is_watched(program):
            if action.a or action.b or action.kind not in (ActionKind.STICK, ActionKind.TRIGGER):
                program.shell.tell("the computer plays: take over with the button below, or choose a level with F2")
            return []
        state = program.play.session.state
        if isinstance(state, SurvivorState) and state.is_over and action.kind in _GOES_ON and not self._playback:
            self.page = "ending"
            return []
        return [action]

    def mouse(
        self, program: Program, events: tuple[Event, ...], *, on_panel: bool
    ) -> tuple[tuple[Event, ...], list[Asked]]:
        """The events that are left for the view, and what clicks on the board ask for."""
        if not self.is_played(program):
            return events, []
        left: list[Event] = []
        commands: list[Action] = []
        for event in events:
            if not (isinstance(event, MouseButton) and event.button == 0):
                left.append(event)
            elif event.pressed and not on_panel and (place := place_under(program, event)) is not None:
                push = [(ActionKind.POINT, *place), (ActionKind.TRIGGER, 1, 0), (ActionKind.TRIGGER, 0, 0)]
                commands += [Action(0, *what) for what in push]
        return tuple(left), [meant for command in commands for meant in self._meant(program, command)]

    def draw(self, program: Program, seconds: float, *, bright: bool) -> list[Asked]:
        """Draw it into the frame of Dear ImGui that has begun, behind the panels; what was asked for."""
        self.editing.go_on(program)
        generation = program.play.engine.generation
        light = light_of(generation)
        self._light = light if self._light is None else self._light.towards(light, seconds)
        scene = scene_in_view(program, self._light, bright=bright)
        state = program.play.session.state
        if scene is not None:
            draw_land(scene)
            if isinstance(state, SurvivorState):
                draw_choice(scene, state)
                if self._hint.move is not None:
                    draw_advice(scene, self._hint.move, bright=bright)
            else:
                for player, cursor in enumerate(state.cursors):
                    if player in program.shell.poller.devices() and cursor.visible:
                        draw_cursor(scene, cursor.row, cursor.column, program.play.look.colours[player + 1])
        if not isinstance(state, SurvivorState) or program.attract.on:
            return []
        self._watch(program, state, seconds)
        if self._hint.go_on(program, state):
            self._help(program)
        if self.page:
            return self._page(program, state)
        left, right = program.covered()[0], float(program.shell.window.view_size[0])
        gap = 12 * program.shell.host.scale
        strip = left + gap, right - gap
        par = f"  of par {state.level.par}" if state.level.par else ""
        draw_top_bar(state, program.play.look.colours, self._light, (*strip, gap / 2), par)
        bottom = program.shell.window.view_size[1] - program.covered()[1]
        watched = self._is_watched(program)
        players = program.play.session.players
        thinking = any(isinstance(player, SurvivorComputer) and player.thinking for player in players)
        hint = "" if watched else self._hint.line
        return moves_bar(
            state, program.play.look.colours, (*strip, bottom), watched=watched, thinking=thinking, hint=hint
        )

    def _page(self, program: Program, state: SurvivorState) -> list[Asked]:
        level = state.level
        match self.page:
            case "levels":
                named = LEVEL in program.play.session.match.settings
                return chooser(self._slices(), self._own, self._selected, can_go_back=named)
            case "story":
                return story(level.title, level.story, level.starts, level.par)
            case _:
                return ending(self._result(program, state))

    def _slices(self) -> list[Slice]:
        progress, levels = self.progress(), built_in_levels()
        won, open_ = progress.won, progress.unlocked(levels)
        return [
            Slice(each.name, each.level.title, each.level.par, won.get(each.name), progress.stars(each), number > open_)
            for number, each in enumerate(levels, start=1)
        ]

    def _result(self, program: Program, state: SurvivorState) -> Result:
        won, level = state.phase is Phase.WON, state.level
        each, after = self._file(program), self._next(program)
        text = level.ending if won else _GIVEN_UP if state.pawns else _LOST
        if won and self.was_helped(program):
            text = f"{text}\nThe computer had a hand in this: it does not count as yours.".strip()
        best = self.progress().won.get(each.name) if each is not None else None
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

    def progress(self) -> Progress:
        """What has been won so far."""
        return self._won().progress

    def _won(self, *, anew: bool = False) -> Winnings:
        if anew or self._winnings is None:
            self._winnings = self._winnings or Winnings(data_folder())
            self._winnings.load()
        return self._winnings

    def show_levels(self) -> None:
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

    def _watch(self, program: Program, state: SurvivorState, seconds: float) -> None:
        """Count a win, and show the page about the end after a while; nothing of what is only played back."""
        session = program.play.session
        if self._is_watched(program):
            self.help_here(program)
        if not state.is_over or self._playback or session.in_the_past or program.play.seeking is not None:
            self._over, self._counted = 0.0, None
            return
        here = self._here(program)
        self._over += seconds
        if self._counted != here:
            if self._over > seconds + _SEEN_SECONDS:
                return
            if state.phase is Phase.WON and self._over <= seconds:
                self._count_win(program, state)
            if self._over >= _SEEN_SECONDS:
                self._counted, self.page = here, "ending"

    def _count_win(self, program: Program, state: SurvivorState) -> None:
        each = self._file(program)
        if each is None or self.was_helped(program):
            return
        try:
            self._won().count(each.name, state.turn)
        except GpulifeError as error:
            program.shell.tell(f"the win is not saved: {error}")

    def _help(self, program: Program) -> None:
        """A move is shown: what comes of this try is not the player's alone."""
        if not self.was_helped(program):
            program.shell.tell("the computer has shown a move: a win in this try does not count as yours")
        self.help_here(program)

    def help_here(self, program: Program) -> None:
        """From now on the present try is not the player's alone."""
        self._helped = self._here(program)

    def was_helped(self, program: Program) -> bool:
        """Whether the present try is not the player's alone."""
        return self._helped == self._here(program)

    @staticmethod
    def _here(program: Program) -> tuple[int, int]:
        """Which try of which session is played."""
        return id(program.play.session), getattr(program.play.session.state, "tries", 0)

    def _file(self, program: Program) -> LevelFile | None:
        """The built-in level that is played, None for any other."""
        data = program.play.session.match.settings.get(LEVEL)
        return next((each for each in built_in_levels() if each.level.as_dict() == data), None)

    def _next(self, program: Program) -> LevelFile | None:
        """The level after the one that is played, if it is unlocked."""
        levels, each = built_in_levels(), self._file(program)
        place = levels.index(each) + 1 if each is not None else len(levels)
        return levels[place] if place < self.progress().unlocked(levels) else None

    @staticmethod
    def _is_watched(program: Program) -> bool:
        return bool(program.play.session.players)

    # What is asked for.

    def execute(self, program: Program, what: LevelRequest) -> None:
        """Do what was asked about levels.

        Raises:
            GpulifeError: there is no such level, it is locked, or it is none.
        """
        match what:
            case LevelRequest("levels"):
                self.show_levels()
            case LevelRequest("close"):
                self.page = ""
            case LevelRequest("look", int(number)):
                self._selected = number
            case LevelRequest("story" | "watch" as why, str(name)):
                each = level_asked_for(name, data_folder(), self.progress())
                self._begin(program, each, computer=_BEST_COMPUTER if why == "watch" else 0)
            case LevelRequest("own", str(name)):
                self._begin(program, self.editing.find(name), computer=0)
            case LevelRequest("next"):
                if (after := self._next(program)) is not None:
                    self._begin(program, after, computer=0)
            case LevelRequest("again"):
                self.page = ""
                program.play.act(Action(NOBODY, ActionKind.START))
            case LevelRequest("hint"):
                if self._hint.ask(program, watched=self._is_watched(program), shut=bool(self.page) or self._playback):
                    self._help(program)
            case LevelRequest("take-over"):
                self._seat(program, 0)
            case _:
                self.page = ""
                self.editing.execute(program, what)

    def _begin(self, program: Program, each: LevelFile, *, computer: int) -> None:
        program.play.lineup = program.play.lineup.with_level(0, computer)
        program.begin(level_match(each.level, program.shell.scheme_seed))

    @staticmethod
    def _seat(program: Program, level: int) -> None:
        """Not kept in the settings: it is about this level, not about matches between two."""
        program.play.lineup = program.play.lineup.with_level(0, level)
        program.screen.sit_down(program)
