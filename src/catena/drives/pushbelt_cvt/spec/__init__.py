"""What a pushbelt variator is made of, in the user's words."""

from __future__ import annotations

from catena.drives.pushbelt_cvt.spec.drive import Spec

__all__ = ["Spec"]
