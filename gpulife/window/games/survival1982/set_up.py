"""The set-up of One Seed and Seed List in the window: who is done, and that nobody begins with nothing by mistake.

Whoever has planted all that they want to says so (DONE); play begins when all people have, and the computers. The clock
begins it in any case. Space, Return and a pad's button for halting say the same for a person who plays alone. What is
recorded are DONE and HALT, which matches have had all along; where people ask each other, DONE of all is enough.
"""

from collections.abc import Callable, Sequence

from gpulife.engines.reference import next_generation
from gpulife.games.core.game import Action, ActionKind
from gpulife.games.survival1982.set_up_warnings import NONE_WOULD_LIVE, NOTHING_PLANTED
from gpulife.games.survival1982.survival_state import ContestState, RoundPhase
from gpulife.rules import Cells, Rule

_SAY_DONE = (ActionKind.DONE, ActionKind.HALT, ActionKind.STEP)
ALL_WOULD_DIE = f"{NONE_WOULD_LIVE} Plant more, or press again."


class SetUp:
    """What people say in set-ups, of which one follows another.

    Args:
        rule: law of the board.
    """

    def __init__(self, rule: Rule) -> None:
        self._rule = rule
        self._warned: set[tuple[int, int, int]] = set()

    def take(
        self, request: Action, state: ContestState, people: Sequence[int], read: Callable[[], Cells]
    ) -> list[Action] | str:
        """Return what a request of somebody in a set-up is for the game, or a message why it is nothing yet.

        Args:
            request: what is asked for.
            state: state of the game.
            people: the seats of people.
            read: function that returns the cells of the board, shape (rows, columns), uint8.
        """
        if state.phase is not RoundPhase.SET_UP or request.kind not in _SAY_DONE:
            return [request]
        cells = read()
        for player in (request.player,) if request.kind is ActionKind.DONE else people:
            if reason := self._why_not(player, state, cells):
                return reason
        if request.kind is ActionKind.DONE:
            return [request]
        # A single generation out of a set-up would only end the round that has not begun.
        begin = Action(request.player, ActionKind.HALT)
        if len(people) != 1:
            return [begin]
        done = Action(people[0], ActionKind.DONE)
        too_early = ActionKind.HALT in state.consent_needs.computer_agrees and not _computers_done(state)
        return [done] if too_early else [done, begin]  # asked too early, the game tells who still plants

    def _why_not(self, player: int, state: ContestState, cells: Cells) -> str:
        """Return why a player should not begin yet; "" for no reason. Each reason is told once a round."""
        key = player, state.starts, state.round
        if not (cells == player + 1).any():
            return NOTHING_PLANTED
        if key not in self._warned and not (next_generation(cells, self._rule, 1) == player + 1).any():
            self._warned.add(key)
            return ALL_WOULD_DIE
        return ""


def _computers_done(state: ContestState) -> bool:
    """Return whether every computer has planted all that it wants to, whatever the clock says."""
    levels = () if state.consent is None else state.consent.levels
    return state.fair is not None and all(state.fair.ready[player] for player, level in enumerate(levels) if level)


def begin_actions(state: ContestState, people: Sequence[int]) -> list[Action]:
    """Return the actions that begin play if everybody is done with the set-up; none while somebody is not."""
    if state.phase is not RoundPhase.SET_UP or state.fair is None or not people or state.fair.begins:
        return []
    if state.done_begins:  # by itself
        return []
    if not all(state.fair.ready[player] for player in people):
        return []
    if not _computers_done(state):
        return []
    asks = people if state.requires_consent else people[:1]  # asking for the same is agreeing
    return [Action(player, ActionKind.HALT) for player in asks]
