"""Tokens: 128 random bits that are who somebody is. Only their hashes are stored, and none is ever logged."""

import hmac
import secrets
from hashlib import sha256

TOKEN_BYTES = 16
_MAX_TOKEN = 256
_INVITE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_INVITE_LENGTH = 8
_REPLAY_BYTES = 12


def new_token() -> str:
    """Return a token: 22 letters, digits, "-" and "_"."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hash_token(token: str) -> bytes:
    """Return the SHA-256 of a token, 32 bytes; of anything that is too long to be one the same useless hash.

    No salt and no slow hash: nobody can guess 128 random bits.
    """
    return sha256(token.encode("utf-8", "replace") if len(token) <= _MAX_TOKEN else b"").digest()


def is_token_of(token: str, token_hash: bytes) -> bool:
    """Return whether a token has this hash, in constant time."""
    return hmac.compare_digest(hash_token(token), token_hash)


def hash_address(key: bytes, address: str) -> bytes:
    """Return the keyed hash of a network address, 32 bytes: without the key nobody can try all addresses."""
    return hmac.digest(key, address.encode("utf-8", "replace")[:_MAX_TOKEN], "sha256")


def new_invite() -> str:
    """Return the invite code of a match: 8 letters and digits that are not mistaken for each other, 40 random bits."""
    return "".join(secrets.choice(_INVITE_LETTERS) for _ in range(_INVITE_LENGTH))


def new_replay_id() -> str:
    """Return what a link to a replay has, 96 random bits: whoever has the link may see it."""
    return secrets.token_urlsafe(_REPLAY_BYTES)
