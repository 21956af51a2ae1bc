"""The end of the set-up in One Seed and Seed List: who is done, who is warned, and when play begins."""

from collections.abc import Callable, Sequence

from gpulife.engines.reference import next_generation
from gpulife.games.core.game import Action, ActionKind
from gpulife.games.survival1982.observation import NONE_WOULD_LIVE, NOTHING_PLANTED
from gpulife.games.survival1982.state import ContestState, RoundPhase
from gpulife.rules import Cells, Rule
from gpulife.window.play.result_banner import SECONDS_TO_READ

_SAY_DONE = (ActionKind.DONE, ActionKind.HALT, ActionKind.STEP)
_MANY = 10
"""With this many seeds left, a person who is done with the set-up is told that they are for play."""
ALL_WOULD_DIE = f"{NONE_WOULD_LIVE} Plant more, or press again."


# A player who has finished planting says DONE. Play begins when all people and computers have, or when the clock runs
# out. For a person who plays alone, Space, Return and a pad's button for halting also say DONE. Recordings have only
# DONE and HALT, as in all earlier versions. Where halting needs consent, DONE of all players is enough.
class SetUpEnd:
    """Handles the requests that end a set-up, and warns each player once a round if all their cells would die.

    Args:
        rule: rule of the board.
        now: function that returns the current time in seconds.
    """

    def __init__(self, rule: Rule, now: Callable[[], float]) -> None:
        self._rule, self._now = rule, now
        self._warned: dict[tuple[int, int, int], float] = {}  # when, by player and round

    def take(
        self, request: Action, state: ContestState, people: Sequence[int], read: Callable[[], Cells]
    ) -> list[Action] | str:
        """Return the actions that a request in a set-up leads to, or a message that says why it is refused now.

        Args:
            request: the request.
            state: state of the game.
            people: seats that people play.
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
        # STEP in a set-up would only end the round before it begins.
        begin = Action(request.player, ActionKind.HALT)
        if len(people) != 1:
            return [begin]
        done = Action(people[0], ActionKind.DONE)
        too_early = ActionKind.HALT in state.consent_needs.computer_agrees and not _computers_done(state)
        return [done] if too_early else [done, begin]  # the game then says who still plants

    def unspent(self, state: ContestState, player: int) -> str:
        """Return what to say to a player who is done and has many seeds left; "" for few."""
        seeds = state.sides[player].seeds
        if seeds < _MANY:
            return ""
        one = "" if state.has_menu else ", one cell a generation"
        return f"{seeds} seeds are left: plant them in play{one}"

    def _why_not(self, player: int, state: ContestState, cells: Cells) -> str:
        """Return why a player should not begin play yet; "" if there is no reason.

        A player whose cells would all die is warned, and can begin once there was time to read the warning.
        """
        key = player, state.starts, state.round
        if not (cells == player + 1).any():
            return NOTHING_PLANTED
        has_read = self._now() - self._warned.get(key, self._now()) >= SECONDS_TO_READ
        if not has_read and not (next_generation(cells, self._rule, 1) == player + 1).any():
            self._warned.setdefault(key, self._now())
            return ALL_WOULD_DIE
        return ""


def _computers_done(state: ContestState) -> bool:
    """Return True if every computer player has finished planting."""
    levels = () if state.consent is None else state.consent.levels
    return state.fair is not None and all(state.fair.ready[player] for player, level in enumerate(levels) if level)


def begin_actions(state: ContestState, people: Sequence[int]) -> list[Action]:
    """Return the actions that begin play after the set-up. Empty until everybody has finished it.

    Also empty if the game itself begins play.
    """
    if state.phase is not RoundPhase.SET_UP or state.fair is None or not people or state.fair.begins:
        return []
    if state.done_begins:  # the game begins by itself
        return []
    if not all(state.fair.ready[player] for player in people):
        return []
    if not _computers_done(state):
        return []
    asks = people if state.requires_consent else people[:1]  # players agree by asking for the same
    return [Action(player, ActionKind.HALT) for player in asks]
