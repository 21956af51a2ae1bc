"""The panels' state: texts and choices that are not yet part of a request, and which panels are open."""

from dataclasses import dataclass, field
from typing import Any, TypeVar

from gpulife.games.core.game import Match
from gpulife.games.core.turning_points import Summary
from gpulife.rules import Edges, Twist
from gpulife.session.session import Session

Form = TypeVar("Form")


@dataclass(slots=True)
class RoundSummaryState:
    """The state of the card with a round's statistics. ``RoundStats.round`` identifies a round.

    Attributes:
        session: the session to which ``opened`` and ``closed`` refer.
        opened: the round whose statistics the user opened. They are shown even while the round is played.
        closed: the round whose statistics the user closed most recently.
        drawn: True if statistics are on the screen.
        steered: True if keyboard and pads operate the card instead of the game.
        wants_focus: True if keys must operate the card from the next frame on.
        asked: True if the user opened statistics of an earlier round. The user then knows the key, so statistics no
            longer open by themselves.
        was_over: True if the round was over at the last call of :meth:`follow`.
        has_asked: True if the user opened statistics of this round.
        summary: the newest summary, cached, and the length of the score history from which it was made.
    """

    session: Session[Any] | None = None
    opened: tuple[int, int] | None = None
    closed: tuple[int, int] | None = None
    drawn: bool = False
    steered: bool = False
    wants_focus: bool = False
    asked: bool = False
    was_over: bool = False
    has_asked: bool = False
    summary: tuple[int, Summary] | None = None

    def is_open(self, round_: tuple[int, int], *, by_itself: bool) -> bool:
        """Return whether to show a round's statistics.

        They are shown if the user opened them. If ``by_itself``, they also appear without a request, unless the user
        closed them or opened those of an earlier round (``asked``).
        """
        return self.opened == round_ or (by_itself and not self.asked and self.closed != round_)

    def open(self, round_: tuple[int, int]) -> None:
        """Show a round's statistics, and let keys and pads operate the card."""
        self.opened, self.closed = round_, None
        self.steered = self.wants_focus = self.has_asked = True

    def follow(self, *, over: bool) -> None:
        """Close the statistics of the previous round if a new round has begun. Call this each frame, except in rewinds.

        ``over`` is True if the current round is over. A change from True to False means that a new round has begun.
        """
        if self.was_over and not over:
            self.opened, self.asked, self.has_asked = None, self.asked or self.has_asked, False
        self.was_over = over

    def close(self, round_: tuple[int, int] | None) -> None:
        """Close the statistics of a round.

        The statistics of ``round_`` stay closed at its end. If ``round_`` is None, they appear again at the end. So
        users can watch part of the round again without them.
        """
        self.opened, self.closed, self.steered = None, round_, False


@dataclass(frozen=True, slots=True)
class BindingProblem:
    """Why a control could not get a new key or button.

    Attributes:
        control: the control's name.
        words: the reason, as a sentence.
        swaps_for: name of the key or button that the control can get by a swap with another control; "" for none.
    """

    control: str
    words: str
    swaps_for: str


@dataclass(slots=True)
class PanelState:
    """The state of the panels: texts and choices of the user, and which windows are open.

    Attributes:
        game: game of the next universe.
        option: name of the chosen option (variant) of the next universe's game; "" for the default.
        rule: rule of the next universe.
        columns: columns of the next universe's board.
        rows: rows of the next universe's board.
        edges: the edges of the next universe's board.
        followed: the match whose values were last copied into the form for the next universe; None before the first
            copy.
        density: share of live cells in the next soup, 0 to 1.
        text: text that the section Draw turns into cells.
        species: species of the cells that the user draws or stamps.
        binding: name of the control that is waiting for a key; "" for none.
        clears_backgrounds: True if backgrounds of panels are cleared instead of drawn. This is faster if the CPU
            renders.
        backgrounds: (left, top, width, height) in points of the backgrounds to clear in this frame.
        binding_problem: why a control could not get a new key; None if nothing is wrong.
        names: players' names while they are being typed.
        has_tool_bar: True if the panels include the tool bar.
        docked: title of the docked window on the right; "" for none.
        focused: title of the panel that keys operate; "" if keys go to the board.
        wants_focus: True if the next frame must move Dear ImGui's focus to the panel ``focused``.
        round_summary: state of the card with a round's statistics.
        step_base: 2 or 10. The size of a step is a power of this number.
        step_exponent: exponent of the current step size.
        run_until: the kind of goal at which a run at full speed ends: see ``RunUntil``.
        run_number: the population at which a run ends.
        go_to: the generation to go to.
        tab: the tab of the column that is shown.
        section_to_open: title of a section to show in the next frame, with its tab; "" for none.
        from_top: True if the next frame must show the chosen tab from its top.
    """

    game: str = ""
    option: str = ""
    rule: str = "Immigration"
    columns: int = 160
    rows: int = 96
    edges: Edges | Twist = Edges.TORUS
    followed: Match | None = None
    density: float = 0.35
    text: str = "LIFE"
    species: int = 1
    binding: str = ""
    binding_problem: BindingProblem | None = None
    names: dict[int, str] = field(default_factory=dict)
    clears_backgrounds: bool = False
    backgrounds: list[tuple[int, int, int, int]] = field(default_factory=list)
    has_tool_bar: bool = False
    docked: str = ""
    focused: str = ""
    wants_focus: bool = False
    round_summary: RoundSummaryState = field(default_factory=RoundSummaryState)
    step_base: int = 2
    step_exponent: int = 0
    run_until: str = "repeats"
    run_number: int = 0
    go_to: int = 1000
    tab: str = "Board"
    section_to_open: str = ""
    from_top: bool = False
    _forms: dict[type, Any] = field(default_factory=dict)

    @property
    def step_size(self) -> int:
        """Number of generations in a step."""
        return int(self.step_base**self.step_exponent)

    def forget_binding(self) -> None:
        """Wait for no key any more, and forget why a control could not get one."""
        self.binding, self.binding_problem = "", None

    def begin_anew(self) -> None:
        """Show the panels as at the start of the program: the top of the first tab, nothing docked."""
        self.tab, self.docked, self.section_to_open = "Board", "", ""
        self.from_top = True
        self.focus_board()

    def focus_board(self) -> None:
        """From the next frame on, keys go to the board."""
        self.focused, self.wants_focus = "", True

    def toggle_docked(self, title: str) -> None:
        """Open the docked window ``title`` in place of any other, or close it if it is open.

        The titles are the keys of ``dock_layout.DOCKED``.
        """
        self.docked = "" if self.docked == title else title

    def form(self, kind: type[Form]) -> Form:
        """Return the form of class ``kind``, in which a panel keeps its state; created at the first call.

        A form keeps its content in later sessions.
        """
        found: Form = self._forms.setdefault(kind, kind())
        return found
