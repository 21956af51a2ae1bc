"""LIFE-2 in the window: its controller and its help page."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from imgui_bundle import icons_fontawesome_6 as icons

from gpulife.games.core.foresight import Foresight
from gpulife.games.core.game import NOBODY, Action, ActionKind, Place
from gpulife.games.core.round_end import Ending
from gpulife.games.core.shared_texts import count_text
from gpulife.games.life2.foresight import MAX_CELLS, foreseen
from gpulife.games.life2.observation import (
    REFUSALS,
    Life2Overlay,
    life2_overlay,
    prompts,
)
from gpulife.games.life2.state import PLAYERS, Life2Phase, Life2State
from gpulife.games.registry import find_game
from gpulife.input.commands import CommandOrAction, SetUp
from gpulife.input.events import Event, MouseMove
from gpulife.view.camera import Camera
from gpulife.window.games.life2.board import HudContent
from gpulife.window.games.life2.hud import draw_hud
from gpulife.window.games.life2.layout import HEADLINE, Layout, layout
from gpulife.window.play.board_layout import HudMargins
from gpulife.window.play.foresight import Remembered
from gpulife.window.play.game_controller import GameController, MouseResult, RoundsController, is_left_press
from gpulife.window.play.game_picture import PAPER
from gpulife.window.play.game_window import ControlLine, GamePage, GameWindow
from gpulife.window.play.open_session import OpenSession
from gpulife.window.play.private_board import PrivateBoard
from gpulife.window.play.result_banner import EndButton, Result
from gpulife.window.scopes import PASS_ON, Handled, handles
from gpulife.window.shell import Shell
from gpulife.window.start.two_player_setup import TwoPlayerSetup

PAGE = GamePage(
    icon=icons.ICON_FA_PUZZLE_PIECE,
    controls=(
        ControlLine("Move your marker", "{move}"),
        ControlLine("Choose the place, or take it back", "{trigger}"),
        ControlLine("Choose or take back, against the computer", "{click}", own=False),
        ControlLine("Type column, then row", "{digit-1} to {digit-5}", own=False),
        ControlLine("Begin the game", "{start}", own=False),
        ControlLine("Halt and resume", "{halt}", own=False),
        ControlLine("Play the generation at once", "{step}", own=False, brief="Skip the wait"),
        ControlLine("Another game after the end", "{end-main}", own=False),
    ),
    steps=(
        "Choose three places, and after the first turn one place a turn. The other player does not see your choice.",
        "When both are ready, the pieces appear and one generation passes.",
        "A piece with 2 or 3 neighbours lives, others die. 3 bring a new one, of whoever has most.",
        "A place that both chose stays empty. Occupied places are refused.",
        "Two at one screen: your hidden marker starts in the middle. It wraps around at the edges: count its steps.",
        "A player without a piece after a generation has lost.",
    ),
    pictures=(
        "A.A/.A./...",
        ".A./.A./.A. > .../AAA/...",
        "AA/B. > AA/BA",
        "A.B/.x./A.B",
        ".../.o./...",
        "AA..B/AA... > AA.../AA...",
    ),
    ready_lines=2,
)
_MAX_PRIVATE = 20 * 20
"""Largest board, in cells, that is shown on phones."""
_TURNING = 0.8
"""Seconds in which the chosen pieces come to the board and are turned over."""
_NO_PLAYER = -2
"""Player number of typed digits that no player can use."""


class Life2Controller(RoundsController[Life2State]):
    """Runs LIFE-2 in the window: turns people's input into the game's actions, and draws the board and the HUD."""

    game_picture = PAPER
    has_trails = False  # pieces do not move for whole turns
    _pointed: Place | None = None
    """Place of the pointer and the marker while the only person here uses the mouse; None if they use keys."""

    def __init__(self, shell: Shell, play: OpenSession) -> None:
        super().__init__(shell, play)
        self._next: Remembered[Foresight | None] = Remembered()
        self._turned: tuple[int, int, int] | None = None  # the game, round and turn whose pieces were turned over last
        self._turned_at = -_TURNING
        self._counted: tuple[int, int] | None = None  # the game and round that have been counted for the record
        self._record = ""

    @property
    def hud_margins(self) -> HudMargins:
        """Height in points of the headline above the board. ``own_camera`` leaves space for the rest of the HUD."""
        return HudMargins(HEADLINE * self.shell.imgui_backend.scale)

    @property
    def own_camera(self) -> Camera:
        """The camera that shows the whole board and leaves space for the HUD around it."""
        return self._layout.camera

    @property
    def _layout(self) -> Layout:
        covered, room = self.layout.covered, self.layout.end_room
        return layout(self.play.engine.shape, self.shell.window.view_size, covered._replace(below=covered.below + room))

    @property
    def shown_to_all(self) -> frozenset[int]:
        """Players whose secret choices are shown: a person who plays alone at this window; all players in a replay."""
        if self.play.is_replay:
            return frozenset(range(PLAYERS))
        people = self.play.local_people
        return people if len(people) == 1 else frozenset()

    @handles(ActionKind.DIGIT)
    def _type_digit(self, request: Action) -> Handled:
        """Give a typed digit to the first person who still has to choose a place."""
        if request.player != NOBODY:
            return PASS_ON
        player = next(
            (player for player in sorted(self.play.local_people) if self.state.may_choose(player)), _NO_PLAYER
        )
        self.play.runner.act(replace(request, player=player))
        return None

    @property
    def ready_for(self) -> tuple[int, int] | None:
        """An identifier of the opening, which begins once all people are ready; None later, or if it has no clock."""
        state = self.state
        against_clock = state.phase is Life2Phase.OPENING and state.rules.opening_seconds
        return (state.starts, state.round) if against_clock else None

    @property
    def takes_clicks(self) -> bool:
        """True if a click on the board chooses a place or begins a game."""
        return (self.state.choosing and not self.state.halted) or super().takes_clicks

    def click(self, place: Place | None) -> Iterable[CommandOrAction]:
        """Return the action with which a person who plays against the computer chooses ``place`` or takes it back."""
        if not self.state.choosing:
            yield from super().click(place)
        elif len(self.play.local_people) > 1:
            self.shell.show_message(
                "a click would show your place to the other player: use stick and trigger, or type column and row"
            )
        elif place is not None:
            for player in self.play.local_people:
                is_chosen = place in self.state.hands[player].chosen
                yield Action(player, ActionKind.WITHDRAW if is_chosen else ActionKind.PLACE, *place)

    def mouse(self, events: Sequence[Event], *, on_panel: bool, dragging: bool) -> MouseResult:
        """Return the unused mouse events, and the player's choices. The marker of a lone player follows the pointer."""
        for event in events:
            if is_left_press(event) or isinstance(event, MouseMove):
                place = None if on_panel else self.layout.place_under(event)
                self._pointed = self._pointed if place is None else place
        return super().mouse(events, on_panel=on_panel, dragging=dragging)

    def translate(self, requests: Iterable[CommandOrAction]) -> list[CommandOrAction]:
        """Return the requests, adapted to this game.

        While the marker follows the pointer, a trigger chooses the place under the pointer. Once a stick is moved, the
        stick moves the marker again.
        """
        translated: list[CommandOrAction] = []
        for request in super().translate(requests):
            kind = request.kind if isinstance(request, Action) else None
            if kind is ActionKind.STICK:
                self._pointed = None
            is_choice = kind is ActionKind.TRIGGER and self._marks_pointer
            if not is_choice:
                translated.append(request)
            elif isinstance(request, Action) and request.a:
                translated += self.click(self._pointed)
        return translated

    @property
    def _marks_pointer(self) -> bool:
        """True if the marker of the only person here is shown where the pointer is."""
        return self._pointed is not None and self.state.choosing and len(self.play.local_people) == 1

    def private_board(self, player: int) -> PrivateBoard | None:
        """Return the board with a player's marker and chosen places; None outside games, or if it is too large."""
        shape, seat = self.play.engine.shape, self.play.own_seat if self.play.own_seat is not None else player
        if self.play.is_replay or not self.state.playing or seat not in range(PLAYERS):
            return None
        if shape[0] * shape[1] > _MAX_PRIVATE:
            return None
        hand = life2_overlay(self.state, shape, frozenset({seat})).hands[seat]
        marker = self._pointed if self._marks_pointer and hand.marker is not None else hand.marker
        return PrivateBoard(self.bursts.cells(shape), "*#", hand.ghosts, marker, REFUSALS.get(hand.refused, ""))

    def prompts_for(self, player: int) -> Sequence[str]:
        """Return the prompt that says what players can do now, in several wordings, longest first.

        It is the same for both players.
        """
        del player
        overlay = life2_overlay(self.state, self.play.engine.shape, self.shown_to_all)
        return prompts(overlay, sorted(self.play.local_people), self.player_names)

    @property
    def wins(self) -> Sequence[int]:
        """Number of games that each player has won."""
        return [hand.wins for hand in self.state.hands]

    @property
    def end_buttons(self) -> tuple[EndButton, ...]:
        """The buttons after the end. After a win against a computer, the first one offers the next level."""
        usual, levels, beaten = super().end_buttons, find_game("life-2").levels, self._beaten_level
        if not usual or not 0 < beaten < len(levels):
            return usual
        return EndButton(f"Play {levels[beaten].title}", SetUp("life-2", against=beaten + 1, begins=True)), *usual

    @property
    def _beaten_level(self) -> int:
        """Level of the computer that a lone person here has just beaten; 0 for none."""
        state, people = self.state, self.play.local_people
        if self.play.own_seat is not None or len(people) != 1 or state.winner not in people:
            return 0
        if state.series is not None and not state.series.over:
            return 0  # another round of the set comes first
        return max(self.play.seats.levels)

    @property
    def result(self) -> Result | None:
        """How the game has ended; after a win against a computer, with the fewest turns in which that was done."""
        result = super().result
        return result and replace(result, note=result.note or self._record)

    def _count_win(self) -> None:
        """After a win against a computer, keep the number of turns if it is the lowest against that level."""
        state, play = self.state, self.play
        if state.phase is not Life2Phase.OVER:
            self._record = ""
        level, game = self._beaten_level, (state.starts, state.round)
        is_past = play.is_replay or play.plays_file or play.session.in_the_past or play.runner.seeking is not None
        if not level or is_past or game == self._counted or state.ending is not Ending.SHUT_OUT:
            return
        self._counted = game
        name, key = find_game("life-2").levels[level - 1].title, f"life-2.{level}"
        known = dict(text.split("=", 1) for text in self.shell.settings.fewest_turns if "=" in text)
        best = int(known[key]) if known.get(key, "").isdecimal() else 0
        if best and best <= state.turn:
            self._record = f"Your fastest win against the {name}: {count_text(best, 'turn')}"
            return
        first = "first" if not best else "fastest"
        self._record = f"Your {first} win against the {name}, in {count_text(state.turn, 'turn')}"
        texts = tuple(f"{each}={turns}" for each, turns in (known | {key: str(state.turn)}).items())
        self.shell.change("fewest_turns", texts)

    def draw(self, seconds: float) -> None:
        """Draw the HUD around the board and the marks on its cells."""
        self._count_win()
        super().draw(seconds)
        play, shape = self.play, self.play.engine.shape
        cells = self.bursts.cells(shape) if shape[0] * shape[1] <= MAX_CELLS else None
        observation = life2_overlay(self.state, shape, self.shown_to_all)
        if self._marks_pointer:
            hands = (
                replace(hand, marker=self._pointed if hand.marker is not None else None) for hand in observation.hands
            )
            observation = replace(observation, hands=tuple(hands))
        legends = tuple(self.legend(player) for player in range(PLAYERS))
        content = HudContent(
            observation,
            self.layout.canvas,
            cells,
            self.counts,
            play.local_people,
            legends,
            play.own_seat,
            play.has_prompts,
            is_replay=play.is_replay,
            has_cards=self.has_cards,
            turning=self._turning(),
            coming=self._coming(observation),
        )
        draw_hud(content, self._layout)

    def draw_game_picture(self) -> None:
        """Draw the paper and, once the pieces of this turn have been turned over, what has just changed on it."""
        if self._turning() < 1:
            GameController.draw_game_picture(self)
        else:
            super().draw_game_picture()

    def _turning(self) -> float:
        """Return how far the pieces of this turn have been turned over, 0 to 1. They turn once both have chosen."""
        state, shell, play = self.state, self.shell, self.play
        turn = state.starts, state.round, state.turn
        if state.phase is not Life2Phase.REVEAL:
            return 1.0
        if turn != self._turned:
            self._turned, self._turned_at = turn, shell.now
        stands = play.session.in_the_past or play.runner.seeking is not None or self.layout.canvas.is_calm
        share = (shell.now - self._turned_at) / _TURNING
        if stands or share >= 1:
            return 1.0
        shell.motion.due()
        return share

    def _coming(self, observation: Life2Overlay) -> Foresight | None:
        """Return the next generation, computed without the other player's secret choice; None if it is not shown.

        It is shown to a person who plays alone here and has chosen all places, or all but the one under the marker.
        """
        engine, people = self.play.engine, self.play.local_people
        if not (self.state.choosing and len(people) == 1 and not self.play.is_replay and self.play.has_prompts):
            return None
        player = min(people)
        hand = observation.hands[player]
        return self._next.of((hand, engine.changes), lambda: foreseen(hand, player, engine))


WINDOW = GameWindow(controller=Life2Controller, setup=TwoPlayerSetup, page=PAGE)
