"""Tools that measure and compare, each for a command of gpulife.

``bench_suite`` measures engines and ``peers`` other programs, ``rank_scaling`` several ranks, ``online_bench`` a
server, and ``gl_profile`` single passes (runs of a shader) of the engine with bit planes. ``stress`` runs the largest
board for hours, and ``tournament`` lets computers play against each other.
"""
