"""A cache of shader compilers' results: the same compiler gives the same result for the same text.

Compiling all passes for all cards takes minutes, and their texts change rarely. The key is a hash of compiler, card and
text; a text without a cached result is compiled. ``pytest --regenerate`` writes the file.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import cache
from pathlib import Path

from gpulife.tools.nvidia_compiler import Compiled

FILE = Path(__file__).with_name("known_results.json")


class KnownResults:
    """The cache.

    Args:
        path: its file.
        regenerate: True to compile everything again and write the file.
    """

    def __init__(self, path: Path = FILE, *, regenerate: bool = False) -> None:
        self._path, self._regenerate = path, regenerate

    def results(
        self,
        compiler: Path,
        card: str,
        texts: Mapping[str, str],
        compile_texts: Callable[[Mapping[str, str]], Mapping[str, Compiled]],
    ) -> dict[str, Compiled]:
        """Return the compiler's results for shaders on a card.

        Args:
            compiler: its file; another version of it counts as another compiler.
            card: card or architecture.
            texts: the shaders by name.
            compile_texts: compiles shaders that are not in the cache.
        """
        keys = {name: _key(compiler, card, text) for name, text in texts.items()}
        known = {} if self._regenerate else self._read()
        unknown = {name: text for name, text in texts.items() if keys[name] not in known}
        made = compile_texts(unknown) if unknown else {}
        if self._regenerate:
            new = {keys[name]: asdict(each) | {"seconds": round(each.seconds, 2)} for name, each in made.items()}
            self._path.write_text(json.dumps(self._read() | new, indent=0, sort_keys=True) + "\n", encoding="utf-8")
        return {name: made[name] if name in made else Compiled(**known[keys[name]]) for name in texts}

    def _read(self) -> dict[str, dict[str, float]]:
        return dict(json.loads(self._path.read_text(encoding="utf-8"))) if self._path.exists() else {}


def _key(compiler: Path, card: str, text: str) -> str:
    code = re.sub(r"//.*|\n\s*(?=\n)", "", text)  # comments and blank lines make no difference
    return hashlib.sha256("\n".join((_digest(compiler), card, code)).encode()).hexdigest()[:32]


@cache
def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
