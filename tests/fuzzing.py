"""How many examples hypothesis tries: few, always the same, in everyday tests; many new ones in those of .ci/fuzz."""

import os

FUZZES = os.environ.get("GPULIFE_TEST_FUZZES") == "1"
"""Whether new examples are looked for, and many of them."""
USUAL = 100
"""Examples of a test that asks for no other number."""


def examples(number: int) -> int:
    """Return how many examples a test tries of which ``number`` show with near certainty what is wrong."""
    return 3 * number if FUZZES else max(min(number, 6), number // 4)
