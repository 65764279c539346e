"""Whose changes make the pages of events new: all of them, and those of one event."""

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
    Seat,
    Side,
    SideEntrant,
    Stage,
    StageEntrant,
    Tournament,
)

EVENTS, EVENT = "events", "event"
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
WATCHED = [Watched(model, EVENTS, EVENT, path) for model, path in PATHS.items()]
