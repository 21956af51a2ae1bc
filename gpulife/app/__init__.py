"""The program in a window: wiring of session, view, input and panels."""
