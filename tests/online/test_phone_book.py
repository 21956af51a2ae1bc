"""Phones that join, leave and return, without sockets and with a simulated clock."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpulife.online._limits import TokenBucket
from gpulife.online.phone_book import (
    BUTTONS,
    GRACE_SECONDS,
    KEY_LENGTH,
    MAX_PHONES,
    MAX_WAITING,
    RELEASED,
    WAIT_SECONDS,
    JoinError,
    PadInput,
    PadQueue,
    PhoneBook,
    new_code,
    new_key,
    normal_key,
)

A = PadInput(frozenset({"a"}))
B = PadInput(frozenset({"b"}))
DOWN = PadInput(y=1.0)


@given(st.lists(st.frozensets(st.sampled_from(BUTTONS[:3])), max_size=MAX_WAITING))
def test_presses_are_neither_lost_nor_merged(states: list[frozenset[str]]) -> None:
    queue, seen = PadQueue(), [frozenset[str]()]
    for buttons in states:
        queue.put(PadInput(buttons))
    seen += [queue.next_frame().buttons for _ in range(MAX_WAITING + 1)]
    for button in BUTTONS[:3]:
        assert _presses([frozenset(), *states], button) == _presses(seen, button)
    assert queue.held == PadInput(states[-1] if states else frozenset())


def _presses(states: list[frozenset[str]], button: str) -> int:
    return sum(button in now and button not in before for before, now in pairwise(states))


def test_simultaneous_changes_share_a_frame() -> None:
    queue = PadQueue()
    queue.put(A)
    queue.put(PadInput(frozenset({"a"}), 1.0))
    queue.put(PadInput(frozenset({"a", "b"}), 1.0, 0.1))
    assert queue.next_frame() == PadInput(frozenset({"a", "b"}), 1.0, 0.1)


def test_repeated_stick_push_is_seen_twice() -> None:
    queue = PadQueue()
    for state in (DOWN, RELEASED, DOWN):
        queue.put(state)
    assert [queue.next_frame() for _ in range(4)] == [DOWN, RELEASED, DOWN, DOWN]


def test_shaken_pad_does_not_lag() -> None:
    queue = PadQueue()
    for number in range(1000):
        queue.put(A if number % 2 else RELEASED)
    queue.put(B)
    for _ in range(MAX_WAITING):
        queue.next_frame()
    assert queue.held == B


def test_keys_are_of_128_bits_and_codes_can_be_typed() -> None:
    keys = {new_key() for _ in range(100)}
    assert len(keys) == 100
    assert all(len(key) == KEY_LENGTH and normal_key(key) == key for key in keys)
    code = new_code()
    typed = f"{code[:3]}-{code[3:]}".upper()
    assert normal_key(f" {typed.replace('0', 'O').replace('1', 'L')} ") == code


@given(st.text(max_size=64))
def test_join_needs_the_key(key: str) -> None:
    book = PhoneBook("0" * KEY_LENGTH)
    if normal_key(key) in (book.key, book.code):
        return
    with pytest.raises(JoinError, match="wrong or out of date"):
        book.join(key, "")
    assert book.next_frame(0) == ()


def test_each_change_is_told() -> None:
    told: list[str] = []
    book = PhoneBook(on_change=lambda: told.append("change"))
    ticket = book.join(book.key, "")
    assert len(told) == 1
    book.put(ticket, PadInput(frozenset("a")))
    assert len(told) == 2
    book.note_latency(ticket, 0.01)
    book.next_frame(0)
    assert len(told) == 2, "nobody waits for that"
    book.leave(ticket)
    assert len(told) == 3


def test_codes_cannot_be_guessed() -> None:
    now = [0.0]
    book = PhoneBook(clock=lambda: now[0])
    for _ in range(20):
        with pytest.raises(JoinError, match="wrong or out of date"):
            book.join("!!!", "")
    for key in ("!!!", book.code):
        with pytest.raises(JoinError, match="Too many wrong codes"):
            book.join(key, "")
    assert book.join(book.key, "").number == 1, "the scanned key still works"
    now[0] = 2.0
    assert [book.join(book.code, "").number for _ in range(3)] == [2, 3, 4], "right codes are not counted"


def test_phones_have_numbers_and_states() -> None:
    book = PhoneBook()
    first, second = book.join(book.key, ""), book.join(book.key, "unknown")
    assert (first.number, second.number) == (1, 2)
    assert first.token != second.token
    book.put(second, A)
    book.note_latency(second, 0.01)
    states = book.next_frame(0)
    assert [(state.number, state.held, state.latency) for state in states] == [(1, RELEASED, 0.0), (2, A, 0.01)]


def test_absent_phone_is_released_and_returns() -> None:
    book = PhoneBook()
    ticket = book.join(book.key, "")
    book.put(ticket, A)
    book.next_frame(0)
    book.leave(ticket)
    (state,) = book.next_frame(1)
    assert (state.held, state.is_connected, state.is_plugged) == (RELEASED, False, True)
    (state,) = book.next_frame(1 + GRACE_SECONDS + 0.1)
    assert not state.is_plugged
    (state,) = book.next_frame(WAIT_SECONDS)
    again = book.join(book.key, ticket.token)
    assert (again.number, again.token) == (ticket.number, ticket.token)
    (state,) = book.next_frame(WAIT_SECONDS + 1)
    assert (state.held, state.is_connected, state.is_plugged, state.joins) == (RELEASED, True, True, 2)


def test_reopened_browser_is_the_absent_phone() -> None:
    book = PhoneBook()
    first, second = (book.join(book.key, "", "10.0.0.7 Firefox") for _ in range(2))
    assert (first.number, second.number) == (1, 2), "the first is still connected"
    book.leave(first)
    assert book.join(book.key, "", "10.0.0.8 Firefox").number == 3
    again = book.join(book.key, "lost", "10.0.0.7 Firefox")
    assert (again.number, again.token != first.token) == (1, True)
    assert [state.joins for state in book.next_frame(0)] == [2, 1, 1]
    book.leave(again)
    book.leave(first)
    assert book.join(book.key, first.token).number == 4, "the old token is of no use"


def test_absent_phone_is_forgotten_after_a_while() -> None:
    book = PhoneBook()
    ticket = book.join(book.key, "")
    book.leave(ticket)
    book.next_frame(10)
    assert len(book.next_frame(10 + WAIT_SECONDS)) == 1
    assert book.next_frame(10.1 + WAIT_SECONDS) == ()
    assert book.join(book.key, ticket.token).token != ticket.token


def test_older_connection_is_ignored() -> None:
    book = PhoneBook()
    old = book.join(book.key, "")
    new = book.join(book.key, old.token)
    assert new.number == old.number == 1
    book.put(old, A)
    book.leave(old)
    (state,) = book.next_frame(0)
    assert (state.held, state.is_connected) == (RELEASED, True)


def test_limit_of_phones() -> None:
    book = PhoneBook()
    tickets = [book.join(book.key, "") for _ in range(MAX_PHONES)]
    with pytest.raises(JoinError, match="16 phones have joined"):
        book.join(book.key, "")
    assert book.join(book.key, tickets[3].token).number == 4


@given(st.lists(st.floats(0, 10), max_size=200))
def test_token_bucket_rate(steps: list[float]) -> None:
    bucket, now, taken = TokenBucket(2.0, 5.0), 0.0, 0
    for step in steps:
        now += step
        taken += bucket.take(now)
    assert taken <= 5 + 2 * now + 1e-6


def test_token_bucket_refills() -> None:
    bucket = TokenBucket(2.0, 5.0)
    assert [bucket.take(7.0) for _ in range(6)] == [True] * 5 + [False]
    assert bucket.take(7.5)
    assert not bucket.take(7.5)
    assert not bucket.take(1.0)  # a clock that goes back
