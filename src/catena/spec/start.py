"""From where a run starts: the key that every kind with a state has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import Field, create_model

from catena.spec.parts import Part

FROM = "from"
"""A word of Python's own, so the field is made by name."""
MEANING = (
    "Folder of a finished run, or of an orbit that ``catena steady`` wrote, of a drive "
    "with the same layout: this run begins where that one ended, at time 0, and "
    "torques do not grow from zero. Pushbelts also begin from planar runs with other "
    "counts. Where that drive had other data, the run warns with the values there and "
    "here. If not given, the drive begins as stated beside it."
)

if TYPE_CHECKING:

    class FromRun(Part):
        """From where the run starts."""

else:
    FromRun = create_model(
        "FromRun",
        __base__=Part,
        __doc__="From where the run starts.",
        **{
            FROM: (
                str | None,
                Field(
                    default=None,
                    min_length=1,
                    max_length=1000,
                    examples=["settled.run"],
                    description=MEANING,
                ),
            )
        },
    )


def source_of(spec: Any) -> str | None:
    """The run a specification starts from, if it names one."""
    found = getattr(getattr(spec, "start", None), FROM, None)
    return None if found is None else str(found)
