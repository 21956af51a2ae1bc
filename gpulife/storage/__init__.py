"""The program's files: read with limits, checked against schemas, and written completely or not at all.

``bounded_reading``, ``schema`` and ``zip_folder`` read all data from outside; ``atomic_io`` writes all files.
``save_file`` is the format of gpulife's own files. ``toml_files`` changes files that people may also edit by hand.
``locks`` keeps other programs from changing a file at the same time.
"""
