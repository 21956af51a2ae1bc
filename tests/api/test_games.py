"""Matches that programs play: by computers, and by bots."""

import subprocess
import sys

import numpy as np
import pytest

import gpulife


def walker(view):
    """Places pieces on free places of LIFE-2, each time on the next one."""
    free = np.argwhere(view.board == 0).tolist()
    return [("place", *free[view.tick % len(free)])] if free else []


def test_bots_play_and_their_matches_can_be_replayed(tmp_path):
    seen = []

    def watching(view):
        seen.append(view)
        return walker(view)

    one = gpulife.play("life-2", [watching, "computer:1"], seed=3, limit=4)
    again = gpulife.play("life-2", [walker, "computer:1"], seed=3, limit=4)
    assert (one.scores, one.winner, one.ending, one.ticks) == (again.scores, again.winner, again.ending, again.ticks)
    assert one.generation >= 1
    first, last = seen[0], seen[-1]
    assert (first.game, first.seat, first.board.shape) == ("life-2", 0, (5, 5))
    assert last.tick > first.tick
    assert len(last.census) == 2
    assert {"hands", "phase", "turn"} <= set(last.state)
    one.save(tmp_path / "match.gpureplay")
    played = subprocess.run(
        [sys.executable, "-m", "gpulife", "replay", str(tmp_path / "match.gpureplay"), "--headless"],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    assert played.stdout.endswith(f"generation {one.generation}\n")


def test_bots_see_nothing_of_secret_moves():
    seen = []

    def spy(view):
        if view.state["phase"] in ("opening", "turn"):
            seen.append(view.state["hands"][0])
        return walker(view)

    gpulife.play("life-2", [walker, spy], seed=3, limit=1)
    chosen = [place for hand in seen for place in hand["chosen"]]
    assert chosen
    assert all(place == [-1, -1] for place in chosen)


def test_bot_plays_alone():
    match = gpulife.play("survivor", [lambda _: [("ok",)]], seed=1)
    assert len(match.scores) >= 1


@pytest.mark.parametrize(
    ("players", "words"),
    [
        (["computer:1"], "is for two"),
        (["computer:1"] * 3, "has 2 seats"),
        (["computer:9", "computer:1"], "no computer level 9"),
        (["person", "computer:1"], "use a function, or 'computer:1'"),
        ([lambda _: [("clear",)], "computer:1"], "('clear',) is not a move"),
        ([lambda _: ["place"], "computer:1"], "'place' is not a move"),
        ([lambda _: [("place", 1.5)], "computer:1"], "at most two whole numbers"),
    ],
)
def test_wrong_players_and_moves_are_refused_in_one_line(players, words):
    with pytest.raises(gpulife.GpulifeError) as error:
        gpulife.play("life-2", players, seed=1)
    assert words in str(error.value)
    assert "\n" not in str(error.value)


def test_all_games_are_listed():
    assert {"seed-list", "life-2", "survivor"} <= set(gpulife.list_games())
