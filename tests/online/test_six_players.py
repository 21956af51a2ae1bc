"""Six native clients and a spectator play twenty turns of BioWar over real sockets; one is killed, and returns."""

import asyncio
import sys
from contextlib import AsyncExitStack

import numpy as np
from online.fast_clock import fast_program

from gpulife.games.biowar.state import TurnPhase
from gpulife.games.core.game import ActionKind
from gpulife.online.protocol import WATCH
from gpulife.tools.online_bench.native_client import NativeClient
from gpulife.tools.online_bench.server_process import serving

TURNS = 20
KILLED_IN = 7
SPEED = 4
CORNER = ((0, 0), (0, 1), (1, 0))
"""Cells that become a block, which is stable."""
NAMES = ("Ada", "Bob", "Cleo", "Dora", "Emil")
FRITZ = """
import asyncio, sys
from gpulife.games.core.game import ActionKind
from gpulife.games.biowar.state import TurnPhase
from gpulife.tools.online_bench.native_client import NativeClient

async def play(url, match, token, turns):
    async with NativeClient.connected(url, "Fritz", token) as client:
        await client.join(match, 5)
        print(client.token, client.seated.seat, flush=True)
        done = -1
        while client.error is None:
            state = client.copy.state
            if state.turn >= turns and state.phase is TurnPhase.GROWTH:
                break
            side = state.sides[5]
            if state.turn > done and not side.done and state.phase is not TurnPhase.GROWTH:
                done = state.turn
                await client.act(ActionKind.DONE)
            await client.wait_for(lambda: client.copy.state is not state, "anything", 60)

asyncio.run(play(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])))
"""


async def _fritz(url, match, token=""):
    """Yield the process of Fritz, a separate client, and his token."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", FRITZ, url, match, token, str(TURNS), stdout=asyncio.subprocess.PIPE
    )
    token, seat = (await process.stdout.readline()).decode().split()
    assert seat == "5"
    return process, token


async def press(player, seat, row, column):
    """Place a cell; press and release must be in different ticks."""
    await player.act(ActionKind.POINT, row, column)
    await player.act(ActionKind.TRIGGER, 1)
    await player.wait_for(lambda: player.copy.state.sides[seat].cursor.trigger, "a press")
    await player.act(ActionKind.TRIGGER, 0)
    await player.wait_for(lambda: not player.copy.state.sides[seat].cursor.trigger, "a rest")


async def _play(url):
    async with AsyncExitStack() as stack:
        players = [await stack.enter_async_context(NativeClient.connected(url, name)) for name in NAMES]
        match = (await players[0].host("biowar", option="FAST", rows=40, columns=60)).id
        for player in players[1:]:
            await player.join(match)
        eye = await stack.enter_async_context(NativeClient.connected(url, "Eye", address="127.0.0.9"))
        await eye.join(match, WATCH)
        fritz, token = await _fritz(url, match)
        for player in players:
            await player.act(ActionKind.DONE)
        await eye.wait_for(lambda: sum(side.is_in for side in eye.copy.state.sides) == 6, "six who play", 60)
        turns = [eye.copy.state.turn]
        while turns[-1] < TURNS:
            turn = turns[-1]
            for seat, player in enumerate(players):
                for row, column in CORNER if turn == turns[0] else ((0, 4 + turn),):
                    await press(player, seat, 4 + 7 * seat + row, 3 + column)
                await player.act(ActionKind.DONE)
            if turn == KILLED_IN:
                fritz.kill()
                assert await fritz.wait() == -9
                fritz, again = await _fritz(url, match, token)
                assert again == token
            await eye.wait_for(lambda: eye.copy.state.turn > turn, "the next turn", 60)  # noqa: B023
            turns.append(eye.copy.state.turn)
        for player in players:
            await player.act(ActionKind.DONE)
        await eye.wait_for(lambda: eye.copy.state.phase is TurnPhase.GROWTH, "the last growth", 60)
        assert turns == list(range(turns[0], TURNS + 1))
        await asyncio.wait_for(fritz.communicate(), 60)
        for client in (*players, eye):  # all have the board of the same tick, and no copy was ever wrong
            tick = players[0].copy.ticks
            await client.wait_for(lambda: client.copy.ticks >= tick, "the same tick")  # noqa: B023
            assert client.resyncs == []
        boards = [client.copy.engine.read_all() for client in (*players, eye)]
        assert boards[0].any()
        for board in boards[1:]:
            assert np.array_equal(board, boards[0])
        assert all(side.has_placed for side in eye.copy.state.sides[:5])


def test_six_players_and_one_killed_client(tmp_path):
    with serving(tmp_path, program=fast_program(SPEED)) as server:
        asyncio.run(_play(server.url))
