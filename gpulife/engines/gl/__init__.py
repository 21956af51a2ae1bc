"""OpenGL for engines and views: contexts, devices, passes and shader sources."""
