"""Consent in the window (ruling R22): who has to be asked, the question in words, and what follows when all agree."""

from gpulife.games.core.consent import ANSWER_SECONDS, Answer, Consent, ConsentState, Verdict, people_need_consent
from gpulife.games.core.game import NOBODY, TICKS_PER_SECOND, Action, ActionKind
from gpulife.window.play.consent_card import ConsentCard, Voter
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.play_view import PlayView

BEGINS_ANOTHER = (ActionKind.SELECT, ActionKind.OPTION)
"""Kinds of actions that begin another session, when all agree; games themselves ignore them."""

_WANTS = {
    ActionKind.HALT: "a pause",
    ActionKind.STEP: "one generation at a time",
    ActionKind.PACE: "another pace",
    ActionKind.START: "to begin anew",
    ActionKind.SELECT: "to go to the next game",
    ActionKind.OPTION: "to go to the next option",
    ActionKind.WILD: "a wild generation",
}
_BETWEEN_ROUNDS = (ActionKind.START, *BEGINS_ANOTHER)


def needs_consent(play: PlayView, kind: ActionKind) -> bool:
    """Return whether all players have to be asked before this kind of action; in the past nobody has to be."""
    state, consent = play.session.state, _consent(play)
    if consent is None or not state.requires_consent or play.session.in_the_past:
        return False
    return kind in state.consent_needs.needs_consent and not (
        kind in BEGINS_ANOTHER and _is_granted(consent.answer, kind)
    )


def may_rewind(play: PlayView) -> bool:
    """Return whether rewinding is allowed: not during a round whose people have to ask each other, since it goes on."""
    session = play.session
    if session.in_the_past or not people_need_consent(session.match) or not isinstance(session.state, ConsentState):
        return True
    return ActionKind.HALT not in session.state.consent_needs.needs_consent


def agreed_actions(play: PlayView) -> list[Action]:
    """Return the actions that all have agreed to and that begin another session."""
    consent = _consent(play)
    if consent is None or play.session.in_the_past:
        return []
    return [Action(NOBODY, kind) for kind in BEGINS_ANOTHER if _is_granted(consent.answer, kind)]


def current_card(controller: AnyController) -> ConsentCard | None:
    """Return the open question or the last outcome, to be drawn; None if there is neither."""
    consent = _consent(controller.play)
    if consent is None or consent.question is None:
        answer = None if consent is None else consent.answer
        return None if answer is None else ConsentCard(_answer_text(controller, answer))
    question = consent.question
    who = "Somebody at the keyboard" if question.player < 0 else controller.name_of(question.player)
    waiting = consent.unanswered_by(controller.state.consent_needs.seats)
    voters = [_voter(controller, player, waits=player in waiting) for player in sorted((*question.agreed, *waiting))]
    left = question.left / (ANSWER_SECONDS * TICKS_PER_SECOND)
    return ConsentCard(f"{who} wants {_wish(controller, question.kind)}.", voters, question.seconds, left)


def _voter(controller: AnyController, player: int, *, waits: bool) -> Voter:
    name, rgb = controller.name_of(player), controller.play.look.colours[player + 1]
    if not waits:
        return Voter(name, rgb)
    legend = controller.legend(player)
    return Voter(name, rgb, legend.pieces("{agree} agrees   {refuse} refuses"))


def _wish(controller: AnyController, kind: ActionKind) -> str:
    """Return the words for the action that needs consent, to follow "wants"."""
    if kind is ActionKind.HALT and controller.is_setting_up:
        return "to begin"
    if kind is ActionKind.HALT and not controller.state.running:
        return "to go on"
    return _WANTS[kind]


def _answer_text(controller: AnyController, answer: Answer) -> str:
    if answer.verdict is Verdict.GRANTED:
        return "All have agreed."
    name = controller.name_of(answer.player)
    if answer.verdict is Verdict.REFUSED:
        return f"{name} does not agree."
    if answer.verdict is Verdict.UNANSWERED:
        return f"{name} has not answered in time, which is a no."
    keys_text = controller.shell.poller.bindings.keys_text
    if answer.kind is ActionKind.HALT:
        return f"{name} still plants: play begins when that is done."
    if answer.kind is ActionKind.STEP:
        return f"{name} agrees to a pause ({keys_text('halt')}), not to single generations."
    if answer.kind in _BETWEEN_ROUNDS:
        return (
            f"{name} does not agree before the round is over. You can always resign "
            f"({keys_text('resign-1')}, {keys_text('resign-2')}) or leave ({keys_text('start-screen')})."
        )
    return f"{name} does not agree to {_WANTS[answer.kind]} before the round is over."


def _consent(play: PlayView) -> Consent | None:
    state = play.session.state
    return state.consent if isinstance(state, ConsentState) else None


def _is_granted(answer: Answer | None, kind: ActionKind) -> bool:
    return answer is not None and (answer.kind, answer.verdict) == (kind, Verdict.GRANTED)
