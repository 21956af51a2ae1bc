"""Consent (ruling R22): what one seat may do to a running match only when every other seat agrees.

Halting, stepping, another pace, wild interventions, restarting and leaving for another game or option. It holds where
a computer has a seat, and between people where the match says so (``CONSENT``). Who has a seat is told by SEAT actions,
so that it is in the recording. A computer answers at once, as the game says; people are asked for ten seconds and
answer by AGREE. Everything is in the game's state, so that a replay asks and answers as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeVar

from gpulife.games.base import NOBODY, TICKS_A_SECOND, Action, ActionKind, Match, Sound
from gpulife.games.draft import Draft
from gpulife.games.frozen_json import LATER

CONSENT = "consent"
"""The setting of a match, true or false, by which its people ask each other, too: series and tournaments have it. With
a computer at one of the seats everybody is asked anyway."""
CONSENT_RULINGS = 2
"""The version of the rulings from which anybody is asked."""
ASKED_SECONDS = 10
ANSWER_TICKS = 4 * TICKS_A_SECOND
"""That an answer stays to be read."""
NEEDS_CONSENT = frozenset(
    {
        ActionKind.HALT,
        ActionKind.STEP,
        ActionKind.PACE,
        ActionKind.START,
        ActionKind.SELECT,
        ActionKind.OPTION,
        ActionKind.WILD,
    }
)
OUTLASTS_ROUND = frozenset({ActionKind.PACE, ActionKind.WILD})
"""What holds for the next round, too, if it is done between two."""
ENDS_MATCH = frozenset({ActionKind.START, ActionKind.SELECT, ActionKind.OPTION})
"""What leaves the rounds behind that have been played."""
EDITS = frozenset({ActionKind.SOUP, ActionKind.CLEAR, ActionKind.PAINT, ActionKind.ERASE})
"""What the console and the mouse do to a board, which nobody does in a match that needs consent."""
_MOST_SEATS, _MOST_LEVEL = 26, 4


class Verdict(StrEnum):
    """What became of a question."""

    GRANTED = "granted"
    REFUSED = "refused"
    """A person said no."""
    UNANSWERED = "unanswered"
    """Somebody did not answer in time, which is a no."""
    COMPUTER = "computer"
    """A computer does not agree."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The end of a question, for people to read and for whoever owns the session.

    Attributes:
        kind: what was asked for.
        verdict: what became of it.
        player: who did not agree; NOBODY where all did.
        left: ticks that it stays.
    """

    kind: ActionKind
    verdict: Verdict
    player: int = NOBODY
    left: int = ANSWER_TICKS


@dataclass(frozen=True, slots=True)
class Question:
    """What everybody is asked.

    Attributes:
        player: who asks; NOBODY for somebody at the keyboard, whoever it is: then all seats have to agree.
        kind: of the action that is asked for.
        a: its first number.
        b: its second number.
        left: ticks until no answer is a no.
        agreed: players who said yes.
    """

    player: int
    kind: ActionKind
    a: int = 0
    b: int = 0
    left: int = ASKED_SECONDS * TICKS_A_SECOND
    agreed: tuple[int, ...] = ()

    @property
    def seconds(self) -> int:
        """Left, rounded up."""
        return -(-self.left // TICKS_A_SECOND)

    @property
    def action(self) -> Action:
        """What is done when all have agreed."""
        return Action(self.player, self.kind, self.a, self.b)


@dataclass(frozen=True, slots=True)
class Situation:
    """What a game says of this moment.

    Attributes:
        seats: the players who are in the game.
        asked: kinds of actions that need consent now.
        agreeable: those of them that a computer agrees to.
        edits: whether the board may be edited.
        unlimited: whether the pace is unlimited: then how much a tick computes is the program's own matter.
    """

    seats: tuple[int, ...]
    asked: frozenset[ActionKind]
    agreeable: frozenset[ActionKind]
    edits: bool = True
    unlimited: bool = False


@dataclass(frozen=True, slots=True)
class Consent:
    """Who has to be asked, what is asked, and what the last answer was.

    Attributes:
        people: whether people ask each other.
        levels: of the computers in the seats, 0 for a person; seats beyond are people's.
        strict: whether a computer has had a seat in this round: whoever takes its seat is asked instead of it.
        question: that is open.
        answer: to the last question, for a while.
    """

    people: bool = False
    levels: tuple[int, ...] = ()
    strict: bool = False
    question: Question | None = None
    answer: Answer | None = None

    @property
    def asks(self) -> bool:
        """Whether anybody has to be asked in this round."""
        return self.people or self.strict

    def level(self, player: int) -> int:
        """The computer's level in a seat, 0 for a person."""
        return self.levels[player] if 0 <= player < len(self.levels) else 0

    def seated(self, player: int, level: int) -> Consent:
        """After SEAT: that level sits there, 0 for a person."""
        if not 0 <= player < _MOST_SEATS:
            return self
        levels = [*self.levels, *[0] * (player + 1 - len(self.levels))]
        levels[player] = min(max(level, 0), _MOST_LEVEL)
        return replace(self, levels=tuple(levels), strict=self.strict or level > 0)

    def renewed(self) -> Consent:
        """At the beginning of a round: nothing is asked, and only those count who sit there now."""
        return replace(self, strict=any(self.levels), question=None, answer=None)

    def to_answer(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        """Of the players in the game the people who have not yet agreed to the open question."""
        question = self.question
        if question is None:
            return ()
        done = (question.player, *question.agreed)
        return tuple(player for player in self._people(seats) if player not in done)

    def _people(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        """Those of the players who are asked. With computers at the table people are not, unless the match says so."""
        if any(self.levels) and not self.people:
            return ()
        return tuple(player for player in seats if not self.level(player))


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """The part of a game's state that is about consent.

    Attributes:
        consent: None under rulings without it.
    """

    consent: Consent | None = field(default=None, metadata=LATER)

    @property
    def situation(self) -> Situation:
        """Of this moment; a game says what needs consent in it."""
        return Situation((), frozenset(), frozenset())

    @property
    def asks(self) -> bool:
        """Whether anybody has to be asked in this round."""
        return self.consent is not None and self.consent.asks


_State = TypeVar("_State", bound=Asking)


def asks_people(match: Match) -> bool:
    """Whether people ask each other in that match: then its course is one, and nobody goes back and plays another."""
    return match.rulings >= CONSENT_RULINGS and match.settings.get(CONSENT) is True


def consent_of(match: Match) -> Consent | None:
    """What the state of a match begins with."""
    if match.rulings < CONSENT_RULINGS:
        return None
    return Consent(people=asks_people(match))


def seat_actions(state: object, levels: Iterable[int]) -> tuple[Action, ...]:
    """What tells a game in ``state`` of the computers in its seats: those of ``levels`` that it does not know yet."""
    consent = state.consent if isinstance(state, Asking) else None
    if consent is None:
        return ()
    told = consent.level
    return tuple(Action(seat, ActionKind.SEAT, level) for seat, level in enumerate(levels) if level != told(seat))


def obey(
    state: _State, actions: Iterable[Action], act: Callable[[_State, Action, Draft], _State], draft: Draft
) -> _State:
    """Do what somebody wants and everybody agrees to; the rest becomes a question, or is refused. One tick of time."""
    for action in actions:
        state = _heard(state, action, act, draft)
    consent = state.consent
    if consent is None:
        return state
    answer, question = consent.answer, consent.question
    if answer is not None:
        answer = replace(answer, left=answer.left - 1) if answer.left > 1 else None
        consent = replace(consent, answer=answer)
    if question is not None:
        consent = _a_tick_later(consent, question, state.situation, draft)
        if consent.answer is not None and consent.answer.verdict is Verdict.GRANTED and consent.question is None:
            return act(replace(state, consent=consent), question.action, draft)
    return state if consent == state.consent else replace(state, consent=consent)


def _heard(state: _State, action: Action, act: Callable[[_State, Action, Draft], _State], draft: Draft) -> _State:
    consent = state.consent
    if consent is None:
        return act(state, action, draft)
    if action.kind is ActionKind.SEAT:
        return replace(state, consent=consent.seated(action.player, action.a))
    if action.kind is ActionKind.AGREE:
        return _answered(state, action, act, draft)
    now = state.situation
    if consent.asks and action.kind in EDITS and not now.edits:
        draft.order(Sound("refused"))
        return state
    adapts = action.kind is ActionKind.PACE and action.a == 0 and now.unlimited
    # Who watches computers plays against nobody.
    watches = not consent.people and all(consent.level(player) for player in now.seats)
    if not consent.asks or action.kind not in now.asked or adapts or watches:
        return act(state, action, draft)
    question = consent.question
    if question is not None:
        # To ask for the same is to agree; anything else waits until the question is answered.
        if (action.kind, action.a, action.b) == (question.kind, question.a, question.b):
            return _answered(state, Action(action.player, ActionKind.AGREE, 1), act, draft)
        draft.order(Sound("refused", player=action.player))
        return state
    computer = next((player for player in now.seats if consent.level(player)), None)
    if computer is not None and action.kind not in now.agreeable:
        draft.order(Sound("refused", player=action.player))
        return replace(state, consent=replace(consent, answer=Answer(action.kind, Verdict.COMPUTER, computer)))
    question = Question(action.player, action.kind, action.a, action.b)
    consent = replace(consent, question=question, answer=None)
    if consent.to_answer(now.seats):
        draft.order(Sound("menu", player=action.player))
        return replace(state, consent=consent)
    return _granted(state, question, act, draft, at_once=True)


def _answered(state: _State, action: Action, act: Callable[[_State, Action, Draft], _State], draft: Draft) -> _State:
    """AGREE of one of those who are asked; of anybody else it is nothing."""
    consent = state.consent
    if consent is None or consent.question is None or action.player not in consent.to_answer(state.situation.seats):
        return state
    question = consent.question
    if not action.a:
        draft.order(Sound("refused", player=action.player))
        answer = Answer(question.kind, Verdict.REFUSED, action.player)
        return replace(state, consent=replace(consent, question=None, answer=answer))
    draft.order(Sound("choose", 1.0, action.player))
    question = replace(question, agreed=(*question.agreed, action.player))
    consent = replace(consent, question=question)
    state = replace(state, consent=consent)
    if consent.to_answer(state.situation.seats):
        return state
    return _granted(state, question, act, draft)


def _granted(
    state: _State,
    question: Question,
    act: Callable[[_State, Action, Draft], _State],
    draft: Draft,
    *,
    at_once: bool = False,
) -> _State:
    """All agree. What nobody had to be asked about is done without a word, but for what the session's owner does."""
    assert state.consent is not None  # noqa: S101 - there was a question
    quiet = at_once and question.kind not in (ActionKind.SELECT, ActionKind.OPTION)
    answer = None if quiet else Answer(question.kind, Verdict.GRANTED)
    state = replace(state, consent=replace(state.consent, question=None, answer=answer))
    return act(state, question.action, draft)


def _a_tick_later(consent: Consent, question: Question, now: Situation, draft: Draft) -> Consent:
    """The open question has a tick less; it is over when its moment has passed, or when nobody is left to be asked."""
    if question.kind not in now.asked:
        return replace(consent, question=None)
    missing = consent.to_answer(now.seats)
    if not missing:
        return replace(consent, question=None, answer=Answer(question.kind, Verdict.GRANTED))
    if question.left > 1:
        return replace(consent, question=replace(question, left=question.left - 1))
    draft.order(Sound("refused", player=missing[0]))
    return replace(consent, question=None, answer=Answer(question.kind, Verdict.UNANSWERED, missing[0]))
