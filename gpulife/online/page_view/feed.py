"""Makes the frames for the pages of one viewer: everything for a new page, later only the changes.

The server keeps a feed per match and viewer (a seat, or all spectators together) and sends the same frames to all pages
of that viewer. All contents come from the game's observation for the viewer, so no page receives a secret.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from gpulife.games.core.consent import ANSWER_SECONDS, Answer, ConsentState, Verdict
from gpulife.games.core.game import NOBODY, TICKS_PER_SECOND, Action, ActionKind
from gpulife.online.page_view.cell_frames import CellValues, change_frame, whole_frame
from gpulife.online.page_view.game_view import find_view
from gpulife.online.page_view.view import BoardLook, Button, Moment, Question, View, button, text_names
from gpulife.online.protocol import Act
from gpulife.online.seat_rules import checked_action
from gpulife.online.shown_text import leaving_text, seat_titles
from gpulife.rules import Edges
from gpulife.seats import NOBODY as CLOSED
from gpulife.session.session import Session
from gpulife.view.grounds import PAPER
from gpulife.view.palettes import hex_colour, state_colours

_WANTS = {
    ActionKind.HALT: "a pause",
    ActionKind.STEP: "to play one generation at a time",
    ActionKind.PACE: "another pace",
    ActionKind.START: "to restart",
    ActionKind.SELECT: "another game",
    ActionKind.OPTION: "another option",
    ActionKind.WILD: "a wild generation",
}


def question_of(moment: Moment) -> Question | None:
    """Return the open question to the players, or the latest answer while it is shown; None if there is neither."""
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
        wish = "to begin" if getattr(state, "halted", True) is False else "to continue"
    asked = moment.viewer in consent.unanswered_by(state.consent_needs.seats)
    answers = (button("Yes", ActionKind.AGREE, 1, main=True), button("No", ActionKind.AGREE)) if asked else ()
    return Question(f"{who} {wants} {wish}", moment.clock(question.left, ANSWER_SECONDS * TICKS_PER_SECOND), answers)


def _answer_text(answer: Answer, moment: Moment) -> str:
    if answer.verdict is Verdict.GRANTED:
        return "Everybody has agreed"
    name = moment.names[answer.player] if answer.player != NOBODY else "Somebody"
    you = answer.player == moment.viewer
    if answer.verdict is Verdict.REFUSED:
        return f"{name} {'do' if you else 'does'} not agree"
    if answer.verdict is Verdict.UNANSWERED:
        return f"{name} did not answer in time, which counts as a refusal"
    return f"{name} refuses {_WANTS.get(answer.kind, 'that')} for now"


MAX_BYTES_PER_SECOND = 15_000
"""Maximum rate of all data sent to a page, in bytes a second."""
_CELL_BYTES_PER_TICK = 11_000 / TICKS_PER_SECOND
"""Maximum rate of data about cells, in bytes a tick.

