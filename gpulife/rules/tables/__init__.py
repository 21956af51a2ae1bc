"""Golly's ``.rule`` files: laws as tables of transitions or as trees (https://golly.sourceforge.io/Help/formats.html).

``rule_file`` reads a file's sections, and ``known_rules`` finds a table by its name. ``diagram`` is the law of one as
engines and numpy follow it.
"""
