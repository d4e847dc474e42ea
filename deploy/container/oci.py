#!/usr/bin/env python3
"""Makes an OCI image of one layer from the files of a system. scripts/image-container calls it.

usage: oci.py ROOT.tar CONFIG.json IMAGE.tar NAME:TAG ARCHITECTURE SECONDS [LABEL=VALUE…]

SECONDS since 1970 is the time of the image. The archive is an OCI image layout with the manifest of `docker save` beside
it: `podman load`, `docker load` and `skopeo copy oci-archive:` take it. Equal arguments give equal bytes.
"""

import gzip
import hashlib
import io
import json
import shutil
import sys
import tarfile
from datetime import datetime, timezone
from pathlib import Path

PIECE = 1 << 20


def digest(data: bytes | Path) -> str:
    if isinstance(data, bytes):
        return hashlib.sha256(data).hexdigest()
    with data.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def compress(source: Path, target: Path):
    """With gzip, which every runtime reads, and without a name or a time."""
    with source.open("rb") as plain, target.open("wb") as file:
        with gzip.GzipFile(filename="", mode="wb", compresslevel=9, fileobj=file, mtime=0) as packed:
            shutil.copyfileobj(plain, packed, PIECE)


def as_json(value) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


class Layout:
    """An archive in which nothing depends on who writes it, or when."""

    def __init__(self, path: Path, seconds: int):
        self.tar = tarfile.open(path, "w", format=tarfile.USTAR_FORMAT)
        self.seconds = seconds
        for folder in ("blobs", "blobs/sha256"):
            self.tar.addfile(self.about(folder, tarfile.DIRTYPE, 0o755))

    def about(self, name: str, kind: bytes, mode: int, size: int = 0) -> tarfile.TarInfo:
        about = tarfile.TarInfo(name)
        about.type, about.mode, about.size, about.mtime = kind, mode, size, self.seconds
        return about

    def add(self, name: str, data: bytes | Path):
        size = len(data) if isinstance(data, bytes) else data.stat().st_size
        with io.BytesIO(data) if isinstance(data, bytes) else data.open("rb") as file:
            self.tar.addfile(self.about(name, tarfile.REGTYPE, 0o644, size), file)

    def add_blob(self, kind: str, data: bytes | Path) -> dict:
        """Adds something under its digest, and returns its descriptor."""
        name = digest(data)
        self.add(f"blobs/sha256/{name}", data)
        size = len(data) if isinstance(data, bytes) else data.stat().st_size
        return {"mediaType": f"application/vnd.oci.image.{kind}", "digest": f"sha256:{name}", "size": size}


def blob(descriptor: dict) -> str:
    return "blobs/" + descriptor["digest"].replace(":", "/")


def configuration(root: Path, template: Path, architecture: str, seconds: int, labels: dict) -> dict:
    created = datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    config = json.loads(template.read_text())
    config["Labels"] |= labels | {"org.opencontainers.image.created": created}
    return {
        "created": created, "architecture": architecture, "os": "linux", "config": config,
        "rootfs": {"type": "layers", "diff_ids": [f"sha256:{digest(root)}"]},
        "history": [{"created": created, "created_by": "scripts/image --container"}],
    }


def main(root: Path, template: Path, image: Path, name: str, architecture: str, seconds: int, labels: dict):
    packed = image.with_suffix(".layer")
    compress(root, packed)
    layout = Layout(image, seconds)
    config = layout.add_blob(
        "config.v1+json", as_json(configuration(root, template, architecture, seconds, labels)))
    layer = layout.add_blob("layer.v1.tar+gzip", packed)
    packed.unlink()
    manifest = layout.add_blob("manifest.v1+json", as_json({
        "schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json", "config": config,
        "layers": [layer]}))
    # Docker reads the first name, podman and skopeo the second.
    manifest |= {
        "platform": {"architecture": architecture, "os": "linux"},
        "annotations": {"io.containerd.image.name": name, "org.opencontainers.image.ref.name": name}}
    layout.add("index.json", as_json({
        "schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": [manifest]}))
    layout.add("manifest.json", as_json([{"Config": blob(config), "RepoTags": [name], "Layers": [blob(layer)]}]))
    layout.add("oci-layout", as_json({"imageLayoutVersion": "1.0.0"}))
    layout.tar.close()


files, (reference, machine, time) = map(Path, sys.argv[1:4]), sys.argv[4:7]
main(*files, reference, machine, int(time), dict(word.split("=", 1) for word in sys.argv[7:]))
