"""The guided round of Seed List: a short round against the weakest computer, with instructions for each step.

The match is an ordinary one, but the window shows what to do next, and stops time until the player does it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from math import cos, pi
from typing import NamedTuple, Self

import numpy as np
from imgui_bundle import imgui, imgui_ctx

from gpulife.engines.base import Engine
from gpulife.engines.batch import MAX_UNIVERSES
from gpulife.engines.batch.numpy_batch import NumpyBatch
from gpulife.games.core.board_window import visible_window
from gpulife.games.core.game import NOBODY, Action, ActionKind, Match, Place
from gpulife.games.matches import new_match
from gpulife.games.registry import find_game
from gpulife.games.survival1982.ai import Rollouts, Trial
from gpulife.games.survival1982.ai_moves import Candidate, InputTimes
from gpulife.games.survival1982.input import TURNED_SHAPES, cursor_area
from gpulife.games.survival1982.observation import Overlay
from gpulife.games.survival1982.state import ContestState, RoundPhase
from gpulife.input.commands import CommandOrAction, SetUp
from gpulife.input.glyphs import Legend
from gpulife.rules import Cells, parse_rule
from gpulife.seats import Seats
from gpulife.window.design import BAD, CAPTION, GAP, GROUND, LEAD, NEAR, PROMPT, TEXT, packed, styled
from gpulife.window.games.survival1982.controller import SurvivalController
from gpulife.window.panels.draw_primitives import outline, rectangle, text
from gpulife.window.panels.keycaps import text_with_caps
from gpulife.window.panels.widgets import CARD_FLAGS, width_of
from gpulife.window.play.board_layout import HudMargins
from gpulife.window.play.canvas import scaled
from gpulife.window.play.open_session import OpenSession
from gpulife.window.play.opening import Opening
from gpulife.window.play.overlay import BAR, Hints, menu_box
from gpulife.window.play.result_banner import EndButton, Result
from gpulife.window.scopes import PASS_ON, Handled, handles
from gpulife.window.shell import Shell

BOARD = 52, 96
"""Rows and columns of the board. It is smaller than usual, so that cells are large and the opponent is near."""
BLOCK: tuple[Place, ...] = ((10, 12), (10, 13), (11, 12), (11, 13))
"""Cells where the player is advised to plant a block. A block elsewhere completes the step, too."""
PULSAR, SHIP = 6, 8
"""Indices in the seed menu of the shape that becomes a pulsar, and of the spaceship that flies straight on."""
_MOVES = 4
_FIRST_STEPS = 1
"""Up to this step, counted from 0, nothing foretells that a lone cell dies."""
_MOMENTS, _FLIGHT = (0, 6), 56
"""Generations after which the spaceship is planted in trials, since people need time; generations to look ahead."""
_PULSE, _PULSES_PER_SECOND = 14.0, 1.0
"""Width of the pulsing frame around a place, in units of 1/96 inch; how often it pulses."""
_ENDS_SET_UP = (ActionKind.DONE, ActionKind.HALT, ActionKind.STEP)


@dataclass(frozen=True, slots=True)
class Moment:
    """The cursor's place, and the number of shapes that were planted, when a step began."""

    cursor: Place
    planted: int

    @classmethod
    def of(cls, state: ContestState) -> Self:
        """Return the cursor's place and the number of planted shapes in a state of the game."""
        side = state.sides[0]
        return cls((side.cursor.row, side.cursor.column), sum(side.ledger.planted))


