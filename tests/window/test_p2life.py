"""P2Life in the real window: tokens by mouse, pads and keys, the computer, a whole game, and its pictures."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from autosaves import load_autosave
from goldens import Goldens
from imgui_bundle import implot
from window.stage import Stage, choose_seats, show_start_screen

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.core.round_end import Ending
from gpulife.games.core.series import Series, SeriesKind
from gpulife.games.matches import default_rule, new_match, with_series
from gpulife.games.p2life.observation import headline
from gpulife.games.p2life.state import OPENING_TOKENS, P2LifeState, Phase
from gpulife.input.commands import Help, Seek
from gpulife.input.events import MouseButton, MouseMove
from gpulife.seats import Seat, Seats
from gpulife.view.camera import pixel_of
from gpulife.window.games.p2life import controller
from gpulife.window.games.p2life.hud import Content, Forecast
from gpulife.window.panels.clickable_caps import CAPS
from gpulife.window.play.session_saver import session_lines
from gpulife.window.start.setup_page import NewGame
from gpulife.window.start.two_player_setup import TwoPlayerSetup

SIZE = (1280, 800)
LEFT, RIGHT = 0, 1
START = Action(NOBODY, ActionKind.START)
GROUPS = (
    ((30, 14), (30, 15), (31, 14), (31, 15), (34, 14), (34, 15), (35, 14), (35, 15), (40, 20), (44, 24)),
    ((30, 47), (30, 48), (31, 47), (31, 48), (34, 47), (34, 48), (35, 47), (35, 48), (40, 53), (44, 57)),
)
"""Two blocks for each player, and two tokens that die."""


@pytest.fixture
def goldens(stage: Stage, request: pytest.FixtureRequest, tmp_path) -> Goldens:
    assert stage.window.device.is_software, "golden pictures are those of a software renderer"
    return Goldens(tmp_path, regenerate=request.config.getoption("--regenerate"))


class Game:
    """A P2Life game after START, without panels; with ``pads``, each person has a pad."""

    def __init__(
        self, stage: Stage, levels: tuple[int, int] = (0, 0), option: str = "", series: str = "", *, pads: bool = False
    ) -> None:
        self.stage = stage
        choose_seats(stage, Seats((Seat(levels[0], "Ada"), Seat(levels[1], "Grace"))))
        match = new_match("p2life", default_rule("p2life"), (64, 64), 2003, option)
        stage.shell.begin(with_series(match, series) if series else match, (START,))
        stage.controller.layout.show_panels(shown=False)
        for socket in range(levels.count(0) if pads else 0):
            stage.pad("a", socket=socket)  # sits down
        stage.shell._message_until = 0.0
        stage.live(10, ticks=6)

    @property
    def state(self) -> P2LifeState:
        state = self.stage.play.session.state
        assert isinstance(state, P2LifeState)
        return state

    @property
    def headline(self) -> str:
        left, right = self.stage.play.population[:2]
        return headline(self.state, (left, right), self.stage.play.seats.names)

    def click(self, row: int, column: int) -> Game:
        x, y = pixel_of(self.stage.play.display.camera, self.stage.window.framebuffer_size, row + 0.5, column + 0.5)
        self.stage.frames(1, MouseMove(x, y))
        for pressed in (True, False):
            self.stage.frames(1, MouseButton(0, pressed, x, y))
        return self

    def open(self) -> Game:
        """Place all first tokens by clicks, and wait for the next ones."""
        for number in range(OPENING_TOKENS):
            for group in GROUPS:
                self.click(*group[number])
        assert self.state.phase is Phase.GROWTH
        self.stage.play_until(lambda: self.state.phase is Phase.TOKENS, "tokens")
        return self


def test_clicks_place_tokens_by_turns(stage: Stage, goldens: Goldens) -> None:
    game = Game(stage).click(10, 12)
    assert (game.state.mover, game.state.seeds) == (RIGHT, (9, 10))
    game.click(10, 12)
    assert game.state.mover == RIGHT, "somebody lives there"
    game.click(10, 13)
    assert stage.cells[10, 11:15].tolist() == [0, 1, 2, 0]
    assert game.headline == "Ada places a token: 9 left"
    goldens.check(stage.live(10, ticks=6).frames(5).picture, "p2life_opening")


def test_pads_place_and_pass(stage: Stage) -> None:
    game = Game(stage, pads=True).open()
    assert (game.state.generation, stage.play.population[:2]) == (12, (8, 8))
    stage.pad("a", socket=RIGHT)
    assert game.state.mover == LEFT, "it is the other's turn"
    before = game.state.sides[LEFT].cursor
    stage.pad("dpad_up", socket=LEFT)
    stage.pad("a", socket=LEFT)
    assert (game.state.mover, game.state.sides[LEFT].last) == (RIGHT, (before.row - 1, before.column))
    stage.pad("b", socket=RIGHT)
    assert game.state.phase is Phase.GROWTH
    assert stage.play.session.log.entries()[-1][1].kind is ActionKind.DONE


def aim(stage: Stage, row: int, column: int) -> None:
    """Let the pointer rest on a cell."""
    x, y = pixel_of(stage.play.display.camera, stage.window.framebuffer_size, row + 0.5, column + 0.5)
    stage.frames(1, MouseMove(x, y)).pass_seconds(1)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Content]:
    """What the HUD has shown, frame by frame."""
    found: list[Content] = []
    draw_hud = controller.draw_hud
    monkeypatch.setattr(
        controller, "draw_hud", lambda content, canvas: (found.append(content), draw_hud(content, canvas))
    )
    return found


def test_resting_says_what_a_token_gains(stage: Stage, drawn: list[Content]) -> None:
    game = Game(stage).open()
    aim(stage, 50, 50)
    assert drawn[-1].forecast == Forecast(12, (("This token", 8, 8), ("Pass", 8, 8)), 0)
    aim(stage, 29, 46)
    forecast = drawn[-1].forecast
    assert forecast is not None
    game.click(29, 46).click(50, 50)
    stage.play_until(lambda: game.state.phase is Phase.TOKENS and game.state.generation == 24, "tokens")
    assert forecast.rows[0][1:] == stage.play.population[:2], "so it comes, as the other's token dies"


def test_best_reply_is_part_of_the_hint(stage: Stage, drawn: list[Content]) -> None:
    Game(stage).open()
    aim(stage, 29, 46)
    titles = lambda: [row[0] for row in drawn[-1].forecast.rows] if drawn[-1].forecast else []  # noqa: E731
    assert titles() == ["This token", "Pass"]
    stage.key("N").live_until(lambda: titles()[-1:] == ["Best reply"], "the best reply")


def test_hint_is_the_place_where_a_token_gains_most(stage: Stage) -> None:
    game = Game(stage).open()
    good = stage.controller._good  # type: ignore[attr-defined]
    stage.key("N").live_until(lambda: good.is_done and good.best(LEFT, 12), "all places tried")

    def margin(place: tuple[int, int] | None) -> int:
        cells, rule = stage.cells.copy(), stage.play.engine.rule
        if place is not None:
            cells[place] = LEFT + 1
        for generation in range(12, 24):
            cells = rule.family.step(cells, rule, generation, (0, 0))
        return int((cells == LEFT + 1).sum()) - int((cells == RIGHT + 1).sum())

    place, gain = good.best(LEFT, 12)
    own = np.argwhere(stage.cells == LEFT + 1)
    near = {(r + down, c + right) for r, c in own.tolist() for down in range(-2, 3) for right in range(-2, 3)}
    assert gain == margin(place) - margin(None) > 0
    assert gain == max(margin(each) for each in near if not stage.cells[each]) - margin(None)
    game.click(*place)
    stage.frames(2)
    assert good.best(LEFT, 12) != (place, gain), "the board has changed"


def test_a_hint_is_shown_only_when_asked_for_and_for_one_turn(stage: Stage, drawn: list[Content]) -> None:
    Game(stage, (0, 1))
    stage.key("N")
    assert stage.messages[-1] == "hints come after the opening, when it is your turn"
    Game(stage).open()
    assert drawn[-1].hint == "{hint}  Hint (3 left)"
    stage.key("N").live_until(lambda: "Hide" in drawn[-1].hint, "the hint")
    stage.key("N")
    assert drawn[-1].hint == "{hint}  Hint (2 left)"
    stage.key("N").key("Q").frames(1)
    assert drawn[-1].hint == "{hint}  Hint (2 left)", "it is the other's turn"


def test_there_are_three_hints_in_a_game(stage: Stage, drawn: list[Content]) -> None:
    game = Game(stage).open()
    for left in (2, 1, 0):
        stage.key("N").key("N")
        assert stage.controller._hints_left == left  # type: ignore[attr-defined]
        stage.key("Q" if game.state.mover == LEFT else "Slash")
        stage.play_until(lambda: game.state.choosing, "a turn").frames(1)
    assert drawn[-1].hint == ""
    stage.key("N")
    assert stage.messages[-1] == "you have had all 3 hints of this game"


def test_a_click_on_the_button_shows_a_hint(stage: Stage, drawn: list[Content]) -> None:
    Game(stage).open()
    stage.frames(2)
    (left, top, right, low), _, _ = next(zone for zone in CAPS.zones if zone[1].control == "hint")
    for pressed in (True, False):
        stage.frames(1, MouseButton(0, pressed, right - 4, low - 4))
    assert (right - left, drawn[-1].hint) != (0, "{hint}  Hint (3 left)"), (top, "beside the cap, too")


def test_curves_show_the_whole_game_when_it_is_watched_again(stage: Stage, drawn: list[Content]) -> None:
    game = Game(stage).open()
    stage.key("Q").key("Slash")
    stage.play_until(lambda: game.state.generation == 24, "tokens")
    points = drawn[-1].curves.points
    assert [number for number, *_ in points] == list(range(25))
    assert points[-1][1:] == stage.play.population[:2]
    stage.do(Seek(stage.play.session.score_history.rounds()[-1][12].tick)).frames(3)
    assert (drawn[-1].curves.points, drawn[-1].curves.now) == (points, 12)
    assert drawn[-1].lines == ("Recording",)


def test_token_of_the_computer_is_marked_for_a_moment(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    marks: list[tuple[object, ...]] = []
    monkeypatch.setattr(controller, "draw_token", lambda _canvas, *mark: marks.append(mark))
    game = Game(stage, (0, 1)).click(20, 20)
    stage.live_until(lambda: game.state.mover == LEFT, "the computer's token")
    place = game.state.sides[RIGHT].last
    marks.clear()
    stage.frames(1)
    assert marks[0][:3] == (place, RIGHT, "Grace (Beginner) placed here")
    stage.pass_seconds(2)
    marks.clear()
    stage.frames(1)
    assert not marks


def test_keys_pass(stage: Stage) -> None:
    game = Game(stage).open()
    stage.key("Q")
    assert game.state.mover == RIGHT
    stage.key("O")
    assert game.state.phase is Phase.GROWTH


def test_escape_does_not_pass(stage: Stage) -> None:
    game = Game(stage, (0, 1))
    stage.live_until(lambda: game.state.mover == LEFT, "the person's turn")
    game = Game(stage).open()
    stage.key("Escape")
    assert (game.state.phase, game.state.mover) == (Phase.TOKENS, LEFT)


def test_game_to_the_end_and_another(stage: Stage, goldens: Goldens, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(stage).open()
    while game.state.generation < 192:
        stage.key("Q").key("Slash")
        stage.play_until(lambda: game.state.phase is Phase.TOKENS, "tokens")
    game.click(30, 16).click(31, 49)
    stage.play_until(lambda: game.state.phase is Phase.OVER, "the end")
    assert (game.state.generation, game.state.ending) == (200, Ending.LIMIT)
    left, right = stage.play.population[:2]
    assert game.state.winner == (None if left == right else int(right > left))
    assert "cells at the limit of 200 generations" in game.headline
    curves: list[str] = []
    plot_line = implot.plot_line
    monkeypatch.setattr(
        implot, "plot_line", lambda name, *args, **to: curves.append(name) or plot_line(name, *args, **to)
    )
    goldens.check(stage.live(19, ticks=5).frames(5).picture, "p2life_over")
    assert set(curves) == {"##edge0", "##edge1"}, "one curve of the lead, in the leader's colour"
    stage.key("Enter")
    assert (game.state.phase, game.state.mover, game.state.round) == (Phase.OPENING, RIGHT, 2)


def test_computer_plays_and_nobody_else_for_it(stage: Stage) -> None:
    game = Game(stage, (0, 4))
    assert stage.play.seats.levels == (0, 3), "the highest that there is"
    game.click(20, 20)
    assert game.state.mover == RIGHT
    game.click(21, 20)
    assert stage.cells[21, 20] == 0
    assert stage.messages[-1] == "wait: it is the turn of Grace (Strategist)"
    stage.live_until(lambda: game.state.mover == LEFT, "the computer's token")
    assert game.state.seeds == (9, 9)
    assert np.count_nonzero(stage.cells == 2) == 1


def test_resigning_loses_a_round_of_a_set(stage: Stage) -> None:
    game = Game(stage, series="best-of-3", pads=True)
    stage.pad("b", socket=LEFT, left_trigger=1.0)
    assert (game.state.ending, game.state.winner) == (Ending.RESIGNED, RIGHT)
    assert game.headline == "Grace wins: Ada resigned before the first generation   Grace leads 1 : 0"
    stage.pad("b", socket=RIGHT)
    assert (game.state.phase, game.state.round) == (Phase.OPENING, 2)


def test_set_up_page(stage: Stage, goldens: Goldens) -> None:
    choose_seats(stage, Seats((Seat(0), Seat(2))))
    stage.shell.change("chosen_options", ["p2life=12"])  # it has been played
    show_start_screen(stage)
    stage.screens.start_menu.choose("p2life")
    goldens.check(stage.live(25).frames(5).picture, "p2life_setup")
    setup = stage.screens.start_menu.page
    assert isinstance(setup, TwoPlayerSetup)
    setup.option, setup.scale, setup.series = "4", 2, Series(SeriesKind.BEST_OF, 3)
    stage.pad("a").frames(4)
    match = stage.play.session.match
    assert (match.game, match.option, match.settings["series"]) == ("p2life", "4", "best-of-3")
    assert (stage.play.engine.shape, stage.play.seats.levels) == ((128, 128), (0, 2)), "the last opponent is chosen"
    assert stage.shell.settings.last_mode == "p2life"


def test_help_page(stage: Stage, goldens: Goldens) -> None:
    Game(stage)
    stage.do(Help()).frames(5)
    goldens.check(stage.frames(5).picture, "p2life_help")


def test_saved_game_is_resumed(stage: Stage, tmp_path: Path) -> None:
    game = Game(stage, (0, 2), "4", "best-of-3").click(10, 12)
    stage.live_until(lambda: game.state.mover == LEFT, "the computer's token")
    before, cells = game.state, stage.cells.copy()
    stage.screens.save()
    saved = load_autosave(tmp_path / "autosave")
    assert saved is not None
    stage.begin()
    choose_seats(stage, Seats((Seat(1), Seat(0))))
    stage.shell.begin(saved.recording.match, saved=saved)
    stage.frames(2)
    assert replace(game.state, waited=before.waited) == before
    assert np.array_equal(stage.cells, cells)
    assert stage.controller.player_names == ("Ada", "Grace (Gardener)")
    game.click(12, 12)
    stage.live_until(lambda: game.state.mover == LEFT, "the computer's next token")
    assert game.state.seeds == (8, 8)
    assert np.count_nonzero(stage.cells == 1) == 2


def test_interrupted_session_is_offered(stage: Stage) -> None:
    game = Game(stage, option="4").click(10, 12)
    stage.pass_seconds(12)
    show_start_screen(stage)
    saver = stage.screens.play_screen.saver
    assert [line.title for line in session_lines(saver)] == ["P2Life, 4 generations"]
    saver.resume(saver.offered[0])
    stage.frames(2)
    assert (stage.play.session.match.game, game.state.mover, game.state.seeds) == ("p2life", RIGHT, (9, 10))


def test_set_up_suggests_a_computer_and_says_options_in_words(stage: Stage) -> None:
    menu = show_start_screen(stage).screens.start_menu
    menu.choose("p2life")
    page = menu.page
    assert isinstance(page, TwoPlayerSetup)
    assert page.summary == "Single rounds, board of 64 x 64, a token every 12 generations"
    assert page.seats.levels == (0, 1)
    page.seats = page.seats.with_levels(0, 0)
    menu.choose(NewGame(page.match(1), page.seats))
    stage.frames(2)
    show_start_screen(stage)
    menu.choose("p2life")
    assert isinstance(menu.page, TwoPlayerSetup)
    assert not menu.page.seats.computers, "two people have begun a game"
    choose_seats(stage, stage.shell.seats[2].with_levels(0, 2))
    menu.choose("p2life")
    assert menu.page.seats.levels == (0, 2), "the last opponent, as this game has been played"
    menu.choose("life-2")
    assert menu.page.seats.levels == (0, 1), "the weakest in a game that nobody has played here"
