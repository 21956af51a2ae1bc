"""Engines: how a universe steps.

``base`` says what an engine is and ``registry`` which engines there are; a new one, from outside of this package, too,
needs what is imported here and nothing else: see ``tests/engines/toy_engine.py``.
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
