"""Sums of products, and the order of gates in expensive circuits."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from fuzzing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from gpulife.engines.bitplanes import product_circuits
from gpulife.engines.bitplanes.circuits import Circuit, Wire, depth_first
from gpulife.engines.bitplanes.product_circuits import build_products

CROSS = ((0, 0), (-1, 0), (0, 1), (1, 0), (0, -1))
STATES, PLANES = 3, 2
CODES = np.array([[False, False], [True, False], [False, True]])


def sparse_bits(cells: int, seed: int, products: int) -> NDArray[np.bool_]:
    """Return two bits of ``cells`` cells; each is true in a few random cases and products."""
    random = np.random.default_rng(seed)
    bits = random.random((STATES,) * cells + (2,)) < 0.02
    for _ in range(products):
        parts = [np.flatnonzero(random.random(STATES) < 0.5) for _ in range(cells)]
        bits[(*np.ix_(*parts), random.integers(2))] = True
    return bits


def in_all_cases(circuit: Circuit, wires: list[Wire], cells: int) -> NDArray[np.bool_]:
    """Return the wires' values, indexed like the argument ``bits`` of ``build_products``."""
    states = np.array(list(product(range(STATES), repeat=cells)))
    inputs = {
        f"{cell} {plane}": np.packbits(CODES[states[:, cell], plane])
        for cell in range(cells)
        for plane in range(PLANES)
    }
    steps, words = circuit.bind(wires, inputs, inputs["0 0"])
    for step in steps:
        step()
    values = [np.unpackbits(word, count=len(states)).astype(bool) for word in words]
    return np.stack(values, axis=-1).reshape((STATES,) * cells + (len(wires),))


@pytest.mark.parametrize("cells", [1, 3, 5])
@settings(max_examples=examples(20))
@given(seed=st.integers(0, 999), products=st.integers(0, 4))
def test_sums_of_products_are_their_bits(cells: int, seed: int, products: int) -> None:
    bits = sparse_bits(cells, seed, products)
    circuit = Circuit()
    planes = {CROSS[cell]: [circuit.input(f"{cell} {plane}") for plane in range(PLANES)] for cell in range(cells)}
    wires = build_products(circuit, planes, CODES, bits)
    assert wires is not None
    assert np.array_equal(in_all_cases(circuit, wires, cells), bits)
    copy, after = depth_first(circuit, dict(zip("ab", wires, strict=True)))
    assert np.array_equal(in_all_cases(copy, [after["a"], after["b"]], cells), bits)


def test_common_factors_are_taken_out() -> None:
    """One state of the middle cell, and one state of exactly one neighbour: a sum of four products of five factors."""
    bits = np.zeros((STATES,) * 5 + (1,), bool)
    for place in range(1, 5):
        bits[tuple(1 if place == cell or cell == 0 else 0 for cell in range(5))] = True
    circuit = Circuit()
    planes = {cell: [circuit.input(f"{cell} {plane}") for plane in range(PLANES)] for cell in CROSS}
    wires = build_products(circuit, planes, CODES, bits)
    assert wires is not None
    assert circuit.cost(wires) <= 17  # 22 without


def test_tables_of_too_many_products_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(product_circuits, "_MAX_PRODUCTS", 3)
    circuit = Circuit()
    planes = {cell: [circuit.input(f"{cell} {plane}") for plane in range(PLANES)] for cell in CROSS}
    assert build_products(circuit, planes, CODES, sparse_bits(5, seed=1, products=0)) is None


def test_depth_first_order_needs_few_results_at_a_time() -> None:
    """Built level by level, all eight products are needed at once."""
    circuit = Circuit()
    products = [circuit.and_(circuit.input(f"a{k}"), circuit.input(f"b{k}")) for k in range(8)]
    copy, after = depth_first(circuit, {"any": circuit.or_(*products)})
    assert copy.cost([after["any"]]) == 15
    kinds = [kind for _, kind, operands in copy.steps([after["any"]]) if operands]
    assert kinds == ["and", *["and", "or"] * 7]
