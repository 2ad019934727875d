"""Tests of parse_duration, as plain statements that call it by name."""

# Each unit by itself.
assert parse_duration("1s") == 1
assert parse_duration("1m") == 60
assert parse_duration("1h") == 3600
assert parse_duration("1d") == 86400
assert parse_duration("1w") == 604800

# Parts together, with spaces and without, in both cases.
assert parse_duration("1h 30m") == 5400
assert parse_duration("1w2d3h4m5s") == 788645
assert parse_duration("1W 2d3H   4m 5S") == 788645
assert parse_duration("2d 5s") == 172805
assert parse_duration("  10m  ") == 600

# Numbers: zero, leading zeros, more than the next unit, very large.
assert parse_duration("0s") == 0
assert parse_duration("007m") == 420
assert parse_duration("90m") == 5400
assert parse_duration("100000000000000000000s") == 10**20

# The sign belongs to the whole.
assert parse_duration("-1h 30m") == -5400
assert parse_duration(" -2d4H ") == -187200
assert parse_duration("-0s") == 0

# The result is an int.
assert type(parse_duration("2h")) is int

# Everything else is refused.
for refused in [
    "",
    " ",
    "-",
    "5",
    "h",
    "1h30",
    "1x",
    "1h 1x",
    "30m 1h",
    "1h 1h",
    "1h2H",
    "1 h",
    "1.5h",
    "1,5h",
    "+1h",
    "--1h",
    "- 1h",
    "1h -30m",
    "-1h-30m",
    "1h\n",
    "\t1h",
    "1h\u00a030m",
    "1h,30m",
    "1hour",
    "٣h",
    "²s",
    "1h 30m!",
]:
    try:
        seconds = parse_duration(refused)
    except ValueError:
        pass
    else:
        assert False, f"{refused!r} must raise ValueError, and gave {seconds!r}"
