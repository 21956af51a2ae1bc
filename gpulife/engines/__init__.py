"""Engines: classes that hold a board and compute its generations.

``base`` defines the engine interface and ``registry`` lists the available engines. A new engine, in this package or
outside it, needs only the names imported here: see ``tests/engines/toy_engine.py``.
"""

from gpulife.engines.base import Engine, Storage
from gpulife.engines.factory import open_engine
from gpulife.engines.registry import ENGINES, EngineRecord, Opening, Wanted, find_engine, register

__all__ = [
    "ENGINES",
    "Engine",
    "EngineRecord",
    "Opening",
    "Storage",
    "Wanted",
    "find_engine",
    "open_engine",
    "register",
]
