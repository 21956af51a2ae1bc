"""A round's statistics as lines for people and as data for programs, as ``gpulife replay --headless`` prints them."""

from typing import Any

from gpulife.games.core.turning_points import Summary


def report_lines(summary: Summary) -> list[str]:
    """Return the statistics as text, one fact a line."""
    last = summary.last
    outcome = "so far" if not last.over else "a tie" if last.winner is None else f"{summary.names[last.winner]} wins"
    lines = [f"round {last.round[1]}: {outcome}, generations {last.began} to {last.generation}"]
    for player, side in enumerate(summary.names):
        score, generation = summary.highest[player]
        lines.append(
            f"  {side}: score {last.scores[player]}, at most {score} in generation {generation}; "
            f"seeds {last.spent[player]} spent, {last.earned[player]} earned, {last.seeds[player]} left; "
            f"shapes planted {summary.plantings[player]}"
        )
    if summary.longest_lead is not None:
        player, generations = summary.longest_lead
        lines.append(f"  longest lead: {summary.names[player]}, {generations} generations")
    if last.halts:
        planted = ", ".join(f"{name} {cells}" for name, cells in zip(summary.names, last.halted, strict=True))
        edited = f"; board edited {_times(last.halted_edits)}" if last.halted_edits else ""
        lines.append(f"  halted {_times(last.halts)}; cells planted meanwhile: {planted}{edited}")
    lines += [f"  generation {halt.generation}: {halt.text}" for halt in summary.halts]
    lines += [f"  generation {point.generation}: {point.text}" for point in summary.turning_points]
    return lines


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def report_data(summary: Summary) -> dict[str, Any]:
    """Return the same for JSON, with the score curves; lists have an item a player, the left one first."""
    last = summary.last
    return {
        "game": last.round[0],
        "round": last.round[1],
        "over": last.over,
        "winner": last.winner,
        "generations": [last.began, last.generation],
        "scores": list(last.scores),
        "highest": [{"score": score, "generation": generation} for score, generation in summary.highest],
        "seeds_spent": list(last.spent),
        "seeds_earned": list(last.earned),
        "seeds_left": list(last.seeds),
        "plantings": list(summary.plantings),
        "wild_generations": last.wild,
        "halts": last.halts,
        "planted_while_halted": list(last.halted),
        "edited_while_halted": last.halted_edits,
        "halted": [{"tick": halt.tick, "generation": halt.generation, "text": halt.text} for halt in summary.halts],
        "longest_lead": None
        if summary.longest_lead is None
        else dict(zip(("player", "generations"), summary.longest_lead, strict=True)),
        "turning_points": [
            {"tick": point.tick, "generation": point.generation, "player": point.player, "text": point.text}
            for point in summary.turning_points
        ],
        "curves": [
            {
                "tick": entry.tick,
                "generation": entry.stats.generation,
                "scores": list(entry.stats.scores),
                "seeds": list(entry.stats.seeds),
                "clock": entry.stats.clock,
            }
            for entry in summary.entries
        ],
    }
