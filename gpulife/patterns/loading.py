"""Opening of patterns by name: files, standard input or built-in patterns."""

import logging
import re
from collections.abc import Callable
from dataclasses import replace
from difflib import get_close_matches
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gpulife.errors import PatternError
from gpulife.patterns.board_sizes import quoted
from gpulife.patterns.formats.checkpoint import is_checkpoint, open_checkpoint
from gpulife.patterns.formats.macrocell import MAGIC, open_macrocell
from gpulife.patterns.formats.mcell import is_mcell, open_mcell
from gpulife.patterns.formats.npz import open_npz
from gpulife.patterns.formats.npz_archive import is_zip
from gpulife.patterns.formats.rle_reader import open_rle
from gpulife.patterns.formats.text import (
    is_life_105,
    is_life_106,
    is_plaintext,
    open_life_105,
    open_life_106,
    open_plaintext,
)
from gpulife.patterns.image import BLACK_AND_WHITE, HEAD_BYTES, PICTURE_ENDINGS, image_to_cells, picture_format
from gpulife.patterns.library import built_in, built_in_patterns
from gpulife.patterns.pattern import Pattern, StreamedPattern, fitted_to
from gpulife.patterns.pattern_files import (
    TextSource,
    offer_rules_in_zip,
    only_pattern_in_zip,
    open_pattern_file,
    open_seekable,
    pattern_file_exists,
    peek,
    text_of_file,
    text_of_standard_input,
)
from gpulife.rules import Rule
from gpulife.storage.zip_folder import is_zip_file, split_zip_path

_MARKS = (
    (rb"#LLAB\b", "a LifeLab file, which gpulife cannot read: convert it to RLE"),
    (rb"(?:@(?:TABLE|TREE|COLORS)\b|n_states\s*:|num_states\s*=)",
     "part of a Golly rule, not a pattern: put it into a .rule file and use --rule"),
    (rb"(?:<!doctype|<html|<\?xml|<svg)", "a web page, not a pattern: save or copy the pattern that it shows"),
    (rb"\{\s*\"", "JSON, not a pattern"),
    (rb"%PDF", "a PDF, not a pattern"),
    (rb"BZh[1-9]", "packed with bzip2: unpack it first"),
    (rb"\xfd7zXZ", "packed with xz: unpack it first"),
    (rb"7z\xbc\xaf", "a 7z archive: unpack it first"),
    (rb"Rar!", "a RAR archive: unpack it first"),
    (rb"(?:\xff\xfe|\xfe\xff)", "UTF-16 text: save it as UTF-8"),
)  # fmt: skip
_KINDS = tuple((re.compile(mark, re.IGNORECASE), what) for mark, what in _MARKS)
_SCRIPT = re.compile(rb"^[ \t]*(?:import g(?:olly|life)\b|from g(?:olly|life)\b|local \w+ *= *golly\(\))", re.MULTILINE)


def foreign_format(begin: bytes) -> str:
    """Return a message if a file is clearly not a pattern that gpulife can read; else "".

    The message names the file's format and may say what to do instead. ``begin`` are the first bytes of the file.
    """
    if _SCRIPT.search(begin):
        return (
            "a Golly script, not a pattern: run it in Golly and save the result as RLE, "
            "or write it in Python with the library gpulife"
        )
    text = begin.lstrip()
    return next((what for mark, what in _KINDS if mark.match(text)), "")


_LOGGER = logging.getLogger(__name__)
STANDARD_INPUT = "-"
NPZ_ENDING = ".npz"
_RULE_MARK = b"@RULE"
_TEXT_HEAD_BYTES = 1 << 13
_TEXT_FORMATS = (
    (is_plaintext, open_plaintext),
    (is_mcell, open_mcell),
    (is_life_106, open_life_106),
    (is_life_105, open_life_105),
)


