"""The same system under several engines and steps, told as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from catena.drives.system.build import build
from catena.drives.verbs import Answer, EngineOptions
from catena.results.trust import Trust
from catena.run.cost import refuse_large
from catena.run.model.comparison import checked_names, compare

if TYPE_CHECKING:
    from catena.drives.system.spec import Spec
    from catena.run.model.agreement import Comparison
    from catena.run.protocols import Progress


def compared(spec: Spec, options: EngineOptions, progress: Progress) -> Answer:
    """Run the system under every engine; tell where they agree."""
    wanted = checked_names(options.names)
    job = build(spec)
    if not options.large:
        refuse_large(job)
    plan = job.plan
    made = compare(plan, wanted, options.halvings, options.tolerance, progress)
    trust = Trust.TRUSTED if made.agree else Trust.NOT_TRUSTWORTHY
    facts = {"agree": made.agree, **made.as_dict()}
    return Answer([*table_of(made), *made.findings()], facts, trust=trust)


def table_of(made: Comparison) -> list[str]:
    """One line for each run, and who could not."""
    lines = [
        f"{'engine':20}{'step [s]':>12}{'difference':>14}{'agrees until [s]':>18}"
        f"{'energy residual':>18}{'seconds':>10}  largest at"
    ]
    for line in made.lines:
        lines.append(
            f"{line.engine:20}{line.step:12.3g}{line.difference:14.3g}"
            f"{line.agrees_until:18.6g}{line.energy_residual:18.2g}{line.seconds:10.2f}"
            f"  {line.failure or line.where}"
        )
    return lines + [f"{name:20}cannot: {why}" for name, why in made.refused.items()]
