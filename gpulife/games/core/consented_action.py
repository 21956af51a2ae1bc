"""Ask for consent (ruling R22 in docs/rulings.md) before a game carries out an action. See ``consent``."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from gpulife.games.core.bounds import MAX_COUNT
from gpulife.games.core.consent import Answer, Consent, ConsentNeeds, ConsentState, Question, Verdict
from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import EDITS, Action, ActionKind
from gpulife.games.core.order import Sound
from gpulife.games.core.staged_board import StagedBoard

_State = TypeVar("_State", bound=ConsentState)


def act_with_consent(
    state: _State, actions: Iterable[Action], act: Callable[[_State, Action, StagedBoard], _State], staged: StagedBoard
) -> _State:
    """Carry out a tick's actions with ``act``. An action that needs consent becomes a question, or is refused."""
    for action in actions:
        state = _ask_or_act(state, action, act, staged)
    consent = state.consent
    if consent is None:
        return state
    answer, question = consent.answer, consent.question
    if answer is not None:
        answer = replace(answer, left=answer.left - 1) if answer.left > 1 else None
        consent = replace(consent, answer=answer)
    if question is not None:
        consent = _pass_tick(consent, question, state.consent_needs, staged)
        if consent.answer is not None and consent.answer.verdict is Verdict.GRANTED and consent.question is None:
            return act(replace(state, consent=consent), question.action, staged)
    return state if consent == state.consent else replace(state, consent=consent)


def _ask_or_act(
    state: _State, action: Action, act: Callable[[_State, Action, StagedBoard], _State], staged: StagedBoard
) -> _State:
    consent = state.consent
    if consent is None:
        return act(state, action, staged)
    if action.kind is ActionKind.SEAT:
        return replace(state, consent=consent.with_seat(action.player, action.a))
    if action.kind is ActionKind.AGREE:
        return _answer(state, action, act, staged)
    now = state.consent_needs
    if consent.requires_consent and action.kind in EDITS and not now.edits:
        staged.order(Sound("refused"))
        return state
    adapts = action.kind is ActionKind.PACE and action.a == 0 and now.unlimited
    # If computers have all seats, the person who asks only watches.
    watches = not consent.people and all(consent.level(player) for player in now.seats)
    if not consent.requires_consent or action.kind not in now.needs_consent or adapts or watches:
        return act(state, action, staged)
    question = consent.question
    if question is not None:
        # Asking for the same action means agreeing; other actions are refused until the question is answered.
        if (action.kind, action.a, action.b) == (question.kind, question.a, question.b):
            return _answer(state, Action(action.player, ActionKind.AGREE, 1), act, staged)
        staged.order(Sound("refused", player=action.player))
        return state
    computer = next((player for player in now.seats if consent.level(player)), None)
    if computer is not None and action.kind not in now.computer_agrees:
        staged.order(Sound("refused", player=action.player))
        return replace(state, consent=replace(consent, answer=Answer(action.kind, Verdict.COMPUTER, computer)))
    question = Question(action.player, action.kind, _bounded(action.a), _bounded(action.b))
    consent = replace(consent, question=question, answer=None)
    if consent.unanswered_by(now.seats):
        staged.order(Sound("menu", player=action.player))
        return replace(state, consent=consent)
    return _grant(state, consent, question, act, staged, at_once=True)


def _bounded(number: int) -> int:
    """Return the number nearest to ``number`` that a state can store."""
    return min(max(number, -MAX_COUNT), MAX_COUNT)


def _answer(
    state: _State, action: Action, act: Callable[[_State, Action, StagedBoard], _State], staged: StagedBoard
) -> _State:
    """Carry out AGREE, a player's answer to the open question. Ignore players who were not asked."""
    consent = state.consent
    if (
        consent is None
        or consent.question is None
        or action.player not in consent.unanswered_by(state.consent_needs.seats)
    ):
        return state
    question = consent.question
    if not action.a:
        staged.order(Sound("refused", player=action.player))
        answer = Answer(question.kind, Verdict.REFUSED, action.player)
        return replace(state, consent=replace(consent, question=None, answer=answer))
    staged.order(Sound("choose", 1.0, action.player))
    question = replace(question, agreed=(*question.agreed, action.player))
    consent = replace(consent, question=question)
    if consent.unanswered_by(state.consent_needs.seats):
        return replace(state, consent=consent)
    return _grant(state, consent, question, act, staged)


def _grant(
    state: _State,
    consent: Consent,
    question: Question,
    act: Callable[[_State, Action, StagedBoard], _State],
    staged: StagedBoard,
    *,
    at_once: bool = False,
) -> _State:
    """Carry out the action that all have agreed to, and show that it was granted.

    If nobody had to be asked (``at_once``), nothing is shown. SELECT and OPTION are exceptions: the session's owner
    carries these out, and needs the answer.
    """
    quiet = at_once and question.kind not in (ActionKind.SELECT, ActionKind.OPTION)
    answer = None if quiet else Answer(question.kind, Verdict.GRANTED)
    state = replace(state, consent=replace(consent, question=None, answer=answer))
    return act(state, question.action, staged)


def _pass_tick(consent: Consent, question: Question, now: ConsentNeeds, staged: StagedBoard) -> Consent:
    """Advance an open question by one tick, and close it if all have agreed or time is up.

    Withdraw the question if its action no longer needs consent; ``now`` says which actions do.
    """
    if question.kind not in now.needs_consent:
        return replace(consent, question=None)
    missing = consent.unanswered_by(now.seats)
    if not missing:
        return replace(consent, question=None, answer=Answer(question.kind, Verdict.GRANTED))
    if question.left > 1:
        return replace(consent, question=replace(question, left=question.left - 1))
    staged.order(Sound("refused", player=missing[0]))
    return replace(consent, question=None, answer=Answer(question.kind, Verdict.UNANSWERED, missing[0]))
