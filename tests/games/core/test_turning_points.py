"""The summary of a round, its totals and turning points, from scores written here."""

from __future__ import annotations

import json
from dataclasses import replace

from games.core.test_score_history import stats

from gpulife.games.core.score_history import Entry
from gpulife.games.core.turning_points import Summary, summarise
from gpulife.games.survival1982.observation import report_data, report_lines


def round_of(
    scores: list[tuple[int, int]],
    planted: dict[int, tuple[int, int]] | None = None,
    wild: tuple[int, ...] = (),
    names: tuple[str, str] = ("Left", "Right"),
) -> Summary:
    """Return a round with these scores, an entry every 60 ticks; ``planted``: generation -> (player, shape)."""
    entries, counts = [], [[0, 0], [0, 0]]
    for generation, pair in enumerate(scores):
        if generation in (planted or {}):
            player, shape = (planted or {})[generation]
            counts[player][shape] += 1
        now = stats(
            generation,
            scores=pair,
            planted=tuple(map(tuple, counts)),
            shapes=("cell", "glider"),
            wild=sum(each <= generation for each in wild),
        )
        entries.append(Entry(60 * generation, now))
    entries[-1] = replace(entries[-1], stats=replace(entries[-1].stats, over=True, winner=0))
    return summarise(entries, names)


def texts(summary: Summary) -> list[tuple[int, str]]:
    return [(point.generation, point.text) for point in summary.turning_points]


def test_totals() -> None:
    summary = round_of([(5, 5), (9, 4), (9, 9), (3, 8), (3, 8)], {0: (0, 1), 3: (1, 0), 4: (1, 1)})
    assert summary.highest == ((9, 1), (9, 2))
    assert summary.plantings == (1, 2)
    assert summary.planted_title == "Shapes planted"
    assert round_of([(5, 5), (9, 4)], {0: (0, 0)}).planted_title == "Single cells planted"
    assert summary.longest_leads == (2, 1)
    assert summary.longest_lead == (0, 2)  # the tie in between counts as the leader's
    assert summary.is_complete
    assert summary.last.over


def test_change_of_lead_that_lasts() -> None:
    early = [(20, 25)] * 30
    assert texts(round_of([*early, *[(30, 25)] * 3])) == [(30, "Left takes the lead and keeps it")]
    assert texts(round_of([*early, *[(30, 25)] * 12, *[(24, 25)] * 30])) == [
        (30, "Left takes the lead for 12 generations"),
        (42, "Right takes the lead and keeps it"),
    ]
    assert texts(round_of([*early, *[(30, 25)] * 9, *[(24, 25)] * 30])) == []
    assert texts(round_of(early)) == []


def test_players_are_named() -> None:
    summary = round_of([(20, 25)] * 30 + [(30, 25)] * 30, {29: (0, 1)}, names=("Al", "Alice"))
    assert texts(summary) == [(29, "Al plants a glider and leads from generation 30 to the end")]
    assert report_lines(summary)[0].startswith("round 1: Al wins")


def test_planting_that_caused_the_lead_is_named() -> None:
    early = [(20, 25)] * 30
    here = round_of([*early, *[(30, 25)] * 20], {30: (0, 1)})
    assert texts(here) == [(30, "Left plants a glider and leads from here to the end")]
    later = round_of([*early, *[(30, 25)] * 20], {26: (0, 0)})
    assert texts(later) == [(26, "Left plants a cell and leads from generation 30 to the end")]
    assert texts(round_of([*early, *[(30, 25)] * 20], {12: (0, 0)}))[-1] == (30, "Left takes the lead and keeps it")
    others = round_of([*early, *[(30, 25)] * 20], {30: (1, 0)})
    assert texts(others) == [(30, "Left takes the lead and keeps it")]
    wild = round_of([*early, *[(30, 25)] * 20], wild=(30,))
    assert texts(wild) == [(30, "a wild generation; Left leads from here to the end")]


def test_planting_with_the_largest_swing() -> None:
    scores = [(50, 20)] * 40 + [(50 + 4 * step, 20) for step in range(20)] + [(126, 20)] * 40
    summary = round_of(scores, {2: (0, 0), 40: (0, 1), 90: (0, 0)})
    assert texts(summary) == [(40, "Left plants a glider and gains 76 in 20 generations")]
    small = round_of([(50, 20)] * 40 + [(58, 20)] * 40, {40: (0, 1)})
    assert texts(small) == []


def test_at_most_six_in_order() -> None:
    scores = [(10, 20) if block % 2 else (20, 10) for block in range(14) for _ in range(15)]
    summary = round_of(scores)
    assert len(summary.turning_points) == 6
    assert [point.generation for point in summary.turning_points] == [120, 135, 150, 165, 180, 195]


def test_watched_from_four_seconds_before() -> None:
    summary = round_of([(1, 2)] * 3 + [(3, 2)] * 20 + [(1, 2)] * 20)
    assert [(point.tick, point.watch_from) for point in summary.turning_points] == [(180, 0), (1380, 1140)]


def test_one_entry_and_missing_beginning() -> None:
    alone = round_of([(0, 0)])
    assert alone.longest_leads == (0, 0)
    assert (alone.turning_points, alone.longest_lead, alone.highest) == ((), None, ((0, 0), (0, 0)))
    assert not summarise([Entry(9, stats(5)), Entry(10, stats(6))]).is_complete


def test_reports() -> None:
    summary = round_of([(20, 25)] * 30 + [(30, 25)] * 20, {30: (0, 1)})
    lines = report_lines(summary)
    assert lines[0] == "round 1: Left wins, generations 0 to 49"
    assert lines[1].strip().startswith("Left: score 30, at most 30 in generation 30; seeds 0 spent")
    assert lines[-1] == "  generation 30: Left plants a glider and leads from here to the end"
    data = json.loads(json.dumps(report_data(summary)))
    assert data["turning_points"][0]["tick"] == 1800
    assert len(data["curves"]) == 50
    assert data["longest_lead"] == {"player": 1, "generations": 30}


def test_last_planting_does_not_get_all_the_credit() -> None:
    rises = [(20 + 4 * step, 50) for step in range(9)]  # because of a planting in generation 12
    scores = [(20, 50)] * 11 + rises + [(56, 50)] * 30
    assert texts(round_of(scores, {12: (0, 1), 18: (0, 0)})) == [
        (12, "Left plants a glider and leads from generation 19 to the end")
    ]
    long_ago = [(20, 50)] * 4 + [(20 + 2 * step, 50) for step in range(16)] + [(56, 50)] * 30
    assert texts(round_of(long_ago, {4: (0, 1), 19: (0, 0)}))[-1] == (20, "Left takes the lead and keeps it")


def test_briefly_lost_lead_is_not_called_kept() -> None:
    scores = [(20, 25)] * 30 + [(30, 25)] * 20 + [(24, 25)] * 3 + [(30, 25)] * 20
    assert texts(round_of(scores)) == [(30, "Left takes the lead and keeps it, except for 3 generations")]
    again = scores + [(24, 25)] * 40
    assert texts(round_of(again))[0] == (30, "Left takes the lead for 40 generations")
    one = [(20, 25)] * 30 + [(30, 25)] * 20 + [(24, 25)] + [(30, 25)] * 20
    assert texts(round_of(one, {29: (0, 1)})) == [
        (29, "Left plants a glider and leads from generation 30 to the end, except for 1 generation")
    ]
