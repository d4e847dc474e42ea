"""What somebody with a stolen gate's box tries, by the hub and by stick: each attack is a method of `Attacks`."""

import http.client
import json
import os
import socket
import time
import uuid
from collections import Counter

from thief import (
    Key, Log, Sealing, Thief, canonical, data, key_facts, line, membership, milliseconds, signed, text, version)

ABSURD = [0, -1, 1 << 31, (1 << 48) + 1, 1 << 62, (1 << 62) + 1, (1 << 63) - 1, 1 << 63, -(1 << 63), 10 ** 30]
# Logical clocks follow one another up to a minute ahead. What a box records until that minute is over is dated later
# than it was, and `box revoke --since` takes back what the next box has recorded shortly before it is stolen.
LEADS = [1000, 3000, 86_400_000, 86_400_000 * 365 * 100]


class Scene:
    """What there is to attack in a round."""

    def __init__(self, **lists):
        # Tickets that were used at honest gates; whose guests come now; whose guests come after the revocation.
        self.used, self.quiet, self.targets = lists["used"], lists["quiet"], lists["targets"]
        # Tickets that the organiser has withdrawn and blocked, and such that are not paid.
        self.withdrawn, self.blocked, self.unpaid = lists["withdrawn"], lists["blocked"], lists["unpaid"]
        # Tickets that are used in no other way than by lines that are dated before the theft.
        self.dated = lists["dated"]
        # Lines that the hub has not, from a stick of a gate that is cut off.
        self.overheard: list[str] = []
        # Tickets that were sold only now.
        self.sold: list[str] = []

    @property
    def honest(self) -> list:
        return self.used + self.quiet


