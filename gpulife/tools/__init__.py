"""Tools that measure and compare: benchmarks and the stress test (``bench``), passes of bit planes, and tournaments."""
