"""Examines a running installation: what is right, what is not, and how to mend that. It changes nothing."""

from canasta_site.doctor.examination import examine
from canasta_site.doctor.findings import Finding, State

__all__ = ["Finding", "State", "examine"]
