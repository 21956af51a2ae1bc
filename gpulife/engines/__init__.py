"""Engines: how a universe steps."""

from gpulife.engines.base import Engine
from gpulife.engines.factory import ENGINES, open_engine

__all__ = ["ENGINES", "Engine", "open_engine"]
