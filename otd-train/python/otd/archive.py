# SPDX-License-Identifier: Apache-2.0
"""The archive of OTD: installs it for this user."""

from __future__ import annotations

import hashlib
import os
import shutil
import tarfile
import tempfile
import urllib.request
from pathlib import Path


def folder():
    """Where archives are unpacked: OTD_CACHE, or otd in the user's cache."""
    given = os.environ.get("OTD_CACHE")
    return Path(given) if given else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "otd")


def installed():
    """The launcher of the archive that was installed last, or None."""
    launchers = folder().glob("archives/[!.]*/*/bin/otd")
    return max(launchers, key=lambda launcher: launcher.stat().st_mtime, default=None)


def install(archive, sha256=None):
    """Unpacks an archive of OTD, ``otd-VERSION-linux-x86_64.tar.gz``, into the user's cache, where this package finds it.

    archive: a file or an address. sha256: its checksum, in hexadecimal digits; by default that of the file
    ``SHA256SUMS`` next to it. Nothing is unpacked if it differs. Returns the launcher.
    """
    with tempfile.TemporaryDirectory(prefix="otd-") as scratch:
        file = Path(scratch, "archive.tar.gz")
        _copy(str(archive), file)
        expected = (sha256 or _listed(str(archive), Path(scratch, "sums"))).lower()
        actual = hashlib.sha256(file.read_bytes()).hexdigest()
        if actual != expected:
            raise ValueError(f"{archive}: SHA-256 {actual} (expected: {expected})")
        target = folder() / "archives" / actual[:16]
        if not any(target.glob("*/bin/otd")):
            _unpack(file, target)
    (launcher,) = target.glob("*/bin/otd")
    os.utime(launcher)
    return launcher


def _copy(source, target):
    if "://" in source:
        with urllib.request.urlopen(source, timeout=60) as body, open(target, "wb") as out:
            shutil.copyfileobj(body, out)
    else:
        shutil.copyfile(source, target)


def _listed(archive, scratch):
    """The checksum of an archive in the list next to it."""
    parent, _, name = archive.rpartition("/")
    sums = f"{parent}/SHA256SUMS" if parent else "SHA256SUMS"
    try:
        _copy(sums, scratch)
    except OSError as e:
        raise ValueError(f"{sums}: {e} (expected: the checksums of the release, or the argument sha256)") from None
    for line in scratch.read_text(encoding="utf-8").splitlines():
        digits, _, file = line.partition(" ")
        if file.strip().lstrip("*") == name:
            return digits
    raise ValueError(f"{sums}: no line for {name} (expected: one, or the argument sha256)")


def _unpack(file, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".unpacked-", dir=target.parent) as whole:
        with tarfile.open(file) as packed:
            # Older Pythons have no filters; the checksum has been compared.
            packed.extractall(whole, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
        if not any(Path(whole).glob("*/bin/otd")):
            raise ValueError(f"{file}: no bin/otd (expected: an archive of OTD, otd-VERSION-linux-x86_64.tar.gz)")
        Path(whole).rename(target)
        Path(whole).mkdir()  # for its end
