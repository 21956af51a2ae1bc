"""CHALLENGE: a player invites somebody by mail, with limits so that nobody can use the game to mail many strangers.

Only players whose token proves that they get the game's mails may invite others. The mail contains nothing that the
player wrote, except the player's name. Each address is invited only once in a game. There are limits for each player,
game and day. A game stores hashes of the invited addresses, not the addresses.
"""

from collections.abc import Collection
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated

from msgspec import Meta

from gpulife.games.core.bounds import Natural, Player
from gpulife.games.core.game import Board
from gpulife.games.realtime.correspondence.replies import Reply, board_part, within_columns
from gpulife.games.realtime.notation import clock_text
from gpulife.games.realtime.state import CELLS_TO_JOIN, RealTimePhase, RealTimeState, SeatStanding

DAY_SECONDS = 86_400
PLAYER_DAILY, GAME_DAILY, GAME_LIMIT = 3, 10, 100
"""Maximum numbers of invitations: by a player in a day, in a game in a day, and in a game altogether."""
_HASH_LETTERS = 32
_TEXT = """\
{who} plays a game of Real-Time Life by mail, and invites you to it. That player gave us this address. \
You get no other mail of this game unless you answer; to decline, do nothing.

The game is Conway's Game of Life for up to {letters} players, a letter each. You begin with {cells} cells. Each tick \
brings points, one for every ten of your cells; a point moves one of them one step. After twelve ticks comes a \
generation: a cell with two or three neighbours lives on, and a dead place with three becomes a cell of the player \
who has most of the three. Then the number of your cells, divided by the generations you have played, is added to \
your total.

To join: answer with a line such as  JOIN Bob a1 b1 c1 ...  with a name of your own and ten dead places that \
touch each other. The reply says what comes next.

{now}"""


@dataclass(frozen=True, slots=True)
class Invited:
    """The record of an invitation that was sent by mail.

    Attributes:
        who: hash of the address and of the game's name, 32 hexadecimal digits.
        by: seat of the player who sent the invitation.
        at: time at which the invitation was sent, in seconds since 1970.
    """

    who: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
    by: Player
    at: Natural


def invited(address: str, game: str, by: int, now: float) -> Invited:
    """Return the record of an invitation to ``address`` at the time ``now``, in seconds since 1970."""
    text = f"gpulife invitation {game} {address.casefold()}"
    return Invited(sha256(text.encode()).hexdigest()[:_HASH_LETTERS], by, max(int(now), 0))


def why_not_invite(
    new: Invited, before: Collection[Invited], state: RealTimeState, *, address: str, taken: Collection[str]
) -> str:
    """Return why an invitation cannot be sent; "" if it can.

    Args:
        new: the invitation.
        before: invitations already sent in this game.
        state: state of the game.
        address: address to invite.
        taken: addresses that cannot be invited: those of the game and of its players.
    """
    seats = state.seats
    if state.phase is RealTimePhase.OVER:
        return "the game is over"
    if seats[new.by].standing is not SeatStanding.IN:
        return "only players with cells in the game can invite others"
    if all(seat.standing is not SeatStanding.EMPTY for seat in seats):
        return "all seats are taken, so nobody else can join"
    if address.casefold() in (known.casefold() for known in taken):
        return "that is the address of the game or of one of its players"
    if new.who in (each.who for each in before):
        return "that address was invited to this game before"
    today = [each for each in before if abs(new.at - each.at) < DAY_SECONDS]
    if sum(each.by == new.by for each in today) >= PLAYER_DAILY:
        return f"you have invited {PLAYER_DAILY} people within a day: wait until tomorrow"
    if len(today) >= GAME_DAILY:
        return f"{GAME_DAILY} people were invited to this game within a day: wait until tomorrow"
    if len(before) >= GAME_LIMIT:
        return f"{GAME_LIMIT} people have been invited to this game: no more can be invited"
    return ""


def invitation(state: RealTimeState, board: Board, by: int, address: str) -> Reply:
    """Return the mail that invites somebody.

    Args:
        state: the game.
        board: the game's board.
        by: seat of the player who invites.
        address: address to invite.
    """
    who, players = _shown_name(state, by), len(state.playing)
    now = f"Now: {players} player{'s' * (players != 1)}, {clock_text(state)}."
    text = _TEXT.format(who=who, letters=len(state.seats), cells=CELLS_TO_JOIN, now=now)
    lines = [*text.split("\n"), "", *board_part(state, board, None)]
    return Reply(f"{who} invites you to a game", "\n".join(within_columns(lines)) + "\n", to=address)


def _shown_name(state: RealTimeState, seat: int) -> str:
    """Return a player's name, or the seat's letter if the name could be taken for a web address."""
    name = state.seats[seat].name
    return name if all(letter.isalnum() or letter in "-'" for letter in name) else state.title(seat)[-2:-1] or "A"
