"""The rule tables of this process: loaded once from files or saved games, then found by name.

A table's full name ends with a hash of its text (``WireWorld@0123456789``), so it means the same table on every
machine. A plain name means the file of that name in the user's rule folder. If there is none, it means the file that
comes with gpulife, or else a file in the zip file opened last, or else a table from a saved game or board file.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gpulife.errors import GpulifeError, RuleError
from gpulife.resources import named_path, resource_folder
from gpulife.rules._transitions import read_table
from gpulife.rules.diagram import Diagram, diagram_of_table, read_tree
from gpulife.rules.rule_file import MAX_RULE_BYTES, RULE_ENDING, RuleFile, is_rule_name, read_rule_text
from gpulife.storage.bounded_reading import read_file
from gpulife.storage.folders import data_folder

# Diagrams with few look-ups: several inputs together index one look-up while the table stays small. A rule of 4 states
# with eight neighbours has 4^9 = 262,144 different surroundings, so one look-up is enough. With more surroundings,
# inputs are looked up in as few groups as the limit allows.
MAX_WIDE_NUMBERS = 1 << 18
"""Limit on the length of ``numbers`` in a widened diagram; at the limit they take 1 MiB, which fits in a cache."""


def widened(diagram: Diagram) -> Diagram:
    """Return a faster diagram of the same rule, in which each look-up uses several inputs.

    It has as few look-ups per cell as MAX_WIDE_NUMBERS allows.
    """
    levels = _nodes_of_levels(diagram)
    counts = [len(nodes) for nodes in levels]
    sizes = {
        groups: _size(groups, counts, diagram.states)
        for groups in _groupings(len(diagram.order))
        if _size(groups, counts, diagram.states) <= MAX_WIDE_NUMBERS
    }
    if not sizes:
        return diagram
    groups = min(sizes, key=lambda each: (len(each), sizes[each]))
    starts = np.cumsum((0, *groups[:-1]))
    widths = [diagram.states**group for group in groups]
    bases = np.cumsum([0] + [counts[start] * width for start, width in zip(starts, widths, strict=True)])
    parts = []
    for number, (start, group) in enumerate(zip(starts, groups, strict=True)):
        reached = levels[start]
        for _ in range(group):
            reached = diagram.numbers[reached[..., None] + np.arange(diagram.states)]
        reached = reached.reshape(-1)
        if number + 1 < len(groups):
            rank = np.searchsorted(levels[starts[number + 1]], reached)
            reached = bases[number + 1] + rank * widths[number + 1]
        parts.append(reached.astype(np.uint32))
    return replace(diagram, numbers=np.concatenate(parts), root=0, look_ups=groups)


def _nodes_of_levels(diagram: Diagram) -> list[NDArray[np.int64]]:
    """Return the sorted indices in ``numbers`` at which the nodes of each level begin."""
    levels = [np.array([diagram.root], np.int64)]
    for _ in diagram.order[1:]:
        reached = diagram.numbers[levels[-1][:, None] + np.arange(diagram.states)]
        levels.append(np.unique(reached).astype(np.int64))
    return levels


def _groupings(inputs: int) -> Iterator[tuple[int, ...]]:
    if inputs == 0:
        yield ()
    for first in range(1, inputs + 1):
        for rest in _groupings(inputs - first):
            yield (first, *rest)


def _size(groups: tuple[int, ...], counts: list[int], states: int) -> int:
    """Return how long a diagram's ``numbers`` becomes if look-up i combines ``groups[i]`` inputs.

    ``counts`` contains the number of nodes at each level, and ``states`` is the number of states.
    """
    starts = [sum(groups[:number]) for number in range(len(groups))]
    return sum(counts[start] * states**group for start, group in zip(starts, groups, strict=True))


FOLDER = "rules"
"""Name of the rule folder in the user's data folder and in gpulife's presets."""
RULES_VARIABLE = "GPULIFE_RULES"
"""Name of the environment variable for another folder with the user's rules."""


@dataclass(frozen=True, slots=True, eq=False)
class KnownRule:
    """A rule from a ``.rule`` file that has been loaded and compiled.

    Attributes:
        file: the parsed ``.rule`` file.
        diagram: the rule, compiled from the file.
    """

    file: RuleFile
    diagram: Diagram


_by_content: dict[str, KnownRule] = {}
_by_name: dict[str, KnownRule] = {}
_by_path: dict[Path, tuple[tuple[int, int], KnownRule]] = {}
_offered: dict[str, tuple[str, Callable[[], bytes]]] = {}


def register(text: str | bytes, source: str) -> KnownRule:
    """Load a table and register it, so that its rule is found by name.

    Args:
        text: content of a ``.rule`` file.
        source: name of the file for messages.

    Raises:
        RuleError: ``text`` is not the text of a .rule file; the message names the line.
    """
    file = read_rule_text(text, source)
    name = file.content_name.lower()
    known = _by_content.get(name)
    if known is not None and known.file.text == file.text:
        return known
    if known is not None:
        raise RuleError(f"{source}: another table is already loaded as {file.content_name}")
    diagram = widened(read_tree(file) if file.law == "TREE" else diagram_of_table(read_table(file), source))
    known = _by_content[name] = _by_name[file.name.lower()] = KnownRule(file, diagram)
    return known


