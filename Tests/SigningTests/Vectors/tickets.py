#!/usr/bin/env python3
"""The ticket code once more, written from docs/wire-format.md alone with nothing but Python's own modules.

    tickets.py verify < CASES    # a JSON object per line: first {"keys": […]}, and if need be "grants": […] and "root",
                                 # then {"code": …} or {"grant": …}; an answer per line
    tickets.py make              # writes ticket-suite2.json and ticket-suite3.json beside itself; always the same bytes
"""
import hashlib, hmac, io, json, pathlib, sys, uuid

import ed25519

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
PREFIX = "DC1:"
GRANT_PREFIX = "DCG1:"
SIZES = {1: 69, 2: 100, 3: 72}
LABELS = {1: b"doorcheck/ticket-mac/v1\0", 2: b"doorcheck/ticket-sig/v2\0", 3: b"doorcheck/partner-ticket/v1\0"}
GRANT_LABEL = b"doorcheck/grant/v1\0"
RETIRED_LABEL = b"doorcheck/grant-retired/v1\0"
TIMES = ("starts", "opens", "closes")

# For the vectors: points of order 4, 1 and 2, and one of order 8.
SMALL = [bytes(32), b"\1" + bytes(31), b"\xec" + b"\xff" * 30 + b"\x7f"]
TORSION = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")


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


def hkdf(master: bytes, info: bytes) -> bytes:
    """HKDF with a salt, for 32 bytes: one block is enough."""
    pseudorandom = hmac.new(b"doorcheck/v1", master, hashlib.sha256).digest()
    return hmac.new(pseudorandom, info + b"\1", hashlib.sha256).digest()


def derive(master: bytes, label: bytes, event: uuid.UUID, epoch: int) -> bytes:
    return hkdf(master, label + event.bytes + epoch.to_bytes(4, "big"))


def derive_root(master: bytes) -> bytes:
    return hkdf(master, b"doorcheck/root/v1\0")


def key_id(suite: int, key: bytes) -> bytes:
    return hashlib.sha256(b"doorcheck/kid/v%d\0" % suite + key).digest()[:4]


def sign(suite: int, secret: bytes, event: uuid.UUID, user: uuid.UUID, ticket: uuid.UUID) -> bytes:
    if suite == 1:
        body = b"\1" + key_id(1, secret) + event.bytes + user.bytes + ticket.bytes
        return body + hmac.new(secret, LABELS[1] + body, hashlib.sha256).digest()[:16]
    body = b"\2" + key_id(2, ed25519.public_key(secret))[:3] + user.bytes + ticket.bytes
    return body + ed25519.sign(secret, LABELS[2] + event.bytes + body)


def sign_number(seed: bytes, grant: uuid.UUID, number: int) -> bytes:
    """The bytes of a partner's code."""
    body = b"\3" + grant.bytes[:3] + number.to_bytes(4, "big")
    return body + ed25519.sign(seed, LABELS[3] + grant.bytes + body)


def partner_ticket(grant: uuid.UUID, number: int):
    """The ticket that a number of a grant is, and its user."""
    return uuid8(b"doorcheck/partner-id/v1\0", grant, number), uuid8(b"doorcheck/partner-user/v1\0", grant, number)


def uuid8(label: bytes, grant: uuid.UUID, number: int) -> uuid.UUID:
    digest = bytearray(hashlib.sha256(label + grant.bytes + number.to_bytes(4, "big")).digest()[:16])
    digest[6], digest[8] = digest[6] & 0x0f | 0x80, digest[8] & 0x3f | 0x80
    return uuid.UUID(bytes=bytes(digest))


def grant_body(root: bytes, facts: dict) -> bytes:
    """A grant without its signature. Nothing is checked, so that the vectors can have grants that are wrong."""
    def sized(name):
        data = name if isinstance(name, bytes) else (name or "").encode()
        return bytes([len(data)]) + data

    def number(value):
        return value.to_bytes(4, "big")

    body = b"\1" + root + uuid.UUID(facts["event"]).bytes + uuid.UUID(facts["id"]).bytes
    body += bytes.fromhex(facts["public"]) + b"".join(number(facts.get(name, 0)) for name in TIMES)
    body += sized(facts["partner"]) + sized(facts["event_name"]) + bytes([len(facts["ranges"])])
    return body + b"".join(number(first) + number(last) + sized(tier) for first, last, tier in facts["ranges"])


