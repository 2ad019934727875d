//! Days, as `--since` and `--before` name them. Times in git are seconds since 1970 in UTC.

use std::fmt;
use std::str::FromStr;

/// A day in UTC, written `YYYY-MM-DD`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day {
    /// Days since 1970-01-01.
    days: i64,
}

/// The text is no day.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no day: write it as 2024-01-31")]
pub struct InvalidDay(String);

const DAY: i64 = 86_400;

impl Day {
    /// Its first second, since 1970.
    #[must_use]
    pub fn begins(self) -> i64 {
        self.days * DAY
    }

    /// The day of a time in seconds since 1970.
    #[must_use]
    pub fn of(seconds: i64) -> Self {
        Self { days: seconds.div_euclid(DAY) }
    }

    /// Year, month and day (Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`).
    fn civil(self) -> (i64, i64, i64) {
        let shifted = self.days + 719_468;
        let era = shifted.div_euclid(146_097);
        let of_era = shifted.rem_euclid(146_097);
        let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month_from_march + 2) / 5 + 1;
        let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
        (year_of_era + era * 400 + i64::from(month <= 2), month, day)
    }

    /// The day of a date (the same source, `days_from_civil`).
    fn from_civil(year: i64, month: i64, day: i64) -> Self {
        let year = year - i64::from(month <= 2);
        let era = year.div_euclid(400);
        let year_of_era = year.rem_euclid(400);
        let month_from_march = (month + 9) % 12;
        let of_year = (153 * month_from_march + 2) / 5 + day - 1;
        let of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + of_year;
        Self { days: era * 146_097 + of_era - 719_468 }
    }
}

impl fmt::Display for Day {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.civil();
        write!(formatter, "{year:04}-{month:02}-{day:02}")
    }
}

impl FromStr for Day {
    type Err = InvalidDay;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let invalid = || InvalidDay(text.chars().take(40).collect());
        let digits = |part: Option<&str>, length: usize| {
            let part =
                part.filter(|part| part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit()));
            part.and_then(|part| part.parse().ok()).ok_or_else(invalid)
        };
        let mut parts = text.split('-');
        let (year, month, day) =
            (digits(parts.next(), 4)?, digits(parts.next(), 2)?, digits(parts.next(), 2)?);
        let found = Self::from_civil(year, month, day);
        // A day that the calendar does not have comes back as another one.
        if parts.next().is_some() || !(1..=12).contains(&month) || found.civil() != (year, month, day) {
            return Err(invalid());
        }
        Ok(found)
    }
}

/// A time as `2024-01-31T12:00:00Z`.
pub(crate) fn written(seconds: i64) -> String {
    let of_day = seconds.rem_euclid(DAY);
    format!("{}T{:02}:{:02}:{:02}Z", Day::of(seconds), of_day / 3600, of_day / 60 % 60, of_day % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read_and_written() {
        for (text, seconds) in [
            ("1970-01-01", 0),
            ("2024-02-29", 1_709_164_800),
            ("1969-12-31", -86_400),
            ("2000-03-01", 951_868_800),
        ] {
            let day: Day = text.parse().unwrap();
            assert_eq!((day.begins(), day.to_string().as_str()), (seconds, text));
        }
        assert_eq!(written(1_709_164_800 + 3661), "2024-02-29T01:01:01Z");
        for text in [
            "",
            "2023-02-29",
            "2024-13-01",
            "2024-00-01",
            "24-01-01",
            "2024-1-1",
            "2024-01-01-",
            "yesterday",
            "2024-01-00",
        ] {
            assert!(text.parse::<Day>().is_err(), "{text}");
        }
    }
}