def register_as(law: str, text: str, source: str) -> None:
    """Register a table that came with a file or message, after checking that it defines the rule ``law``.

    Args:
        law: the rule's full name, as the file or message gives it.
        text: content of the ``.rule`` file.
        source: name of the file or message, for error messages.

    Raises:
        RuleError: the text is not a table, or defines another rule.
    """
    before = _by_content.get(law.lower())
    if before is not None and before.file.text == text:
        return
    known = register(text, source)
    if known.file.content_name != law:
        raise RuleError(f"{source}: the text defines {known.file.content_name}, not {law[:120]!r}")


def read_rule_file(path: Path) -> KnownRule:
    """Load a ``.rule`` file and register it, so that its rule is found by name.

    Raises:
        RuleError: the file cannot be read, or is not a .rule file.
    """
    known = register(read_file(path, MAX_RULE_BYTES, "a .rule file", RuleError), str(path))
    _by_name[known.file.name.lower()] = known
    return known


def offer_rules(files: Mapping[str, Callable[[], bytes]], folder: str) -> None:
    """Let patterns name the rules beside them, such as those in the same zip file. They replace those offered before.

    Args:
        files: for each file's name, such as "Primer.rule", a function that reads it. It is called only when a pattern
            or person names the rule and no folder of rules has it. It may raise GpulifeError.
        folder: name of the place of these files for messages.
    """
    _offered.clear()
    for name, read in files.items():
        stem = name.rpartition("/")[2].removesuffix(RULE_ENDING)
        _offered.setdefault(stem.lower(), (f"{folder}/{name}", read))


def find_known(law: str) -> KnownRule | None:
    """Find a table by name, with or without a text hash, in upper or lower case. Return None if no table has the name.

    Raises:
        RuleError: the file of that name is not a .rule file, or all tables of that name have another hash.
    """
    name, _, digest = law.lower().partition("@")
    if digest and (known := _by_content.get(law.lower())):
        return known
    for folder in rule_folders():
        if (path := _file_called(folder, law.partition("@")[0])) is not None:
            known = _read_again(path)
            if not digest or known.file.digest == digest:
                return known
    if not digest:
        return _read_offered(name) or _by_name.get(name)
    if any(each.file.name.lower() == name for each in _by_content.values()):
        raise RuleError(f"the loaded table {name} is not {law[:120]!r}: load the .rule file with hash {digest[:20]}")
    return None


def rule_folders() -> list[Path]:
    """Return the folders in which to search for ``.rule`` files: the user's own, then gpulife's."""
    try:
        own = [own_rules_folder()]
    except GpulifeError:  # no home folder
        own = []
    return [*own, resource_folder("presets") / FOLDER]


def where_to_put(law: str) -> str:
    """Return the end of the error message for the unknown rule ``law``: where to put its file.

    Return "" if no file can have that name, or if there is no home folder.
    """
    name = law.partition("@")[0]
    if not is_rule_name(name):
        return ""
    try:
        return f"; or put its file into {own_rules_folder()} as {name[:40]}{RULE_ENDING}"
    except GpulifeError:  # no home folder
        return ""


def own_rules_folder() -> Path:
    """Return the folder of the user's own rules, which may not exist yet.

    Raises:
        OutputError: the data folder cannot be made.
    """
    return named_path(RULES_VARIABLE) or data_folder() / FOLDER


def own_rule_files() -> dict[str, Path]:
    """Return the files in the user's rule folder, keyed and sorted by rule name."""
    try:
        return {path.stem: path for path in sorted(_files_in(own_rules_folder())) if is_rule_name(path.stem)}
    except GpulifeError:  # no home folder
        return {}


def _file_called(folder: Path, name: str) -> Path | None:
    """Return the file of the rule ``name`` in a folder; None if there is none. Upper and lower case do not matter."""
    if (path := folder / f"{name}{RULE_ENDING}").is_file():
        return path
    return next((path for path in sorted(_files_in(folder)) if path.stem.lower() == name.lower()), None)


def _files_in(folder: Path) -> list[Path]:
    try:
        return [path for path in folder.iterdir() if path.suffix == RULE_ENDING]
    except OSError:
        return []


def _read_offered(name: str) -> KnownRule | None:
    """Load the rule ``name``, in lower case, from the files that :func:`offer_rules` offers; None if there is none."""
    if name not in _offered:
        return None
    source, read = _offered[name]
    known = register(read(), source)
    if known.file.name.lower() != name:
        raise _other_name(source, known)
    return known


def _other_name(source: str, known: KnownRule) -> RuleError:
    return RuleError(f"{source}: it begins with @RULE {known.file.name}; the file must have the same name as the rule")


def _read_again(path: Path) -> KnownRule:
    """Load a rule file, unless it has not changed since it was loaded before; then return the earlier result."""
    try:
        status = path.stat()
    except OSError as error:
        raise RuleError(f"cannot read {path}: {error.strerror or error}") from error
    stamp = status.st_mtime_ns, status.st_size
    before = _by_path.get(path)
    if before is not None and before[0] == stamp:
        return before[1]
    known = read_rule_file(path)
    if known.file.name.lower() != path.stem.lower():
        raise _other_name(str(path), known)
    _by_path[path] = stamp, known
    return known
