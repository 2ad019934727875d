//! Tokens of one statement, as the module `tokenize` of `CPython` 3.11 tells them, line by line.
//!
//! That module works by regular expressions and knows less than the parser: a combining mark ends a name, a form feed has
//! ended the line before. What it cannot tell makes radon fail, so its rules are kept as they are.

/// What is asked of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token {
    Comment,
    /// The end of a line, inside of brackets too.
    Newline,
    /// A string, and how many lines it touches.
    Text(usize),
    Semicolon,
    Colon,
    Other,
    /// The end of all.
    End,
}

/// No token starts somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NoToken;

/// How a string ends that goes on over lines.
#[derive(Debug, Clone, Copy)]
struct Open {
    quote: u8,
    is_triple: bool,
    /// The number of the line on which it began.
    row: usize,
}

/// What is open between two lines of a statement, and the tokens so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Reader {
    pub(super) tokens: Vec<Token>,
    row: usize,
    brackets: i64,
    continued: bool,
    string: Option<Open>,
}

/// Where a string ends.
enum Close {
    Behind(usize),
    /// Not on this line, whose last character is a backslash.
    Backslash,
    Not,
}

impl Reader {
    /// Whether a statement may end here.
    pub(super) fn is_complete(&self) -> bool {
        self.brackets == 0 && !self.continued && self.string.is_none()
    }

    /// Reads one more line, which has no blanks at either end. Whether a line feed follows it matters.
    pub(super) fn line(&mut self, line: &str, feed: bool) -> Result<(), NoToken> {
        self.row += 1;
        let mut at = 0;
        if let Some(open) = self.string {
            match close(line.as_bytes(), 0, open.quote, open.is_triple) {
                Close::Behind(end) => {
                    self.tokens.push(Token::Text(self.row - open.row + 1));
                    self.string = None;
                    at = end;
                }
                Close::Backslash if feed => return Ok(()),
                _ if open.is_triple => return Ok(()),
                _ => return Err(NoToken),
            }
        }
        self.continued = false;
        while at < line.len() {
            at = self.token(line, at, feed)?;
        }
        if feed && !self.continued && self.string.is_none() {
            self.tokens.push(Token::Newline);
        }
        Ok(())
    }

