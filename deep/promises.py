"""The promises a run must keep, and the table that says how far each is kept."""

from __future__ import annotations

NOT_RUN = "not run"
PROMISES: dict[str, tuple[str, str]] = {
    "C1": ("the same input gives the same bits, in any process and place", "make deep"),
    "C2": ("stopped and continued gives the same bits", "make deep"),
    "C3": ("threads of the linear algebra change nothing", "within C1"),
    "C4": ("absurd numbers are refused or computed, never written", "make deep"),
    "C5": ("20 000 wrong files: one sentence each, at once", "make deep"),
    "C6": ("laws hold for random systems", "tests/properties"),
    "C7": ("branch coverage of the core", "make coverage"),
    "C8": ("wrong changes of kernels are noticed", "make mutants"),
    "C9": ("every result carries its energy and penetration", "tests"),
    "C10": ("a step that does not converge is never silent", "tests/unit/run"),
    "C11": ("killed: readable, continued to the same bits", "make deep"),
    "C12": ("cut files are refused", "make deep"),
    "C13": ("a full disk is an error and spoils nothing", "make deep"),
    "C14": ("single wrong bits are noticed", "make deep"),
    "C15": ("forged files take neither time nor memory", "make deep"),
    "C16": ("files are never executed", "tests/contracts"),
    "C17": ("sizes are estimated and limited before a run", "tests"),
    "C18": ("names of results do not lead away", "make deep"),
    "C19": ("web interface", "no server"),
    "C20": ("web interface under load", "no server"),
    "C21": ("few dependencies, no network at run time", NOT_RUN),
    "C22": ("works in a bare environment", NOT_RUN),
    "C23": ("cost grows with the number of bodies", "make bench"),
    "C24": ("a million steps without drift", "make soak"),
    "C25": ("hours of mixed jobs", NOT_RUN),
    "C26": ("Ctrl-C and SIGTERM end a run soon, files valid", "make deep"),
    "C27": ("of racing runs one wins", "make deep"),
    "C28": ("orders of the integrators are as stated", "tests"),
    "C29": ("two solvers agree on contact problems", "tests/properties"),
    "C30": ("directions equal finite differences", "tests/properties"),
    "C31": ("files of earlier versions load", NOT_RUN),
    "C32": ("results say where they come from", "tests/unit/results"),
    "C33": ("no floating-point trap in the core", NOT_RUN),
    "C34": ("mistakes are named with field, value and range", "tests/unit/cli"),
    "C35": ("impossible physics is refused", "tests"),
    "C36": ("one command checks the known answers", "catena verify"),
}
"""Promise and what checks it, by number."""


def page(reached: dict[str, str]) -> str:
    """The table as a page."""
    lines = [
        "# Promises and how far they are kept",
        "",
        "Written by `make deep` (counts), `make mutants` and `make coverage`. A figure "
        "with fewer trials than asked comes from a shortened run; *not run* is said "
        "where nothing was counted.",
        "",
        "| | promise | checked by | reached |",
        "|---|---|---|---|",
    ]
    for name, (promise, how) in PROMISES.items():
        usual = (
            NOT_RUN if how.startswith("make") or how == NOT_RUN else "in every test run"
        )
        usual = how if how.startswith(("no server", "within")) else usual
        lines.append(f"| {name} | {promise} | {how} | {reached.get(name, usual)} |")
    return "\n".join(lines) + "\n"
