"""A hall that reports at once: two phones at a table, 8 clients over 20 tables, two referees at a dispute.

python -m tests.faults.at_once

Four web processes; everything comes by private links and the API, while move logs are replayed.
"""

import http.client
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import chain
from statistics import quantiles
from typing import Any
from urllib.parse import urlencode, urlsplit

from tests.faults.harness import Service, Traffic, endure
from tests.faults.harness.client import ask

WEB_PROCESSES, CLIENTS = 4, 8
TWICE, TABLES, REPORTS = 50, 20, 200
RIGHT, WRONG = [2450, 1980], [2450, 1880]
FORM = {"Content-Type": "application/x-www-form-urlencoded", "Accept-Language": "en"}
Said = tuple[int | str, float]
"""The status a report was answered with, and the time it was sent at."""


class Phone:
    """A phone that keeps its connection, as browsers do."""

    def __init__(self, address: str) -> None:
        self.connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)

    def report(self, link: str, side: int, totals: Sequence[int]) -> Said:
        cells = {f"d0s{number}total": total for number, total in enumerate(totals)}
        body = urlencode({"action": "report", "mode": "totals", "side": side, **cells})
        sent = time.monotonic()
        try:
            self.connection.request("POST", urlsplit(link).path, body, FORM)
            answer = self.connection.getresponse()
            answer.read()
            return answer.status, sent
        except OSError as error:
            self.connection.close()
            return type(error).__name__, sent


def fault(service: Service, traffic: Traffic) -> Iterator[str]:
    hall = Hall(service.address)
    yield from two_phones(hall)
    yield from a_third_report(hall)
    yield from two_referees(hall)
    yield from everybody(hall)
    # Each dispute was decided, so all of these tables are official and rated.
    traffic.others = TWICE + TABLES


class Hall:
    """One round: tables for two phones each, then those over which eight clients report."""

    def __init__(self, address: str) -> None:
        from accounts.models import Scope
        from accounts.services.tokens import create_token
        from tests.tournaments.event import NOW, make_event, make_user
        from tournaments.models import TableLink
        from tournaments.selectors.links import link_address
        from tournaments.services.links import issue_links

        tables = TWICE + TABLES
        self.address = address
        self.event = make_event(2 * tables, scoring={"table": "vp-3-deals"}, deals=1, slug="hall")
        self.matches = self.event.round(*(f"{2 * n + 1}-{2 * n + 2}" for n in range(tables)))
        issue_links(self.matches[0].round, NOW)
        found = TableLink.objects.select_related("match").order_by("match__table")
        self.links = [link_address(link) for link in found]
        self.referees = [
            create_token(make_user(f"{name}@example.org", is_superuser=True), name, [Scope.RESULTS])[1]
            for name in ("one", "two")
        ]

    def decide(self, table: int, referee: int, totals: Sequence[int], version: int) -> int | str:
        path = f"{self.address}/api/v1/matches/{self.matches[table].uuid}/decision"
        body = {"totals": list(totals), "version": version, "reason": "the slip says so"}
        return ask(path, self.referees[referee], body)[0]

    def states(self, tables: range) -> Counter[str]:
        from tournaments.models import Match

        chosen = [match.pk for match in self.matches[tables.start : tables.stop]]
        return Counter(Match.objects.filter(pk__in=chosen).values_list("state", flat=True))

    def points_in_the_standings(self, table: int) -> list[int]:
        """What both pairs of a table have in the standings, in hundredths."""
        from tournaments.selectors.standings import StageStandings

        values = {row.entrant.number: row.value for row in StageStandings(self.event.stage).tables[0].rows}
        return [values[2 * table + 1], values[2 * table + 2]]


def at_once(*works: Callable[[], Any]) -> list[Any]:
    """What each of these gives when all start at the same moment."""
    start = threading.Barrier(len(works))

    def run(work: Callable[[], Any]) -> Any:
        start.wait(20)
        return work()

    with ThreadPoolExecutor(len(works)) as threads:
        return [each.result() for each in [threads.submit(run, work) for work in works]]


def two_phones(hall: Hall) -> Iterator[str]:
    """Both sides of a table report the same at once, at fifty tables: one result each, countersigned."""
    from tournaments.models import GameRecord, ScoreSheet

    phones = [Phone(hall.address), Phone(hall.address)]
    gaps = []
    for link in hall.links[:TWICE]:
        said = at_once(*(partial(phones[side].report, link, side, RIGHT) for side in (0, 1)))
        yield from (f"a phone was answered with {status}" for status, _sent in said if status != 302)
        gaps.append(1000 * abs(said[0][1] - said[1][1]))
    print(f"{TWICE} times two phones at once, sent at most {max(gaps):.1f} ms apart: ", end="")
    sheets = ScoreSheet.objects.filter(match__in=hall.matches[:TWICE])
    signed = sum({sheet.side, sheet.countersigned_by_side} == {0, 1} for sheet in sheets)
    records = GameRecord.objects.filter(match__in=hall.matches[:TWICE], version=1, totals=RIGHT).count()
    print(f"{records} results of version 1, {signed} reports countersigned", flush=True)
    if (records, signed, len(sheets)) != (TWICE, TWICE, TWICE):
        yield f"{records} results and {signed} signatures on {len(sheets)} sheets, not {TWICE} each"