def open_pattern(
    name: str,
    colours: NDArray[np.uint8] | None = None,
    rule: Rule | None = None,
    *,
    tells: bool = True,
    is_endless: bool = False,
) -> Pattern | StreamedPattern:
    """Open the pattern called ``name``. The cells of massive boards stay in the file until they are needed.

    A file's content tells its format: ``.npz``, a picture, or a text (RLE, macrocell, plaintext, MCell, Life 1.05 or
    1.06). A text may be packed by gzip.

    Args:
        name: a file, a file in a zip file such as ``all.zip/gun.rle``, the folder of a checkpoint, or ``-`` for text on
            standard input. If there is no such file: a built-in pattern (see ``built_in_patterns``).
        colours: for pictures, the colour of each state, shape (states, 3), uint8; None for black and white.
        rule: the rule to use instead of the one that the file names; None for the file's own.
        tells: True to log a one-line warning if the reader had to change or leave out anything.
        is_endless: True for a plane without end, where a macrocell file may be larger than any board.

    Raises:
        PatternError: there is no such pattern, or it cannot be read. The message is one line with the pattern's name.
        BoardSizeError: the cells do not fit into memory.
    """
    pattern = _load(name, BLACK_AND_WHITE if colours is None else colours, rule, is_endless=is_endless)
    if tells:
        _tell(pattern)
    return pattern if rule is None else replace(fitted_to(pattern, rule), rule=rule)


def _load(name: str, colours: NDArray[np.uint8], rule: Rule | None, *, is_endless: bool) -> Pattern | StreamedPattern:
    if name == STANDARD_INPUT:
        return _open_text(text_of_standard_input("standard input"), rule, is_endless=is_endless)
    path = Path(name)
    if not name or not pattern_file_exists(name):
        return built_in(name) or _raise_unknown(name)
    if is_checkpoint(path):
        return open_checkpoint(path, name)
    if is_zip_file(path):
        path = only_pattern_in_zip(path)
        name = str(path)
    if inside := split_zip_path(path):
        offer_rules_in_zip(inside[0])
    with open_pattern_file(path) as file:
        head = file.read(HEAD_BYTES)
    ending = path.suffix.lower()
    if ending == NPZ_ENDING or is_zip(head):
        return open_npz(lambda: open_seekable(path), name)
    if ending in PICTURE_ENDINGS or picture_format(head):
        if not path.is_file():
            raise PatternError(f"{name}: a picture in a zip file cannot be read: unpack it first")
        return Pattern(image_to_cells(path, colours), source=name)
    return _open_text(text_of_file(path, name), rule, is_endless=is_endless)


def open_text(text: TextSource, *, tells: bool = True) -> Pattern | StreamedPattern:
    """Open a text as RLE, macrocell, plaintext, MCell, Life 1.05 or 1.06. The first bytes tell which.

    Args:
        text: the text.
        tells: True to log a one-line warning if the reader had to change or leave out anything.

    Raises:
        PatternError: the text is damaged or in none of these formats. The message is one line with the text's name.
        BoardSizeError: the cells do not fit into memory.
    """
    pattern = _open_text(text, None)
    if tells:
        _tell(pattern)
    return pattern


def _open_text(text: TextSource, rule: Rule | None, *, is_endless: bool = False) -> Pattern | StreamedPattern:
    """Open a text with the rule that it names. If it names none, or this fails, open it with ``rule``."""
    begin, text = peek(text, _TEXT_HEAD_BYTES)
    open_format = _format_of(begin, text.name)
    if open_format is open_macrocell and is_endless:
        open_format = partial(open_macrocell, max_side=None)
    if rule is None:
        return open_format(text)
    try:
        return open_format(text)
    except PatternError:
        return open_format(text, rule)


def _format_of(begin: bytes, name: str) -> Callable[..., Pattern | StreamedPattern]:
    """Return the function that reads a text with the first bytes ``begin``. ``name`` is the text's name in messages."""
    if begin.startswith(_RULE_MARK):
        raise PatternError(f"{name}: a rule, not a pattern: use --rule, or drop the file on the window")
    if foreign := foreign_format(begin):
        raise PatternError(f"{name}: {foreign}")
    if begin.startswith(MAGIC):
        return open_macrocell
    return next((opens for is_format, opens in _TEXT_FORMATS if is_format(begin)), open_rle)


def _tell(pattern: Pattern | StreamedPattern) -> None:
    if pattern.notes.reading:
        _LOGGER.warning("%s: %s", pattern.source, "; ".join(pattern.notes.reading))


def _raise_unknown(name: str) -> Pattern:
    names = built_in_patterns()
    close = [each for each in names if name and name.lower() in each] or get_close_matches(name.lower(), names)
    hint = f"did you mean {' or '.join(close[:3])}?" if close else "see gpulife list patterns"
    raise PatternError(f"{quoted(name, 200)} is neither a file nor a built-in pattern: {hint}")