class Attacks:
    """Does everything that a gate may not do, and what it may do until it is revoked, in an order given by chance."""

    NAMES = [
        "undo_entries", "undo_at_the_hub", "add_tickets", "add_barcodes", "change_tickets", "change_event",
        "write_messages", "retire_keys", "add_keys", "withdraw", "block", "admit", "forge_lines", "doctor_lines",
        "replace_in_a_chain", "write_absurd_numbers", "claim_absurd_numbers", "claim_tickets", "tell_false_history",
        "replay_memberships", "forge_memberships", "branch", "flood_records", "flood_connections", "be_a_stranger",
        "invent_boxes", "write_in_the_future",
    ]

    def __init__(self, thief: Thief, scene: Scene, chance):
        self.thief, self.scene, self.chance = thief, scene, chance
        self.tried, self.results = Counter(), Counter()
        # The logs as they were when the box was stolen.
        self.past = {kind: log.copy() for kind, log in thief.logs.items()}
        # Tickets whose admissions the hub was told to be undone, as a gate may do with its own.
        self.undone: set[str] = set()
        # Codes of tickets that nobody issued.
        self.added: list[str] = []
        # What goes on the next stick.
        self.carried: list[dict] = []

    def go(self, names: list, deadline: float):
        """Tries attacks one after another, until a moment of the monotonic clock."""
        for name in names:
            if time.monotonic() > deadline:
                return
            try:
                getattr(self, name)()
                self.tried[name] += 1
            except (OSError, http.client.HTTPException):
                self.results["no answer"] += 1

    def shuffled(self) -> list:
        return self.chance.sample(self.NAMES, len(self.NAMES))

    def some(self, things: list, most: int) -> list:
        return self.chance.sample(things, min(len(things), self.chance.randint(1, most)))

    def hand(self, records: list, **headers) -> list:
        """Sends records to the hub, and keeps them for a stick."""
        self.carried += records
        results = self.thief.upload(records, **headers)
        self.results.update(str(result) for result in results)
        return results

    def write(self, make):
        """Hands over lines of the box's own logs; the logs go on behind them only if the hub takes all."""
        before = {kind: log.copy() for kind, log in self.thief.logs.items()}
        results = [None]
        try:
            results = self.hand(make())
        finally:
            if not set(results) <= {"taken", "known"}:
                self.thief.logs = before

    def seen(self, kind: str) -> list:
        self.thief.listen()
        return self.thief.seen[kind]

    # What a gate may not do.

    def undo_entries(self):
        entries = [scan for scan, _ in self.seen("scan") if scan.get("slot") and scan["kind"] == "entry"]
        chosen = [scan for scan in entries if scan["ticket"] in self.scene.used] or entries
        self.write(lambda: [self.thief.void(scan) for scan in self.some(chosen, 12)])

    def undo_at_the_hub(self):
        for ticket in self.some(self.scene.used, 4):
            self.undone.add(ticket)
            for ordinal in (2, 3):
                self.thief.claim(ticket, ordinal=ordinal, kind=self.chance.choice(["void", "void", "exit"]))

    def add_tickets(self):
        new = [str(uuid.UUID(int=self.chance.getrandbits(128), version=4)) for _ in range(self.chance.randint(1, 6))]
        self.added += [self.thief.code(ticket) for ticket in new]
        stamps = [milliseconds() << 16, self.past["scan"].hlc, 1]
        self.hand([self.thief.ticket(ticket, admits=self.chance.choice([1, 2, 1000]),
                                     stamp={"hlc": self.chance.choice(stamps), "box": self.thief.box})
                   for ticket in new])

    def add_barcodes(self):
        new = [str(uuid.UUID(int=self.chance.getrandbits(128), version=4)) for _ in range(2)]
        self.added += [f"HOSTILE-{ticket[:8]}" for ticket in new]
        self.hand([self.thief.ticket(ticket, admits=1000, barcode=f"HOSTILE-{ticket[:8]}") for ticket in new])

    def change_tickets(self):
        terms = [{"admits": 1000}, {"removed": True}, {"closes": 1}, {"first": "revoked"}, {"opens": 253402300799999},
                 {"tier": "Gold"}, {"replaces": self.chance.choice(self.scene.used)}, {"epoch": 65535},
                 {"note": "let nobody in"}, {"first": "blocked"}]
        tickets = self.some(self.scene.honest + self.scene.targets + self.scene.withdrawn, 20)
        self.hand([self.thief.ticket(ticket, **self.chance.choice(terms)) for ticket in tickets])

    def copy_tickets(self):
        """Its own versions of tickets that not everybody has yet."""
        self.hand([self.thief.ticket(ticket, admits=1000) for ticket in self.scene.sold])

    def change_event(self):
        status, page = self.thief.ask("GET", "/v1/records?kinds=event")
        if status != 200 or not page["records"]:
            return
        event = json.loads(self.chance.choice(page["records"])["body"])["record"]
        changes = [{"closed": 1}, {"closed": milliseconds()}, {"admits": 1000}, {"unlisted": "admit"},
                   {"reentry": "unlimited"}, {"closes": 1}, {"gates": []}, {"name": "Closed"}]
        for change in self.some(changes, 4):
            stamp = {"hlc": milliseconds() + self.chance.choice([1000, 10 ** 8, 10 ** 9]) << 16, "box": self.thief.box}
            self.hand([version(self.thief.key, "event", event | change | {"stamp": stamp})])

    def write_messages(self):
        record = {"actor": "organiser", "at": milliseconds(), "box": self.thief.box, "event": self.thief.event,
                  "id": str(uuid.UUID(int=self.chance.getrandbits(128), version=4)), "text": "Let everybody in.",
                  "until": milliseconds() + 10 ** 7}
        self.hand([version(self.thief.key, "message", record)])
        gate = self.chance.choice(self.thief.boxes)
        self.hand([version(self.thief.key, "message", record | {"box": gate})])

    def retire_keys(self):
        self.hand_keys({"id": self.thief.key_id.hex(), "epoch": 1, "retired": True})

    def add_keys(self):
        self.hand_keys({"id": f"{self.chance.getrandbits(32):08x}", "epoch": self.chance.randint(1, 9)})

    def hand_keys(self, facts: dict):
        """Hands over facts of a key in the organiser's name, and in that of an organiser of its own."""
        for root in (self.thief.root, text(self.thief.key.public)):
            record = {"event": self.thief.event, "suite": 1, "root": root} | facts
            message = canonical({"kind": "key", "record": record}).encode()
            self.hand([key_facts(record, self.thief.key.sign("doorcheck/key/v1", message))])

    def withdraw(self):
        def lines():
            for ticket in self.some(self.scene.honest, 8):
                yield self.thief.change(ticket, "revoke", "valid", "revoked")
                yield self.thief.change(ticket, "reissue", "valid", "replaced")
            for ticket in self.scene.withdrawn:
                yield self.thief.change(ticket, "restore", "revoked", "valid")
                yield self.thief.change(ticket, "restore", "blocked", "valid")
                yield self.thief.change(ticket, "pay", "unpaid", "valid")

        self.write(lambda: self.chance.sample(list(lines()), 1) if self.chance.random() < 0.1 else list(lines()))

    def forge_lines(self):
        """Lines in other boxes' names: behind their last ones, undoing and withdrawing what they let in."""
        for kind, action in (("scan", self.forged_scan), ("change", self.forged_change)):
            ends = {record["box"]: record for record, _ in self.seen(kind)}
            others = self.some(self.thief.boxes, 3)
            for box in others:
                end = ends.get(box)
                log = Log(kind, box, end["seq"], data(end["chain"]), end["hlc"]) if end else Log(kind, box)
                record = log.next(action())
                signatures = [self.thief.key.sign("doorcheck/line/v1", data(record["chain"])),
                              self.chance.randbytes(64), bytes(64), None]
                self.hand([line(kind, record, self.chance.choice(signatures))])

    def forged_scan(self) -> dict:
        scan = {"event": self.thief.event, "gate": "main", "zone": "main", "kind": "entry", "verdict": "admit",
                "reason": "admitted", "people": 1, "slot": 1, "ticket": self.chance.choice(self.scene.targets)}
        entries = [one for one, _ in self.thief.seen["scan"] if one.get("slot")]
        if entries and self.chance.random() < 0.5:
            undone = self.chance.choice(entries)
            scan |= {"kind": "void", "verdict": "refuse", "reason": "undone", "people": -1, "ticket": undone["ticket"],
                     "undone_box": undone["box"], "undone_seq": undone["seq"], "undone_chain": undone["chain"]}
        return scan

    def forged_change(self) -> dict:
        return {"ticket": self.chance.choice(self.scene.honest + self.scene.withdrawn), "action": "revoke",
                "was": "valid", "status": "revoked", "actor": "staff"}

    def doctor_lines(self):
        """Lines of others with another text under their chain values and signatures."""
        known = self.seen("scan")
        lines = [("scan", *self.chance.choice(known))] if known else []
        chains, own = {record["chain"] for record, _ in known}, self.thief.box
        news = [one for one in map(json.loads, self.scene.overheard) if one["kind"] == "scan"
                and one["record"]["chain"] not in chains and one["record"]["box"] != own]
        lines += [("scan", one["record"], one.get("signature")) for one in self.some(news, 6)]
        for kind, record, signature in lines:
            other = record | {"ticket": self.chance.choice(self.scene.targets)}
            self.hand([line(kind, other, signature)])
            self.hand([line(kind, record | {"reason": "x", "verdict": "refuse", "people": 0}, signature)])

    def replace_in_a_chain(self):
        """Four hundred tickets, each of which replaces the one before; the first replaces a guest's."""
        chain = [self.chance.choice(self.scene.honest + self.scene.targets)]
        chain += [str(uuid.UUID(int=self.chance.getrandbits(128), version=4)) for _ in range(400)]
        tickets = [self.thief.ticket(new, replaces=old) for old, new in zip(chain, chain[1:])]
        self.chance.shuffle(tickets)
        self.hand(tickets)
        self.added += [self.thief.code(chain[1]), self.thief.code(chain[-1])]

    def write_absurd_numbers(self):
        for number in self.some(ABSURD, 4):
            scan = self.chance.choice(["at", "hlc", "seq", "slot", "people", "undone_seq"])
            others = {"undone_box": self.thief.box, "undone_chain": text(bytes(32)), "undone_seq": 1}
            fields = (others if scan == "undone_seq" else {}) | {scan: number}
            self.hand([self.thief.scan(self.subject(fields), log=self.spare("scan"), **fields)])
            change = {self.chance.choice(["at", "hlc", "seq"]): number}
            self.hand([self.thief.change(self.subject(change), "restore", "blocked", "valid", self.spare("change"),
                                         **change)])
            ticket = self.chance.choice([{"admits": number}, {"opens": number}, {"closes": number}, {"epoch": number},
                                         {"stamp": {"hlc": number, "box": self.thief.box}}])
            self.hand([self.thief.ticket(self.chance.choice(self.scene.honest), **ticket)])
            record, signature = self.membership()
            record["terms"] |= {self.chance.choice(["serial", "start"]): number}
            self.hand([membership(record, signature)])

    def subject(self, fields: dict) -> str:
        """A ticket for a line; a line that is dated before the theft has its own, as in `backdate`."""
        return self.chance.choice(self.scene.dated if 0 <= fields.get("at", -1) < 1 << 40 else self.scene.targets)

    def spare(self, kind: str) -> Log:
        """A copy of a log, so that the log itself does not go on behind what the hub refuses."""
        return self.thief.logs[kind].copy()

    def claim_absurd_numbers(self):
        for number in self.some(ABSURD, 5):
            field = self.chance.choice(["number", "ordinal", "at", "hlc"])
            self.thief.claim(self.chance.choice(self.scene.targets), **{field: number})
        self.thief.ask("DELETE", f"/v1/claims/{self.chance.choice(ABSURD)}")

    def tell_false_history(self):
        """Says that it has read further than the hub's history goes, and that it has more scans than it sent."""
        status, page = self.thief.ask("GET", "/v1/records?kinds=box")
        for number in self.some(ABSURD, 4):
            self.thief.ask("GET", f"/v1/have?scans={number}")
            if status == 200:
                self.thief.ask("GET", f"/v1/records?epoch={page['epoch']}&rev={number}")
            self.thief.ask("GET", f"/v1/records?epoch={uuid.uuid4()}&rev={number}")

    def membership(self) -> tuple[dict, str]:
        record, signature = self.chance.choice(self.thief.memberships)
        return json.loads(record)["record"], text(signature)

    def replay_memberships(self):
        for whole, signature in self.thief.memberships + self.some(self.thief.members, 5):
            self.hand([membership(json.loads(whole)["record"], text(signature))])

    def forge_memberships(self):
        """Makes itself an organiser, makes others members, and revokes honest boxes, all without the root key."""
        record, signature = self.membership()
        serial = milliseconds() + self.chance.choice([0, 50_000, 10 ** 9]) << 16
        terms = {"key": text(self.thief.key.public), "name": "stolen", "serial": serial, "start": 0,
                 "role": self.chance.choice(["organiser", "desk"]), "root": record["terms"]["root"]}
        greater = record["terms"] | {"role": "organiser", "serial": serial}
        self.hand([membership(record | {"terms": greater}, signature)])
        stranger = Key(self.chance.randbytes(32))
        for changes in ({}, {"root": text(self.thief.key.public)}, {"key": text(stranger.public)}):
            new = terms | changes
            self.hand([membership({"key": new["key"], "terms": new},
                                  self.thief.key.sign("doorcheck/membership/v1", canonical(new).encode()))])
        for whole, old in self.some(self.thief.members, 2):
            other = json.loads(whole)["record"]
            new = other["terms"] | {"serial": serial, "revoked": {"changes": [], "scans": [], "since": 0}}
            bare = {"key": other["key"], "terms": new}
            self.hand([membership(bare, self.thief.key.sign("doorcheck/membership/v1", canonical(new).encode()))])
            self.hand([membership(other | {"terms": new}, text(old))])

    def be_a_stranger(self):
        """Requests in nobody's name, with wrong signatures and times, sent twice, and with a frame that grows."""
        ask, key, nonce = self.thief.ask, Key(self.chance.randbytes(32)), text(os.urandom(16))
        ask("GET", "/v1/have", key=key)
        ask("GET", "/v1/have", Box=self.chance.choice(self.thief.boxes))
        for number in self.some(ABSURD, 3):
            ask("GET", "/v1/have", Time=str(number))
        ask("GET", "/v1/have", Nonce=nonce)
        ask("GET", "/v1/have", Nonce=nonce)
        ask("GET", "/v1/have", Signature=text(bytes(64)))
        ask("POST", "/v1/records", self.chance.randbytes(1 << 16))
        ask("POST", "/v1/records", b"[" * 50_000)
        self.send_bomb()

    def send_bomb(self):
        """A frame of a few kilobytes that grows to 64 MiB."""
        self.thief.ask("POST", "/v1/records", Sealing.packed(bytes(1 << 26)), coding="zstd")

    def invent_boxes(self):
        """Boxes that nobody knows, with lines of their own that are signed well."""
        for _ in range(self.chance.randint(1, 4)):
            key = Key(self.chance.randbytes(32))
            log, changes = Log("scan", key.box), Log("change", key.box)
            scan = signed(key, "scan", log.next(self.forged_scan()))
            change = signed(key, "change", changes.next(self.forged_change()))
            record = key.record(self.chance.choice(["stranger", "gate-1", self.thief.folder.name]))
            self.hand([record, scan, change])
            wrong = record | {"id": self.chance.choice(self.thief.boxes)}
            self.hand([wrong])

    # What it may do until it is revoked.

    def block(self):
        def lines():
            for ticket in self.some(self.scene.targets, 6):
                yield self.thief.change(ticket, "block", "valid", "blocked", why="lost")
            for ticket in self.scene.blocked:
                yield self.thief.change(ticket, "restore", "blocked", "valid")
            for ticket in self.scene.unpaid:
                yield self.thief.change(ticket, "pay", "unpaid", "valid")

        self.write(lambda: list(lines()))

    def admit(self):
        def lines():
            for ticket in self.some(self.scene.targets, 6):
                yield self.thief.scan(ticket)
                if self.chance.random() < 0.3:
                    yield self.thief.scan(ticket, "override", actor="staff", why="friend", reason="already-used")
            for ticket in self.some(self.scene.used, 3):
                yield self.thief.scan(ticket, "exit", reason="exited", people=-1)

        self.write(lambda: list(lines()))

    def claim_tickets(self):
        for ticket in self.some(self.scene.targets, 12):
            self.thief.claim(ticket, ordinal=self.chance.choice([1, 1, 1, 2]))

    def branch(self):
        """Begins its log anew some hundred times, or goes on from its last line in as many ways."""
        parent = Log("scan", self.thief.box) if self.chance.random() < 0.5 else self.spare("scan")
        count = self.chance.choice([20, 250])
        tickets = [self.chance.choice(self.scene.targets) for _ in range(count)]
        lines = [self.thief.scan(ticket, log=parent.copy(), at=milliseconds() + number)
                 for number, ticket in enumerate(tickets)]
        # A stick would bring others than the hub takes, since each ledger keeps two hundred.
        self.results.update(map(str, self.thief.upload(lines)))

    def flood_records(self):
        count = self.chance.choice([100, 200, 900])
        self.write(lambda: [
            self.thief.scan(None, "check", verdict="refuse", reason="not-a-ticket", people=0, actor="staff",
                            mark=text(self.chance.randbytes(8)), why="x" * self.chance.randint(1, 400))
            for _ in range(count)])
        self.carried = self.carried[-600:]

    def flood_connections(self):
        """Idle connections, and requests that never end, for a second or two."""
        held = []
        try:
            for number in range(self.chance.choice([60, 300])):
                one = socket.create_connection(("127.0.0.1", self.thief.port), timeout=2)
                held.append(one)
                if number % 3 == 0:
                    one.sendall(b"POST /v1/records HTTP/1.1\r\nHost: hub\r\nContent-Length: 4000000\r\n\r\n{")
            time.sleep(self.chance.uniform(0.5, 2))
        finally:
            for one in held:
                one.close()

    def write_in_the_future(self):
        """Lines of a moment, a day and a century ahead, and blocks that no later time of an honest box can follow."""
        for lead in self.some(LEADS, 3):
            moment = {"at": milliseconds() + lead, "hlc": milliseconds() + lead << 16}
            self.hand([self.thief.scan(self.chance.choice(self.scene.targets), log=self.spare("scan"), **moment)])
            self.hand([self.thief.change(self.chance.choice(self.scene.targets), "block", "valid", "blocked",
                                         self.spare("change"), **moment)])
        top = {"hlc": 1 << 62, "at": 253402300799999}
        self.hand([self.thief.change(
            self.chance.choice(self.scene.targets), "block", "valid", "blocked", self.spare("change"), **top)])

    def backdate(self):
        """Goes on from the last line of before the theft, with times of then, and begins the log again in 1970."""
        past, start = self.past["scan"], Log("scan", self.thief.box)
        lines = [self.thief.scan(self.scene.dated[0], log=past.copy(), at=past.hlc >> 16, hlc=past.hlc + 1),
                 self.thief.scan(self.scene.dated[1], log=start, at=1, hlc=1)]
        self.results.update(map(str, self.thief.upload(lines)))

    # By stick.

    def stick(self, receiver: bytes) -> bytes:
        """A file for a gate with all that was tried, and the claim that others have later records of every box."""
        marks = [{"box": box, "changes": [self.point()], "scans": [self.point()], "refused": self.chance.random() < 0.2}
                 for box in sorted(self.thief.boxes)]
        records = [record for record in self.carried if self.is_line(record["body"])]
        if self.chance.random() < 0.5:
            self.chance.shuffle(records)
        fields = {"made": 1 << 62} if self.chance.random() < 0.2 else {}
        return self.thief.stick(receiver, records, marks, **fields)

    def point(self) -> dict:
        return {"chain": text(self.chance.randbytes(8)), "seq": self.chance.choice([1, 999_999, 1 << 48])}

    @staticmethod
    def is_line(body: str) -> bool:
        """Whether a file with it is read at all: what is no 64-bit number ends the import."""
        return not any(str(number) in body for number in (10 ** 30, 1 << 63))
