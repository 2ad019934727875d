//! Literals as the values that `CPython` makes of them, where the parser's own reading is not exact.

use std::borrow::Cow;

use ruff_python_ast::{ExprStringLiteral, Int};

/// The value of a string literal, all its parts together, in UTF-8; lone surrogates as three bytes each, since Python
/// keeps them and the parser does not.
pub(crate) fn text_of<'a>(literal: &'a ExprStringLiteral, source: &str) -> Cow<'a, [u8]> {
    let parts = literal.value.as_slice();
    if let [part] = parts {
        return exact(&part.value, &source[part.range], part.flags.prefix().is_raw());
    }
    let each = parts
        .iter()
        .flat_map(|part| exact(&part.value, &source[part.range], part.flags.prefix().is_raw()).into_owned());
    Cow::Owned(each.collect())
}

/// A part's value, given how it is written: what the parser replaced is put back.
pub(crate) fn exact<'a>(value: &'a str, written: &str, is_raw: bool) -> Cow<'a, [u8]> {
    if is_raw || !value.contains(char::REPLACEMENT_CHARACTER) {
        return Cow::Borrowed(value.as_bytes());
    }
    let mut codes = replaced(written).into_iter();
    let mut bytes = Vec::with_capacity(value.len());
    for character in value.chars() {
        if character == char::REPLACEMENT_CHARACTER {
            let code = codes.next().unwrap_or(u32::from(character));
            let sixths = [12, 6, 0].map(|shift| (code >> shift & 0x3f) as u8);
            bytes.extend([0xe0 | sixths[0] & 0x0f, 0x80 | sixths[1], 0x80 | sixths[2]]);
        } else {
            bytes.extend(character.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
    Cow::Owned(bytes)
}

/// The code points of a written text that the parser reads as U+FFFD, in order.
fn replaced(written: &str) -> Vec<u32> {
    const REPLACEMENT: u32 = char::REPLACEMENT_CHARACTER as u32;
    let mut found = Vec::new();
    let mut rest = written;
    while let Some(at) = rest.find([char::REPLACEMENT_CHARACTER, '\\']) {
        let after = &rest[at..];
        let mut characters = after.chars();
        if characters.next() != Some('\\') {
            found.push(REPLACEMENT);
            rest = characters.as_str();
            continue;
        }
        let digits = match characters.next() {
            Some('u') => 4,
            Some('U') => 8,
            Some('N') => {
                let name = characters.as_str().strip_prefix('{').and_then(|name| name.split_once('}'));
                if name.is_some_and(|(name, _)| name.eq_ignore_ascii_case("REPLACEMENT CHARACTER")) {
                    found.push(REPLACEMENT);
                }
                0
            }
            _ => 0,
        };
        rest = characters.as_str();
        let code = rest.get(..digits).and_then(|code| u32::from_str_radix(code, 16).ok());
        found.extend(code.filter(|code| *code == REPLACEMENT || (0xd800..0xe000).contains(code)));
    }
    found
}

/// The value of an integer literal in digits of 2³², least first, without zeros at the end.
pub(crate) fn whole(int: &Int, written: &str) -> Vec<u32> {
    if let Some(small) = int.as_u64() {
        return trimmed(vec![(small & 0xffff_ffff) as u32, (small >> 32) as u32]);
    }
    let digits: Vec<u32> = match written.get(..2) {
        Some("0x" | "0X") => bits(&written[2..], 16, 4),
        Some("0o" | "0O") => bits(&written[2..], 8, 3),
        Some("0b" | "0B") => bits(&written[2..], 2, 1),
        _ => decimal(written),
    };
    trimmed(digits)
}

/// The value of a finite number without a fraction, as [`whole`] gives it.
pub(crate) fn whole_of_real(real: f64) -> Option<Vec<u32>> {
    if real.fract() != 0.0 || !real.is_finite() || real < 0.0 {
        return None;
    }
    let bits = real.to_bits();
    let (exponent, fraction) = ((bits >> 52) as i32, bits & ((1 << 52) - 1));
    let mantissa = if exponent == 0 { 0 } else { fraction | 1 << 52 };
    let shift = exponent - 1075;
    if shift <= 0 {
        let small = mantissa.checked_shr(shift.unsigned_abs()).unwrap_or(0);
        return Some(trimmed(vec![(small & 0xffff_ffff) as u32, (small >> 32) as u32]));
    }
    let mut digits = vec![0; shift.unsigned_abs() as usize / 32];
    let wide = u128::from(mantissa) << (shift % 32);
    digits.extend([0, 32, 64].map(|place| (wide >> place & 0xffff_ffff) as u32));
    Some(trimmed(digits))
}

fn trimmed(mut digits: Vec<u32>) -> Vec<u32> {
    while digits.last() == Some(&0) {
        digits.pop();
    }
    digits
}

/// Digits of a base that is a power of two, of so many bits each.
fn bits(written: &str, base: u32, each: u32) -> Vec<u32> {
    let mut digits = Vec::with_capacity(written.len() * each as usize / 32 + 1);
    let (mut open, mut filled) = (0_u64, 0);
    for digit in written.chars().rev().filter_map(|character| character.to_digit(base)) {
        open |= u64::from(digit) << filled;
        filled += each;
        if filled >= 32 {
            digits.push((open & 0xffff_ffff) as u32);
            open >>= 32;
            filled -= 32;
        }
    }
    digits.push((open & 0xffff_ffff) as u32);
    digits
}

/// Decimal digits; nine at a time.
fn decimal(written: &str) -> Vec<u32> {
    let figures: Vec<u64> =
        written.chars().filter_map(|character| character.to_digit(10)).map(u64::from).collect();
    let mut digits: Vec<u32> = Vec::new();
    let first = figures.len() % 9;
    let chunks = [&figures[..first]].into_iter().chain(figures[first..].chunks(9));
    for chunk in chunks {
        let (mut carry, factor) =
            chunk.iter().fold((0, 1), |(value, power), figure| (value * 10 + figure, power * 10));
        for digit in &mut digits {
            let value = u64::from(*digit) * factor + carry;
            *digit = (value & 0xffff_ffff) as u32;
            carry = value >> 32;
        }
        digits.push((carry & 0xffff_ffff) as u32);
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_of_any_base_have_the_same_digits() {
        let two_to_the_70th = vec![0, 0, 64];
        let hexadecimal = "0x40_0000_0000_0000_0000".to_owned();
        let binary = format!("0b1{}", "0".repeat(70));
        let octal = format!("0O2{}", "0".repeat(23));
        for written in ["1_180_591_620_717_411_303_424", &hexadecimal, &binary, &octal] {
            let big: Int = "1180591620717411303424".parse().unwrap();
            assert_eq!(whole(&big, written), two_to_the_70th, "{written}");
        }
        assert_eq!(whole_of_real(2_f64.powi(70)), Some(two_to_the_70th));
        assert_eq!(whole_of_real(3.0), Some(vec![3]));
        assert_eq!(
            [whole_of_real(0.0), whole_of_real(0.5), whole_of_real(f64::INFINITY)],
            [Some(vec![]), None, None]
        );
    }

    #[test]
    fn surrogates_and_what_replaces_them_are_told_apart() {
        let of = |written: &str, value: &str| exact(value, written, false).into_owned();
        assert_eq!(of("'\\ud800'", "\u{fffd}"), [0xed, 0xa0, 0x80]);
        assert_eq!(of("'\\\\ud800\\U0000dfff'", "\\ud800\u{fffd}")[6..], [0xed, 0xbf, 0xbf]);
        for written in ["'\u{fffd}'", "'\\ufffd'", "'\\N{Replacement Character}'"] {
            assert_eq!(of(written, "\u{fffd}"), "\u{fffd}".as_bytes());
        }
    }
}
