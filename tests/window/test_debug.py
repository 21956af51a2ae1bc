"""The window with --debug: its debug context logs the driver's messages."""

import ctypes
import logging

import pytest
from window.conftest import START
from window.desktop import Screen, wait_until

from gpulife.engines.gl.gl_debug import LOG
from gpulife.log import DEBUG_LOG, log_folder
from gpulife.window.glfw_window import Window, _gl_function


def test_driver_messages_are_logged(
    screen: Screen, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("DISPLAY", screen.name)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    with caplog.at_level(logging.DEBUG, LOG.name), Window("debug", (640, 400), vsync=False, visible=False):
        insert = _gl_function("glDebugMessageInsert", *[ctypes.c_uint] * 4, ctypes.c_int, ctypes.c_char_p)
        insert(0x824A, 0x8250, 3, 0x9147, -1, b"too often")
    assert "; a debug context" in caplog.messages[0]
    assert (LOG.name, logging.WARNING, "gpulife: slow 3: too often") in caplog.record_tuples


def test_program_logs_debug_context(start: START) -> None:
    program = start("--size", "160x96", "--debug", settings="[look]\nreduced_flashing = false\n")
    log = log_folder() / DEBUG_LOG
    wait_until(lambda: log.exists() and "; a debug context" in log.read_text(encoding="utf-8"), "a driver's words")
    assert f"writing a log to {log}" in program.said
    program.wait_for(lambda picture: picture.any(), "a picture")
    assert program.quit() == 0
    assert " ERROR " not in log.read_text(encoding="utf-8")
