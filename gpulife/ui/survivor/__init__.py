"""How Survivor looks: its six kinds of cells, day and night, bars around the board, and the pages between levels."""
