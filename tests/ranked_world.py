"""The ranks that tests run on, if they do: see ``ranked_pytest.py``."""

from __future__ import annotations

from gpulife.ranks.world import World

world: World | None = None
