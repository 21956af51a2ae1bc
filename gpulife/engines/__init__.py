"""Engines: how a universe steps."""
