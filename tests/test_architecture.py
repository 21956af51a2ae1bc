"""Import rules between rooms, checked for every import of every module, even imports inside functions."""

import ast
import gc
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

import gpulife
from gpulife.games.registry import GAMES, find_game

ROOT = Path(gpulife.__file__).parent

SHARED = {
    "closing", "errors", "log", "printing", "ranks", "resources", "rich_console", "seats",
    "settings", "signals", "storage",
}  # fmt: skip
"""Rooms and modules at the top that everyone may import, and that import only each other."""

WIRING = {"__main__", "api", "cli", "tools"}
"""Rooms that connect the others; no other room imports them."""

GAMES_ROOM = {"rules", "patterns", "engines.batch", "games.core"}
ROOMS = {
    "rules": set[str](),
    "patterns": {"rules"},
    "engines": {"rules", "patterns"},
    "games": {"rules", "patterns", "games.core", "games.matches", "games.registry"},
    "games.core": {"rules", "patterns", "engines.batch"},
    "games.*": GAMES_ROOM,
    "games.registry": {"games.core"},
    "session": {"engines", "games.core", "games.matches", "games.registry", "patterns", "rules"},
    "online": {"engines", "games", "patterns", "rules", "session", "view.grounds", "view.palettes", "view.schemes"},
    "view": {"engines", "rules", "patterns"},
    "art": {"engines", "games.core", "games.registry", "patterns", "rules", "view"},
    "input": {"games.core"},
    "audio": set[str](),
    "capture": set[str](),
    "run_summary": {"rules", "view"},
    "window": {
        "art", "audio", "capture", "engines", "games", "input", "online", "patterns", "rules", "session", "view",
        "window",
    },
    "window.games.*": {
        "engines", "games.core", "games.matches", "games.start_presets", "games.registry", "games.=", "input",
        "patterns", "rules", "session", "view", "window.design", "window.panels", "window.play", "window.scopes",
        "window.shell", "window.start",
    },
}  # fmt: skip
"""What each room may import beside itself and SHARED; ``*`` is any game's folder, ``=`` the folder of the same game.

A game's side in the window may be one module instead of a folder.

The longest name that fits a module is its room. A new room is forbidden until it stands here.
"""

GL_LIBRARIES = {"glcontext", "glfw", "imgui_bundle", "moderngl"}
SOUND_LIBRARIES = {"miniaudio"}
SOUND_MODULES = {"audio.device"}
GL_ROOMS = {"window"}
GL_MODULES = ("gl_", "glfw_")
"""Prefixes of modules that, like the room window, may import OpenGL modules; all others run without a screen."""

PURE = {"rules", "games", "session"}
"""Rooms whose output depends only on their input: no clock, no random numbers, no threads."""
IMPURE_LIBRARIES = {"time", "datetime", "os", "random", "secrets", "threading"}
FILE_MODULES = {
    "tempfile", "shutil", "io", "gpulife.resources", "gpulife.storage.atomic_io", "gpulife.storage.locks",
    "gpulife.storage.save_file", "gpulife.storage.toml_files", "gpulife.storage.bounded_reading.read_file",
    "gpulife.storage.bounded_reading.open_regular", "gpulife.storage.bounded_reading.read_stream",
}  # fmt: skip
"""Modules for file access; in games only ``*_files`` modules may import them."""
FILE_CALLS = {"open", "read_text", "read_bytes", "write_text", "write_bytes", "iterdir", "glob", "unlink", "mkdir"}


def may_use_gl(module: str) -> bool:
    here = module.removeprefix("gpulife.").split(".")
    return here[0] in GL_ROOMS or here[-1].startswith(GL_MODULES)


def room_of(here: str) -> str:
    """Return the longest name in the table that fits a module: "games.*" for ``games.biowar.rules``, "" for none."""
    parts = here.split(".")
    for length in range(len(parts), 0, -1):
        name = ".".join(parts[:length])
        if name in ROOMS:
            return name
        starred = ".".join((*parts[: length - 1], "*"))
        is_game = (ROOT / "games" / parts[length - 1]).is_dir()
        if starred in ROOMS and (len(parts) > length or is_game):
            return starred
    return ""


