"""The preview of the next time of day: exactly what OK brings, on any board, without changing anything."""

from __future__ import annotations

import numpy as np
import pytest
from fuzzing import examples
from games.field import Field
from hypothesis import given, settings
from hypothesis import strategies as st

from gpulife.games.survivor.level import PAWN, SHELTER, SYMBOLS, WALKABLE
from gpulife.games.survivor.observation import TurnPreview, preview_turn
from gpulife.rules import TIMES_OF_DAY

SIDES = st.integers(4, 7)


def seen(field: Field) -> TurnPreview:
    engine = field.session.engine
    return preview_turn(field.state, engine.read_all(), engine.generation, engine.rule.edges)


@settings(max_examples=examples(60), deadline=None)
@given(st.data(), SIDES, SIDES, st.sampled_from(TIMES_OF_DAY), st.sampled_from((PAWN, SHELTER)))
def test_preview_equals_what_ok_brings(data: st.DataObject, rows: int, columns: int, starts: str, piece: int) -> None:
    line = st.text(SYMBOLS, min_size=columns, max_size=columns)
    picture = data.draw(st.lists(line, min_size=rows, max_size=rows))
    picture[0] = "PT." + picture[0][3:]  # so that it is a level
    field = Field("\n".join(picture), starts)
    for _ in range(3):
        if field.state.is_over:
            break
        free = np.argwhere(field.session.engine.read_all() == WALKABLE)
        if len(free):
            field.put(piece, *free[len(free) // 2].tolist())
        before, cells = field.state, field.session.engine.read_all()
        shown = seen(field)
        assert (field.state, field.session.engine.read_all().tolist()) == (before, cells.tolist())
        field.ok()
        assert field.session.engine.read_all().tolist() == shown.cells.tolist()
        after = field.state
        assert (after.turn, after.time, after.phase, after.pawns, after.enemies, after.traps) == (
            shown.state.turn, shown.state.time, shown.state.phase,
            shown.state.pawns, shown.state.enemies, shown.state.traps,
        )  # fmt: skip


NIGHT_FIELD = "......\nSPP...\n.PP...\n......\n......\n....T."


@pytest.mark.parametrize(
    ("picture", "starts", "told"),
    [
        ("PP...\nPP..T\n.....", "sunrise", "midday, if you end the turn now: the numbers stay the same"),
        ("P....\n....T\n.....", "sunrise", "midday, if you end the turn now: no pawn is left, the level is lost"),
        (
            "PP...\nPT...\n.....",
            "sunrise",
            "midday, if you end the turn now: no trap and no enemy is left, the level is won",
        ),
        (NIGHT_FIELD, "midday", "sunset, if you end the turn now: the numbers stay the same"),
        (NIGHT_FIELD, "sunset", "midnight, if you end the turn now: enemies +7"),
    ],
)
def test_text_names_the_changes(picture: str, starts: str, told: str) -> None:
    assert seen(Field(picture, starts)).text == f"Preview of {told}"


def test_placed_piece_counts_as_present() -> None:
    field = Field("PP....\nP.....\n......\n......\n....T.\n......")
    assert seen(field).text.endswith(": pawns +1"), "three in a corner become a block"
    field.put(PAWN, 1, 1)
    assert seen(field).text.endswith(": the numbers stay the same")
