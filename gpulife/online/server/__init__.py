"""The server of on-line play: one port, one process, many matches."""
