"""Runs the hub's container: read-only, as its own user, with boxes that join and share, on SQLite and on PostgreSQL.

usage: container.py [--unpacked] IMAGE.tar [THE SAME IMAGE MADE AGAIN]    (scripts/test-container calls it, as root)

Boxes and organiser run from the same image, so this tries the package's program on its own release of Debian.
"""

import json
import os
import re
import sys
import tarfile
import tempfile
import time
import urllib.error
import urllib.request
from hashlib import sha256
from pathlib import Path

sys.path.insert(0, "Tests/Trials")

from engines import USER, VOLUME, Podman, engine, leave, volume  # noqa: E402
from failover import Server  # noqa: E402
from house import free_port  # noqa: E402

LARGEST = 150_000_000
PATIENCE = 120
PASSWORD = "correct-horse"


def fail(what: str):
    sys.exit(f"container: {what}")


def wait(what: str, is_so):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if is_so():
            return print(f"  {what}", flush=True)
        time.sleep(0.2)
    fail(f"not within {PATIENCE} s: {what}")


def check_image(image: Path):
    """What is in the archive, and what is not."""
    size = image.stat().st_size
    with tarfile.open(image) as archive:
        def blob(descriptor: dict):
            name = descriptor["digest"].removeprefix("sha256:")
            file = archive.extractfile(f"blobs/sha256/{name}")
            if sha256(file.read()).hexdigest() != name:
                fail(f"blob {name} has other bytes")
            file.seek(0)
            return file
        manifest = json.load(blob(json.load(archive.extractfile("index.json"))["manifests"][0]))
        about = json.load(blob(manifest["config"]))
        with tarfile.open(fileobj=blob(manifest["layers"][0]), mode="r:gz") as layer:
            files = layer.getmembers()
    unpacked = sum(file.size for file in files)
    print(f"  {size / 1e6:.1f} MB, unpacked {unpacked / 1e6:.1f} MB in {len(files)} files", flush=True)
    if size > LARGEST:
        fail(f"the archive has more than {LARGEST} bytes")
    if not re.fullmatch(r"[1-9]\d*:[1-9]\d*", about["config"]["User"]):
        fail(f"its user is {about['config']['User']}, not a number other than root's")
    for file in files:
        if file.mode & 0o6000 and file.isfile() or file.ischr() or file.isblk():
            fail(f"{file.name} gives rights, or is a device")
        if re.search(r"\.(key|secret|pub|sqlite)$", file.name) or "/keys/" in file.name:
            fail(f"{file.name} belongs to an organiser or a hub")
    for name in ("title", "version", "revision", "created", "licenses"):
        if not about["config"]["Labels"].get(f"org.opencontainers.image.{name}"):
            fail(f"the label {name} is missing")
    print("  it has a user of its own, labels, no secrets, no devices, and nothing that gives rights", flush=True)


