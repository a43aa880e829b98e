"""Which source made a result: a digest of the package, the commit of a checkout."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]


@cache
def source_digest(package: Path = PACKAGE) -> str:
    """Digest of every source file: equal digests, equal code, committed or not."""
    digest = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        digest.update(path.relative_to(package).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def checked_out_commit(package: Path = PACKAGE) -> str:
    """The commit a checkout stands at, read from its files; empty elsewhere."""
    try:
        return _commit_of(package.parents[1] / ".git")
    except (OSError, UnicodeDecodeError):
        return ""


def _commit_of(git: Path) -> str:
    if git.is_file():  # a work tree points to its own part of the repository
        git = git.parent / git.read_text().partition("gitdir:")[2].strip()
    head = (git / "HEAD").read_text().strip()
    if not head.startswith("ref: "):
        return head
    name, shared = head.removeprefix("ref: "), git / "commondir"
    common = git / shared.read_text().strip() if shared.is_file() else git
    if (common / name).is_file():
        return (common / name).read_text().strip()
    for line in (common / "packed-refs").read_text().splitlines():
        commit, _, packed = line.partition(" ")
        if packed == name:
            return commit
    return ""
