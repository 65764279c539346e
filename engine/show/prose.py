"""A match in readable text: who plays, turn after turn, score sheets, positions, the verdict."""

from __future__ import annotations

from engine.log import Log
from engine.positions import Position, TableMeld
from engine.replay import Verdict
from engine.rules import Out
from engine.sentences import rank_name
from engine.show.ink import Ink, harmless, name
from engine.show.turns import Action, Turn

_OUT = {
    Out.PLAIN: "goes out",
    Out.CONCEALED: "goes out concealed",
    Out.BLACK_THREES: "goes out with black threes",
}
_COLUMN = 12


class Prose:
    """Writes about one match."""

    def __init__(self, log: Log, ink: Ink) -> None:
        self._log = log
        self._ink = ink
        self._names = [name(player) for player in log.players]
        self._sides = [
            " + ".join(self._names[seat] for seat in log.table.seats_of(side))
            for side in range(log.table.sides)
        ]

    def heading(self) -> list[str]:
        """The rule set, the end condition, and who plays with whom."""
        log = self._log
        points = log.rules.points if log.until.points is None else log.until.points
        end = f"to {points} points" if log.until.deals is None else f"deals: {log.until.deals}"
        lines = [self._ink.bold(f"{log.rules.code}, {len(log.players)} players, {end}")]
        return [*lines, *(f"side {number}: {side}" for number, side in enumerate(self._sides))]

    def deal_heading(self, position: Position) -> list[str]:
        """Which deal it is and who deals."""
        heading = f"Deal {position.deal}, {self._names[position.dealer]} deals"
        return ["", self._ink.bold(heading)]

    # Turns

    def turn(self, turn: Turn) -> str:
        """What a player did in a turn, led by the number of its first move."""
        width = max(map(len, self._names))
        doings = [self._doing(action) for action in turn.actions]
        if turn.over:
            doings.append(_OUT.get(turn.out, "the stock is used up"))
        return f"{turn.actions[0].move:4}  {self._names[turn.seat]:{width}}  {'; '.join(doings)}"

    def _doing(self, action: Action) -> str:
        ink = self._ink
        word, *cards = action.text.split(" ")
        if word == "draw":
            said = f"draws {ink.cards(action.drawn)}"
        elif word == "take":
            said = f"takes the pile of {action.pile}" + (f" with {ink.cards(cards)}" if cards else "")
        elif word == "meld":
            said = f"melds {ink.cards(cards[1:])}"
            if action.drawn:
                said += f" and picks up the rest of the pile, {ink.cards(action.drawn)}"
        elif word == "discard":
            said = f"discards {ink.cards(cards)}"
        else:
            said = "passes"
        if action.meld is not None:
            said += f" ({self._on(action.meld, action.canasta)})"
        if action.red_threes:
            said += f", lays out {ink.cards(action.red_threes)}"
        return said

    def _on(self, meld: TableMeld, made: bool) -> str:
        said = f"{len(meld.cards)} {rank_name(meld.rank)}"
        return f"{said}: {meld.canasta} canasta" if made else said

    # The score sheet

    def sheet(self, position: Position) -> list[str]:
        """The score of a deal item by item, and the running totals."""
        rules = self._log.rules
        items, scores = position.items, position.scores
        rows = [
            ("melded cards", [score.cards for score in scores]),
            ("natural canastas", [item.natural * rules.natural_canasta for item in items]),
            ("mixed canastas", [item.mixed * rules.mixed_canasta for item in items]),
            ("wild canastas", [item.wild * rules.wild_canasta for item in items]),
            ("red threes", [score.red_threes for score in scores]),
            ("going out", [score.out for score in scores]),
            ("cards in hand", [score.hand for score in scores]),
        ]
        shown = [row for row in rows if any(row[1])]
        sums = [("deal", [score.total for score in scores]), ("total", list(position.totals))]
        widths = [max(_COLUMN, len(side) + 2) for side in self._sides]
        lines = ["", " " * 18 + "".join(map(str.rjust, self._sides, widths))]
        for title, numbers in (*shown, *sums):
            lines.append(f"{title:18}" + "".join(map(str.rjust, map(str, numbers), widths)))
        return lines

    # A position

    def position(self, position: Position) -> list[str]:
        """The whole table."""
        ink = self._ink
        where = f"Deal {position.deal}, moves played: {position.move}"
        player = self._names[position.seat]
        doing = "the deal is over" if position.over else f"{player} {_to_do(position)}"
        lines = ["", ink.bold(f"{where}; {doing}")]
        if not position.over and not position.drawn:
            lines += [f"pile is {state}" for state in _pile_states(position)]
        if position.player is not None:
            lines.append(f"last move: {self._names[position.player]}: {position.text}")
        lines.append(f"stock: {position.stock} cards")
        lines.append(f"pile ({len(position.pile)}, top last): {ink.cards(position.pile)}")
        if position.rest:
            lines.append(f"rest of the taken pile: {ink.cards(position.rest)}")
        if not position.over and position.still_needed:
            lines.append(f"{player} needs {position.still_needed} points for a first meld")
        width = max(map(len, self._names))
        for seat, hand in enumerate(position.hands):
            lines.append(f"{self._names[seat]:{width}} ({len(hand)}): {ink.cards(hand)}")
        for number, side in enumerate(self._sides):
            lines.append(f"{side}: total {position.totals[number]}")
            lines.append(f"    red threes: {ink.cards(position.red_threes[number])}")
            lines += [f"    {self._lying(meld)}" for meld in position.melds[number]]
        return lines

    def _lying(self, meld: TableMeld) -> str:
        kind = f" ({meld.canasta} canasta)" if meld.canasta else ""
        return f"{rank_name(meld.rank)}: {self._ink.cards(meld.cards)}{kind}"

    # The end

    def verdict(self, verdict: Verdict) -> list[str]:
        """What the referee says."""
        lines = [""]
        if self._log.forfeit is not None:
            lines.append(f"{self._names[self._log.forfeit]} forfeits")
        lines.append(self._ink.bold(_verdict(verdict, self._names)))
        places = zip(verdict.ranks or (), self._sides, verdict.scores or (), strict=False)
        return [*lines, *(f"{place}. {side}: {score}" for place, side, score in sorted(places, key=_place))]


def _place(line: tuple[int, str, int]) -> int:
    return line[0]


def malformed(verdict: Verdict) -> str:
    """What is said about a document that is no log."""
    return _verdict(verdict, [])


def _verdict(verdict: Verdict, names: list[str]) -> str:
    numbers = (("deal", verdict.deal), ("move", verdict.move))
    where = [f"{part} {number}" for part, number in numbers if number is not None]
    if verdict.seat is not None:
        where.append(names[verdict.seat])
    said = verdict.verdict if not where else f"{verdict.verdict} at {', '.join(where)}"
    return said if verdict.message is None else f"{said}: {harmless(verdict.message)} [{verdict.rule}]"


def _to_do(position: Position) -> str:
    if position.took:
        return "has taken the pile"
    return "has drawn" if position.drawn else "is to draw or take the pile"


def _pile_states(position: Position) -> list[str]:
    states = (("blocked", position.blocked), ("frozen", position.frozen))
    return [word for word, holds in states if holds]
