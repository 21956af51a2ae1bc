"""Keeps the screen on, with the library wakepy (the extra ``awake``) where it is installed."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

_LOG = logging.getLogger(__name__)

MISSING = "the screen may go off: wakepy is not installed (pip install 'gpulife[awake]')"


@contextmanager
def keep_awake() -> Iterator[bool]:
    """Ask the desktop to leave the screen on until the block ends; yield whether it does.

    A failure is logged and does not keep the block from running.
    """
    mode = None
    try:
        mode = import_module("wakepy").keep.presenting(on_fail="pass")
        entered = mode.__enter__()
        active = bool(entered.active)
        _LOG.info(
            f"the screen is kept on by {entered.method}"
            if active
            else f"the screen may go off: {_shortened(entered.result.get_failure_text()) or 'the desktop refused'}"
        )
    except ImportError:
        active = False
        _LOG.info(MISSING)
    except Exception as error:  # noqa: BLE001 - a foreign library talks to a foreign desktop
        active, mode = False, None
        _LOG.info("the screen may go off: %s", _shortened(str(error)) or type(error).__name__)
    try:
        yield active
    finally:
        if mode is not None:
            try:
                mode.__exit__(None, None, None)
            except Exception as error:  # noqa: BLE001 - the same foreign library
                _LOG.info("the screen may stay on: %s", _shortened(str(error)) or type(error).__name__)


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 300 else line[:297] + "..."
