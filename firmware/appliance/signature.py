"""Who made a release: Ed25519 signatures. The public key is in the repository, the private one with the makers."""

from __future__ import annotations

from importlib.resources import files

PUBLIC = "release.pub"


def public_key() -> bytes:
    """The key of those who make Lifeguard, 32 bytes."""
    return bytes.fromhex(files("firmware.appliance").joinpath(PUBLIC).read_text(encoding="ascii"))


def right(data: bytes, signed: bytes, key: bytes) -> bool:
    """Whether `signed` is the signature of `data` by the owner of `key`."""
    from cryptography.exceptions import InvalidSignature  # not there yet when a box is first installed
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signed, data)
    except InvalidSignature:
        return False
    return True


def sign(data: bytes, private: bytes) -> bytes:
    """The signature (64 bytes) by a private key (32 bytes)."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(private).sign(data)


def new_keys() -> tuple[bytes, bytes]:
    """A private key and its public one, 32 bytes each."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    private = Ed25519PrivateKey.generate()
    return private.private_bytes_raw(), private.public_key().public_bytes_raw()
