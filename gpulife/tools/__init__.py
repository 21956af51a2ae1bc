"""Tools for measuring and comparing. Commands of gpulife run them.

``bench_suite`` measures engines, ``peers`` measures other programs, ``rank_scaling`` measures runs on several MPI
ranks, and ``online_bench`` measures a server. ``gl_profile`` measures single passes (runs of a shader) of the engine
with bit planes. ``stress`` runs the largest board for hours, and ``tournament`` lets computer players play against each
other.
"""
