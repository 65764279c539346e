"""Examine a running installation and say how to mend what is not right."""

import json
import os
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.template.defaultfilters import pluralize
from django.utils import timezone

from canasta_site.doctor import Finding, State, examine

SIGNS = {State.OK: "ok   ", State.FAULT: "FAULT", State.SKIPPED: "-    "}
DATABASE_SECONDS = "5"


class Command(BaseCommand):
    """`manage.py doctor [--json]`; status 1 if anything is not right."""

    help = "Examines the running installation: what is right, what is not, and how to mend that."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="for programs")

    def handle(self, *args: Any, **options: Any) -> None:
        os.environ.setdefault("PGCONNECT_TIMEOUT", DATABASE_SECONDS)
        findings = examine(timezone.now)
        faults = sum(finding.state == State.FAULT for finding in findings)
        if options["json"]:
            report = {"ok": not faults, "checks": [finding.as_dict() for finding in findings]}
            self.stdout.write(json.dumps(report, indent=2))
        else:
            for finding in findings:
                self._show(finding)
            self.stdout.write(f"{faults} fault{pluralize(faults)}" if faults else "All is well.")
        if faults:
            sys.exit(1)

    def _show(self, finding: Finding) -> None:
        self.stdout.write(f"{SIGNS[finding.state]}  {finding.name:13} {finding.says}")
        if finding.mend:
            self.stdout.write(f"{'':21}→ {finding.mend}")
