"""The engine of bit planes: Life-like rules, many generations a pass."""