A board with many changes is therefore sent less often. All other data is sent at once.
"""

_WAITS = (
    "The match begins when every seat is taken: send a friend the invite code",
    "Waiting for players: send the invite code",
)
_ENCODE = msgspec.json.Encoder().encode
_FIELDS = View.__struct_fields__
_EMPTY = View()


class PageFeed:
    """Makes the frames for the pages of one viewer.

    Args:
        session: the match.
        viewer: the viewer's seat; NOBODY for spectators.
        names: function that returns the occupant of each seat: a name, "computer:N", "nobody" or "" for a free seat.

    Raises:
        GameError: pages cannot show the game.
    """

    def __init__(self, session: Session[Any], viewer: int, names: Callable[[], Sequence[str]]) -> None:
        self._session, self._viewer, self._names = session, viewer, names
        self._game = find_view(session.match.game)
        ground = self._game.ground
        _, *cells = state_colours(session.engine.rule)
        self._colours = tuple(hex_colour(colour) for colour in (ground.ground, *cells))
        self._view = _EMPTY
        self._values: CellValues | None = None
        self._whole: list[bytes | str] = []
        self._seen: tuple[Any, ...] = ()
        self._next_cells = 0.0
        self._had_seats: tuple[str, ...] = ()

    def full(self) -> list[bytes | str]:
        """Return the frames that a new page needs to show the match as it was at the latest call of :meth:`delta`.

        The next :meth:`delta` then updates the new page like all other pages.
        """
        if self._values is None:
            self.delta()
        if self._values is not None and not self._whole:
            tick = self._session.ticks
            changed = {name: getattr(self._view, name) for name in _FIELDS}
            self._whole = [_text(tick, changed, viewer=self._viewer), whole_frame(self._values, tick)]
        return self._whole

    def delta(self) -> list[bytes | str]:
        """Return the frames with everything that has changed since the previous call; empty if nothing has changed."""
        session = self._session
        titles = self._titles()
        seen = (session.state, session.computed, session.ticks, titles)
        if self._values is not None and seen == self._seen:
            return []
        self._seen = seen
        moment = self._moment(titles)
        values = self._game.values(moment)
        view = self._full_view(moment, values)
        changed = {name: new for name in _FIELDS if (new := getattr(view, name)) != getattr(self._view, name)}
        frames: list[bytes | str] = [_text(moment.tick, changed)] if changed else []
        cells = self._cells(values, moment.tick)
        if cells:
            frames.append(cells)
        if frames:
            self._view, self._whole = view, []
        return frames

    def _titles(self) -> tuple[str, ...]:
        """Return the occupant of each seat. While a result is shown, the names of players who have left are kept."""
        names = self._names()
        if self._session.is_over and len(names) == len(self._had_seats):
            names = [had or name for name, had in zip(names, self._had_seats, strict=True)]
        self._had_seats = tuple(names)
        return self._had_seats

    def _moment(self, titles: tuple[str, ...]) -> Moment:
        session = self._session
        seats = max(len(titles), session.game.players)
        padded = (*titles, *("",) * (seats - len(titles)))
        closed = frozenset(seat for seat, name in enumerate(padded) if name == CLOSED)
        levels = tuple(level.title for level in session.game.levels)
        padded = seat_titles(padded, levels)
        return Moment(
            state=session.game.observe(session.state, self._viewer),
            viewer=self._viewer,
            names=text_names(padded, self._viewer),
            titles=padded,
            closed=closed,
            game=session.game,
            match=session.match,
            board=session.board,
            cells=session.engine.read_all(),
            tick=session.ticks,
        )

    def _full_view(self, moment: Moment, values: CellValues) -> View:
        view = self._game.view(moment)
        rows, columns = values.shape
        torus = moment.board.rule.edges is Edges.TORUS
        ground = self._game.ground
        board = BoardLook(
            rows,
            columns,
            self._colours,
            hex_colour(ground.outside),
            ground.cells_light,
            paper=ground is PAPER,
            torus=torus,
            sized=self._game.sized,
        )
        buttons = tuple(button for button in view.buttons if self._may_press(button))
        if _waits(moment) and any(button.kind == ActionKind.START for button in buttons):
            buttons = tuple(button for button in buttons if button.kind != ActionKind.START)
            view = msgspec.structs.replace(view, prompt=_WAITS)
        # on-line games do not compute single steps
        prompt = tuple(words for words in view.prompt if "{step}" not in words)
        leave = ""
        if moment.is_seated:
            leave = leaving_text(has_begun=moment.state.has_begun, is_over=self._session.is_over)
        return msgspec.structs.replace(
            view,
            board=board,
            ask=question_of(moment),
            buttons=buttons,
            prompt=prompt,
            leave=leave,
            begin=_begin(moment),
        )

    def _may_press(self, button: Button) -> bool:
        act = Act(0, button.kind, button.a, button.b)
        return isinstance(checked_action(self._session.game, self._viewer, act), Action)

    def _cells(self, values: CellValues, tick: int) -> bytes:
        """Return the frame of the changed cells; empty if there is none to send now.

        The larger a frame, the longer the wait for the next one (see ``_CELL_BYTES_PER_TICK``).
        """
        before = self._values
        if before is None or before.shape != values.shape:
            frame = whole_frame(values, tick)
        elif tick < self._next_cells:
            return b""
        else:
            frame = change_frame(before, values, tick)
        if frame:
            self._values = values.copy()
            self._next_cells = tick + len(frame) / _CELL_BYTES_PER_TICK
        return frame


def _begin(moment: Moment) -> str:
    """Return how the match can begin, as a value of ``View.begin``: "all", "some" or ""."""
    if moment.state.has_begun:
        return ""
    return "all" if moment.game.is_duel else "some"


def _waits(moment: Moment) -> bool:
    """Return True if the match cannot begin because seats are free."""
    if moment.game.lasts_for_days or moment.state.has_begun:
        return False
    return any(moment.is_free(seat) for seat in range(len(moment.titles)))


def _text(tick: int, changed: dict[str, Any], viewer: int | None = None) -> str:
    head: dict[str, Any] = {"t": "view", "tick": tick}
    if viewer is not None:
        head["viewer"] = viewer if viewer != NOBODY else None
        head["full"] = True
    return _ENCODE(head | changed).decode()
