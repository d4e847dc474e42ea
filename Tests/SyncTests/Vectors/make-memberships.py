#!/usr/bin/env python3
"""Golden vectors of memberships, versions and keys, written with Python's own hmac and hashlib, and with `cryptography` for Ed25519.

An implementation agrees with these or it is wrong. Run it again to get the same file:
    python3 make-memberships.py        # writes memberships.json beside itself
"""
import base64
import hashlib
import hmac
import json
import pathlib
import uuid

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def hkdf(secret: bytes, info: bytes) -> bytes:  # RFC 5869 with SHA-256, 32 bytes
    key = hmac.new(b"doorcheck/v1", secret, hashlib.sha256).digest()
    return hmac.new(key, info + b"\x01", hashlib.sha256).digest()


def pair(seed: bytes) -> tuple[Ed25519PrivateKey, bytes]:
    key = Ed25519PrivateKey.from_private_bytes(seed)
    return key, key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


def digits(label: bytes, key: bytes) -> str:
    number = int.from_bytes(hashlib.sha256(label + b"\0" + key).digest()[:8], "big") % 100_000_000
    return f"{number:08}"[:4] + " " + f"{number:08}"[4:]


def crockford(data: bytes) -> str:
    number = int.from_bytes(data, "big")
    letters = ["0123456789ABCDEFGHJKMNPQRSTVWXYZ"[number >> 5 * place & 31] for place in reversed(range(16))]
    return "-".join("".join(letters[start:start + 4]) for start in range(0, 16, 4))


def box(key: bytes) -> str:
    digest = bytearray(hashlib.sha256(b"doorcheck/box/v1\0" + key).digest()[:16])
    digest[6], digest[8] = digest[6] & 0x0F | 0x80, digest[8] & 0x3F | 0x80
    return str(uuid.UUID(bytes=bytes(digest)))


def canonical(value: dict) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def line(record: dict, signature: bytes, kind: str = "membership") -> str:
    body = canonical({"kind": kind, "record": record})
    return body[:-1] + ',"signature":"' + text(signature) + '"}'


def main() -> None:
    master = bytes(range(32))
    root, root_key = pair(hkdf(master, b"doorcheck/root/v1\0"))
    box_pair, box_key = pair(bytes(range(32, 64)))
    secret = bytes(range(10))
    code, code_key = pair(hkdf(secret, b"doorcheck/code/v1\0"))
    common = {"name": "Nördl. Tor", "serial": 117_309_440_000_001, "start": 1_790_000_000_000, "root": text(root_key)}

    def signed(terms: dict) -> bytes:
        return root.sign(b"doorcheck/membership/v1\0" + canonical(terms).encode())

    direct = common | {"key": text(box_key), "role": "gate"}
    event = "0192f0c1-7a6b-7c3d-8e4f-5a6b7c8d9e0f"
    invited = common | {"key": text(code_key), "role": "desk", "invites": True, "events": [event]}
    point = {"seq": 7, "chain": text(bytes(range(8)))}
    revoked = direct | {"revoked": {"since": 1_790_000_000_000, "scans": [point], "changes": []}}
    proof = code.sign(b"doorcheck/join/v1\0" + box_key)
    consent = box_pair.sign(b"doorcheck/consent/v1\0" + code_key)
    ended = common | {"key": text(code_key), "role": "desk", "invites": True,
                      "revoked": {"since": 1_790_000_000_000, "scans": [], "changes": []}}
    ticket = {"epoch": 1, "event": event, "first": "valid", "holder": "Zoë Öztürk", "id": event[:-1] + "0",
              "stamp": {"box": box(box_key), "hlc": 117_309_440_000_002}, "user": event[:-1] + "1"}
    # Names are in the order of their bytes; "lend" is of a newer version.
    limited = direct | {"role": "desk", "actions": ["admit", "lend", "pay"], "events": [event],
                        "tiers": ["Regular", "VIP", "Ermäßigt"]}
    limited["tiers"].sort(key=str.encode)
    nothing = direct | {"actions": []}
    key = {"epoch": 1, "event": event, "id": "3f9a01bc", "root": text(root_key), "suite": 1}
    version = box_pair.sign(b"doorcheck/version/v1\0" + canonical({"kind": "ticket", "record": ticket}).encode())
    facts = root.sign(b"doorcheck/key/v1\0" + canonical({"kind": "key", "record": key}).encode())
    vectors = {
        "master": master.hex(), "root": text(root_key), "root_code": digits(b"doorcheck/root-code/v1", root_key),
        "code": crockford(secret), "code_key": text(code_key),
        "pledge": text(code.sign(b"doorcheck/pledge/v1\0" + root_key)),
        "box_key": text(box_key), "box": box(box_key),
        "direct": line({"key": text(box_key), "terms": direct}, signed(direct)),
        "revoked": line({"key": text(box_key), "terms": revoked}, signed(revoked)),
        "invited": line(
            {"key": text(box_key), "consent": text(consent), "proof": text(proof), "terms": invited}, signed(invited)),
        "limited": line({"key": text(box_key), "terms": limited}, signed(limited)),
        "nothing": line({"key": text(box_key), "terms": nothing}, signed(nothing)),
        "version": line(ticket, version, "ticket"),
        "key": line(key, facts, "key"),
        "ended": line({"key": text(code_key), "terms": ended}, signed(ended)),
    }
    path = pathlib.Path(__file__).parent / "memberships.json"
    path.write_text(json.dumps(vectors, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
