"""The open question of a match, and its answer, for pages (ruling R22)."""

from gpulife.games.core.consent import ANSWER_SECONDS, Answer, ConsentState, Verdict
from gpulife.games.core.game import NOBODY, TICKS_PER_SECOND, ActionKind
from gpulife.online.page_view.view import Moment, Question, button

_WANTS = {
    ActionKind.HALT: "a pause",
    ActionKind.STEP: "one generation at a time",
    ActionKind.PACE: "another pace",
    ActionKind.START: "to begin anew",
    ActionKind.SELECT: "another game",
    ActionKind.OPTION: "another option",
    ActionKind.WILD: "a wild generation",
}


def question_of(moment: Moment) -> Question | None:
    """Return the open question or the last answer, as long as it is shown; None if there is neither."""
    state = moment.state
    consent = state.consent if isinstance(state, ConsentState) else None
    if consent is None:
        return None
    question = consent.question
    if question is None:
        return None if consent.answer is None else Question(_answer_text(consent.answer, moment))
    who = "Somebody" if question.player == NOBODY else moment.names[question.player]
    wants = "want" if question.player == moment.viewer and moment.is_seated else "wants"
    wish = _WANTS.get(question.kind, "that")
    if question.kind is ActionKind.HALT and not state.running:
        wish = "to begin" if getattr(state, "halted", True) is False else "to go on"
    asked = moment.viewer in consent.unanswered_by(state.consent_needs.seats)
    answers = (button("Yes", ActionKind.AGREE, 1, main=True), button("No", ActionKind.AGREE)) if asked else ()
    return Question(f"{who} {wants} {wish}", moment.clock(question.left, ANSWER_SECONDS * TICKS_PER_SECOND), answers)


def _answer_text(answer: Answer, moment: Moment) -> str:
    if answer.verdict is Verdict.GRANTED:
        return "All have agreed"
    name = moment.names[answer.player] if answer.player != NOBODY else "Somebody"
    you = answer.player == moment.viewer
    if answer.verdict is Verdict.REFUSED:
        return f"{name} {'do' if you else 'does'} not agree"
    if answer.verdict is Verdict.UNANSWERED:
        return f"{name} {'have' if you else 'has'} not answered in time, which is a no"
    return f"{name} does not agree to {_WANTS.get(answer.kind, 'that')} now"
