"""Who plays BioWar at this window: what players are called, and for whom a shared key, a click or a prompt is."""

from collections.abc import Callable, Sequence

from gpulife.games.biowar.state import BioWarState, PlayerStanding, TurnPhase
from gpulife.games.core.game import NOBODY, ActionKind
from gpulife.input.glyphs import Hands, Legend
from gpulife.input.poller import Poller
from gpulife.seats import YOU, Seat
from gpulife.window.play.open_session import OpenSession


class Players:
    """Knows who plays in a session, who of them is at this window, and who has to act.

    Args:
        play: the session.
        poller: knows who uses which keys and pads.
        titles: the names of the computers' levels.
    """

    def __init__(self, play: OpenSession, poller: Poller, titles: Sequence[str]) -> None:
        self._play, self._poller, self._titles = play, poller, titles

    @property
    def _state(self) -> BioWarState:
        state: BioWarState = self._play.session.state
        return state

    @property
    def levels(self) -> Sequence[int]:
        """The level of the computer player on each seat of the board; 0 for a person."""
        return self._play.seats.levels[: len(self._state.sides)]

    @property
    def here(self) -> list[int]:
        """The people at this window who have a seat of the board."""
        people = self._play.local_people & self._play.seats.people
        return sorted(player for player in people if player < len(self._state.sides))

    @property
    def lone(self) -> int | None:
        """The seat of the only person who can play, against computers; None if there are others, or no computers."""
        play = self._play
        if play.own_seat is not None or play.is_replay or play.is_show or play.only_watches:
            return None
        return self.here[0] if len(self.here) == 1 and any(self.levels) else None

    @property
    def rejoining(self) -> list[int]:
        """The people at this window who may join again. None may while somebody here is still in the game."""
        people, sides = self.here, self._state.sides
        standings = [sides[player].standing for player in people]
        if PlayerStanding.IN in standings or not any(side.is_in for side in sides):
            return []
        return [player for player in people if sides[player].standing is PlayerStanding.OUT]

    @property
    def last_to_act(self) -> int | None:
        """The only person who plays here, if no person elsewhere is still placing cells; None for nobody."""
        state, play = self._state, self._play
        if play.is_replay or play.is_show or play.only_watches or play.session.in_the_past or not state.is_on:
            return None
        here = [player for player in self.here if state.sides[player].is_in]
        late = [
            player
            for player in state.players
            if player not in here and not state.sides[player].done and not self.levels[player]
        ]
        return here[0] if len(here) == 1 and not late else None

    @property
    def at_keyboard(self) -> list[int]:
        """The people who use the keyboard, on the seats of the board."""
        people = self._play.seats.people
        return self._poller.at_keyboard([player for player in people if player < len(self._state.sides)])

    # At one screen all pages of WHO are alike, so there is only one, shown while anybody here has it open. A key that
    # players share acts for the first of them in the game, or for spectators while their page is open. Saying something
    # closes the speaker's page.
    def of_key(self, kind: ActionKind) -> int:
        """Return the first player at the keyboard who can use this function key now; NOBODY for none."""
        state, seats = self._state, self.at_keyboard
        asking = [player for player in seats if state.sides[player].asking]
        playing = [player for player in seats if state.sides[player].standing is not PlayerStanding.SPECTATOR]
        match kind:
            case ActionKind.OPTION:
                found = asking or ([] if state.asking else playing)
            case ActionKind.SELECT:
                found = asking or ([] if state.asking or state.who or not state.has_own_pages else playing)
            case _:
                found = [player for player in playing if state.can_place(player)] or playing or seats
        return found[0] if found else NOBODY

    @property
    def speaker(self) -> int:
        """The sender of typed messages: the only player at the keyboard who is in the game, else NOBODY."""
        seats = [player for player in self.at_keyboard if self._state.sides[player].is_in]
        return seats[0] if len(seats) == 1 else NOBODY

    @property
    def clicking(self) -> int | None:
        """The player for whom clicks place cells: the first at the keyboard who can; None for nobody."""
        return next((player for player in self.at_keyboard if self._state.can_place(player)), None)

    @property
    def reader(self) -> int:
        """The person here to whom prompts are addressed, if possible one who has to act; NOBODY if nobody is here."""
        sides, people = self._state.sides, self._play.seats.people

        def urgency(player: int) -> tuple[bool, ...]:
            side = sides[player]
            return side.asking, self._state.can_place(player), side.is_in, side.standing is PlayerStanding.OUT

        here = [player for player in sorted(self._poller.devices()) if player in people and player < len(sides)]
        return max(here, key=urgency, default=NOBODY)

    @property
    def names(self) -> tuple[str, ...]:
        """Players' names for the HUD. A nameless person who plays alone is called "You", except in replays."""
        names, seats, sides = list(self._seat_names), self._play.seats, self._state.sides
        people = [player for player in sorted(seats.people) if player < len(sides)]
        playing = [player for player in people if sides[player].standing is not PlayerStanding.SPECTATOR]
        if self._state.phase is TurnPhase.IDLE:
            playing = people
        is_replay = self._play.is_replay or self._play.plays_file
        if len(playing) == 1 and not (is_replay or seats.seats[playing[0]].name):
            names[playing[0]] = YOU
        return tuple(names)

    @property
    def _seat_names(self) -> tuple[str, ...]:
        """The names of all seats. A nameless computer is called by its level, as on the set-up page."""
        seats, titles = self._play.seats.seats, self._titles
        names = [
            titles[seat.level - 1] if seat.level and not seat.name else name
            for seat, name in zip(seats, self._play.seats.names, strict=True)
        ]
        return tuple(
            name if names.count(name) == 1 else f"{name} ({player})" for player, name in enumerate(names, start=1)
        )

    def seat_hints(self, legend_of: Callable[[int], Legend]) -> dict[int, str]:
        """Return hints on how to join, by seat, for seats whose players are not in the game.

        ``legend_of`` returns the glyphs of a player's keys or buttons.
        """
        devices, hints = self._poller.devices(), {}
        for player, (seat, side) in enumerate(zip(self._play.seats.seats, self._state.sides, strict=False)):
            if self._play.own_seat not in (None, player) or self._play.is_replay:
                hints[player] = _who_is_elsewhere(seat)
                continue
            if not (seat.closed and side.standing is PlayerStanding.SPECTATOR):
                legend = legend_of(player)
                if player not in devices:
                    legend = Legend(legend.bindings, Hands(player, keyboard=False, pad="any"))
                person = legend.spoken("{trigger} to join" if player in devices else "Gamepad: {trigger} to join")
                hints[player] = self._next_of_computer if seat.level else person
        return hints

    @property
    def _next_of_computer(self) -> str:
        """What a computer outside the game does next, as a status text. Later than turn 1, it has lost its cells."""
        if self._state.turn <= 1:
            return "Joins after you"
        return "Out" if self._state.is_over else "Out, joins again"


def _who_is_elsewhere(seat: Seat) -> str:
    """Return the status text of an empty seat that people at this window cannot take."""
    if seat.closed:
        return "Closed"
    if seat.level:
        return "The computer joins"
    return "Watches" if seat.name else "Free"