def module_name(path: Path) -> str:
    """``rules/rule.py`` is ``gpulife.rules.rule``; a package is called like its folder."""
    parts = path.with_suffix("").parts
    return ".".join(("gpulife", *(parts[:-1] if parts[-1] == "__init__" else parts)))


@cache
def nodes(source: str) -> tuple[ast.AST, ...]:
    """All that a module consists of."""
    gc.disable()  # it would look for garbage among very many new objects, again and again
    try:
        return tuple(ast.walk(ast.parse(source)))
    finally:
        gc.enable()


def imports(source: str, module: str, is_package: bool) -> Iterator[str]:
    """Return all dotted names that a module imports anywhere: ``from a import b`` gives ``a.b``."""
    for node in nodes(source):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=origin, names=names, level=level):
                base = module.split(".")[: None if is_package and level == 1 else -level + is_package] if level else []
                yield from (".".join([*base, *([origin] if origin else []), name.name]) for name in names)
            case ast.Call(
                func=ast.Name(id="import_module" | "__import__") | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                yield name


def is_below(name: str, tops: set[str]) -> bool:
    return any(name == top or name.startswith(top + ".") for top in tops)


def may_import(here: str) -> set[str]:
    """Return the prefixes of the package's modules that a module may import."""
    top, room = here.split(".")[0], room_of(here)
    if top in SHARED:
        return SHARED
    if room == "games":
        return SHARED | ROOMS[room]
    own = here.split(".")[: room.count(".") + 1]
    return SHARED | {each.replace("=", own[-1]) for each in ROOMS[room]} | {".".join(own)}


def owner_of(imported: str) -> str:
    """Return the package that a private module (leading underscore) belongs to; "" if any module may import it."""
    parts = imported.split(".")
    for place, part in enumerate(parts):
        if part.startswith("_") and not part.startswith("__") and place and _is_module(parts[1 : place + 1]):
            return ".".join(parts[:place])
    return ""


def _is_module(parts: list[str]) -> bool:
    return (ROOT / Path(*parts)).with_suffix(".py").is_file() or (ROOT / Path(*parts)).is_dir()


def violations(source: str, module: str, is_package: bool = False) -> list[str]:
    """Return one line for each forbidden import or call of ``module`` (``gpulife.rules.rule``)."""
    here = module.removeprefix("gpulife").removeprefix(".")
    top = here.split(".")[0]
    if top and top not in SHARED | WIRING and not room_of(here):
        return [f"{module}: no room of the table in {Path(__file__).name}"]
    allowed = may_import(here) if here and top not in WIRING else set[str]()
    in_files = top == "games" and not here.endswith("_files")
    found = []
    for imported in imports(source, module, is_package):
        package, _, there = imported.partition(".")
        if package == "gpulife" and allowed and there != "__version__" and not is_below(there, allowed):
            found.append(f"{module} must not import {imported}")
        elif package in GL_LIBRARIES and not may_use_gl(module):
            found.append(f"{module} must not import {imported}: it has to run without OpenGL")
        elif package in SOUND_LIBRARIES and here not in SOUND_MODULES:
            found.append(f"{module} must not import {imported}: it has to run without it")
        elif package in IMPURE_LIBRARIES and top in PURE:
            found.append(f"{module} must not import {imported}: it has to do the same at any time")
        elif in_files and is_below(imported, FILE_MODULES):
            found.append(f"{module} must not import {imported}: files are for modules called *_files")
        elif package == "gpulife" and (owner := owner_of(imported)) and not is_below(module, {owner}):
            found.append(f"{module} must not import {imported}: it is only for {owner}")
    for node in nodes(source) if in_files else ():
        match node:
            case ast.Call(func=ast.Name(id=str(name)) | ast.Attribute(attr=str(name))) if name in FILE_CALLS:
                found.append(f"{module}:{node.lineno} must not {name} files")
    return found


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(ROOT.rglob("*.py")):
        yield module_name(path.relative_to(ROOT)), path


def test_rooms_import_only_allowed_rooms() -> None:
    found = [
        line
        for module, path in modules()
        for line in violations(path.read_text(encoding="utf-8"), module, path.name == "__init__.py")
    ]
    assert not found, "\n".join(found)


def circles(imports_of: dict[str, set[str]]) -> list[list[str]]:
    """Return all import cycles: groups of modules that reach each other by imports (Tarjan, 1972)."""
    numbers: dict[str, int] = {}
    lowest: dict[str, int] = {}
    open_: list[str] = []
    found: list[list[str]] = []

    def visit(module: str) -> None:
        numbers[module] = lowest[module] = len(numbers)
        open_.append(module)
        for there in sorted(imports_of[module]):
            if there not in numbers:
                visit(there)
            if there in open_:
                lowest[module] = min(lowest[module], lowest[there])
        if lowest[module] == numbers[module]:
            group = open_[open_.index(module) :]
            del open_[open_.index(module) :]
            if len(group) > 1:
                found.append(sorted(group))

    for module in imports_of:
        if module not in numbers:
            visit(module)
    return sorted(found)


def imports_of_all(sources: dict[str, str], packages: frozenset[str] = frozenset()) -> dict[str, set[str]]:
    """Return the imports among these modules, including those under TYPE_CHECKING and in functions."""

    def known(name: str) -> str:
        while name and name not in sources:
            name = name.rpartition(".")[0]
        return name

    return {
        module: {known(name) for name in imports(source, module, module in packages)} - {module, ""}
        for module, source in sources.items()
    }


def between_rooms(imports_of: dict[str, set[str]]) -> dict[str, set[str]]:
    """Return the imports between rooms: folders and top-level modules, except the package itself with its version."""
    found: dict[str, set[str]] = {}
    for module, there in imports_of.items():
        room = module.split(".")[1] if "." in module else ""
        found.setdefault(room, set()).update(name.split(".")[1] for name in there if "." in name)
    return {room: {each for each in there if each != room} for room, there in found.items()}


def test_no_import_cycles() -> None:
    sources = {module: path.read_text(encoding="utf-8") for module, path in modules()}
    packages = frozenset(module for module, path in modules() if path.name == "__init__.py")
    found = imports_of_all(sources, packages)
    assert len(found) > 400
    found["gpulife"] = set()  # the library's face imports a module only when one of its names is first used
    assert circles(found) == []
    assert circles(between_rooms(found)) == []


def test_cycles_are_found_in_lazy_imports() -> None:
    sources = {
        "gpulife.a": "from gpulife.b.c import x",
        "gpulife.b.c": "def late():\n    import gpulife.b.d",
        "gpulife.b.d": "if TYPE_CHECKING:\n    from gpulife.b import e",
        "gpulife.b.e": "from gpulife.b.c import x\nimport gpulife.a",
        "gpulife.f": "import gpulife.a, os",
    }
    found = imports_of_all(sources)
    assert circles(found) == [["gpulife.a", "gpulife.b.c", "gpulife.b.d", "gpulife.b.e"]]
    assert circles(between_rooms(found)) == [["a", "b"]]
    assert circles(imports_of_all(sources | {"gpulife.b.e": ""})) == []


WITHOUT_GL = """
import importlib, sys

for name in sys.argv[1].split(","):
    sys.modules[name] = None  # importing it raises ModuleNotFoundError
for name in sys.argv[2].split(","):
    importlib.import_module(name)
"""


def test_modules_import_without_opengl_and_miniaudio() -> None:
    names = [name for name, _ in modules() if not may_use_gl(name)]
    assert "gpulife.rules" in names
    without = ",".join(GL_LIBRARIES | SOUND_LIBRARIES)
    command = [sys.executable, "-W", "error", "-c", WITHOUT_GL, without, ",".join(names)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("gpulife.rules.rule", "import gpulife.engines"),
        ("gpulife.rules.rule", "from gpulife import engines"),
        ("gpulife.rules.rule", "from gpulife.engines.base import Engine"),
        ("gpulife.rules.rule", "from ..engines import base"),
        ("gpulife.rules.rule", "from .. import engines"),
        ("gpulife.rules.rule", "def late():\n    from gpulife.patterns import soup"),
        ("gpulife.rules.rule", "if TYPE_CHECKING:\n    import gpulife.view.camera as camera"),
        ("gpulife.rules.rule", "import numpy, gpulife.cli"),
        ("gpulife.rules.rule", "importlib.import_module('gpulife.cli')"),
        ("gpulife.rules.rule", "__import__('gpulife.cli')"),
        ("gpulife.rules.rule", "import gpulife"),
        ("gpulife.rules.rule", "from gpulife import *"),
        ("gpulife.rules.rule", "import random"),
        ("gpulife.errors", "import gpulife.rules"),
        ("gpulife.storage.schema", "import gpulife.rules"),
        ("gpulife.patterns.formats.rle_reader", "from gpulife.engines import base"),
        ("gpulife.games.core.game", "import gpulife.engines.base"),
        ("gpulife.games.core.game", "from gpulife.audio import sounds"),
        ("gpulife.games.core.game", "from gpulife.games.biowar import rules"),
        ("gpulife.games.biowar.rules", "from gpulife.games.life2 import rules"),
        ("gpulife.games.biowar.rules", "from gpulife.games import registry"),
        ("gpulife.games.biowar.rules", "import time"),
        ("gpulife.games.biowar.rules", "def late():\n    from secrets import randbits"),
        ("gpulife.games.survivor.level", "from gpulife.storage.bounded_reading import read_file"),
        ("gpulife.games.survivor.level", "def load(path):\n    return open(path)"),
        ("gpulife.games.survivor.level", "def load(path):\n    return path.read_text()"),
        ("gpulife.games.matches", "from gpulife.games.biowar import spec"),
        ("gpulife.session.session", "from gpulife.games.biowar.state import BioWarState"),
        ("gpulife.session.session", "from datetime import datetime"),
        ("gpulife.view.camera", "import gpulife.session"),
        ("gpulife.view.camera", "import moderngl"),
        ("gpulife.engines.factory", "def late():\n    import moderngl"),
        ("gpulife.cli.main", "from imgui_bundle import imgui"),
        ("gpulife.input.bindings", "import glfw"),
        ("gpulife.audio._mixer", "import miniaudio"),
        ("gpulife.window.play.open_session", "import gpulife.cli.main"),
        ("gpulife.window.games.biowar.hud", "from gpulife.games.life2 import state"),
        ("gpulife.window.games.biowar.hud", "from gpulife.window.games import life2"),
        ("gpulife.window.games.life2", "from gpulife.games.biowar import state"),
        ("gpulife.window.games.life2", "from gpulife.window.games.biowar import hud"),
        ("gpulife.window.sound_player", "from gpulife.audio._sounds import EFFECTS"),
        ("gpulife.window.sound_player", "from gpulife.audio import _sounds"),
        ("gpulife.online.phone_server", "def late():\n    from gpulife.online.server._room import Room"),
        ("gpulife.cli.serve", "import gpulife.online.storage._tables"),
        ("gpulife.cellar", ""),
        ("gpulife.rulesets.a", ""),
    ],
)
def test_check_finds_violations(module: str, source: str) -> None:
    assert len(violations(source, module)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("gpulife.rules.rule", "from gpulife.rules.names import parse\nfrom . import names\nfrom .names import parse"),
        ("gpulife.rules.rule", "from gpulife.errors import RuleError\nfrom ..errors import RuleError"),
        ("gpulife.patterns.pattern", "import gpulife.rules\nfrom gpulife import __version__"),
        ("gpulife.session.session", "from gpulife.engines.base import Engine\nfrom gpulife.engines import base"),
        ("gpulife.games.biowar.ai", "from gpulife.games.biowar.state import x\nimport gpulife.games.core.game"),
        ("gpulife.games.survivor.level_files", "from gpulife.storage.atomic_io import atomic_write\nopen('x')"),
        ("gpulife.view.gl_board", "import moderngl\nfrom gpulife.engines.cells import gl_engine"),
        ("gpulife.engines.gl.gl_device", "import moderngl, time"),
        ("gpulife.input.glfw_input", "import glfw"),
        ("gpulife.cli.main", "import gpulife.cli.run, gpulife.rules\nfrom gpulife.engines import open_engine"),
        ("gpulife.window.shell", "import glfw, moderngl"),
        (
            "gpulife.window.games.biowar.hud",
            "from gpulife.games.biowar import state\nfrom gpulife.window.play import x",
        ),
        ("gpulife.audio.device", "def late():\n    import miniaudio"),
        ("gpulife.audio.speaker", "from gpulife.audio._sounds import EFFECTS\nfrom gpulife.audio import _mixer"),
        ("gpulife.online.storage", "from gpulife.online.storage._database import Database"),
    ],
)
def test_check_allows_valid_modules(module: str, source: str) -> None:
    assert violations(source, module) == []


