"""The guided round of Seed List: a short round against the weakest computer, with instructions for each step.

The match is an ordinary one, but the window shows what to do next, and stops time until the player does it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np
from imgui_bundle import imgui, imgui_ctx

from gpulife.engines.reference import next_generation
from gpulife.games.core.game import NOBODY, Action, ActionKind, Match, Place
from gpulife.games.matches import new_match
from gpulife.games.registry import find_game
from gpulife.games.survival1982.input import TURNED_SHAPES, corner, cursor_area, half
from gpulife.games.survival1982.observation import Overlay
from gpulife.games.survival1982.state import RoundPhase
from gpulife.input.commands import CommandOrAction, GuidedRound, SetUp
from gpulife.input.events import Event, MouseButton, MouseMove
from gpulife.input.glyphs import Legend
from gpulife.rules import parse_rule
from gpulife.window.design import BAD, CHOSEN, GAP, LEAD, NEAR, PROMPT, TEXT, packed, styled
from gpulife.window.games.survival1982.aiming import AimedWords
from gpulife.window.games.survival1982.guide_marks import GuideMarks
from gpulife.window.games.survival1982.guided_steps import (
    BLOCK,
    PULSAR,
    STEPS,
    TARGET,
    Moment,
    Step,
    learned_text,
    taught_shapes,
)
from gpulife.window.games.survival1982.lesson import LessonController
from gpulife.window.games.survival1982.outpost import OUTPOST_BUTTON, begin_outpost, taps
from gpulife.window.games.survival1982.ship_flight import WORTH_TELLING, Flight, end_counts
from gpulife.window.games.survival1982.ship_lesson import ShipLesson
from gpulife.window.panels.draw_primitives import outline
from gpulife.window.panels.keycaps import text_with_caps
from gpulife.window.panels.pages import CARD_FLAGS
from gpulife.window.panels.widgets import button_colour
from gpulife.window.play.board_layout import HudMargins
from gpulife.window.play.canvas import Area, Canvas, scaled
from gpulife.window.play.foresight import Remembered
from gpulife.window.play.game_controller import is_left_press
from gpulife.window.play.open_session import OpenSession
from gpulife.window.play.opening import Opening
from gpulife.window.play.overlay import Hints, menu_box
from gpulife.window.play.result_banner import EndButton, Result
from gpulife.window.scopes import PASS_ON, Handled, handles
from gpulife.window.shell import Shell

BOARD = 52, 96
"""Rows and columns of the board. It is smaller than usual, so that cells are large and the opponent is near."""
_FIRST_STEPS = 1
"""Up to this step, counted from 0, nothing foretells that a lone cell dies."""
_ENDS_SET_UP = (ActionKind.DONE, ActionKind.HALT, ActionKind.STEP)
_STRIP, _NARROWEST = 92.0, 788.0
"""Minimum height and width of the card with the instructions, in units of 1/96 inch."""
_WAY_BACK = 44.0
"""Height of the strip with the button that brings the guide back, in units of 1/96 inch."""
_APART = 64.0
"""Distance of the button that puts the guide away from the button for this step, in units of 1/96 inch."""
_LARGE, _MARK = 23.0, 5.0
"""Font size of the instructions, and height of the marks for the steps, in units of 1/96 inch."""
_OPAQUE = 0.94
_TOLD = 12.0
"""Seconds for which the card is shown in the last step, so that it does not hide the cells below it for long."""
_FLAGS = CARD_FLAGS | imgui.WindowFlags_.no_nav
_AROUND = 8
"""Distance of the cursor, in cells, within which a tag may hide the shape in hand or its forecast."""
_FORMS, _PULSAR_CELLS = 34, 40
"""Generations after which a pulsar has formed; the fewest cells by which it then makes its player richer."""


class GuidedController(LessonController):
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
        self._lesson = ShipLesson(shell, play)
        self._has_target = self._has_told_hit = False
        self._tag = AimedWords(play.engine)
        self._marks, self._refused = GuideMarks(shell), ""
        self._coming: Remembered[tuple[int, int]] = Remembered()  # the scores when the bar is empty

    @property
    def done_controls(self) -> str:
        """The controls that end the set-up, in braces; "" until the guide reaches the step that ends it."""
        return super().done_controls if self.step.begins or not self._guides else ""

    @property
    def may_be_done(self) -> frozenset[int]:
        """Empty while the guide is shown, because the pad button for DONE then closes the guide."""
        return super().may_be_done if self._without_guide else frozenset()

    @property
    def result(self) -> Result | None:
        """How the round has ended, and what it has taught. Return presses the button that leads to the outpost."""
        result = super().result
        learned = learned_text(self.state.sides[0].ledger.planted, has_hit=self._lesson.loss > 0)
        return None if result is None else replace(result, main=1, note=learned)

    @property
    def end_buttons(self) -> tuple[EndButton, ...]:
        """The buttons after the end: the guided round again, the outpost, a real round, and back to the start."""
        if not (usual := super().end_buttons):
            return ()
        game, real = self.play.session.match.game, "Play a real round"
        again = EndButton("Guided round again", Action(NOBODY, ActionKind.START), "start")
        outpost = EndButton(OUTPOST_BUTTON, GuidedRound(game, outpost=True))
        waits = EndButton(real, Action(NOBODY, ActionKind.AGAIN), "again")
        chosen = EndButton(real, SetUp(game, against=1))
        return again, outpost, chosen if self._then is None else waits, usual[-1]

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
    def overlay(self) -> Overlay:
        """The overlay for the game's current state. It shows if the bar waits, and no time that stands still."""
        shown = super().overlay
        if self._guides and self.is_setting_up and self.step.holds:
            return replace(shown, seconds_left=None, clock=None)  # the bar is shown once it is explained
        return replace(shown, bar_waits=True) if self.holds_time else shown

    @property
    def shapes(self) -> Sequence[int]:
        """The shapes that have been taught; all of them once the guide is put away."""
        return super().shapes if self._without_guide else taught_shapes(self._step)

    @property
    def foretells(self) -> bool:
        """True if marks and words show what planting leads to.

        In the first steps, and while the player aims the spaceship, only the card gives advice.
        """
        return not self._guides or (self._step > _FIRST_STEPS and not self.step.aims)

    @property
    def step(self) -> Step:
        """The current step."""
        return STEPS[self._step]

    @property
    def holds_time(self) -> bool:
        """True if time must stand still in this step until the player acts."""
        state, side = self.state, self.state.sides[0]
        acts = self.play.runner.has_pending or side.cursor.stick != (0, 0) or side.pending is not None
        acts |= self.play.session.is_unfinished  # while the target is drawn
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
        translated = [each for request in super().translate(requests) for each in self._allowed(request)]
        if self.done_controls or not self.is_setting_up:
            return translated
        left = [each for each in translated if not (isinstance(each, Action) and each.kind in _ENDS_SET_UP)]
        if len(left) < len(translated):
            self.shell.show_message("First do what the card says")
        return left

    def _allowed(self, request: CommandOrAction) -> list[CommandOrAction]:
        """Return what a request becomes: a press of the trigger where the step wants none is refused."""
        side = self.state.sides[0]
        if not isinstance(request, Action) or request.player != 0 or side.in_menu:
            return [request]
        if request.kind is ActionKind.STICK and side.drawing and self._guides and not self.step.free:
            return [
                Action(0, ActionKind.TRIGGER, 0),
                request,
            ]  # a held key plants one cell, as it could leave the frame
        if request.kind is not ActionKind.TRIGGER or not request.a:
            return [request]
        cursor = side.cursor.row, side.cursor.column
        at = self._planting_place(cursor)
        return [] if at is None else [request] if at == cursor else [Action(0, ActionKind.POINT, *at), request]

    def _plant(self, event: Event, player: int) -> list[Action] | None:
        """Return the actions of a mouse event. A click where the step wants no planting only moves the cursor."""
        taken = super()._plant(event, player)
        is_turn = isinstance(event, MouseButton) and event.pressed and not is_left_press(event)
        if is_turn and taken and self._guides and self.step.aims:
            self.shell.show_message("The spaceship flies the right way already")
            return []
        if isinstance(event, MouseMove) and taken and self.state.sides[player].drawing and self._guides:
            strays = [
                action for action in taken if action.kind is ActionKind.POINT and self._why_not((action.a, action.b))
            ]
            return [*self._mouse.release(player), *strays[-1:]] if strays else taken
        presses = any(action.kind is ActionKind.TRIGGER and action.a for action in taken or ())
        place = self.layout.place_at(event.x, event.y) if isinstance(event, MouseButton) and presses else None
        if place is None:
            return taken
        at = self._planting_place(place)
        if at == place:
            return taken
        held = self._mouse.release(player)
        planted = [Action(player, ActionKind.TRIGGER, 1), *held] if at is not None else []
        return [Action(player, ActionKind.POINT, *(at or place)), *planted]

    def _planting_place(self, place: Place) -> Place | None:
        """Return where the player plants who asks for it at ``place``; None if this step wants no planting there.

        The reason is then shown, and the frame flashes.
        """
        first, end = half(0, self.play.engine.shape[1])
        if not self._guides or not first <= place[1] < end:
            return place
        reason, at = self._why_not(place), place
        if not reason and self.step.aims:
            found = self._lesson.place_for(self.state, place)
            reason, at = "" if found else "From there it would miss: plant it in the yellow frame", found or place
        self.shell.withdraw_message(self._refused)
        self._refused = reason
        if not reason:
            return at
        self.shell.show_message(reason)
        self.shell.sound.audio.play("refused", player=0)
        self._marks.flash()
        return None

    def _why_not(self, place: Place) -> str:
        """Return why nothing is to be planted at ``place`` in this step; "" if there is no reason."""
        step = self.step
        if step.moves:
            return "First move the cursor: planting comes next"
        if step.shows_block and place not in BLOCK:
            return "Plant in the yellow frame: four cells in a square"
        if step.takes or (step.entry is not None and self.state.sides[0].entry != step.entry):
            return f"First take the framed shape: press {(step.entry or 0) + 1}, or click it"
        if step.entry == PULSAR and not self._has_room(place):
            return "No room for a pulsar there: plant it farther from other cells"
        return ""

    def _has_room(self, place: Place) -> bool:
        """Return True if a pulsar forms from the player's shape at ``place``."""
        engine, turn = self.play.engine, self.state.sides[0].turns[PULSAR]
        shape = TURNED_SHAPES[0][PULSAR][turn]
        boards = np.stack([engine.read_all()] * 2)
        top, left = corner(0, cursor_area(0, shape.shape, engine.shape).nearest(*place), shape.shape)
        boards[0, top : top + shape.shape[0], left : left + shape.shape[1]][shape > 0] = 1
        for generation in range(engine.generation, engine.generation + _FORMS):
            boards = next_generation(boards, engine.rule, generation)
        with_it, without = (int(np.count_nonzero(board == 1)) for board in boards)
        return with_it - without >= _PULSAR_CELLS

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

    @handles(GuidedRound)
    def _begin_part(self, command: GuidedRound) -> None:
        """Begin the guided round again, or its outpost, before the match that is to follow."""
        begin_part(self.shell, command, self._then)

    def update_seats(self) -> None:
        """Tell the game who plays on each seat, and go to the next step if the player has done the current one."""
        super().update_seats()
        if self._moment is None:
            self._moment = Moment.of(self.state)
        if not self._has_target and self.is_setting_up:
            self._has_target = True
            for action in taps(1, TARGET):
                self.play.runner.act(action)
        if self.step.aims:
            self._lesson.watch_start(self.state)
        while self._step + 1 < len(STEPS) and self.step.done(self._moment, self.state, self.play.engine.read_all):
            if self.step.aims:
                self._lesson.send()
            self._step += 1
            self._moment = Moment.of(self.state)
        if self.step.aims:
            self._lesson.find_aim(self.state, stands=self.holds_time)

    def draw(self, seconds: float) -> None:
        """Draw the overlay, and the hit of the player's spaceship."""
        super().draw(seconds)
        if not self.play.session.in_the_past:
            self._lesson.celebrate(self.layout.canvas)

    def draw_widgets(self) -> list[CommandOrAction]:
        """Draw the card that says what to do now; return the requests of its buttons."""
        requests = super().draw_widgets()
        if self._may_come_back:
            self._draw_way_back()
        if not self._guides or not self._still_tells():
            return requests
        self._mark_goal()
        legend, (left, right) = self.legend(0), self._sides
        imgui.set_next_window_pos((left, self.layout.canvas.area[1]))
        imgui.set_next_window_size_constraints((right - left, self._strip), (right - left, 1e4))
        imgui.set_next_window_bg_alpha(_OPAQUE)
        inset = scaled(GAP)
        with (
            imgui_ctx.push_style_var(imgui.StyleVar_.window_padding, (inset, scaled(NEAR))),
            imgui_ctx.begin("guided round", None, _FLAGS),
        ):
            self._draw_marks()
            with styled(LEAD, _LARGE if right - left > scaled(_NARROWEST) else LEAD.size):
                text_with_caps(legend.pieces(self._words(legend)), BAD if self._has_taken_another else TEXT)
            buttons, x = self._buttons(legend), right - left - inset
            widths = [imgui.calc_text_size(label, hide_text_after_double_hash=True).x + 2 * inset for label in buttons]
            apart = scaled(_APART if self.step.begins else NEAR)
            start = x - sum(widths) - apart * (len(widths) - 1)
            imgui.push_text_wrap_pos(start - inset)
            imgui.text_colored(PROMPT, self._because)
            imgui.pop_text_wrap_pos()
            for label, wide in zip(buttons, widths, strict=True):
                imgui.same_line(start)
                with button_colour(CHOSEN, on=label == OUTPOST_BUTTON):
                    if imgui.button(label, (wide, 0)):
                        requests += buttons[label]()
                start += wide + apart
            self._highest = max(self._highest, imgui.get_window_height() / scaled(1))
        return requests

    @property
    def _may_come_back(self) -> bool:
        """True if the player has put the guide away and may bring it back."""
        return self._without_guide and self.state.phase is not RoundPhase.OVER and not self.play.session.in_the_past

    def _draw_way_back(self) -> None:
        """Draw the button that brings the guide back, where its card was."""
        imgui.set_next_window_pos((self._sides[0], self.layout.canvas.area[1]))
        imgui.set_next_window_bg_alpha(0.0)
        with (
            imgui_ctx.push_style_var(imgui.StyleVar_.window_padding, (scaled(NEAR), scaled(NEAR))),
            imgui_ctx.begin("guide put away", None, _FLAGS),
        ):
            if imgui.button("Bring the guide back"):
                self._without_guide = False

    @property
    def _sides(self) -> tuple[float, float]:
        """The left and right edges of the card: those of the board, or the window's if the board is narrow."""
        canvas = self.layout.canvas
        (left, right), (first, _, last, _) = canvas.sides, canvas.area
        wider = max(scaled(_NARROWEST) - (right - left), 0.0) / 2
        return max(left - wider, first), min(right + wider, last)

    def _draw_marks(self) -> None:
        """Draw a mark for each step, across the card: bright for those that are done, and for the current one."""
        corner, pen = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
        gap, high = scaled(NEAR), scaled(_MARK)
        wide = (imgui.get_content_region_avail().x + gap) / len(STEPS)
        for number in range(len(STEPS)):
            left = corner.x + number * wide
            share = 1.0 if number == self._step else 0.5 if number < self._step else 0.15
            pen.add_rect_filled((left, corner.y), (left + wide - gap, corner.y + high), packed(PROMPT, share), high / 2)
        imgui.dummy((1, high))

    @property
    def _strip(self) -> float:
        """Height in points of the strip above the board that is kept free for the card. It never shrinks."""
        return scaled(max(_STRIP, self._highest))

    def _buttons(self, legend: Legend) -> dict[str, Callable[[], Iterable[CommandOrAction]]]:
        """Return the functions of this step's buttons, keyed by the buttons' labels, from left to right."""
        buttons: dict[str, Callable[[], Iterable[CommandOrAction]]] = {}
        may_leave = self._step + 1 == len(STEPS)
        if self.step.begins and not self.overlay.done:
            has_key = not legend.hands.pad and legend.has("done")
            key = legend.spoken("{done}" if has_key else "{halt}")
            buttons[f"Done   {key}"] = lambda: self.translate([Action(0, ActionKind.DONE)])
        if may_leave:
            buttons[OUTPOST_BUTTON] = lambda: [GuidedRound(self.play.session.match.game, outpost=True)]
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
        strip = self._strip if self._guides else scaled(_WAY_BACK) if self._may_come_back else 0.0
        return margins._replace(above=margins.above + strip)

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
        words = self._told_of_flight() or words
        if self._leader < 0:
            return f"{words} As it looks, the computer will win: plant more."
        return f"{words} As it looks, you will win: let the bar run out." if self._leader else words

    @property
    def _because(self) -> str:
        """A sentence that explains what the player sees; "" for none."""
        lesson = self._lesson
        if self.step.aims and lesson.aim is not None:
            nothing = "It may meet nothing. As long as it flies, its cells are yours."
            return _outcome(lesson.aim) if lesson.aim.is_sure else nothing
        if lesson.sent is not None and lesson.loss >= WORTH_TELLING:
            return _outcome(lesson.sent)
        return "Planting fills the bar again." if self.overlay.bar_waits else self.step.because

    def _told_of_flight(self) -> str:
        """Return what the last step says about the player's spaceship; "" if it was planted before it was asked for."""
        lesson = self._lesson
        if lesson.sent is None:
            return ""
        if lesson.has_hit:
            goes_on = "" if self._leader else " Now capture an outpost, with all that you know."
            return f"A hit! It destroys {lesson.loss} cells.{goes_on}" if lesson.loss else "It has hit, in vain."
        return (
            "Watch your spaceship fly." if lesson.sent.hit is not None else "Your spaceship meets no cells this time."
        )

    def _still_tells(self) -> bool:
        """Return True if the card is shown.

        In the last step it is shown only for a while, and again when the spaceship hits or another player would win.
        """
        if self._step + 1 < len(STEPS):
            return True
        own, other = self._coming.of(
            self.play.engine.changes, lambda: end_counts(self.play.engine, self.state.clock.notches)
        )
        leader = (own > other) - (own < other)
        is_new = leader not in (0, self._leader)
        if self._lesson.flies:
            return True
        if self._lesson.has_hit and not self._has_told_hit:
            self._has_told_hit, self._told_at = True, self.shell.now
        if is_new or self._told_at is None:
            self._leader, self._told_at = leader if is_new else 0, self.shell.now
        return self.shell.now - self._told_at < _TOLD

    def _mark_goal(self) -> None:
        """Draw a frame around the cells to plant, or around the shape to choose."""
        canvas, step, marks = self.layout.canvas, self.step, self._marks
        if step.shows_block:
            for place in BLOCK:
                corner, end = canvas.square(place)
                outline(corner, end, PROMPT, max(1.0, scaled(1)))
            marks.frame(canvas, BLOCK)
        if step.aims and self._lesson.aim is not None:
            self._lesson.draw_path(canvas)
            marks.frame(canvas, self._lesson.aim.cells)
        if step.shows_bar:
            marks.bar(canvas, self.state.clock.height, self._tag_hides(canvas))
        if step.entry is not None:
            marks.box(canvas, *menu_box(self.overlay, canvas, step.entry), is_asked=step.takes)

    def _tag_hides(self, canvas: Canvas) -> Callable[[Area], float]:
        """Return a function that says how much a tag would hide: cells, and what is shown around the cursor."""
        cursor = self.state.sides[0].cursor
        (left, top), (right, low) = (
            canvas.point_of(cursor.row + away, cursor.column + away) for away in (-_AROUND, _AROUND)
        )
        moment = self.play.engine.changes if self.is_setting_up else -1
        return self._tag.covers((0, 0), moment, [(left, top, right, low)], canvas)

    def _leave(self) -> None:
        """Begin the match to play after the guided round. If there is none, show the start screen."""
        if self._then is None:
            self.shell.show_start_menu()
        else:
            self.shell.begin(self._then, (Action(NOBODY, ActionKind.START),))


def _outcome(flight: Flight) -> str:
    """Return a sentence on what a spaceship should cost the computer."""
    if round(flight.left) == 0:
        return f"It should destroy all of the computer's {round(flight.without)} cells. Who has none loses at once."
    return f"It should leave the computer about {round(flight.left)} cells in the end, not {round(flight.without)}."


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
    match = new_match(game, parse_rule(find_game(game).rule), BOARD, shell.scheme_seed)
    start = (Action(NOBODY, ActionKind.START),)
    shell.begin(match, start, controller=lambda shell_, play: GuidedController(shell_, play, then))


def begin_part(shell: Shell, command: GuidedRound, then: Match | None) -> None:
    """Begin the part of the guided round that a command asks for; ``then`` as in :func:`begin_guided_round`."""
    if command.outpost:
        begin_outpost(shell, then)
    else:
        begin_guided_round(shell, command.game, then)