def signed_body(root_seed: bytes, body: bytes, label: bytes = GRANT_LABEL) -> str:
    return GRANT_PREFIX + base45(body + ed25519.sign(root_seed, label + body))


def grant_text(root_seed: bytes, facts: dict) -> str:
    """A signed grant; its facts are those that `read_grant` returns, whose root is this one."""
    return signed_body(root_seed, grant_body(ed25519.public_key(root_seed), facts))


def read_grant(text: str):
    """The facts of a grant, or None for a text that is none. Whose root it names is `is_signed`'s question."""
    data = grant_bytes(text)
    try:
        return data and is_whole(data) and parse_grant(data) or None
    except ValueError:
        return None


def is_whole(data: bytes) -> bool:
    """Whether the root that the bytes name has signed them."""
    return len(data) > 97 and ed25519.verify(data[1:33], GRANT_LABEL + data[:-64], data[-64:])


def grant_bytes(text: str):
    return (from_base45(text[len(GRANT_PREFIX):]) or None) if text.startswith(GRANT_PREFIX) else None


def parse_grant(data: bytes) -> dict:
    """The facts of a grant's bytes; a ValueError if a rule is broken, as from text that is not UTF-8."""
    stream = io.BytesIO(data)

    def take(count):
        taken = stream.read(count)
        require(len(taken) == count)
        return taken

    def number():
        return int.from_bytes(take(4), "big")

    def name(least):
        count = take(1)[0]
        require(least <= count <= 200)
        return take(count).decode("utf-8")

    require(take(1) == b"\1")
    facts = {"root": take(32).hex(), "event": str(uuid.UUID(bytes=take(16))), "id": str(uuid.UUID(bytes=take(16))),
             "public": take(32).hex(), **{time: number() for time in TIMES}, "partner": name(1), "event_name": name(1)}
    facts["ranges"] = [[number(), number(), name(0) or None] for _ in range(take(1)[0])]
    take(64)
    require(not stream.read())
    require(ed25519.is_key(bytes.fromhex(facts["public"])))
    require(not facts["opens"] or not facts["closes"] or facts["opens"] < facts["closes"])
    check_ranges(facts["ranges"])
    return {name: value for name, value in facts.items() if value != 0}


def check_ranges(ranges: list) -> None:
    require(1 <= len(ranges) <= 8)
    before = 0
    for first, last, _ in ranges:
        require(before < first <= last)
        before = last
    require(sum(last - first + 1 for first, last, _ in ranges) <= 20_000)


def require(condition: bool) -> None:
    if not condition:
        raise ValueError


def is_signed(text: str, root: bytes) -> bool:
    """Whether the text is a grant of this root."""
    facts = read_grant(text)
    return bool(facts) and facts["root"] == root.hex()


def verify(text: str, keys: list, grants: list = ()) -> dict:
    """What the code is: {"refusal": …}, or its event, user, ticket and epoch, or what `verify_number` says."""
    if not text.startswith(PREFIX):
        return {"refusal": "not-a-ticket"}
    code = from_base45(text[len(PREFIX):])
    if not code:
        return {"refusal": "malformed"}
    suite = code[0]
    if suite not in SIZES:
        return {"refusal": "unsupported-suite"}
    if len(code) != SIZES[suite]:
        return {"refusal": "malformed"}
    if suite == 3:
        return verify_number(code, grants)
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


def verify_number(code: bytes, grants: list) -> dict:
    """What a partner's code is: {"refusal": …}, or its event, user, ticket, grant and number, and its tier if any."""
    candidates = [grant for grant in grants if uuid.UUID(grant["id"]).bytes.startswith(code[1:4])]
    if not candidates:
        return {"refusal": "unknown-key"}
    for grant in candidates:
        identity, number = uuid.UUID(grant["id"]), int.from_bytes(code[4:8], "big")
        if not ed25519.verify(bytes.fromhex(grant["public"]), LABELS[3] + identity.bytes + code[:8], code[8:]):
            continue
        tiers = [tier for first, last, tier in grant["ranges"] if first <= number <= last]
        if not tiers:
            return {"refusal": "beyond-grant"}
        ticket, user = partner_ticket(identity, number)
        return {"event": str(uuid.UUID(grant["event"])), "user": str(user), "ticket": str(ticket),
                "grant": str(identity), "number": number, **({"tier": tiers[0]} if tiers[0] else {})}
    return {"refusal": "forged"}


