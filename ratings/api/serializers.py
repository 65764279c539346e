"""The shapes of the answers. A hidden player is null wherever a player stands."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from ratings import display
from ratings.models import Club, OfficialList, OfficialListRow, Player, RatedGame, RatingPool
from ratings.models.pools import RatingEntry


@extend_schema_field(
    {
        "type": "object",
        "nullable": True,
        "properties": {"code": {"type": "string"}, "name": {"type": "string"}},
    }
)
class PlayerField(serializers.Field):
    """A player as {"code", "name"}; null for one who is hidden and for a guest without a name."""

    def to_representation(self, value: Player) -> dict[str, str] | None:
        return None if value.is_hidden else {"code": value.code, "name": value.public_name}


class PoolSerializer(serializers.ModelSerializer[RatingPool]):
    """A pool."""

    slug = serializers.CharField(read_only=True)

    class Meta:
        model = RatingPool
        fields = ["slug", "rule_set", "kind", "version", "model_name", "parameters", "folded_at"]


class TableRowSerializer(serializers.Serializer[Any]):
    """A line of a rating table; provisional players have no place."""

    place = serializers.IntegerField(allow_null=True)
    code = serializers.CharField()
    name = serializers.CharField()
    club = serializers.CharField()
    rating = serializers.IntegerField()
    deviation = serializers.IntegerField()
    games = serializers.IntegerField()
    last_game_at = serializers.DateTimeField()
    provisional = serializers.BooleanField()
    few_partners = serializers.BooleanField()


class PlayerSerializer(serializers.ModelSerializer[Player]):
    """A player who may be shown."""

    name = serializers.CharField(source="public_name")
    club = serializers.CharField(source="club.code", default=None)

    class Meta:
        model = Player
        fields = ["code", "name", "club"]


class ClubSerializer(serializers.ModelSerializer[Club]):
    """A club, with the number of its players who may be shown."""

    members = serializers.IntegerField(help_text="players who may be shown")

    class Meta:
        model = Club
        fields = ["code", "name", "country", "members"]


class StandingSerializer(serializers.Serializer[Any]):
    """A player's rating in one pool."""

    pool = serializers.CharField(source="pool.slug")
    rating = serializers.SerializerMethodField()
    deviation = serializers.SerializerMethodField()
    mu = serializers.FloatField()
    sigma = serializers.FloatField()
    games = serializers.IntegerField()
    last_game_at = serializers.DateTimeField()

    def get_rating(self, standing: Any) -> int:
        return display.shown(standing.mu)

    def get_deviation(self, standing: Any) -> int:
        return display.deviation(standing.sigma)


class PlayerDetailSerializer(PlayerSerializer):
    """A player with their ratings."""

    ratings = StandingSerializer(many=True)

    class Meta(PlayerSerializer.Meta):
        fields = [*PlayerSerializer.Meta.fields, "ratings"]


class EntrySerializer(serializers.ModelSerializer[RatingEntry]):
    """A line of the ledger."""

    pool = serializers.CharField(source="pool.slug")
    game = serializers.UUIDField(source="game.uuid")
    before = serializers.SerializerMethodField()
    after = serializers.SerializerMethodField()
    change = serializers.SerializerMethodField()

    class Meta:
        model = RatingEntry
        fields = [
            "pool",
            "number",
            "nth",
            "game",
            "played_at",
            "side",
            "place",
            "expected",
            "score",
            "before",
            "after",
            "change",
            "mu_before",
            "sigma_before",
            "mu_after",
            "sigma_after",
        ]

    def get_before(self, entry: RatingEntry) -> int:
        return display.shown(entry.mu_before)

    def get_after(self, entry: RatingEntry) -> int:
        return display.shown(entry.mu_after)

    def get_change(self, entry: RatingEntry) -> int:
        return display.change(entry.mu_before, entry.mu_after)


