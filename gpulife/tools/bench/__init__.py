"""Benchmarks of engines and their peers (``gpulife bench``), and the stress test (``gpulife stress``)."""