def asked(port: int, path: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refusal:
        return refusal.code, refusal.read().decode()
    except OSError:
        return 0, ""


class Scene:
    """A hub in a container, an organiser's machine and a gate."""

    def __init__(self, runner, folder: Path, name: str, variables: dict = {}, files: dict = {}):
        self.runner, self.name, self.port = runner, name, free_port()
        folder = volume(folder / name)
        self.data, self.office, self.gate = (volume(folder / part) for part in ("hub", "office", "north-1"))
        # Prometheus asks from another container, whose address changes.
        self.variables = variables | {
            "DOORCHECK_HUB_LISTEN": f"127.0.0.1:{self.port}", "DOORCHECK_HUB_METRICS": "127.0.0.0/8"}
        self.files = files

    def serve(self):
        self.runner.start(self.name, self.data, self.variables, self.files)
        try:
            wait("the hub is healthy", lambda: self.runner.is_healthy(self.name))
        except SystemExit:
            print(self.runner.log(self.name), file=sys.stderr)
            raise

    def hub(self, *words: str, **options):
        return self.runner.inside(self.name, "doorcheck", *words, **options)

    def box(self, data: Path, *words: str, **options):
        variables = {
            "DOORCHECK_BOX": data.name, "DOORCHECK_GATE": "main", "DOORCHECK_HUB_URL": f"http://127.0.0.1:{self.port}"}
        return self.runner.run(data, *words, variables=variables, **options)

    def enroll(self, name: str, *options: str) -> str:
        return self.hub("hub", "enroll", "--name", name, "--url", f"http://127.0.0.1:{self.port}",
                        *options).stdout.strip()

    def admit(self, about, *options: str):
        """The organiser makes a box a member, by the digits that it shows."""
        digits = re.search(r"^code (\d{4}) (\d{4})$", about.stdout + about.stderr, re.MULTILINE).groups()
        self.box(self.office, "hub", "sync")
        self.box(self.office, "box", "admit", *digits, *options)
        self.box(self.office, "hub", "sync")

    def issue(self) -> list[str]:
        """The organiser makes an event with tickets; the hub gets what docs/hub.md says."""
        self.box(self.office, "key", "new")
        self.box(self.office, "event", "new", "Night", "--gate", "main")
        self.box(self.office, "ticket", "issue", "--count", "3", "--output", "codes.csv")
        keys = self.office / "keys"
        names = ["organiser.pub"] + [key.name for key in keys.glob("*.key") if key.name != "master.key"]
        with tempfile.TemporaryFile() as archive:
            with tarfile.open(fileobj=archive, mode="w") as tar:
                for name in names:
                    tar.add(keys / name, name)
            archive.seek(0)
            self.runner.inside(self.name, "tar", "--extract", "--directory", "keys", stdin=archive)
        lines = (self.office / "codes.csv").read_text().splitlines()[1:]
        return [line.rsplit(",", 1)[1] for line in lines]

    def join(self):
        self.box(self.office, "hub", "join", self.enroll("office", "--role", "organiser"))
        self.box(self.office, "hub", "sync")
        self.admit(self.hub("sync", "id"), "--role", "organiser")
        wait("the hub is a member", lambda: "hub" in self.hub("box", "list", "--json").stdout)
        self.box(self.gate, "hub", "join", self.enroll("north-1"))
        self.box(self.gate, "hub", "sync")
        self.admit(self.box(self.gate, "sync", "id"))
        self.box(self.gate, "hub", "sync")

    def show(self, code: str) -> dict:
        """A guest comes to the gate."""
        done = self.box(self.gate, "run", "--stdin", "--json", "--no-display", input=code + "\n")
        found = [line for line in map(json.loads, done.stdout.splitlines()) if "verdict" in line]
        if len(found) != 1:
            fail(f"the gate answers {done.stdout} {done.stderr}")
        return found[0]

    def granted(self) -> int:
        """Claims that this run of the hub granted."""
        return int(re.search(r'claims_total{outcome="granted"} (\d+)', asked(self.port, "/metrics")[1])[1])

    def stop(self):
        status, seconds = self.runner.stop(self.name)
        if status != 0:
            fail(f"the hub ended with {status}: {self.runner.log(self.name)[-500:]}")
        print(f"  it ends in order at SIGTERM ({seconds:.1f} s)", flush=True)

    def evening(self):
        """Guests come, and the hub is stopped and started between them."""
        self.serve()
        first, second, _ = self.issue()
        self.join()
        print("  an organiser and a gate have joined", flush=True)
        if self.show(first)["verdict"] != "admit" or self.granted() != 1:
            fail("the first guest does not get in with the hub's consent")
        print("  a guest enters with the hub's consent", flush=True)
        self.stop()
        self.serve()
        again = self.show(first)
        if again["enters"] or self.show(second)["verdict"] != "admit" or self.granted() != 1:
            fail(f"after the hub was started again, the gate answers {again}")
        for data in (self.gate, self.office):
            self.box(data, "hub", "sync")
        inside = self.box(self.office, "event", "list", "--json").stdout
        if json.loads(inside)["admitted"] != 2:
            fail(f"the organiser's machine says {inside}")
        print("  it goes on with its data, and the organiser's machine hears of the guests", flush=True)


def check_hardening(scene: Scene):
    """What the hub may not do."""
    if scene.runner.inside(scene.name, "touch", "/etc/note", check=False).returncode == 0:
        fail("its root can be written")
    if (found := scene.runner.inside(scene.name, "id", "-u").stdout.strip()) != str(USER):
        fail(f"it runs as {found}")
    if changes := scene.runner.changes(scene.name):
        # The volume and what podman mounts.
        strange = [line for line in changes if not re.search(rf" /({VOLUME}|etc|var|var/lib|run|dev|proc|sys)$", line)]
        if strange:
            fail(f"it has changed its root: {strange}")
    others = [path for path in scene.data.rglob("*") if path.stat().st_uid != USER or path.stat().st_mode & 0o007]
    if others:
        fail(f"others can use {others}")
    print("  its root stays as it was, and its data is its own", flush=True)


def check_volumes(runner, folder: Path):
    """Volumes as Kubernetes gives them (fsGroup), and a new one of podman's."""
    data = folder / "group"
    data.mkdir()
    os.chown(data, 0, USER)
    data.chmod(0o2775)
    runner.run(data, "hub", "serve", "--prepare")
    if isinstance(runner, Podman):
        runner.run("new", "hub", "serve", "--prepare")
    print("  it can use a volume of its group, and a new one", flush=True)


def database(folder: Path) -> Server:
    """A server that asks for a password."""
    folder.mkdir()
    server = Server.make(folder)
    server.query(f"ALTER USER hub PASSWORD '{PASSWORD}'")
    (server.data / "pg_hba.conf").write_text("host all all 127.0.0.1/32 scram-sha-256\n")
    server.control("reload")
    return server


def check_postgresql(runner, folder: Path, server: Server):
    """The database's address and password are in a file, as secrets are."""
    place = "/run/secrets/hub-database"
    variables = {"DOORCHECK_HUB_DATABASE": "postgresql:///?service=hub", "PGSERVICEFILE": place}

    def secret(name: str, password: str) -> Path:
        file = folder / name
        file.write_text(f"[hub]\nhost=127.0.0.1\nport={server.port}\ndbname=postgres\nuser=hub\npassword={password}\n")
        # As Kubernetes shares secrets with a group.
        os.chown(file, 0, USER)
        file.chmod(0o440)
        return file
    refused = runner.run(volume(folder / "refused"), "hub", "boxes", variables=variables,
                         files={place: secret("wrong", "other")}, check=False)
    if refused.returncode == 0 or "password authentication failed" not in refused.stderr or "other" in refused.stderr:
        fail(f"with a wrong password, the answer is {refused.returncode} {refused.stderr}")
    scene = Scene(runner, folder, "postgresql", variables, {place: secret("right", PASSWORD)})
    scene.evening()
    if PASSWORD in runner.log(scene.name):
        fail("the log has the password")
    scene.stop()
    print("  all of this also with PostgreSQL, whose password is in a file", flush=True)


def main(unpacked: bool, image: Path, *again: Path):
    check_image(image)
    for other in again:
        if other.read_bytes() != image.read_bytes():
            fail("made again, it has other bytes")
        print("  made again, it has the same bytes", flush=True)
    folder = Path(tempfile.mkdtemp(prefix="doorcheck-container-"))
    folder.chmod(0o755)
    runner, server = None, None
    try:
        runner = engine(folder, image, unpacked)
        print(f"It runs with {runner.name}:", flush=True)
        scene = Scene(runner, folder, "sqlite")
        scene.evening()
        check_hardening(scene)
        scene.stop()
        check_volumes(runner, folder)
        server = database(folder / "server")
        check_postgresql(runner, folder, server)
    finally:
        if runner:
            runner.remove()
        if server:
            server.control("-m", "fast", "stop")
        leave(folder)
    print(f"The hub's container works, run with {runner.name}.")


arguments = [word for word in sys.argv[1:] if word != "--unpacked"]
main("--unpacked" in sys.argv, *map(Path, arguments))
