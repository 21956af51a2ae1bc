"""With --debug, the OpenGL driver's messages are logged."""

from __future__ import annotations

import ctypes
import logging
from pathlib import Path

import moderngl
import pytest

from gpulife.cli.main import main
from gpulife.engines.cells.gl_engine import GLCellsEngine
from gpulife.engines.gl import gl_debug
from gpulife.engines.gl.gl_context import gl_function
from gpulife.engines.gl.gl_debug import LOG
from gpulife.engines.gl.gl_device import GLDevice, open_device
from gpulife.log import DEBUG_LOG, LOGS_VARIABLE

APPLICATION, OTHER, HIGH, LOW = 0x824A, 0x8251, 0x9146, 0x9148  # of OpenGL's registry
NO_SUCH_SWITCH = 0x1234


def say(device: GLDevice, text: str, severity: int) -> None:
    """Make the driver report a message of ours."""
    insert = gl_function(device.context, "glDebugMessageInsert", *[ctypes.c_uint] * 4, ctypes.c_int, ctypes.c_char_p)
    insert(APPLICATION, OTHER, 7, severity, -1, text.encode())


@pytest.mark.parametrize(("severity", "level"), [(HIGH, logging.ERROR), (LOW, logging.INFO)])
def test_driver_messages_are_logged(caplog: pytest.LogCaptureFixture, severity: int, level: int) -> None:
    with caplog.at_level(logging.DEBUG, LOG.name), open_device() as device, device.current():
        say(device, "hello\nthere", severity)
    assert (LOG.name, level, "gpulife: other 7: hello there") in caplog.record_tuples
    opened = caplog.record_tuples[0][2]
    assert opened.startswith(f"{device.renderer}, OpenGL {device.version}, {device.vendor}; ")
    assert "debug context" in opened


def test_errors_are_logged_with_their_function(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, LOG.name), open_device() as device, device.current():
        device.context.enable_direct(NO_SUCH_SWITCH)
        assert device.context.error == "GL_INVALID_ENUM"
        with pytest.raises(moderngl.Error):
            device.compute_text("#version 430 core\nlayout(local_size_x = 1) in;\nvoid main() { nowhere = 1; }\n")
    said = "\n".join(message for _, _, message in caplog.record_tuples)
    assert "OpenGL: error " in said
    assert "GL_INVALID_ENUM" in said
    assert "the compiler: error " in said
    assert "nowhere" in said


def test_repeated_messages_are_counted(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, LOG.name), open_device() as device, device.current():
        for _ in range(250):
            say(device, "again", LOW)
    said = [message for _, _, message in caplog.record_tuples if "again" in message]
    assert said == [f"gpulife: other 7: again{times}" for times in ("", " (10 times)", " (100 times)")]


def test_no_debug_context_by_default(caplog: pytest.LogCaptureFixture) -> None:
    with open_device() as device, device.current():
        say(device, "hello", HIGH)
        device.context.enable_direct(NO_SUCH_SWITCH)
        assert device.context.error == "GL_INVALID_ENUM"
    assert not caplog.records


def test_driver_without_debug_messages(caplog: pytest.LogCaptureFixture) -> None:
    class Old:
        version_code = 410
        extensions = frozenset({"GL_ARB_gpu_shader5"})

        def __init__(self, context: moderngl.Context) -> None:
            self.info, self.mglo = context.info, context.mglo

    with open_device() as device, device.current(), caplog.at_level(logging.DEBUG, LOG.name):
        gl_debug.log_messages(Old(device.context))
    assert caplog.messages[-1] == f"no driver messages from {device.renderer}: it lacks KHR_debug"


def test_run_with_debug_writes_log_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(LOGS_VARIABLE, str(tmp_path / "of" / "mine"))
    step = GLCellsEngine._step

    def mistaken(self: GLCellsEngine, *arguments: object) -> None:
        step(self, *arguments)
        with self.device.current():
            self.device.context.enable_direct(NO_SUCH_SWITCH)
            self.device.require_no_error("stepping")

    monkeypatch.setattr(GLCellsEngine, "_step", mistaken)
    arguments = ["run", "--soup", "20x20:0.3", "--seed", "1", "-g", "1", "--engine", "gl"]
    assert main([*arguments, "--debug"]) == 2
    path = tmp_path / "of" / "mine" / DEBUG_LOG
    assert capsys.readouterr().err.startswith(f"gpulife: debug: writing a log to {path}\n")
    log = path.read_text(encoding="utf-8")
    assert f"gpulife {' '.join(arguments)} --debug\n" in log.splitlines(keepends=True)[0]
    assert "INFO gpulife.opengl: " in log
    assert "ERROR gpulife.opengl: OpenGL: error " in log
    assert "GL_INVALID_ENUM" in log
    assert "GL_INVALID_ENUM while stepping" in log.splitlines()[-1], "with where it came from"

    path.unlink()
    assert main(arguments) == 2
    assert not path.exists(), "the next command is not logged unless it is asked for"


def test_unwritable_log_is_harmless(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv(LOGS_VARIABLE, str(tmp_path / "file"))
    assert main(["list", "rules", "--debug"]) == 0
    assert capsys.readouterr().err.startswith(f"gpulife: warning: no debug log is written: {tmp_path / 'file'}: ")
