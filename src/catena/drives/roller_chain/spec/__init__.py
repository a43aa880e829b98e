"""The words of a roller-chain file."""

from catena.drives.roller_chain.spec.drive import Spec as Spec