def vector(master: bytes, event: uuid.UUID, epoch: int, user: uuid.UUID, ticket: uuid.UUID) -> dict:
    seed = derive(master, LABELS[2], event, epoch)
    public = ed25519.public_key(seed)
    payload = sign(2, seed, event, user, ticket)
    return {"master": master.hex(), "event": str(event), "epoch": epoch, "user": str(user), "ticket": str(ticket),
            "seed": seed.hex(), "public": public.hex(), "key_id": key_id(2, public).hex(), "payload": payload.hex(),
            "code": PREFIX + base45(payload)}


def write(name: str, document: dict) -> None:
    (pathlib.Path(__file__).parent / name).write_text(json.dumps(document, indent=1) + "\n")


def make() -> None:
    make_suite2()
    make_suite3()


def make_suite2() -> None:
    valid = [vector(bytes(range(32)), uuid.UUID("00112233-4455-6677-8899-aabbccddeeff"), 1,
                    uuid.UUID("123e4567-e89b-42d3-a456-426614174000"),
                    uuid.UUID("6ba7b810-9dad-41d1-80b4-00c04fd430c8"))]
    for number in range(1, 64):
        master, event, user, ticket = (hashlib.sha256(f"{name}{number}".encode()).digest()
                                       for name in ("master", "event", "user", "ticket"))
        valid.append(vector(master, uuid.UUID(bytes=event[:16]), number * 7919, uuid.UUID(bytes=user[:16]),
                            uuid.UUID(bytes=ticket[:16])))
    raw, code = bytes.fromhex(valid[0]["payload"]), valid[0]["code"]
    second = (int.from_bytes(raw[68:], "little") + ed25519.L).to_bytes(32, "little")
    changed = {
        "one character short": code[:-1], "one character long": code + "0", "lower case": PREFIX + code[4:].lower(),
        "of suite 1's length": raw[:69], "a byte more": raw + b"\0", "suite 1": b"\1" + raw[1:],
        "suite 4": b"\4" + raw[1:], "an unknown key": raw[:1] + bytes([raw[1] ^ 1]) + raw[2:],
        "one bit of the user": raw[:4] + bytes([raw[4] ^ 0x80]) + raw[5:],
        "one bit of the ticket": raw[:35] + bytes([raw[35] ^ 1]) + raw[36:],
        "one bit of the signature": raw[:36] + bytes([raw[36] ^ 1]) + raw[37:],
        "S + L": raw[:68] + second, "a signature of zeros": raw[:36] + bytes(64),
        **{f"R of small order, {point.hex()[:4]}": raw[:36] + point + bytes(32) for point in SMALL},
    }
    key = {"suite": 2, "event": valid[0]["event"], "epoch": 1, "id": valid[0]["key_id"], "key": valid[0]["public"]}
    invalid = []
    for why, value in changed.items():
        text = value if isinstance(value, str) else PREFIX + base45(value)
        invalid.append({"why": why, "code": text, "refusal": verify(text, [key])["refusal"]})
    document = {"prefix": PREFIX, "valid": valid, "invalid_against_the_key_of_the_first": invalid}
    write("ticket-suite2.json", document)


def made_seed(name: str) -> bytes:
    return hashlib.sha256(name.encode()).digest()