    /// Reads the token at or behind a place; returns where it ends.
    fn token(&mut self, line: &str, at: usize, feed: bool) -> Result<usize, NoToken> {
        let bytes = line.as_bytes();
        let start = at + bytes[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        if let Some(quote) = quote_behind_prefix(&bytes[start..]) {
            return self.text(line, start + quote, feed);
        }
        let Some(first) = line[start..].chars().next() else { return Ok(start) };
        let (token, length) = match first {
            '\\' if start + 1 == line.len() && feed => {
                self.continued = true;
                return Ok(line.len());
            }
            '#' => (Token::Comment, line.len() - start),
            ';' => (Token::Semicolon, 1),
            ':' if !bytes[start..].starts_with(b":=") => (Token::Colon, 1),
            _ => {
                let length = number(&bytes[start..])
                    .or_else(|| operator(&bytes[start..]))
                    .or_else(|| name(&line[start..]))
                    .ok_or(NoToken)?;
                (Token::Other, length)
            }
        };
        match first {
            '(' | '[' | '{' => self.brackets += 1,
            ')' | ']' | '}' => self.brackets -= 1,
            _ => {}
        }
        self.tokens.push(token);
        Ok(start + length)
    }

    /// Reads a string whose first quote is at a place.
    fn text(&mut self, line: &str, at: usize, feed: bool) -> Result<usize, NoToken> {
        let bytes = line.as_bytes();
        let quote = bytes[at];
        let is_triple = bytes[at..].starts_with(&[quote; 3]);
        let open = Open { quote, is_triple, row: self.row };
        match close(bytes, at + if is_triple { 3 } else { 1 }, quote, is_triple) {
            Close::Behind(end) => {
                self.tokens.push(Token::Text(1));
                return Ok(end);
            }
            Close::Backslash if feed => self.string = Some(open),
            _ if is_triple => self.string = Some(open),
            _ => return Err(NoToken),
        }
        Ok(line.len())
    }
}

/// Where a string ends whose inside starts at a place.
fn close(bytes: &[u8], from: usize, quote: u8, is_triple: bool) -> Close {
    let mut at = from;
    while at < bytes.len() {
        if bytes[at] == b'\\' {
            if at + 1 == bytes.len() {
                return Close::Backslash;
            }
            at += 2;
        } else if is_triple && bytes[at..].starts_with(&[quote; 3]) {
            return Close::Behind(at + 3);
        } else if !is_triple && bytes[at] == quote {
            return Close::Behind(at + 1);
        } else {
            at += 1;
        }
    }
    Close::Not
}

/// How long the prefix of a string is that starts here.
fn quote_behind_prefix(bytes: &[u8]) -> Option<usize> {
    let length = bytes.iter().take(3).position(|byte| matches!(byte, b'\'' | b'"'))?;
    let prefix = bytes[..length].to_ascii_lowercase();
    [&b""[..], b"b", b"r", b"u", b"f", b"br", b"rb", b"fr", b"rf"].contains(&&*prefix).then_some(length)
}

/// Where digits end that may have one underscore between two of them; where they start if there are none.
fn digits(bytes: &[u8], from: usize, is_digit: fn(&u8) -> bool) -> usize {
    let is = |at: usize| bytes.get(at).is_some_and(is_digit);
    let mut at = from;
    if !is(at) {
        return from;
    }
    loop {
        at += 1;
        if !is(at) {
            if bytes.get(at) != Some(&b'_') || !is(at + 1) {
                return at;
            }
            at += 1;
        }
    }
}

/// How long the number is that starts here.
fn number(bytes: &[u8]) -> Option<usize> {
    let is = |at: usize, these: &[u8]| bytes.get(at).is_some_and(|byte| these.contains(byte));
    let decimal = |from: usize| digits(bytes, from, u8::is_ascii_digit);
    let whole = decimal(0);
    if whole > 0 && is(whole, b"jJ") {
        return Some(whole + 1);
    }
    let exponent = |at: usize| {
        let from = at + 1 + usize::from(is(at + 1, b"+-"));
        let end = decimal(from);
        if is(at, b"eE") && end > from { end } else { at }
    };
    let fraction = if is(whole, b".") { decimal(whole + 1) } else { whole };
    let float = if fraction > whole + usize::from(whole == 0) {
        exponent(fraction)
    } else if whole > 0 && exponent(whole) > whole {
        exponent(whole)
    } else {
        0
    };
    if float > 0 {
        return Some(float + usize::from(is(float, b"jJ")));
    }
    let based = |letters: &[u8], is_digit: fn(&u8) -> bool| {
        let from = 2 + usize::from(is(2, b"_"));
        let end = digits(bytes, from, is_digit);
        (is(0, b"0") && is(1, letters) && end > from).then_some(end)
    };
    based(b"xX", u8::is_ascii_hexdigit)
        .or_else(|| based(b"bB", |byte| matches!(byte, b'0' | b'1')))
        .or_else(|| based(b"oO", |byte| matches!(byte, b'0'..=b'7')))
        .or_else(|| is(0, b"0").then(|| digits(bytes, 0, |byte| *byte == b'0')))
        .or((whole > 0).then_some(whole))
}

/// How long the operator is that starts here.
fn operator(bytes: &[u8]) -> Option<usize> {
    const LONG: [&[u8]; 24] = [
        b"**=", b"//=", b">>=", b"<<=", b"...", b"!=", b"%=", b"&=", b"**", b"*=", b"+=", b"-=", b"->",
        b"//", b"/=", b":=", b"<<", b"<=", b"==", b">=", b">>", b"@=", b"^=", b"|=",
    ];
    let long = LONG.iter().find(|operator| bytes.starts_with(operator)).map(|operator| operator.len());
    long.or_else(|| bytes.first().filter(|byte| b"%&()*+,-./:;<=>@[]^{|}~".contains(byte)).map(|_| 1))
}

/// How long the name is that starts here.
fn name(text: &str) -> Option<usize> {
    let end = text.find(|character| !is_word(character)).unwrap_or(text.len());
    (end > 0).then_some(end)
}

/// Whether `\w` matches a character that may stand in a name.
fn is_word(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_alphanumeric() || character == '_';
    }
    // Letters that may not start a name, and what may although it is no letter.
    let letters = ['\u{e33}', '\u{eb3}', '\u{ff9e}', '\u{ff9f}'];
    let others = ['\u{1885}', '\u{1886}', '\u{2118}', '\u{212e}'];
    character.is_numeric()
        || letters.contains(&character)
        || unicode_ident::is_xid_start(character) && !others.contains(&character)
}
