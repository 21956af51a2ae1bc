"""A match in the form that the browser page shows: cells in compressed frames, and all else as small JSON parts."""
