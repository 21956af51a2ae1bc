"""Fixtures for all tests: engines by name on a shared GL device, with checks for GL errors."""

from __future__ import annotations

import gc
import logging
import os
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import Any

import pytest
import ranked_world
from capabilities import has_compute
from checked_shaders import CheckedShaders, check_shaders
from fuzzing import FUZZES, USUAL, examples
from goldens import pytest_addoption  # noqa: F401 - the option --regenerate
from hypothesis import HealthCheck, settings
from needs import Needs
from shared_circuits import CIRCUITS, keep_circuits, own_circuits

import gpulife
from gpulife.engines import Engine
from gpulife.engines.bitplanes.fragment_source import BLOCK_ROWS, FragmentShape
from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine
from gpulife.engines.bitplanes.gl_fragment_engine import GLFragmentPlanesEngine
from gpulife.engines.bitplanes.gl_pass import PlanesPasses
from gpulife.engines.bitplanes.pass_shape import PassShape
from gpulife.engines.bitplanes.rule_circuits import is_far, planes_of
from gpulife.engines.cells.gl_engine import GLCellsEngine
from gpulife.engines.gl import gl_device
from gpulife.engines.gl.gl_device import GLDevice, open_device
from gpulife.engines.gl.shader_source import ShaderSource, compose
from gpulife.engines.ranks.engine import RanksEngine
from gpulife.engines.registry import ENGINES, Opening, find_engine
from gpulife.errors import EngineError
from gpulife.log import LOGGER, LOGS_VARIABLE
from gpulife.rules import Rule, known_tables, parse_rule
from gpulife.rules.known_tables import RULES_VARIABLE
from gpulife.storage.folders import CACHE_VARIABLE, cache_folder

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # otherwise each started program would compile all its modules again
# llvmpipe compiles passes in two thirds of the time without its optimiser, and tests compute little.
os.environ.setdefault("GALLIVM_PERF", "nopt")
# Tests have caches of their own, but compiling hashlife in each of them would take too long.
os.environ.setdefault("NUMBA_CACHE_DIR", str(cache_folder() / "numba"))
keep_circuits()
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup ignores it, also in programs to which tests send it

