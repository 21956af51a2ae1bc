"""Who may import whom: the rooms of the house, read from every import of every module, lazy ones included."""

import ast
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import gpulife
from gpulife.games.registry import GAMES, find_game

ROOT = Path(gpulife.__file__).parent

SHARED = {
    "closing", "consoles", "environment", "errors", "files", "locks", "log",
    "printing", "progress", "reading", "resources", "rotation", "save_file", "seats", "set_aside", "setting_kinds",
    "validation", "validation_errors",
    "settings", "signals", "timetable", "toml_files",
}  # fmt: skip
"""Top-level modules that everyone may import, and that import only each other."""

WIRING = {
    "__main__", "app", "bench", "cli", "correspondence", "doctor", "headless", "list_command", "options",
    "play_command", "render", "replay_command", "teletype", "terminal_app", "tournament",
}  # fmt: skip
"""Top-level modules that put the rooms together. Nothing else imports them."""

ROOMS = {
    "rules": set[str](),
    "patterns": {"rules"},
    "engines": {"rules", "patterns"},
    "perpetual": {"engines", "patterns", "rules"},
    "option_types": {"patterns"},
    "art": {
        "engines",
        "games.base",
        "games.registry",
        "games.frozen_json",
        "games.wild",
        "option_types",
        "patterns",
        "rules",
        "view",
    },
    "games": {"rules", "patterns", "engines.batch"},
    "players": {"games", "rules", "patterns", "engines.batch", "engines.numpy_batch", "engines.survivor_batch"},
    "levels": {"games", "players", "patterns", "rules", "engines.survivor_batch"},
    "timeline": {"games"},
    "board_view": {"engines.base", "patterns", "rules"},
    "carrying": {"engines.base", "engines.stepping", "games.base"},
    "ticks": {"games.base"},
    "session": {"board_view", "carrying", "engines.base", "games", "players", "patterns", "rules", "ticks", "timeline"},
    "replay_actions": {"games", "rules"},
    "replays": {"games", "replay_actions", "rules", "timeline"},
    "autosave": {"games", "patterns", "replays", "rules", "session", "timeline"},
    "kept_sessions": {"autosave"},
    "modes": {"games", "patterns", "rules"},
    "commands": {"games"},
    "input": {"commands", "games", "players"},
    "view": {"engines", "rules", "patterns"},
    "capture": set[str](),
    "saving": {"patterns", "rules", "view"},
    "summary": {"rules", "view"},
    "audio": set[str](),
    "ui": {"commands", "engines", "games", "input", "levels", "modes", "patterns", "rules", "session", "view"},
}
"""What each room may import beside itself and SHARED. A new room is forbidden until it stands here."""

GL_LIBRARIES = {"glcontext", "glfw", "imgui_bundle", "moderngl"}
SOUND_LIBRARIES = {"miniaudio"}
SOUND_MODULES = {"audio.device"}
GL_ROOMS = {"app", "ui"}
GL_MODULES = ("engines.gl_", "input.glfw_", "view.gl_")
"""Beginnings of the modules that, with these rooms, may import them. All others run without a GPU or a screen."""


def may_use_gl(module: str) -> bool:
    here = module.removeprefix("gpulife.")
    return here.split(".")[0] in GL_ROOMS or here.startswith(GL_MODULES)


def module_name(path: Path) -> str:
    """``rules/rule.py`` is ``gpulife.rules.rule``; a package is called like its folder."""
    parts = path.with_suffix("").parts
    return ".".join(("gpulife", *(parts[:-1] if parts[-1] == "__init__" else parts)))


def imports(source: str, module: str, is_package: bool) -> Iterator[str]:
    """Every dotted name that a module imports, wherever in the file: ``from a import b`` gives ``a.b``."""
    for node in ast.walk(ast.parse(source, module)):
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


def violations(source: str, module: str, is_package: bool = False) -> list[str]:
    """One line for each import that ``module`` (``gpulife.rules.rule``) must not have."""
    here = module.removeprefix("gpulife").removeprefix(".")
    room = here.split(".")[0]
    if room and room not in SHARED | WIRING | ROOMS.keys():
        return [f"{module}: no room of the table in {Path(__file__).name}"]
    found = []
    for imported in imports(source, module, is_package):
        package, _, there = imported.partition(".")
        if package == "gpulife":
            # gpulife.__version__ is of no room.
            allowed = SHARED | ROOMS.get(room, set()) | {room, "__version__"}
            if room not in WIRING and not is_below(there, allowed):
                found.append(f"{module} must not import {imported}")
        elif package in GL_LIBRARIES and not may_use_gl(module):
            found.append(f"{module} must not import {imported}: it has to run without OpenGL")
        elif package in SOUND_LIBRARIES and here not in SOUND_MODULES:
            found.append(f"{module} must not import {imported}: it has to run without it")
    return found


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(ROOT.rglob("*.py")):
        yield module_name(path.relative_to(ROOT)), path


def test_each_room_imports_only_what_it_may() -> None:
    found = [
        line
        for module, path in modules()
        for line in violations(path.read_text(encoding="utf-8"), module, path.name == "__init__.py")
    ]
    assert not found, "\n".join(found)


