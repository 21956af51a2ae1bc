"""Choose a level by number, by name, or by the path of a file; locked levels are refused."""

from dataclasses import replace
from pathlib import Path

from gpulife.games.core.game import Match
from gpulife.games.survivor.level import Level, LevelError
from gpulife.games.survivor.level_files import LEVEL_ENDING, LevelFile, built_in_levels, own_levels, read_level
from gpulife.games.survivor.progress_files import Progress
from gpulife.games.survivor.rules import level_settings
from gpulife.rules import Edges, parse_rule


def find_unlocked_level(text: str, data_folder: Path, progress: Progress) -> LevelFile:
    """Return the level that ``text`` names by a number from 1, a name, or the path of a file that ends in ``.toml``.

    Raises:
        LevelError: there is none, it is locked, or its file is wrong.
    """
    if text.lower().endswith(LEVEL_ENDING):
        return read_level(Path(text))
    levels = built_in_levels()
    number = next((place for place, level_file in enumerate(levels, 1) if text in (str(place), level_file.name)), 0)
    if number:
        require_unlocked(number, progress)
        return levels[number - 1]
    own, _ = own_levels(data_folder)
    found = next((level_file for level_file in own if level_file.name == text), None)
    if found is None:
        names = ", ".join(level_file.name for level_file in (*levels, *own))
        raise LevelError(
            f"unknown level {text[:40]!r}: use 1 to {len(levels)}, one of {names}, or a file {LEVEL_ENDING}"
        )
    return found


def require_unlocked(number: int, progress: Progress) -> None:
    """Raise LevelError unless the built-in level of that number, from 1, may be played."""
    levels = built_in_levels()
    if number > progress.unlocked(levels):
        before = levels[progress.unlocked(levels) - 1]
        raise LevelError(
            f"level {number} is locked: win level {progress.unlocked(levels)} ({before.level.title}) first"
        )


def level_match(level: Level, seed: int, shape: tuple[int, int] | None = None, edges: Edges = Edges.TORUS) -> Match:
    """Make a match that plays ``level``, on a board of its own size or in the middle of a larger one.

    Raises:
        LevelError: ``shape`` is smaller than the level.
    """
    # The whole level goes into the match, so that a replay needs no file.
    if shape is not None:
        level.centred_on(shape)
    rule = parse_rule("Survivor").on_board(shape or level.shape, edges)
    return replace(Match("survivor", str(rule), seed), settings=level_settings(level))
