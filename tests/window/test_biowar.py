"""BioWar in the real window: six seats on keyboard, pads and mouse, function keys, the conversation; with pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from goldens import Goldens
from imgui_bundle import imgui
from window.stage import Stage, choose_seats, show_start_screen

from gpulife.games.biowar.ai import BioWarComputer
from gpulife.games.biowar.observation import SeatBox, goal_texts, prompts
from gpulife.games.biowar.state import BioWarState, PlayerStanding, TurnPhase
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.core.game_spec import LIMIT
from gpulife.games.matches import default_rule, new_match
from gpulife.games.start_presets import START_PRESETS
from gpulife.input.commands import ChangeSeat
from gpulife.input.events import MouseButton, MouseMove
from gpulife.input.glyphs import Piece
from gpulife.rules import parse_rule
from gpulife.seats import parse_seats
from gpulife.view.camera import pixel_of
from gpulife.window.design import CHOSEN
from gpulife.window.games.biowar import finale, hud
from gpulife.window.games.biowar.finale import FIREWORKS
from gpulife.window.games.biowar.placing_advice import contest_prompts
from gpulife.window.panels.widgets import button_colour
from gpulife.window.play import canvas
from gpulife.window.play.bursts import Rise
from gpulife.window.play.canvas import PHRASES
from gpulife.window.play.session_saver import restore_seats, seats_to_save
from gpulife.window.start.setup_page import about_level, ranked_titles

SIZE = (1280, 800)
PEOPLE = ("person",) * 6
ROW = tuple((5, column) for column in range(9, 14))


@pytest.fixture
def goldens(stage: Stage, request: pytest.FixtureRequest, tmp_path) -> Goldens:
    assert stage.window.device.is_software, "golden pictures are those of a software renderer"
    return Goldens(tmp_path, regenerate=request.config.getoption("--regenerate"))


ROW_OF_ONE = ((9, 20),)


class War:
    """BioWar on a stage."""

    def __init__(
        self, stage: Stage, seats: tuple[str, ...] = PEOPLE, shape: tuple[int, int] = (11, 24), limit: int = 0
    ) -> None:
        self.stage = stage
        choose_seats(stage, parse_seats(seats))
        stage.shell.settings = stage.shell.settings.__class__(reduced_flashing=False, panels_hidden=True)
        match = new_match("biowar", default_rule("biowar").on_board(shape), shape, 1986)
        stage.shell.begin(replace(match, settings={LIMIT: limit} if limit else {}))
        stage.frames(2)

    @property
    def state(self) -> BioWarState:
        state = self.stage.play.session.state
        assert isinstance(state, BioWarState)
        return state

    @property
    def standings(self) -> list[str]:
        return [str(side.standing) for side in self.state.sides]

    def act(self, player: int, kind: ActionKind, a: int = 0, b: int = 0, data: str = "") -> War:
        self.stage.play.runner.act(Action(player, kind, a, b, data))
        self.stage.frames(1)
        return self

    def put(self, player: int, *places: tuple[int, int]) -> War:
        for row, column in places:
            self.act(player, ActionKind.POINT, row, column)
            self.act(player, ActionKind.TRIGGER, 1).act(player, ActionKind.TRIGGER, 0)
        return self

    def pass_seconds(self, seconds: float) -> War:
        self.stage.pass_seconds(seconds)
        return self

    def to_turn(self, turn: int) -> War:
        while self.state.turn != turn:
            assert not self.state.is_over
            self.pass_seconds(0.5)
        return self

    def click(self, row: int, column: int) -> War:
        x, y = pixel_of(self.stage.play.display.camera, SIZE, row + 0.5, column + 0.5)
        self.stage.frames(1, MouseButton(0, pressed=True, x=x, y=y))
        self.stage.frames(1, MouseButton(0, pressed=False, x=x, y=y))
        return self


def test_tour_by_keyboard(stage: Stage) -> None:
    """F4 joins, the cursor keys and the trigger place five in a row, F4 says DONE: a traffic light results."""
    war = War(stage)
    assert war.state.turn == 0
    stage.key("F3")
    assert war.state.who
    stage.key("F3").key("F4")
    assert (war.state.turn, war.standings[0]) == (1, "in")
    for _ in range(3):
        stage.key("S")
    for place in range(5):
        stage.key("LeftShift").key("D")
        assert len(war.state.sides[0].marks) == place + 1
    stage.key("F4")
    assert war.state.phase is TurnPhase.GROWTH
    for turn in range(2, 9):
        war.to_turn(turn)
        assert stage.cells.sum() > 0
        stage.key("F4")
    assert stage.cells.sum() == 12


def test_quit_key_leaves_then_shows_start_screen(stage: Stage) -> None:
    war = War(stage)
    stage.key("F4").key("F2")
    assert war.state.sides[0].asking
    stage.key("F2")
    assert not war.state.sides[0].asking
    stage.key("F2").key("F3")
    assert war.standings[0] == "spectator"
    assert not stage.menu_shown
    stage.key("F2")
    assert war.state.asking
    stage.key("F3")
    assert stage.menu_shown
    stage.screens.start_menu.choose("")
    stage.frames(3)
    assert not war.state.asking


def test_keyboard_halves_and_four_pads(stage: Stage) -> None:
    war = War(stage)
    for socket in range(4):
        stage.pad("a", socket=socket)
    assert sorted(stage.shell.poller.devices()) == list(range(6))
    for socket in (7, 8):  # two more share the keyboard's seats
        stage.pad("a", socket=socket)
    stage.pad("a", socket=9)
    assert stage.messages[-1] == "No seat is free for Pad 9"
    for socket in range(3):
        stage.pad("start", socket=socket)
    stage.pad("a", socket=3)
    stage.key("Q").key("RightCtrl")
    assert war.standings == ["in"] * 6
    stage.pad("a", "dpad_right", socket=2)
    stage.pad("start", socket=0).key("Q").key("Slash")
    assert [side.done for side in war.state.sides] == [True, True, True, False, False, False]
    stage.pad("back", socket=1).key("Semicolon").key("T").key("T")
    assert [side.who for side in war.state.sides] == [False, True, False, True, False, False], "everybody's own page"
    assert not war.state.who
    stage.key("F3")
    assert [side.who for side in war.state.sides[:2]] == [True, True]
    stage.pad("lt", socket=1)
    stage.pads.hold(1, left_trigger=1.0)
    stage.frames(2)
    stage.pads.hold(1, "back", left_trigger=1.0)
    stage.frames(2)
    stage.pads.hold(1)
    stage.frames(2)
    assert war.state.sides[3].asking
    stage.pad("back", socket=1)
    assert war.standings[3] == "spectator"
    assert not stage.menu_shown


def test_mouse_places_for_keyboard_player(stage: Stage) -> None:
    war = War(stage)
    stage.key("F4")
    war.click(3, 4).click(3, 5).click(3, 4)
    assert war.state.sides[0].marks == ((3, 5),)
    stage.key("F4")
    war.click(3, 8)
    assert stage.messages[-1] == "nobody at the keyboard can place cells now"


def press(stage: Stage, key: imgui.Key, times: int = 1) -> None:
    """Press a key in Dear ImGui, which listens to the window itself."""
    for _ in range(times):
        imgui.get_io().add_key_event(key, down=True)
        stage.frames(2)
        imgui.get_io().add_key_event(key, down=False)
        stage.frames(2)


def test_talking_by_keyboard(stage: Stage) -> None:
    war = War(stage)
    stage.key("Enter").frames(2)
    fields = stage.controller.conversation
    assert fields.speaker == NOBODY
    imgui.get_io().add_input_characters_utf8("Hi")
    stage.frames(4).key("W")
    press(stage, imgui.Key.enter)
    assert [(remark.player, remark.text) for remark in war.state.remarks] == [(NOBODY, "Hi")]
    assert fields.speaker is None
    assert war.state.turn == 0
    stage.key("F4").key("Enter").frames(2).key("D")
    assert fields.speaker == 0
    assert war.state.sides[0].cursor.column == 4, "keys are the text's"
    press(stage, imgui.Key.escape)
    assert fields.speaker is None
    assert len(war.state.remarks) == 2


def test_talking_by_pad_from_a_list(stage: Stage) -> None:
    war = War(stage)
    stage.pad("a").pad("start")
    row = war.state.sides[2].cursor.row

    def open_list() -> None:
        stage.pads.hold(0, left_trigger=1.0)
        stage.frames(2)
        stage.pads.hold(0, left_trigger=1.0, right_trigger=1.0)
        stage.frames(2)
        stage.pads.hold(0)
        stage.frames(3)

    open_list()
    assert stage.controller.conversation.speaker == 2
    stage.pad("dpad_right")
    stage.pad("a").frames(2)
    assert [(remark.player, remark.text) for remark in war.state.remarks[1:]] == [(2, PHRASES[1])]
    stage.pad("dpad_down")
    assert war.state.sides[2].cursor.row == row + 1, "the pad plays again"
    open_list()
    stage.pad("b").frames(2)
    assert stage.controller.conversation.speaker is None
    assert len(war.state.remarks) == 2
    stage.pad("dpad_down")
    assert war.state.sides[2].cursor.row == row + 2


def test_computers_wait_and_take_any_seat(stage: Stage) -> None:
    war = War(stage, ("person", "computer:1", "computer:4", "nobody", "person", "nobody"))
    war.pass_seconds(4)
    assert war.standings == ["spectator"] * 6
    stage.key("F4")
    war.pass_seconds(4)
    assert war.standings == ["in", "in", "in", "spectator", "spectator", "spectator"]
    war.to_turn(2)
    assert war.state.sides[2].cells > 0
    stage.do(ChangeSeat(2, "level", 0))
    assert war.standings[2] == "spectator"
    assert [type(player) for player in stage.play.session.players] == [BioWarComputer]
    stage.pad("a", socket=5)
    assert stage.shell.poller.devices()[2] == ("Pad 5",)
    stage.do(ChangeSeat(5, "level", 2)).do(ChangeSeat(5, "name", "Eve"))
    assert stage.shell.settings.party_seats[5] == "computer:2"
    assert stage.play.seats.names[5] == "Eve (Gardener)"
    stage.do(ChangeSeat(2, "closed", value=True))
    assert 2 not in stage.shell.poller.devices()


def test_keys_for_taken_and_missing_seats(stage: Stage) -> None:
    War(stage, ("computer:1", "nobody", "person", "person", "person", "person"))
    stage.key("F4")
    assert stage.messages[-1] == "no seat at the keyboard is free: choose who plays in the settings, under Players"
    stage.key("Q")
    assert stage.messages[-1] == "seat 1 is taken: change it in the settings, under Players"
    rule = parse_rule("BioWar:3").on_board((11, 24))
    stage.shell.begin(new_match("biowar", rule, (11, 24), 1))
    stage.frames(2)
    stage.pad("a")
    assert stage.shell.poller.devices()[2] == ("Pad 0",)
    stage.pad("a", socket=1)
    assert stage.messages[-1] == "No seat is free for Pad 1"


def test_spectators_page_closes_by_its_key(stage: Stage) -> None:
    war = War(stage)
    stage.key("F3").key("F4")
    assert (war.state.who, war.state.sides[0].who) == (True, False)
    stage.key("F3")
    assert (war.state.who, war.state.sides[0].who) == (False, False)
    stage.key("F3")
    assert (war.state.who, war.state.sides[0].who) == (False, True)


def test_hidden_placing_of_a_seat(stage: Stage) -> None:
    war = War(stage)
    stage.do(ChangeSeat(1, "hides", value=True))
    stage.key("Q").key("Slash")
    assert [side.hides for side in war.state.sides[:2]] == [False, True]
    war.put(0, (3, 3)).put(1, (3, 3), (5, 5))
    stage.shell.begin(war.stage.play.session.match)
    stage.frames(2)
    assert war.state.sides[1].hides
    assert stage.shell.settings.party_seats[1] == "unseen"
    restore_seats(stage.controller, seats_to_save(stage.controller))
    assert stage.play.seats.seats[1].hides, "of a resumed session, too"
    stage.do(ChangeSeat(1, "level", 2))
    assert not war.state.sides[1].hides
    stage.do(ChangeSeat(1, "level", 0)).do(ChangeSeat(1, "hides", value=False))
    assert not war.state.sides[1].hides


def test_new_cells_show_what_they_will_do_but_hidden_ones_do_not(stage: Stage) -> None:
    war = War(stage)
    for player in (0, 1):
        war.act(player, ActionKind.START)
    war.act(1, ActionKind.HIDE, 1).put(0, (5, 5), (5, 6)).act(0, ActionKind.POINT, 5, 7)
    controller = stage.controller
    shown = controller._foreseen([0, 1])
    assert shown.gains == ((0, (5, 7), 3),), "a blinker; nobody sees what a hidden player aims at"
    assert {change.place for change in shown.changes} == {(4, 6), (6, 6), (5, 5), (5, 7)}
    war.put(1, (4, 7), (6, 7), (5, 8))
    assert controller._foreseen([0, 1]) == shown, "hidden cells must not be found by what they do"
    war.act(1, ActionKind.HIDE, 0)
    assert controller._foreseen([0, 1]) != shown
    x, y = pixel_of(stage.play.display.camera, SIZE, 1.5, 1.5)
    stage.frames(1, MouseMove(x, y))
    assert controller._foreseen([0]).gains == ((0, (1, 1), 0),), "people aim with the pointer"
    stage.key("A")
    assert controller._foreseen([0]).gains == (), "or with the cursor, here at a cell that they have placed"
    war.act(0, ActionKind.DONE)
    assert controller._foreseen([0]).changes == ()


def test_a_game_with_a_limit_ends_and_is_played_again_at_once(stage: Stage) -> None:
    war = War(stage, ("person", "computer:1", *["nobody"] * 4), limit=1)
    war.pass_seconds(3)
    war.put(0, (5, 5), (5, 6), (6, 5), (6, 6), (9, 1), (9, 2), (10, 1), (10, 2)).act(0, ActionKind.DONE)
    while not war.state.is_over:
        war.pass_seconds(0.5)
    result = stage.controller.result
    assert result is not None
    assert "after 1 turn" in result.reason
    own = war.state.winner == 0
    assert result.title == ("You win" if own else "You came 2nd")
    assert own or result.reason.startswith("Beginner wins with ")
    told = [goal_texts(war.state, player, stage.controller.player_names)[0] for player in (0, 1)]
    goal = "Most points after 1 turn win: "
    assert sorted(told) == [f"{goal}you came 2nd", f"{goal}you won by 1 point"]
    assert stage.controller._homes({0: Rise(1, 1, 0.1)}, stage.controller.layout.canvas) == {}, "not over the result"
    war.pass_seconds(2)
    stage.key("Enter").frames(2)
    assert (war.state.turn, war.standings[0]) == (1, "in")
    assert not stage.cells.any()


def test_points_fly_from_the_middle_of_the_cells(stage: Stage) -> None:
    war = War(stage)
    war.act(0, ActionKind.START).put(0, (5, 5), (5, 6), (6, 5), (6, 6), (9, 1), (9, 2), (10, 1), (10, 2))
    war.act(0, ActionKind.DONE).to_turn(2)
    canvas = stage.controller.layout.canvas
    assert stage.controller._homes({0: Rise(1, 1, 0.1)}, canvas) == {0: canvas.point_of(8.0, 4.0)}, "amid both blocks"
    assert stage.controller._homes({0: Rise(1, 1, 0.1)}, replace(canvas, is_calm=True)) == {}


ALONE = ("person", "computer:1", "computer:1", *["nobody"] * 3)


def test_a_lone_person_joins_at_once_and_after_a_restart(stage: Stage) -> None:
    war = War(stage, ALONE)
    assert (war.state.turn, war.standings[0]) == (1, "in")
    war.put(0, (5, 5))
    stage.act(ActionKind.START).frames(3)
    assert war.state.sides[0].marks == ()
    assert (war.state.turn, war.standings[0]) == (1, "in"), "a restart begins at once, too"
    stage.key("F2").key("F3")
    assert war.standings[0] == "spectator", "but who quits stays out"
    assert War(stage).standings == ["spectator"] * 6, "several people say when they join"


@pytest.mark.parametrize("how", ["key", "click", "start"])
def test_who_is_out_joins_again_by_the_key_that_places_cells(stage: Stage, how: str) -> None:
    war = War(stage, ALONE).pass_seconds(3).put(0, (0, 0)).act(0, ActionKind.DONE).to_turn(2)
    assert war.standings[0] == "out"
    if how == "click":
        war.click(3, 4)
    else:
        stage.key("LeftShift" if how == "key" else "F4")
    assert (war.standings[0], war.state.sides[0].allotment) == ("in", 10)
    shown = [text for _, _, text in stage.controller._log.merged(war.state, events(war.state))]
    assert [text for text in shown if text in ("0 joined", "0 left")] == ["0 joined", "0 joined"], "they never left"
    greeted = [text for _, _, text in stage.controller._log.merged(war.state, events(war.state), greets=False)]
    assert [text for text in greeted if text.endswith("joined")] == ["0 joined"], "not who joins in turn 1"


def events(state: BioWarState) -> list[tuple[int, str, str]]:
    return [(remark.player, "", f"{remark.player} {remark.event}") for remark in state.remarks]


def test_the_report_counts_cells_that_a_tick_places_in_portions(stage: Stage) -> None:
    """Cells come one by one if a tick is carried out in portions; the report waits for the last of them."""
    war = War(stage, ALONE).pass_seconds(3)
    war.put(0, *((row, column) for row in (1, 2, 3) for column in (3, 4, 5) if (row, column) != (2, 4)))
    war.act(0, ActionKind.DONE)
    stage.live_until(lambda: war.state.turn == 2, "the next turn", 1500)
    told = [text for player, _, text in stage.controller._log.merged(war.state, events(war.state)) if player == 0][-1]
    assert ": 8 placed, 4 born, 4 died" in told, "a ring of eight"


def test_a_shape_to_trace_and_its_forecast(stage: Stage) -> None:
    war = War(stage, ALONE).pass_seconds(3)
    shape = stage.controller._first_shape(0)
    assert shape is not None
    assert (len(shape.places), shape.soon, shape.later) == (9, 13, 30)
    first, *rest = sorted(shape.places)
    war.put(0, first)
    assert stage.controller._foreseen([0]).changes == (), "what is half drawn does not look as if it died"
    assert stage.controller._first_shape(0) == shape
    war.put(0, *rest)
    assert stage.controller._first_shape(0) is None
    assert stage.controller._foreseen([0]).changes
    war.put(0, rest[-1], (9, 9))
    assert stage.controller._first_shape(0) is None, "another shape"


def test_a_place_that_others_want_is_told_at_once(stage: Stage) -> None:
    war = War(stage)
    war.act(0, ActionKind.START).act(1, ActionKind.START).put(0, (5, 5)).put(1, (8, 8))
    assert contest_prompts(war.state, 0, stage.controller.player_names) == ()
    war.put(1, (5, 5))
    told, short = contest_prompts(war.state, 0, stage.controller.player_names)
    assert short == "Player 2 wants your place, too: chance decides"
    assert "or take the cell back" in told
    war.act(1, ActionKind.HIDE, 1)
    assert contest_prompts(war.state, 0, stage.controller.player_names) == (), "hidden cells stay secret"


def test_a_lone_person_needs_few_keys(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[list[str]] = []
    monkeypatch.setattr(
        hud, "_function_keys", lambda keys: shown.append([key.words.partition(":")[0] for key in keys]) and None
    )
    War(stage, ALONE)
    stage.drawn_frames(2)
    assert shown[-1] == ["DONE"]
    stage.key("F2").drawn_frames(2)
    assert shown[-1] == ["NO", "YES", "DONE"]
    War(stage)
    stage.drawn_frames(2)
    assert shown[-1] == ["QUIT", "WHO", "GAME"]


def test_the_end_shows_the_points_of_all_turns(stage: Stage, monkeypatch: pytest.MonkeyPatch, goldens: Goldens) -> None:
    war = War(stage, ALONE, limit=2).pass_seconds(3).put(0, (5, 5), (5, 6), (6, 5), (6, 6))
    for _ in range(2):
        turn = war.act(0, ActionKind.DONE).state.turn
        stage.live_until(lambda turn=turn: war.state.turn > turn or war.state.is_over, "the next turn", 2000)
    scores = stage.controller._log.scores
    assert sorted(scores) == [0, 1, 2]
    assert scores[2] == tuple(side.score for side in war.state.sides)
    fired: list[float] = []
    monkeypatch.setattr(finale, "_draw_sparks", lambda _player, seconds, _canvas: fired.append(seconds))
    stage.drawn_frames(2)
    assert fired
    stage.live(int(FIREWORKS * 60))
    fired.clear()
    stage.drawn_frames(2)
    assert not fired
    monkeypatch.undo()
    goldens.check(stage.picture, "biowar_end")


BLOCKS = ((5, 5), (5, 6), (6, 5), (6, 6), (9, 1), (9, 2), (10, 1), (10, 2), (0, 0), (0, 1))


def test_the_turn_of_a_person_who_has_placed_all_cells_ends_unless_a_key_stops_it(stage: Stage) -> None:
    war = War(stage, ("person", "computer:1", *["nobody"] * 4), limit=3)
    war.pass_seconds(3).put(0, *BLOCKS[:-1]).pass_seconds(4)
    assert not war.state.sides[0].done, "a cell is left to place"
    war.put(0, BLOCKS[-1])
    stage.key("K")
    assert "Your turn goes on until you end it" in stage.messages
    war.pass_seconds(4)
    assert war.state.turn == 1
    assert not war.state.sides[0].done
    stage.key("Q")
    war.to_turn(2)
    war.put(0, (2, 2), (2, 3), (3, 2), (3, 3), (0, 5)).pass_seconds(0.5)
    assert "ends in 3 s" in stage.controller.prompts_for(0)[0]
    stage.live(8)
    war.pass_seconds(3)
    assert war.state.sides[0].done or war.state.phase is TurnPhase.GROWTH or war.state.turn == 3


def test_turns_are_told_and_a_decided_game_offers_to_end(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, goldens: Goldens
) -> None:
    """A place that two want is marked; who got it, kills and points are told; FINISH plays the turns that are left."""
    war = War(stage, ("person", "computer:1", *["nobody"] * 4), limit=4)
    controller = stage.controller
    war.pass_seconds(3)
    assert controller.progress == "turn 1 of 4"
    sides = war.state.sides
    blinker = ((8, 17), (8, 18), (8, 19))  # it lives on, else the game would end
    taken = replace(sides[1], marks=((5, 5), *blinker), has_placed=True, done=True)
    stage.play.session.state = replace(war.state, sides=(sides[0], taken, *sides[2:]))
    war.put(0, *BLOCKS).act(0, ActionKind.DONE)
    while war.state.phase is TurnPhase.ADJUSTMENT:
        stage.frames(1)
    stage.frames(2)
    goldens.check(stage.picture, "biowar_contested")
    found, _ = controller._log.contested(stage.shell.now)
    assert [contest.place for contest in found] == [(5, 5)]
    war.to_turn(2)
    lines = [text for _, _, text in controller._log.merged(war.state, controller_lines(war.state))]
    assert any("a place by chance" in line for line in lines)
    assert lines[-1].startswith("get 1 point in turn 1: 9 placed, "), "one of ten went to the other player"
    assert controller._decided is None
    stage.play.session.state = replace(war.state, sides=(replace(war.state.sides[0], score=9), *war.state.sides[1:]))
    assert controller._decided == 0
    told = goal_texts(war.state, 0, controller.player_names, controller._decided)
    assert told[0] == "Decided: you have won, as nobody can catch up before turn 4 is over"
    even = replace(war.state, sides=tuple(replace(side, score=3) for side in war.state.sides[:3]))
    even = replace(even, sides=tuple(replace(side, standing=PlayerStanding.IN) for side in even.sides))
    assert goal_texts(even, 0, ("You", "Rival", "Ada"))[0].endswith("win: you, Rival and Ada lead")
    pressed: list[Sequence[hud.FunctionKey]] = []
    monkeypatch.setattr(hud, "_function_keys", lambda keys: pressed.append(keys) or 1)
    stage.drawn_frames(2)
    assert [key.words.partition(":")[0] for key in pressed[-1]] == ["DONE", "FINISH"], "a lone person needs no more"
    monkeypatch.undo()
    while not war.state.is_over:
        war.pass_seconds(0.5)
    assert controller._decided is None


def controller_lines(state: BioWarState) -> list[tuple[int, str, str]]:
    return [(remark.player, "", remark.text) for remark in state.remarks]


def test_lost_pad_halts_the_game(stage: Stage) -> None:
    war = War(stage)
    stage.pad("a").pad("start")
    assert war.standings[2] == "in"
    stage.pads.pull(0)
    stage.frames(3)
    assert war.state.halted


def test_panel_buttons_restart_and_step(stage: Stage) -> None:
    war = War(stage)
    stage.key("F4").act(ActionKind.STEP)
    assert war.state.halted
    stage.act(ActionKind.START)
    assert (war.state.turn, war.standings[0]) == (0, "spectator")


def test_function_keys_are_restored_for_other_games(stage: Stage) -> None:
    War(stage)
    stage.begin()
    stage.key("F3")
    assert stage.play.session.match.game == "one-seed"


def test_set_up_page(stage: Stage, goldens: Goldens) -> None:
    show_start_screen(stage)
    stage.screens.start_menu.choose("biowar")
    goldens.check(stage.live(25).frames(5).picture, "biowar_setup")
    levels = START_PRESETS["biowar"].spec.levels
    assert ranked_titles(levels)[1] == "Gardener 2/4"
    ranks = [about_level(levels, number).partition(":")[0] for number in (1, 3, 4)]
    assert ranks == ["Beginner, the weakest", "Rival, level 3 of 4", "Survivor, the strongest"]
    stage.pad("a").frames(4)
    assert stage.play.session.match.game == "biowar"
    assert stage.shell.settings.last_mode == "biowar"
    assert START_PRESETS["biowar"].spec.competitive


def test_screen_pictures(stage: Stage, goldens: Goldens) -> None:
    war = War(stage, ("person", "person", "person", "person", "person", "nobody"))
    goldens.check(stage.live(35).frames(5).picture, "biowar_turn_0")
    for player in range(4):
        war.act(player, ActionKind.START)
    war.put(0, *ROW).put(1, (1, 1), (1, 2), (2, 1), (2, 2)).put(2, (8, 20), (8, 21), (9, 20), (9, 21), (9, 22))
    war.put(3, (8, 20), (5, 18), (5, 19))
    war.act(1, ActionKind.SAY, data="That was mine!").act(2, ActionKind.OPTION)
    stage.shell._message_until = 0.0
    war.pass_seconds(1)
    goldens.check(stage.picture, "biowar_adjustment")
    for player in range(4):
        war.act(player, ActionKind.START)
    war.to_turn(2)
    assert (war.state.sides[3].standing, war.state.sides[3].cells) == (PlayerStanding.OUT, 0)
    stage.key("F3").frames(30)
    goldens.check(stage.picture, "biowar_who")


def test_click_joins_then_places(stage: Stage) -> None:
    war = War(stage)
    war.click(3, 4)
    assert (war.state.turn, war.standings[0]) == (1, "in")
    assert war.state.sides[0].marks == (), "the click that joins places nothing"
    war.click(3, 4).click(4, 4)
    assert war.state.sides[0].marks == ((3, 4), (4, 4))
    stage.key("F4").frames(2)
    war.click(5, 5)
    assert stage.messages[-1] == "nobody at the keyboard can place cells now"


@pytest.mark.parametrize("how", ["space", "pad"])
def test_space_or_rt_joins_first_and_halts_later(stage: Stage, how: str) -> None:
    war = War(stage)
    if how == "space":
        stage.key("Space")
        assert war.standings[0] == "in"
        stage.key("Space")
    else:
        stage.pad("a")
        stage.pad(right_trigger=1.0)
        assert war.standings[2] == "in"
        stage.pad(right_trigger=1.0)
    assert war.state.halted


def test_return_and_escape_answer_quit(stage: Stage) -> None:
    war = War(stage)
    stage.key("F4").key("F2")
    assert war.state.sides[0].asking
    stage.key("Escape")
    assert (war.state.sides[0].asking, war.standings[0]) == (False, "in")
    stage.key("F2").key("Enter")
    assert war.standings[0] == "spectator"
    assert stage.controller.conversation.speaker is None


def test_lone_person_is_called_you(stage: Stage) -> None:
    war = War(stage, ("person", "person", "computer:1", "nobody", "nobody", "nobody"))
    assert stage.controller.player_names[:2] == ("Player 1", "Player 2")
    stage.key("Q").pass_seconds(2)
    assert stage.controller.player_names[:2] == ("You", "Player 2")
    assert war.standings[2] == "in"
    stage.key("Slash")
    assert stage.controller.player_names[:2] == ("Player 1", "Player 2")


def test_keys_to_leave_are_shown(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    def record(pieces: tuple[Piece, ...], *_: object, **__: object) -> None:
        shown.append("".join(piece if isinstance(piece, str) else piece.spoken for piece in pieces))

    monkeypatch.setattr(canvas, "caps_on_canvas", record)
    War(stage)
    assert "F1 Help  Tab Panels  F9 Start screen" in shown
    shown.clear()
    stage.key("F4")
    assert "F1 Help  Tab Panels  F9 Start screen" in shown


def test_picked_button_keeps_its_colour_when_hovered(stage: Stage) -> None:
    War(stage)
    usual = imgui.get_style_color_vec4(imgui.Col_.button_hovered)
    with button_colour(CHOSEN):
        hovered = imgui.get_style_color_vec4(imgui.Col_.button_hovered)
    assert (hovered.x, hovered.y, hovered.z) != pytest.approx((usual.x, usual.y, usual.z), abs=0.1)
    assert hovered.z > CHOSEN[2]
    with button_colour(CHOSEN, on=False):
        assert imgui.get_style_color_vec4(imgui.Col_.button_hovered).z == usual.z


def test_spectators_are_asked_and_escape_cancels(stage: Stage) -> None:
    war = War(stage)
    stage.key("F2")
    assert war.state.asking
    assert prompts(war.state, 0, stage.controller.player_names)[0].startswith("Return to the start screen?")
    stage.key("Escape")
    assert (war.state.asking, stage.menu_shown) == (False, False)
    stage.key("F2").key("F4")
    assert war.standings[0] == "in"
    stage.key("F3")
    assert stage.menu_shown


def test_done_waits_until_the_computers_have_joined(stage: Stage) -> None:
    war = War(stage, ("person", "computer:1", "computer:4", "nobody", "nobody", "nobody"))
    stage.key("Q")
    assert stage.messages[-1] == "Your turn ends when the computers have joined"
    assert (war.state.phase, war.state.sides[0].done) == (TurnPhase.ADJUSTMENT, False)
    war.pass_seconds(3)
    assert war.standings[:3] == ["in", "in", "in"]
    assert (war.state.turn, war.state.sides[0].done) == (1, True)


def test_banner_names_the_last_one_left(stage: Stage) -> None:
    war = War(stage)
    assert stage.controller.result is None
    for player, places in enumerate((ROW, ROW_OF_ONE)):
        war.act(player, ActionKind.START)
        war.put(player, *places)
    assert stage.controller.result is None
    for player in range(2):
        war.act(player, ActionKind.DONE)
    war.to_turn(2)
    result = stage.controller.result
    assert war.standings[:2] == ["in", "out"]
    assert result is not None
    assert (result.title, result.winner, result.scores, result.passes) == ("Player 1 wins", 0, (), False)
    assert result.reason == "Player 2 loses the last cell in turn 1, and nobody else is left."
    assert [button.label for button in result.buttons] == ["Another game", "Other set-up", "Start screen"]


def test_banner_compares_points_if_all_die(stage: Stage) -> None:
    war = War(stage)
    for player, place in enumerate(((5, 9), (9, 20))):
        war.act(player, ActionKind.START)
        war.put(player, place)
    for player in range(2):
        war.act(player, ActionKind.DONE)
    war.to_turn(0)
    result = stage.controller.result
    assert result is not None
    assert (result.title, result.winner) == ("A tie", None)
    assert result.reason == "The last cells died in turn 1, and 2 players have the most points, 0."


def test_click_on_taken_place_shows_message(stage: Stage) -> None:
    war = War(stage)
    stage.key("F4")
    war.put(0, *ROW)
    stage.key("F4")
    war.to_turn(2)
    row, column = (int(places[0]) for places in stage.cells.nonzero())
    war.click(row, column)
    assert stage.messages[-1] == "That place is taken: choose an empty one"
    assert war.state.sides[0].marks == ()


@pytest.mark.parametrize("cells", [8, 12, 120])
def test_box_with_many_cells_shows_sizes(stage: Stage, monkeypatch: pytest.MonkeyPatch, cells: int) -> None:
    War(stage).stage.frames(1)
    drawn: list[str] = []
    monkeypatch.setattr(hud, "text", lambda words, *_, **__: drawn.append(words))
    monkeypatch.setattr(hud, "rectangle", lambda *_: None)
    box = SeatBox(0, "You", (3, cells - 5, 2), cells, 4, "4", "done", "done", active=True, urgent=False)
    hud._draw_counts(box, (0.0, 0.0), 115.0 * hud.scaled(1), (1.0,) * 4, (1.0,) * 4)
    assert drawn[1:] == ["3", str(cells - 5), "2"]


def test_cell_under_cursor_stays_visible(stage: Stage) -> None:
    war = War(stage)
    stage.controller.foresees = False
    war.act(0, ActionKind.START).act(0, ActionKind.POINT, 5, 9)
    row, column = 5.5, 9.5
    x, y = (
        round(value) for value in pixel_of(stage.play.display.camera, stage.shell.window.framebuffer_size, row, column)
    )
    empty = stage.frames(1).picture[y, x].astype(int)
    assert empty.max() < 60, "an empty place is dark green"
    war.act(0, ActionKind.TRIGGER, 1).act(0, ActionKind.TRIGGER, 0)
    assert stage.frames(1).picture[y, x].max() > 90, "and a placed cell is bright"


def test_computers_hurry_once_people_are_done_and_who_is_out_joins_again(stage: Stage) -> None:
    war = War(stage, ("person", "computer:2", "computer:2", "nobody", "nobody", "nobody"))
    assert stage.controller.kinds_of_cells[1:3] == stage.controller.player_names[1:3]
    assert stage.controller.player_names[1:3] == ("Gardener (2)", "Gardener (3)"), "their levels, as in the set-up"
    war.put(0, (0, 0)).pass_seconds(2)
    war.act(0, ActionKind.DONE)
    tick = stage.play.session.ticks
    war.pass_seconds(5)
    assert war.state.phase is TurnPhase.GROWTH or war.state.turn > 1, "nobody waits for 10 cells of a steered cursor"
    assert all(war.state.sides[player].had_cells for player in (1, 2)), "and they have placed their cells"
    war.to_turn(2)
    assert stage.play.session.ticks - tick < 10 * 60
    assert war.standings[:3] == ["out", "in", "in"]
    result = stage.controller.result
    assert result is not None
    assert ([button.label for button in result.buttons], result.passes) == (["Join again"], False)
    stage.frames(3)
    assert stage.controller.layout.end_room > 0, "the board makes room for the banner"
    stage.do(result.buttons[0].request)
    stage.frames(2)
    assert war.standings[0] == "in"
    assert (war.state.sides[0].allotment, stage.controller.result) == (10, None)
