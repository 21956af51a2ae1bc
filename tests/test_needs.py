"""Tests that need a missing tool are skipped by name, or fail if all tools are required."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
TESTS = """
import pytest

@pytest.mark.needs("bgolly")
@pytest.mark.parametrize("case", [1, 2])
def test_needs_golly(case): pass

@pytest.mark.needs("glslangValidator", "bgolly")
def test_needs_compiler(): pass

def test_without_needs(): pass
"""


def run(folder: Path, *arguments: str, tests: str = TESTS, **environment: str) -> tuple[int, list[str]]:
    """Run tests with an empty PATH; return the exit status and the printed lines."""
    (folder / "conftest.py").write_text(
        "from needs import Needs\ndef pytest_configure(config): config.pluginmanager.register(Needs())\n"
    )
    (folder / "test_it.py").write_text(tests)
    (folder / "pytest.ini").write_text("[pytest]\naddopts = --strict-markers\n")
    result = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments],
        cwd=folder,
        env={
            **{name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"},
            "PATH": str(folder),
            "PYTHONPATH": str(Path(__file__).parent),
            **environment,
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=120,
    )
    return result.returncode, result.stdout.splitlines()


@pytest.mark.parametrize("processes", [(), ("-n", "2")])
def test_missing_tools_skip_tests_by_name(tmp_path: Path, processes: tuple[str, ...]) -> None:
    status, lines = run(tmp_path, *processes, GPULIFE_TEST_REQUIRES_ALL="")
    assert status == 0
    golly = next(number for number, line in enumerate(lines) if "left out: there is no bgolly here" in line)
    assert "(Debian's golly)" in lines[golly]
    assert lines[golly + 1] == "test_it.py::test_needs_golly (2 cases)"
    assert "no glslangValidator here (Debian's glslang-tools)" in lines[golly + 2]
    assert lines[golly + 3] == "test_it.py::test_needs_compiler"
    assert lines[-1].startswith("1 passed")


def test_missing_tools_fail_if_required(tmp_path: Path) -> None:
    status, lines = run(tmp_path, GPULIFE_TEST_REQUIRES_ALL="1")
    assert status == 1
    assert "GPULIFE_TEST_REQUIRES_ALL is set, and there is no bgolly here (Debian's golly)" in lines
    assert lines[-1].startswith("1 passed, 3 errors")


def test_available_tools_run_all_tests(tmp_path: Path) -> None:
    for name in "bgolly", "glslangValidator":
        (tmp_path / name).touch(mode=0o755)
    status, lines = run(tmp_path, GPULIFE_TEST_REQUIRES_ALL="1")
    assert (status, lines[-1][:8]) == (0, "4 passed")


def test_unknown_tool_is_an_error(tmp_path: Path) -> None:
    status, lines = run(tmp_path, tests='import pytest\n@pytest.mark.needs("bgoly")\ndef test_typo(): pass\n')
    assert status != 0
    assert any("needs 'bgoly': tests/needs.py has only bgolly, " in line for line in lines)


def test_tests_import_without_optional_tools() -> None:
    lacking = {"mpi4py", "nvidia", "playwright", "psycopg", "vulkan"}  # of the extra "proof", which users do not have
    found = [
        f"{path.relative_to(FOLDER)}:{node.lineno} imports {name}"
        for path in FOLDER.rglob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        for name in imported(node)
        if name.partition(".")[0] in lacking
    ]
    assert not found, "\n".join(found)


def imported(node: ast.stmt) -> list[str]:
    match node:
        case ast.Import(names=names):
            return [name.name for name in names]
        case ast.ImportFrom(module=str(module)):
            return [module]
    return []
