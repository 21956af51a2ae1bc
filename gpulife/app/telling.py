"""Several lines for the user at once: the window shows one at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence


def tell_all(tell: Callable[[str], None], lines: Sequence[str]) -> None:
    """Tell the first of the lines, and how many more there are."""
    if lines:
        tell(lines[0] if len(lines) == 1 else f"{lines[0]} (and {len(lines) - 1} more like that)")
