"""The play screen, which shows and runs the present session, and its parts."""
