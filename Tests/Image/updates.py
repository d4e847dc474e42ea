"""Updates for boxes, good and bad, made from a good one; and FAT sticks that carry files to a machine."""
import hashlib
import os
import shutil
import subprocess
import tarfile

# What an added initrd does to a new version after the box's own script: its door never says that it is open.
DEAF_DOOR = """#!/bin/sh
. /scripts/init-bottom/doorcheck.own
mkdir -p $rootmnt/run/systemd/system/doorcheck.service.d /run/systemd/system/doorcheck.service.d \\
    /run/systemd/system/doorcheck-trial.service.d
printf '[Service]\\nType=notify\\nExecStart=\\nExecStart=/bin/sleep infinity\\nTimeoutStartSec=20\\n' \\
    >/run/systemd/system/doorcheck.service.d/deaf.conf
printf '[Service]\\nTimeoutStartSec=30\\n' >/run/systemd/system/doorcheck-trial.service.d/short.conf
"""


def stick(path, files, megabytes):
    """A FAT file system with files: {name: path}."""
    with open(path, "wb") as file:
        file.truncate(megabytes << 20)
    subprocess.run(["mkfs.vfat", "-F", "32", "-n", "UPDATES", path], check=True, stdout=subprocess.DEVNULL)
    for name, source in files.items():
        subprocess.run(["mcopy", "-i", path, source, "::" + name], check=True)


def unpack(update, folder):
    """The members of an update as files in a folder."""
    os.makedirs(folder)
    with tarfile.open(update) as tar:
        tar.extractall(folder)
    return folder


def pack(folder, path, key, version):
    """An update of what is in a folder, signed with a key."""
    lines = open(f"{folder}/manifest").read().splitlines()[:3] + [f"version {version}"]
    for name in ("linux", "initrd", "root"):
        with open(f"{folder}/{name}", "rb") as file:
            lines.append(f"{hashlib.file_digest(file, 'sha256').hexdigest()}  {name}")
    with open(f"{folder}/manifest", "w") as file:
        file.write("\n".join(lines) + "\n")
    subprocess.run(["openssl", "pkeyutl", "-sign", "-rawin", "-inkey", key, "-in", f"{folder}/manifest",
                    "-out", f"{folder}/manifest.sig"], check=True)
    with tarfile.open(path, "w", format=tarfile.USTAR_FORMAT) as tar:
        for name in ("manifest", "manifest.sig", "linux", "initrd", "root"):
            tar.add(f"{folder}/{name}", name)


def add_to_initrd(initrd, script):
    """Puts a script in the place of the box's own in an initrd, which is then called doorcheck.own."""
    folder = initrd + ".more"
    os.makedirs(f"{folder}/scripts/init-bottom")
    own = "deploy/box/root/etc/initramfs-tools/scripts/init-bottom/doorcheck"
    shutil.copy(own, f"{folder}/scripts/init-bottom/doorcheck.own")
    with open(f"{folder}/scripts/init-bottom/doorcheck", "w") as file:
        file.write(script)
    for name in ("doorcheck", "doorcheck.own"):
        os.chmod(f"{folder}/scripts/init-bottom/{name}", 0o755)
    more = subprocess.run("find scripts | cpio --quiet -o -H newc", shell=True, cwd=folder, check=True, capture_output=True)
    with open(initrd, "ab") as file:
        file.write(bytes(-file.tell() % 4) + more.stdout)


def make_all(update, key, folder):
    """Every update that the tests try: {name: path}."""
    os.makedirs(folder)
    good = unpack(update, f"{folder}/good")
    made = {name: f"{folder}/{name}.update" for name in ("newer", "stranger", "short", "flipped", "rootless", "deaf")}
    pack(good, made["newer"], key, "newer")
    stranger = f"{folder}/stranger.pem"
    subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", stranger], check=True)
    pack(good, made["stranger"], stranger, "stranger")
    size = os.path.getsize(made["newer"])
    shutil.copy(made["newer"], made["short"])
    os.truncate(made["short"], size - (20 << 20))
    shutil.copy(made["newer"], made["flipped"])
    with open(made["flipped"], "r+b") as file:
        file.seek(size - (9 << 20))
        byte = file.read(1)[0]
        file.seek(-1, 1)
        file.write(bytes([byte ^ 1]))
    add_to_initrd(f"{good}/initrd", DEAF_DOOR)
    pack(good, made["deaf"], key, "deaf")
    with open(f"{good}/root", "wb") as file:
        file.write(os.urandom(8 << 20))
    pack(good, made["rootless"], key, "rootless")
    shutil.rmtree(good)
    return made
