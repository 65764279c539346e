"""How a stage is drawn, scored and ranked. Whether it can be so, the services judge."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ratings.selectors.clubs import by_name
from tournaments.core.draw_input import Clubmates, DrawOptions, Opening, Rematches
from tournaments.core.records import Format, Method, Scoring, VpStep
from tournaments.forms.clock import FIELDS as CLOCK
from tournaments.forms.clock import ClockFields, clock_values
from tournaments.forms.groups import GroupedForm, Groups
from tournaments.models import Stage, VpTable
from tournaments.models.choices import FORMATS
from tournaments.score_sheets import MOST_DEALS
from tournaments.services.events import StagePlan
from tournaments.stage_settings import clock_of, scoring_as_json, scoring_of
from tournaments.words import METHODS, TIE_BREAKS

OWN = "own:"
VALUES = ("bye", "no_show", "forfeit", "late", "announced_absence")
OPTIONS = ("rematches", "opening", "clubmates", "neighbours_in_last_round", "third_place", "second_chance")
SCHEDULE = ("legs", "step", "by_standing")
TIES = ("tie_1", "tie_2", "tie_3", "tie_4", "tie_5")
COPIED = ("name", "totals_only", "clock", "scoring", "tie_breaks")
TIES_HELP = _(
    "What decides between those who are level; each next one, between those still level after it. As usual: "
    "direct encounter, opponents' VP, difference, wins; for single players with changing partners "
    "difference, wins, points."
)
DEFAULTS = DrawOptions()
TABLES = [
    ("vp-curve", _("curve, for large margins")),
    ("vp-3-deals", _("table for 3 deals")),
    ("vp-4-deals", _("table for 4 deals")),
]
REMATCHES = [
    (Rematches.FEWEST.value, _("as few as possible")),
    (Rematches.NEVER.value, _("never")),
    (Rematches.DANISH.value, _("Danish: but not twice running")),
]
OPENINGS = [
    (Opening.SLIDE.value, _("upper half against lower half")),
    (Opening.FOLD.value, _("first seed against last")),
    (Opening.RANDOM.value, _("by lot")),
]
CLUBMATES = [
    (Clubmates.NOT_LAST.value, _("apart, but not in the last round")),
    (Clubmates.ALWAYS.value, _("apart")),
    (Clubmates.NEVER.value, _("do not matter")),
]


def _worth(label: Any, help_text: Any) -> forms.DecimalField:
    return forms.DecimalField(
        label=label, help_text=help_text, required=False, min_value=0, max_digits=8, decimal_places=2
    )


def _flag(label: Any, help_text: Any, initial: bool = False) -> forms.BooleanField:
    return forms.BooleanField(label=label, help_text=help_text, required=False, initial=initial)


def _qualifiers(help_text: Any, **options: Any) -> forms.IntegerField:
    return forms.IntegerField(
        label=_("Of the best"), min_value=2, max_value=64, help_text=help_text, **options
    )


class StageForm(ClockFields, GroupedForm):
    """The settings of one stage."""

    format = forms.ChoiceField(
        label=_("Format"),
        choices=FORMATS,
        initial=Format.SWISS.value,
        help_text=_("How opponents are found, round after round."),
    )
    rounds_planned = forms.IntegerField(
        label=_("Rounds"),
        min_value=1,
        max_value=99,
        required=False,
        initial=4,
        help_text=_("Empty: as many as the schedule or the bracket has."),
    )
    deals = forms.IntegerField(
        label=_("Deals a match"),
        min_value=1,
        max_value=MOST_DEALS,
        required=False,
        initial=3,
        help_text=_("A match ends after so many deals."),
    )
    until_points = forms.IntegerField(
        label=_("or points a match is played to"),
        min_value=5,
        max_value=100_000,
        required=False,
        help_text=_("Instead of a number of deals. Both empty: as the rules of play say."),
    )
    totals_only = _flag(
        _("Only totals on the sheet"),
        _("Players write the total of each deal, not its cards and canastas."),
    )
    method = forms.ChoiceField(
        label=_("A match is worth"),
        choices=[(method.value, words) for method, words in METHODS.items()],
        initial=Method.VP.value,
        help_text=_("What the standings add up. With three sides or more: wins or points."),
    )
    table = forms.ChoiceField(
        label=_("Victory points by"), help_text=_("How a difference in points becomes VP.")
    )
    curve_base = forms.IntegerField(
        label=_("Difference worth 20 VP"),
        min_value=5,
        max_value=100_000,
        initial=3000,
        help_text=_("Of the curve only: the difference from which the winner gets all 20."),
    )
    bye = _worth(_("A bye"), _("Empty: 12 VP, 2 for wins; for points the median winning score."))
    no_show = _worth(_("A no-show, for the side present"), _("Empty: 14 VP, 12 in rounds of 4 deals."))
    forfeit = _worth(
        _("A forfeit, for the innocent side"), _("Empty: 14 VP, or the better score at the table.")
    )
    late = _worth(_("A round missed by a late entry"), _("Empty: 6 VP for one round, nothing for more."))
    announced_absence = _worth(
        _("An announced absence"), _("For one absence an event. Empty: nothing; some clubs give 10.")
    )
    rematches = forms.ChoiceField(
        label=_("Repeated meetings"), choices=REMATCHES, help_text=_("Whether the same two meet again.")
    )
    opening = forms.ChoiceField(
        label=_("Round 1"), choices=OPENINGS, help_text=_("Before there are any standings.")
    )
    clubmates = forms.ChoiceField(
        label=_("Members of one club"), choices=CLUBMATES, help_text=_("Whether the draw keeps them apart.")
    )
    neighbours_in_last_round = _flag(
        _("Neighbours in the last round"), _("First against second, third against fourth, and so on.")
    )
    legs = forms.IntegerField(
        label=_("Meetings"), min_value=1, max_value=4, initial=1, help_text=_("2 is a double round robin.")
    )
    groups = forms.IntegerField(
        label=_("Groups"), min_value=1, max_value=26, initial=1, help_text=_("Dealt out by seed.")
    )
    step = forms.IntegerField(
        label=_("E/W move on by"),
        min_value=1,
        max_value=20,
        initial=1,
        help_text=_("So many tables each round, without a common divisor with their number."),
    )
    by_group = _flag(_("A ranking for each group or line"), _("Off: one ranking of everybody."), initial=True)
    third_place = _flag(_("Match for third place"), _("Between the losers of the semifinals."), initial=True)
    second_chance = _flag(
        _("Second-chance draw"), _("Who loses in the first round plays on in a bracket of its own.")
    )
    by_standing = _flag(_("Partners by standing"), _("In each four of the standings 1 and 3 play 2 and 4."))
    minimum = forms.IntegerField(
        label=_("Matches for a rank"),
        min_value=1,
        max_value=99,
        initial=3,
        help_text=_("The average counts from so many matches on."),
    )

    GROUPS: Groups = (
        ("", ("format", "rounds_planned", "deals", "until_points", "totals_only")),
        (_("Clock and lateness"), CLOCK),
        (_("Scoring"), ("method", "table", "curve_base", *VALUES)),
        (_("Tie-breaks"), TIES),
        (_("Draw"), ("rematches", "opening", "clubmates", "neighbours_in_last_round")),
        (_("Round robin and Mitchell"), ("legs", "groups", "step", "by_group")),
        (_("Knockout"), ("third_place", "second_chance")),
        (_("Individual and open"), ("by_standing", "minimum")),
    )

    def __init__(self, own_tables: Iterable[VpTable], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.own = {f"{OWN}{table.pk}": table for table in by_name(own_tables)}
        kept = [(name, text) for name, text in [self.initial.get("kept", ("", ""))] if name]
        chosen = [*TABLES, *((key, str(table)) for key, table in self.own.items()), *kept]
        self.fields["table"].choices = chosen  # type: ignore[attr-defined]
        criteria = [("", _("– as usual for the format –")), *TIE_BREAKS.items()]
        for number, name in enumerate(TIES, start=1):
            self.fields[name] = forms.ChoiceField(
                label=f"{number}.",
                choices=criteria if number == 1 else [("", "–"), *criteria[1:]],
                required=False,
                help_text=TIES_HELP if number == 1 else "",
            )

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if given.get("deals") and given.get("until_points"):
            self.add_error("until_points", _("A number of deals or of points: one of the two."))
        return given

    def values(self) -> dict[str, Any]:
        """The fields of `Stage` for what was typed."""
        given = self.cleaned_data
        return {
            "format": given["format"],
            "rounds_planned": given["rounds_planned"],
            "deals": given["deals"],
            "until_points": given["until_points"],
            "totals_only": given["totals_only"],
            "clock": self.clock(),
            "scoring": scoring_as_json(self._scoring()),
            "tie_breaks": list(dict.fromkeys(given[name] for name in TIES if given[name])),
            "draw": self._draw(),
        }

    def plan(self) -> StagePlan:
        """The stage to be made."""
        values = self.values()
        return StagePlan(values.pop("format"), values)

    def _scoring(self) -> Scoring:
        given = self.cleaned_data
        table: str = given["table"]
        steps: tuple[VpStep, ...] = ()
        if table in self.own:
            own = self.own[table]
            table, steps = own.name, tuple(VpStep(**step) for step in own.steps)
        elif table.startswith("kept:"):
            table, steps = self.initial["kept_scoring"].table, self.initial["kept_scoring"].steps
        worth = {name: None if given[name] is None else int(100 * given[name]) for name in VALUES}
        worth["announced_absence"] = worth["announced_absence"] or 0
        return Scoring(Method(given["method"]), table, given["curve_base"], steps, **worth)  # type: ignore[arg-type]

    def _draw(self) -> dict[str, Any]:
        """Only what differs from the defaults, and what only the stage itself knows."""
        given = self.cleaned_data
        draw = {n: given[n] for n in (*OPTIONS, *SCHEDULE) if given[n] != getattr(DEFAULTS, n)}
        others = {"groups": 1, "minimum": 3, "by_group": True}
        draw |= {name: given[name] for name, default in others.items() if given[name] != default}
        kept = self.initial.get("kept_draw", {})
        return draw | {name: kept[name] for name in ("forbidden",) if name in kept}


class NamedStageForm(StageForm):
    """One of several stages, which pages tell apart by their names."""

    name = forms.CharField(
        label=_("Name of the stage"),
        max_length=80,
        required=False,
        help_text=_("Such as “Groups” or “Finals”. Empty: the format is its name."),
    )

    GROUPS: Groups = (("", ("name", *StageForm.GROUPS[0][1])), *StageForm.GROUPS[1:])

    def values(self) -> dict[str, Any]:
        """The fields of `Stage` for what was typed."""
        return super().values() | {"name": self.cleaned_data["name"]}


class LaterStageForm(NamedStageForm):
    """A stage for those who have qualified in the one before."""

    qualifiers = _qualifiers(_("So many go on. Empty: everybody."), required=False)

    GROUPS: Groups = (
        ("", ("name", "format", "qualifiers", "rounds_planned", "deals", "until_points", "totals_only")),
        *StageForm.GROUPS[1:],
    )

    def values(self) -> dict[str, Any]:
        """The fields of `Stage` for what was typed."""
        return super().values() | {"qualifiers": self.cleaned_data["qualifiers"]}


def stage_values(stage: Stage) -> dict[str, Any]:
    """The stage's settings as the form shows them; its own VP table is kept as a choice."""
    scoring = scoring_of(stage)
    values: dict[str, Any] = {name: getattr(DEFAULTS, name) for name in (*OPTIONS, *SCHEDULE)}
    values |= {"groups": 1, "minimum": 3, "by_group": True} | stage.draw
    values |= clock_values(clock_of(stage))
    for name in ("name", "format", "qualifiers", "rounds_planned", "deals", "until_points", "totals_only"):
        values[name] = getattr(stage, name)
    for name in VALUES:
        worth = getattr(scoring, name)
        values[name] = None if worth is None else Decimal(worth) / 100
    values |= dict(zip(TIES, stage.tie_breaks, strict=False))
    values |= {"method": scoring.method.value, "table": scoring.table, "curve_base": scoring.curve_base}
    if scoring.steps:
        values |= {"kept": ("kept:", scoring.table), "table": "kept:", "kept_scoring": scoring}
    return values | {"kept_draw": stage.draw}


