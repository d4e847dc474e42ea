"""What runs the hub's container: Debian's podman, or the kernel's namespaces where podman cannot run."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import time
from pathlib import Path

USER = 8490
VOLUME = "var/lib/doorcheck"


def volume(folder: Path) -> Path:
    """A folder for the data of one container."""
    folder.mkdir()
    os.chown(folder, USER, USER)
    return folder


def settings(values: dict) -> list[str]:
    return [f"{name}={value}" for name, value in values.items()]


class Podman:
    """Keeps images and containers in a folder of its own, so that those of the machine are left alone."""

    name = "Debian's podman"

    def __init__(self, folder: Path, image: Path):
        self.folder, self.reference = folder, ""
        self.begin = [
            "podman", "--root", str(folder / "storage"), "--runroot", str(folder / "run"), "--runtime", "runc",
            "--cgroup-manager", "cgroupfs", "--events-backend", "file"]
        said = self.call("load", "--quiet", "--input", str(image)).stdout
        self.reference = said.strip().rsplit(" ", 1)[1]

    def call(self, *words: str, check: bool = True, **options) -> subprocess.CompletedProcess:
        options = {"capture_output": True, "text": True, "timeout": 300} | options
        done = subprocess.run([*self.begin, *words], **options)
        if check and done.returncode:
            raise OSError(f"podman {' '.join(words)}: {done.returncode} {done.stderr[-1000:]}")
        return done

    def options(self, data: Path, variables: dict, files: dict) -> list[str]:
        """As docs/hub.md says, with the machine's network and without what only root may raise."""
        words = ["--read-only", "--read-only-tmpfs=false", "--cap-drop=all", "--security-opt=no-new-privileges",
                 "--network=host", "--ulimit=nofile=8192:8192", "--ulimit=nproc=4096:4096",
                 f"--volume={data}:/{VOLUME}"]
        words += [f"--volume={source}:{place}:ro" for place, source in files.items()]
        return words + [f"--env={setting}" for setting in settings(variables)]

    def run(self, data: Path, *words: str, variables: dict = {}, files: dict = {}, **options):
        """Runs a command of doorcheck in a container of its own until it ends."""
        return self.call("run", "--rm", "--interactive", *self.options(data, variables, files), self.reference, *words,
                         **options)

    def start(self, name: str, data: Path, variables: dict = {}, files: dict = {}):
        """Starts a hub, or starts one again."""
        if self.call("container", "exists", name, check=False).returncode == 0:
            return self.call("start", name)
        self.call("run", "--detach", "--name", name, "--health-cmd=/usr/libexec/doorcheck/healthy",
                  # systemd would run it, which may not be here; `healthy` below does.
                  "--health-interval=disable", *self.options(data, variables, files), self.reference)

    def inside(self, name: str, *words: str, check: bool = True, **options):
        """Runs a command in a hub's container."""
        return self.call("exec", "--interactive", name, *words, check=check, **options)

    def is_healthy(self, name: str) -> bool:
        return self.call("healthcheck", "run", name, check=False).returncode == 0

    def stop(self, name: str) -> tuple[int, float]:
        """Stops a hub as `podman stop` does.

        Returns its exit status, 137 if it had to be killed, and the seconds it took.
        """
        begin = time.monotonic()
        self.call("stop", "--time=20", name)
        seconds = time.monotonic() - begin
        return json.loads(self.call("inspect", name).stdout)[0]["State"]["ExitCode"], seconds

    def log(self, name: str) -> str:
        done = self.call("logs", name)
        return done.stdout + done.stderr

    def changes(self, name: str) -> list[str]:
        """The paths outside the volume that differ from the image."""
        return self.call("diff", name).stdout.split("\n")[:-1]

    def remove(self):
        self.call("rm", "--all", "--force", "--time=0")
        self.call("rmi", "--all", "--force")


