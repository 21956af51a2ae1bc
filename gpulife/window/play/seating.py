"""The seats of a session: the settings about seats, who plays on each seat, and which keys and pads they use."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Generic, cast

from gpulife.engines.batch.batch_factory import batch_opener
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.games.core.consent import ConsentState, seat_actions
from gpulife.games.core.game import NOBODY, ActionKind
from gpulife.games.core.game_spec import ComputerSeat, State
from gpulife.games.registry import DEFAULT_GAME, find_game
from gpulife.input.controls import HALVES
from gpulife.input.glfw_input import key_label
from gpulife.input.glyphs import Legend
from gpulife.seats import MAX_LOCAL_SEATS, YOU, Seat, Seats, parse_level, parse_seats, require_name
from gpulife.settings import Settings, changed
from gpulife.window.play.open_session import OpenSession
from gpulife.window.shell import Shell

_SIDES = ("left", "right")
"""Prefixes of the names of the two seats' settings, such as ``left_name``."""
_PAUSE = 24
"""Ticks for which a computer player waits between two moves, so that people can follow the game."""


def seats_of(settings: Settings) -> dict[int, Seats]:
    """Return the seats in the settings for each number of seats that a game can have: 2 or MAX_LOCAL_SEATS."""
    two = (
        Seat(
            parse_level(getattr(settings, f"{side}_seat")),
            getattr(settings, f"{side}_name"),
            getattr(settings, f"{side}_colour"),
        )
        for side in _SIDES
    )
    return {len(_SIDES): Seats(tuple(two)), MAX_LOCAL_SEATS: parse_seats(settings.party_seats, settings.party_names)}


def settings_with(settings: Settings, seats: Seats) -> Settings:
    """Return a copy of the settings that describes ``seats``.

    Raises:
        SettingsError: a name or a colour is not allowed.
    """
    if len(seats.seats) != len(_SIDES):
        settings = changed(settings, "party_seats", seats.texts)
        return changed(settings, "party_names", tuple(seat.name for seat in seats.seats))
    for side, seat in zip(_SIDES, seats.seats, strict=True):
        for what, value in (("seat", seat.text), ("name", seat.name), ("colour", seat.colour)):
            settings = changed(settings, f"{side}_{what}", value)
    return settings


def seat_computers(
    play: OpenSession, levels: Sequence[int], device: GLDevice, people: frozenset[int] = frozenset()
) -> None:
    """Seat computer players in a session, in place of all its current computer players.

    Args:
        play: the session.
        levels: the level of the computer player on each seat; 0 for a seat without a computer.
        device: the device on which computer players compute future generations.
        people: the seats of people.
    """
    if play.own_seat is not None:
        return  # the server runs the computers of an on-line match
    session = play.session
    actions = session.release_inputs() if session.players else ()
    session.players = tuple(
        session.game.computer(
            ComputerSeat(
                seat=seat,
                level=level,
                seed=session.match.seed,
                lookahead=batch_opener(device),
                people=people,
                pause=_PAUSE,
            )
        )
        for seat, level in enumerate(levels)
        if level
    )
    for action in actions:  # release what the former computers held
        if not session.in_the_past:
            play.runner.act(action)


def announce_seats(play: OpenSession, levels: Sequence[int]) -> None:
    """Tell the game the level of the computer player on each seat, if these levels have changed.

    Nothing is told while a past moment is shown, nor in on-line matches, where the server tells the game.
    """
    if not play.session.in_the_past and play.own_seat is None:
        for action in seat_actions(play.session.state, levels):
            play.runner.act_once(action)


