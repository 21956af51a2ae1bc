"""What a pattern is: found out by running it aside, on an endless plane.

``search`` does it, in slices that never take long; ``identity`` is what it finds, as data and in words.
"""