def made_grants(root_seed: bytes) -> list:
    """Eight grants. The first, fourth and seventh are one partner's; the last two ids begin like the first."""
    third = "0123456789" * 20
    shapes = [
        ("Café Zürich", "Lange Nacht", 0, 0, [[1, 100, None], [201, 300, "VIP"], [301, 400, None]]),
        ("نادي", "حفلة", 1_790_000_000, 1_790_086_400, [[1, 500, "جمهور"]]),
        ("Box office", "Eight ranges", 0, 0, [[1, 1, "A"], [2, 2, "A"], [3, 9, None], [11, 20, "B"], [21, 21, "Ä"],
                                              [1000, 1999, None], [70000, 70000, "C"], [2**31 - 1, 2**31, "A"]]),
        ("All of them", "20,000 numbers", 0, 0, [[5, 10_004, "Floor"], [16_777_216, 16_787_215, "Balcony"]]),
        ("Last", "The highest numbers", 0, 0, [[2**32 - 20_000, 2**32 - 1, None]]),
        ("é" * 100, "🎟" * 50, 2**32 - 2, 2**32 - 1, [[10, 20, third], [30, 40, third[:199]]]),
        ("Café Zürich", "Only from then on", 1_790_000_000, 0, [[1, 400, "Regular"]]),
        ("x", "y", 0, 1, [[7, 7, "z"], [9, 20, None]]),
    ]
    grants = []
    for place, (partner, event_name, opens, closes, ranges) in enumerate(shapes):
        seed = made_seed(f"partner{0 if place in (3, 6) else place}")
        grant = made_seed(f"grant{0 if place > 5 else place}")[:3] + made_seed(f"grant{place}")[3:16]
        event = made_seed(f"event of grant{place}")[:16]
        facts = {"id": str(uuid.UUID(bytes=grant)), "event": str(uuid.UUID(bytes=event)), "partner": partner,
                 "event_name": event_name, "public": ed25519.public_key(seed).hex(),
                 "root": ed25519.public_key(root_seed).hex(), "opens": opens, "closes": closes,
                 "ranges": ranges, "partner_seed": seed.hex()}
        if place % 3 == 1:
            facts["starts"] = 1_790_000_000 + place
        facts = {name: value for name, value in facts.items() if value != 0}
        grants.append({**facts, "text": grant_text(root_seed, facts)})
    return grants


