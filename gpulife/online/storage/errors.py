"""What can go wrong with what a server stores."""

from gpulife.errors import GpulifeError


class StorageError(GpulifeError):
    """Something cannot be stored or read."""


class UnavailableError(StorageError):
    """The database cannot be read, or nothing can be written: what is wrong is outside this program, and may pass.

    Attributes:
        told: why, in a line for people who play there, without the places that are in the message.
    """

    def __init__(self, message: str, told: str) -> None:
        super().__init__(message)
        self.told = told


class NotOwnerError(StorageError):
    """This process does not own the match, or no longer: nothing of it may be stored until it is taken over again."""


class QueueFullError(UnavailableError):
    """More waits to be written than there is room for: the disk or the database does not keep up."""


class UnknownMatchError(StorageError):
    """There is no such match."""


class QuotaError(StorageError):
    """Somebody has as much as one may have."""
