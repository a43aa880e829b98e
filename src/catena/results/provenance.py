"""Where a result comes from: versions, machine, and a hash of the specification."""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import os
import platform
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from catena._version import __version__
from catena.results.source import checked_out_commit, source_digest

_LIBRARIES = ("numpy", "scipy", "numba", "h5py", "h5netcdf")


def provenance(spec: Mapping[str, Any]) -> dict[str, str | int]:
    """Attributes for a new result file, given the resolved specification."""
    commit = checked_out_commit()
    return {
        "catena_version": __version__,
        "source_digest": source_digest(),
        **({"commit": commit} if commit else {}),
        "spec_hash": spec_hash(spec),
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "platform": platform.platform(),
        "cpu": cpu_name(),
        "cpu_count": os.cpu_count() or 1,
        "versions": json.dumps(library_versions()),
    }


def written_by(attributes: Mapping[str, Any]) -> str:
    """The program that wrote a result, in words: version, day and source."""
    version = attributes.get("catena_version", "unknown")
    day = str(attributes.get("created", "an unknown day"))[:10]
    digest = str(attributes.get("source_digest", "unknown"))[:12]
    return f"catena {version} of {day}, source {digest}"


def spec_hash(spec: Mapping[str, Any] | list[str]) -> str:
    """SHA-256 of the specification as canonical JSON: key order does not matter."""
    text = json.dumps(
        spec, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=True
    )
    return hashlib.sha256(text.encode()).hexdigest()


def other_program(attributes: Mapping[str, Any]) -> str:
    """How the program that began a result differs from this one; empty if it does not.

    Files of versions that noted nothing count as of another program.
    """
    source = str(attributes.get("source_digest", "unknown"))
    if source != source_digest():
        return f"source {source}, here {source_digest()}"
    there = json.loads(str(attributes.get("versions", "{}")))
    here = library_versions()
    return ", ".join(
        f"{name} {there.get(name, 'unknown')}, here {version}"
        for name, version in here.items()
        if there.get(name) != version
    )


@cache
def program_identity() -> str:
    """Digest of all that makes numbers out of a specification: source and compilers.

    Equal specifications under equal programs give equal results, bit for bit.
    """
    text = json.dumps([source_digest(), library_versions()], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def library_versions() -> dict[str, str]:
    """Installed versions of what the numbers depend on, without importing it."""
    versions = {}
    for name in _LIBRARIES:
        try:
            versions[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            versions[name] = "not installed"
    return versions


def cpu_name() -> str:
    """The processor as its maker calls it, as far as the system tells."""
    try:
        for line in Path("/proc/cpuinfo").read_text(errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine() or "unknown"
