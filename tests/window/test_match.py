"""A whole Seed List match on two pads in the real window: set-up, menu, play, end, another round; with pictures."""

from __future__ import annotations

import pytest
from goldens import Goldens
from window.stage import Stage

from gpulife.games.core.round_end import Ending
from gpulife.games.matches import new_match
from gpulife.games.survival1982.input import TURNED_SHAPES
from gpulife.games.survival1982.state import ContestState, RoundPhase
from gpulife.rules import parse_rule

SIZE = (1280, 800)
LEFT, RIGHT = 0, 1
GLIDER = 5


@pytest.fixture
def goldens(stage: Stage, request: pytest.FixtureRequest, tmp_path) -> Goldens:
    assert stage.window.device.is_software, "golden pictures are those of a software renderer"
    return Goldens(tmp_path, regenerate=request.config.getoption("--regenerate"))


class Match:
    """Two people with a pad each; the left one's is in socket 0."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.game = new_match("seed-list", parse_rule("Immigration"), (88, 160), 1982)
        stage.shell.begin(self.game)
        stage.frames(2)

    @property
    def state(self) -> ContestState:
        state = self.stage.state
        assert isinstance(state, ContestState)
        return state

    def place(self, player: int) -> tuple[int, int]:
        cursor = self.state.sides[player].cursor
        return cursor.row, cursor.column

    def hold(self, player: int, *buttons: str, frames: int = 1, **axes: float) -> Match:
        """Hold buttons for so many frames of three ticks each."""
        self.stage.pads.hold(player, *buttons, **axes)  # type: ignore[arg-type]
        self.stage.live(frames, ticks=3)
        return self

    def tap(self, player: int, *buttons: str, times: int = 1) -> Match:
        for _ in range(times):
            self.hold(player, *buttons).hold(player)
        return self

    def into_menu(self, player: int) -> Match:
        """Down to the edge, let go, down."""
        while self.place(player)[0] < 87 - 3:
            self.hold(player, "dpad_down")
        self.hold(player, "dpad_down", frames=8).hold(player).tap(player, "dpad_down")
        assert self.state.sides[player].in_menu
        return self

    def choose(self, player: int, entry: int) -> Match:
        away = (entry - self.state.sides[player].entry) * (1 if player == LEFT else -1)
        return self.tap(player, "dpad_right" if away > 0 else "dpad_left", times=abs(away))

    def go(self, player: int, row: int, column: int) -> Match:
        """Move the cursor there: hold the stick while far away, tap when near."""
        for axis, ways, goal in ((0, ("dpad_up", "dpad_down"), row), (1, ("dpad_left", "dpad_right"), column)):
            for _ in range(200):
                away = goal - self.place(player)[axis]
                if not away:
                    break
                way = ways[away > 0]
                self.hold(player, way, frames=5 if abs(away) > 8 else 1).hold(player)
        return self

    def plant(self, player: int) -> Match:
        return self.tap(player, "a")

    def pass_seconds(self, seconds: float) -> Match:
        self.stage.pass_seconds(seconds)
        return self


def test_match_to_next_round(stage: Stage, goldens: Goldens) -> None:
    match = Match(stage)
    assert match.state.phase is RoundPhase.SELECT
    stage.pad("a", socket=LEFT)
    stage.pad("a", socket=RIGHT)
    assert [message for message in stage.messages if "plays with" in message] == [
        "Player 1 plays with Pad 0",
        "Player 2 plays with Pad 1",
    ]
    stage.shell._message_until = 0.0
    match.tap(LEFT, "start")
    assert match.state.phase is RoundPhase.SET_UP

    # Left: two blocks by single cells, then gliders out of the menu. Right: a line by holding, and blinkers.
    match.go(LEFT, 40, 30).plant(LEFT)
    assert match.state.sides[LEFT].seeds == 98
    for row, column in ((40, 31), (41, 31), (41, 30), (60, 50), (60, 51), (61, 51), (61, 50)):
        match.go(LEFT, row, column).plant(LEFT)
    match.go(RIGHT, 30, 110)
    match.hold(RIGHT, "a").hold(RIGHT, "a", "dpad_right", frames=14).hold(RIGHT)
    row, column = match.place(RIGHT)
    assert row == 30
    assert column > 113
    assert match.state.sides[RIGHT].seeds == 99 - (column - 110 + 1), "a line is drawn by holding"
    match.into_menu(LEFT).into_menu(RIGHT)
    match.choose(LEFT, GLIDER).choose(RIGHT, 1)
    assert (match.state.sides[LEFT].entry, match.state.sides[RIGHT].entry) == (GLIDER, 1)
    goldens.check(stage.live(35).frames(5).picture, "match_menu")
    turns = match.state.sides[LEFT].turns[GLIDER]
    match.tap(LEFT, "a")
    assert match.state.sides[LEFT].turns[GLIDER] == (turns + 1) % len(TURNED_SHAPES[LEFT][GLIDER])
    match.tap(LEFT, "a", times=len(TURNED_SHAPES[LEFT][GLIDER]) - 1)
    match.tap(LEFT, "dpad_up").tap(RIGHT, "dpad_up")
    match.go(LEFT, 20, 60).plant(LEFT).go(LEFT, 44, 64).plant(LEFT)
    match.go(RIGHT, 60, 120).plant(RIGHT).go(RIGHT, 66, 132).plant(RIGHT).go(RIGHT, 50, 140).plant(RIGHT)
    seeds = [side.seeds for side in match.state.sides]
    assert seeds[LEFT] == 99 - 8 - 2 * 5
    match.go(RIGHT, 40, 100)
    goldens.check(stage.live(35).frames(5).picture, "match_set_up")

    match.hold(LEFT, right_trigger=1.0).hold(LEFT)
    match.pass_seconds(3)
    assert match.state.phase is RoundPhase.PLAY
    clock = match.state.clock.notches
    assert clock < 80
    match.plant(RIGHT).pass_seconds(0.5)
    assert match.state.clock.notches > clock, "planting sends the clock back to the top"
    assert match.state.sides[RIGHT].seeds == seeds[RIGHT] - 3
    goldens.check(stage.frames(1).picture, "match_play")

    while match.state.phase is RoundPhase.PLAY:
        match.pass_seconds(1)
    assert match.state.ending in (Ending.CLOCK, Ending.SHUT_OUT)
    winner = match.state.winner
    assert winner is not None
    assert match.state.flashing == (winner + 1,)
    goldens.check(stage.frames(20).picture, "match_end")

    match.tap(LEFT, "b")
    assert match.state.phase is RoundPhase.SET_UP
    assert match.state.round == 2
    assert match.state.sides[winner].wins == 1
    assert match.state.sides[LEFT].entry == GLIDER, "the shape is kept"
    assert match.state.sides[LEFT].seeds == 99
