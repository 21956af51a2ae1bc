"""Addresses of mails as strangers write them: one, in plain letters, or none at all.

Python's own ``parseaddr`` is for every form that RFC 5322 has, comments and routes included, and has been led to read
another address than the one that a mail server sees. Here is only what people write: ``ada@example.org``, with or
without a name before it.
"""

import re

MAX_ADDRESS = 254
"""Limit on the characters of an address (RFC 5321)."""
_MAX_HEADER = 1000
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_ADDRESS = rf"(?P<local>[A-Za-z0-9_][A-Za-z0-9._+=~-]{{0,63}})@(?P<domain>{_LABEL}(?:\.{_LABEL})*)"
_WHOLE = re.compile(_ADDRESS, re.ASCII)
_NAMED = re.compile(r'(?:"[^"\\]*" ?|[^"<>,;:\\]*)<(?P<address>[^<>\s]+)>', re.ASCII)
_LINKED = re.compile(r"<?(?:mailto:)?(?P<address>[^<>\s:]+)>?(?:<mailto:[^<>\s]+>)?", re.IGNORECASE)
"""An address as programs write it into a text that was a page."""


def is_address(text: str) -> bool:
    """Return whether a text is an address."""
    found = _WHOLE.fullmatch(text) if len(text) <= MAX_ADDRESS else None
    return found is not None and ".." not in text and not found["local"].endswith(".")


def address_in(header: str) -> str:
    """Return the address in a header such as From; "" if there is none, or more than one."""
    text = " ".join(header[:_MAX_HEADER].split()) if len(header) <= _MAX_HEADER else ""
    named = _NAMED.fullmatch(text)
    address = named["address"] if named else text
    return address if is_address(address) else ""


def address_of_word(word: str) -> str:
    """Return the address that somebody wrote as a word of a text, of a domain with a dot; "" if it is none."""
    found = _LINKED.fullmatch(word) if len(word) <= 3 * MAX_ADDRESS else None
    address = found["address"] if found else ""
    return address if is_address(address) and "." in address.partition("@")[2] else ""