class SeatSerializer(serializers.Serializer[Any]):
    """One player of a game, with the change if there was one."""

    side = serializers.IntegerField()
    player = PlayerField(allow_null=True)
    rank = serializers.IntegerField(allow_null=True)
    expected = serializers.IntegerField(allow_null=True, help_text="chance of the side in per cent")
    share = serializers.IntegerField(allow_null=True, help_text="per cent of the side's change")
    before = serializers.IntegerField(allow_null=True)
    change = serializers.IntegerField(allow_null=True)
    after = serializers.IntegerField(allow_null=True)


class GameSerializer(serializers.ModelSerializer[RatedGame]):
    """A game; its seats are the `results`."""

    results = SeatSerializer(many=True)

    class Meta:
        model = RatedGame
        fields = ["uuid", "rule_set", "kind", "played_at", "outcome", "not_rated", "label", "results"]


class MeetingSerializer(serializers.Serializer[Any]):
    """Two players in one pool, seen from the first."""

    pool = serializers.CharField(source="pool.slug")
    games = serializers.IntegerField(source="record.games")
    won = serializers.IntegerField(source="record.won")
    drawn = serializers.IntegerField(source="record.drawn")
    lost = serializers.IntegerField(source="record.lost")
    expected = serializers.FloatField(
        allow_null=True, help_text="wins that were to be expected in the games of two sides"
    )
    expected_games = serializers.IntegerField(
        source="foreseen", help_text="how many games of two sides there are"
    )
    newest = serializers.SerializerMethodField(help_text="the newest games")

    def get_newest(self, meeting: Any) -> list[str]:
        return [str(view.game.uuid) for view in meeting.games]


class PersonRecordSerializer(serializers.Serializer[Any]):
    """What a player did with one partner, or against one opponent."""

    pool = serializers.CharField(source="pool.slug")
    player = PlayerField()
    games = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()


class BarSerializer(serializers.Serializer[Any]):
    """A class of the distribution: ratings from `low` up to but not including `high`."""

    low = serializers.IntegerField()
    high = serializers.IntegerField()
    count = serializers.IntegerField()


class BucketSerializer(serializers.Serializer[Any]):
    """Predictions of about one chance, and what came of them, in per cent."""

    low = serializers.IntegerField()
    high = serializers.IntegerField()
    count = serializers.IntegerField()
    predicted = serializers.FloatField()
    happened = serializers.FloatField()


class QualitySerializer(serializers.Serializer[Any]):
    """How good the predictions were, for games played to the end; the calibration table is the `results`."""

    predictions = serializers.IntegerField(
        help_text="one a game of two sides, one a side of a game of several"
    )
    log_loss = serializers.FloatField()
    brier = serializers.FloatField()
    accuracy = serializers.FloatField()
    results = BucketSerializer(many=True, source="calibration")


class OfficialListSerializer(serializers.ModelSerializer[OfficialList]):
    """An official list."""

    month = serializers.DateField(format="%Y-%m")

    class Meta:
        model = OfficialList
        fields = ["month", "as_of", "published_at", "sha256"]


class OfficialListRowSerializer(serializers.ModelSerializer[OfficialListRow]):
    """A line of an official list; who is hidden by now keeps the line without a name."""

    player = PlayerField()

    class Meta:
        model = OfficialListRow
        fields = ["line", "place", "player", "rating", "deviation", "games"]


class StakeSerializer(serializers.Serializer[Any]):
    """What a match would change for one player."""

    player = PlayerField()
    rating = serializers.IntegerField()
    win = serializers.IntegerField()
    draw = serializers.IntegerField()
    loss = serializers.IntegerField()


class PreviewSerializer(serializers.Serializer[Any]):
    """A match that has not been played; `chance` of the first side in per cent, rounded to 5."""

    pool = serializers.CharField(source="pool.slug")
    chance = serializers.IntegerField()
    first = StakeSerializer(many=True)
    second = StakeSerializer(many=True)
