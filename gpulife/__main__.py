"""``python -m gpulife`` is the ``gpulife`` program."""

from gpulife.cli.main import entry_point

if __name__ == "__main__":
    entry_point()
