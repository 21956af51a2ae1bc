"""Actions that need consent (R22): questions last ten seconds, every seat answers, and all of it is recorded."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from fuzzing import examples
from games.biowar_turns import War
from games.duel import BLOCKS, Duel
from games.pieces import Pieces
from games.playing import K
from games.survival1982.test_always import ANYTHING, CONSOLE, HANDS
from hypothesis import given, settings
from hypothesis import strategies as st

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core.board_hash import moment_hash
from gpulife.games.core.consent import ANSWER_SECONDS, CONSENT, NEEDS_CONSENT, Verdict, seat_actions
from gpulife.games.core.dataclass_json import from_json, to_json
from gpulife.games.core.game import NOBODY, Action, Match
from gpulife.games.matches import default_rule, new_match, with_series
from gpulife.games.realtime.match_settings import new_local_match
from gpulife.games.realtime.state import RealTimeState
from gpulife.games.registry import find_game
from gpulife.games.survival1982.state import ContestState, RoundPhase
from gpulife.rules import parse_rule
from gpulife.session.replay import read_replay, write_replay
from gpulife.session.session import Session

LEFT, RIGHT = 0, 1
TALL = BLOCKS.strip() + "\n" + "\n".join(["." * 24] * 150)
"""A board whose clock runs for longer than a question."""
ASKED = sorted(NEEDS_CONSENT)


def friends(**more: object) -> Duel:
    """Return a game in play between two people with consent."""
    duel = Duel(TALL, consent=True, at=((3, 3), (3, 20)), **more)  # type: ignore[arg-type]
    return duel.do(LEFT, K.HALT).do(RIGHT, K.AGREE, 1).ticks(30)


def test_only_the_other_players_must_agree() -> None:
    duel = friends()
    assert duel.phase == "play"
    duel.do(LEFT, K.HALT)
    question = duel.state.consent.question
    assert (question.player, question.kind, question.seconds) == (LEFT, K.HALT, ANSWER_SECONDS)
    duel.do(LEFT, K.AGREE, 1).ticks(60)
    assert (duel.phase, duel.state.consent.question.seconds) == ("play", 9)
    duel.do(RIGHT, K.AGREE, 1).ticks(10)
    assert (duel.phase, duel.state.consent.question) == ("halted", None)
    assert duel.state.consent.answer.verdict is Verdict.GRANTED


def test_asking_for_the_same_action_agrees() -> None:
    assert friends().do(LEFT, K.HALT).do(RIGHT, K.HALT).ticks(10).phase == "halted"


def test_all_must_agree_if_the_asker_is_unknown() -> None:
    duel = friends().do(NOBODY, K.HALT).do(NOBODY, K.HALT).do(LEFT, K.AGREE, 1).ticks(30)
    assert duel.phase == "play"
    assert duel.do(RIGHT, K.AGREE, 1).ticks(10).phase == "halted"


def test_resuming_needs_consent_too() -> None:
    duel = friends().do(LEFT, K.HALT).do(RIGHT, K.AGREE, 1).ticks(30).do(LEFT, K.HALT).ticks(30)
    assert duel.phase == "halted"
    assert duel.do(RIGHT, K.AGREE, 1).ticks(2).phase == "play"


@pytest.mark.parametrize("kind", ASKED)
def test_refused_action_is_not_carried_out(kind: K) -> None:
    duel = friends()
    before = duel.state
    duel.do(LEFT, kind, 1000).do(RIGHT, K.AGREE, 0).ticks(10)
    answer = duel.state.consent.answer
    assert (answer.kind, answer.verdict, answer.player) == (kind, Verdict.REFUSED, RIGHT)
    assert (duel.phase, duel.state.starts, duel.state.strikes, duel.state.pace) == ("play", 1, 0, before.pace)


@pytest.mark.parametrize("kind", ASKED)
def test_missing_answer_counts_as_refusal(kind: K) -> None:
    duel = friends().do(LEFT, kind, 1000).ticks(ANSWER_SECONDS * 60 - 2)
    assert duel.state.consent.question is not None
    answer = duel.ticks(1).state.consent.answer
    assert (answer.kind, answer.verdict, answer.player) == (kind, Verdict.UNANSWERED, RIGHT)
    assert duel.phase == "play"
    assert duel.ticks(300).state.consent.answer is None


@pytest.mark.parametrize("kind", ASKED)
def test_agreed_action_is_carried_out(kind: K) -> None:
    duel = friends().do(LEFT, kind, 1000).do(RIGHT, K.AGREE, 1).ticks(30)
    state = duel.state
    assert duel.phase == {K.HALT: "halted", K.STEP: "halted", K.START: "set-up"}.get(kind, "play")
    assert (state.starts, state.strikes, state.pace.rate) == (
        1 + (kind is K.START),
        int(kind is K.WILD),
        1000 if kind is K.PACE else 30_000,
    )
    if kind is not K.START:  # START clears the consent
        assert state.consent.answer.verdict is Verdict.GRANTED  # the session's owner then carries out SELECT


def test_one_question_at_a_time() -> None:
    duel = friends().do(LEFT, K.HALT).do(RIGHT, K.START)
    assert duel.state.consent.question.kind is K.HALT
    assert "refused" in duel.sounds


def test_question_ends_with_the_round() -> None:
    duel = friends().do(LEFT, K.HALT).do(RIGHT, K.RESIGN).tick()
    assert (duel.phase, duel.state.consent.question) == ("over", None)
    assert duel.do(LEFT, K.START).state.starts == 2


@pytest.mark.parametrize("kind", [K.START, K.SELECT, K.OPTION])
def test_loser_cannot_restart_the_set(kind: K) -> None:
    duel = Duel(BLOCKS)
    duel.session.match = with_series(duel.session.match, "best-of-3")
    duel.session.state = duel.session.game.start(duel.session.match, duel.engine.shape)
    duel.start().do(LEFT, K.RESIGN)
    assert duel.do(LEFT, kind).state.consent.question.kind is kind
    assert (duel.state.starts, duel.state.series.results) == (1, (1,))
    duel.do(RIGHT, K.AGREE, 0).do(NOBODY, K.AGAIN).do(LEFT, K.RESIGN)
    assert duel.state.series.over
    assert duel.do(LEFT, kind).state.consent.question is None


def test_spectator_of_computers_needs_no_consent() -> None:
    duel = Duel(BLOCKS, levels=(3, 4)).space()
    assert duel.phase == "play"
    assert duel.do(NOBODY, K.START).state.starts == 2


def test_no_playing_on_after_a_rewind_with_consent() -> None:
    """Nobody may rewind to a better moment and play on from there."""
    for consent in (True, False):
        duel = Duel(TALL, consent=consent, at=((3, 3), (3, 20))).do(LEFT, K.HALT).do(RIGHT, K.AGREE, 1).ticks(100)
        session, end = duel.session, duel.session.ticks
        session.seek(end - 60)
        duel.press(LEFT)
        assert (session.recorded_ticks == end) == consent


def test_no_consent_between_people_by_default() -> None:
    duel = Duel(BLOCKS, at=((4, 4), (4, 20))).space().ticks(10).space().ticks(30)
    assert duel.phase == "halted"
    duel.press(LEFT)
    assert (duel.picture.count("A"), duel.state.fair.halted, duel.state.fair.halts) == (5, (1, 0), 1)
    assert duel.do(NOBODY, K.START).state.starts == 2


def test_no_consent_under_rulings_1() -> None:
    duel = Duel(BLOCKS, rulings=1, consent=True, levels=(0, 4)).do(1, K.SEAT, 4).do(NOBODY, K.HALT)
    assert (duel.phase, duel.state.consent, duel.state.fair) == ("play", None, None)
    assert not {"consent", "fair"} & to_json(duel.state).keys()


SEATS = st.builds(Action, st.just(LEFT), st.sampled_from([K.AGREE, K.DONE, *ASKED]), st.integers(0, 2))
ONE_SEAT = (
    (HANDS | CONSOLE | ANYTHING | SEATS)
    .map(
        lambda action: replace(action, player=min(action.player, LEFT))  # left's or nobody's, never right's
    )
    .filter(lambda action: action.kind not in (K.SEAT, K.RESIGN))
)
TICKS = st.lists(st.lists(ONE_SEAT, max_size=4), max_size=60)


@settings(max_examples=examples(150))
@given(
    game=st.sampled_from(["one-seed", "seed-list"]),
    begins=st.sampled_from(["set-up", "play", "halted"]),
    ticks=TICKS,
    against=st.booleans(),
)
def test_one_seat_alone_cannot_halt_step_or_restart(
    game: str, begins: str, ticks: list[list[Action]], against: bool
) -> None:
    duel = Duel(BLOCKS, game, consent=not against, levels=(0, 4 if against else 0))
    if begins != "set-up":
        duel.do(RIGHT, K.DONE).do(LEFT, K.HALT).do(RIGHT, K.AGREE, 1).tick()
    if begins == "halted":
        duel.do(LEFT, K.HALT).do(RIGHT, K.AGREE, 1).ticks(30)
    assert duel.phase == begins
    began = duel.state
    for actions in ticks:
        before, picture, stood = duel.state, duel.picture, duel.state.halted
        duel.tick(*actions)
        state = duel.state
        if state.phase is RoundPhase.OVER:
            return  # from here on it is another round
        assert (state.starts, state.strikes) == (began.starts, 0)
        assert state.pace == began.pace
        assert against or state.halted == began.halted
        assert against or (state.phase is began.phase)
        if stood:
            assert (duel.picture, state.seeds, duel.state.generation) == (picture, before.seeds, before.generation) or (
                state.running
            )
            assert state.fair.halted == (0, 0)


@settings(max_examples=examples(60))
@given(ticks=TICKS)
def test_one_seat_alone_cannot_halt_life_2(ticks: list[list[Action]]) -> None:
    pieces = Pieces()
    pieces.session.state = replace(pieces.state, consent=replace(pieces.state.consent, people=True))
    for actions in ticks:
        pieces.tick(*actions)
        if str(pieces.state.phase) == "over":
            return
        assert not pieces.state.halted
        assert (pieces.state.starts, pieces.state.strikes) == (1, 0)


@settings(max_examples=examples(60))
@given(ticks=TICKS)
def test_one_seat_alone_cannot_halt_biowar(ticks: list[list[Action]]) -> None:
    war = War(players=2)
    war.session.state = replace(war.state, consent=replace(war.state.consent, people=True))
    for actions in ticks:
        war.tick(*actions)
        assert not war.state.halted
        assert war.state.strikes == 0
        assert war.side(RIGHT).is_in


def test_no_pieces_while_life_2_is_halted() -> None:
    pieces = Pieces(option="FAST").tick(*seat_actions(Pieces().state, (0, 3))).do(NOBODY, K.HALT)
    assert pieces.state.halted
    clock = pieces.state.clock
    pieces.choose(LEFT, "1,1", "2,2").press(LEFT).tap(1, 0, LEFT).ticks(60)
    assert (pieces.chosen(LEFT), pieces.state.clock) == ([], clock)
    assert pieces.place(LEFT) == (2, 2)
    pieces.do(NOBODY, K.HALT).choose(LEFT, "1,1")
    assert pieces.chosen(LEFT) == ["1,1"]


def test_no_cells_while_biowar_is_halted() -> None:
    war = War(players=2).do(1, K.SEAT, 2).do(NOBODY, K.HALT).put((2, 2))
    assert war.state.halted
    assert war.side().marks == ()
    assert war.do(NOBODY, K.START).side(1).is_in  # no restart
    assert war.do(NOBODY, K.STEP).state.turn == 1
    assert war.do(LEFT, K.START).side().done is False  # DONE waits, too
    war.do(NOBODY, K.HALT).put((2, 2))
    assert war.side().marks == ((2, 2),)
    assert war.do(LEFT, K.START).side().done


def mail(**settings_: object) -> Session:
    match = new_local_match(3, seats=(0, 2), tick_seconds=1)
    match = replace(match, settings={**match.settings, **settings_})
    session = Session(match, NumpyEngine(parse_rule(match.rule), parse_rule(match.rule).size or (1, 1)))
    session.tick([Action(0, K.JOIN, data="Ada a1 b1 c1 d1 e1 f1 g1 h1 i1 j1")])
    session.tick([Action(1, K.JOIN, data="Bo a9 b9 c9 d9 e9 f9 g9 h9 i9 j9")])
    for _ in range(70):
        session.tick()
    assert isinstance(session.state, RealTimeState)
    assert session.state.running
    return session


def test_no_moves_while_real_time_life_is_halted() -> None:
    session = mail()
    assert session.state.consent is not None  # type: ignore[attr-defined]
    assert session.state.consent.levels == (0, 2)  # type: ignore[attr-defined]
    session.tick([Action(NOBODY, K.HALT)])
    assert session.state.halted  # type: ignore[attr-defined]
    before = session.engine.read_all()
    session.tick([Action(0, K.MOVE, data="a1 a2")])
    session.tick([Action(0, K.POINT, 0, 0)])
    assert (session.engine.read_all() == before).all()
    assert "halted" in session.state.seats[0].message  # type: ignore[attr-defined]
    session.tick([Action(NOBODY, K.STEP)])
    session.tick([Action(NOBODY, K.START)])
    assert session.state.halted  # type: ignore[attr-defined]
    assert session.state.phase == "play"  # type: ignore[attr-defined]
    session.tick([Action(NOBODY, K.HALT)])
    session.tick([Action(0, K.MOVE, data="a1 a2")])
    assert (session.engine.read_all() != before).any()


def test_open_question_prevents_idle_skipping() -> None:
    session = mail(**{CONSENT: True, "seats": ""})
    session.tick([Action(0, K.HALT)])
    assert session.state.consent.question is not None  # type: ignore[attr-defined]
    assert session.skip_idle(10_000) == 0
    for _ in range(ANSWER_SECONDS * 60):
        session.tick()
    assert session.state.consent.answer.verdict is Verdict.UNANSWERED  # type: ignore[attr-defined]


def other_match(game: str) -> Match:
    if game == "realtime":
        return new_local_match(3)
    return new_match(game, default_rule(game), find_game(game).shape, 3)


@pytest.mark.parametrize("game", ["seed-list", "one-seed", "life-2", "biowar", "realtime"])
@given(data=st.data())
@settings(max_examples=examples(15))
def test_replays_repeat_questions_and_answers(
    game: str, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    match = other_match(game)
    match = replace(match, settings={**match.settings, CONSENT: True})
    shape = parse_rule(match.rule).size
    assert shape is not None
    session = Session(match, NumpyEngine(parse_rule(match.rule), shape))
    session.tick([Action(NOBODY, K.START), Action(0, K.DONE), Action(1, K.DONE)])
    for actions in data.draw(st.lists(st.lists(SEATS | HANDS | CONSOLE, max_size=3), max_size=30)):
        session.tick(actions)
    path: Path = tmp_path_factory.mktemp("replays") / "asked.gpureplay"
    write_replay(path, session.recording())
    again = Session(match, NumpyEngine(parse_rule(match.rule), shape), recording=read_replay(path), verify=True)
    while again.in_the_past:
        again.tick()
    session.seek(again.ticks)  # a file ends before secret choices
    assert again.state == session.state
    assert moment_hash(again.state, again.board) == moment_hash(session.state, session.board)
    saved = json.loads(json.dumps(to_json(session.state)))
    assert from_json(type(session.state), saved) == session.state


def test_open_question_survives_json() -> None:
    duel = friends().do(LEFT, K.PACE, 1 << 60, -(1 << 60))
    state = duel.state
    assert (state.consent.question.a, state.consent.question.b) == (1 << 53, -(1 << 53))
    duel.session.game.check(state, duel.session.match, duel.engine.shape)
    assert isinstance(state, ContestState)
    assert state.consent is not None
    assert state.consent.question is not None
    assert from_json(ContestState, json.loads(json.dumps(to_json(state)))) == state


def setting_up(**more: object) -> Duel:
    """Return a game in its set-up between two people with consent."""
    return Duel(TALL, consent=True, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("rulings", [2, 3])
def test_play_begins_when_all_are_done(rulings: int) -> None:
    duel = setting_up(rulings=rulings).do(LEFT, K.DONE).ticks(30)
    assert (duel.phase, duel.state.fair.ready) == ("set-up", (True, False))
    duel.do(RIGHT, K.DONE).tick()
    assert duel.phase == ("play" if rulings == 3 else "set-up")  # R31


def test_late_answer_does_not_halt_play_begun_by_done() -> None:
    duel = setting_up().do(LEFT, K.HALT).do(LEFT, K.DONE).do(RIGHT, K.DONE)
    assert (duel.phase, duel.state.consent.question) == ("play", None)
    assert duel.do(RIGHT, K.AGREE, 1).ticks(30).phase == "play"


def test_done_without_cells_still_gets_time_to_plant() -> None:
    duel = Duel(consent=True).do(LEFT, K.DONE).do(RIGHT, K.DONE).tick()
    assert (duel.phase, duel.state.fair.begins) == ("set-up", -1)
    assert duel.waited().tick().phase in ("play", "over")


def test_done_begins_nothing_without_consent() -> None:
    assert Duel(TALL).do(LEFT, K.DONE).do(RIGHT, K.DONE).ticks(30).phase == "set-up"
