"""Charts stay inside their frame and show what they are given."""

from ratings.chart import BOTTOM, LEFT, MOST_POINTS, RIGHT, TOP, curve, histogram, thinned


def coordinates(text: str) -> list[tuple[float, float]]:
    return [tuple(float(part) for part in point.split(",")) for point in text.split()]


def test_a_curve_needs_two_games():
    assert curve([(1500, 300)]) is None


def test_line_and_band_stay_inside_the_frame():
    drawn = curve([(1500, 300), (1534, 290), (1490, 280)])
    line, band = coordinates(drawn.line), coordinates(drawn.band)
    assert (len(line), len(band)) == (3, 6)
    assert line[0][0] == LEFT
    assert line[-1][0] == drawn.width - RIGHT
    assert all(TOP <= y <= drawn.height - BOTTOM for _x, y in line + band)
    assert line[1][1] < line[0][1] < line[2][1]


def test_ticks_are_round_numbers_around_the_band():
    drawn = curve([(1500, 300), (1534, 290)])
    assert [tick.text for tick in drawn.ticks] == ["1200", "1400", "1600", "1800", "2000"]


def test_a_long_curve_is_thinned_and_keeps_its_ends():
    points = [(number, 10) for number in range(1000)]
    thin = thinned(points)
    assert len(thin) == MOST_POINTS
    assert (thin[0], thin[-1]) == (points[0], points[-1])


def test_a_histogram_counts_every_value_once():
    bars = histogram([1499, 1500, 1549, 1550, 1700], mine=1549)
    assert [(bar.low, bar.count) for bar in bars] == [
        (1450, 1),
        (1500, 2),
        (1550, 1),
        (1600, 0),
        (1650, 0),
        (1700, 1),
    ]
    assert [bar.low for bar in bars if bar.mine] == [1500]
    assert bars[1].last == 1549
    assert histogram([]) == []
