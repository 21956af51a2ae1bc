"""The address of a server in the form that people type, read or scan."""

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import parse_qs, quote, urlsplit

from gpulife.errors import UsageError
from gpulife.online.protocol import DEFAULT_PORT, SOCKET_PATH, Host, Join

MAX_ADDRESS = 200
_HOST = re.compile(r"(?=.{1,253}$)[\w-]{1,63}(\.[\w-]{1,63})*\.?", re.ASCII)
_CODE = re.compile(r"[A-Za-z0-9-]{1,40}", re.ASCII)
_FORM = "an address such as 192.168.1.7, ada-laptop:7171 or https://life.example.org/"


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """The address of a server.

    Attributes:
        host: name or numeric address, in lower case.
        port: number of the port.
        tls: True if the server uses TLS.
    """

    host: str
    port: int = DEFAULT_PORT
    tls: bool = False

    @property
    def text(self) -> str:
        """The address as people type it, in the shortest form that :func:`read_address` accepts."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        usual = 443 if self.tls else DEFAULT_PORT
        port = "" if self.port == usual else f":{self.port}"
        return f"https://{host}{port}" if self.tls else f"{host}{port}"

    @property
    def socket(self) -> str:
        """The URL of the server's WebSocket."""
        return f"{'wss' if self.tls else 'ws'}://{self._site}{SOCKET_PATH}"

    @property
    def page(self) -> str:
        """The URL of the server's page for browsers."""
        return f"{'https' if self.tls else 'http'}://{self._site}/"

    def invitation(self, code: str) -> str:
        """Return the URL at which a browser opens the match that has this invite code."""
        return f"{self.page}#match={quote(code, safe='')}"

    @property
    def _site(self) -> str:
        host = self.host.replace("%", "%25")
        return f"[{host}]:{self.port}" if ":" in host else f"{host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Invitation:
    """A server, and the invite code of a match on it; "" if there is no code."""

    address: ServerAddress
    code: str = ""


def read_address(text: str) -> Invitation:
    """Read a typed address or invitation, with or without scheme and port.

    Raises:
        UsageError: the text is not an address; the message says what is expected.
    """
    typed = text.strip()
    wrong = UsageError(f"{typed[:40]!r} should be {_FORM}")
    if not typed or len(typed) > MAX_ADDRESS or any(letter.isspace() or not letter.isprintable() for letter in typed):
        raise wrong
    typed = _with_brackets(typed)
    try:
        parts = urlsplit(typed if "://" in typed else f"gpulife://{typed}")
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise wrong from error
    if parts.scheme not in ("http", "https", "gpulife", "ws", "wss") or parts.username is not None:
        raise wrong
    if not (_HOST.fullmatch(host) or _is_number(host)) or port == 0:
        raise wrong
    tls = parts.scheme in ("https", "wss")
    usual = {"https": 443, "wss": 443, "http": 80, "ws": 80}.get(parts.scheme, DEFAULT_PORT)
    code = parse_qs(parts.fragment).get("match", [""])[0]
    return Invitation(ServerAddress(host.lower(), port or usual, tls), code if _CODE.fullmatch(code) else "")


def _with_brackets(typed: str) -> str:
    """Enclose an IPv6 address in brackets if it has none."""
    return f"[{typed}]" if _is_number(typed) and ":" in typed else typed


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    zone = host.partition("%")[2]
    return zone.isalnum() if "%" in host else True


# The match to join or host: passed from the lobby to the connection.


@dataclass(frozen=True, slots=True)
class Destination:
    """A match on a server, to be joined or hosted.

    Attributes:
        address: the server.
        wish: the Join or Host message to send to the server.
        name: the user's name on the server.
    """

    address: ServerAddress
    wish: Join | Host
    name: str = ""
