"""A cage for a monkey: its own screen and folders and fake servers; anything that reaches beyond is an error."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from window.desktop import Screen, set_dpi
from window.online_stage import fake_lobby

from gpulife.engines.gl import gl_device
from gpulife.errors import GpulifeError
from gpulife.games import start_presets
from gpulife.log import ERROR_LOG, LOGS_VARIABLE
from gpulife.online.client import server_records
from gpulife.online.client.server_address import ServerAddress
from gpulife.patterns import board_sizes
from gpulife.rules.known_tables import RULES_VARIABLE
from gpulife.storage.folders import DATA_VARIABLE
from gpulife.window import user_folders
from gpulife.window.dialogs import file_dialogs
from gpulife.window.event_loop import return_freed_memory
from gpulife.window.glfw_window import Window
from gpulife.window.online import lobby as lobby_module
from gpulife.window.phones import phone_host

_MEMORY = 24 << 20
"""Maximum memory of a board in bytes, so that boards stay small whatever is typed."""
_MASSIVE = (1024, 1024)
"""Board of the start screen's entry Massive."""
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
_DEVICES = ("/dev/null", "/dev/shm/", "/dev/dri/", "/proc/self/", "/tmp/.X11-unix/")  # noqa: S108
_MAY_RUN = ("ffmpeg", "uname")  # what films are made with, and what names the system in errors.log
_LOOPBACK = ("127.", "::1", "localhost", "0.0.0.0")  # noqa: S104 - whose port is asked for


class EscapeError(AssertionError):
    """The program tried to reach something outside the cage."""


class Cage:
    """The cage while a monkey is in it.

    Attributes:
        folder: folder of everything that the program writes.
        window: the program's window.
    """

    def __init__(self, folder: Path, window: Window) -> None:
        self.folder = folder
        self.window = window

    @property
    def errors(self) -> str:
        """Return the content of the error log."""
        log = self.folder / "logs" / ERROR_LOG
        return log.read_text(errors="replace") if log.exists() else ""

    def forget_errors(self) -> None:
        """Empty the error log."""
        (self.folder / "logs" / ERROR_LOG).unlink(missing_ok=True)


class FakeServer:
    """A server hosted by the window that is ready at once and listens nowhere."""

    def __init__(self, name: str, folder: Path, *, is_open: bool) -> None:
        del name, folder
        self.is_open, self.is_ready, self.problem = is_open, True, ""
        self.addresses = ("127.0.0.1", "127.0.0.2") if is_open else ()
        self.here = self.there = ServerAddress("127.0.0.1", 7171)

    def next_address(self) -> None:
        self.addresses = (*self.addresses[1:], *self.addresses[:1])

    def close(self) -> None:
        self.is_ready = False


