"""Consent in the window (ruling R22): who it is that presses a key, what is asked in words, and what is done then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpulife.games.base import NOBODY, TICKS_A_SECOND, Action, ActionKind
from gpulife.games.consent import ASKED_SECONDS, Answer, Asking, Consent, Verdict, asks_people
from gpulife.games.contest import ContestState, Phase
from gpulife.input.glfw_input import key_label
from gpulife.ui.consent import Asked, ConsentCard

if TYPE_CHECKING:
    from gpulife.app.program import Program

LEAVES = (ActionKind.SELECT, ActionKind.OPTION)
"""What begins another session: its owner does that, when all agree."""

_WANTS = {
    ActionKind.HALT: "a pause",
    ActionKind.STEP: "one generation at a time",
    ActionKind.PACE: "another pace",
    ActionKind.START: "to begin anew",
    ActionKind.SELECT: "to go to the next game",
    ActionKind.OPTION: "to go to the next option",
    ActionKind.WILD: "a wild generation",
}
_LEAVING = (ActionKind.START, *LEAVES)


def needs_consent(program: Program, kind: ActionKind) -> bool:
    """Whether everybody has to be asked before that is done now. Who only looks at a recording asks nobody."""
    session = program.play.session
    state = session.state
    if not isinstance(state, Asking) or state.consent is None or not state.asks or session.in_the_past:
        return False
    return kind in state.situation.asked and not (kind in LEAVES and _is_granted(state.consent.answer, kind))


def may_go_back(program: Program) -> bool:
    """Whether one may look at the past: not in the middle of a round whose people ask each other, which goes on."""
    session = program.play.session
    state = session.state
    if session.in_the_past or not asks_people(session.match) or not isinstance(state, Asking):
        return True
    return ActionKind.HALT not in state.situation.asked


def agreed_commands(program: Program) -> list[Action]:
    """What all have agreed to that begins another session."""
    consent = _consent(program)
    if consent is None or program.play.session.in_the_past:
        return []
    return [Action(NOBODY, kind) for kind in LEAVES if _is_granted(consent.answer, kind)]


def presser(program: Program) -> int:
    """Whose key one of the keyboard is, where that counts: of the only person there, else nobody knows."""
    state = program.play.session.state
    if not isinstance(state, Asking) or not state.asks:
        return NOBODY
    playing = frozenset(state.situation.seats) - program.screen.computers(program)
    people = [
        player for player, names in program.shell.poller.devices().items() if "keyboard" in names and player in playing
    ]
    return people[0] if len(people) == 1 else NOBODY


def consent_card(program: Program) -> ConsentCard | None:
    """The open question or the last answer, to be drawn; None for neither."""
    state, consent = program.play.session.state, _consent(program)
    if consent is None or not isinstance(state, Asking):
        return None
    question, answer = consent.question, consent.answer
    if question is None:
        return None if answer is None else ConsentCard(_answer_text(program, answer))
    who = "Somebody at the keyboard" if question.player < 0 else program.screen.name_of(program, question.player)
    waiting = consent.to_answer(state.situation.seats)
    asked = [_asked(program, player, waits=player in waiting) for player in sorted((*question.agreed, *waiting))]
    left = question.left / (ASKED_SECONDS * TICKS_A_SECOND)
    return ConsentCard(f"{who} wants {_wish(program, question.kind)}.", asked, question.seconds, left)


def _asked(program: Program, player: int, *, waits: bool) -> Asked:
    name, rgb = program.screen.name_of(program, player), program.play.look.colours[player + 1]
    if not waits:
        return Asked(name, rgb)
    return Asked(name, rgb, _button(program, player, "agree"), _button(program, player, "refuse"))


def _button(program: Program, player: int, what: str) -> str:
    """The key or button of a player's own for an answer."""
    devices, table = program.shell.poller.devices().get(player, ()), program.shell.poller.bindings.table
    found = []
    if "keyboard" in devices and f"player{player + 1}-{what}" in table:
        found += [key_label(each.name) for each in table[f"player{player + 1}-{what}"][:1]]
    if any(name != "keyboard" for name in devices):
        found += [each.title for each in table[f"pad-{what}"][:1]]
    return " or ".join(found) or "a gamepad's button"


def _wish(program: Program, kind: ActionKind) -> str:
    """What is asked for, after "wants"."""
    state = program.play.session.state
    if kind is ActionKind.HALT and isinstance(state, ContestState) and state.phase is Phase.SET_UP:
        return "to begin"
    if kind is ActionKind.HALT and not state.running:
        return "to go on"
    return _WANTS[kind]


def _answer_text(program: Program, answer: Answer) -> str:
    if answer.verdict is Verdict.GRANTED:
        return "All have agreed."
    name = program.screen.name_of(program, answer.player)
    if answer.verdict is Verdict.REFUSED:
        return f"{name} does not agree."
    if answer.verdict is Verdict.UNANSWERED:
        return f"{name} has not answered in time, which is a no."
    spoken = program.shell.poller.bindings.spoken
    if answer.kind is ActionKind.HALT:
        return f"{name} still plants: play begins when that is done, at the latest after half of the set-up."
    if answer.kind is ActionKind.STEP:
        return f"{name} agrees to a pause ({spoken('halt')}), not to single generations."
    if answer.kind in _LEAVING:
        return (
            f"{name} does not agree before the round is over. You can always resign "
            f"({spoken('resign-1')}, {spoken('resign-2')}) or leave ({spoken('start-screen')})."
        )
    return f"{name} does not agree to {_WANTS[answer.kind]} before the round is over."


def _consent(program: Program) -> Consent | None:
    state = program.play.session.state
    return state.consent if isinstance(state, Asking) else None


def _is_granted(answer: Answer | None, kind: ActionKind) -> bool:
    return answer is not None and (answer.kind, answer.verdict) == (kind, Verdict.GRANTED)
