//! Inputs made of other inputs, each value changed within its type (Liu et al. 2023, table 1).

use std::collections::HashSet;
use std::num::NonZeroU64;

use assay_python::literals::{Arguments, Value};
use assay_stats::RandomSource;

/// The longest text of an input.
const LONGEST: usize = 400;
/// Attempts at one new input before there are held to be no more.
const ATTEMPTS: usize = 20;

/// At most so many inputs, none of them known or twice. The new ones are varied further.
pub(super) fn of(known: &[Arguments], most: usize, random: &mut RandomSource) -> Vec<Arguments> {
    let mut seen: HashSet<String> = known.iter().map(Arguments::written).collect();
    let mut pool = known.to_vec();
    let mut attempts = 0;
    while pool.len() < known.len() + most && attempts < ATTEMPTS * most {
        attempts += 1;
        let Some(one) = pick(&pool, random) else { break };
        let varied = vary(one, random);
        let text = varied.written();
        if text.len() <= LONGEST && seen.insert(text) {
            pool.push(varied);
        }
    }
    pool.split_off(known.len())
}

/// The arguments with one of them changed.
fn vary(arguments: &Arguments, random: &mut RandomSource) -> Arguments {
    let mut varied = arguments.clone();
    let count = varied.positional.len() + varied.named.len();
    let place = below(count, random);
    let named = varied.named.iter_mut().map(|(_, value)| value);
    if let Some(value) = varied.positional.iter_mut().chain(named).nth(place) {
        *value = changed(value, random);
    }
    varied
}

/// A value of the same type, near this one.
fn changed(value: &Value, random: &mut RandomSource) -> Value {
    match value {
        Value::Nothing => Value::Nothing,
        Value::Truth(truth) => Value::Truth(!truth),
        Value::Whole(whole) => Value::Whole(match below(6, random) {
            0 | 1 => whole.saturating_add(1),
            2 | 3 => whole.saturating_sub(1),
            4 => 0,
            _ => whole.saturating_neg(),
        }),
        Value::Real(real) => Value::Real(match below(6, random) {
            0 | 1 => real + 1.0,
            2 | 3 => real - 1.0,
            4 => 0.0,
            _ => -real,
        }),
        Value::Text(text) => Value::Text(changed_text(text, random)),
        Value::List(parts) => Value::List(changed_parts(parts, random)),
        Value::Set(parts) if parts.len() > 1 => Value::Set(parts[1..].to_vec()),
        Value::Set(parts) => Value::Set(parts.iter().map(|part| changed(part, random)).collect()),
        // Its length is a part of its type.
        Value::Tuple(parts) => Value::Tuple(with_one_changed(parts, random)),
        Value::Dict(pairs) => {
            let mut pairs = pairs.clone();
            if pairs.is_empty() {
                return Value::Dict(pairs);
            }
            let place = below(pairs.len(), random);
            match below(3, random) {
                0 => drop(pairs.remove(place)),
                1 => pairs[place].1 = changed(&pairs[place].1, random),
                _ => pairs[place].0 = changed(&pairs[place].0, random),
            }
            Value::Dict(pairs)
        }
    }
}

fn changed_parts(parts: &[Value], random: &mut RandomSource) -> Vec<Value> {
    let mut parts = parts.to_vec();
    if parts.is_empty() {
        return parts;
    }
    let place = below(parts.len(), random);
    match below(8, random) {
        0 => drop(parts.remove(place)),
        1 => parts.insert(place, parts[place].clone()),
        2 => parts.insert(below(parts.len() + 1, random), changed(&parts[place], random)),
        3 => parts.reverse(),
        4 => {
            let other = below(parts.len(), random);
            parts.swap(place, other);
        }
        5 => parts.truncate(place),
        _ => parts[place] = changed(&parts[place], random),
    }
    parts
}

fn with_one_changed(parts: &[Value], random: &mut RandomSource) -> Vec<Value> {
    let mut parts = parts.to_vec();
    if !parts.is_empty() {
        let place = below(parts.len(), random);
        parts[place] = changed(&parts[place], random);
    }
    parts
}

/// The text with a character left out, doubled, moved, or put in the place of another; characters are the text's own.
fn changed_text(text: &str, random: &mut RandomSource) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    if characters.is_empty() {
        return "a".to_owned();
    }
    let (place, other) = (below(characters.len(), random), below(characters.len(), random));
    match below(8, random) {
        0 => drop(characters.remove(place)),
        1 => characters.insert(place, characters[place]),
        2 => characters.swap(place, other),
        3 => characters[place] = characters[other],
        4 => characters.reverse(),
        5 => characters.truncate(place),
        6 => {
            let one = characters[place];
            let swapped =
                if one.is_lowercase() { one.to_uppercase().next() } else { one.to_lowercase().next() };
            characters[place] = swapped.unwrap_or(one);
        }
        _ => characters.extend_from_within(..),
    }
    characters.into_iter().collect()
}

fn pick<'a, T>(items: &'a [T], random: &mut RandomSource) -> Option<&'a T> {
    items.get(below(items.len(), random))
}

/// A place in something of that length; 0 if it is empty.
fn below(length: usize, random: &mut RandomSource) -> usize {
    let drawn = NonZeroU64::new(length as u64).map_or(0, |bound| random.below(bound));
    usize::try_from(drawn).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> Vec<Arguments> {
        let list = Value::List(vec![Value::Whole(3), Value::Whole(1)]);
        let pair = Value::Tuple(vec![Value::Text("ab".into()), Value::Real(0.5)]);
        vec![Arguments { positional: vec![list, pair], named: vec![("strict".into(), Value::Truth(true))] }]
    }

    #[test]
    fn variations_are_new_of_the_same_types_and_chosen_by_seed() {
        let varied = |seed| of(&known(), 50, &mut RandomSource::new(seed, "test"));
        assert_eq!(varied(0), varied(0));
        assert_ne!(varied(0), varied(1));
        let texts: HashSet<String> = varied(0).iter().map(Arguments::written).collect();
        assert_eq!(texts.len(), 50);
        assert!(!texts.contains(&known()[0].written()));
        for arguments in varied(0) {
            let [Value::List(numbers), Value::Tuple(pair)] = &arguments.positional[..] else {
                panic!("{arguments:?}")
            };
            assert!(numbers.iter().all(|number| matches!(number, Value::Whole(_))));
            assert!(matches!(&pair[..], [Value::Text(_), Value::Real(_)]), "{pair:?}");
            assert!(matches!(&arguments.named[..], [(name, Value::Truth(_))] if name == "strict"));
        }
    }

    #[test]
    fn where_nothing_can_be_varied_there_is_an_end() {
        let nothing = [Arguments { positional: Vec::new(), named: Vec::new() }];
        assert!(of(&nothing, 50, &mut RandomSource::new(0, "test")).is_empty());
    }
}
