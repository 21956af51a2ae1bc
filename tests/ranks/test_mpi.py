"""Examining the installed MPI, and the advice if there is none or its parts do not fit together."""

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from gpulife.ranks import mpi
from gpulife.ranks.mpi import Mpi, NoMpiError, examine_mpi, find_mpiexec

OPEN_MPI, MPICH = "gpulife;Open MPI;5.0.11;True\n", "gpulife;MPICH;5.0.2;True\n"
NO_LIBRARY = "Traceback:\nRuntimeError: cannot load MPI library\nlibmpi.so: cannot open shared object file\n"
OPEN_MPI_5, OPEN_MPI_4 = "mpiexec (Open MPI) 5.0.11\n", "mpirun (Open MPI) 4.1.4\n"
HYDRA = "HYDRA build details:\n    Version:    5.0.2\n"


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a folder the only one in PATH, and that of Python."""
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    monkeypatch.setattr(mpi, "find_spec", lambda name: name)
    return tmp_path


def install_command() -> str:
    return f"{shlex.quote(sys.executable)} -m pip install 'gpulife[mpi]'"


def program(path: Path, prints: str, complains: str = "") -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n/bin/echo {shlex.quote(prints)}\n/bin/echo {shlex.quote(complains)} >&2\n")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize(
    ("library", "version", "told", "kind", "ulfm"),
    [
        (OPEN_MPI, OPEN_MPI_5, "options:ft_mpi_support:yes", "Open MPI 5", True),
        (OPEN_MPI, OPEN_MPI_5, "options:ft_mpi_support:no", "Open MPI 5", False),
        (OPEN_MPI.replace("True", "False"), OPEN_MPI_5, "options:ft_mpi_support:yes", "Open MPI 5", False),
        (OPEN_MPI, OPEN_MPI_4, "", "Open MPI 4", False),
        (MPICH, HYDRA, "", "hydra", False),
        (MPICH, "Intel(R) MPI Library for Linux* OS, Version 2021.10", "", "hydra", False),
        (MPICH, "something else", "", "unknown", False),
    ],
)
def test_installed_mpi_is_examined(machine: Path, library: str, version: str, told: str, kind: str, ulfm: bool) -> None:
    program(machine / "python", library)
    mpiexec = program(machine / "mpiexec", version)
    program(machine / "ompi_info", told)
    found = examine_mpi()
    assert (found.mpiexec, found.kind, found.ulfm) == (str(mpiexec), kind, ulfm)
    assert f"gpulife;{found.library};{found.version};" in library


@pytest.mark.parametrize(
    ("library", "complaint", "version", "line"),
    [
        ("", NO_LIBRARY, OPEN_MPI_5, "mpi4py finds no MPI library: {install} (or load your site's own MPI)"),
        ("", "ImportError: it is broken", OPEN_MPI_5, "mpi4py cannot be imported: ImportError: it is broken"),
        (OPEN_MPI, "", None, "several ranks need mpiexec, which is neither beside {python} nor in PATH: {install}"),
        (OPEN_MPI, "", HYDRA, "mpi4py uses Open MPI, but {mpiexec} belongs to MPICH"),
        (MPICH, "", OPEN_MPI_4, "mpi4py uses MPICH, but {mpiexec} belongs to Open MPI 4"),
    ],
)
def test_missing_parts_of_mpi(machine: Path, library: str, complaint: str, version: str | None, line: str) -> None:
    program(machine / "python", library, complaint)
    if version is not None:
        program(machine / "path" / "mpiexec", version)
    with pytest.raises(NoMpiError) as error:
        examine_mpi()
    expected = line.format(install=install_command(), python=sys.executable, mpiexec=machine / "path" / "mpiexec")
    assert expected in str(error.value)
    assert "\n" not in str(error.value)


def test_missing_mpi4py_names_the_install_command(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mpi, "find_spec", {}.get)
    with pytest.raises(NoMpiError) as error:
        examine_mpi()
    assert str(error.value) == f"several ranks need MPI, and mpi4py is not installed: {install_command()}"


def test_windows_needs_an_installed_mpiexec(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(NoMpiError, match="on Windows: start gpulife with an installed mpiexec"):
        examine_mpi()


def test_mpiexec_beside_python_comes_first(machine: Path) -> None:
    assert find_mpiexec() is None
    there = program(machine / "path" / "mpiexec", "")
    assert find_mpiexec() == str(there)
    beside = program(machine / "mpiexec", "")
    assert find_mpiexec() == str(beside)


@pytest.mark.needs("MPI")
def test_mpi_of_this_machine() -> None:
    found = examine_mpi()
    assert isinstance(found, Mpi)
    assert found.library
    assert Path(found.mpiexec).is_file()


def test_examining_loads_no_mpi() -> None:
    loaded = "import sys; from gpulife.ranks.mpi import *; require_mpi4py(); print('mpi4py' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=False)
    assert done.stdout in ("False\n", "")
