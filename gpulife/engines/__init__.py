"""Engines: how a universe steps.

``base`` says what an engine is, ``registry`` which engines there are.
"""

from gpulife.engines.base import Engine
from gpulife.engines.factory import open_engine
from gpulife.engines.registry import ENGINES, EngineRecord, Opening, register

__all__ = ["ENGINES", "Engine", "EngineRecord", "Opening", "open_engine", "register"]