def copied_values(stage: Stage) -> dict[str, Any]:
    """The stage's settings for an event to be, in which nobody is entered who must not meet another."""
    return stage_values(stage) | {"kept_draw": {}}


class FinalForm(GroupedForm):
    """The knockout after the first stage, on the page where an event is made."""

    final = _flag(_("Then a knockout"), _("The best of the standings play on; ranks and ties are as shown."))
    qualifiers = _qualifiers(_("So many go on."), initial=4)
    deals = forms.IntegerField(
        label=_("Deals a match"),
        min_value=1,
        max_value=MOST_DEALS,
        initial=4,
        help_text=_("A level match gets extra deals."),
    )

    GROUPS: Groups = ((_("Second stage"), ("final", "qualifiers", "deals")),)

    def plans(self, like: Stage | None = None) -> list[StagePlan]:
        """The second stage, if there is to be one; what is not asked here is as in `like`, if given."""
        given = self.cleaned_data
        if not given["final"]:
            return []
        fields = {"rounds_planned": None, "deals": given["deals"], "qualifiers": given["qualifiers"]}
        if like is None:
            return [StagePlan(Format.KNOCKOUT.value, fields)]
        kept = {name: getattr(like, name) for name in COPIED}
        kept["draw"] = {name: value for name, value in like.draw.items() if name != "forbidden"}
        return [StagePlan(like.format, kept | fields | {"rounds_planned": like.rounds_planned})]