@contextmanager
def caged(size: tuple[int, int], dpi: int = 96) -> Iterator[Cage]:
    """Yield a cage with a window that fills its own screen."""
    return_freed_memory()  # as the program does
    with tempfile.TemporaryDirectory(prefix="monkey-") as scratch, pytest.MonkeyPatch.context() as patch:
        folder = Path(scratch)
        screen = Screen(size)
        try:
            set_dpi(screen, dpi)
            patch.setenv("DISPLAY", screen.name)
            patch.delenv("WAYLAND_DISPLAY", raising=False)
            with (
                Window("gpulife", (size[0] * 96 // dpi, size[1] * 96 // dpi), vsync=False) as window,
                held_in(folder, patch),
            ):
                yield Cage(folder, window)
        finally:
            screen.close()


@contextmanager
def held_in(folder: Path, patch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keep files, programs and addresses outside the folder from this process until the block ends."""
    for variable, name in (
        (DATA_VARIABLE, "data"),
        ("GPULIFE_SETTINGS", "settings.toml"),
        (LOGS_VARIABLE, "logs"),
        (RULES_VARIABLE, "rules"),
        ("GPULIFE_CACHE", "cache"),
        ("HOME", "home"),
        *((f"XDG_{kind}_HOME", f"home/{kind.lower()}") for kind in ("CONFIG", "DATA", "CACHE", "STATE")),
    ):
        patch.setenv(variable, str(folder / name))
    (folder / "home").mkdir()
    (folder / "data").mkdir()
    (folder / "data" / "glider.rle").write_text("x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n")
    (folder / "data" / "odd.cells").write_text("!Name: odd\n.O.\nOOO\n")
    (folder / "data" / "wrong.rle").write_text("x = 3, y = , rule = nonsense\nbo$2bo$3o!\n")
    patch.setattr(file_dialogs, "has_system_dialogs", lambda: False)
    patch.setattr(file_dialogs, "scandir", _scandir_of(folder))
    patch.setattr(user_folders, "which", lambda _: None)
    patch.setattr(phone_host, "local_addresses", lambda: ("127.0.0.1", "127.0.0.2"))
    patch.setattr(lobby_module, "OwnServer", FakeServer)
    patch.setattr(server_records.RecordsLoader.__init__, "__defaults__", (_nobody_answers,))
    for module in (board_sizes, gl_device):
        patch.setattr(module, "free_memory", lambda: _MEMORY)
    massive = start_presets.START_PRESETS["massive"]
    before = massive.shape
    object.__setattr__(massive, "shape", _MASSIVE)
    _hold(folder)
    try:
        yield
    finally:
        _held.clear()
        object.__setattr__(massive, "shape", before)


def lobby_in(folder: Path) -> Any:
    """Return a lobby that reaches no server."""
    return fake_lobby(folder)


def _nobody_answers(address: ServerAddress, path: str, limit: int) -> bytes:
    """Fail as if no server were there."""
    del path, limit
    raise GpulifeError(f"{address.text}: nobody answers there")


def _scandir_of(folder: Path) -> Any:
    """Return os.scandir limited to folders of the cage, since file dialogs can go anywhere."""

    def scandir(path: str | Path) -> Any:
        if not Path(path).absolute().is_relative_to(folder):
            raise PermissionError(13, "Permission denied")
        return os.scandir(path)

    return scandir


_held: list[str] = []
_is_hooked: list[bool] = []


def _hold(folder: Path) -> None:
    _held[:] = [str(folder)]
    if not _is_hooked:
        _is_hooked.append(True)
        sys.addaudithook(_audit)


def _audit(event: str, arguments: tuple[Any, ...]) -> None:
    """Refuse actions that leave the cage. Audit hooks cannot be removed, so this does nothing outside a cage."""
    if not _held:
        return
    match event:
        case "open":
            path, mode, flags = arguments
            writes = any(letter in (mode or "") for letter in "wax+") or (isinstance(flags, int) and flags & _WRITES)
            if writes and isinstance(path, str | bytes | os.PathLike):
                _require_inside(event, path)
        case "os.remove" | "os.rmdir" | "os.mkdir" | "os.truncate" | "shutil.rmtree":
            _require_inside(event, arguments[0])
        case "os.rename" | "os.link" | "os.symlink":
            _require_inside(event, arguments[1])
        case "subprocess.Popen":
            program = os.path.basename(os.fsdecode(arguments[0] or arguments[1][0]))  # noqa: PTH119 - bytes, too
            if not program.startswith(_MAY_RUN):
                raise EscapeError(f"{program} was started: {arguments[1]}")
        case "os.system" | "webbrowser.open" | "os.posix_spawn" | "os.exec":
            raise EscapeError(f"{event}: {arguments}")
        case "socket.connect" | "socket.bind" | "socket.sendto":
            address = arguments[1]
            if isinstance(address, tuple) and not str(address[0]).startswith(_LOOPBACK):
                raise EscapeError(f"{event}: {address}")


def _require_inside(event: str, path: Any) -> None:
    text = os.path.abspath(os.fsdecode(path))  # noqa: PTH100 - no look at the disk in here
    if not text.startswith((_held[0], *_DEVICES)) and not text.endswith(".pyc") and "__pycache__" not in text:
        raise EscapeError(f"{event}: {text}")