@pytest.mark.parametrize(
    ("source", "name"), [("from . import a", "gpulife.window.a"), ("from ..x import a", "gpulife.x.a")]
)
def test_relative_imports_of_packages(source: str, name: str) -> None:
    assert list(imports(source, "gpulife.window", is_package=True)) == [name]


STATES = {find_game(name).state_type.__name__ for name in (*GAMES, "fanfare")}
OF_GAMES = {"games", "rules", "window.games"}
"""Rooms of games, and of the families of rules, of which some are called as the game that they were made for."""


def constants(nodes: Iterable[ast.expr | None]) -> set[str]:
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def what_only_specs_say(source: str, module: str) -> list[str]:
    """Return one line for each place outside the games that names a game or tests the type of its state."""
    found = []
    for node in nodes(source):
        names: set[str] = set()
        match node:
            case ast.Dict(keys=keys):
                names = constants(keys)
            case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items):
                names = constants(items)
            case ast.Match(cases=cases):
                names = constants(
                    value.value
                    for case in cases
                    for value in ast.walk(case.pattern)
                    if isinstance(value, ast.MatchValue)
                )
            case ast.Call(func=ast.Name(id="isinstance"), args=[_, kind]):
                types = {name.id for name in ast.walk(kind) if isinstance(name, ast.Name)}
                found += [f"{module}:{node.lineno} asks whether a state is {each}" for each in sorted(types & STATES)]
        if len(names & set(GAMES)) > 1:
            found.append(f"{module}:{node.lineno} lists {', '.join(sorted(names & set(GAMES)))}")
    return found


def test_only_specs_name_games() -> None:
    found = [
        line
        for module, path in modules()
        if not is_below(module.removeprefix("gpulife."), OF_GAMES)
        for line in what_only_specs_say(path.read_text(encoding="utf-8"), module)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "source",
    [
        'LIMITS = {"biowar": 20, "life-2": 100}',
        'CONTESTS = ("one-seed", "seed-list")',
        'CONTESTS = frozenset({"one-seed", "seed-list"})',
        'match game:\n    case "survivor" | "study":\n        pass',
        "isinstance(session.state, SurvivorState)",
        "isinstance(state, Life2State | ContestState) and state.phase",
    ],
)
def test_check_finds_names_of_games(source: str) -> None:
    assert what_only_specs_say(source, "gpulife.window.start.start_menu")


@pytest.mark.parametrize("source", ['game == "study"', 'MUSIC = ("fanfare", "study")', "isinstance(state, CanIdle)"])
def test_check_allows_code_of_one_game(source: str) -> None:
    assert what_only_specs_say(source, "gpulife.window.start.start_menu") == []
