"""A new machine that becomes an office: the code of its screen, the first account, an event, and settings for a box.

The device of whoever opens it is this machine, which reaches the office and the hub by QEMU's forwarding.
"""
import base64
import hashlib
import http.client
import http.cookies
import json
import re
import socket
import ssl
import time
import tomllib

from machine import Machine

NAME, PASSWORD = "Amina", "Zanzibar nights 1999"
NOTICE = "cat /run/doorcheck/office.json"
# A box with those settings, in the machine itself: only there has the hub its address.
JOIN = """set -e
rm -rf /run/north && mkdir /run/north && cd /run/north
printf '%s\\n' 'ledger = "ledger.sqlite"' 'keys = "keys"' 'box = "North gate"' 'gate = "main"' '[hub]' \\
    'url = "{url}"' 'authority = "authority.pem"' >doorcheck.toml
cat >authority.pem <<'PEM'
{authority}PEM
export DOORCHECK_CONFIG=/run/north/doorcheck.toml
doorcheck hub join '{code}'
doorcheck hub sync
doorcheck event show --json
"""
QUESTION = "GET /healthz HTTP/1.1\r\nHost: {host}:8490\r\nConnection: close\r\n\r\n"


def free_port():
    with socket.socket() as wire:
        wire.bind(("127.0.0.1", 0))
        return wire.getsockname()[1]


class Device:
    """Another device and its browser, whose owner has gone past the warning about the certificate.

    `authority` is what the device calls the office, and `port` where that is on this machine.
    """

    def __init__(self, authority, port):
        self.authority, self.port, self.cookies = authority, port, http.cookies.SimpleCookie()

    def ask(self, path, body=None):
        """Asks for a path, or sends a body to it; the status, and what the answer says."""
        context = ssl._create_unverified_context()
        wire = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=300, context=context)
        headers = {"Host": self.authority, "Origin": f"https://{self.authority}", "Content-Type": "application/json",
                   "Cookie": "; ".join(f"{name}={cookie.value}" for name, cookie in self.cookies.items())}
        wire.request("GET" if body is None else "POST", path, None if body is None else json.dumps(body), headers)
        answer = wire.getresponse()
        for header in answer.headers.get_all("Set-Cookie", []):
            self.cookies.load(header)
        data = answer.read()
        wire.close()
        return answer.status, json.loads(data) if answer.headers.get_content_subtype() == "json" else data

    def check(self, path, body=None):
        """What the answer says, which must be good."""
        status, answer = self.ask(path, body)
        if status not in (200, 201, 204):
            raise AssertionError(f"{path} was answered with {status}: {answer}")
        return answer

    def fingerprint(self):
        """The SHA-256 hash of the certificate."""
        with socket.create_connection(("127.0.0.1", self.port), 300) as wire:
            with ssl._create_unverified_context().wrap_socket(wire) as encrypted:
                return hashlib.sha256(encrypted.getpeercert(True)).hexdigest()


def await_notice(box, holds, timeout=600):
    """Waits until the office says what is wanted to the machine's first screen; what it says."""
    end = time.monotonic() + timeout
    while time.monotonic() < end:
        text, status = box.run(NOTICE)
        if not status and holds(notice := json.loads(text)):
            return notice
        time.sleep(1)
    raise TimeoutError(f"the office does not say what is wanted: {text}")


def ask_hub(host, port, authority, timeout=300):
    """Whether the hub answers with a certificate that an authority verifies for a host; waits until it answers."""
    context = ssl.create_default_context(cadata=authority)
    end = time.monotonic() + timeout
    while True:
        try:
            with socket.create_connection(("127.0.0.1", port), 30) as wire:
                with context.wrap_socket(wire, server_hostname=host) as encrypted:
                    encrypted.sendall(QUESTION.format(host=host).encode())
                    return b" 200 " in encrypted.recv(4096).split(b"\r\n")[0]
        except OSError as error:
            # Until the hub listens, QEMU takes connections and closes them again.
            if isinstance(error, ssl.SSLCertVerificationError) or time.monotonic() > end:
                raise
            time.sleep(1)


