"""One Seed and Seed List in the window: the controller and the key hints."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import cos, pi

from gpulife.games.core.area import Area as BoardArea
from gpulife.games.core.game import NOBODY, Action, ActionKind, Place
from gpulife.games.registry import find_game
from gpulife.games.survival1982.observation import Overlay
from gpulife.games.survival1982.state import ContestState, RoundPhase
from gpulife.input.commands import CommandOrAction, Faster, GuidedRound, RoundSummary, SetUp, Slower, Unlimited
from gpulife.input.controls import KEYBOARD
from gpulife.input.events import Event, MouseButton, MouseMove, MouseWheel
from gpulife.input.glyphs import Piece
from gpulife.patterns.seeds import SEED_SHAPES
from gpulife.rules import Edges
from gpulife.window.games.survival1982.aiming import AimedWords
from gpulife.window.games.survival1982.best_places import BestPlaces
from gpulife.window.games.survival1982.board_lights import BarLight, tint_halves
from gpulife.window.games.survival1982.drawings import (
    DRAWING_IS_WHOLE,
    OfferedDrawings,
    draw_drawings,
    draw_drawings_words,
    drawn_areas,
    drawn_cells,
    whole_drawing,
)
from gpulife.window.games.survival1982.hurry import Hurry
from gpulife.window.games.survival1982.key_hints import FRESH_BOARD, common_hints, seat_hints
from gpulife.window.games.survival1982.mouse_planting import MousePlanting, choose_shape
from gpulife.window.games.survival1982.planting_advice import PlantingAdvice
from gpulife.window.games.survival1982.ring_gains import RingGains
from gpulife.window.games.survival1982.round_events import RoundEvents, crosses
from gpulife.window.games.survival1982.set_up import SetUpEnd, begin_actions
from gpulife.window.play.canvas import draw_own_cursor
from gpulife.window.play.foresight import Remembered
from gpulife.window.play.game_controller import ContestController, MouseResult, is_left_press, next_label
from gpulife.window.play.game_picture import TELEVISION
from gpulife.window.play.open_session import OpenSession
from gpulife.window.play.opening import Opening
from gpulife.window.play.outlook import Outlook, Plan, draw_words
from gpulife.window.play.overlay import Hints, OverlayController, menu_entry_at
from gpulife.window.play.result_banner import SECONDS_TO_READ, EndButton, Result, round_result
from gpulife.window.play.time_commands import watching_hint
from gpulife.window.play.traced_shapes import draw_cells_to_trace
from gpulife.window.scopes import PASS_ON, Handled, handles
from gpulife.window.shell import Shell

_SWELLS_PER_SECOND = 1.2
"""Number of times per second that the winners' cells grow brighter and fade."""
_CALM_SWELLING = 12.0
"""Frames per second while the winners' cells brighten and fade and nobody does anything."""
_WAITING_SPEED = 16.0
"""Factor by which the set-up phase runs faster while people wait for computer players to plant."""
_SEEN_AHEAD = 40
"""Number of generations that the preview of a planting shows. A pulsar needs 32 to form."""
KEEP_CELLS, TURNING_POINTS = "Keep the cells", "Turning points"
_CRUSHING = 2
"""After a win with this many times the cells of a computer, the next level is offered first."""
_WHAT_STAYS = "Fresh board: both begin anew. Keep the cells: all cells stay, both get new seeds"
_RINGS = "Plant in a ring: its number says how many cells you gain"
_GO_ON = (ActionKind.HALT, ActionKind.STEP)


