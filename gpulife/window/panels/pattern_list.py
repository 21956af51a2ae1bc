"""The patterns that the browser lists: built-in ones, and those in the user's folders, searched over many frames."""

import os
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from gpulife.patterns.library import KINDS, library
from gpulife.patterns.pattern_files import patterns_in_zip
from gpulife.patterns.pattern_folders import MAX_FILES, PatternSketch, find_patterns, sketch_file, sketch_pattern
from gpulife.printing import printable
from gpulife.storage.bounded_reading import ReadError
from gpulife.storage.zip_folder import ZIP_ENDING
from gpulife.window.panels.widgets import sentence

ALL_KINDS = "All patterns"
_LOOKED_AT = 200
"""Number of files and folders that the search looks at in a frame."""
_SKETCHED = 2
"""Number of pattern files that are read in a frame to make their pictures."""
_KEPT_SKETCHES = 2000


@dataclass(frozen=True, slots=True)
class Entry:
    """A pattern in the list.

    Attributes:
        name: name of a built-in pattern, or path of a file. It can be opened by this name.
        title: its name on screen.
        kind: title of its kind; for a file, the title of its folder.
        about: description in one line; "" if unknown. For a file, its subfolder and file type.
        found: who discovered it and when; "" if unknown.
        path: its file; None for a built-in pattern.
    """

    name: str
    title: str
    kind: str
    about: str = ""
    found: str = ""
    path: Path | None = None

    def fits(self, words: list[str]) -> bool:
        """Return whether the entry's texts together contain all ``words``, which must be in lower case."""
        text = f"{self.name} {self.title} {self.kind} {self.about} {self.found}".lower()
        return all(word in text for word in words)

    def rank(self, words: list[str]) -> int:
        """Return a sort key for search results, best first.

        It is 0 if the title or name begins with ``words``, 1 if one of these two contains all of them, 2 otherwise.
        """
        names = (self.title.lower(), "" if self.path else self.name.replace("-", " "))
        if any(name.startswith(" ".join(words)) for name in names):
            return 0
        return 1 if any(all(word in name for word in words) for name in names) else 2


def built_in_entries() -> list[Entry]:
    """Return the list's entries for the built-in patterns."""
    return [Entry(entry.name, entry.title, KINDS[entry.kind], entry.about, entry.found) for entry in library().values()]


@dataclass(slots=True)
class PatternList:
    """The patterns that the browser lists. It searches the user's folders for patterns.

    Attributes:
        folders: the folders to search, from the settings.
        problem: the error about a folder; "" if there is none.
    """

    folders: tuple[str, ...] = ()
    problem: str = ""
    _built_in: list[Entry] = field(default_factory=built_in_entries)
    _files: list[Entry] = field(default_factory=list)
    _search: Iterator[Entry | None] = field(default_factory=lambda: iter(()))
    _searching: bool = False
    _sketches: OrderedDict[str, PatternSketch] = field(default_factory=OrderedDict)
    _room: int = _SKETCHED
    _shown: tuple[tuple[str, str, int], list[Entry]] = (("", "", -1), [])

    @property
    def is_searching(self) -> bool:
        """True if folders are still being searched."""
        return self._searching

    def kinds(self) -> list[str]:
        """Return the choices of what to list: all patterns, one kind of built-in patterns, or one folder."""
        return [ALL_KINDS, *KINDS.values(), *(folder_title(folder) for folder in self.folders)]

    def update(self, folders: tuple[str, ...]) -> None:
        """Continue the search in folders; begin again if the list of folders has changed. Call this once a frame."""
        if folders != self.folders:
            self.folders, self._files, self._searching = folders, [], True
            self._search = self._look_through(folders)
            self.problem = next(filter(None, map(_problem_of, folders)), "")
        self._room = _SKETCHED
        if self._searching:
            looked_at = list(islice(self._search, _LOOKED_AT))
            self._files += [entry for entry in looked_at if entry is not None]
            self._searching = len(looked_at) == _LOOKED_AT

    def entries(self, kind: str, words: str) -> list[Entry]:
        """Return the patterns of a kind (see :meth:`kinds`) whose name, kind or description contains all ``words``.

        Patterns whose names match come first.
        """
        key = (kind, words.lower(), len(self._files))
        if self._shown[0] != key:
            wanted = words.lower().split()
            entries = [
                entry
                for entry in (*self._built_in, *self._files)
                if kind in (ALL_KINDS, entry.kind) and entry.fits(wanted)
            ]
            self._shown = key, sorted(entries, key=lambda entry: entry.rank(wanted))
        return self._shown[1]

    def sketch(self, entry: Entry) -> PatternSketch | None:
        """Return a pattern's sketch (a small picture and facts); None if its file must wait for a later frame."""
        found = self._sketches.get(entry.name)
        if found is not None:
            return found
        if entry.path is None:
            found = sketch_pattern(library()[entry.name].pattern())
        elif self._room:
            self._room -= 1
            found = sketch_file(entry.path)
        else:
            return None
        self._sketches[entry.name] = found
        while len(self._sketches) > _KEPT_SKETCHES:
            self._sketches.popitem(last=False)
        return found

    def _look_through(self, folders: tuple[str, ...]) -> Iterator[Entry | None]:
        count = 0
        for folder in folders:
            for path in find_patterns(Path(folder)):
                if path is None:
                    yield None
                    continue
                count += 1
                if count > MAX_FILES:
                    return
                title = printable(path.name.removesuffix(".gz").rpartition(".")[0])
                yield Entry(str(path), title, folder_title(folder), printable(_place(path, folder)), path=path)


def folder_title(folder: str) -> str:
    """Return the title of a folder or zip file in the list."""
    kind = "Zip file" if folder.lower().endswith(ZIP_ENDING) else "Folder"
    return f"{kind} {printable(Path(folder).name or folder)}"


def _problem_of(folder: str) -> str:
    """Return why a folder or zip file cannot be listed; "" if it can be."""
    if os.path.isdir(folder):  # noqa: PTH112 - a Path raises for names that no folder can have
        return ""
    if not folder.lower().endswith(ZIP_ENDING):
        return f"There is no folder {printable(folder)}"
    try:
        return "" if patterns_in_zip(Path(folder)) else f"There is no pattern in {printable(folder)}"
    except ReadError as error:
        return sentence(printable(str(error)))


def _place(path: Path, folder: str) -> str:
    inside = path.parent.relative_to(folder).as_posix()
    return path.suffix if inside == "." else f"{inside}, {path.suffix}"
