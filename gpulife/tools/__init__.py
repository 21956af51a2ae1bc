"""Tools that measure and compare, each for a command of gpulife.

``bench_suite`` measures engines, ``peers`` measures other programs, ``rank_scaling`` measures several ranks, and
``online_bench`` measures a server. ``gl_profile`` measures single passes (runs of a shader) of the engine with bit
planes. ``stress`` runs the largest board for hours, and ``tournament`` lets computers play against each other.
"""
