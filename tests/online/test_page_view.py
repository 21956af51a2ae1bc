"""A page that only decodes frames always shows the engine's board, gets no secrets and little data."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from fuzzing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from online.pages import GAMES, K, PageModel, begin, match_of, session_of

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.biowar.state import PlayerStanding, TurnPhase
from gpulife.games.core.game import NOBODY, Action, GameError
from gpulife.games.life2.observation import AIM, FORESEEN
from gpulife.online.page_view.cell_frames import change_frame, whole_frame
from gpulife.online.page_view.feed import MAX_BYTES_PER_SECOND, PageFeed
from gpulife.online.shown_text import LEAVES, LOSES
from gpulife.rules import parse_rule
from gpulife.session.session import Session

NAMES = ("Ada", "Bob", "Cy", "", "", "")
NUMBER = st.integers(-1, 30)
HANDS = st.builds(
    Action,
    st.integers(0, 1),
    st.sampled_from([K.TRIGGER, K.TRIGGER, K.POINT, K.POINT, K.STICK, K.DONE, K.PLACE, K.WITHDRAW, K.HALT, K.STEP]),
    NUMBER | st.just(1),
    NUMBER,
)
RARE = st.builds(
    Action, st.integers(0, 1), st.sampled_from([K.RESIGN, K.AGAIN, K.START, K.AGREE, K.SELECT]), st.integers(0, 1)
)
TICKS = st.lists(st.lists(HANDS | HANDS | HANDS | RARE, max_size=5), max_size=30)


def names() -> tuple[str, ...]:
    return NAMES


def shown_cells(session: object, page: PageModel) -> np.ndarray:
    """Return the engine's cells in the part that the page shows."""
    rows, columns = page.cells.shape
    return session.engine.read_all()[:rows, :columns]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("viewer", [NOBODY, 0, 1])
def test_page_follows_the_board(game: str, viewer: int) -> None:
    @settings(max_examples=examples(12))
    @given(TICKS)
    def play(ticks: list[list[Action]]) -> None:
        session = session_of(game)
        feed = PageFeed(session, viewer, names)
        feed._next_cells = -1.0
        page = PageModel().take(feed.full())
        for number, actions in enumerate(ticks):
            session.tick(actions)
            feed._next_cells = -1.0  # as if there were always bandwidth for cells
            page.take(feed.delta())
            assert np.array_equal(page.cells, shown_cells(session, page))
            newcomer = PageModel().take(feed.full())
            assert np.array_equal(newcomer.values, page.values)
            assert {name: newcomer.parts[name] for name in page.parts if name != "tick"} == {
                name: part for name, part in page.parts.items() if name != "tick"
            }, number

    play()


@settings(max_examples=examples(60))
@given(
    arrays(np.uint8, st.tuples(st.integers(1, 9), st.integers(1, 700)), elements=st.integers(0, 100), fill=st.just(0)),
    st.lists(st.tuples(st.integers(0, 6299), st.integers(0, 100)), max_size=40),
)
def test_frames_contain_every_change(before: np.ndarray, changes: list[tuple[int, int]]) -> None:
    after = before.copy()
    for place, value in changes:
        after.ravel()[place % after.size] = value
    page = PageModel().take([whole_frame(before, 1)])
    frame = change_frame(before, after, 2)
    page.take([frame] if frame else [])
    assert np.array_equal(page.values, after)
    assert bool(frame) == bool((before != after).any())


def test_nothing_is_sent_while_nothing_happens() -> None:
    session = session_of("biowar")
    feed = PageFeed(session, NOBODY, names)
    feed.full()
    session.tick()
    assert feed.delta() == []


def test_clocks_that_run_are_not_sent_again() -> None:
    session = session_of("biowar")
    session.tick([Action(0, K.DONE)])
    feed = PageFeed(session, 0, names)
    feed.full()
    for _ in range(60):
        session.tick()
        assert feed.delta() == []


def test_departed_players_name_stays_in_the_result() -> None:
    session = session_of("seed-list")
    seats = ["Ada", "Bob"]
    feed = PageFeed(session, NOBODY, lambda: seats)
    page = PageModel().take(feed.full())
    session.tick([Action(0, K.START)])
    session.tick([Action(1, K.RESIGN)])
    page.take(feed.delta())
    ended = page.parts["end"]
    assert "Bob" in ended[1]
    seats[1] = ""
    session.tick()
    page.take(feed.delta())
    assert page.parts["end"] == ended
    session.tick([Action(0, K.AGAIN)])
    page.take(feed.delta())
    assert "Bob" not in str(page.parts)


