"""Who sits where in games for up to six: texts of seats, and what players are called."""

import pytest

from gpulife.lineup import LineupError
from gpulife.party import CLOSED, DEFAULT, Party, PartySeat, parse_party, require_party


def test_seats_survive_their_texts() -> None:
    texts = ("person", "computer:1", "nobody", "computer:4", "person", "nobody")
    party = parse_party(texts)
    assert party.texts == texts
    assert [seat.level for seat in party.seats] == [0, 1, CLOSED, 4, 0, CLOSED]
    assert (party.computers, party.people, party.taken) == ({1, 3}, {0, 4}, {1, 2, 3, 5})
    assert require_party(DEFAULT) == DEFAULT


def test_a_person_may_place_cells_unseen() -> None:
    party = parse_party(["unseen", "person", "computer:1"])
    assert party.people == {0, 1}
    assert [seat.hides for seat in party.seats] == [True, False, False, False, False, False]
    assert party.texts == ("unseen", "person", "computer:1", "nobody", "nobody", "nobody")
    assert party.with_seat(0, level=2).with_seat(1, hides=True).texts[:2] == ("computer:2", "unseen")


def test_seats_that_are_not_given_are_nobodys() -> None:
    assert parse_party(["computer"]).texts == ("computer:3", *["nobody"] * 5)


@pytest.mark.parametrize("texts", [["robot"], ["computer:5"], [""]])
def test_what_is_no_seat(texts: list[str]) -> None:
    with pytest.raises(LineupError, match="should be person, unseen, nobody, or computer:1 to computer:4"):
        parse_party(texts)


@pytest.mark.parametrize(("texts", "names"), [([], ()), (["person"] * 7, ()), (["person"], ("",) * 7)])
def test_there_are_six_seats(texts: list[str], names: tuple[str, ...]) -> None:
    with pytest.raises(LineupError, match="there can be 1 to 6"):
        parse_party(texts, names)


def test_what_players_are_called() -> None:
    party = parse_party(["person", "computer:2", "computer:2", "computer:1"], [" Ada ", "", "", "Eve"])
    assert party.names == ("Ada", "Computer 2 (2)", "Computer 2 (3)", "Eve (Computer 1)", "Player 5", "Player 6")
    with pytest.raises(LineupError, match="at most 16"):
        parse_party(["person"], ["x" * 17])


def test_one_seat_changes() -> None:
    party = Party().with_seat(2, level=3).with_seat(2, name="Max")
    assert party.seats[2] == PartySeat(3, "Max")
    assert party.people == {0, 1, 3, 4, 5}
