"""The address under which players reach a server, as its other servers know it and as clients are told it.

Several servers may share a name: ``https://life.example.org/s1`` is the one whose socket is at ``/s1/play`` there.
"""

import re
from dataclasses import dataclass
from typing import Self

from gpulife.errors import UsageError
from gpulife.online.http_addresses import Authority
from gpulife.online.protocol.fields import SOCKET_PATH

MAX_ADDRESS = 200
_ADDRESS = re.compile(r"(https?)://([^/?#@\s]+)((?:/[A-Za-z0-9_~-][A-Za-z0-9_.~-]{0,40}){0,4})/?", re.ASCII)


@dataclass(frozen=True, slots=True)
class PublicAddress:
    """Where a server is.

    Attributes:
        tls: whether it is asked with TLS.
        authority: host and port.
        path: what stands before the paths of the server's own; "" or as in "/s1".
    """

    tls: bool
    authority: Authority
    path: str = ""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``http://HOST[:PORT][/PATH]``, or the same with https, which may come from strangers.

        Raises:
            UsageError: it is none.
        """
        found = _ADDRESS.fullmatch(text) if len(text) <= MAX_ADDRESS else None
        authority = Authority.parse(found[2]) if found else None
        if found is None or authority is None:
            raise UsageError(f"address {text[:80]!r}: should be as in https://life.example.org/s1")
        return cls(found[1] == "https", authority, found[3])

    def __str__(self) -> str:
        return f"{'https' if self.tls else 'http'}://{self.authority}{self.path}"

    @property
    def socket(self) -> str:
        """The address of its socket."""
        return f"{'wss' if self.tls else 'ws'}://{self.authority}{self.path}{SOCKET_PATH}"
