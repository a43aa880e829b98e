"""Case a of the planar chain: 24/24 teeth, No. 40, 64 links, with stiff links.

As the reference has it: the gap of the chain's own standard, centred on the pitch
circle, and rollers that never turn.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

REFERENCE = tomllib.loads((Path(__file__).parent / "reference.toml").read_text())
PITCH = 0.0127


def case_a(
    rpm: float,
    *,
    pitches: float = 20.0,
    torque: float = 9.0,
    joint: float = 0.1,
    tooth: float = 0.1,
    duration: float = 0.4,
    damping: float = 38.6,
    viscous: float = 1e-4,
    form: str = "ANSI B29.1",
    seating: str = "pitch",
    rollers: str = "held",
    **solve: Any,
) -> dict[str, Any]:
    wheel = {"tooth_count": 24, "tooth_form": {"kind": form, "seating": seating}}
    links = round(2 * pitches + 24)
    return {
        "drive": "roller_chain",
        "chain": {
            "standard": "ANSI 40",
            "link_count": links,
            "offset_link": bool(links % 2),
            "stiffness": 1.2e8,
            "damping": damping,
            "link_inertia": 2.81e-7,
            "joint": {"friction": joint, "damping": viscous},
        },
        "sprocket": [
            {
                **wheel,
                "name": "driver",
                "centre": [0.0, 0.0],
                "boundary": {"kind": "speed", "speed": f"{rpm} rpm"},
            },
            {
                **wheel,
                "name": "driven",
                "centre": [pitches * PITCH, 0.0],
                "inertia": 0.01,
                "boundary": {"kind": "load", "torque": torque},
            },
        ],
        "contact": {
            "tooth": {
                "stiffness": 1e8,
                "damping": 100.0,
                "friction": tooth,
                "rollers": rollers,
            }
        },
        "solve": {"duration": duration, "step": 2e-6, **solve},
    }
