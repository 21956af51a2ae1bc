"""Any rule of any family is computed as it is defined, cell by cell."""

from __future__ import annotations

import numpy as np
import pytest
from boards import assert_boards_equal
from conftest import OTHER_KINDS, OpenEngine, kinds_of
from engines import scalar
from engines.any_rules import FAMILIES
from engines.cases import random_cells, rule_on
from fuzzing import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from gpulife.rules import Edges


@pytest.mark.parametrize("family", FAMILIES)
@settings(max_examples=examples(2))  # each compiles shaders, and test_reference compares many more rules with numpy
@given(data=st.data())
def test_any_rule_is_computed_as_it_is_defined(open_kind: OpenEngine, family: str, data: st.DataObject) -> None:
    name = data.draw(FAMILIES[family])
    kind = data.draw(st.sampled_from([each for each in kinds_of(name) if each in OTHER_KINDS]))
    rule = rule_on(name, data.draw(st.sampled_from(list(Edges))))
    shape = data.draw(st.tuples(st.integers(1, 9), st.integers(1, 40)))
    cells = random_cells(rule, shape, seed=data.draw(st.integers(0, 999)))
    engine = open_kind(kind, rule, shape)
    engine.paint(0, 0, cells)
    engine.generation = data.draw(st.integers(0, 1000))
    for _ in range(2):
        cells = np.array(scalar.next_generation(cells, rule, engine.generation), np.uint8)
        engine.step(1)
        assert_boards_equal(engine.read_all(), cells)
    engine.close()
