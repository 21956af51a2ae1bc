"""Logs the OpenGL driver's messages (KHR_debug): errors and performance warnings."""

import ctypes
import logging
from collections import Counter
from typing import Any

import moderngl

from gpulife.engines.gl.gl_context import function_type, gl_function
from gpulife.log import DRIVERS

LOG = logging.getLogger(DRIVERS)
"""Logger of driver messages. At level DEBUG it gets the messages of all contexts that are opened later."""

_DEBUG_OUTPUT, _DEBUG_OUTPUT_SYNCHRONOUS = 0x92E0, 0x8242  # this and the numbers below are from OpenGL's registry
_CONTEXT_FLAGS, _IS_FOR_DEBUGGING = 0x821E, 2
_DONT_CARE, _TRUE = 0x1100, 1
_SOURCES = {
    0x8246: "OpenGL",
    0x8247: "the window system",
    0x8248: "the compiler",
    0x8249: "a third party",
    0x824A: "gpulife",
    0x824B: "something else",
}
_KINDS = {
    0x824C: "error",
    0x824D: "deprecated",
    0x824E: "undefined behaviour",
    0x824F: "not portable",
    0x8250: "slow",
    0x8251: "other",
    0x8268: "marker",
    0x8269: "group begins",
    0x826A: "group ends",
}
_LEVELS = {0x9146: logging.ERROR, 0x9147: logging.WARNING, 0x9148: logging.INFO, 0x826B: logging.DEBUG}

_CALLBACK = function_type(None, *[ctypes.c_uint] * 4, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
_MAX_KNOWN = 4096
"""Maximum number of distinct messages that are counted. There could be endlessly many, since some contain numbers."""
_callbacks: list[Any] = []
"""Callbacks passed to drivers. They are never freed, since a driver may call them after its context was released."""


def is_logged() -> bool:
    """Return True if driver messages are logged; contexts should then be opened as debug contexts."""
    return LOG.isEnabledFor(logging.DEBUG)


def log_messages(context: moderngl.Context) -> None:
    """Log the messages of the current context's driver, if logging is on."""
    if not is_logged():
        return
    info = context.info
    flags = ctypes.c_int()
    gl_function(context, "glGetIntegerv", ctypes.c_uint, ctypes.c_void_p)(_CONTEXT_FLAGS, ctypes.addressof(flags))
    kind = "a debug context" if flags.value & _IS_FOR_DEBUGGING else "no debug context, so some drivers report less"
    LOG.info("%s, OpenGL %s, %s; %s", *(info[f"GL_{name}"] for name in ("RENDERER", "VERSION", "VENDOR")), kind)
    if context.version_code < 430 and "GL_KHR_debug" not in context.extensions:
        LOG.warning("no driver messages from %s: it lacks KHR_debug", info["GL_RENDERER"])
        return
    listener = _CALLBACK(_Listener())
    _callbacks.append(listener)
    gl_function(context, "glDebugMessageCallback", _CALLBACK, ctypes.c_void_p)(listener, None)
    # Messages of the lowest severity are off by default.
    control = gl_function(
        context, "glDebugMessageControl", *[ctypes.c_uint] * 3, ctypes.c_int, ctypes.c_void_p, ctypes.c_ubyte
    )
    control(_DONT_CARE, _DONT_CARE, _DONT_CARE, 0, None, _TRUE)
    # Synchronous: the driver calls back in the thread of the faulty call, before that call returns.
    context.enable_direct(_DEBUG_OUTPUT_SYNCHRONOUS)
    context.enable_direct(_DEBUG_OUTPUT)


class _Listener:
    """Logs messages. A repeated message is logged only when it comes for the 1st, 10th, 100th time and so on."""

    def __init__(self) -> None:
        self._times: Counter[str] = Counter()

    def __call__(
        self, source: int, kind: int, number: int, severity: int, length: int, text: int, _user: int | None
    ) -> None:
        text_line = " ".join(ctypes.string_at(text, length).decode("utf-8", "replace").split())
        message = f"{_SOURCES.get(source, source)}: {_KINDS.get(kind, kind)} {number}: {text_line}"
        if len(self._times) >= _MAX_KNOWN:
            self._times.clear()
        self._times[message] += 1
        times = self._times[message]
        if str(times).strip("0") == "1":  # 1, 10, 100 ...
            LOG.log(_LEVELS.get(severity, logging.INFO), "%s%s", message, f" ({times} times)" if times > 1 else "")
