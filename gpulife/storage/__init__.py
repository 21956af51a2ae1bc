"""Files of the program's own: read with limits, checked against schemas, written whole or not at all.

Everything that is read from outside comes through ``bounded_reading`` and ``schema``, and from zip files through
``zip_folder``; everything that is written goes through ``atomic_io``. ``save_file`` is the format of what gpulife keeps
for itself, ``toml_files`` are those that people edit, too, and ``locks`` hold other programs off meanwhile.
"""
