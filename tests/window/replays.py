"""Replays of on-line matches on a stage: a recording of each hosted game, and the screen that shows it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from online.hosted import online_match
from window.stage import Stage

from gpulife.engines.batch.batch_factory import batch_opener
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.core.game_spec import ComputerSeat
from gpulife.games.registry import find_game
from gpulife.online.client.server_records import FetchedReplay, RecordedMatch, RecordedPlayer
from gpulife.online.match_codec import new_board
from gpulife.online.seat_rules import hosted_games
from gpulife.session.history import Recording
from gpulife.session.session import Session
from gpulife.window.replay.replay_screen import ReplayScreen

GAMES = hosted_games()
NAMES = ("Ada", "Grace", "Bob", "Konrad", "Edsger", "Barbara")
SEATS = {"biowar": 6, "realtime": 5}


@cache
def recording(game: str, ticks: int = 900) -> Recording:
    """Return a match in which computers played in the place of people."""
    spec = find_game(game)
    match = replace(online_match(game), option=spec.default_option)
    session = Session(match, new_board(match))
    seats = SEATS.get(game, 2)
    session.players = tuple(
        spec.computer(
            ComputerSeat(seat=seat, level=1, seed=1, lookahead=batch_opener(None), people=frozenset(), pause=4)
        )
        for seat in range(seats)
    )
    actions = [Action(NOBODY, ActionKind.START)]
    if game == "realtime":
        actions = [Action(seat, ActionKind.JOIN, data=f"{NAMES[seat]} {_ten(seat)}") for seat in range(seats)]
    session.tick(actions)
    for _ in range(ticks):
        session.tick()
    return session.recording()


def _ten(seat: int) -> str:
    letter = chr(ord("a") + 3 * seat)
    return " ".join(f"{chr(ord(letter) + column)}{row}" for row in range(2, 7) for column in (0, 1))


def recorded_match(game: str, began: int = 0) -> RecordedMatch:
    """Return a server's facts about it."""
    seats = SEATS.get(game, 2)
    players = tuple(RecordedPlayer(seat, NAMES[seat], seat + 1) for seat in range(seats))
    return RecordedMatch(game, players, 1_700_000_000, "Friday evening", began=began, replay="/replays/abc.gpureplay")


def show_replay(stage: Stage, game: str, began: int = 0, ticks: int = 900) -> ReplayScreen:
    """Show the screen of its replay, over the present session."""
    if stage.screens.play_screen._controller is None:
        stage.begin()
    replay = FetchedReplay(recording(game, ticks), recorded_match(game, began))
    screen = ReplayScreen(stage.shell, stage.screens, replay, stage.shell.show_message)
    stage.screens.push(screen)
    stage.frames(2)
    return screen
