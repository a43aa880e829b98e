"""C16: texts that try to be code are read as texts, or refused, and never run."""

from __future__ import annotations

import os
import pickle
import tempfile
from contextlib import chdir
from pathlib import Path
from typing import Any

from counting import Count
from inputs import answer, paths_in, put
from typer.testing import CliRunner

import catena as ct
from catena.drives import DRIVES
from catena.spec.writing import resolved_data, toml_text

CANARY = "canary"
"""A file that appears where a payload was run."""
TOUCH = f"__import__('os').system('touch {CANARY}')"
PAYLOADS = [
    TOUCH,
    f"eval({TOUCH!r})",
    f"().__class__.__base__.__subclasses__()[0].__init__.__globals__ or {TOUCH}",
    f"!!python/object/apply:os.system ['touch {CANARY}']",
    f"$(touch {CANARY})",
    f"`touch {CANARY}`",
    f"; touch {CANARY} #",
    f"| touch {CANARY}",
    f"\"; import os; os.system('touch {CANARY}') #",
    "{0.__class__.__init__.__globals__}",
    "%(a)s%n%s" * 8,
    f"${{jndi:ldap://x/{CANARY}}}",
    f"<script>fetch('{CANARY}')</script>",
    f"{{{{ {TOUCH} }}}}",
    f"{{% {TOUCH} %}}",
    f"file://{CANARY}",
    f"1 {TOUCH}",
    f"1 m if {TOUCH} else 2 m",
    "9**9**9",
    "1e3 m*(lambda: 0)()",
]


class Opens:
    """What a pickle would run when it is loaded."""

    def __reduce__(self) -> tuple[Any, ...]:
        return os.system, (f"touch {CANARY}",)


def not_run(share: float) -> Count:
    """C16: payloads as texts, keys, units and names, in place of files and results."""
    from catena.cli import many, running, views  # noqa: F401  (the verbs)
    from catena.cli.app import app

    count = Count("C16", "payloads are never run", 200)
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        cases = texts() + commands()
        for k in range(max(1, round(len(cases) * share))):
            what, wrong = cases[k]
            if isinstance(wrong, str):
                told = answer(wrong)
                fine = told in ("fine", "refused")
            else:
                ended = CliRunner().invoke(app, wrong)
                told = f"{ended.exit_code} {ended.exception}"
                crash = ended.exception and not isinstance(ended.exception, SystemExit)
                fine = ended.exit_code in (0, 2) and not crash
            count.add(fine and not Path(CANARY).exists(), f"{what}: {told}")
    return count


def texts() -> list[tuple[str, str]]:
    """Drive files with a payload at a text, a number, a key or a whole line."""
    found = []
    for k, (drive, room) in enumerate(DRIVES.items()):
        data = resolved_data(ct.loads(room.template()))
        places = paths_in(data)
        for n, payload in enumerate(PAYLOADS):
            changed = resolved_data(ct.loads(room.template()))
            path = places[(7 * n + k) % len(places)]
            put(changed, path, payload)
            found.append((f"{drive} {path} = {payload}", toml_text(changed)))
    found += [
        (f"key {p}", f"{toml_text({p: 1})}\ndrive = 'periodic'") for p in PAYLOADS
    ]
    return found + [(f"line {p}", f"{p}\ndrive = 'periodic'") for p in PAYLOADS]


def commands() -> list[tuple[str, list[str]]]:
    """Command lines with a payload, and files that are pickles."""
    Path("x.toml").write_text(DRIVES["periodic"].template())
    Path("p.toml").write_bytes(pickle.dumps(Opens()))
    Path("p.run").mkdir()
    Path("p.run/run.nc").write_bytes(pickle.dumps(Opens()))
    Path("p.npy").write_bytes(b"\x93NUMPY\x01\x00" + pickle.dumps(Opens()))
    found = [("pickled drive", ["check", "p.toml"]), ("npy", ["check", "p.npy"])]
    found += [("pickled run", [verb, "p.run"]) for verb in ("info", "report", "plot")]
    for p in PAYLOADS:
        found.append((f"check {p}", ["check", p]))
        found.append((f"info {p}", ["info", p]))
        vary = ["study", "x.toml", "--vary", f"period={p}", "--out", "s", "--workers"]
        found.append((f"vary {p}", [*vary, "1"]))
    return found
