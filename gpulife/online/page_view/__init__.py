"""A match in the form that the browser page shows: cells in compressed frames, all else in small JSON texts."""
