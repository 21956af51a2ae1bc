"""A match as the browser page shows it: cells in compressed frames, and the rest as small JSON parts."""
