"""The replay viewer: a log move by move, as plain pages."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from engine.sentences import rank_name
from tournaments.figures import Figures
from tournaments.selectors.replays import Replay, Step, visible_replay
from tournaments.sentences import sentence_of_log


class JumpForm(forms.Form):
    """Where to go in the log."""

    deal = forms.IntegerField(label=gettext_lazy("Deal"), min_value=1)
    move = forms.IntegerField(label=gettext_lazy("Move"), min_value=0, required=False)


def replay(request: HttpRequest, pk: int) -> HttpResponse:
    """The first step of a log, or the nearest one to a deal and move asked for."""
    found = visible_replay(request.user, pk)
    form = JumpForm(request.GET)
    step = found.first
    if form.is_valid():
        step = found.nearest(form.cleaned_data["deal"], form.cleaned_data["move"] or 0)
    return redirect(address(found, step))


def fault(request: HttpRequest, pk: int) -> HttpResponse:
    """The step at which the log's verdict was reached: its unlawful move, or its end."""
    found = visible_replay(request.user, pk)
    return redirect(address(found, found.last))


def step(request: HttpRequest, pk: int, deal: int, move: int) -> HttpResponse:
    """One step of a log: the table, what led to it, and the ways on."""
    found = visible_replay(request.user, pk)
    here = Step(deal, move)
    position = found.position(here)
    names = found.names()
    match = found.log.match
    return render(
        request,
        "tournaments/viewer/step.html",
        {
            "log": found.log,
            "match": match,
            "event": match.round.stage.tournament,
            "here": here,
            "moves": found.lengths[deal - 1],
            "position": position,
            "names": names,
            "sides": found.sides(position, names),
            "hands_open": found.hands_open,
            "happened": happened(found, here, position, names),
            "sentence": sentence_of_log(found.log) if here == found.fault else "",
            "scores": score_rows(found, position) if position.over else None,
            "ways": ways(found, here),
            "deals": [
                (number, address(found, Step(number, 0))) for number in range(1, len(found.lengths) + 1)
            ],
            "jump": JumpForm(initial={"deal": deal, "move": move}),
        },
    )


def address(found: Replay, step: Step) -> str:
    """The permalink of a step; the fragment keeps the table in view while stepping."""
    return reverse("tournaments:replay-step", args=[found.log.pk, step.deal, step.move]) + "#table"


def ways(found: Replay, here: Step) -> dict[str, str | None]:
    """The addresses of the other steps; None where there is nothing further."""
    steps = {
        "first": found.first if here != found.first else None,
        "previous": found.before(here),
        "next": found.after(here),
        "last": found.last if here != found.last else None,
        "fault": found.fault if here != found.fault else None,
    }
    return {way: None if step is None else address(found, step) for way, step in steps.items()}


DOINGS = {
    "draw": gettext_lazy("{player} draws"),
    "take": gettext_lazy("{player} takes the pile"),
    "meld": gettext_lazy("{player} melds"),
    "discard": gettext_lazy("{player} discards"),
    "pass": gettext_lazy("{player} passes"),
}


def happened(found: Replay, here: Step, position: engine.Position, names: list[str]) -> dict[str, Any]:
    """What the step's move was, in words and with its cards."""
    unlawful = found.unlawful_move(here)
    text = unlawful or position.text
    if text is None:
        return {"said": _("{player} deals").format(player=names[position.dealer]), "cards": []}
    seat = position.seat if unlawful or position.player is None else position.player
    word, *cards = text.split(" ")
    return {
        "said": DOINGS[word].format(player=names[seat]),
        "cards": cards[1:] if word == "meld" else cards,
        "rank": _(rank_name(cards[0])) if word == "meld" else "",
        "unlawful": unlawful is not None,
    }


def score_rows(found: Replay, position: engine.Position) -> list[tuple[str, list[str]]]:
    """The deal's score sheet: a line an item, with the points of each side."""
    rules = found.positions.log.rules
    items, parts = position.items, position.scores
    lines = [
        (_("Cards melded"), [part.cards for part in parts]),
        (_("Natural canastas"), [item.natural * rules.natural_canasta for item in items]),
        (_("Mixed canastas"), [item.mixed * rules.mixed_canasta for item in items]),
        (_("Wild canastas"), [item.wild * rules.wild_canasta for item in items]),
        (_("Red threes"), [part.red_threes for part in parts]),
        (_("Going out"), [part.out for part in parts]),
        (_("Cards left in hand"), [part.hand for part in parts]),
        (_("This deal"), [part.total for part in parts]),
        (_("Total"), list(position.totals)),
    ]
    figures = Figures.active()
    shown = lines if rules.wild_melds else [line for line in lines if line[0] != _("Wild canastas")]
    return [(label, [figures.whole(value) for value in values]) for label, values in shown]