class SurvivalController(OverlayController[ContestState], ContestController[ContestState]):
    """Runs One Seed or Seed List in the window: turns people's input into the game's actions, and draws the HUD."""

    game_picture = TELEVISION
    shows_scores = shows_help_hint = is_fast = True

    def __init__(self, shell: Shell, play: OpenSession) -> None:
        super().__init__(shell, play)
        self._mouse = MousePlanting()
        self._set_up = SetUpEnd(play.engine.rule, lambda: shell.now)
        self._over_since: float | None = None
        self._by_mouse = False
        self._light = BarLight(shell)
        self._outlooks = Outlook(shell, play), Outlook(shell, play)
        left, right = (PlantingAdvice(player, play.engine, lambda: shell.now) for player in range(2))
        self._advice = left, right
        self._aimed = AimedWords(play.engine), AimedWords(play.engine)
        self._gains = [RingGains(player, play.engine) for player in range(2)]
        self._best = [BestPlaces(player, play.engine, lambda: shell.now) for player in range(2)]
        self._hurry = Hurry(lambda: self.state, lambda: self.people, lambda: self._may_hurry)
        self._events = RoundEvents()
        self._told_of_edges = self._told_of_rings = False
        self._crossing: Remembered[bool] = Remembered()
        self._drawings = OfferedDrawings(play)
        play.runner.speed = self._speed_of_time

    @property
    def is_setting_up(self) -> bool:
        """True during the set-up of a round, in which players plant before the cells begin to live."""
        return self.state.phase is RoundPhase.SET_UP

    @property
    def may_be_done(self) -> frozenset[int]:
        """The players who have not yet said "done" in the set-up."""
        fair = self.state.fair
        if fair is None or not self.is_setting_up:
            return frozenset()
        return frozenset(player for player, ready in enumerate(fair.ready) if not ready)

    @property
    def done_controls(self) -> str:
        """The controls by which players say that they have finished the set-up, in braces; "" if they may not yet."""
        return "{done} {halt}" if len(self.people) == 1 else "{done}"

    @property
    def ready_for(self) -> tuple[int, int] | None:
        """An identifier of this round's set-up, which begins once all people are ready; None outside set-ups."""
        return (self.state.starts, self.state.round) if self.is_setting_up else None

    def ready_place(self, player: int) -> tuple[float, float]:
        """Return the middle of a player's half, as a point of the window."""
        rows, columns = self.play.engine.shape
        return self.layout.point_of(rows / 2, columns * (0.25 if player == 0 else 0.75))

    @property
    def ready_offer(self) -> str:
        """Text that offers the guided round; "" if it was offered before."""
        offered = self.shell.settings.guided_round_offered
        return "" if offered else "Your first match? {agree} plays a short guided round."

    def take_offer(self) -> list[CommandOrAction]:
        """Return the request that begins the guided round, which is offered by :attr:`ready_offer`."""
        return [GuidedRound("seed-list")]

    def on_ready(self) -> None:
        """Save in the settings that the guided round need not be offered again."""
        if not self.shell.settings.guided_round_offered:
            self.shell.change("guided_round_offered", value=True)

    @property
    def asks_to_begin(self) -> bool:
        """True if no round has begun, so that the screen asks people to begin one."""
        return self.state.phase is RoundPhase.SELECT

    @property
    def is_idle(self) -> bool:
        """True if no round is being played."""
        return self.state.phase in (RoundPhase.SELECT, RoundPhase.OVER)

    @property
    def opens_statistics(self) -> bool:
        """False for a person who plays against a computer: the result has a button, and they would take its room."""
        return not (self.people and self.computers)

    @property
    def after_round(self) -> Mapping[str, CommandOrAction]:
        """The buttons for another round, on this board or an empty one: requests keyed by labels; {} during a round."""
        if self.state.phase is not RoundPhase.OVER or not self.may_go_on:
            return {}
        requests = {KEEP_CELLS: Action(NOBODY, ActionKind.AGAIN), FRESH_BOARD: Action(NOBODY, ActionKind.START)}
        return dict(reversed(requests.items())) if self._begins_anew else requests

    @property
    def _begins_anew(self) -> bool:
        """True if the next round begins with an empty board by default; False if the cells stay, as in 1982."""
        # Otherwise the cells with which a lone player has won would decide the next round, too.
        return bool(self.computers) and self.state.series is None and self.play.own_seat is None

    @property
    def result(self) -> Result | None:
        """How the round has ended, or the set of rounds that ends with it; None during a round."""
        state, names = self.state, self.player_names
        wins = [side.wins for side in state.sides]
        result = round_result(state, names, state.scores, wins, self.end_reason, self.end_buttons)
        labels = [] if result is None else [button.label for button in result.buttons]
        if result is None or state.series is not None or not {FRESH_BOARD, KEEP_CELLS}.issubset(labels):
            return result
        return replace(result, note=".   ".join(words for words in (result.note, _WHAT_STAYS) if words))

    @property
    def again(self) -> EndButton:
        """The button, shown after the end of a round, that begins another one or the next of a set."""
        label = KEEP_CELLS if self.state.series is None else next_label(self.state.series)
        return replace(super().again, label=label)

    @property
    def end_buttons(self) -> tuple[EndButton, ...]:
        """The buttons after the end: rounds on this board and on an empty one, the statistics, and what follows.

        Statistics that are open have no button.

        After a crushing win against a computer, the first button offers the next level.
        """
        first, *others = super().end_buttons or (None,)
        if first is None:
            return ()
        fresh = EndButton(FRESH_BOARD, Action(NOBODY, ActionKind.START), "start")
        rounds = (fresh, first) if self._begins_anew else (first, fresh)
        is_open, game = self.shell.panel_state.round_summary.drawn, self.play.session.match.game
        watch = () if is_open else (EndButton(TURNING_POINTS, RoundSummary(), "result"),)
        levels, beaten = find_game(game).levels, self._crushed_level
        if not 0 < beaten < len(levels):
            return *rounds, *others[:-1], *watch, others[-1]
        harder = EndButton(f"Next: {levels[beaten].title}", SetUp(game, against=beaten + 1))
        return harder, *rounds, *watch, others[-1]

    @property
    def _crushed_level(self) -> int:
        """Level of the computer over which a lone person has just won with twice its cells; 0 for none."""
        state, people = self.state, self.people
        if self.play.own_seat is not None or len(people) != 1 or state.winner not in people or state.series is not None:
            return 0
        winner = people[0]
        is_crushed = state.scores[winner] >= _CRUSHING * state.scores[1 - winner]
        return max(self.play.seats.levels) if is_crushed else 0

    @property
    def overlay(self) -> Overlay:
        """The overlay for the game's current state, without scores if the banner with the result shows them."""
        shown = super().overlay
        if shown.menu and len(self.shapes) < len(SEED_SHAPES):
            people, shapes = self.people, self.shapes
            hides = [each.entry not in shapes and not (each.chosen and each.player in people) for each in shown.menu]
            menu = zip(shown.menu, hides, strict=True)
            shown = replace(shown, menu=tuple(replace(entry, is_hidden=hidden) for entry, hidden in menu))
        if self.state.phase is RoundPhase.PLAY:
            return replace(shown, means=self._events.means)
        if self.state.phase is not RoundPhase.OVER or (result := self.result) is None:
            return shown
        return replace(shown, has_scores=not result.scores)

    @property
    def shapes(self) -> Sequence[int]:
        """The entries of the seed menu that are offered to people here."""
        return range(len(SEED_SHAPES))

    @property
    def hints(self) -> Hints:
        """The hints to show now. They name only keys that have an effect now."""
        if self.play.is_show:
            return Hints()
        if self.play.only_watches:
            return Hints(middle=self._for_all("You watch  {help} Help"))
        people, legends = self.people, [self.legend(player) for player in range(2)]
        if self.play.runner.watching:
            middle = legends[people[0] if people else 0].pieces(watching_hint(self.play))
            return Hints(middle=(middle,))
        if not self.play.has_prompts or (self.play.runner.holds() and not self.holds_time):
            return Hints(middle=self._for_all("{help} Help"))
        mouse = self.mouse_player if self._by_mouse else None
        left, right = (
            [
                legend.pieces(line)
                for line in seat_hints(self.state, player, legend, by_mouse=player == mouse, done=self.done_controls)
            ]
            if player in people
            else ()
            for player, legend in enumerate(legends)
        )
        common = common_hints(self.state)
        if self._may_hurry:
            # On many keyboards "+" needs Shift, which plants.
            speed = "{faster}" if self.legend(self.people[0]).hands.pad else "{unlimited}"
            speed += f" {self._hurry.hint}"
            common = (f"{speed}  {common[0]}", f"{speed}  {{help}} Help", speed)
        return Hints((left, right), self._for_all(*common), self._numbered)

    @property
    def _numbered(self) -> int | None:
        """The player for whom number keys choose shapes: the only person at the keyboard; None for nobody."""
        here = self.at_keyboard(frozenset(self.people))
        return here[0] if len(here) == 1 and self.state.has_menu and self.state.accepts_input else None

    def prompts_for(self, player: int) -> Sequence[str]:
        """Return the prompt that says what a player can do now, in several wordings, longest first."""
        return seat_hints(self.state, player, self.legend(player), by_mouse=False) or common_hints(self.state)

    def _for_all(self, *lines: str) -> tuple[Sequence[Piece], ...]:
        """Return wordings of the hints for everybody, longest first. Each names the key to leave, if there is room.

        ``lines`` are the wordings without this key.
        """
        own_seat, line = self.play.own_seat, lines[0]
        legend = self.legend(next(iter(self.people), 0))
        if own_seat is None:
            outs = "  {panels} Panels  {start-screen} Start screen", "  {start-screen} Start screen", ""
            return tuple(legend.pieces(each + out) for each in lines for out in outs)
        wordings = [f"{line}  {{start-screen}} Leave the match", f"{line}  {{start-screen}} Leave"]
        if own_seat != NOBODY and self.state.phase in (RoundPhase.SET_UP, RoundPhase.PLAY):
            wordings.insert(0, f"{{resign-{own_seat + 1}}} Resign  {wordings[0]}")
        return *map(legend.pieces, wordings), legend.pieces("{start-screen} Leave")

    @property
    def opening(self) -> Opening | None:
        """The notice that asks people to plant in the set-up."""
        state = self.state
        if not (self.is_setting_up and self.people and self.play.has_prompts):
            return None
        late = [player for player in self.people if not any(state.sides[player].ledger.planted)]
        own = {player: (state.sides[player].cursor.row, state.sides[player].cursor.column) for player in late}
        if not late:
            return None
        if len(self.people) > 1:
            return Opening((state.starts, state.round), "Plant cells, each on your own half", (), own)
        plants, shapes = "{move} {trigger} or {click} plants", "{down} {down} opens the shapes"
        if self._numbered is not None:
            shapes = "Keys 1 to 0 or {wheel} take a shape"
        how = (f"{plants}   {shapes}", plants) if state.has_menu else (plants,)
        side, free = ("left", "right")[late[0]], list[BoardArea]()
        if not state.has_menu and self._drawings.shown(late[0]):
            how = (
                "{click} a drawing to plant it whole, or draw your own: {move} {trigger}",
                "{click} a drawing to plant it whole",
            )
            free = drawn_cells(late[0], self.layout.canvas)
        return Opening((state.starts, state.round), f"Plant cells on the {side} half", how, own, free=free)

    def draw(self, seconds: float) -> None:
        """Draw the overlay, a forecast of what planting does, and large cursors for people who plant single cells."""
        if self.is_setting_up:
            tint_halves(self.layout.canvas)
        super().draw(seconds)
        self._light.draw(self.layout.canvas, self.state.clock.height if self.state.phase is RoundPhase.PLAY else None)
        self._tell_of_edges()
        self._tell_events()
        if self.mouse_player is not None and not self.state.frozen:
            self.shell.withdraw_message(self._on_halted(self.mouse_player))
        stands = self.is_setting_up or (self.state.halted and not self.state.frozen)
        plants = self.state.accepts_input and not (self.play.runner.watching or self.play.session.in_the_past)
        plants &= self.play.has_prompts and (self.holds_time or not self.play.runner.holds())
        for player in self.people if plants else ():
            self._gains[player].draw(self.layout.canvas)
            if traced := self._drawings.shown(player):
                cursor = self.state.sides[player].cursor
                draw_drawings(player, traced, self.layout.canvas, (cursor.row, cursor.column))
            if (cells := self.overlay.cursors[player]) and not self.state.frozen:
                self._draw_aim(player, self._plan(player, cells), stands=stands)
            if traced:
                draw_drawings_words(player, traced, self.layout.canvas)
            if self._advice[player].lost_cell(self.state):
                self.shell.show_message(self._on_lost_cell(player))
        if self._mouse.stroke and self.mouse_player is not None:
            draw_cells_to_trace(self._mouse.stroke, self.mouse_player, self.layout.canvas)
        for player in self.people:
            cells = self.overlay.cursors[player] if player < len(self.overlay.cursors) else ()
            if len(cells) == 1:
                draw_own_cursor(self.layout.canvas, cells[0], player, free=1)

    def _draw_aim(self, player: int, plan: Plan, *, stands: bool) -> None:
        """Draw what planting at a cursor leads to; ``stands`` is True while no generations pass."""
        if not self.foretells:
            return
        canvas, state = self.layout.canvas, self.state
        drawings = drawn_areas(player, canvas) if self._drawings.shown(player) else []
        hides = self._aimed[player].covers(plan.at, self.play.engine.changes if stands else -1, drawings, canvas)
        if stands:
            self._outlooks[player].draw(canvas, plan, hides)
            return
        if not state.has_menu and state.sides[player].seeds:
            best = self._best[player]
            best.search(plan.at)
            best.draw(canvas)
            if best.spots and not (self._told_of_rings or self.shell.message):
                self._told_of_rings = True
                self.shell.show_message(_RINGS)
        if self._aimed[player].is_silent(state.sides[player], plan):
            return
        if words := self._advice[player].words(plan.cells, plan.at):
            draw_words(words, canvas, plan.at, hides)

    @property
    def foretells(self) -> bool:
        """True if marks and words show what planting leads to."""
        return True

    def _tell_of_edges(self) -> None:
        """Tell people that the left and right edges join when cells first cross them, once in a session."""
        engine, play = self.play.engine, self.play
        if self._told_of_edges or self.state.phase is not RoundPhase.PLAY or engine.rule.edges is not Edges.TORUS:
            return
        if not self.people or not play.has_prompts or play.session.in_the_past:
            return
        self._told_of_edges = self._crossing.of(engine.changes, lambda: crosses(engine))
        if self._told_of_edges:
            self.shell.show_message("The left and right edges join: cells cross from one to the other")

    def _tell_events(self) -> None:
        """Say when the lead changes, and when a person loses many cells at once."""
        play, state = self.play, self.state
        said = self._events.after(state, self.people, self.player_names)
        if said:
            self._hurry.end()
        if said and self.people and play.has_prompts and not (play.session.in_the_past or play.only_watches):
            self.shell.show_message(said)

    def _on_lost_cell(self, player: int) -> str:
        """Return why a player's cell was lost, and what helps under the rules of this match."""
        lost = "That cell died at once: it was alone"
        if not self.state.has_menu:
            return f"{lost}. {_RINGS}"
        if self.state.requires_consent:
            return f"{lost}. Plant it beside others, or take a larger shape"
        return f"{lost}. To draw, first press {self.legend(player).spoken('{halt}')} to halt"

    def _on_halted(self, player: int) -> str:
        return f"Halted: nobody can plant. {self.legend(player).spoken('{halt}')} resumes play"

    def _plan(self, player: int, cells: Sequence[Place]) -> Plan:
        """Return what a player would plant now. ``cells`` are the places that their shape would cover.

        Over a drawing it is the drawing, which a press makes whole.
        """
        cursor, (rows, columns) = self.state.sides[player].cursor, self.play.engine.shape
        at = cursor.row, cursor.column
        planned = {(row % rows, column % columns): player + 1 for row, column in cells}
        if (trace := self._drawings.at(player, at)) is not None:
            planned = dict.fromkeys(trace.missing, player + 1) | dict.fromkeys(trace.extra, 0)
        return Plan(player, at, planned, _SEEN_AHEAD, lambda film: self._advice[player].fate(planned, at, film))

    def flash(self, now: float) -> tuple[float, tuple[int, ...]]:
        """Return the flash's strength, 0 to 1, and the species that flash, at the time ``now`` in seconds.

        After a round the winners' cells flash.
        """
        winners = self.overlay.flashing
        if not winners:
            return super().flash(now)
        now = self.shell.motion.steps(_CALM_SWELLING)
        return 0.5 - 0.5 * cos(2 * pi * _SWELLS_PER_SECOND * now), winners

    def update_seats(self) -> None:
        """Tell the game who plays on each seat, and begin play once everybody has finished the set-up."""
        super().update_seats()
        if not self.play.session.in_the_past:
            seats = self.play.seats.people if self.play.own_seat is not None else self.people
            for action in begin_actions(self.state, sorted(seats)):
                if self.play.own_seat in (None, action.player):
                    self.play.runner.act_once(action)
            for player in self.people:
                self._gains[player].follow(self.state, self._best[player].spots)
        self._plant_stroke()
        over = self.state.phase is RoundPhase.OVER
        self._over_since = (self.shell.now if self._over_since is None else self._over_since) if over else None

    def _plant_stroke(self) -> None:
        """Plant the next cell of what a person has drawn with the mouse while generations pass."""
        player, runner = self.mouse_player, self.play.runner
        if player is None or runner.has_pending or self.play.session.in_the_past or not self._mouse.stroke:
            return
        side = self.state.sides[player]
        actions = self._mouse.plant_stroke(player, self.state, self._advice[player].dies_in_vain)
        if not (actions or self._mouse.stroke) and self.state.running and side.seeds:
            self.shell.show_message("A stroke leaves out cells that would change nothing")
        for action in actions:
            runner.act(action)

    @property
    def _waits_for_computers(self) -> bool:
        """True if all people have finished the set-up, while computers still plant."""
        people, state = self.people, self.state
        if not people or state.fair is None or not self.is_setting_up or self.play.session.in_the_past:
            return False
        return bool(self.computers) and all(state.fair.ready[player] for player in people)

    @property
    def _may_hurry(self) -> bool:
        """True if a person who plays here against a computer can let time pass faster."""
        play, state = self.play, self.state
        plays = state.phase is RoundPhase.PLAY and not state.halted and not play.session.in_the_past
        plays = plays and play.own_seat is None and play.has_prompts and not self.holds_time
        return plays and bool(self.people and self.computers)

    def _speed_of_time(self) -> float:
        return _WAITING_SPEED if self._waits_for_computers else self._hurry.factor

    @handles(Faster, Slower, Unlimited)
    def _change_speed(self, request: Faster | Slower | Unlimited) -> Handled:
        """Carry out a request for another speed: let time pass faster until a person plants, or as usual again."""
        if not self._may_hurry:
            return PASS_ON
        self.shell.show_message(self._hurry.take(request))
        return None

    # Input.

    def translate(self, requests: Iterable[CommandOrAction]) -> list[CommandOrAction]:
        """Return the requests of keys and pads for this game. Halting also begins a round or ends a set-up."""
        numbered = [each for request in requests for each in self._take_shape(request)]
        asked = [self._answer(request) for request in numbered]
        translated: list[CommandOrAction] = []
        for request in super().translate(request for request in asked if request is not None):
            if isinstance(request, Action) and request.player == self.mouse_player:
                self._by_mouse = False
            asks = (
                isinstance(request, Action)
                and self.is_setting_up
                and not (self.play.runner.holds() or self.play.runner.watching)
            )
            taken = self._take(request) if isinstance(request, Action) and asks else [request]
            self._tell_unspent(taken)
            if isinstance(request, Action) and request.kind is ActionKind.TRIGGER and request.a and taken == [request]:
                cursor = self.state.cursors[request.player]
                whole = self._whole_drawing(request.player, (cursor.row, cursor.column))
                taken = taken if whole is None else whole
            if isinstance(taken, str):
                self.shell.show_message(taken)
            else:
                translated += taken
        return translated

    def _take_shape(self, request: CommandOrAction) -> list[CommandOrAction]:
        """Turn a number key into the actions that take the shape with this number; return other requests unchanged."""
        player = self._numbered
        if not isinstance(request, Action) or request.kind is not ActionKind.DIGIT or player is None:
            return [request]
        if self.play.runner.holds() and not self.holds_time:
            self.shell.show_message("Shapes can be taken once time runs")
            return []
        entry = (request.a - 1) % len(SEED_SHAPES)
        if entry not in self.shapes:
            self.shell.show_message("Only the shapes below the board can be taken here")
            return []
        return [*choose_shape(self.state, player, entry, self.play.engine.shape)]

    def _take(self, request: Action) -> Sequence[CommandOrAction] | str:
        return self._set_up.take(request, self.state, self.people, self.play.engine.read_all)

    def _tell_unspent(self, taken: Sequence[CommandOrAction] | str) -> None:
        """Tell a person who is done with the set-up now how many seeds they keep."""
        for action in () if isinstance(taken, str) else taken:
            if not isinstance(action, Action) or action.kind is not ActionKind.DONE:
                continue
            if action.player in self.may_be_done and (left := self._set_up.unspent(self.state, action.player)):
                self.shell.show_message(left)

    def _answer(self, request: CommandOrAction) -> CommandOrAction | None:
        """Return the request to carry out; None to ignore ``request``.

        After a round, a press of a key or button becomes the request for the next round.
        """
        if not isinstance(request, Action) or self.play.session.in_the_past:
            return request
        is_press = request.kind is ActionKind.TRIGGER and request.a != 0 and request.player not in self.computers
        if request.kind not in _GO_ON and not is_press:
            return request
        if self.state.phase is RoundPhase.SELECT:
            return Action(KEYBOARD, ActionKind.START)
        if self._over_since is None:
            return request
        may_go_on = self.shell.now - self._over_since >= SECONDS_TO_READ
        again = Action(NOBODY, ActionKind.START) if self._begins_anew else Action(request.player, ActionKind.AGAIN)
        return again if may_go_on else None

    @property
    def mouse_player(self) -> int | None:
        """The player who uses the mouse: the only person or, of two, the left one; None if nobody plays here."""
        people = self.people
        return people[0] if people else None

    def mouse(self, events: Sequence[Event], *, on_panel: bool, dragging: bool) -> MouseResult:
        """Return the unused mouse events, for dragging and zooming, and the actions that the mouse makes."""
        player = self.mouse_player
        if player is None or dragging or self.state.phase is RoundPhase.HANDICAP or self.play.session.in_the_past:
            return super().mouse(events, on_panel=on_panel, dragging=dragging)
        let_go = any(isinstance(event, MouseButton) and not event.pressed for event in events)
        if not self.state.accepts_input:
            # A click on the board after a round does nothing, as it would hide the statistics.
            clicks = [event for event in events if is_left_press(event) and not on_panel]
            answered = () if self.state.phase is RoundPhase.OVER else clicks
            answers = [answer for _ in answered if (answer := self._answer(Action(player, ActionKind.TRIGGER, 1)))]
            released = self._mouse.release(player) if let_go else []
            return [event for event in events if event not in clicks], [*released, *answers]
        if self.state.frozen and not on_panel and any(is_left_press(event) for event in events):
            self.shell.show_message(self._on_halted(player))
        left: list[Event] = []
        requests: list[Action] = []
        for event in events:
            is_release = isinstance(event, MouseButton) and not event.pressed
            taken = None if on_panel and not is_release else self._plant(event, player)
            if taken is None:
                left.append(event)
            else:
                requests += taken
                self._by_mouse |= not isinstance(event, MouseMove)
            if self._mouse.refused:
                side = "left" if player == 0 else "right"
                self.shell.show_message(f"You plant on the {side} of the border")
                self._mouse.refused = False
        return left, requests

    def _plant(self, event: Event, player: int) -> list[Action] | None:
        if not isinstance(event, MouseButton | MouseMove | MouseWheel):
            return None
        shape = self.play.engine.shape
        canvas = self.layout.canvas
        entry = menu_entry_at(self.overlay, canvas, event.x, event.y)
        place = None if entry is not None else self.layout.place_at(event.x, event.y)
        taken = self._mouse.take(event, player, self.state, shape, place, entry, self._cell_at, self.shapes)
        if taken and place is not None and is_left_press(event):
            whole = self._whole_drawing(player, place, by_mouse=True)
            if whole is not None:
                self._mouse.release(player)  # the button, still held, must not draw on
                return whole
        return taken

    def _whole_drawing(self, player: int, place: Place, *, by_mouse: bool = False) -> list[Action] | None:
        """Return the actions that make the drawing at ``place`` whole (ruling R34); None if none is offered there.

        If it is whole already, say so and plant nothing, as one more cell would spoil it. A cell of it can still be
        taken back by two presses of a key, but not by a double click.
        """
        if player not in self.people or self.play.runner.holds() or (trace := self._drawings.at(player, place)) is None:
            return None
        whole = whole_drawing(player, place, self.state.sides[player].seeds, trace)
        if not isinstance(whole, str):
            return whole
        if whole == DRAWING_IS_WHOLE and not by_mouse and self._cell_at(place) == player + 1:
            return None
        self.shell.show_message(whole)
        return []

    def _cell_at(self, place: Place) -> int:
        return int(self.play.engine.read(*place, 1, 1)[0, 0])
