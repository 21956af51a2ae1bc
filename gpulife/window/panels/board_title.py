"""Titles of boards and rules for the user, such as "Immigration on 160x96, wrapping edges"."""

from gpulife.errors import GpulifeError
from gpulife.games.registry import GAMES
from gpulife.rules import Rule, parse_rule
from gpulife.rules.named_rules import common_name


def board_title(rule: Rule) -> str:
    """Return a board's title, such as "Immigration on 160x96, wrapping edges"."""
    name = law_title(rule)
    if rule.size is None:
        return f"{name}, {rule.edges_title}"
    rows, columns = rule.size
    return f"{name} on {columns}x{rows}, {rule.edges_title}"


def law_title(rule: Rule) -> str:
    """Return the name to show for a rule, such as "HighLife (B36/S23)".

    If only one game uses the rule, this is the game's name.
    """
    name = rule.law.split(":")[0]
    games = [spec for spec in GAMES.values() if spec.rule.split(":")[0] == name]
    if len(games) == 1 and games[0].has_own_rule:
        return games[0].title
    common = common_name(rule.law)
    return f"{common} ({rule.title})" if common else rule.title


def saved_board_title(text: str) -> str:
    """Return the title to show for a rule that a file names as ``text``; ``text`` itself if the rule is unknown."""
    try:
        return board_title(parse_rule(text))
    except GpulifeError:
        return text