def test_a_game_without_a_page_is_refused() -> None:
    session = session_of("biowar")
    session.match = replace(session.match, game="survivor")
    with pytest.raises(
        GameError, match="survivor has no browser view: use one of one-seed, seed-list, biowar, realtime"
    ):
        PageFeed(session, NOBODY, names)


@pytest.mark.parametrize("viewer", [NOBODY, 1])
def test_no_secret_of_biowar_is_in_any_frame(viewer: int) -> None:
    def sent(places: list[tuple[int, int]]) -> list[bytes | str]:
        """Return what a viewer receives while player 1 places cells at these places."""
        session = session_of("biowar")
        session.tick([Action(player, K.DONE) for player in (0, 1)])
        feed = PageFeed(session, viewer, names)
        frames = list(feed.full())
        for row, column in places:
            session.tick([Action(0, K.POINT, row, column), Action(0, K.TRIGGER, 1)])
            frames += feed.delta()
            session.tick([Action(0, K.TRIGGER, 0)])
            frames += feed.delta()
        return [*frames, *PageFeed(session, viewer, names).full()]

    assert sent([(1, 2), (3, 4), (5, 6)]) == sent([(8, 20), (9, 21), (10, 22)])


@pytest.mark.parametrize("viewer", [NOBODY, 1])
def test_no_secret_of_life_2_is_in_any_frame(viewer: int) -> None:
    def sent(places: list[tuple[int, int]]) -> list[bytes | str]:
        session = session_of("life-2")
        feed = PageFeed(session, viewer, names)
        frames = list(feed.full())
        for row, column in places:
            session.tick([Action(0, K.POINT, row, column), Action(0, K.TRIGGER, 1)])
            frames += feed.delta()
            session.tick([Action(0, K.TRIGGER, 0), Action(0, K.STICK, 1, 0)])
            frames += feed.delta()
        return [*frames, *PageFeed(session, viewer, names).full()]

    assert sent([(0, 0), (0, 1), (0, 2)]) == sent([(4, 4), (3, 3), (4, 2)])


@pytest.mark.parametrize(("game", "places"), [("biowar", [(1, 2), (3, 4)]), ("life-2", [(0, 0), (0, 1)])])
def test_placer_sees_own_placements(game: str, places: list[tuple[int, int]]) -> None:
    session = session_of(game)
    session.tick([Action(0, K.DONE)] if game == "biowar" else [])
    feed = PageFeed(session, 0, names)
    page = PageModel().take(feed.full())
    for row, column in places:
        session.tick([Action(0, K.POINT, row, column), Action(0, K.TRIGGER, 1)])
        session.tick([Action(0, K.TRIGGER, 0)])
    page.take(feed.delta())
    assert [tuple(mark[1:3]) for mark in page.parts["marks"] if mark[0] == "new"] == places


@pytest.mark.parametrize(
    ("game", "levels", "option", "ticks"),
    [
        ("one-seed", (2, 2), "FAST", 3000),
        ("seed-list", (3, 3), "FAST", 3000),
        ("biowar", (2, 2, 2, 2, 2, 2), "FAST", 2400),
        ("realtime", (2, 2, 2, 2), "", 1800),
        ("life-2", (2, 2), "", 1800),
        ("p2life", (1, 1), "", 1800),
    ],
)
def test_data_rate_of_a_page(game: str, levels: tuple[int, ...], option: str, ticks: int) -> None:
    session = session_of(game, levels, option)
    feed = PageFeed(session, 0, names)
    page = PageModel().take(feed.full())
    seconds = [0]
    for tick in range(1, ticks + 1):
        session.tick()
        if tick % 6 == 0:
            before = page.bytes
            page.take(feed.delta())
            seconds[-1] += page.bytes - before
        if tick % 60 == 0:
            seconds.append(0)
    assert session.computed, "something has grown"
    assert max(seconds) <= MAX_BYTES_PER_SECOND
    assert sum(map(len, feed.full())) <= 64 * 1024


