//! A line of a gate in tokens.

use super::{GateError, Operator, Place};

/// A word or sign of a clause.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token {
    Name(String),
    Text(String),
    Number(f64),
    Operator(Operator),
    Sign(char),
}

/// A token, and its first character's column from 1.
pub(super) type Placed = (usize, Token);

/// Whether a text can stand as a name without quotation marks.
pub(super) fn is_name(text: &str) -> bool {
    text.starts_with(begins_name) && text.chars().all(continues_name)
}

fn begins_name(character: char) -> bool {
    character.is_ascii_alphabetic() || character == '_'
}

fn continues_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '-')
}

/// The tokens of a line, and how many characters of it stand before its comment.
pub(super) fn tokens(place: &Place, line: &str) -> Result<(Vec<Placed>, usize), GateError> {
    let characters: Vec<char> = line.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&character) = characters.get(at) {
        let column = at + 1;
        let token = match character {
            '#' => return Ok((found, at)),
            space if space.is_whitespace() => {
                at += 1;
                continue;
            }
            '"' | '\'' => text(&characters, &mut at).ok_or_else(|| {
                place.error(
                    column,
                    "this quotation mark is not closed (\\ stands before a quotation mark or \\)",
                )
            })?,
            '.' | '(' | ')' | '[' | ']' => {
                at += 1;
                Token::Sign(character)
            }
            '=' | '!' | '<' | '>' => operator(&characters, &mut at)
                .ok_or_else(|| place.error(column, "operators are == != < <= > >="))?,
            first if begins_name(first) => Token::Name(run(&characters, &mut at, continues_name)),
            '0'..='9' | '-' | '+' => {
                let of_number = |next: char| next.is_ascii_alphanumeric() || "._+-".contains(next);
                let written = run(&characters, &mut at, of_number);
                match written.parse::<f64>() {
                    Ok(value) if value.is_finite() => Token::Number(value),
                    _ => return Err(place.error(column, format!("{written:?} is no number"))),
                }
            }
            other => return Err(place.error(column, format!("{other:?} means nothing here"))),
        };
        found.push((column, token));
    }
    Ok((found, characters.len()))
}

fn run(characters: &[char], at: &mut usize, belongs: impl Fn(char) -> bool) -> String {
    let run: String = characters[*at..].iter().take_while(|next| belongs(**next)).collect();
    *at += run.chars().count();
    run
}

fn operator(characters: &[char], at: &mut usize) -> Option<Token> {
    let is_long = characters.get(*at + 1) == Some(&'=');
    let operator = match (characters[*at], is_long) {
        ('=', true) => Operator::Equal,
        ('!', true) => Operator::Unequal,
        ('<', true) => Operator::AtMost,
        ('<', false) => Operator::Less,
        ('>', true) => Operator::AtLeast,
        ('>', false) => Operator::Greater,
        _ => return None,
    };
    *at += 1 + usize::from(is_long);
    Some(Token::Operator(operator))
}

/// A text between equal quotation marks.
fn text(characters: &[char], at: &mut usize) -> Option<Token> {
    let mark = characters[*at];
    let mut text = String::new();
    let mut rest = characters.iter().enumerate().skip(*at + 1);
    while let Some((place, &character)) = rest.next() {
        match character {
            end if end == mark => {
                *at = place + 1;
                return Some(Token::Text(text));
            }
            '\\' => match rest.next() {
                Some((_, &escaped @ ('"' | '\'' | '\\'))) => text.push(escaped),
                _ => return None,
            },
            plain => text.push(plain),
        }
    }
    None
}