MAX_CIRCLE = 3
"""Modules that may import each other in a circle."""


def circles(imports_of: dict[str, set[str]]) -> list[list[str]]:
    """All groups of two or more modules in which each reaches each other by imports (Tarjan, 1972)."""
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
    """Which of these modules each imports, under TYPE_CHECKING and in functions, too."""

    def known(name: str) -> str:
        while name and name not in sources:
            name = name.rpartition(".")[0]
        return name

    return {
        module: {known(name) for name in imports(source, module, module in packages)} - {module, ""}
        for module, source in sources.items()
    }


def between_rooms(imports_of: dict[str, set[str]]) -> dict[str, set[str]]:
    """The same of rooms: the folders and modules at the top, but for the package itself, which has the version."""
    found: dict[str, set[str]] = {}
    for module, there in imports_of.items():
        room = module.split(".")[1] if "." in module else ""
        found.setdefault(room, set()).update(name.split(".")[1] for name in there if "." in name)
    return {room: {each for each in there if each != room} for room, there in found.items()}


def test_no_more_than_three_modules_import_each_other_in_a_circle_and_no_rooms_do() -> None:
    sources = {module: path.read_text(encoding="utf-8") for module, path in modules()}
    packages = frozenset(module for module, path in modules() if path.name == "__init__.py")
    found = imports_of_all(sources, packages)
    assert len(found) > 400
    assert [each for each in circles(found) if len(each) > MAX_CIRCLE] == []
    assert circles(between_rooms(found)) == []


def test_circles_are_found_wherever_their_imports_stand() -> None:
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


def test_everything_but_the_gl_modules_runs_without_opengl_and_miniaudio() -> None:
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
        ("gpulife.errors", "import gpulife.rules"),
        ("gpulife.patterns.rle_read", "from gpulife.engines import base"),
        ("gpulife.games.base", "import gpulife.engines.base"),
        ("gpulife.session", "from gpulife.engines import open_engine"),
        ("gpulife.session", "from gpulife.engines.base_of_all import x"),
        ("gpulife.view.camera", "import gpulife.session"),
        ("gpulife.view.camera", "import moderngl"),
        ("gpulife.engines.opening", "def late():\n    import moderngl"),
        ("gpulife.cli", "from imgui_bundle import imgui"),
        ("gpulife.input.bindings", "import glfw"),
        ("gpulife.view.glow", "import moderngl"),
        ("gpulife.audio.mixer", "import miniaudio"),
        ("gpulife.games.base", "from gpulife.audio import sounds"),
        ("gpulife.cellar", ""),
        ("gpulife.rulesets.a", ""),
    ],
)
def test_the_check_finds(module: str, source: str) -> None:
    assert len(violations(source, module)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("gpulife.rules.rule", "from gpulife.rules.names import parse\nfrom . import names\nfrom .names import parse"),
        ("gpulife.rules.rule", "from gpulife.errors import RuleError\nfrom ..errors import RuleError"),
        ("gpulife.patterns.rle_read", "import gpulife.rules\nfrom gpulife import __version__"),
        ("gpulife.session", "from gpulife.engines.base import Engine\nfrom gpulife.engines import base"),
        ("gpulife.view.gl_board", "import moderngl\nfrom gpulife.engines import gl_cells"),
        ("gpulife.input.glfw_poller", "import glfw"),
        ("gpulife.cli", "import gpulife.headless, gpulife.rules\nfrom gpulife.engines import open_engine"),
        ("gpulife.app", "import glfw, moderngl"),
        ("gpulife.audio.device", "def late():\n    import miniaudio"),
        ("gpulife.app.sounding", "from gpulife.audio.speaker import Audio"),
    ],
)
def test_the_check_allows(module: str, source: str) -> None:
    assert violations(source, module) == []


@pytest.mark.parametrize(
    ("source", "name"), [("from . import a", "gpulife.ui.a"), ("from ..x import a", "gpulife.x.a")]
)
def test_relative_imports_of_a_package_start_at_itself(source: str, name: str) -> None:
    assert list(imports(source, "gpulife.ui", is_package=True)) == [name]


STATES = {find_game(name).state_type.__name__ for name in (*GAMES, "fanfare")}
OF_GAMES = {"games", "rules"}
"""Rooms of games, and of the families of rules, of which some are called as the game that they were made for."""


def constants(nodes: Iterable[ast.expr | None]) -> set[str]:
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def what_only_specs_say(source: str, module: str) -> list[str]:
    """One line for each place of a module outside of the games that lists games by name or asks for a state's type."""
    found = []
    for node in ast.walk(ast.parse(source, module)):
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


def test_only_the_specs_know_the_games() -> None:
    found = [
        line
        for module, path in modules()
        if module.split(".")[1:2] not in [[room] for room in OF_GAMES]
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
def test_the_check_finds_what_only_specs_say(source: str) -> None:
    assert what_only_specs_say(source, "gpulife.app.lobby")


@pytest.mark.parametrize("source", ['game == "study"', 'MUSIC = ("fanfare", "study")', "isinstance(state, CanIdle)"])
def test_the_check_allows_what_is_of_one_game(source: str) -> None:
    assert what_only_specs_say(source, "gpulife.app.lobby") == []
