"""Files of the window: what is dropped on it, pasted into it, opened and saved."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gpulife.errors import PatternError
from gpulife.games import new_match
from gpulife.games.base import NOBODY, Action, ActionKind, Match
from gpulife.patterns.loading import load_pattern
from gpulife.patterns.pattern import Pattern
from gpulife.patterns.rle import read_rle, rle_text
from gpulife.replays import ENDING, read_replay
from gpulife.rules import Rule
from gpulife.timeline import Recording
from gpulife.view.look import Look


@dataclass(frozen=True, slots=True)
class Opened:
    """What a file asks for.

    Attributes:
        match: to begin, None to go on with the one that there is.
        actions: to take in the next tick.
        recording: to play back instead.
    """

    match: Match | None = None
    actions: tuple[Action, ...] = ()
    recording: Recording | None = None


def open_file(path: Path, rule: Rule, look: Look, seed: int) -> Opened:
    """Read a pattern, a picture or a replay.

    A pattern that fits on the present board is put in its middle; one that names another rule, or is larger, begins a
    universe of its own.

    Args:
        path: the file.
        rule: of the present board.
        look: whose colours a picture's are compared with.
        seed: for a new universe.

    Raises:
        GpulifeError: it cannot be read, or holds states that the rule does not have.
    """
    if path.suffix.lower() == ENDING:
        recording = read_replay(path)
        return Opened(recording.match, recording=recording)
    pattern = load_pattern(str(path), look.palette)
    own = pattern.rule
    shape = rule.size or pattern.shape
    fits = pattern.shape[0] <= shape[0] and pattern.shape[1] <= shape[1]
    if fits and (own is None or own.law == rule.law or (own.size is None and own.species <= rule.species)):
        pattern.require_states_of(rule)
        return Opened(actions=(_in_the_middle(pattern, shape),))
    law = own or rule
    size = law.size or (max(pattern.shape[0], shape[0]), max(pattern.shape[1], shape[1]))
    pattern.require_states_of(law)
    return Opened(new_match("study", law, size, seed), (_in_the_middle(pattern, size),))


def paste_actions(text: str, rule: Rule) -> tuple[Action, ...]:
    """What pasting an RLE asks for: its cells in the middle of the board.

    Raises:
        PatternError: it is no RLE, or larger than the board.
    """
    if not text.strip():
        raise PatternError("the clipboard is empty: copy a pattern's RLE first")
    pattern = read_rle(text, "clipboard")
    shape = rule.size or pattern.shape
    if pattern.shape[0] > shape[0] or pattern.shape[1] > shape[1]:
        raise PatternError(
            f"clipboard: {pattern.shape[1]}x{pattern.shape[0]} cells do not fit on a board of {shape[1]}x{shape[0]}"
        )
    pattern.require_states_of(rule)
    return (_in_the_middle(pattern, shape),)


def _in_the_middle(pattern: Pattern, shape: tuple[int, int]) -> Action:
    row, column = ((board - own) // 2 for board, own in zip(shape, pattern.shape, strict=True))
    return Action(NOBODY, ActionKind.PAINT, row, column, rle_text(Pattern(pattern.cells)))