def await_settings(device, timeout=600):
    """The settings of a new box that joins the hub of the machine, once that is there."""
    end = time.monotonic() + timeout
    while True:
        status, answer = device.ask("/office/boxes/setup", {"name": "North gate", "gate": "main", "role": "gate"})
        if status == 200:
            return answer["text"]
        if status != 503 or time.monotonic() > end:
            raise AssertionError(f"settings were answered with {status}: {answer}")
        time.sleep(1)


def try_office(image, results, say, expect):
    ports = {8470: free_port(), 8490: free_port()}
    box = Machine(f"{results}/machine", image, size=3 << 30, forward={here: there for there, here in ports.items()})
    box.start(internet_time=False)
    say(f"the shell is there after {box.await_shell():.0f} s")
    notice = await_notice(box, lambda notice: notice.get("code") and notice["addresses"])
    say(f"the office has an address and a code after {time.monotonic() - box.begin:.0f} s")
    expect("there is no hub yet", box.check("ss -Hlnt 'sport = :8490'") == "")
    device = Device(re.fullmatch("https://(.+:8470)/", notice["addresses"][0])[1], ports[8470])
    expect("the certificate is the one whose hash the screen shows",
           device.fingerprint().upper().startswith(notice["fingerprint"].replace(" ", "")))
    expect("nobody gets in with another code", device.ask("/office/first/code", {"code": "0000-0000"})[0] == 401)
    account = {"name": NAME, "password": PASSWORD}
    device.check("/office/first", {"code": notice["code"], **account})
    other = {"code": notice["code"], "name": "Ben", "password": PASSWORD}
    expect("the code makes one account", device.ask("/office/first", other)[0] == 409)
    device.check("/office/session", account)
    say(f"the first account is logged in {time.monotonic() - box.begin:.0f} s after switching on")
    await_notice(box, lambda notice: not notice.get("code"))
    say("the screen shows no code any more")

    device.check("/office/key", {})
    event = device.check("/office/events", {"event": {"name": "Summer Night"}, "gates": [{"name": "main"}]})["id"]
    guest = device.check(f"/office/events/{event}/sell", {"sale": "1", "name": "Aarti"})["id"]
    hub = tomllib.loads(await_settings(device))["hub"]
    url, host = re.match("(https://(.+):8490)#", hub["join"].removeprefix("DCJ1:")).groups()
    authority = ssl.DER_cert_to_PEM_cert(base64.b64decode(hub["authority"]))
    expect(f"a new box has a code for {url}, which is this machine", host in box.check("hostname -I").split())
    expect("the hub answers there, with a certificate that the box's authority verifies",
           ask_hub(host, ports[8490], authority))
    say(f"{time.monotonic() - box.begin:.0f} s after switching on")

    box.cut()
    box.start(internet_time=False)
    say(f"after a power cut the shell is there after {box.await_shell():.0f} s")
    notice = await_notice(box, lambda notice: notice["addresses"])
    expect("nobody makes another first account", "code" not in notice
           and device.ask("/office/first/code", {"code": "0000-0000"})[0] == 409)
    device.check("/office/session", account)
    expect("the account, the event and its guest are there", device.check(f"/office/events/{event}")["tickets"] == 1
           and device.check(f"/office/tickets/{guest}")["name"] == "Aarti")
    expect("the hub answers with a certificate of the same authority", ask_hub(host, ports[8490], authority))
    say(f"{time.monotonic() - box.begin:.0f} s after switching on")
    joined = box.check(JOIN.format(url=url, authority=authority, code=hub["join"]), timeout=600)
    expect("a box joins with the settings from before the cut, and gets the event", "Summer Night" in joined)
    failed = box.check("systemctl --failed --no-legend --plain")
    expect(f"no unit has failed {failed}".strip(), not failed)
    box.run("systemctl poweroff")
    box.wait()
