"""No file of a match contains secret choices, such as LIFE-2's places before they are on the board."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest
from boards import assert_boards_equal
from fuzzing import examples
from games.biowar_turns import War
from games.pieces import Pieces
from games.playing import K
from hypothesis import given, settings
from hypothesis import strategies as st

from gpulife.cli.main import main
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core.board_hash import moment_hash
from gpulife.games.core.game import NOBODY, Action
from gpulife.games.life2.state import Life2Phase
from gpulife.rules import parse_rule
from gpulife.session.autosave import session_parts
from gpulife.session.history import Keyframe, Recording
from gpulife.session.replay import read_replay, recording_parts
from gpulife.session.session import Session

OPENING = "1,1 2,1 3,1", "3,5 4,5 5,5"
SHAPE = (5, 5)
NUMBER = st.integers(-1, 5)
SECRET = st.one_of(
    st.builds(Action, st.sampled_from([0, 1]), st.just(K.PLACE), NUMBER, NUMBER),
    st.builds(Action, st.sampled_from([0, 1]), st.just(K.WITHDRAW), NUMBER, NUMBER),
    st.builds(Action, st.sampled_from([0, 1]), st.just(K.POINT), NUMBER, NUMBER),
    st.builds(Action, st.sampled_from([0, 1]), st.just(K.STICK), st.integers(-1, 1), st.integers(-1, 1)),
    st.builds(Action, st.sampled_from([0, 1]), st.just(K.TRIGGER), st.integers(0, 1)),
    st.builds(Action, st.sampled_from([NOBODY, 0, 1]), st.just(K.DIGIT), st.integers(0, 9)),
)
"""Actions of players while they choose."""


def written(session: Session) -> dict[str, bytes]:
    """Return all content of an autosave and a replay, decompressed."""
    parts = session_parts(session) | {
        f"replay {name}": part for name, part in recording_parts(session.recording()).items()
    }
    return {name: part if name == "board" else zlib.decompress(part) for name, part in parts.items()}


def resumed(recording: Recording, keyframe: Keyframe) -> Session:
    return Session(
        recording.match, NumpyEngine(parse_rule(recording.match.rule), SHAPE), recording=recording, keyframe=keyframe
    )


def played_again(recording: Recording) -> Session:
    engine = NumpyEngine(parse_rule(recording.match.rule), SHAPE)
    session = Session(recording.match, engine, recording=recording, verify=True)
    session.seek(recording.ticks)
    return session


@pytest.mark.parametrize("option", ["PRINTED", "CODED", "FAST"])
@pytest.mark.parametrize("turns", [0, 1])
@settings(max_examples=examples(25))
@given(secrets=st.lists(st.lists(SECRET, max_size=2), min_size=1, max_size=12))
def test_files_do_not_depend_on_secret_choices(option: str, turns: int, secrets: list[list[Action]]) -> None:
    files = []
    for choices in (secrets, [[Action(0, K.PLACE, 2, 2)]]):
        game = Pieces(option=option)
        if turns:
            game.turn(*OPENING)
        game.ticks(7)
        first = True
        for actions in choices:
            if first and not actions:
                continue  # the other game's first choice comes in this tick
            first = False
            game.tick(*actions)
            if game.state.phase not in (Life2Phase.OPENING, Life2Phase.TURN):
                return
        if not first:
            files.append(written(game.session))
    assert len(files) < 2 or files[0] == files[1]


def test_resumed_players_choose_again() -> None:
    game = Pieces().turn(*OPENING)
    game.ticks(3)
    before = game.state
    game.choose(0, "1,1")
    frame, recording = game.session.keyframe(), game.session.recording()
    assert game.chosen(0) == ["1,1"], "the running game goes on with the choice"
    assert (frame.state, frame.tick) == (before, recording.ticks)
    assert moment_hash(played_again(recording).state, played_again(recording).board) == recording.end_hash
    again = resumed(recording, frame)
    assert again.state == before
    for actions in ([Action(0, K.PLACE, 0, 0)], [Action(1, K.PLACE, 4, 4)], *[[]] * 200):
        again.tick(actions)
    assert again.state.turn == 3  # type: ignore[attr-defined]
    whole = again.recording()
    copy = played_again(whole)
    assert copy.state == again.state
    assert_boards_equal(copy.engine.read_all(), again.engine.read_all())


def test_revealed_choices_are_saved() -> None:
    game = Pieces().turn(*OPENING).choose(0, "1,1")
    hidden = game.session.recording()
    game.choose(1, "5,1").reveal()
    recording = game.session.recording()
    assert recording.ticks == game.session.ticks > hidden.ticks
    assert {(action.a, action.b) for tick, action in recording.log if tick >= hidden.ticks} == {(0, 0), (0, 4)}
    assert game.session.keyframe().state == game.state


def test_board_set_up_before_the_choices_is_saved() -> None:
    game = Pieces().do(NOBODY, K.HALT).do(NOBODY, K.PAINT, 0, 0, "x = 2, y = 1, rule = Immigration\n2A!").ticks(2)
    assert game.session.keyframe().state == game.state
    game.choose(0, "5,5")
    again = resumed(game.session.recording(), game.session.keyframe())
    assert_boards_equal(again.engine.read_all(), game.engine.read_all())
    assert game.engine.read_all().any()


def test_after_a_rewind_only_the_past_is_saved() -> None:
    game = Pieces().turn(*OPENING)
    turn = game.session.ticks
    game.choose(0, "1,1")
    chosen = game.session.ticks
    game.choose(1, "5,1").reveal().grow().choose(0, "2,2")
    session = game.session
    hidden = session.recording()
    session.seek(chosen)
    assert session.recording() == hidden, "what is hidden at the end is not written from the past either"
    assert session.keyframe().tick == chosen, "and what was revealed later is no secret"
    game.choose(0, "3,3")  # another future
    assert session.recording().ticks == session.keyframe().tick == turn


def test_hidden_biowar_cells_are_saved_only_after_growth() -> None:
    files = []
    for cell in ((3, 3), (3, 7)):
        war = War(players=2).do(1, K.HIDE, 1)
        hidden_from = war.session.keyframe().tick
        war.put((2, 2), player=0).put(cell, player=1).put((8, 8), player=1)
        assert war.session.keyframe().tick <= hidden_from + 1
        files.append(written(war.session))
        again = Session(
            war.session.match,
            NumpyEngine(parse_rule(war.session.match.rule), war.session.engine.shape),
            recording=war.session.recording(),
            keyframe=war.session.keyframe(),
        )
        assert [side.marks for side in again.state.sides] == [()] * 6, "who resumes places cells again"  # type: ignore[attr-defined]
        assert war.side(1).marks == (cell, (8, 8))
        war.done().do(NOBODY, K.START)
        assert war.session.keyframe().tick == war.session.ticks
        kinds = [action.kind for _, action in war.session.recording().log]
        assert len(kinds) > len(again.recording().log)
    assert files[0] == files[1]


@pytest.mark.parametrize("places", [("1,1", "2,2"), ("4,4", "3,1")])
def test_teletype_replay_of_an_unfinished_game_has_no_secrets(
    places: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import io
    import sys

    lines = "".join(f"{place}\n" for place in places).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines), encoding="utf-8"))
    file = tmp_path / "left.gpureplay"
    assert main(["teletype", "--seed", "7", "--record", str(file)]) == 2
    assert "the input ended" in capsys.readouterr().err
    assert [action.kind for _, action in read_replay(file).log] == [K.START]


def hiding(*places: tuple[int, int]) -> War:
    """Return a BioWar game in which player 2 hides new cells, has placed these, and has not pressed DONE."""
    war = War(players=3).do(1, K.HIDE, 1).done().ticks(5)
    return war.put(*places, player=1).do(1, K.STICK)


def test_biowar_files_do_not_depend_on_hidden_cells() -> None:
    one, other = hiding((2, 3), (2, 4), (3, 3)), hiding((7, 7), (5, 5), (1, 2))
    assert written(one.session) == written(other.session)
    assert one.side(1).marks != other.side(1).marks
    one.do(1, K.HIDE, 0)
    assert written(one.session) != written(other.session), "they can be seen"
    one, other = hiding((2, 3), (2, 4), (3, 3)).done(), hiding((7, 7), (5, 5), (1, 2)).done()
    assert written(one.session) != written(other.session), "they have grown"


def test_resumed_biowar_repeats_the_phase() -> None:
    war = hiding((2, 3), (2, 4), (3, 3))
    recording, keyframe = war.session.recording(), war.session.keyframe()
    again = Session(
        recording.match,
        NumpyEngine(war.engine.rule, war.engine.shape),
        recording=recording,
        keyframe=keyframe,
    )
    assert again.state.turn == war.state.turn == 2
    assert again.state.sides[1].hides
    assert not any(side.marks for side in again.state.sides)
