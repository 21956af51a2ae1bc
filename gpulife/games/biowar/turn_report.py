"""What happened in a turn of BioWar, in plain words: who got a place that several wanted, who killed whose cells.

All of it is found by comparing the board before and after a generation. So on-line players can read it, too: it gives
away no more than they see.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from gpulife.games.biowar.state import BioWarState
from gpulife.games.core.game import NOBODY, Place
from gpulife.games.core.shared_texts import count_text
from gpulife.rules import Cells, Edges
from gpulife.rules.rule import count_neighbours
from gpulife.seats import YOU, with_verb

ReportLine = tuple[int, str, str]
"""A line of the report, as in the conversation: the player in whose colour the name is drawn, the name, the text."""


@dataclass(frozen=True, slots=True)
class Contest:
    """A place that several players chose for a new cell.

    Attributes:
        place: the place on the board.
        winner: the player whose cell is there now.
        losers: the other players who wanted it.
    """

    place: Place
    winner: int
    losers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Losses:
    """The cells that were placed in a turn, and those that were born and died in its generation.

    Attributes:
        placed: number of placed cells, by player; empty if the board before the turn is not known.
        births: number of births, by player.
        deaths: number of deaths, by player.
        kills: number of cells that died because of an opponent, by (killer, victim).
    """

    placed: Mapping[int, int]
    births: Mapping[int, int]
    deaths: Mapping[int, int]
    kills: Mapping[tuple[int, int], int]


def contests(wanted: Mapping[Place, Sequence[int]], placed: Cells) -> tuple[Contest, ...]:
    """Return the places that several players wanted.

    Args:
        wanted: the places chosen in the Adjustment phase, as in ``BioWarState.wanted``. Others' choices may be missing.
        placed: the board once the new cells are on it, shape (rows, columns), uint8.
    """
    found = []
    for place, players in sorted(wanted.items()):
        winner = int(placed[place]) - 1
        losers = tuple(player for player in players if player != winner)
        if winner >= 0 and losers:
            found.append(Contest(place, winner, losers))
    return tuple(found)


def losses(before: Cells | None, placed: Cells, grown: Cells, edges: Edges, players: int) -> Losses:
    """Return who gained and lost cells in a turn, and to whom.

    A cell counts as killed if it would have lived without the other players' cells around it. The opponent with the
    most cells around it is the killer.

    Args:
        before: the board before the turn's new cells, shape (rows, columns), uint8; None if it is not known.
        placed: the board with them, before the generation, in the same shape.
        grown: the board after the generation, in the same shape.
        edges: edges of the board.
        players: number of seats.
    """
    new = () if before is None else range(players)
    put = {player: int(np.count_nonzero((placed == player + 1) & (before != player + 1))) for player in new}
    around = np.stack([count_neighbours(placed == player + 1, edges) for player in range(players)])
    births, deaths, kills = {}, {}, {}
    for player in range(players):
        was, own = placed == player + 1, around[player]
        births[player] = int(np.count_nonzero(~was & (grown == player + 1)))
        died = was & (grown != player + 1)
        deaths[player] = int(np.count_nonzero(died))
        others = around.copy()
        others[player] = 0
        killed = died & (own >= 2) & (own <= 3) & (others.sum(axis=0) > 0)
        for killer, count in enumerate(np.bincount(others.argmax(axis=0)[killed], minlength=players).tolist()):
            if count:
                kills[killer, player] = count
    return Losses(put, births, deaths, kills)


def contest_lines(found: Sequence[Contest], names: Sequence[str]) -> list[ReportLine]:
    """Return a line for each player who got places that others wanted, too."""
    lines = []
    for winner in sorted({contest.winner for contest in found}):
        won = [contest for contest in found if contest.winner == winner]
        losers = sorted({loser for contest in won for loser in contest.losers})
        whom = _listed([_object(names[loser]) for loser in losers])
        what = "a place" if len(won) == 1 else f"{len(won)} places"
        wanted = "wanted it" if len(won) == 1 else "wanted them"
        lines.append((winner, names[winner], f"{_verb(names[winner], 'get')} {what} by chance: {whom} {wanted}, too"))
    return lines


def turn_lines(
    state: BioWarState, turn: int, found: Losses, readers: Sequence[int], names: Sequence[str]
) -> list[ReportLine]:
    """Return the report on a turn: a line on the largest kill among other players, then one for each reader.

    Args:
        state: the state after the turn.
        turn: number of the turn.
        found: the turn's births and deaths.
        readers: the players at this window who were in the game.
        names: the names of all seats.
    """
    lines = []
    among_others = {pair: count for pair, count in found.kills.items() if not set(pair) & set(readers)}
    if among_others:
        (killer, victim), count = max(among_others.items(), key=lambda item: (item[1], item[0]))
        words = f"{_verb(names[killer], 'kill')} {count_text(count, 'cell')} of {names[victim]}"
        lines.append((killer, names[killer], words))
    lines += [(reader, names[reader], _own_text(state, turn, found, reader, names)) for reader in readers]
    return lines or [(NOBODY, "", "No player killed another player's cells")]


def _own_text(state: BioWarState, turn: int, found: Losses, reader: int, names: Sequence[str]) -> str:
    name, gained = names[reader], state.sides[reader].gained
    points = "no points" if not gained else count_text(gained, "point")
    begins = "" if state.is_alone else f"{_verb(name, 'get')} {points} in turn {turn}"
    killed = {victim: count for (killer, victim), count in found.kills.items() if killer == reader}
    lost = {killer: count for (killer, victim), count in found.kills.items() if victim == reader}
    placed, births, deaths = (numbers.get(reader, 0) for numbers in (found.placed, found.births, found.deaths))
    died = f"{deaths or 'none'} died"
    if lost:
        died = f"{died}, {_counts(lost, names, 'of them killed by')}"
    sums = ([f"{placed} placed"] if placed else []) + [f"{births or 'none'} born", died]
    told = f"{begins or _verb(name, 'play') + ' alone'}: {', '.join(sums)}"
    return f"{told}. Kills: {_counts(killed, names, 'of')}" if killed else told


def _counts(numbers: Mapping[int, int], names: Sequence[str], word: str) -> str:
    """Return the numbers of cells by player as text: "8 of Gardener and 1 of Beginner" if ``word`` is "of"."""
    ranked = sorted(numbers.items(), key=lambda item: (-item[1], item[0]))
    (most, count), *rest = [(_object(names[player]), count) for player, count in ranked]
    return _listed([f"{count} {word} {most}", *(f"{count} {word.split()[-1]} {name}" for name, count in rest)])


def _verb(name: str, verb: str) -> str:
    """Return ``verb`` in the form that follows ``name``: "kill" after "You", "kills" after any other name."""
    return with_verb(name, verb).removeprefix(f"{name} ")


def _object(name: str) -> str:
    return name.lower() if name == YOU else name


def _listed(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)
