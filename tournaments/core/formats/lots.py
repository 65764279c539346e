"""Drawing lots that come out the same on every machine and in every order of the input."""

from hashlib import sha256

PRIME = (1 << 61) - 1


def lot(*names: object) -> int:
    """A number as good as random, fixed by what it is drawn for."""
    text = ":".join(map(str, names))
    return int.from_bytes(sha256(text.encode()).digest()[:8]) % (PRIME - 1) + 1


def joint_lot(one: int, other: int, bits: int) -> int:
    """The lot of two together, of so many bits; a product, since sums would be the same for every pairing."""
    return (one * other % PRIME) >> (61 - bits)
