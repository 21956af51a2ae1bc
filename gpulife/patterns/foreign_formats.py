"""Files of other programs that people take for patterns, or that are patterns in formats that are not read: by name."""

import re

_MARKS = (
    (rb"#MCell\b", "an MCell file (.mcl), which is not read here; Golly opens it, and saves it as an RLE"),
    (rb"#LLAB\b", "a LifeLab file, which is not read here; an RLE of it is"),
    (rb"(?:@(?:TABLE|TREE|COLORS)\b|n_states\s*:|num_states\s*=)",
     "a part of a rule of Golly, not a pattern; a .rule file that contains it can be given with --rule"),
    (rb"(?:<!doctype|<html|<\?xml|<svg)", "a web page, not a pattern: save the pattern that it shows, or copy it"),
    (rb"\{\s*\"", "JSON, not a pattern"),
    (rb"%PDF", "a PDF, not a pattern"),
    (rb"BZh[1-9]", "packed with bzip2, which is not read here: unpack it first"),
    (rb"\xfd7zXZ", "packed with xz, which is not read here: unpack it first"),
    (rb"7z\xbc\xaf", "a 7z archive, which is not read here: unpack it first"),
    (rb"Rar!", "a RAR archive, which is not read here: unpack it first"),
    (rb"(?:\xff\xfe|\xfe\xff)", "text in UTF-16, which is not read here: save it as UTF-8"),
)  # fmt: skip
_KINDS = tuple((re.compile(mark, re.IGNORECASE), what) for mark, what in _MARKS)
_SCRIPT = re.compile(rb"^[ \t]*(?:import g(?:olly|life)\b|from g(?:olly|life)\b|local \w+ *= *golly\(\))", re.MULTILINE)
_MCELL_ENDING = ".mcl"


def foreign_format(begin: bytes, name: str) -> str:
    """Say what a file is that is in no format of patterns which is read; "" if it may be in one.

    Args:
        begin: the first bytes of the file.
        name: the name of the file.
    """
    if name.lower().endswith(_MCELL_ENDING):
        return _MARKS[0][1]
    if _SCRIPT.search(begin):
        return "a script, not a pattern: Golly runs it, and saves what it draws as an RLE"
    text = begin.lstrip()
    return next((what for mark, what in _KINDS if mark.match(text)), "")
