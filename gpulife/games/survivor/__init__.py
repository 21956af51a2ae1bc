"""Survivor (2012): its rules, levels and their files."""
