"""The pattern browser's list: the library, and the user's folders, which are searched a little in each frame."""

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
"""Number of directory entries searched in a frame."""
_SKETCHED = 2
"""Number of files read in a frame for their pictures."""
_KEPT_SKETCHES = 2000


@dataclass(frozen=True, slots=True)
class Entry:
    """A pattern in the list.

    Attributes:
        name: the name that opens it: a built-in pattern's, or a file's path.
        title: its name on screen.
        kind: title of its kind, or of the folder in which it was found.
        about: description in one line; "" if only its file has one.
        found: discoverer and date.
        path: its file; None for a built-in pattern.
    """

    name: str
    title: str
    kind: str
    about: str = ""
    found: str = ""
    path: Path | None = None

    def fits(self, words: list[str]) -> bool:
        """Return whether the pattern's name, title, kind or description contains all words, which are in lower case."""
        text = f"{self.name} {self.title} {self.kind} {self.about} {self.found}".lower()
        return all(word in text for word in words)

    def rank(self, words: list[str]) -> int:
        """Return a sort key: 0 if a name of the pattern begins with the words, 1 if one contains them, else 2."""
        names = (self.title.lower(), "" if self.path else self.name.replace("-", " "))
        if any(name.startswith(" ".join(words)) for name in names):
            return 0
        return 1 if any(all(word in name for word in words) for name in names) else 2


def built_in_entries() -> list[Entry]:
    """Return the entries of the pattern browser for gpulife's own patterns."""
    return [Entry(entry.name, entry.title, KINDS[entry.kind], entry.about, entry.found) for entry in library().values()]


@dataclass(slots=True)
class PatternList:
    """The patterns that the browser lists, and the search through folders.

    Attributes:
        folders: the listed folders, as in the settings.
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
        """Return the titles to choose from: all patterns, each kind in the library, and each folder."""
        return [ALL_KINDS, *KINDS.values(), *(folder_title(folder) for folder in self.folders)]

    def update(self, folders: tuple[str, ...]) -> None:
        """Continue the search through folders; begin again if the folders have changed. Call this once a frame."""
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
        """Return the patterns of a kind (see :meth:`kinds`) that match all words; matching names come first."""
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
        """Return a pattern's sketch; None if other files must be read first."""
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
    """Return the title under which the list shows a folder or zip file."""
    kind = "Zip file" if folder.lower().endswith(ZIP_ENDING) else "Folder"
    return f"{kind} {printable(Path(folder).name or folder)}"


def _problem_of(folder: str) -> str:
    """Return why a folder or a zip file cannot be listed; "" if it can."""
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