class Seating(Generic[State]):
    """The part of a game's controller that deals with seats. Controllers of some games override its methods.

    Args:
        shell: services shared by all screens.
        play: the session.

    Attributes:
        personal_kinds: the kinds of actions that must say which player acts, even if a shared key requests them.
    """

    personal_kinds: ClassVar[frozenset[ActionKind]] = frozenset()

    def __init__(self, shell: Shell, play: OpenSession) -> None:
        self.shell, self.play = shell, play

    @property
    def state(self) -> State:
        """The game's state."""
        return cast("State", self.play.session.state)

    @property
    def seats(self) -> Seats | None:
        """The seats that the section Players shows; None if seats cannot change during a match."""
        return self.play.seats

    @property
    def level_titles(self) -> tuple[str, ...]:
        """Names of the computer's levels; for games without computer players, the level names of the default game."""
        levels = self.play.session.game.levels or find_game(DEFAULT_GAME).levels
        return tuple(level.title for level in levels)

    def update_seats(self) -> None:
        """Tell the game which seats people and computers have. Called once a frame, after time has passed."""
        announce_seats(self.play, self.levels)

    @property
    def levels(self) -> Sequence[int]:
        """The level of the computer player on each seat; 0 for a person."""
        return self.play.seats.levels

    def assign_seats(self) -> None:
        """Give the session's seats to people and computers."""
        seat_computers(self.play, (), self.shell.window.device)
        self._reserve_seats(frozenset())

    def _reserve_seats(self, seats: frozenset[int]) -> None:
        """Keep these seats for computers. People can take all other seats."""
        self.shell.poller.seat_claims.reserved = seats
        self.shell.poller.held_inputs.personal_kinds = self.personal_kinds
        self.shell.poller.release_all()

    def set_seats(self, seats: Seats, *, save: bool = True) -> None:
        """Change the players on the seats, even during a match. If ``save``, save the seats in the settings, too.

        Raises:
            SettingsError: a name or a colour is not allowed.
        """
        if save:
            self.shell.settings = settings_with(self.shell.settings, seats)
        self.play.seats = self.shell.seats[len(seats.seats)] = seats
        self.assign_seats()
        self.recolour()

    def change_seat(self, player: int, what: str, value: str | int) -> None:
        """Change a property of a seat to ``value``, or exchange the two seats.

        ``what`` is "name", "colour", "level", "hides", "closed" or "swap": see :class:`.ChangeSeat`.

        Raises:
            GpulifeError: the value is not allowed. The message is one line for the user.
        """
        seats = self.play.seats
        if what == "swap":
            self.set_seats(seats.swapped())
            return
        value = require_name(str(value)) if what == "name" else value
        self.set_seats(seats.with_seat(player, **{what: value}))
        if what in ("level", "closed"):
            self.shell.show_message(self.seat_message(player))

    def seat_message(self, player: int) -> str:
        """Return the message that says who plays on the seat ``player`` now."""
        seats = self.play.seats
        side, level = seats.places[player].lower(), seats.levels[player]
        computer = f"the computer plays on the {side}: {self.level_titles[level - 1]}" if level else ""
        return computer or f"{self.name_of(player)} plays on the {side}"

    def name_of(self, player: int) -> str:
        """Return the name of a player."""
        return self.play.seats.names_for(self.level_titles)[player]

    @property
    def player_names(self) -> tuple[str, ...]:
        """Players' names for the game's HUD. A single nameless person who plays against computers is called "You".

        In a replay, nobody is called "You", because somebody else may have played.
        """
        seats, is_replay = self.play.seats, self.play.is_replay or self.play.plays_file
        lone = len(seats.people) == 1 and bool(seats.computers) and not is_replay
        return tuple(
            YOU if lone and player in seats.people and not seats.seats[player].name else name
            for player, name in enumerate(seats.names_for(self.level_titles))
        )

    @property
    def people(self) -> tuple[int, ...]:
        """Players whose seats people have taken, with keyboard or gamepad; empty in a replay."""
        if self.play.is_replay:
            return ()
        return tuple(player for player in sorted(self.shell.poller.devices()) if player not in self.computers)

    def legend(self, player: int) -> Legend:
        """Return the glyphs of a player's keys or buttons."""
        poller = self.shell.poller
        half = player if poller.own_seat is None else min(max(player, 0), HALVES - 1)  # two halves only
        return Legend(poller.bindings, replace(poller.hands(player), player=half), key_label)

    @property
    def computers(self) -> frozenset[int]:
        """Players that the computer plays. The controls of people must have no effect on these players."""
        return self.shell.poller.seat_claims.reserved

    def refusal(self, player: int) -> str:
        """Return the message for a person who presses a key of the seat ``player``, on which the computer plays."""
        side = self.play.seats.places[player].lower()
        here = self.people
        if len(here) != 1:
            return f"the computer plays on the {side}: change that in the settings, under Players"
        return f"the computer plays on the {side}: you play with {self.legend(here[0]).spoken('{move}')}"

    def at_keyboard(self, players: frozenset[int]) -> list[int]:
        """Return those of ``players`` who use the keyboard."""
        return self.shell.poller.at_keyboard(players)

    @property
    def keyboard_player(self) -> int:
        """The only player at the keyboard, who must therefore have pressed a key that all players share.

        NOBODY if several players or none use the keyboard, or if the match never asks players for consent.
        """
        state = self.play.session.state
        if not isinstance(state, ConsentState) or not state.requires_consent:
            return NOBODY
        people = self.at_keyboard(frozenset(state.consent_needs.seats) - self.computers)
        return people[0] if len(people) == 1 else NOBODY

    def recolour(self) -> None:
        """Draw the board in the players' current colours from now on."""