def test_busy_board_is_updated_less_often() -> None:
    session = session_of("seed-list")
    session.tick([Action(NOBODY, K.SOUP, data="0.5")])
    feed = PageFeed(session, 0, names)
    page = PageModel().take(feed.full())
    noise = np.random.default_rng(1)
    sent = page.bytes
    for _ in range(600):
        session.engine.paint(0, 0, noise.integers(0, 3, session.engine.shape, np.uint8))
        session.tick()
        page.take(feed.delta())
    assert page.bytes - sent <= 10 * MAX_BYTES_PER_SECOND
    for _ in range(60):
        session.tick()
        page.take(feed.delta())
    assert np.array_equal(page.cells, session.engine.read_all())


def test_texts_call_the_viewer_you() -> None:
    session = session_of("p2life")
    assert "You place a token" in PageModel().take(PageFeed(session, 0, names).full()).parts["headline"][0]
    assert "Ada places a token" in PageModel().take(PageFeed(session, 1, names).full()).parts["headline"][0]
    boxes = PageModel().take(PageFeed(session, 0, names).full()).parts["boxes"]
    assert [(box["name"], box.get("you", False)) for box in boxes] == [("Ada", True), ("Bob", False)]


def test_every_button_does_something() -> None:
    for game in GAMES:
        session = session_of(game)
        parts = PageModel().take(PageFeed(session, 0, names).full()).parts
        assert parts["buttons"] or game in ("realtime", "life-2"), game
        assert not PageModel().take(PageFeed(session, NOBODY, names).full()).parts["buttons"]
        assert all(
            set(button) <= {"label", "kind", "a", "b", "main", "confirm", "refused"} for button in parts["buttons"]
        )
        assert json.dumps(parts)
        assert begin(game) or game in ("biowar", "realtime")


def test_no_join_prompt_after_joining_by_order() -> None:
    session = session_of("realtime")
    feed = PageFeed(session, 0, names)
    places = " ".join(f"{column}{row}" for row in (1, 2) for column in "abcde")
    session.tick([Action(0, K.JOIN, data=f"Ada {places}")])
    page = PageModel().take(feed.full())
    assert not any("Place ten cells" in words for words in page.parts["prompt"])


def page_of(session: object, viewer: int, seats: tuple[str, ...]) -> dict[str, object]:
    return PageModel().take(PageFeed(session, viewer, lambda: seats).full()).parts


@pytest.mark.parametrize("game", GAMES)
def test_box_of_a_free_seat(game: str) -> None:
    parts = page_of(session_of(game), 0, ("Ada", "", *("nobody",) * 4))
    box = parts["boxes"][1]
    assert box["status"] == ("free" if game in ("biowar", "realtime") else "waiting for a player")
    assert "score" not in box
    assert "details" not in box


@pytest.mark.parametrize("game", ["one-seed", "seed-list", "life-2", "p2life"])
def test_no_begin_button_while_alone(game: str) -> None:
    match = match_of(game)
    session = Session(match, NumpyEngine(parse_rule(match.rule), parse_rule(match.rule).size), budget=0)
    alone = page_of(session, 0, ("Ada", ""))
    assert alone["buttons"] == []
    assert alone["prompt"][0].startswith("The match begins when every seat is taken")
    both = page_of(session, 0, ("Ada", "Bob"))
    assert [button["label"] for button in both["buttons"]] == ["Begin"]


def test_life_2_shows_the_next_generation_with_own_choices() -> None:
    session = session_of("life-2")
    for row, column in ((2, 1), (2, 2), (2, 3)):
        session.tick([Action(1, K.PLACE, row, column)])
    marks, others = (page_of(session, viewer, ("Ada", "Bob")) for viewer in (1, 0))
    foreseen = [tuple(mark) for mark in marks["marks"] if mark[0] != "new"]
    assert foreseen == [("birth", 1, 2, 1), ("death", 2, 1), ("death", 2, 3), ("birth", 3, 2, 1)]
    assert marks["hint"] == FORESEEN
    assert not others.get("marks")
    assert others["hint"] == AIM


@pytest.mark.parametrize("game", GAMES)
def test_boards_have_their_games_grounds(game: str) -> None:
    board = page_of(session_of(game), 0, ("Ada", "Bob"))["board"]
    assert (board["colours"][0], board.get("paper", False)) == {
        "biowar": ("#071e14", False),
        "life-2": ("#e2dbc7", True),
        "p2life": ("#0e2244", False),
        "realtime": ("#24163c", False),
    }.get(game, ("#0d1434", False))


