"""The controller of games between two whose screen asks to begin, which Return, Space, RT and clicks answer."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from gpulife.games.core.game import NOBODY, Action, ActionKind, Place
from gpulife.games.core.round_end import RoundsState
from gpulife.input.commands.command import CommandOrAction
from gpulife.window.play.game_controller import ContestController

_State = TypeVar("_State", bound=RoundsState)
_RESULT_SECONDS = 1.5
"""Time after the end of a game in which clicks are not taken for the wish for another one."""
_ANSWERS = (ActionKind.HALT, ActionKind.STEP)


class RoundsController(ContestController[_State]):
    """A controller for a game that waits for START before its first round."""

    shows_scores = True
    _over_seconds = 0.0

    @property
    def asks_to_begin(self) -> bool:
        """Whether the first game has yet to begin."""
        return self._asks is ActionKind.START

    @property
    def is_idle(self) -> bool:
        """Whether no game is being played."""
        return self._asks is not None

    @property
    def _asks(self) -> ActionKind | None:
        """What the screen asks people to do: to begin, or to begin another game; None during a game."""
        if self.state.ending is not None:
            return ActionKind.AGAIN
        return ActionKind.START if not self.state.starts else None

    def translate(self, requests: Iterable[CommandOrAction]) -> list[CommandOrAction]:
        """Let Space and Return, and RT on a gamepad, answer what the screen asks."""
        return super().translate(self._as_answer(request) for request in requests)

    def _as_answer(self, request: CommandOrAction) -> CommandOrAction:
        if not isinstance(request, Action) or request.kind not in _ANSWERS or self._asks is None:
            return request
        return replace(request, kind=self._asks)

    @property
    def takes_clicks(self) -> bool:
        """Whether a click answers what the screen asks; panels that are shown draw on the board instead."""
        return self._asks is not None and not self.panels_shown

    def click(self, place: Place | None) -> Iterable[CommandOrAction]:
        """Answer what the screen asks, but not before people have seen the result."""
        if place is not None and self._asks is not None and not 0 < self._over_seconds < _RESULT_SECONDS:
            yield Action(NOBODY, self._asks)

    def draw(self, seconds: float) -> None:
        """Count how long the result has been seen."""
        self._over_seconds = self._over_seconds + seconds if self._asks is ActionKind.AGAIN else 0.0
