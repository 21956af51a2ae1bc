"""Makes the starting board of a run or a film from the options, and fills it with a pattern, a soup or a text."""

from dataclasses import dataclass

from rich.console import Console

from gpulife.cli.options import seed_or_random
from gpulife.engines import Engine
from gpulife.engines.checkpoint import load_checkpoint
from gpulife.engines.sowing import count_soup_parts, sow_soup
from gpulife.errors import BoardSizeError, PatternError
from gpulife.patterns.formats.checkpoint import CheckpointPattern
from gpulife.patterns.image import text_to_cells
from gpulife.patterns.loading import STANDARD_INPUT, open_pattern
from gpulife.patterns.pattern import Pattern, StreamedPattern, board_around, fitted_to, place_on
from gpulife.patterns.soup import SoupSpec
from gpulife.rich_console import ProgressBar
from gpulife.rules import EDGES, Edges, Rule, Twist, parse_rule
from gpulife.view.palettes import state_colours

BoardContent = Pattern | StreamedPattern | SoupSpec
"""What fills the board at the start: a pattern or text, a large pattern that is read in parts, or a soup."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRequest:
    """The options about the starting board. Exactly one of ``name``, ``soup`` and ``text`` is given.

    Attributes:
        name: path of a file, or name of a built-in pattern.
        soup: random cells.
        text: letters to draw in cells.
        rule: name of the rule; None for the rule that the pattern names.
        size: (rows, columns) of the board, unless the rule's name fixes them; None for the default.
        edges: edges of the board, unless the rule's name fixes them; None for the default.
        seed: seed of everything random; None for a random seed.
    """

    name: str | None = None
    soup: SoupSpec | None = None
    text: str | None = None
    rule: str | None = None
    size: tuple[int, int] | None = None
    edges: Edges | Twist | None = None
    seed: int | None = None


def starting_board(request: BoardRequest, content: BoardContent) -> tuple[Rule, tuple[int, int]]:
    """Return the rule and the shape (rows, columns) of the board for ``content``. The rule includes the board's edges.

    Raises:
        RuleError: the rule does not exist.
        PatternError: ``content`` needs another rule.
        BoardSizeError: rule, options and ``content`` contradict each other about size or edges.
    """
    own = None if isinstance(content, SoupSpec) else content.rule
    rule = starting_rule(request, content)
    if request.rule is not None and own is not None and own.size is not None and {request.size, rule.size} == {None}:
        rule = rule.on_board(own.size, own.joined)
    default_size = content.shape if isinstance(content, SoupSpec) else board_around(content.shape)
    rule, shape = fix_board(rule, request.size, request.edges, default_size)
    if content.shape[0] > shape[0] or content.shape[1] > shape[1]:
        name = "soup" if isinstance(content, SoupSpec) else content.source
        raise BoardSizeError(f"{name}: {size_text(content.shape)} cells do not fit on a board of {size_text(shape)}")
    return rule, shape


def starting_rule(request: BoardRequest, content: BoardContent) -> Rule:
    """Return the rule for ``content``: the one that is requested, or the pattern's own, or Life.

    Raises:
        RuleError: the rule does not exist.
        PatternError: ``content`` needs another rule.
    """
    own = None if isinstance(content, SoupSpec) else content.rule
    rule = (own or parse_rule("Life")) if request.rule is None else parse_rule(request.rule)
    if not isinstance(content, SoupSpec):
        if own is None and request.rule is None:
            _require_one_species(content)
        content.require_states_of(rule)
    return rule


def fix_board(
    rule: Rule, size: tuple[int, int] | None, edges: Edges | Twist | None, default_size: tuple[int, int]
) -> tuple[Rule, tuple[int, int]]:
    """Return ``rule`` with the board's size and edges, and the board's shape (rows, columns).

    ``default_size`` counts only if neither ``size`` nor a suffix of the rule's name fixes the size. A sphere then
    gets a square of its longer side.

    Raises:
        BoardSizeError: ``size`` or ``edges`` contradict the rule's name.
    """
    if rule.size is None:
        shape = size or default_size
        if size is None and edges == EDGES["sphere"]:
            shape = max(shape), max(shape)
        return rule.on_board(shape, edges), shape
    if size is not None and size != rule.size:
        raise BoardSizeError(f"rule {rule} fixes the size of the board: leave out --size {size_text(size)}")
    if edges is not None and edges != rule.joined:
        raise BoardSizeError(f"rule {rule} fixes the edges of the board as {rule.joined}: leave out --edges {edges}")
    return rule, rule.size


def read_content(request: BoardRequest, *, is_endless: bool = False) -> BoardContent:
    """Open the pattern that a request names. For a soup or a text, return the request's soup or text.

    ``is_endless`` is True for a plane without end, where a macrocell file may be larger than any board.

    Raises:
        PatternError: the pattern does not exist or cannot be read.
    """
    if request.soup is not None:
        return request.soup
    if request.text is not None:
        return Pattern(text_to_cells(request.text), source="text")
    return _load(request.name or "", request.rule, is_endless=is_endless)


def _load(name: str, rule_name: str | None, *, is_endless: bool) -> Pattern | StreamedPattern:
    """Open a pattern for the rule ``rule_name``; None for the file's own rule."""
    rule = None if rule_name is None else parse_rule(rule_name)
    colours = state_colours(rule or parse_rule("Life"))
    try:
        pattern = open_pattern(name, colours, is_endless=is_endless)
        return pattern if rule is None else fitted_to(pattern, rule)
    except PatternError:
        if rule is None or name == STANDARD_INPUT:  # cannot be read twice
            raise
        return open_pattern(name, colours, rule, is_endless=is_endless)


def _require_one_species(pattern: Pattern | StreamedPattern) -> None:
    highest = pattern.highest_state()
    if highest <= 1:
        return
    fitting = "Immigration" if highest == 2 else "QuadLife" if highest <= 4 else f"B3/S23:{highest}"
    raise PatternError(
        f"{pattern.source}: it has states up to {highest} but names no rule; give one, such as --rule {fitting}"
    )


def fill(engine: Engine, request: BoardRequest, content: BoardContent, progress: Console) -> int | None:
    """Paint ``content`` on the engine's board, part by part. Return the seed of a soup; None for other content."""
    if isinstance(content, SoupSpec):
        row, column = ((board - side) // 2 for board, side in zip(engine.shape, content.shape, strict=True))
        seed = seed_or_random(request.seed)
        parts = count_soup_parts(engine, content, (row, column))
        with ProgressBar(progress, "making the soup", parts) as bar:
            sow_soup(engine, content, seed, (row, column), bar.advance)
        return seed
    with ProgressBar(progress, f"loading {content.source}", content.parts) as bar:
        if isinstance(content, CheckpointPattern) and content.shape == engine.shape:
            load_checkpoint(engine, content, bar.advance)
            return None
        engine.generation = content.generation
        row, column = place_on(content, engine.shape)
        for patch in content.patches():
            engine.paint(row + patch.row, column + patch.column, patch.cells)
            bar.advance()
    return None


def size_text(shape: tuple[int, int]) -> str:
    """Format (rows, columns) as WIDTHxHEIGHT, for messages."""
    rows, columns = shape
    return f"{columns}x{rows}"
