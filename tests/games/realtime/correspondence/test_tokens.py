"""Tokens: written, copied by hand, hashed, and told apart from words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpulife.games.realtime.correspondence.tokens import (
    TokenBook,
    TokenError,
    looks_like_token,
    parse_token,
    token_hash,
    token_text,
)

SECRETS = st.binary(min_size=16, max_size=16)
TOKEN = token_text(bytes(range(16)))


def test_form_of_a_token() -> None:
    assert TOKEN == "0004-1061-050R-3GG2-8A1C-60T3-GFB9"  # noqa: S105 - of a test
    with pytest.raises(ValueError, match="16 random bytes, not 15"):
        token_text(bytes(15))


@given(SECRETS)
def test_spellings_of_the_same_token(secret: bytes) -> None:
    text = token_text(secret)
    assert len(text) == 34
    assert looks_like_token(text)
    letters = parse_token(text)
    for copied in (
        text.lower(),
        text.replace("-", ""),
        text.replace("-", " "),
        text.replace("-", "\u2013"),
        f"  {text}  ",
        text.replace("0", "o").replace("1", "l"),
        text.replace("1", "I").replace("0", "O"),
    ):
        assert parse_token(copied) == letters


@given(SECRETS, SECRETS)
def test_different_secrets_give_different_tokens(one: bytes, other: bytes) -> None:
    assert (token_text(one) == token_text(other)) == (one == other)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (TOKEN[:-1], "a token has 28 letters and digits, this one 27: copy all of it"),
        (TOKEN + "A", "this one 29"),
        ("", "this one 0"),
        (TOKEN.replace("8A", "UA"), "character 17 of this token, 'U', is not valid: copy it again"),
        (TOKEN.replace("8A", "9A"), "a typing error"),
    ],
)
def test_errors_do_not_repeat_the_token(text: str, why: str) -> None:
    with pytest.raises(TokenError, match=why) as caught:
        parse_token(text)
    assert "W" not in str(caught.value)


@pytest.mark.parametrize("text", ["of my love", "", "is lost", "ABCDEFG", "7K3M", "x" * 500, "naïve-naïve-naïve"])
def test_words_are_not_tokens(text: str) -> None:
    assert not looks_like_token(text)


def test_token_book() -> None:
    first, second, third = (parse_token(token_text(bytes([number]) * 16)) for number in range(3))
    book = TokenBook("spring").with_token(0, first).with_token(1, second)
    assert (book.seat_of(first), book.seat_of(second), book.seat_of(third)) == (0, 1, None)
    assert first not in str(book)
    again = book.with_token(0, third)
    assert (again.seat_of(first), again.seat_of(third)) == (None, 0)
    assert book.seat_of(first) == 0
    assert TokenBook("autumn", book.hashes).seat_of(first) is None, "another game's hashes are others"
    assert len(token_hash(first, "spring")) == 64
