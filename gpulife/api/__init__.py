"""The library: what programs use, with the names that ``import gpulife`` offers.

``gpulife.__all__`` lists the names. They, their signatures and what their docstrings say stay compatible within a major
version; all other modules may change at any time.
"""
