"""Tokens: a message that contains the token of a seat may give that seat's orders.

A token is 128 random bits and a two-character checksum against typing errors, in seven groups of four characters:
``7K3M-9QXR-...``. The characters are Crockford's Base32, in which no letter looks like a digit. Letter case, blanks and
dashes do not matter; O is read as 0, and I and L as 1. Games store only hashes of tokens.
"""

import hmac
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256

from gpulife.errors import GpulifeError
from gpulife.games.core.fast_replace import replace

TOKEN_BYTES = 16
"""Number of random bytes in a token."""
MAX_TEXT = 200
"""Maximum number of characters in a text that may be a token."""
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_GROUP, _LETTERS, _CHECK_LETTERS = 4, 26, 2
_LOOKALIKES = str.maketrans("OIL", "011")
_BETWEEN = re.compile(r"[\s\-\u2010-\u2015._]+")


class TokenError(GpulifeError):
    """A text is not a valid token."""


def token_text(secret: bytes) -> str:
    """Return the token of 16 random bytes in text form.

    Raises:
        ValueError: there are not 16 bytes.
    """
    if len(secret) != TOKEN_BYTES:
        raise ValueError(f"a token has {TOKEN_BYTES} random bytes, not {len(secret)}")
    letters = _base32(int.from_bytes(secret), _LETTERS)
    letters += _check(letters)
    return "-".join(letters[start : start + _GROUP] for start in range(0, len(letters), _GROUP))


def parse_token(text: str) -> str:
    """Return the characters of a token, without dashes and blanks, for :func:`token_hash`.

    Raises:
        TokenError: ``text`` is not a token; the message does not repeat ``text``.
    """
    letters = _letters(text)
    length = _LETTERS + _CHECK_LETTERS
    if len(letters) != length:
        raise TokenError(f"a token has {length} letters and digits, this one {len(letters)}: copy all of it")
    for number, letter in enumerate(letters):
        if letter not in _ALPHABET:
            raise TokenError(f"character {number + 1} of this token, {letter!r}, is not valid: copy it again")
    if _check(letters[:_LETTERS]) != letters[_LETTERS:]:
        raise TokenError("this token has a typing error: copy it again")
    return letters


def token_secret(letters: str) -> bytes:
    """Return the 16 random bytes of a token; ``letters`` are the characters from :func:`parse_token`."""
    number = 0
    for letter in letters[:_LETTERS]:
        number = number << 5 | _ALPHABET.index(letter)
    return (number & (1 << 8 * TOKEN_BYTES) - 1).to_bytes(TOKEN_BYTES)


def looks_like_token(text: str) -> bool:
    """Return True if ``text`` looks like a token rather than words: it is long and has a digit or several dashes."""
    if len(text) > MAX_TEXT:
        return False
    letters = _letters(text)
    is_long = len(letters) >= 2 * _GROUP and letters.isascii() and letters.isalnum()
    return is_long and (any(letter.isdigit() for letter in text) or text.count("-") >= _GROUP)


def token_hash(token: str, game: str) -> str:
    """Return the hash of a token that a game stores: SHA-256 of the token and the game's name, in hexadecimal.

    Args:
        token: from :func:`parse_token`.
        game: name of the game. A token has a different hash in each game.
    """
    return sha256(f"gpulife realtime {game} {token}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class TokenBook:
    """The hashes of a game's tokens. It is immutable: adding a token returns a new book.

    Attributes:
        game: name of the game, which is part of each hash.
        hashes: hash of each seat's token, keyed by seat.
    """

    game: str
    hashes: Mapping[int, str] = field(default_factory=dict)

    def seat_of(self, token: str) -> int | None:
        """Return the seat with this token; None if there is none. The search takes equally long for every token.

        Args:
            token: from :func:`parse_token`.
        """
        wanted, found = token_hash(token, self.game), None
        for seat, known in self.hashes.items():
            if hmac.compare_digest(wanted, known):
                found = seat
        return found

    def with_token(self, seat: int, token: str) -> "TokenBook":
        """Return a book in which ``token``, from :func:`parse_token`, is the seat's only token."""
        return replace(self, hashes={**self.hashes, seat: token_hash(token, self.game)})


def _letters(text: str) -> str:
    return _BETWEEN.sub("", text[: MAX_TEXT + 1]).upper().translate(_LOOKALIKES)


def _base32(number: int, length: int) -> str:
    return "".join(_ALPHABET[number >> 5 * place & 31] for place in reversed(range(length)))


def _check(letters: str) -> str:
    return _base32(int.from_bytes(sha256(letters.encode()).digest()[:2]), _CHECK_LETTERS)
