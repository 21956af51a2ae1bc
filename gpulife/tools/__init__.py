"""Tools that measure and compare; each is the job of a command.

``bench_suite`` measures engines and ``peers`` other programs, ``rank_scaling`` several ranks, ``online_bench`` a
server, and ``gl_profile`` single passes of bit planes. ``stress`` runs the largest board for hours, and ``tournament``
lets computers play against each other.
"""
