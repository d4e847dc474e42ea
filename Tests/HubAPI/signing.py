"""Signs schemathesis' requests as an enrolled box does, or sends the organiser's cookie; scripts/test-hub sets the environment."""

import base64
import hashlib
import json
import os
import time
import urllib.request
import uuid

import schemathesis
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from requests.auth import AuthBase


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def identifier(key: bytes) -> str:
    """The box that has a key, as docs/sync.md has it."""
    digest = bytearray(hashlib.sha256(b"doorcheck/box/v1\0" + key).digest()[:16])
    digest[6], digest[8] = digest[6] & 0x0F | 0x80, digest[8] & 0x3F | 0x80
    return str(uuid.UUID(bytes=bytes(digest)))


def code_key(code: str) -> Ed25519PrivateKey:
    """The key of a joining code, as docs/hub.md has it."""
    number = 0
    for letter in code.replace("-", ""):
        number = number << 5 | "0123456789ABCDEFGHJKMNPQRSTVWXYZ".index(letter)
    derive = HKDF(hashes.SHA256(), 32, b"doorcheck/v1", b"doorcheck/code/v1\0")
    return Ed25519PrivateKey.from_private_bytes(derive.derive(number.to_bytes(10, "big")))


class Box(AuthBase):
    """A box that joins with the code in HUB_CODE, of the form DCJ1:ADDRESS#CODE#FINGERPRINT."""

    def __init__(self) -> None:
        self.key = Ed25519PrivateKey.generate()
        address, code, _ = os.environ["HUB_CODE"].removeprefix("DCJ1:").split("#")
        raw = self.key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        self.id, public = identifier(raw), text(raw)
        joining = code_key(code)
        code_public = text(joining.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw))
        lines = ["doorcheck/hub-enrolment/v1", self.id, public, code_public]
        body = {"box": self.id, "key": public, "code": code_public,
                "proof": text(joining.sign(b"doorcheck/join/v1\0" + raw)), "signature": self.sign(lines)}
        request = urllib.request.Request(
            address + "/v1/boxes", json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        urllib.request.urlopen(request).close()

    def sign(self, lines: list[str]) -> str:
        return text(self.key.sign("".join(line + "\n" for line in lines).encode()))

    def __call__(self, request):
        body = request.body or b""
        body = body.encode() if isinstance(body, str) else body
        moment, nonce = str(int(time.time() * 1000)), text(os.urandom(16))
        digest = text(hashlib.sha256(body).digest())
        lines = ["doorcheck/hub-request/v1", request.method, request.path_url, self.id, moment, nonce, digest]
        request.headers["DoorCheck-Box"] = self.id
        request.headers["DoorCheck-Time"] = moment
        request.headers["DoorCheck-Nonce"] = nonce
        request.headers["DoorCheck-Signature"] = self.sign(lines)
        return request


class Organiser(AuthBase):
    """A session opened with the token in HUB_TOKEN."""

    def __init__(self) -> None:
        self.address = os.environ["HUB_CODE"].removeprefix("DCJ1:").split("#")[0]
        body = {"name": "schemathesis", "password": os.environ["HUB_TOKEN"]}
        headers = {"Content-Type": "application/json", "Origin": self.address}
        request = urllib.request.Request(self.address + "/organiser/login", json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request) as answer:
            self.cookie = answer.headers["Set-Cookie"].split(";")[0]

    def __call__(self, request):
        request.headers["Cookie"] = self.cookie
        request.headers["Origin"] = self.address
        return request


BOX, ORGANISER = Box(), Organiser()


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """Every request is signed here, so that a missing signature is not a thing to try; ServerTests does."""
    raw_schema.pop("security")
    for operations in raw_schema["paths"].values():
        for operation in operations.values():
            if isinstance(operation, dict):
                operation.pop("security", None)
    raw_schema["components"].pop("securitySchemes")
    # Waiting for news that do not come would take all the time there is; FeedTests does.
    read = raw_schema["paths"]["/v1/records"]["get"]
    read["parameters"] = [parameter for parameter in read["parameters"] if parameter["name"] != "wait"]


@schemathesis.hook
def before_call(context, case, kwargs):
    """The whole request is known only once `requests` has put it together."""
    kwargs["auth"] = ORGANISER if case.path.startswith("/organiser") else BOX
