"""The ranks on which tests run, or None: see ``ranked_pytest.py``."""

from __future__ import annotations

from gpulife.ranks.world import World

world: World | None = None
