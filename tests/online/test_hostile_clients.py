"""The short form of ``tests/soak/hostile_clients.py``: a real server under attack while two people play there."""

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from soak.hostile import lie
from soak.hostile_clients import Witness, besieged

from gpulife.online.protocol import ProtocolError, read_client_message


@pytest.mark.parametrize("seed", [1, 2])
def test_server_survives_and_seats_are_safe(tmp_path, seed):
    siege, faults = besieged(tmp_path, 1500, seed)
    assert faults == []
    assert siege.attack.sent >= 1500
    assert siege.attack.kinds["lie"] > 500


def test_changed_seat_is_detected():
    witness = Witness(done=[(0, 1, 1, 0)], seen=[(0, 1, 1, 0), (0, 1, 1, 0)], seats={("Ada", "Bob"), ("Eve", "Bob")})
    assert witness.strange == 2


@given(st.integers(0, 1 << 32))
def test_most_attacks_are_well_formed(seed):
    chance = random.Random(seed)  # noqa: S311 - attacks, not keys
    read = 0
    for _ in range(40):
        try:
            read_client_message(msgspec.msgpack.encode(lie(chance, ["1"])))
            read += 1
        except (ProtocolError, OverflowError):
            pass
    assert read > 20
