"""Asks all players for consent to an action such as a pause, and shows the question and the answer on a card."""

from collections.abc import Sequence
from dataclasses import dataclass

from imgui_bundle import imgui, imgui_ctx

from gpulife.games.core.consent import ANSWER_SECONDS, Answer, Consent, ConsentState, Verdict, people_need_consent
from gpulife.games.core.game import NOBODY, TICKS_PER_SECOND, Action, ActionKind
from gpulife.input.glyphs import Piece
from gpulife.rules import RGB
from gpulife.window.design import BODY, CAPTION, LEAD, NEAR, PROMPT, rgba_of, styled
from gpulife.window.panels.keycaps import text_with_caps
from gpulife.window.panels.pages import CARD_FLAGS
from gpulife.window.panels.widgets import width_of
from gpulife.window.play.canvas import scaled
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.open_session import OpenSession

BEGINS_ANOTHER = (ActionKind.SELECT, ActionKind.OPTION)
"""Kinds of actions that begin another session: the window carries them out once all players agree."""

_WANTS = {
    ActionKind.HALT: "a pause",
    ActionKind.STEP: "to play one generation at a time",
    ActionKind.PACE: "another speed",
    ActionKind.START: "to start again",
    ActionKind.SELECT: "to go to the next game",
    ActionKind.OPTION: "to go to the next option",
    ActionKind.WILD: "a wild generation",
}
_BETWEEN_ROUNDS = (ActionKind.START, *BEGINS_ANOTHER)


_WIDTH, _GAP, _BELOW = 520.0, NEAR, 44.0  # points on a 96 dpi screen; _BELOW is the line for messages
_MAX_OF_WINDOW = 0.9
_OPAQUE = 0.94
_FLAGS = CARD_FLAGS | imgui.WindowFlags_.no_inputs


@dataclass(frozen=True, slots=True)
class Voter:
    """A player whose consent is needed.

    Attributes:
        name: the player's name.
        rgb: the player's colour.
        answers: a line that names the player's keys or buttons for yes and no; empty if the player has agreed.
    """

    name: str
    rgb: RGB
    answers: Sequence[Piece] = ()


@dataclass(frozen=True, slots=True)
class ConsentCard:
    """The text of the card that asks players for consent, or of the card that shows their answer.

    Attributes:
        words: the question or the answer, as a sentence.
        voters: players whose consent is needed; empty for an answer.
        seconds: seconds left to answer.
        time_left: fraction of the time to answer that is left, 0 to 1.
    """

    words: str
    voters: Sequence[Voter] = ()
    seconds: int = 0
    time_left: float = 0.0


def needs_consent(play: OpenSession, kind: ActionKind) -> bool:
    """Return True if all players must agree to an action of this kind; False while a past moment is shown."""
    state, consent = play.session.state, _consent(play)
    if consent is None or not state.requires_consent or play.session.in_the_past:
        return False
    return kind in state.consent_needs.needs_consent and not (
        kind in BEGINS_ANOTHER and _is_granted(consent.answer, kind)
    )


def may_rewind(play: OpenSession) -> bool:
    """Return whether rewinding is allowed.

    Rewinding stops time for all players. So it is forbidden during a round in which a halt needs everybody's consent.
    """
    session = play.session
    if session.in_the_past or not people_need_consent(session.match) or not isinstance(session.state, ConsentState):
        return True
    return ActionKind.HALT not in session.state.consent_needs.needs_consent


def agreed_actions(play: OpenSession) -> list[Action]:
    """Return those of the actions to which all players have just agreed that begin another session."""
    consent = _consent(play)
    if consent is None or play.session.in_the_past:
        return []
    return [Action(NOBODY, kind) for kind in BEGINS_ANOTHER if _is_granted(consent.answer, kind)]


def current_card(controller: AnyController) -> ConsentCard | None:
    """Return the card that asks all players a question, or shows the answer to the latest one; None for no card."""
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
    name, rgb = controller.name_of(player), controller.play.display.look.colours[player + 1]
    if not waits:
        return Voter(name, rgb)
    legend = controller.legend(player)
    return Voter(name, rgb, legend.pieces("{agree} agrees   {refuse} refuses"))


def _wish(controller: AnyController, kind: ActionKind) -> str:
    """Return what an action of this kind asks for, as the end of a sentence such as "Ann wants a pause"."""
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
        return f"{name} did not answer in time, which counts as a refusal."
    keys_text = controller.shell.poller.keys_text
    if answer.kind is ActionKind.HALT:
        return f"{name} is still planting: play begins after that."
    if answer.kind is ActionKind.STEP:
        return f"{name} agrees to a pause ({keys_text('halt')}), not to single generations."
    if answer.kind in _BETWEEN_ROUNDS:
        return (
            f"{name} agrees to this only after the round. You can always resign "
            f"({keys_text('resign-1')}, {keys_text('resign-2')}) or leave ({keys_text('start-screen')})."
        )
    return f"{name} agrees to {_WANTS[answer.kind]} only after the round."


def _consent(play: OpenSession) -> Consent | None:
    state = play.session.state
    return state.consent if isinstance(state, ConsentState) else None


def _is_granted(answer: Answer | None, kind: ActionKind) -> bool:
    return answer is not None and (answer.kind, answer.verdict) == (kind, Verdict.GRANTED)


def draw_consent(card: ConsentCard, above: float) -> None:
    """Draw the card near the top of the window; ``above`` points and a line for messages stay free above it."""
    view, widest = imgui.get_main_viewport().size, scaled(_WIDTH)
    room = widest if card.voters else width_of(card.words) + 2 * imgui.get_style().window_padding.x + 1
    width = min(room, widest, view.x * _MAX_OF_WINDOW)
    imgui.set_next_window_pos((view.x / 2, above + scaled(_BELOW)), imgui.Cond_.always, (0.5, 0))
    imgui.set_next_window_size_constraints((width, 0), (width, view.y))
    imgui.set_next_window_bg_alpha(_OPAQUE)
    with imgui_ctx.begin("consent", None, _FLAGS), imgui_ctx.push_text_wrap_pos(0.0):
        with styled(LEAD if card.voters else BODY):
            imgui.text_colored(PROMPT, card.words)
        for voter in card.voters:
            imgui.text_colored(rgba_of(voter.rgb), voter.name)
            imgui.same_line(0.0, scaled(_GAP))
            text_with_caps(voter.answers or ("has agreed",))
        if card.voters:
            imgui.progress_bar(card.time_left, (-1, scaled(6)), "")
            imgui.text_colored(CAPTION, f"{card.seconds} s to answer; no answer means no")