def made_numbers(ranges: list) -> list:
    """Eight numbers: the last and the first of each range, then others."""
    ends = [last for _, last, _ in ranges] + [first for first, _, _ in ranges]
    others = [number for first, last, _ in ranges for number in range(first, last + 1)]
    return list(dict.fromkeys(ends + [others[len(others) * part // 17] for part in range(1, 17)] + others))[:8]


def number_vector(place: int, grant: dict, number: int) -> dict:
    identity = uuid.UUID(grant["id"])
    ticket, user = partner_ticket(identity, number)
    payload = sign_number(bytes.fromhex(grant["partner_seed"]), identity, number)
    tier = next(tier for first, last, tier in grant["ranges"] if first <= number <= last)
    return {"grant": place, "number": number, "ticket": str(ticket), "user": str(user), "tier": tier,
            "payload": payload.hex(), "code": PREFIX + base45(payload)}


def torsion_signature(seed: bytes, message: bytes) -> bytes:
    """A signature that only a verification with the cofactor accepts: a point of order 8 is added to its first half."""
    (scalar, prefix), public = ed25519.expand(seed), ed25519.public_key(seed)
    number = ed25519.hashed(prefix, message)
    first = ed25519.encode(ed25519.add(ed25519.multiply(number, ed25519.BASE), ed25519.decode(TORSION)))
    return first + ((number + ed25519.hashed(first, public, message) * scalar) % ed25519.L).to_bytes(32, "little")


def refused_codes(grants: list, raw: bytes) -> dict:
    """What the first grant refuses; `raw` is a genuine code of it."""
    code, number = PREFIX + base45(raw), int.from_bytes(raw[4:8], "big")
    seed, other_seed, last_seed = (bytes.fromhex(grants[place]["partner_seed"]) for place in (0, 1, 7))
    grant, same_partner, same_start = (uuid.UUID(grants[place]["id"]) for place in (0, 3, 6))
    message = LABELS[3] + grant.bytes + raw[:8]
    second = (int.from_bytes(raw[40:], "little") + ed25519.L).to_bytes(32, "little")
    return {
        "one character short": code[:-1], "one character long": code + "0", "a line break after it": code + "\n",
        "lower case": PREFIX + code[4:].lower(), "a grant's prefix": GRANT_PREFIX + code[4:],
        "a byte short": raw[:-1], "a byte more": raw + b"\0", "of suite 1's length": raw[:69],
        "of suite 2's length": raw + bytes(28), "suite 0": b"\0" + raw[1:], "suite 1": b"\1" + raw[1:],
        "suite 2": b"\2" + raw[1:], "suite 4": b"\4" + raw[1:],
        "an unknown grant": raw[:1] + bytes([raw[1] ^ 1]) + raw[2:],
        "an unknown grant, by the id's third byte": raw[:3] + bytes([raw[3] ^ 1]) + raw[4:],
        "one bit of the number": raw[:7] + bytes([raw[7] ^ 1]) + raw[8:],
        "one bit of the signature": raw[:8] + bytes([raw[8] ^ 1]) + raw[9:],
        "S + L": raw[:40] + second, "a signature of zeros": raw[:8] + bytes(64),
        **{f"R of small order, {point.hex()[:4]}": raw[:8] + point + bytes(32) for point in SMALL},
        "R with a part of small order": raw[:8] + torsion_signature(seed, message),
        "signed with suite 2's label": raw[:8] + ed25519.sign(seed, LABELS[2] + message[len(LABELS[3]):]),
        "signed without the grant": raw[:8] + ed25519.sign(seed, LABELS[3] + raw[:8]),
        "number 0": sign_number(seed, grant, 0), "number 0, not signed": raw[:4] + bytes(4) + raw[8:],
        "the number after the last": sign_number(seed, grant, 401),
        "the highest number": sign_number(seed, grant, 2**32 - 1),
        "a number between two ranges": sign_number(seed, grant, 101),
        "the number before a range": sign_number(seed, grant, 200),
        "signed for another grant of this partner": sign_number(seed, same_partner, number),
        "the same with this grant's id": raw[:8] + sign_number(seed, same_partner, number)[8:],
        "signed for another grant of this partner, whose id begins the same": sign_number(seed, same_start, number),
        "signed for another partner's grant, whose id begins the same": sign_number(
            last_seed, uuid.UUID(grants[7]["id"]), 7),
        "signed by another partner": sign_number(other_seed, grant, 1),
        "signed by another partner, and beyond": sign_number(other_seed, grant, 401),
    }


def refused_grants(root_seed: bytes, facts: dict) -> dict:
    """What no reader takes for a grant: a text, bytes for root to sign, or facts to be changed and signed."""
    text, body = grant_text(root_seed, facts), grant_body(ed25519.public_key(root_seed), facts)
    data, key = grant_bytes(text), bytes.fromhex(facts["public"])
    count = len(grant_body(bytes(32), {**facts, "ranges": []})) - 1
    mixed = ed25519.encode(ed25519.add(ed25519.decode(key), ed25519.decode(TORSION)))
    odd = {"partner": "the partner's name", "event_name": "the event's name"}
    return {
        "lower case": GRANT_PREFIX + text[5:].lower(), "a ticket's prefix": PREFIX + text[5:],
        "no prefix": text[5:], "nothing after the prefix": GRANT_PREFIX, "a line break after it": text + "\n",
        "a space before it": " " + text, "one byte short": GRANT_PREFIX + base45(data[:-1]),
        "a byte after the signature": GRANT_PREFIX + base45(data + b"\0"), "no signature": GRANT_PREFIX + base45(body),
        "a byte before the signature": body + b"\0", "the last byte before the signature is missing": body[:-1],
        "version 0": b"\0" + body[1:], "version 2": b"\2" + body[1:],
        "a range more than is counted": body[:count] + bytes([body[count] - 1]) + body[count + 1:],
        "a range less than is counted": body[:count] + bytes([body[count] + 1]) + body[count + 1:],
        "no ranges": {"ranges": []}, "nine ranges": {"ranges": [[number, number, None] for number in range(1, 10)]},
        "number 0": {"ranges": [[0, 10, None]]}, "a range of no numbers": {"ranges": [[11, 10, None]]},
        "a range backwards": {"ranges": [[20, 10, None]]},
        "overlapping ranges": {"ranges": [[1, 10, None], [10, 20, None]]},
        "a range in another": {"ranges": [[1, 100, None], [20, 30, "A"]]},
        "the same range twice": {"ranges": [[1, 10, "A"], [1, 10, "A"]]},
        "descending ranges": {"ranges": [[11, 20, None], [1, 10, None]]},
        "20,001 numbers": {"ranges": [[1, 20_001, None]]}, "all numbers": {"ranges": [[1, 2**32 - 1, None]]},
        "20,001 numbers in two ranges": {"ranges": [[1, 10_000, None], [20_000, 30_000, None]]},
        **{f"{what} is empty": {name: ""} for name, what in odd.items()},
        **{f"{what} has 201 bytes": {name: "é" * 100 + "e"} for name, what in odd.items()},
        "the tier has 201 bytes": {"ranges": [[1, 10, "e" * 201]]},
        **{f"{what} is not UTF-8": {name: b"Caf\xe9 "} for name, what in odd.items()},
        "the tier is not UTF-8": {"ranges": [[1, 10, b"\xff"]]},
        "the partner's name is cut within a character": {"partner": "Café".encode()[:-1]},
        "the partner's name has an overlong form": {"partner": b"\xc0\xaf"},
        "the partner's name has a surrogate": {"partner": b"\xed\xa0\x80"},
        **{f"a key of small order, {point.hex()[:4]}": {"public": point.hex()} for point in SMALL + [TORSION]},
        "a key with a part of small order": {"public": mixed.hex()},
        "a key that is not canonical": {"public": (ed25519.P + 3).to_bytes(32, "little").hex()},
        "the neutral element, not canonical": {"public": (ed25519.P + 1).to_bytes(32, "little").hex()},
        "the neutral element with a sign": {"public": (1 | 1 << 255).to_bytes(32, "little").hex()},
        "a key that is no point": {"public": (2).to_bytes(32, "little").hex()},
        "closes before it opens": {"opens": 1_790_000_000, "closes": 1_789_999_999},
        "closes when it opens": {"opens": 1_790_000_000, "closes": 1_790_000_000},
    }


def make_suite3() -> None:
    root_seed, other_seed = derive_root(bytes(range(32))), derive_root(made_seed("another master key"))
    root, other_root = ed25519.public_key(root_seed), ed25519.public_key(other_seed)
    grants = made_grants(root_seed)
    valid = [number_vector(place, grant, number) for place, grant in enumerate(grants)
             for number in made_numbers(grant["ranges"])]
    codes, texts = [], []
    for why, value in refused_codes(grants, bytes.fromhex(valid[0]["payload"])).items():
        text = value if isinstance(value, str) else PREFIX + base45(value)
        codes.append({"why": why, "code": text, "refusal": verify(text, [], grants[:1])["refusal"]})
    for why, value in refused_grants(root_seed, grants[0]).items():
        text = (value if isinstance(value, str) else signed_body(root_seed, value) if isinstance(value, bytes)
                else grant_text(root_seed, {**grants[0], **value}))
        assert read_grant(text) is None, why
        texts.append({"why": why, "text": text})
    data, body = grant_bytes(grants[0]["text"]), grant_body(root, grants[0])
    last = len(body) - 2    # the lowest bit of the last range's last number, as that range has no tier
    for why, text in {
        "one bit of a number": GRANT_PREFIX + base45(data[:last] + bytes([data[last] ^ 1]) + data[last + 1:]),
        "signed by another root than it names": signed_body(root_seed, grant_body(other_root, grants[0])),
        "the signature of a retirement": signed_body(root_seed, body, RETIRED_LABEL),
        "a root of small order": GRANT_PREFIX + base45(grant_body(SMALL[1], grants[0]) + SMALL[1] + bytes(32)),
    }.items():
        assert read_grant(text) is None, why
        texts.append({"why": why, "text": text})
    foreign = grant_text(other_seed, grants[0])
    assert read_grant(foreign) and not is_signed(foreign, root)
    write("ticket-suite3.json", {
        "prefix": PREFIX, "grant_prefix": GRANT_PREFIX, "root": root.hex(), "root_seed": root_seed.hex(),
        "grants": grants, "valid": valid, "invalid_against_the_first_grant": codes, "invalid_grants": texts,
        "grant_of_another_root": foreign})


def answer() -> None:
    first = json.loads(sys.stdin.readline())
    for line in sys.stdin:
        case = json.loads(line)
        result = (answer_grant(case["grant"], first.get("root")) if "grant" in case
                  else verify(case["code"], first["keys"], first.get("grants", [])))
        print(json.dumps(result, sort_keys=True))


def answer_grant(text: str, root) -> dict:
    """What a text is, with `root` in hexadecimal or None: {"valid": false}, or its facts and "signed"."""
    facts = read_grant(text)
    if not facts:
        return {"valid": False}
    return {"valid": True, "signed": root is not None and is_signed(text, bytes.fromhex(root)), **facts}


if __name__ == "__main__":
    {"make": make, "verify": answer}[sys.argv[1]]()