Done = Callable[[Moment, ContestState, Callable[[], Cells]], bool]
"""Function that returns True if a step is done.

Its arguments: the ``Moment`` when the step began, the state of the game, and a function that reads the board.
"""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the guided round.

    Attributes:
        text: what the player is to do, with placeholders such as "{trigger}" for controls.
        done: function that returns True if the player has done it.
        because: a sentence that explains what the player sees; "" for none.
        holds: True if time stops during the set-up until this step is done.
        low: height, 0 to 1, at which the bar stops falling until the player plants; 0 if it does not stop.
        shows_bar: True to point at the yellow bar.
        shows_block: True to draw a frame around the cells of BLOCK.
        entry: index in the seed menu of the shape to take, which gets a frame; None for none. The card warns the player
            if they take another one.
        begins: True to show a button that begins play.
        aims: True to draw a frame around the place from where a spaceship destroys most.
    """

    text: str
    done: Done
    because: str = ""
    holds: bool = True
    low: float = 0.0
    shows_bar: bool = False
    shows_block: bool = False
    entry: int | None = None
    begins: bool = False
    aims: bool = False

    def text_for(self, legend: Legend) -> str:
        """Return the text for a player. On a pad, which has no number keys, shapes are taken from the list."""
        return f"{self.text} {_FROM_LIST}" if self.entry is not None and legend.hands.pad else self.text


def _moved(began: Moment, state: ContestState, read: Callable[[], Cells]) -> bool:
    del read
    cursor = state.sides[0].cursor
    return abs(cursor.row - began.cursor[0]) + abs(cursor.column - began.cursor[1]) >= _MOVES or _plays(state)


def _has_block(began: Moment, state: ContestState, read: Callable[[], Cells]) -> bool:
    del began
    if _plays(state):
        return True
    if state.scores[0] < len(BLOCK):
        return False
    own = read() == 1
    return bool((own[1:, 1:] & own[1:, :-1] & own[:-1, 1:] & own[:-1, :-1]).any())


def _holds(state: ContestState, entry: int) -> bool:
    """Return True if the player has taken the shape with the index ``entry``, or has planted it."""
    side = state.sides[0]
    return (side.entry == entry and not side.in_menu) or side.ledger.planted[entry] > 0


def _has_pulsar(began: Moment, state: ContestState, read: Callable[[], Cells]) -> bool:
    del began, read
    return _holds(state, PULSAR) or _plays(state)


def _planted_pulsar(began: Moment, state: ContestState, read: Callable[[], Cells]) -> bool:
    del began, read
    return state.sides[0].ledger.planted[PULSAR] > 0 or _plays(state)


def _began(began: Moment, state: ContestState, read: Callable[[], Cells]) -> bool:
    del began, read
    return _plays(state)


def _has_ship(began: Moment, state: ContestState, read: Callable[[], Cells]) -> bool:
    del began, read
    return _holds(state, SHIP) or state.phase is RoundPhase.OVER


def _planted_ship(began: Moment, state: ContestState, read: Callable[[], Cells]) -> bool:
    del began, read
    return state.sides[0].ledger.planted[SHIP] > 0 or state.phase is RoundPhase.OVER


def _plays(state: ContestState) -> bool:
    return state.phase in (RoundPhase.PLAY, RoundPhase.OVER)


STEPS = (
    Step(
        "Move the cursor with {move}, or point with the mouse.",
        _moved,
        because="The left half is yours. Whoever has more living cells at the end wins.",
    ),
    Step(
        "Plant a block in the yellow frame: four cells in a square. {click} or {trigger} plants a cell.",
        _has_block,
        shows_block=True,
    ),
    Step(
        f"Take the framed shape below the board: press {PULSAR + 1}, or click it.",
        _has_pulsar,
        because="A block lives for ever: each of its cells has three neighbours.",
        entry=PULSAR,
    ),
    Step(
        "Plant it where it has room: {trigger} or {click}.",
        _planted_pulsar,
        because="It becomes a pulsar. A shape costs a seed for each of its cells.",
        entry=PULSAR,
    ),
    Step(
        "Your set-up is finished. Play begins as soon as the computer has planted, too.",
        _began,
        because="The yellow bar in the middle rises: when it is at the top, play begins by itself.",
        shows_bar=True,
        holds=False,
        begins=True,
    ),
    Step(
        f"Now cells are born and die. Attack: take the spaceship, press {SHIP + 1} or click it.",
        _has_ship,
        because="The yellow bar falls. Planting fills it again.",
        shows_bar=True,
        low=0.6,
        entry=SHIP,
    ),
    Step(
        "Send it over: plant it in the yellow frame. It flies straight on and breaks what it hits.",
        _planted_ship,
        low=1.0,
        entry=SHIP,
        aims=True,
    ),
    Step(
        "Watch your spaceship. When the bar is empty, whoever has more cells wins. That is all!",
        lambda _began, _state, _read: False,
    ),
)
_FROM_LIST = "With the stick: down to the lower edge, let go, {down} again, choose with {left} {right}, {up}."


_STRIP = 80.0
"""Minimum height of the card with the instructions, in units of 1/96 inch."""
_OPAQUE = 0.94
_TOLD = 12.0
"""Seconds for which the card is shown in the last step, so that it does not hide the cells below it for long."""
_CLEAR_LEAD = 10
"""In the last step, the card names the leader if the lead is at least this number of cells."""
_FLAGS = CARD_FLAGS | imgui.WindowFlags_.no_nav


class Aim(NamedTuple):
    """A place from where a spaceship destroys cells.

    Attributes:
        cells: the spaceship's cells.
        loss: number of cells that the opponent is expected to lose.
    """

    cells: tuple[Place, ...]
    loss: float


def best_aim(state: ContestState, engine: Engine) -> Aim:
    """Return the place at the border from where the left player's spaceship would cost the opponent most cells."""
    side, shape = state.sides[0], engine.shape
    ship = TURNED_SHAPES[0][SHIP][side.turns[SHIP]]
    area, times = cursor_area(0, ship.shape, shape), InputTimes(state, 0, shape, 1)
    rows = range(area.top, area.bottom + 1, max(1, -(-(area.bottom + 1 - area.top) * len(_MOMENTS) // MAX_UNIVERSES)))
    aims = [times.candidate(SHIP, side.turns[SHIP], (row, area.right)) for row in rows]
    window = visible_window(engine, (area.bottom // 2, area.right))
    trials = [Trial(aim, window.generation + moment) for aim in aims for moment in _MOMENTS][: MAX_UNIVERSES - 1]
    search = Rollouts(window, 0, [Trial(None, 0), *trials], window.generation + _FLIGHT, NumpyBatch)
    search.think(_FLIGHT + 1)
    outcomes = search.outcomes
    assert outcomes is not None  # noqa: S101 - all generations were computed
    losses: dict[Candidate, list[float]] = {}
    for trial, left in zip(trials, outcomes[1:, 1].tolist(), strict=True):
        if trial.candidate is not None:
            losses.setdefault(trial.candidate, []).append(float(outcomes[0, 1]) - left)
    best = max(losses, key=lambda aim: min(losses[aim]))
    cells = tuple((best.row + row, best.column + column) for row, column in np.argwhere(ship).tolist())
    return Aim(cells, float(np.mean(losses[best])))


class GuidedController(SurvivalController):
    """Runs the guided round: a round of Seed List with a card that says what to do next.

    Args:
        shell: services shared by all screens.
        play: the session.
        then: the match to play after the guided round; None to show the start screen.
    """

    def __init__(self, shell: Shell, play: OpenSession, then: Match | None) -> None:
        super().__init__(shell, play)
        self._then = then
        self._step = 0
        self._moment: Moment | None = None
        self._without_guide = False
        self._leader = 0
        self._told_at: float | None = None
        self._highest = 0.0  # the card so far, in units of 1/96 inch
        self._aim: Aim | None = None  # found when the step begins that needs it

    def assign_seats(self) -> None:
        """Give the left seat to a person and the right seat to the weakest computer, whatever the settings say."""
        colours = self.play.seats
        self.play.seats = replace(Seats().with_levels(0, 1).in_colours_of(colours))
        super().assign_seats()

    @property
    def ready_for(self) -> None:
        """None, because the guided round does not wait until people are ready."""
        return

    @property
    def done_controls(self) -> str:
        """The controls that end the set-up, in braces; "" until the guide reaches the step that ends it."""
        return super().done_controls if self.step.begins or not self._guides else ""

    @property
    def may_be_done(self) -> frozenset[int]:
        """Empty while the guide is shown, because the pad button for DONE then closes the guide."""
        return super().may_be_done if self._without_guide else frozenset()

    @property
    def ready_offer(self) -> str:
        """Empty, because the guided round is not offered while it is being played."""
        return ""

    @property
    def after_round(self) -> dict[str, CommandOrAction]:
        """Empty, because the guided round has a card of its own with buttons."""
        return {}

    @property
    def result(self) -> Result | None:
        """How the round has ended. The highlighted button begins a real round."""
        result = super().result
        return None if result is None else replace(result, main=1)

    @property
    def end_buttons(self) -> tuple[EndButton, ...]:
        """The buttons after the end: the guided round again, a real round, and back to the start."""
        if not (usual := super().end_buttons):
            return ()
        again = EndButton("Guided round again", Action(NOBODY, ActionKind.START), "start")
        real = "Play a real round"
        waits = EndButton(real, Action(NOBODY, ActionKind.AGAIN), "again")
        chosen = EndButton(real, SetUp(self.play.session.match.game, against=1))
        return again, chosen if self._then is None else waits, usual[-1]

    @property
    def opening(self) -> Opening | None:
        """In the first step, a notice without words that marks the cursor; the guide's card says what to do."""
        opening = super().opening
        if opening is None or self._without_guide:
            return opening
        return None if self._step else replace(opening, title="")

    @property
    def hints(self) -> Hints:
        """The hints to show now. After the round, they offer the guided round again instead of another round."""
        hints = super().hints
        if self.state.phase is not RoundPhase.OVER:
            return hints
        return replace(hints, middle=self._for_all("{result} Statistics  {start} Guided round again  {help} Help"))

    @property
    def opens_statistics(self) -> bool:
        """False: beginners see who has won, and open the statistics themselves if they want."""
        return False

    @property
    def overlay(self) -> Overlay:
        """The overlay for the game's current state. It says so if the bar waits for the player."""
        shown = super().overlay
        return replace(shown, bar_waits=True) if self.holds_time and not self.is_setting_up else shown

    @property
    def foretells(self) -> bool:
        """True if marks and words show what planting leads to.

        In the first steps only the card gives advice.
        """
        return not self._guides or self._step > _FIRST_STEPS

    @property
    def step(self) -> Step:
        """The current step."""
        return STEPS[self._step]

    @property
    def holds_time(self) -> bool:
        """True if time must stand still in this step until the player acts."""
        state, side = self.state, self.state.sides[0]
        acts = self.play.runner.has_pending or side.cursor.stick != (0, 0) or side.pending is not None
        if acts or not self._guides:
            return False
        is_low = state.phase is RoundPhase.PLAY and not state.halted and state.clock.height <= self.step.low
        return (self.is_setting_up and self.step.holds) or is_low

    @property
    def _guides(self) -> bool:
        """True until the round ends or the player closes the guide. False while an earlier generation is shown."""
        is_over = self.state.phase is RoundPhase.OVER
        return not (is_over or self._without_guide or self.play.session.in_the_past)

    def translate(self, requests: Iterable[CommandOrAction]) -> list[CommandOrAction]:
        """Return the requests, without those that would end the set-up before the guide reaches that step."""
        translated = super().translate(requests)
        if self.done_controls or not self.is_setting_up:
            return translated
        left = [each for each in translated if not (isinstance(each, Action) and each.kind in _ENDS_SET_UP)]
        if len(left) < len(translated):
            self.shell.show_message("First do what the card says")
        return left

    @handles(ActionKind.AGAIN)
    def _leave_or_play_on(self, _: Action) -> Handled:
        """Close the guide and play on, or leave the guided round.

        The guided round is left in its last step, after its end, or at any time if another match is to follow it.
        """
        if self.play.session.in_the_past:
            return PASS_ON
        if self._guides and self._step + 1 < len(STEPS) and self._then is None:
            self._without_guide = True
        elif self._guides or self.state.phase is RoundPhase.OVER:
            self._leave()
        else:
            return PASS_ON
        return None

    @handles(ActionKind.START)
    def _begin_anew(self, _: Action) -> None:
        begin_guided_round(self.shell, self.play.session.match.game, self._then)

    def update_seats(self) -> None:
        """Tell the game who plays on each seat, and go to the next step if the player has done the current one."""
        super().update_seats()
        if self._moment is None:
            self._moment = Moment.of(self.state)
        while self._step + 1 < len(STEPS) and self.step.done(self._moment, self.state, self.play.engine.read_all):
            self._step += 1
            self._moment = Moment.of(self.state)

    def draw_widgets(self) -> list[CommandOrAction]:
        """Draw the card that says what to do now; return the requests of its buttons."""
        requests = super().draw_widgets()
        if not self._guides or not self._still_tells():
            return requests
        self._mark_goal()
        legend, (left, top, right, _) = self.legend(0), self.layout.canvas.area
        imgui.set_next_window_pos((left, top))
        imgui.set_next_window_size_constraints((right - left, self._strip), (right - left, 1e4))
        imgui.set_next_window_bg_alpha(_OPAQUE)
        inset = scaled(GAP)
        with (
            imgui_ctx.push_style_var(imgui.StyleVar_.window_padding, (inset, scaled(NEAR))),
            imgui_ctx.begin("guided round", None, _FLAGS),
        ):
            with styled(LEAD):
                text_with_caps(legend.pieces(self._words(legend)), BAD if self._has_taken_another else TEXT)
            buttons, x = self._buttons(legend), right - left - inset
            widths = [imgui.calc_text_size(label, hide_text_after_double_hash=True).x + 2 * inset for label in buttons]
            start = x - sum(widths) - scaled(NEAR) * (len(widths) - 1)
            imgui.push_text_wrap_pos(start - inset)
            because = self._because
            words = f"Step {self._step + 1} of {len(STEPS)}. {because}"
            imgui.text_colored(PROMPT if because else CAPTION, words)
            imgui.pop_text_wrap_pos()
            for label, wide in zip(buttons, widths, strict=True):
                imgui.same_line(start)
                if imgui.button(label, (wide, 0)):
                    requests += buttons[label]()
                start += wide + scaled(NEAR)
            self._highest = max(self._highest, imgui.get_window_height() / scaled(1))
        return requests

    @property
    def _strip(self) -> float:
        """Height in points of the strip above the board that is kept free for the card. It never shrinks."""
        return scaled(max(_STRIP, self._highest))

    def _buttons(self, legend: Legend) -> dict[str, Callable[[], Iterable[CommandOrAction]]]:
        """Return the functions of this step's buttons, keyed by the buttons' labels, from left to right."""
        buttons: dict[str, Callable[[], Iterable[CommandOrAction]]] = {}
        may_leave = self._step + 1 == len(STEPS)
        if self.step.begins and not self.overlay.done:
            has_key = not legend.hands.pad and legend.spoken("{done}") != "(no key)"
            key = legend.spoken("{done}" if has_key else "{halt}")
            buttons[f"Done   {key}"] = lambda: self.translate([Action(0, ActionKind.DONE)])
        if may_leave and self._then is None:
            buttons["Play a real round"] = lambda: [SetUp(self.play.session.match.game, against=1)]
        label = "Play a real round" if self._then is not None else "Play on without the guide"
        label = "To the start screen" if may_leave and self._then is None else label
        buttons[f"{label}   {legend.spoken('{again}')}###leave"] = self._leave_by_button
        return buttons

    def _leave_by_button(self) -> Iterable[CommandOrAction]:
        self._leave_or_play_on(Action(0, ActionKind.AGAIN))
        return ()

    @property
    def hud_margins(self) -> HudMargins:
        """Space around the board. It includes a strip above the board for the card, so that the card hides no cells."""
        margins = super().hud_margins
        return margins._replace(above=margins.above + self._strip) if self._guides else margins

    @property
    def _has_taken_another(self) -> bool:
        """True if this step asks for a shape and the player has taken another one."""
        side = self.state.sides[0]
        # The single cell and the pulsar are in the player's hands when the steps begin.
        return self.step.entry is not None and not side.in_menu and side.entry not in (0, PULSAR, self.step.entry)

    def _words(self, legend: Legend) -> str:
        """Return what the card says, with placeholders such as "{trigger}" for controls."""
        if self.step.begins and self.overlay.done:
            return "You are done. Play begins as soon as the computer has planted, too."
        words = self.step.text_for(legend)
        if self._has_taken_another:
            return f"You have taken another shape, not the framed one. {words}"
        if self._step + 1 < len(STEPS):
            return words
        if self._leader < 0:
            return f"{words} The computer has more: plant on until you lead."
        return f"{words} You lead: guard your cells, and let the bar run out." if self._leader else words

    @property
    def _because(self) -> str:
        """A sentence that explains what the player sees; "" for none."""
        if self.step.aims and self._aim is not None and self._aim.loss >= 1:
            return f"It should cost the computer about {round(self._aim.loss)} cells."
        return self.step.because

    def _still_tells(self) -> bool:
        """Return True if the card is shown.

        In the last step it is shown only for a while, and again after each change of the lead.
        """
        if self._step + 1 < len(STEPS):
            return True
        own, other = self.state.scores
        leader = (own > other) - (own < other)
        is_new = abs(own - other) >= _CLEAR_LEAD and leader != self._leader
        if is_new or self._told_at is None:
            self._leader, self._told_at = leader if is_new else 0, self.shell.now
        return self.shell.now - self._told_at < _TOLD

    def _mark_goal(self) -> None:
        """Draw a frame around the cells to plant, or around the shape to choose."""
        canvas = self.layout.canvas
        if self.step.shows_block:
            for place in BLOCK:
                corner, end = canvas.square(place)
                outline(corner, end, PROMPT, max(1.0, scaled(1)))
            away = scaled(_PULSE) * (0.5 if canvas.is_calm else self._pulse())
            (left, top), (right, low) = canvas.square(BLOCK[0])[0], canvas.square(BLOCK[-1])[1]
            outline((left - away, top - away), (right + away, low + away), PROMPT, scaled(3))
            self._point_at((left - scaled(_PULSE) - away, (top + low) / 2), "Here")
        if self.step.aims:
            self._aim = self._aim or best_aim(self.state, self.play.engine)
            squares = [canvas.square(place) for place in self._aim.cells]
            left, top = (min(corner[axis] for corner, _ in squares) for axis in (0, 1))
            right, low = (max(end[axis] for _, end in squares) for axis in (0, 1))
            away = scaled(_PULSE) * (0.5 if canvas.is_calm else self._pulse())
            outline((left - away, top - away), (right + away, low + away), PROMPT, scaled(3))
            self._point_at((left - scaled(_PULSE) - away, (top + low) / 2), "Here")
        if self.step.shows_bar:
            x, low = canvas.point_of(canvas.shape[0], canvas.shape[1] / 2)
            top, height = canvas.point_of(0, 0)[1], self.state.clock.height
            half = scaled(BAR)
            rectangle((x - half, low - (low - top) * height), (x + half, low), PROMPT)
            outline((x - half, top), (x + half, low), PROMPT, scaled(1))
            self._point_at(
                (x - half - scaled(NEAR), max(low - (low - top) * height, top + scaled(_PULSE))), "Yellow bar"
            )
        if self.step.entry is not None:
            corner, end = menu_box(self.overlay, canvas, self.step.entry)
            outline(corner, end, PROMPT, scaled(2))

    def _pulse(self) -> float:
        """Return a number that goes up and down between 0 and 1 as time passes."""
        self.shell.motion.due()
        return 0.5 - 0.5 * cos(2 * pi * _PULSES_PER_SECOND * self.shell.now)

    def _point_at(self, tip: tuple[float, float], words: str) -> None:
        """Draw words, and at their right an arrow to a point of the window."""
        (x, y), pen, half = tip, imgui.get_background_draw_list(), scaled(_PULSE / 2)
        if not self.layout.canvas.is_calm:
            x -= scaled(_PULSE / 2) * self._pulse()
        pen.add_triangle_filled((x - 2 * half, y - half), (x - 2 * half, y + half), (x, y), packed(PROMPT))
        size, wide = LEAD.size, width_of(words, LEAD.size, bold=True)
        left = x - 2 * half - wide - scaled(NEAR)
        rectangle((left - scaled(NEAR), y - scaled(size * 0.8)), (x - 2 * half, y + scaled(size * 0.8)), PROMPT)
        text(words, left, y - scaled(size * 0.62), GROUND, size=size, bold=True, shadow=False)

    def _leave(self) -> None:
        """Begin the match to play after the guided round. If there is none, show the start screen."""
        if self._then is None:
            self.shell.show_start_menu()
        else:
            self.shell.begin(self._then, (Action(NOBODY, ActionKind.START),))


def begin_guided_round(shell: Shell, game: str, then: Match | None) -> None:
    """Begin the guided round, and record in the settings that it was offered.

    Args:
        shell: services shared by all screens.
        game: name of a game with shapes to plant.
        then: the match to play after the guided round; None to show the start screen.

    Raises:
        GpulifeError: there is not enough memory.
    """
    shell.change("guided_round_offered", value=True)
    spec = find_game(game)
    match = new_match(game, parse_rule(spec.rule), BOARD, shell.scheme_seed)
    start = (Action(NOBODY, ActionKind.START),)
    shell.begin(match, start, controller=lambda shell_, play: GuidedController(shell_, play, then))
