"""gpulife.sh on machines that are not this one.

PATH holds nothing but stubs, which log how they are called, and the few tools that the script may rely on; so no test
can reach this machine's apt or pip. Windows has no sh: conftest.py does not collect this file there.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "gpulife.sh"
TOOLS = ("cat", "chmod", "cksum", "cp", "mkdir", "readlink", "rm", "sed", "sh", "tail")

EGL, GL, MESA, NVIDIA = "libEGL.so.1", "libGL.so.1", "libGLX_mesa.so.0", "libEGL_nvidia.so.0"
APT_INSTALL = "apt-get install -y --no-install-recommends"

PYTHON = """
case "$*" in
    "-c import sys, sysconfig"*) echo "$VERSION /usr/include/python$VERSION" ;;
    "-c import sys"*) echo "$VERSION" ;;
    "-c import ensurepip") exit "$NO_ENSUREPIP" ;;
    "-m venv --clear "*)
        rm -rf "$4" && mkdir -p "$4/bin" && cp "$STUBS/venv_python" "$4/bin/python"
        [ "$VENV" != fails ] || { echo "a long story"; echo "no space left" >&2; exit 1; } ;;
esac
"""
VENV_PYTHON = """
bin=${0%/*}
case "$*" in
    "-c import moderngl") exit "$MODERNGL" ;;
    "-c import sys, sysconfig"*) echo "$VERSION /usr/include/python$VERSION" ;;
    *" install "*)
        [ "$PIP" != killed ] || kill -KILL $PPID
        [ "$PIP" != offline ] || { echo "ERROR: no network" >&2; exit 1; }
        cp "$STUBS/program" "$bin/gpulife" && cp "$STUBS/program" "$bin/pytest" ;;
esac
"""
PROGRAM = """
echo "process $$ in $(pwd), input: $(cat)" >>"$LOG"
exit "$STATUS"
"""
DPKG_QUERY = """
for package in $INSTALLED; do [ "$package" != "$4" ] || { printf installed; exit 0; }; done
[ "$4" != "$PURGED" ] || printf config-files
"""
STUBS = {
    "python3": PYTHON,
    "other-python": PYTHON,
    "venv_python": VENV_PYTHON,
    "program": PROGRAM,
    "dpkg-query": DPKG_QUERY,
    "apt-get": '[ "$DEBIAN_FRONTEND" = noninteractive ] || exit 1; exit "$APT"',
    "sudo": '"$@"',
    "Xvfb": "",
    "xdotool": "",
    "g++": 'case "$(cat)" in *Python.h*) exit "$NO_PYTHON_H" ;; *Xlib.h*) exit "$NO_XLIB_H" ;; *) exit 9 ;; esac',
    "id": 'echo "$USER_ID"',
    "uname": 'case $1 in -s) echo "$SYSTEM" ;; -m) echo "$MACHINE" ;; esac',
    "ldconfig": 'for library in $LIBRARIES $WINDOW; do printf "\\t%s (libc6) => /lib/%s\\n" $library $library; done',
}
QUIET = ("dpkg-query", "g++", "id", "ldconfig", "uname")
"""Stubs without side effects, which are not logged."""


class Machine:
    """A Debian where all is well, with a checkout in "check out"; ``settings`` and ``remove`` make it another one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.stubs = folder / "bin"
        self.checkout = folder / "check out"
        self.script = self.checkout / "gpulife.sh"
        self.log_file = folder / "log"
        self.stubs.mkdir()
        self.checkout.mkdir()
        shutil.copy(SCRIPT, self.script)
        (self.checkout / "pyproject.toml").write_text("[project]\n")
        for name, body in STUBS.items():
            log = "" if name in QUIET else '(IFS=" "; echo "${0##*/} $*") >>"$LOG"\n'
            (self.stubs / name).write_text(f"#!/bin/sh\n{log}{body}\n")
            (self.stubs / name).chmod(0o755)
        for name in TOOLS:
            tool = shutil.which(name)
            assert tool is not None
            (self.stubs / name).symlink_to(tool)
        self.settings = {
            "PATH": str(self.stubs),
            "STUBS": str(self.stubs),
            "LOG": str(self.log_file),
            "VERSION": "3.11",
            "NO_ENSUREPIP": "0",
            "VENV": "works",
            "PIP": "works",
            "STATUS": "0",
            "APT": "0",
            "USER_ID": "1000",
            "SYSTEM": "Linux",
            "MACHINE": "x86_64",
            "NO_PYTHON_H": "0",
            "NO_XLIB_H": "0",
            "MODERNGL": "1",
            "INSTALLED": "",
            "PURGED": "",
            "LIBRARIES": f"{EGL} {GL} {MESA}",
            "WINDOW": "libX11.so.6 libXcursor.so.1 libXi.so.6 libXinerama.so.1 libXrandr.so.2",
        }

    def remove(self, *stubs: str) -> None:
        for name in stubs:
            (self.stubs / name).unlink()

    def run(
        self, *arguments: str, command: tuple[str, ...] | None = None, typed: str = "", **settings: str
    ) -> subprocess.CompletedProcess[str]:
        """Run the script from a folder other than its own, with ``typed`` as standard input."""
        self.log_file.write_text("")
        return subprocess.run(
            [*(command or (str(self.script),)), *arguments],
            cwd=self.folder,
            env=self.settings | settings,
            input=typed,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    def run_at_terminal(self, typed: str, *arguments: str) -> int:
        """Run the script in a terminal, type this and Ctrl-D, and return the exit status."""
        self.log_file.write_text("")
        master, slave = os.openpty()
        try:
            os.write(master, f"{typed}\x04".encode())
            return subprocess.run(
                [self.script, *arguments],
                cwd=self.folder,
                env=self.settings,
                stdin=slave,
                stderr=slave,
                stdout=subprocess.DEVNULL,
                check=False,
                timeout=60,
            ).returncode
        finally:
            os.close(master)
            os.close(slave)

    def log(self, *names: str) -> list[str]:
        """Return the logged calls of these stubs; of all if none is named."""
        lines = self.log_file.read_text().splitlines()
        return [line for line in lines if not names or line.split()[0] in names]

    def pip(self) -> list[str]:
        return [line.partition("check ")[2] for line in self.log("python") if "install " in line]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture
def ready(machine: Machine) -> Machine:
    """Return a machine on which gpulife was started before."""
    assert machine.run().returncode == 0
    return machine


def test_first_start_sets_up_and_starts(machine: Machine) -> None:
    result = machine.run("run", "a b.rle", "-g", "10")
    assert (result.returncode, result.stderr) == (0, "gpulife: setting up .venv, once: this takes a minute\n")
    assert machine.log("python3")[-1] == f"python3 -m venv --clear {machine.checkout}/.venv"
    assert machine.pip() == ["uninstall --yes gpulife", f"install --editable {machine.checkout}[hashlife]"]
    assert "gpulife run a b.rle -g 10" in machine.log()


def test_second_start_only_starts(ready: Machine) -> None:
    result = ready.run("--version")
    assert (result.returncode, result.stderr) == (0, "")
    assert [line.split()[0] for line in ready.log()] == ["gpulife", "process"]


def test_script_passes_folder_input_status_and_process(ready: Machine) -> None:
    assert ready.run(typed="xyz", STATUS="130").returncode == 130
    assert ready.log("process")[0].endswith(f"in {ready.folder}, input: xyz")
    for arguments in (), ("test",):
        ready.run(*arguments)
        with subprocess.Popen([ready.script, *arguments], env=ready.settings, stdin=subprocess.DEVNULL) as process:
            pass
        assert ready.log("process")[-1].startswith(f"process {process.pid} ")


def test_setup_does_not_read_input(machine: Machine) -> None:
    (machine.stubs / "venv_python").write_text(f"#!/bin/sh\ncat >/dev/null\n{VENV_PYTHON}")
    machine.run(typed="xyz")
    assert machine.log("process")[0].endswith("input: xyz")


def test_script_runs_through_links_and_sh(ready: Machine) -> None:
    link = ready.folder / "link"
    link.symlink_to("another link")
    (ready.folder / "another link").symlink_to(Path("check out") / "gpulife.sh")
    for command in (str(link),), ("./link",), ("sh", "link"), ("sh", "check out/gpulife.sh"):
        result = ready.run("--version", command=command)
        assert (result.returncode, result.stderr) == (0, "")
        assert ready.log("gpulife") == ["gpulife --version"]


def test_tests_run_with_their_own_packages(ready: Machine) -> None:
    assert ready.run("test", "-k", "a or b", STATUS="1").returncode == 1
    assert ready.pip()[-1] == f"install --editable {ready.checkout}[test]"
    (command,) = ready.log("pytest")
    assert command.startswith("pytest --numprocesses=auto --dist=loadfile ")
    assert command.endswith(" --max-worker-restart=0 -k a or b")
    assert f"in {ready.checkout}," in ready.log("process")[0]
    for arguments in (), ("test",):
        ready.run(*arguments)
        assert ready.pip() == []


def test_crashed_tests_are_named(ready: Machine, tmp_path: Path) -> None:
    """If xdist restarted crashed workers, it would wait for ever here."""
    ready.run("test", "-n2")
    suite = tmp_path / "suite"
    suite.mkdir()
    for name in "abcde":
        body = "os._exit(1)" if name == "c" else "pass"
        text = f"import os\n\n\ndef test_before():\n    pass\n\n\ndef test_it():\n    {body}\n"
        (suite / f"test_{name}.py").write_text(text)
    command = [sys.executable, "-m", *ready.log("pytest")[0].split(), "-p", "no:cacheprovider"]
    told = subprocess.run(command, cwd=suite, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=60)
    assert told.returncode == 1
    assert "crashed while running 'test_c.py::test_it'" in told.stdout


def test_changed_pyproject_is_reinstalled(ready: Machine) -> None:
    (ready.checkout / "pyproject.toml").write_text('[project]\nname = "gpulife"\n')
    assert ready.run().returncode == 0
    assert ready.log("python3") == []
    assert len(ready.pip()) == 2
    ready.run()
    assert ready.pip() == []


def test_moved_checkout_is_set_up_again(ready: Machine) -> None:
    ready.checkout = ready.checkout.rename(ready.folder / "elsewhere")
    ready.script = ready.checkout / "gpulife.sh"
    assert ready.run().returncode == 0
    assert ready.pip()[-1] == f"install --editable {ready.checkout}[hashlife]"


def test_venv_without_python_is_recreated(ready: Machine) -> None:
    python, base = ready.checkout / ".venv" / "bin" / "python", ready.folder / "python3.9"
    python.rename(base)
    python.symlink_to(base)
    assert ready.run().returncode == 0
    base.unlink()
    assert ready.run().returncode == 0
    assert len(ready.log("python3")) == 3
    assert len(ready.pip()) == 2


@pytest.mark.parametrize(("pip", "status"), [("killed", -9), ("offline", 2)])
@pytest.mark.parametrize("arguments", [(), ("test",)])
def test_interrupted_setup_is_repeated(ready: Machine, pip: str, status: int, arguments: tuple[str, ...]) -> None:
    (ready.checkout / "pyproject.toml").write_text("changed")
    result = ready.run(*arguments, PIP=pip)
    assert result.returncode == status
    assert ready.log("gpulife", "pytest") == []
    if pip == "offline":
        log = ready.checkout / ".venv" / "pip.log"
        assert result.stderr.splitlines()[1:] == [
            f"gpulife: pip cannot install {ready.checkout}: no network (see {log})"
        ]
    assert ready.run(*arguments).returncode == 0
    assert len(ready.pip()) == 2


def test_incomplete_venv_is_recreated(machine: Machine) -> None:
    result = machine.run(VENV="fails")
    assert result.returncode == 2
    assert result.stderr.splitlines()[1:] == [f"gpulife: python3 cannot make {machine.checkout}/.venv: no space left"]
    assert machine.run().returncode == 0
    assert len(machine.log("python3")) == 3


@pytest.mark.parametrize("version", ["2.7", "3.9", "3.10"])
def test_old_python_is_refused(machine: Machine, version: str) -> None:
    result = machine.run(VERSION=version)
    assert result.returncode == 2
    assert result.stderr == (
        f"gpulife: needs Python 3.11 or later, but python3 is {version}: set PYTHON to a later one\n"
    )
    assert not (machine.checkout / ".venv").exists()


@pytest.mark.parametrize("version", ["3.11", "3.14", "3.20", "4.0"])
def test_new_python_is_used(machine: Machine, version: str) -> None:
    assert machine.run(VERSION=version).returncode == 0


def test_requested_python_is_used(machine: Machine) -> None:
    assert machine.run(PYTHON="other-python").returncode == 0
    assert machine.log("other-python")
    assert machine.log("python3") == []
    assert machine.run(PYTHON="/no/python").returncode == 0, "the interpreter matters only when .venv is made"
    shutil.rmtree(machine.checkout / ".venv")
    result = machine.run(PYTHON="/no/python")
    assert result.returncode == 2
    assert result.stderr.startswith("gpulife: needs Python 3.11 or later, but /no/python does not run:")


@pytest.mark.parametrize(
    ("libraries", "installed", "packages"),
    [
        ("", "", "libegl1 libgl1 libgl1-mesa-dri"),
        (f"{GL} {MESA}", "", "libegl1"),
        (f"{EGL} {MESA}", "", "libgl1"),
        (f"{EGL} {GL}", "", "libgl1-mesa-dri"),
        (NVIDIA, "libegl1", "libgl1"),
        ("", "libgl1 libegl1", "libgl1-mesa-dri"),
    ],
)
def test_root_installs_missing_packages(machine: Machine, libraries: str, installed: str, packages: str) -> None:
    result = machine.run(USER_ID="0", LIBRARIES=libraries, INSTALLED=installed, PURGED="libegl1")
    assert result.returncode == 0
    assert machine.log("apt-get", "sudo") == ["apt-get update", f"{APT_INSTALL} {packages}"]


def test_window_packages_are_installed(machine: Machine) -> None:
    machine.run(USER_ID="0", WINDOW="libX11.so.6 libXi.so.6", INSTALLED="libxinerama1")
    assert machine.log("apt-get") == ["apt-get update", f"{APT_INSTALL} libxcursor1 libxrandr2"]
    machine.remove("Xvfb")
    assert machine.run("test", USER_ID="0").returncode == 0
    assert machine.log("apt-get") == ["apt-get update", f"{APT_INSTALL} xvfb"]


def test_tests_run_without_display(machine: Machine) -> None:
    machine.remove("Xvfb", "xdotool", "sudo")
    result = machine.run("test")
    assert result.returncode == 0
    assert "missing: xvfb xdotool; to install: su - -c" in result.stderr


@pytest.mark.parametrize("libraries", [f"{EGL} {GL} {MESA}", f"{EGL} {GL} {NVIDIA}"])
def test_existing_driver_is_kept(machine: Machine, libraries: str) -> None:
    machine.remove("dpkg-query")  # the linker's cache tells it all
    result = machine.run("test", USER_ID="0", LIBRARIES=libraries)
    assert (result.returncode, machine.log("apt-get")) == (0, [])


def test_without_rights_command_is_shown(machine: Machine) -> None:
    result = machine.run(LIBRARIES="", STATUS="7")
    assert result.returncode == 7, "gpulife has an engine for that"
    assert machine.log("apt-get", "sudo") == []
    assert result.stderr.splitlines()[0] == (
        "gpulife: missing: libegl1 libgl1 libgl1-mesa-dri; to install: "
        f"sudo apt-get update && sudo {APT_INSTALL} libegl1 libgl1 libgl1-mesa-dri"
    )
    machine.remove("sudo")
    result = machine.run(LIBRARIES=f"{EGL} {MESA}")
    assert result.stderr == f"gpulife: missing: libgl1; to install: su - -c 'apt-get update && {APT_INSTALL} libgl1'\n"


def test_tests_without_driver_are_refused_early(machine: Machine) -> None:
    result = machine.run("test", LIBRARIES="")
    assert result.returncode == 2
    assert result.stderr.splitlines()[1:] == ["gpulife: cannot test without an OpenGL driver"]
    assert machine.pip() == []


@pytest.mark.parametrize(("arguments", "status"), [((), 0), (("test",), 2)])
def test_failing_apt_stops_only_tests(machine: Machine, arguments: tuple[str, ...], status: int) -> None:
    assert machine.run(*arguments, USER_ID="0", LIBRARIES="", APT="100").returncode == status
    assert machine.log("apt-get") == ["apt-get update"]


@pytest.mark.parametrize(("answer", "calls"), [("y\n", 4), ("n\n", 0), ("\n", 0)])
def test_sudo_is_used_after_asking(machine: Machine, answer: str, calls: int) -> None:
    machine.settings["LIBRARIES"] = ""
    assert machine.run_at_terminal(answer) == 0
    assert len(machine.log("sudo", "apt-get")) == calls
    assert machine.run_at_terminal("y\n") == 0
    assert machine.log("sudo", "apt-get") == [], "a later start does not ask again"


def test_later_start_without_driver_warns(ready: Machine) -> None:
    result = ready.run(USER_ID="0", LIBRARIES="")
    assert (result.returncode, ready.log("apt-get")) == (0, [])
    assert f"to install: apt-get update && {APT_INSTALL} libegl1" in result.stderr


def test_ensurepip_is_installed_or_reported(machine: Machine) -> None:
    result = machine.run(NO_ENSUREPIP="1")
    assert result.returncode == 2
    assert f"sudo {APT_INSTALL} python3.11-venv\n" in result.stderr
    assert result.stderr.splitlines()[1:] == ["gpulife: cannot make .venv without python3.11-venv"]
    assert machine.run(NO_ENSUREPIP="1", USER_ID="0", LIBRARIES=f"{GL} {MESA}").returncode == 0
    assert machine.log("apt-get")[1] == f"{APT_INSTALL} python3.11-venv libegl1"


def test_systems_without_apt_get_advice(machine: Machine) -> None:
    machine.remove("dpkg-query", "apt-get")
    result = machine.run(USER_ID="0", LIBRARIES=f"{EGL} {MESA}")
    assert result.returncode == 0
    assert result.stderr.splitlines()[0].startswith("gpulife: missing: libgl1; to install: with your package manager")
    (machine.stubs / "ldconfig").write_text("#!/bin/sh\nexit 127\n")  # macOS
    assert machine.run(USER_ID="0", LIBRARIES="").stderr == ""


@pytest.mark.parametrize(
    ("lacks", "packages"),
    [
        ({}, ""),
        ({"NO_PYTHON_H": "1"}, " libpython3.11-dev"),
        ({"NO_XLIB_H": "1"}, " libx11-dev"),
        ({"NO_PYTHON_H": "1", "NO_XLIB_H": "1", "LIBRARIES": f"{EGL} {MESA}"}, " libgl1 libpython3.11-dev libx11-dev"),
    ],
)
def test_compiler_is_installed_without_moderngl_wheel(machine: Machine, lacks: dict[str, str], packages: str) -> None:
    assert machine.run(USER_ID="0", MACHINE="aarch64", **lacks).returncode == 0
    assert machine.log("apt-get") == (["apt-get update", f"{APT_INSTALL}{packages}"] if packages else [])
    assert machine.run(USER_ID="0", MACHINE="aarch64", **lacks | {"LIBRARIES": f"{EGL} {GL} {MESA}"}).stderr == ""


def test_missing_compiler_packages_are_reported(machine: Machine) -> None:
    machine.remove("g++", "sudo")
    packages = "g++ libpython3.11-dev libx11-dev"
    result = machine.run(MACHINE="aarch64", PIP="offline", NO_PYTHON_H="1")
    assert result.returncode == 2
    asked, _, ended = result.stderr.splitlines()
    assert asked == f"gpulife: missing: {packages}; to install: su - -c 'apt-get update && {APT_INSTALL} {packages}'"
    assert ended.endswith(f": no network without {packages} (see {machine.checkout}/.venv/pip.log)")
    machine.remove("dpkg-query", "apt-get")
    result = machine.run(MACHINE="aarch64", LIBRARIES=f"{EGL} {MESA}")
    assert result.returncode == 0
    assert "to compile, Fedora: gcc-c++ python3-devel libX11-devel)" in result.stderr.splitlines()[0]


def test_no_compiler_with_moderngl_wheel(machine: Machine) -> None:
    machine.remove("g++")
    for system, computer in ("Linux", "x86_64"), ("Darwin", "arm64"):
        result = machine.run(SYSTEM=system, MACHINE=computer)
        assert "missing" not in result.stderr
        shutil.rmtree(machine.checkout / ".venv")
    assert machine.run(MACHINE="aarch64").returncode == 0
    (machine.checkout / "pyproject.toml").write_text("changed")
    assert "missing: g++" in machine.run(MACHINE="aarch64").stderr
    (machine.checkout / "pyproject.toml").write_text("changed again")
    assert "missing" not in machine.run(MACHINE="aarch64", MODERNGL="0").stderr


def test_wheel_replaces_checkout(ready: Machine) -> None:
    wheel = ready.folder / "gpulife.whl"
    wheel.write_text("one")
    for text, installs in ("one", 2), ("one", 0), ("two", 2):
        wheel.write_text(text)
        assert ready.run("test", GPULIFE_WHEEL="gpulife.whl").returncode == 0
        assert len(ready.pip()) == installs
    assert ready.pip()[-1] == "install gpulife.whl[test]"
    ready.run()
    assert ready.pip()[-1] == f"install --editable {ready.checkout}[hashlife]"
    ready.run("test", GPULIFE_WHEEL="gpulife.whl")
    assert len(ready.pip()) == 2
    result = ready.run(GPULIFE_WHEEL="other.whl")
    assert (result.returncode, result.stderr) == (2, "gpulife: GPULIFE_WHEEL is other.whl: no such file\n")
