#!/usr/bin/env python3
"""A thief with every file of a gate's box: prints codes that may pass at another box, one per line.

    stolen-box.py BOX    # the folder with ledger.sqlite and keys/
"""
import hashlib, hmac, pathlib, sqlite3, sys, uuid

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "SigningTests" / "Vectors"))
import ed25519, tickets


def secrets(box: pathlib.Path):
    """Everything in the box's files that may be a key: each word of hexadecimal or base64url that gives 32 bytes."""
    import base64
    for path in sorted((box / "keys").iterdir()):
        for word in path.read_text().split():
            for read in (bytes.fromhex, lambda text: base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))):
                try:
                    found = read(word)
                except ValueError:
                    continue
                if len(found) == 32:
                    yield found


def numbers(ledger, known):
    """Codes of partners' numbers, with everything that may be the partner's key."""
    for identity, body in ledger.execute("SELECT id, body FROM partner_grant"):
        grant = uuid.UUID(bytes=identity)
        for number in (1, 2, 3, 50, 51, 0):
            for secret in known + [body[37:69]]:
                yield tickets.sign_number(secret, grant, number)
                start = b"\3" + identity[:3] + number.to_bytes(4, "big")
                yield start + ed25519.sign(secret, tickets.LABELS[2] + start)
            for point in (bytes(32), ed25519.NEUTRAL, body[37:69]):
                yield b"\3" + identity[:3] + number.to_bytes(4, "big") + point + bytes(32)


def codes(box: pathlib.Path):
    ledger = sqlite3.connect(box / "ledger.sqlite")
    listed = ledger.execute("SELECT id, user FROM ticket").fetchall()
    listed.append((uuid.uuid4().bytes, uuid.uuid4().bytes))
    # What a partner may have sold: the tickets follow from the grants.
    for grant, number in ledger.execute("SELECT partner_grant, number FROM granted_ticket ORDER BY number LIMIT 3"):
        ticket, user = tickets.partner_ticket(uuid.UUID(bytes=grant), number)
        listed.append((ticket.bytes, user.bytes))
    known = list(secrets(box))
    for name, in ledger.execute("SELECT key FROM box UNION SELECT root FROM sync_state WHERE root NOT NULL"):
        known.append(bytes(name))
    yield from numbers(ledger, known)
    for event, key_id, public in ledger.execute("SELECT event, key_id, public FROM signing_key"):
        event = uuid.UUID(bytes=event)
        material = known + ([public] if public else [])
        for ticket, user in ((uuid.UUID(bytes=one), uuid.UUID(bytes=other)) for one, other in listed):
            for secret in material:
                # As a secret of suite 1, under its own id and under that of the event's key.
                tagged = tickets.sign(1, secret, event, user, ticket)
                yield tagged
                body = b"\1" + key_id + tagged[5:53]
                yield body + hmac.new(secret, tickets.LABELS[1] + body, hashlib.sha256).digest()[:16]
                # As a seed of suite 2, under its own id and under that of the event's key.
                yield tickets.sign(2, secret, event, user, ticket)
                body = b"\2" + key_id[:3] + user.bytes + ticket.bytes
                yield body + ed25519.sign(secret, tickets.LABELS[2] + event.bytes + body)
            # Signatures that hold for keys of small order.
            for point in (bytes(32), ed25519.NEUTRAL, public or bytes(32)):
                yield b"\2" + key_id[:3] + user.bytes + ticket.bytes + point + bytes(32)


for code in codes(pathlib.Path(sys.argv[1])):
    print(tickets.PREFIX + tickets.base45(code))