def a_third_report(hall: Hall) -> Iterator[str]:
    """One phone then says something else: disputed, out of the standings, both versions shown."""
    from tournaments.models import Match
    from tournaments.selectors.round_results import one_table

    if hall.points_in_the_standings(2) != [1400, 600]:
        yield f"the third table stands at {hall.points_in_the_standings(2)}"
    Phone(hall.address).report(hall.links[2], 1, WRONG)
    table = one_table(Match.objects.get(pk=hall.matches[2].pk), hall.matches[2].round.published_at)
    record = table.record and table.record.totals
    if (table.match.state, record, [s.totals for s in table.sheets]) != ("disputed", RIGHT, [WRONG]):
        yield f"a contradicted result is {table.match.state}: {record}, {table.sheets}"
    if hall.points_in_the_standings(2) != [0, 0]:
        yield f"a disputed table stands at {hall.points_in_the_standings(2)}"


def two_referees(hall: Hall) -> Iterator[str]:
    """Two referees decide the same dispute differently at once, at every table: one is told."""
    from tournaments.models import GameRecord, Match

    answers: Counter[tuple[int | str, ...]] = Counter()
    for number, link in enumerate(hall.links[:TWICE]):
        if number != 2:
            Phone(hall.address).report(link, 1, WRONG)
        version = Match.objects.get(pk=hall.matches[number].pk).version
        rulings = enumerate(([2450, 1930], WRONG))
        said = at_once(*(partial(hall.decide, number, who, totals, version) for who, totals in rulings))
        answers[tuple(sorted(map(str, said)))] += 1
        won = [2450, 1930] if said[0] == 200 else WRONG
        stands = GameRecord.objects.get(match=hall.matches[number])
        if (stands.totals, stands.version) != (won, 2):
            yield f"{stands.totals} of version {stands.version} stands where {said} was answered"
    print(f"{TWICE} times two referees at once, answered {dict(answers)}", flush=True)
    if answers != {("200", "409"): TWICE}:
        yield f"of two referees not one each was refused: {answers}"


def everybody(hall: Hall) -> Iterator[str]:
    """200 reports over 20 tables by 8 clients: at every second table the sides contradict each other."""
    from tournaments.models import GameRecord, Match, ScoreSheet

    tables = range(TWICE, TWICE + TABLES)
    reports = [
        (hall.links[table], side, WRONG if side and table % 2 else RIGHT)
        for table in tables
        for side in (0, 1)
        for _again in range(REPORTS // TABLES // 2)
    ]
    random.Random(5).shuffle(reports)

    def client(part: int) -> list[tuple[int | str, float]]:
        phone, said = Phone(hall.address), []
        for each in reports[part::CLIENTS]:
            status, sent = phone.report(*each)
            said.append((status, 1000 * (time.monotonic() - sent)))
        return said

    started = time.monotonic()
    said = list(chain(*at_once(*(partial(client, part) for part in range(CLIENTS)))))
    took = time.monotonic() - started
    states, times = hall.states(tables), sorted(milliseconds for _status, milliseconds in said)
    sheets = ScoreSheet.objects.filter(match__in=hall.matches[TWICE:]).count()
    print(f"{len(said)} reports of {CLIENTS} clients to {WEB_PROCESSES} processes in {took:.1f} s: ", end="")
    print(f"half in {quantiles(times, n=2)[0]:.0f} ms, 95 of 100 in {quantiles(times, n=20)[-1]:.0f} ms")
    print(f"{dict(states)}, {sheets} sheets kept, answers {dict(Counter(s for s, _ in said))}", flush=True)
    half = TABLES // 2
    if states != {"official": half, "disputed": half} or sheets != half + 2 * half:
        yield f"the tables are {dict(states)} with {sheets} sheets"
    if any(status != 302 for status, _milliseconds in said) or len(said) != REPORTS:
        yield f"{len(said)} reports were answered: {Counter(status for status, _ in said)}"
    for match in Match.objects.filter(pk__in=[m.pk for m in hall.matches[TWICE:]], state="disputed"):
        if match.sheets.filter(state="open").count() != 2:
            yield f"of table {match.table} not both versions are kept"
        if hall.decide(match.table - 1, 0, RIGHT, match.version) != 200:
            yield f"the dispute of table {match.table} could not be decided"
    records = GameRecord.objects.filter(match__in=hall.matches[TWICE:], totals=RIGHT, version=1).count()
    if records != TABLES:
        yield f"{records} results in the end, not {TABLES}"


if __name__ == "__main__":
    endure(fault, games=60, web_processes=WEB_PROCESSES)
