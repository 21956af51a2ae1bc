"""Views: how a universe looks. Nothing here changes one."""
