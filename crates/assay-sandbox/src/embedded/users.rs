//! Which user of the host each zygote runs as, where assay is root and may choose.
//!
//! The kernel counts some things per user of the host, whatever namespaces its processes are in: memory of pipes,
//! descriptors under way in sockets, pending signals. With one user for all, a sample could use up those of every other
//! slot, or tell another sample something by them.

use std::fs;
use std::sync::atomic::{AtomicU32, Ordering};

/// The user where the range below is not at hand, as in a container that knows few users.
const NOBODY: u32 = 65_534;
/// First of a range in which neither distributions, nor systemd, nor containers allot users.
const FIRST: u32 = 0x7000_0000;
/// Users of one assay process; one that keeps more zygotes at once begins anew.
const OWN: u32 = 256;
/// Assay processes of this machine that are told apart. The range ends below 0x7ffe0000, where systemd's begins.
const PROCESSES: u32 = 0x000f_fe00;

/// A user, and a group of the same number, that no other zygote has.
pub(super) fn own_user() -> u32 {
    static TAKEN: AtomicU32 = AtomicU32::new(0);
    let number = TAKEN.fetch_add(1, Ordering::Relaxed) % OWN;
    let user = FIRST + std::process::id() % PROCESSES * OWN + number;
    let known = ["/proc/self/uid_map", "/proc/self/gid_map"]
        .iter()
        .all(|path| fs::read_to_string(path).is_ok_and(|map| holds(&map, user)));
    if known { user } else { NOBODY }
}

/// Whether a map of a user namespace has a number: lines of first inside, first outside, how many.
fn holds(map: &str, number: u32) -> bool {
    map.lines().any(|line| {
        let mut numbers = line.split_whitespace().map(|number| number.parse::<u32>().unwrap_or(0));
        let (first, _, count) = (numbers.next(), numbers.next(), numbers.next());
        first.zip(count).is_some_and(|(first, count)| number.checked_sub(first).is_some_and(|at| at < count))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_holds_the_numbers_of_its_ranges() {
        assert!(holds("         0          0 4294967295\n", FIRST));
        assert!(!holds("0 100000 65536\n", FIRST));
        assert!(holds("0 100000 65536\n70000 200000 1\n", 70_000));
        assert!(!holds("", 0) && !holds("nonsense", 1));
    }

    #[test]
    fn two_zygotes_have_two_users() {
        assert!(own_user() != own_user() || own_user() == NOBODY);
    }
}
