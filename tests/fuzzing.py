"""Numbers of hypothesis examples: few and fixed in everyday tests, many new ones with .ci/fuzz."""

import os

FUZZES = os.environ.get("GPULIFE_TEST_FUZZES") == "1"
"""True if many new examples are tried."""
USUAL = 100
"""Examples of a test by default."""


def examples(number: int) -> int:
    """Return how many examples a test tries; ``number`` are enough to find errors with near certainty."""
    return 3 * number if FUZZES else max(min(number, 6), number // 4)
