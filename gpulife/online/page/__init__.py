"""The browser's page: plain files that the server sends as they are, and that no Python imports."""