def test_warning_before_a_hopeless_set_up() -> None:
    session = session_of("seed-list")

    def done() -> dict[str, object]:
        return next(button for button in page_of(session, 0, ("Ada", "Bob"))["buttons"] if button["label"] == "Done")

    def plant(row: int, column: int) -> None:
        session.tick([Action(0, K.POINT, row, column), Action(0, K.TRIGGER, 1)])
        session.tick([Action(0, K.TRIGGER, 0)])

    assert done()["refused"].startswith("Plant something first")
    plant(40, 40)
    assert "would die at once" in done()["confirm"]
    assert "refused" not in done()
    for place in ((40, 41), (41, 40), (41, 41)):
        plant(*place)
    assert set(done()) == {"label", "kind", "main"}


def test_biowar_prompt_when_out() -> None:
    session = session_of("biowar")
    session.tick([Action(player, K.DONE) for player in (0, 1)])
    session.state = session.state.with_side(0, standing=PlayerStanding.OUT)
    parts = page_of(session, 0, ("Ada", "Bob", *("nobody",) * 4))
    assert [button["label"] for button in parts["buttons"]] == ["Leave the game"]
    assert all("{" not in words and "join" not in words.split("again")[1:] for words in parts["prompt"])


def test_end_of_biowar_with_a_limit() -> None:
    session = session_of("biowar")
    session.tick([Action(player, K.DONE) for player in (0, 1)])
    sides = [replace(side, score=9 - 4 * place) for place, side in enumerate(session.state.sides)]
    over = {"phase": TurnPhase.OVER, "turn": 10, "limit": 10, "winner": 0, "left": 0}
    session.state = replace(session.state, sides=(*sides[:2], *session.state.sides[2:]), **over)
    parts = page_of(session, 1, ("Ada", "Bob", *("nobody",) * 4))
    assert parts["headline"] == ["Turn 10 of 10: The game is over"]
    assert parts["end"] == ["Ada wins", "9 points after 10 turns: 4 more than you."]
    assert [button["label"] for button in parts["buttons"]] == ["Another game"]
    session.tick([Action(1, K.DONE)])
    assert page_of(session, 1, ("Ada", "Bob", *("nobody",) * 4))["headline"] == ["Turn 1 of 10: Adjustment Phase"]


def test_report_on_a_turn_of_biowar() -> None:
    session = session_of("biowar")
    session.tick([Action(player, K.DONE) for player in (0, 1)])
    seats = ("Ada", "computer:2", *("nobody",) * 4)
    assert page_of(session, 0, seats)["report"] == []
    sides = [replace(side, gained=1 - place, cells=4) for place, side in enumerate(session.state.sides)]
    session.state = replace(session.state, sides=(*sides[:2], *session.state.sides[2:]), turn=3)
    assert page_of(session, 0, seats)["report"] == [
        [0, "You", "get 1 point in turn 2, with 4 cells"],
        [1, "Gardener", "gets no points in turn 2, with 4 cells"],
    ]
    assert page_of(session, NOBODY, seats)["report"][0][1] == "Ada"


def test_computers_have_their_names_everywhere() -> None:
    session = session_of("realtime", levels=(2, 2))
    for _ in range(600):
        session.tick()
    parts = page_of(session, NOBODY, ("computer:2", "computer:2", "Ada"))
    assert [box["name"] for box in parts["boxes"]][:2] == ["A Gardener", "B Gardener 2"]
    news = " ".join(words for _, _, words in parts["lines"])
    assert "Gardener 2" in news
    assert "Computer-" not in news


def test_leaving_text_as_in_the_window() -> None:
    names = ("Ada", "Bob")
    session = session_of("p2life")
    assert [page_of(session, viewer, names)["leave"] for viewer in (0, NOBODY)] == [LOSES, ""]
    session.tick((Action(1, K.RESIGN),))
    assert session.is_over
    assert page_of(session, 0, names)["leave"] == LEAVES
    match = match_of("p2life")
    rule = parse_rule(match.rule)
    waits: Session = Session(match, NumpyEngine(rule, rule.size), budget=0)
    assert page_of(waits, 0, names)["leave"] == LEAVES