class Unpacked:
    """The image's files under a read-only root, as the image's user, in namespaces of mounts and processes."""

    name = "its unpacked files, with unshare and chroot"

    def __init__(self, folder: Path, image: Path):
        self.root, self.hubs = folder / "root", {}
        self.logs = folder
        with tarfile.open(image) as archive:
            def blob(descriptor: dict):
                return archive.extractfile("blobs/" + descriptor["digest"].replace(":", "/"))
            entry = json.load(archive.extractfile("index.json"))["manifests"][0]
            manifest = json.load(blob(entry))
            self.config = json.load(blob(manifest["config"]))["config"]
            self.root.mkdir()
            for layer in manifest["layers"]:
                with tarfile.open(fileobj=blob(layer), mode="r:gz") as files:
                    files.extractall(self.root, numeric_owner=True, filter="fully_trusted")

    # $1 is the root, $2 the data, and files to be seen at a place follow in pairs until `--`.
    ENTER = r"""
        mount --bind "$1" "$1"
        mount --bind "$2" "$1/var/lib/doorcheck"
        root=$1
        shift 2
        while [ "$1" != -- ]; do
            mkdir -p "$(dirname "$root$1")"
            touch "$root$1"
            mount --bind "$2" "$root$1"
            shift 2
        done
        mount -t proc proc "$root/proc"
        mount --rbind /dev "$root/dev"
        mount -o remount,bind,ro "$root"
        exec chroot "$root" /usr/bin/env -i -C /var/lib/doorcheck /usr/bin/setpriv --reuid=8490 --regid=8490 --clear-groups \
            --no-new-privs --bounding-set=-all --inh-caps=-all /usr/bin/env "${@:2}"
    """

    def words(self, data: Path, variables: dict, files: dict, *command: str) -> list[str]:
        pairs = [str(word) for pair in files.items() for word in pair]
        return ["unshare", "--mount", "--pid", "--fork", "--kill-child", "bash", "-euc", self.ENTER, "enter",
                str(self.root), str(data), *pairs, "--", *self.config["Env"], *settings(variables), *command]

    def run(self, data: Path, *words: str, variables: dict = {}, files: dict = {}, check: bool = True, **options):
        options = {"capture_output": True, "text": True, "timeout": 300} | options
        command = [*self.config["Entrypoint"], *words]
        return self.finish(subprocess.run(self.words(data, variables, files, *command), **options), check)

    @staticmethod
    def finish(done: subprocess.CompletedProcess, check: bool) -> subprocess.CompletedProcess:
        if check and done.returncode:
            raise OSError(f"{done.args[-6:]}: {done.returncode} {done.stderr[-1000:]}")
        return done

    def start(self, name: str, data: Path, variables: dict = {}, files: dict = {}):
        _, data, variables, files = self.hubs.get(name, (None, data, variables, files))
        command = [*self.config["Entrypoint"], *self.config["Cmd"]]
        with (self.logs / f"{name}.log").open("ab") as log:
            process = subprocess.Popen(self.words(data, variables, files, *command), stdout=log, stderr=log)
        self.hubs[name] = (process, data, variables, files)

    def inside(self, name: str, *words: str, check: bool = True, **options):
        _, data, variables, files = self.hubs[name]
        options = {"capture_output": True, "text": True, "timeout": 300} | options
        return self.finish(subprocess.run(self.words(data, variables, files, *words), **options), check)

    def is_healthy(self, name: str) -> bool:
        return self.inside(name, *self.config["Healthcheck"]["Test"][1:], check=False).returncode == 0

    def stop(self, name: str) -> tuple[int, float]:
        process, begin = self.hubs[name][0], time.monotonic()
        # The hub is the only child of unshare, and the first process of its namespace.
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        os.kill(int(children[0]), getattr(signal, self.config["StopSignal"]))
        try:
            status = process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            status = 137
        return status, time.monotonic() - begin

    def log(self, name: str) -> str:
        return (self.logs / f"{name}.log").read_text()

    def changes(self, name: str) -> list[str]:
        return []

    def remove(self):
        for process, *_ in self.hubs.values():
            process.kill()
            process.wait()


def engine(folder: Path, image: Path, unpacked: bool):
    """Returns podman if it can run the image here, and says why if it cannot."""
    if not unpacked:
        try:
            podman = Podman(folder, image)
            podman.run(volume(folder / "try"), "--version")
            return podman
        except (OSError, subprocess.SubprocessError) as error:
            print(f"podman cannot run here ({error})", file=sys.stderr)
    return Unpacked(folder, image)


def leave(folder: Path):
    """Deletes the folder of a test, unless something is mounted in it."""
    mounts = subprocess.run(["findmnt", "--noheadings", "--output", "TARGET"], capture_output=True, text=True).stdout
    if str(folder) in mounts:
        raise SystemExit(f"container: something is still mounted in {folder}, so it stays")
    shutil.rmtree(folder)
