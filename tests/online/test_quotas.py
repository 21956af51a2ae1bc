"""Limits per address and host, and that resources are given back."""

import pytest

from gpulife.online.server.server_options import MAX_COMPUTERS_PER_HOST, Quotas, RefusedError


def take(quotas: Quotas, computers: int, room: str = "", address: str = "1.2.3.4", host: bytes = b"eve") -> None:
    with quotas.taken(address, host, computers) as share:
        share.room = room


def test_failed_match_takes_nothing() -> None:
    quotas = Quotas(1, 10)
    take(quotas, 10)
    with pytest.raises(ZeroDivisionError), quotas.taken("1.2.3.4", b"eve", 10):
        raise ZeroDivisionError
    take(quotas, 10, "1")
    with pytest.raises(RefusedError, match="your address already has 1 match:"):
        take(quotas, 0, "2")


def test_matches_being_created_count() -> None:
    quotas = Quotas(9, 9)
    with quotas.taken("1.2.3.4", b"eve", 5), pytest.raises(RefusedError, match="at most 9 at once; still free: 4"):
        take(quotas, 5, "2", host=b"bob")


def test_ended_matches_are_given_back() -> None:
    quotas = Quotas(9, 100)
    take(quotas, MAX_COMPUTERS_PER_HOST, "1")
    with pytest.raises(RefusedError, match="your matches may have"):
        take(quotas, 1, "2", address="5.6.7.8")
    quotas.forget_ended({"3"})
    take(quotas, 1, "2")
