"""A stolen gate's box in strange hands: its files, and the protocol of docs/sync.md and docs/hub.md a second time."""

import base64
import ctypes
import ctypes.util
import hashlib
import hmac
import http.client
import json
import os
import sqlite3
import time
import uuid
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def data(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def canonical(value) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def identifier(digest: bytes, version: int) -> str:
    """A UUID of a version, made from the first 16 bytes of a hash."""
    number = bytearray(digest[:16])
    number[6], number[8] = number[6] & 0x0F | version << 4, number[8] & 0x3F | 0x80
    return str(uuid.UUID(bytes=bytes(number)))


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


def be(number: int, length: int) -> bytes:
    return (number & (1 << 8 * length) - 1).to_bytes(length, "big")


def measured(part: bytes) -> bytes:
    return be(len(part), 2) + part


def optional(name: str | None) -> bytes:
    return b"\1" + uuid.UUID(name).bytes if name else b"\0"


def scan_bytes(scan: dict) -> bytes:
    """The canonical bytes of a scan, as docs/ledger.md has them."""
    undone = b"\0"
    if "undone_box" in scan:
        undone = optional(scan["undone_box"]) + be(scan["undone_seq"], 8) + data(scan["undone_chain"])
    offset = b"\1" + be(scan["offset"], 8) if "offset" in scan else b"\0"
    texts = [scan.get(name) or "" for name in ("gate", "zone", "kind", "verdict", "reason", "decided", "actor", "why")]
    return (b"doorcheck/scan/v1\0" + uuid.UUID(scan["box"]).bytes + be(scan["seq"], 8) + uuid.UUID(scan["event"]).bytes
            + optional(scan.get("ticket")) + be(scan["at"], 8) + offset + be(scan["hlc"], 8) + be(scan.get("slot") or 0, 4)
            + be(scan["people"], 4) + undone + b"".join(measured(part.encode()) for part in texts)
            + measured(data(scan.get("mark") or "")))


def change_bytes(change: dict) -> bytes:
    """The canonical bytes of a change."""
    texts = [change.get(name) or "" for name in ("action", "was", "status", "actor", "why")]
    return (b"doorcheck/change/v1\0" + uuid.UUID(change["box"]).bytes + be(change["seq"], 8)
            + uuid.UUID(change["ticket"]).bytes + be(change["at"], 8) + be(change["hlc"], 8)
            + b"".join(measured(part.encode()) for part in texts))


def ticket_of(code: str) -> str:
    """The ticket that a code names (docs/wire-format.md)."""
    values, read = [DIGITS.index(letter) for letter in code.removeprefix("DC1:")], b""
    for start in range(0, len(values), 3):
        group = values[start:start + 3]
        read += be(sum(value * 45 ** place for place, value in enumerate(group)), len(group) - 1)
    return str(uuid.UUID(bytes=read[37:53]))


def encoded(read: bytes) -> str:
    """Base45 of some bytes."""
    letters = ""
    for start in range(0, len(read), 2):
        pair = read[start:start + 2]
        number = int.from_bytes(pair, "big")
        letters += "".join(DIGITS[number // 45 ** place % 45] for place in range(len(pair) + 1))
    return letters


class Key:
    """An Ed25519 key, and the box that has it."""

    def __init__(self, seed: bytes):
        self.secret = Ed25519PrivateKey.from_private_bytes(seed)
        self.public = self.secret.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        self.box = identifier(hashlib.sha256(b"doorcheck/box/v1\0" + self.public).digest(), 8)

    def sign(self, label: str, message: bytes) -> bytes:
        return self.secret.sign(label.encode() + b"\0" + message)

    def record(self, name: str) -> dict:
        """The version of a box that the hub keeps."""
        record = {"id": self.box, "key": text(self.public), "name": name}
        return {"kind": "box", "box": self.box, "id": self.box, "hlc": "0",
                "body": canonical({"kind": "box", "record": record})}


class Log:
    """One of a box's two logs, of which anybody with its key can write the next line."""

    def __init__(self, kind: str, box: str, seq: int = 0, chain: bytes = bytes(32), hlc: int = 0):
        self.kind, self.box, self.seq, self.chain, self.hlc = kind, box, seq, chain, hlc

    def copy(self) -> "Log":
        return Log(self.kind, self.box, self.seq, self.chain, self.hlc)

    def next(self, fields: dict) -> dict:
        """Returns the next line, and goes on behind it."""
        now = milliseconds()
        record = {"box": self.box, "seq": self.seq + 1, "at": now, "hlc": max(now << 16, self.hlc + 1)} | fields
        bytes_ = scan_bytes(record) if self.kind == "scan" else change_bytes(record)
        chain = hashlib.sha256(self.chain + bytes_).digest()
        self.seq, self.chain, self.hlc = record["seq"], chain, record["hlc"]
        return record | {"chain": text(chain)}


def line(kind: str, record: dict, signature: bytes | str | None) -> dict:
    """A line of a log as the hub takes it."""
    return {"kind": kind, "box": record["box"], "seq": record["seq"], "chain": text(data(record["chain"])[:8]),
            "body": body(kind, record, signature)} | ({"event": record["event"]} if kind == "scan" else {})


def body(kind: str, record: dict, signature: bytes | str | None) -> str:
    plain = canonical({"kind": kind, "record": record})
    signature = text(signature) if isinstance(signature, bytes) else signature
    return plain if signature is None else plain[:-1] + ',"signature":"' + signature + '"}'


def signed(key: Key, kind: str, record: dict) -> dict:
    """A line with the signature of a key, whoever's line it is."""
    return line(kind, record, key.sign("doorcheck/line/v1", data(record["chain"])))


def version(key: Key, kind: str, record: dict) -> dict:
    """A version of an event or a ticket, or a message, with the signature of a key."""
    stamp = record.get("stamp") or {"hlc": 0, "box": record["box"]}
    signature = key.sign("doorcheck/version/v1", canonical({"kind": kind, "record": record}).encode())
    event = record["id"] if kind == "event" else record["event"]
    return {"kind": kind, "event": event, "box": stamp["box"], "id": record["id"], "hlc": str(stamp["hlc"]),
            "body": body(kind, record, signature)}


def membership(record: dict, signature: bytes | str) -> dict:
    """A membership as the hub takes it, whoever signed it."""
    box = identifier(hashlib.sha256(b"doorcheck/box/v1\0" + data(record["key"])).digest(), 8)
    kind = "invited" if "proof" in record else "membership"
    digest = hashlib.sha256(f"doorcheck/{kind} {record['terms']['root']} {box}".encode()).digest()
    return {"kind": "membership", "box": box, "id": str(uuid.UUID(bytes=digest[:16])),
            "hlc": str(record["terms"]["serial"]), "body": body("membership", record, signature)}


def key_facts(record: dict, signature: bytes) -> dict:
    """The public facts of an event's key as the hub takes them."""
    names = (f"key {record['id']} {record['root']}", "key")
    identity, box = (str(uuid.UUID(bytes=hashlib.sha256(f"doorcheck/{name}".encode()).digest()[:16])) for name in names)
    return {"kind": "key", "event": record["event"], "box": box, "id": identity,
            "hlc": str(int("retired" in record)), "body": body("key", record, signature)}


class Sealing:
    """What only libsodium and libzstd do, which doorcheck has anyway."""

    sodium = ctypes.CDLL(ctypes.util.find_library("sodium"))
    zstd = ctypes.CDLL(ctypes.util.find_library("zstd"))
    for name in ("ZSTD_compress", "ZSTD_compressBound", "ZSTD_decompress"):
        getattr(zstd, name).restype = ctypes.c_size_t

    @classmethod
    def packed(cls, plain: bytes) -> bytes:
        """Compresses bytes."""
        room = ctypes.create_string_buffer(cls.zstd.ZSTD_compressBound(ctypes.c_size_t(len(plain))))
        size = cls.zstd.ZSTD_compress(
            room, ctypes.c_size_t(len(room)), plain, ctypes.c_size_t(len(plain)), ctypes.c_int(3))
        return room.raw[:size]

    @classmethod
    def sealed(cls, plain: bytes, receiver: bytes) -> bytes:
        """Compresses bytes, and seals them so that one box can open them."""
        packed = cls.packed(plain)
        key, out = ctypes.create_string_buffer(32), ctypes.create_string_buffer(len(packed) + 48)
        cls.sodium.crypto_sign_ed25519_pk_to_curve25519(key, receiver)
        cls.sodium.crypto_box_seal(out, packed, ctypes.c_ulonglong(len(packed)), key)
        return out.raw

    @classmethod
    def opened(cls, sealed: bytes, seed: bytes, public: bytes, length: int) -> bytes:
        """Opens what was sealed for a key."""
        key, other = ctypes.create_string_buffer(32), ctypes.create_string_buffer(32)
        cls.sodium.crypto_sign_ed25519_pk_to_curve25519(key, public)
        cls.sodium.crypto_sign_ed25519_sk_to_curve25519(other, seed + public)
        packed, plain = ctypes.create_string_buffer(len(sealed) - 48), ctypes.create_string_buffer(length)
        cls.sodium.crypto_box_seal_open(packed, sealed, ctypes.c_ulonglong(len(sealed)), key, other)
        cls.zstd.ZSTD_decompress(plain, ctypes.c_size_t(length), packed, ctypes.c_size_t(len(packed)))
        return plain.raw


class Thief:
    """Has every file of a gate's box, and sends what it likes in its name."""

    def __init__(self, folder: Path, port: int, chance):
        self.folder, self.port, self.chance, self.connection = folder, port, chance, None
        secret = (folder / "keys" / "box.secret").read_text().split("\n")[1].removeprefix("secret ")
        self.seed = data(secret)
        self.key = Key(self.seed)
        self.box = self.key.box
        self.slots: dict[str, int] = {}
        self.number = chance.getrandbits(40)
        self.position = ""
        # Lines of other boxes that it has seen, each with its signature.
        self.seen: dict[str, list] = {"scan": [], "change": []}
        self.read_ledger()
        for path in (folder / "keys").glob("*"):
            words = dict(row.split(" ", 1) for row in path.read_text().splitlines() if " " in row)
            if "doorcheck-event-key" in words:
                self.event_key, self.key_id = bytes.fromhex(words["secret"]), bytes.fromhex(words["key-id"])

    def read_ledger(self):
        with sqlite3.connect(f"file:{self.folder}/ledger.sqlite?mode=ro", uri=True) as ledger:
            own = uuid.UUID(self.box).bytes
            self.event = str(uuid.UUID(bytes=ledger.execute("SELECT id FROM event").fetchone()[0]))
            self.root = text(ledger.execute("SELECT root FROM sync_state").fetchone()[0])
            self.members = ledger.execute("SELECT record, signature FROM membership").fetchall()
            self.memberships = ledger.execute(
                "SELECT record, signature FROM membership WHERE box = ?", (own,)).fetchall()
            self.boxes = [str(uuid.UUID(bytes=row[0])) for row in ledger.execute("SELECT id FROM box")]
            self.tickets = {str(uuid.UUID(bytes=row[0])): str(uuid.UUID(bytes=row[1]))
                            for row in ledger.execute("SELECT id, user FROM ticket")}
            self.logs = {}
            for kind, table in (("scan", "scan"), ("change", "ticket_change")):
                sql = f"SELECT seq, chain, hlc FROM {table} WHERE box = ? AND branch = 0 ORDER BY seq DESC"
                self.logs[kind] = Log(kind, self.box, *(ledger.execute(sql, (own,)).fetchone() or ()))

    # The hub.

    def ask(self, method: str, target: str, content: bytes = b"", key: Key | None = None, coding: str | None = None,
            **headers) -> tuple[int, dict]:
        """Sends a signed request; `headers` replace what is right."""
        key = key or self.key
        fields = {"DoorCheck-Box": key.box, "DoorCheck-Time": str(milliseconds()),
                  "DoorCheck-Nonce": text(os.urandom(16))}
        fields |= {"DoorCheck-" + name: value for name, value in headers.items()}
        rows = ["doorcheck/hub-request/v1", method, target, key.box, fields["DoorCheck-Time"],
                fields["DoorCheck-Nonce"], text(hashlib.sha256(content).digest())]
        signature = text(key.secret.sign("".join(row + "\n" for row in rows).encode()))
        fields = {"DoorCheck-Signature": signature} | fields | {"Content-Type": "application/json"}
        fields |= {"Content-Encoding": coding} if coding else {}
        try:
            self.connection = self.connection or http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
            self.connection.request(method, target, content, fields)
            answer = self.connection.getresponse()
            read = answer.read()
        except (OSError, http.client.HTTPException):
            self.connection = None
            raise
        try:
            return answer.status, json.loads(read or b"{}")
        except ValueError:
            return answer.status, {}

    def upload(self, records: list, **headers) -> list:
        """Sends records; what becomes of each, or the status if the hub refuses all."""
        status, answer = self.ask("POST", "/v1/records", json.dumps({"records": records}).encode(), **headers)
        return answer.get("results", [status] * len(records))

    def listen(self):
        """Reads what other boxes have sent since."""
        for _ in range(20):
            status, page = self.ask("GET", f"/v1/records?kinds=scan,change{self.position}")
            if status != 200:
                return
            for record in page["records"]:
                if record["box"] != self.box:
                    whole = json.loads(record["body"])
                    self.seen[record["kind"]].append((whole["record"], whole.get("signature")))
            self.position = f"&epoch={page['epoch']}&rev={page['rev']}"
            if not page["more"]:
                return

    def claim(self, ticket: str, **fields) -> tuple[int, dict]:
        self.number += 1
        claim = {"number": self.number, "ticket": ticket, "event": self.event, "zone": "main", "ordinal": 1,
                 "kind": "entry", "gate": "main", "at": milliseconds(), "hlc": milliseconds() << 16} | fields
        return self.ask("POST", "/v1/claims", json.dumps(claim).encode())

    # Its own records.

    def scan(self, ticket: str | None, kind: str = "entry", log: Log | None = None, **fields) -> dict:
        """A scan of its own, signed; an entry without more."""
        record = {"event": self.event, "gate": "main", "zone": "main", "kind": kind, "verdict": "admit",
                  "reason": "admitted", "people": 1}
        if ticket:
            self.slots[ticket] = self.slots.get(ticket, 100) + 1
            record |= {"ticket": ticket, "slot": self.slots[ticket]}
        if kind == "entry":
            record["decided"] = "hub"
        record = {name: value for name, value in (record | fields).items() if value is not None}
        return signed(self.key, "scan", (log or self.logs["scan"]).next(record))

    def void(self, scan: dict, **fields) -> dict:
        """Undoes a scan of any box."""
        return self.scan(scan.get("ticket"), "void", verdict="refuse", reason="undone", people=-1, actor="staff",
                         undone_box=scan["box"], undone_seq=scan["seq"], undone_chain=scan["chain"], **fields)

    def change(self, ticket: str, action: str, was: str, status: str, log: Log | None = None, **fields) -> dict:
        """A change of its own, signed."""
        record = {"ticket": ticket, "action": action, "was": was, "status": status, "actor": "staff"} | fields
        return signed(self.key, "change", (log or self.logs["change"]).next(record))

    def ticket(self, ticket: str, **fields) -> dict:
        """A version of a ticket, signed."""
        record = {"id": ticket, "event": self.event, "user": self.tickets.get(ticket) or str(uuid.uuid4()), "epoch": 1,
                  "first": "valid", "stamp": {"hlc": milliseconds() + 1000 << 16, "box": self.box}} | fields
        return version(self.key, "ticket", record)

    def code(self, ticket: str) -> str:
        """A genuine code for any ticket: the event's key is on the box."""
        user = self.tickets.get(ticket) or str(uuid.uuid4())
        rest = b"\1" + self.key_id + b"".join(uuid.UUID(one).bytes for one in (self.event, user, ticket))
        tag = hmac.new(self.event_key, b"doorcheck/ticket-mac/v1\0" + rest, hashlib.sha256).digest()[:16]
        return "DC1:" + encoded(rest + tag)

    # Sticks.

    def stick(self, receiver: bytes, records: list, marks: list, **fields) -> bytes:
        """A sync file for a box, with any records, and any claim of what this ledger has."""
        end = {"epoch": str(uuid.uuid4()), "lists": 1, "tickets": 1}
        vector = {"end": end, "highWaterMarks": marks, "ledger": self.box, "name": "stolen"}
        opening = {"end": end, "made": milliseconds() << 16, "versionVector": vector} | fields
        plain = "\n".join([canonical(opening)] + [record["body"] for record in records] + [""]).encode()
        sealed = Sealing.sealed(plain, receiver)
        header = canonical({"body": text(hashlib.sha256(sealed).digest()), "bytes": len(sealed),
                            "from": text(self.key.public), "plain": len(plain), "to": text(receiver)}).encode()
        return b"DCSYNC1\n" + be(len(header), 2) + header + self.key.sign("doorcheck/sync-file/v1", header) + sealed

    def open_stick(self, file: bytes) -> list:
        """The lines of a file that another box wrote for this one."""
        length = int.from_bytes(file[8:10], "big")
        header, sealed = json.loads(file[10:10 + length]), file[10 + length + 64:]
        return Sealing.opened(sealed, self.seed, self.key.public, header["plain"]).decode().splitlines()[1:]
