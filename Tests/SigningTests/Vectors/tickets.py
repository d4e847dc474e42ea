#!/usr/bin/env python3
"""The ticket code once more, written from docs/wire-format.md alone with nothing but Python's own modules.

    tickets.py verify < CASES    # a JSON object per line: first {"keys": […]}, then {"code": …}; an answer per line
    tickets.py make              # writes ticket-suite2.json beside itself; the same bytes each time
"""
import hashlib, hmac, json, pathlib, sys, uuid

import ed25519

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
PREFIX = "DC1:"
LABELS = {1: b"doorcheck/ticket-mac/v1\0", 2: b"doorcheck/ticket-sig/v2\0"}


def base45(data: bytes) -> str:
    text = ""
    for place in range(0, len(data) - 1, 2):
        number = data[place] << 8 | data[place + 1]
        text += ALPHABET[number % 45] + ALPHABET[number // 45 % 45] + ALPHABET[number // 2025]
    return text + (ALPHABET[data[-1] % 45] + ALPHABET[data[-1] // 45] if len(data) % 2 else "")


def from_base45(text: str):
    """The bytes, or None for a text that no bytes have."""
    data = b""
    for place in range(0, len(text), 3):
        group = [ALPHABET.find(character) for character in text[place:place + 3]]
        number = sum(value * 45**power for power, value in enumerate(group))
        if len(group) == 1 or -1 in group or number > (65535 if len(group) == 3 else 255):
            return None
        data += number.to_bytes(len(group) - 1, "big")
    return data


def derive(master: bytes, label: bytes, event: uuid.UUID, epoch: int) -> bytes:
    """HKDF with a salt, for 32 bytes: one block is enough."""
    pseudorandom = hmac.new(b"doorcheck/v1", master, hashlib.sha256).digest()
    info = label + event.bytes + epoch.to_bytes(4, "big")
    return hmac.new(pseudorandom, info + b"\1", hashlib.sha256).digest()


def key_id(suite: int, key: bytes) -> bytes:
    return hashlib.sha256(b"doorcheck/kid/v%d\0" % suite + key).digest()[:4]


def sign(suite: int, secret: bytes, event: uuid.UUID, user: uuid.UUID, ticket: uuid.UUID) -> bytes:
    if suite == 1:
        body = b"\1" + key_id(1, secret) + event.bytes + user.bytes + ticket.bytes
        return body + hmac.new(secret, LABELS[1] + body, hashlib.sha256).digest()[:16]
    body = b"\2" + key_id(2, ed25519.public_key(secret))[:3] + user.bytes + ticket.bytes
    return body + ed25519.sign(secret, LABELS[2] + event.bytes + body)


def verify(text: str, keys: list) -> dict:
    """What the code is: {"refusal": …}, or its event, user, ticket and epoch."""
    if not text.startswith(PREFIX):
        return {"refusal": "not-a-ticket"}
    code = from_base45(text[len(PREFIX):])
    if not code:
        return {"refusal": "malformed"}
    suite = code[0]
    if suite not in LABELS:
        return {"refusal": "unsupported-suite"}
    if len(code) != {1: 69, 2: 100}[suite]:
        return {"refusal": "malformed"}
    hint = code[1:5] if suite == 1 else code[1:4]
    candidates = [key for key in keys if bytes.fromhex(key["id"]).startswith(hint)]
    if not candidates:
        return {"refusal": "unknown-key"}
    for key in candidates:
        material, event = bytes.fromhex(key["key"]), uuid.UUID(key["event"])
        if key["suite"] != suite:
            continue
        if suite == 1:
            tag = hmac.new(material, LABELS[1] + code[:53], hashlib.sha256).digest()[:16]
            if tag != code[53:] or event.bytes != code[5:21]:
                continue
        elif not ed25519.verify(material, LABELS[2] + event.bytes + code[:36], code[36:]):
            continue
        user, ticket = (code[21:37], code[37:53]) if suite == 1 else (code[4:20], code[20:36])
        return {"event": str(event), "user": str(uuid.UUID(bytes=user)), "ticket": str(uuid.UUID(bytes=ticket)),
                "epoch": key["epoch"]}
    return {"refusal": "forged"}


def vector(master: bytes, event: uuid.UUID, epoch: int, user: uuid.UUID, ticket: uuid.UUID) -> dict:
    seed = derive(master, LABELS[2], event, epoch)
    public = ed25519.public_key(seed)
    payload = sign(2, seed, event, user, ticket)
    return {"master": master.hex(), "event": str(event), "epoch": epoch, "user": str(user), "ticket": str(ticket),
            "seed": seed.hex(), "public": public.hex(), "key_id": key_id(2, public).hex(), "payload": payload.hex(),
            "code": PREFIX + base45(payload)}


def make() -> None:
    valid = [vector(bytes(range(32)), uuid.UUID("00112233-4455-6677-8899-aabbccddeeff"), 1,
                    uuid.UUID("123e4567-e89b-42d3-a456-426614174000"),
                    uuid.UUID("6ba7b810-9dad-41d1-80b4-00c04fd430c8"))]
    for number in range(1, 64):
        master, event, user, ticket = (hashlib.sha256(f"{name}{number}".encode()).digest()
                                       for name in ("master", "event", "user", "ticket"))
        valid.append(vector(master, uuid.UUID(bytes=event[:16]), number * 7919, uuid.UUID(bytes=user[:16]),
                            uuid.UUID(bytes=ticket[:16])))
    raw, code = bytes.fromhex(valid[0]["payload"]), valid[0]["code"]
    small = [bytes(32), b"\1" + bytes(31), b"\xec" + b"\xff" * 30 + b"\x7f"]
    second = (int.from_bytes(raw[68:], "little") + ed25519.L).to_bytes(32, "little")
    changed = {
        "one character short": code[:-1], "one character long": code + "0", "lower case": PREFIX + code[4:].lower(),
        "of suite 1's length": raw[:69], "a byte more": raw + b"\0", "suite 1": b"\1" + raw[1:],
        "suite 3": b"\3" + raw[1:], "an unknown key": raw[:1] + bytes([raw[1] ^ 1]) + raw[2:],
        "one bit of the user": raw[:4] + bytes([raw[4] ^ 0x80]) + raw[5:],
        "one bit of the ticket": raw[:35] + bytes([raw[35] ^ 1]) + raw[36:],
        "one bit of the signature": raw[:36] + bytes([raw[36] ^ 1]) + raw[37:],
        "S + L": raw[:68] + second, "a signature of zeros": raw[:36] + bytes(64),
        **{f"R of small order, {point.hex()[:4]}": raw[:36] + point + bytes(32) for point in small},
    }
    key = {"suite": 2, "event": valid[0]["event"], "epoch": 1, "id": valid[0]["key_id"], "key": valid[0]["public"]}
    invalid = []
    for why, value in changed.items():
        text = value if isinstance(value, str) else PREFIX + base45(value)
        invalid.append({"why": why, "code": text, "refusal": verify(text, [key])["refusal"]})
    document = {"prefix": PREFIX, "valid": valid, "invalid_against_the_key_of_the_first": invalid}
    path = pathlib.Path(__file__).parent / "ticket-suite2.json"
    path.write_text(json.dumps(document, indent=1) + "\n")


def answer() -> None:
    keys = json.loads(sys.stdin.readline())["keys"]
    for line in sys.stdin:
        print(json.dumps(verify(json.loads(line)["code"], keys), sort_keys=True))


if __name__ == "__main__":
    {"make": make, "verify": answer}[sys.argv[1]]()
