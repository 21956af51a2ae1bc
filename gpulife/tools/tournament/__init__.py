"""The computer's levels against each other: ``gpulife tournament``."""
