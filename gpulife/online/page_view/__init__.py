"""What a browser's page is shown of a match: its cells in packed frames, and all else as small parts of JSON."""
