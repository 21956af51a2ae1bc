"""What the players of Real-Time Life are called at this window, and how a game has ended for them."""

from collections.abc import Mapping, Sequence
from string import ascii_uppercase

from gpulife.games.core.game import Match
from gpulife.games.realtime.match_settings import RealTimeSettings, read_settings
from gpulife.games.realtime.observation import beaten_text, led_text, place_of, realtime_overlay
from gpulife.games.realtime.state import RealTimeEnding, RealTimePhase, RealTimeState, SeatStanding
from gpulife.seats import YOU, level_title, with_verb
from gpulife.window.games.realtime.good_moves import MoveTally
from gpulife.window.play.foresight import Remembered
from gpulife.window.play.open_session import OpenSession
from gpulife.window.play.result_banner import EndButton, Result, Score

_TWO = 2
_CELLS_TOLD = 4
"""Number of players whose cells the result tells; the table has those of all."""


class Players:
    """Knows who plays in a session, and what to call them.

    Names and news are made anew only when somebody joins or leaves, or something happens.

    Args:
        play: the session.
        titles: the names of the computers' levels.
    """

    def __init__(self, play: OpenSession, titles: Sequence[str]) -> None:
        self._play, self._titles = play, titles
        self._known: tuple[Match, Sequence[int], RealTimeSettings, Mapping[int, str]] | None = None
        self._names: Remembered[tuple[str, ...]] = Remembered()
        self._news: Remembered[tuple[str, ...]] = Remembered()

    def _of_match(self) -> tuple[RealTimeSettings, Mapping[int, str]]:
        """Return the settings of the match, and the names of its computers."""
        match, told = self._play.session.match, self._play.told_levels
        if self._known is None or self._known[0] is not match or self._known[1] != told:
            settings = read_settings(match.settings)
            self._known = match, told, settings, _computer_names(settings, told or settings.seats, self._titles)
        return self._known[2:]

    @property
    def levels(self) -> Sequence[int]:
        """The level of the computer player on each seat of the match; 0 for a person."""
        return self._of_match()[0].seats or (0, 0)

    @property
    def computers(self) -> frozenset[int]:
        """The seats that computers play."""
        return frozenset(seat for seat, level in enumerate(self.levels) if level)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names. A single person without a name who plays against computers is called "You".

        A nameless computer is called by its level: "Rival", and "Rival 2" for the second one. On line and in replays,
        players who gave no name in the game have the names that the server knows.
        """
        play = self._play
        is_told = play.is_replay or play.own_seat is not None
        told = tuple(seat.name for seat in play.seats.seats) if is_told else ()
        given = tuple(seat.name for seat in play.session.state.seats)
        key = given, told, tuple(self.levels), play.only_watches
        return self._names.of(key, lambda: self._name_all(given, told))

    def _name_all(self, given: Sequence[str], told: Sequence[str]) -> tuple[str, ...]:
        people = [seat for seat, level in enumerate(self.levels) if not level]
        lone = people[0] if len(people) == 1 and self.computers and not self._play.only_watches else None
        names = []
        for number, (name, letter) in enumerate(zip(given, ascii_uppercase, strict=False)):
            known = told[number] if number < len(told) else ""
            called = self.computer_names.get(number) or name or known or letter
            names.append(YOU if number == lone and called == letter else called)
        return tuple(names)

    @property
    def computer_names(self) -> Mapping[int, str]:
        """The names of the computers to which the match gives none, by seat."""
        return self._of_match()[1]

    @property
    def news(self) -> tuple[str, ...]:
        """The latest news, the newest last, in which the players have the names of :attr:`names`."""
        state: RealTimeState = self._play.session.state
        names = self.names

        def tell() -> tuple[str, ...]:
            called = {
                number: names[number]
                for number, seat in enumerate(state.seats)
                if names[number] not in (seat.name, ascii_uppercase[number])
            }
            return state.news_lines(called)

        return self._news.of((state.news, state.events, names), tell)


def _computer_names(settings: RealTimeSettings, levels: Sequence[int], titles: Sequence[str]) -> Mapping[int, str]:
    names: dict[int, str] = {}
    for number, level in enumerate(levels):
        if level and not (number < len(settings.names) and settings.names[number]):
            earlier = sum(other == level for other in levels[:number])
            names[number] = level_title(level, titles) + f" {earlier + 1}" * bool(earlier)
    return names


def result_of(
    state: RealTimeState,
    names: Sequence[str],
    people: Sequence[int],
    reason: str,
    buttons: tuple[EndButton, ...],
    totals: Mapping[int, tuple[float, ...]],
    tally: MoveTally,
) -> Result | None:
    """Return how the game has ended, with the totals of all players; None during the game.

    Args:
        state: state of the game.
        names: what the players are called.
        people: the seats of the people at this window.
        reason: why the game is over, as a sentence.
        buttons: what people can do next.
        totals: the totals of all seats after each generation, by its number.
        tally: what the moves of a lone person have brought.
    """
    if state.phase is not RealTimePhase.OVER:
        return None
    overlay, winner = realtime_overlay(state), state.winner
    is_duel = len(overlay.scores) == _TWO
    ranked = sorted(overlay.scores, key=lambda score: score[0]) if is_duel else overlay.scores  # each at its usual side
    scores = tuple(Score(number, seat.score, decimals=1) for number, seat in ranked)
    title = "Nobody wins" if winner is None else with_verb(names[winner], "win")
    own = people[0] if len(people) == 1 else None
    if not is_duel and winner is not None and own is not None and own != winner and _still_counts(state, own):
        if state.ending is RealTimeEnding.LIMIT:
            reason = beaten_text(state, names, winner, own)
        else:
            reason = f"{title}: {reason[:1].lower()}{reason[1:]}"
        title = f"{names[own]} came {place_of(state, own)}"
    cells = ", ".join(f"{names[number]} {seat.cells}" for number, seat in overlay.scores[:_CELLS_TOLD])
    story = [] if own is None else [led_text(totals, own, names[own]), tally.text(names[own])]
    told = ". ".join(words for words in story if words)
    return Result(
        title=title,
        winner=winner,
        scores=scores if state.ending is RealTimeEnding.LIMIT else (),
        reason=reason,
        note=told or f"Cells at the end: {cells}",
        buttons=buttons,
    )


def _still_counts(state: RealTimeState, player: int) -> bool:
    """Return True if a player has a place in the ranking: they have joined and have not quit."""
    return state.seats[player].standing not in (SeatStanding.EMPTY, SeatStanding.GONE)
