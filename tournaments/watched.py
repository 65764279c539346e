"""Whose changes make the pages of events new: all of them, those of one event, those of all seasons."""

from ratings.editions import Watched
from tournaments.models import (
    Absence,
    Adjustment,
    Bye,
    Entrant,
    EntrantMember,
    GameRecord,
    Match,
    Round,
    Season,
    SeasonEvent,
    Seat,
    Side,
    SideEntrant,
    Stage,
    StageEntrant,
    Tournament,
)

EVENTS, EVENT, SEASONS = "events", "event", "seasons"
PATHS = {
    Tournament: "",
    Stage: "tournament",
    Entrant: "tournament",
    EntrantMember: "tournament",
    StageEntrant: "stage__tournament",
    Round: "stage__tournament",
    Absence: "stage__tournament",
    Adjustment: "stage__tournament",
    Bye: "round__stage__tournament",
    Match: "round__stage__tournament",
    Side: "match__round__stage__tournament",
    SideEntrant: "match__round__stage__tournament",
    Seat: "match__round__stage__tournament",
    GameRecord: "match__round__stage__tournament",
}
WATCHED = [
    *(Watched(model, EVENTS, EVENT, path) for model, path in PATHS.items()),
    *(Watched(model, SEASONS) for model in (Season, SeasonEvent)),
]
