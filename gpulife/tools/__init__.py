"""Tools that measure and compare: benchmarks, the stress test and tournaments."""
