"""The play screen, which shows and runs the present session, with the parts of which it consists."""
