"""Writes one page of keys per kind of drive, read off the models.

``make docs`` calls it; ``docs/reference/`` is not kept in the repository.
"""

from pathlib import Path

from catena.drives import DRIVES
from catena.drives.reference import page

FOLDER = Path(__file__).parent / "reference"


def write_pages() -> None:
    """Write all pages and their index."""
    FOLDER.mkdir(exist_ok=True)
    links = []
    for drive, room in DRIVES.items():
        _write(FOLDER / f"{drive}.md", page(drive))
        links.append(f"- [`{drive}`]({drive}.md): {room.summary}")
    names = "\n".join(DRIVES)
    _write(
        FOLDER / "index.md",
        "# Every key of every drive file\n\n"
        "One sentence of meaning, the unit of plain numbers, default, range and an "
        "example, written from the models that check the files.\n\n"
        + "\n".join(links)
        + f"\n\n```{{toctree}}\n:hidden:\n{names}\n```\n",
    )


def _write(path: Path, text: str) -> None:
    """Leave an unchanged page alone, so that it is not built again."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_pages()