# Timing belongs to `gpulife bench`: no deadlines. Fixtures of the session's scope are the same for every example.
settings.register_profile(
    "gpulife",
    max_examples=examples(USUAL),
    deadline=None,
    derandomize=not FUZZES,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
settings.load_profile("gpulife")

collect_ignore = (
    ["audio/test_stray_output.py", "soak"]
    + [f"test_{what}.py" for what in ("hostile_files", "replay_bombs", "setup_script", "signals")]
    if sys.platform == "win32"
    else []
)
"""Tests for POSIX only."""
if ranked_world.world is None:
    collect_ignore.append("ranked")

RANKS = ranked_world.world is not None
"""True if the tests run on several ranks: see ``ranked_pytest.py``."""
ALL_RANKS = os.environ.get("GPULIFE_TEST_ALL_RANKS") == "1"
"""True if they run each rule and each kind on each number of ranks."""
_COMPUTE_KINDS = ("planes", "planes in bands") if has_compute() else ()
_RANKED_KINDS = ("gl", "gl in bands", *_COMPUTE_KINDS)
_GL_KINDS = (*_RANKED_KINDS, "planes without compute", "planes without compute in bands")
_RANKS_OF_KINDS = {"numpy": (3,), "gl": (1,), "gl in bands": (2,), "planes": (2,), "planes in bands": (3,)}
"""Numbers of ranks for each kind by default: enough to cover each number and each kind, but few."""


def _ranks_of(kind: str) -> tuple[int, ...]:
    return (1, 2, 3) if ALL_RANKS else _RANKS_OF_KINDS[kind]


def _kinds() -> tuple[str, ...]:
    if RANKS:
        ranked = ("numpy", *_RANKED_KINDS)
        return ("numpy", *(f"{kind} on {ranks} ranks" for kind in ranked for ranks in _ranks_of(kind)))
    others = (name for name, record in ENGINES.items() if record.has_boards and name not in ("numpy", "gl", "planes"))
    return ("numpy", *_GL_KINDS, *others)


ENGINE_KINDS = _kinds()
"""The kinds of engines in the suite: all that were registered before this file is imported.

So ``-p MODULE`` adds another one. Bands of 3 rows make every board a stack of textures or buffers.
"""

SMALL_PASS = PassShape(words=2, rows=6, generations=4, across=2, unroll=2)
SMALL_WIDE_PASS = PassShape(words=4, bits=64, rows=6, generations=3, across=2, unroll=2)
SMALL_BLOCKS = FragmentShape(rows=2, generations=2)
"""Pass shapes of the suite's planes engines: quick to compile, and with seams on small boards."""


OTHER_KINDS = tuple(kind for kind in ENGINE_KINDS if kind != "numpy")
"""Kinds to compare with numpy."""


def kinds_of(rule: str) -> tuple[str, ...]:
    """Return the ENGINE_KINDS for a rule: all but those whose record refuses it or whose textures are too few.

    ``test_suite`` checks that the engines really refuse it.
    """
    return tuple(kind for kind in ENGINE_KINDS if _suits(kind, parse_rule(rule)))


def _suits(kind: str, rule: Rule) -> bool:
    is_refused = find_engine(engine_name(kind)).refusal(rule) is not None
    if is_refused or (RANKS and kind.startswith("planes") and is_far(rule)):
        return False
    return "without compute" not in kind or planes_of(rule) in BLOCK_ROWS


def engine_name(kind: str) -> str:
    """Return the name for ``--engine`` of one of the ENGINE_KINDS."""
    return kind.partition(" ")[0]


def engines_of(rule: str) -> list[str]:
    """Return the names for ``--engine`` of all engines that support a rule."""
    return list(dict.fromkeys(map(engine_name, kinds_of(rule))))


def assert_same_on_every_kind(rule: str, play: Callable[[str], object]) -> None:
    """Check that ``play(kind)`` returns the same for each kind that supports the rule as for numpy."""
    expected = play("numpy")
    for kind in kinds_of(rule):
        if kind != "numpy":
            assert play(kind) == expected, f"{kind} differs from numpy"


def rules_and_kinds(*rules: str) -> list[tuple[str, str]]:
    """Return all pairs of a rule and a kind that supports it."""
    return [(rule, kind) for rule in rules for kind in kinds_of(rule)]


OpenEngine = Callable[[str, Rule, tuple[int, int]], Engine]


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep the garbage collector from scanning all modules and tests repeatedly: they stay anyway."""
    gc.disable()
    result = yield
    gc.freeze()
    gc.enable()
    return result


_LONGEST = ("engines/test_on_ranks.py", "soak/", "ranks/", "test_signals.py", "tools/")
"""Files with few but long tests: they run first, so that none is left running alone at the end."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the longest files first; keep the order of the others."""
    folder = Path(__file__).parent
    items.sort(key=lambda item: not item.path.relative_to(folder).as_posix().startswith(_LONGEST))


def pytest_configure(config: pytest.Config) -> None:
    """Register the plugin for tests that need tools."""
    config.pluginmanager.register(Needs())


def pytest_report_header() -> str:
    """Report the tested version and the renderer."""
    try:
        with open_device() as device:
            renderer = f"{device.renderer}, OpenGL {device.version}"
    except EngineError as error:
        renderer = f"none: {error}"
    return f"gpulife {gpulife.__version__} from {Path(gpulife.__file__).parent}\nGL renderer: {renderer}"


@pytest.fixture(autouse=True)
def _tables_of_one_test_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget rule tables after each test: they would hide rules of the same name in other tests."""
    for known in ("_by_content", "_by_name", "_by_path"):
        monkeypatch.setattr(known_tables, known, dict(getattr(known_tables, known)))


@pytest.fixture(scope="session")
def own_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Keep this machine's caches, logs and rules apart from those of tests. All tests share the rules' circuits."""
    folder = tmp_path_factory.mktemp("own")
    (folder / "cache").mkdir()
    with suppress(OSError):  # Windows lets few people make links
        (folder / "cache" / CIRCUITS.name).symlink_to(CIRCUITS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(CACHE_VARIABLE, str(folder / "cache"))
        patch.setenv(RULES_VARIABLE, str(folder / "rules"))
        patch.setenv(LOGS_VARIABLE, str(folder / "logs"))
        yield folder


@pytest.fixture(autouse=True)
def _nothing_kept_for_other_tests(own_folder: Path) -> Iterator[None]:
    """Remove after each test what it has cached and logged, and its rules. Most tests leave nothing."""
    yield
    for folder in (own_folder, own_folder / "cache"):
        for entry in os.scandir(folder):
            if entry.name not in ("cache", CIRCUITS.name):
                if entry.is_dir():
                    shutil.rmtree(entry, ignore_errors=True)
                else:
                    Path(entry).unlink(missing_ok=True)


@pytest.fixture(scope="module")
def thorough_circuits() -> Iterator[None]:
    """Look for circuits as thoroughly as the program does."""
    with own_circuits(CIRCUITS.parent / "thorough"):
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Escape lone surrogates in captured output: xdist could not send them otherwise."""
    report = yield
    report.sections = [(name, text.encode("utf-8", "backslashreplace").decode()) for name, text in report.sections]
    return report


@pytest.fixture
def logged(caplog: pytest.LogCaptureFixture) -> Callable[[], list[str]]:
    """Return a function that returns gpulife's log messages since its last call."""
    caplog.set_level(logging.INFO, LOGGER.name)

    def take() -> list[str]:
        messages = caplog.messages
        caplog.clear()
        return messages

    return take


@pytest.fixture
def nothing_logged(logged: Callable[[], list[str]]) -> Iterator[None]:
    """Fail the test if gpulife logs anything."""
    yield
    assert logged() == []


@pytest.fixture(scope="session", autouse=True)
def every_compiled_shader_has_a_case() -> Iterator[None]:
    """Fail a test that compiles a shader without a case in ``engines.shader_texts``, since no validator has seen it."""

    def compose_known(name: str, parameters: Mapping[str, int]) -> ShaderSource:
        from engines.shader_texts import FILES, covers  # which imports this file, and computes for seconds

        assert name not in FILES or covers(name, parameters), f"tests/engines/shader_texts.py lacks {name} {parameters}"
        return compose(name, parameters)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gl_device, "compose", compose_known)
        yield


@pytest.fixture(scope="module")
def shared_device() -> Iterator[GLDevice]:
    """Open one GL device for each module; a single one would end with gigabytes of compiled shaders."""
    with open_device() as device:
        yield device


@pytest.fixture
def device(shared_device: GLDevice) -> Iterator[GLDevice]:
    """Return the shared device, and fail if the test leaves a GL error."""
    yield shared_device
    with shared_device.current():
        assert shared_device.context.error == "GL_NO_ERROR"


@pytest.fixture
def fresh_device() -> Iterator[GLDevice]:
    """Open a device without compiled programs, and make it current."""
    with open_device() as device, device.current():
        yield device


@pytest.fixture
def checked(fresh_device: GLDevice, monkeypatch: pytest.MonkeyPatch) -> CheckedShaders:
    """Add bounds checks to the shaders of the fresh device."""
    return check_shaders(fresh_device, monkeypatch)


@pytest.fixture
def passes(monkeypatch: pytest.MonkeyPatch) -> Counter[int]:
    """Count the passes of bit planes, by their generations."""
    counted: Counter[int] = Counter()
    real = PlanesPasses._pass

    def count(self: PlanesPasses, shape: PassShape, *rest: Any) -> None:
        counted[shape.generations] += 1
        real(self, shape, *rest)

    monkeypatch.setattr(PlanesPasses, "_pass", count)
    return counted


@pytest.fixture
def open_kind(request: pytest.FixtureRequest) -> Iterator[OpenEngine]:
    """Opens engines of one of the ENGINE_KINDS and closes them after the test."""
    opened: list[Engine] = []

    def open_(kind: str, rule: Rule, shape: tuple[int, int]) -> Engine:
        record = find_engine(engine_name(kind))
        if record.name == kind and not record.needs_opengl:
            engine = record.open(rule, shape, Opening())
        else:
            device: GLDevice = request.getfixturevalue("device")
            max_rows = 3 if "in bands" in kind else None
            plan = SMALL_WIDE_PASS if device.has_int64 and max_rows else SMALL_PASS
            if ranked_world.world is not None:
                ranks = int(kind.split(" on ")[1].split()[0])
                engine = RanksEngine(
                    *(ranked_world.world, engine_name(kind), rule, shape), ranks=ranks, plan=plan, max_rows=max_rows
                )
            elif "without compute" in kind or (kind.startswith("planes") and is_far(rule)):
                blocks = SMALL_BLOCKS if planes_of(rule) < 4 else replace(SMALL_BLOCKS, rows=1, generations=1)
                engine = GLFragmentPlanesEngine(rule, shape, device, max_rows, blocks)
            elif kind.startswith("planes"):
                engine = GLPlanesEngine(rule, shape, device, max_rows, plan)
            else:
                engine = GLCellsEngine(rule, shape, device, max_rows)
            gate_gl_errors(engine, device)
        opened.append(engine)
        return engine

    yield open_
    for engine in opened:
        engine.close()


def gate_gl_errors(engine: Engine, device: GLDevice) -> None:
    """Make each call of ``engine`` fail if it leaves a GL error."""
    for name in ("step", "paint", "read", "census", "call", "close"):
        setattr(engine, name, _gated(getattr(engine, name), name, device))


def _gated(method: Callable[..., object], name: str, device: GLDevice) -> Callable[..., object]:
    @wraps(method)
    def call(*args: object, **kwargs: object) -> object:
        result = method(*args, **kwargs)
        with device.current():
            error = device.context.error
        assert error == "GL_NO_ERROR", f"{name}() left {error}"
        return result

    return call
