"""Installs and removes the two files that start the art display with the desktop.

They are a systemd user unit and a desktop entry. A file that does not begin with :data:`MARK` is never changed.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from gpulife.errors import GpulifeError, OutputError
from gpulife.storage.atomic_io import atomic_write, make_folder
from gpulife.storage.bounded_reading import ReadError, read_file

NAME = "gpulife-art"
MARK = "# Written by gpulife art --install; gpulife art --uninstall removes it."
"""First line of each file that this module writes."""
_MAX_BYTES = 1 << 16
"""Maximum size, in bytes, of an existing file that is compared with a new file."""
_TIMEOUT_SECONDS = 20.0
"""Maximum number of seconds that systemctl may take."""

Systemctl = Callable[..., "str | None"]
"""A function that runs ``systemctl --user`` with the given arguments. It returns None, or a message if that failed."""


class InstallError(GpulifeError):
    """The display cannot be installed or removed; the message names the file."""


def install(command: Sequence[str], systemctl: Systemctl) -> tuple[str, ...]:
    """Write the systemd unit and the desktop entry, and enable the unit; return messages for the user about each step.

    Args:
        command: command line of the display, with an absolute path.
        systemctl: usually :func:`run_systemctl`.

    Raises:
        InstallError: a file exists that this function did not write, or ``command`` has characters that a unit cannot
            contain.
        OutputError: a file cannot be written.
    """
    unit, entry = unit_path(), entry_path()
    texts = {unit: unit_text(command), entry: entry_text(command)}
    if path := next(filter(_is_foreign, texts), None):
        raise InstallError(f"{path} exists and was not written by gpulife art --install: move it away first")
    lines = []
    for path, text in texts.items():
        changed = _text(path) != text
        if changed:
            make_folder(path.parent)
            with atomic_write(path, "w") as file:
                file.write(text)
        lines.append(f"{'wrote' if changed else 'unchanged:'} {path}")
    failure = systemctl("daemon-reload") or systemctl("enable", unit.name)
    if failure is None:
        return (
            *lines,
            f"enabled: the display starts at the next log-in; to start it now: systemctl --user start {unit.name}",
        )
    return *lines, f"not enabled ({failure}); to enable it: systemctl --user enable --now {unit.name}"


def uninstall(systemctl: Systemctl) -> tuple[str, ...]:
    """Disable the systemd unit and remove both files; return messages for the user about each step.

    Raises:
        InstallError: a file was not written by :func:`install`; then both files stay.
        OutputError: a file cannot be removed.
    """
    paths = [unit_path(), entry_path()]
    if foreign := next(filter(_is_foreign, paths), None):
        raise InstallError(f"{foreign} was not written by gpulife art --install: remove it yourself")
    existing = [path for path in paths if path.is_symlink() or path.exists()]
    if not existing:
        return ("nothing is installed",)
    lines = []
    if paths[0] in existing and (failure := systemctl("disable", "--now", paths[0].name)):
        lines.append(f"not disabled ({failure})")
    for path in existing:
        try:
            path.unlink()
        except OSError as error:
            raise OutputError(f"cannot remove {path}: {error.strerror or error}") from error
        lines.append(f"removed {path}")
    systemctl("daemon-reload")
    return tuple(lines)


def display_command(arguments: Sequence[str]) -> list[str]:
    """Return a command that starts gpulife with ``arguments``, from the same installation as this process.

    The program's path is absolute. In a checkout with its own ``.venv`` the program is ``gpulife.sh``; otherwise it is
    the script ``gpulife`` beside the Python interpreter. If there is no such script, it is the interpreter with
    ``-m gpulife``.
    """
    checkout = Path(__file__).absolute().parents[2] / "gpulife.sh"
    folder = Path(sys.executable).absolute().parent
    script = folder / "gpulife"
    if checkout.is_file() and Path(sys.prefix) == checkout.parent / ".venv":
        return [str(checkout), *arguments]
    if script.is_file() and os.access(script, os.X_OK):
        return [str(script), *arguments]
    return [str(folder / Path(sys.executable).name), "-P", "-m", "gpulife", *arguments]


def unit_path() -> Path:
    """Return the path of the systemd user unit."""
    return _home("XDG_CONFIG_HOME", ".config") / "systemd" / "user" / f"{NAME}.service"


def entry_path() -> Path:
    """Return the path of the desktop entry."""
    return _home("XDG_DATA_HOME", ".local/share") / "applications" / f"{NAME}.desktop"


def unit_text(command: Sequence[str]) -> str:
    """Return the text of the systemd unit.

    The unit starts the display when the desktop starts, and restarts it 2 seconds after a failure.
    """
    return f"""\
{MARK}
[Unit]
Description=gpulife kinetic art
PartOf=graphical-session.target
After=graphical-session.target
StartLimitIntervalSec=0

[Service]
ExecStart={" ".join(map(_for_systemd, command))}
Restart=on-failure
RestartSec=2

[Install]
WantedBy=graphical-session.target
"""


def entry_text(command: Sequence[str]) -> str:
    """Return the text of the desktop entry, which adds the display to the desktop's menu of applications."""
    return f"""\
{MARK}
[Desktop Entry]
Type=Application
Version=1.0
Name=gpulife kinetic art
Comment=Species of the Game of Life as a picture that never comes to rest
Exec={" ".join(map(_for_desktop, command))}
Terminal=false
Categories=Game;Simulation;
"""


def run_systemctl(*arguments: str) -> str | None:
    """Run ``systemctl --user`` with arguments; return None if it succeeded, else a message."""
    program = shutil.which("systemctl")
    if program is None:
        return "there is no systemctl"
    try:
        done = subprocess.run(
            [program, "--user", *arguments],
            capture_output=True,
            check=False,
            timeout=_TIMEOUT_SECONDS,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.SubprocessError) as error:
        return f"systemctl: {' '.join(str(error).split())[:200]}"
    if not done.returncode:
        return None
    message = done.stderr.decode("utf-8", "replace").split("\n")[0].strip()
    return f"systemctl: {message[:200]}" if message else f"systemctl ended with status {done.returncode}"


def _home(variable: str, default: str) -> Path:
    folder = Path(os.environ.get(variable, ""))
    # The XDG specification says that relative folders are ignored.
    return folder if folder.is_absolute() else Path.home() / default


def _is_foreign(path: Path) -> bool:
    return (path.is_symlink() or path.exists()) and not (_text(path) or "").startswith(MARK)


def _text(path: Path) -> str | None:
    try:
        return read_file(path, _MAX_BYTES, "a file of gpulife").decode("utf-8")
    except (ReadError, ValueError):
        return None


def _for_systemd(argument: str) -> str:
    """Quote an argument for ``ExecStart=``, escaping all characters that systemd would replace."""
    quoted = _printable(argument).replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{quoted}"'


def _for_desktop(argument: str) -> str:
    """Quote an argument for ``Exec=``: escape it first for the quotes, then again for the file format."""
    escaped = "".join(
        f"\\{character}" if character in '"`$\\' else character for character in _printable(argument).replace("%", "%%")
    )
    return '"' + escaped.replace("\\", "\\\\") + '"'


def _printable(argument: str) -> str:
    if not argument.isprintable():
        raise InstallError(f"{argument[:60]!r} cannot be written in a systemd unit: it has unprintable characters")
    return argument
