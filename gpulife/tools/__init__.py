"""What measures and compares: benchmarks, the stress test and tournaments."""
