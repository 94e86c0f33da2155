//! Random damage: never a panic, never an accepted claim that is not true.
//!
//! The judge is the exhaustive solver, which knows the truth of every claim about small positions
//! from the reference rules alone.

use matenro::check::{CheckError, Established, check};
use matenro::proof::{Claim, NEVER};
use matenro::rules::variant::CHU;
use matenro::rules::{Kind, Piece, Position, Role, Rules, Setup, Side, Square, reference};
use matenro::search::exhaustive::Exhaustive;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::support::*;

/// Positions that the truth is asked about have at most so many positions behind them.
const MOST: usize = 400;

#[derive(Clone, Debug)]
struct Recipe {
    king: (u8, u8),
    attackers: Vec<(u8, i8, i8)>,
    defenders: Vec<(u8, i8, i8)>,
    rules: u8,
}

fn recipe() -> impl Strategy<Value = Recipe> {
    let near = || (any::<u8>(), -3i8..=3, -3i8..=3);
    (
        (1u8..=3, 1u8..=3),
        prop::collection::vec(near(), 3..7),
        prop::collection::vec(near(), 0..5),
        any::<u8>(),
    )
        .prop_map(|(king, attackers, defenders, rules)| Recipe {
            king,
            attackers,
            defenders,
            rules,
        })
}

fn build(recipe: &Recipe) -> (Setup, Rules) {
    let preset = Rules::PRESETS[recipe.rules as usize % Rules::PRESETS.len()];
    let mut setup = Setup::empty(Side::Black);
    let kind = |letter| CHU.find(letter, false).unwrap();
    let (file, rank) = recipe.king;
    setup.set(Square::new(file, rank).unwrap(), Some(Piece::new(kind('k'), Side::White)));
    let ordinary: Vec<Kind> =
        CHU.kinds().filter(|&kind| CHU.spec(kind).role != Role::Royal).collect();
    for (pieces, side) in [(&recipe.attackers, Side::Black), (&recipe.defenders, Side::White)] {
        for &(number, files, ranks) in pieces {
            let square = file
                .checked_add_signed(files)
                .zip(rank.checked_add_signed(ranks))
                .and_then(|(file, rank)| Square::new(file, rank));
            if let Some(square) = square.filter(|&square| setup.get(square).is_none()) {
                let piece = Piece::new(ordinary[number as usize % ordinary.len()], side);
                setup.set(square, Some(piece));
            }
        }
    }
    (setup, preset.parse().unwrap())
}

/// What is true of the root and of every check there.
fn true_claims(all: &Exhaustive, root: &Setup, rules: &Rules) -> Vec<Claim> {
    let mut claims = match all.length(root).unwrap() {
        NEVER => vec![Claim::NoMate, Claim::NotWithin(5)],
        1 => vec![Claim::Exactly(1), Claim::AtMost(3)],
        plies => vec![Claim::Exactly(plies), Claim::NotWithin(plies - 2), Claim::AtMost(plies)],
    };
    for check in reference::checks(root, rules) {
        let rest = all.length(&reference::apply(root, rules, check)).unwrap();
        let position = root.clone();
        claims.push(match rest {
            NEVER => Claim::CheckNoMate { position, check },
            0 => Claim::CheckAtMost { position, check, plies: 1 },
            _ => Claim::CheckAtLeast { position, check, plies: rest + 1 },
        });
        if rest != NEVER {
            let position = root.clone();
            claims.push(Claim::CheckAtMost { position, check, plies: rest + 3 });
        }
    }
    claims
}

/// Is the claim true? `None` if that would take too long to find out.
fn is_true(claim: &Claim, root: &Setup, rules: Rules) -> Option<bool> {
    let position = claim.position().unwrap_or(root);
    let all = Exhaustive::new(position, rules, 5 * MOST)?;
    let length = all.length(position).unwrap();
    let after = |check| {
        assert!(reference::checks(position, &rules).contains(&check), "an accepted check");
        all.length(&reference::apply(position, &rules, check)).unwrap()
    };
    Some(match *claim {
        Claim::AtMost(plies) => length <= plies,
        Claim::Exactly(plies) => length == plies,
        Claim::NotWithin(plies) => length > plies,
        Claim::NoMate => length == NEVER,
        Claim::CheckNoMate { check, .. } => after(check) == NEVER,
        Claim::CheckAtLeast { check, plies, .. } => after(check) >= plies - 1,
        Claim::CheckAtMost { check, plies, .. } => after(check) < plies,
    })
}

/// Fails if something untrue was accepted; tells whether anything was.
fn judge(result: Result<Established, CheckError>, text: &str) -> bool {
    let Ok(Established { header, .. }) = result else { return false };
    for claim in &header.claims {
        assert_ne!(is_true(claim, &header.root, header.rules), Some(false), "{claim:?}\n{text}");
    }
    true
}

/// One change that keeps most of the form: so many more get past the reader.
#[derive(Clone, Debug)]
enum Change {
    /// Another number in place of one.
    Number(prop::sample::Index, prop::sample::Selector, i8),
    /// A line less.
    Drop(prop::sample::Index),
    /// What stands behind the position, from another line.
    Swap(prop::sample::Index, prop::sample::Index),
    /// Another rule.
    Rule(prop::sample::Index, prop::sample::Index),
}

fn change() -> impl Strategy<Value = Change> {
    let index = any::<prop::sample::Index>;
    prop_oneof![
        4 => (index(), any::<prop::sample::Selector>(), prop::sample::select(vec![-4i8, -2, 2, 4]))
            .prop_map(|(line, number, by)| Change::Number(line, number, by)),
        1 => index().prop_map(Change::Drop),
        2 => (index(), index()).prop_map(|(one, other)| Change::Swap(one, other)),
        1 => (index(), index()).prop_map(|(key, value)| Change::Rule(key, value)),
    ]
}

impl Change {
    fn apply(&self, lines: &mut Vec<String>) {
        const HEADER: usize = 4;
        let last = lines.len() - 1;
        match self {
            Change::Number(line, number, by) if last > HEADER => {
                let line = &mut lines[HEADER + line.index(last - HEADER)];
                // Not the numbers of the board.
                let start = line.find('\t').unwrap_or(if line.starts_with("claim at") {
                    line.rfind(' ').unwrap()
                } else {
                    0
                });
                let digits: Vec<(usize, &str)> = line[start..]
                    .split(|letter: char| !letter.is_ascii_digit())
                    .filter(|digits| !digits.is_empty())
                    .map(|digits| (digits.as_ptr() as usize - line.as_ptr() as usize, digits))
                    .collect();
                if !digits.is_empty() {
                    let (at, old) = *number.select(&digits);
                    let new = old.parse::<i64>().unwrap() + i64::from(*by);
                    let end = at + old.len();
                    line.replace_range(at..end, &new.max(0).to_string());
                }
            }
            Change::Drop(line) if last > HEADER => {
                lines.remove(HEADER + line.index(last - HEADER));
            }
            Change::Number(..) | Change::Drop(_) => {}
            Change::Swap(one, other) => {
                let nodes: Vec<usize> =
                    (0..last).filter(|&index| lines[index].contains('\t')).collect();
                if nodes.is_empty() {
                    return;
                }
                let (one, other) = (nodes[one.index(nodes.len())], nodes[other.index(nodes.len())]);
                let rest = lines[other].split_once('\t').unwrap().1.to_owned();
                let position = lines[one].split_once('\t').unwrap().0;
                lines[one] = format!("{position}\t{rest}");
            }
            Change::Rule(key, value) => {
                let mut rules: Rules = lines[2]["rules ".len()..].parse().unwrap();
                match key.index(3) {
                    0 => rules.royal_check = value.get(matenro::rules::RoyalCheck::NAMED).1,
                    1 => rules.counter_strike = value.get(matenro::rules::CounterStrike::NAMED).1,
                    _ => rules.last_rank = value.get(matenro::rules::LastRank::NAMED).1,
                }
                let values = Rules::KEYS.iter().zip(rules.values());
                let values: Vec<String> = values.map(|(key, v)| format!("{key}={v}")).collect();
                lines[2] = format!("rules {}", values.join(","));
            }
        }
        let count = lines.iter().filter(|line| line.contains('\t')).count();
        *lines.last_mut().unwrap() = format!("end {count}");
    }
}

/// The certificate of some of the true claims about the position, if it is small.
fn certificate(recipe: &Recipe, pick: u64) -> Option<String> {
    let (setup, rules) = build(recipe);
    let root = Position::new(&setup, rules).ok()?;
    // Without any check there is little to show, and little to damage.
    if !reference::is_problem(&setup, &rules) || reference::checks(&setup, &rules).is_empty() {
        return None;
    }
    let all = Exhaustive::new(&setup, rules, MOST)?;
    let claims: Vec<Claim> = true_claims(&all, &setup, &rules)
        .into_iter()
        .enumerate()
        .filter(|(index, _)| pick >> (index % 64) & 1 != 0)
        .map(|(_, claim)| claim)
        .collect();
    (!claims.is_empty()).then(|| written(&all, &root, &claims))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn true_claims_are_accepted(recipe in recipe(), pick in any::<u64>()) {
        if let Some(text) = certificate(&recipe, pick) {
            let accepted = judge(check(text.as_bytes()), &text);
            prop_assert!(accepted, "{:?}\n{text}", check(text.as_bytes()));
        }
    }

    #[test]
    fn changed_lines_never_make_an_untrue_claim_accepted(
        recipe in recipe(),
        pick in any::<u64>(),
        changes in prop::collection::vec(change(), 1..4),
    ) {
        if let Some(text) = certificate(&recipe, pick) {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            for change in &changes {
                change.apply(&mut lines);
            }
            let text = lines.join("\n") + "\n";
            judge(check(text.as_bytes()), &text);
        }
    }

    #[test]
    fn changed_bytes_never_make_an_untrue_claim_accepted(
        recipe in recipe(),
        pick in any::<u64>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0u8..3), 1..4),
    ) {
        if let Some(text) = certificate(&recipe, pick) {
            let mut bytes = text.into_bytes();
            for (at, byte, how) in changes {
                let at = at.index(bytes.len());
                match how {
                    0 => bytes[at] = byte,
                    1 => bytes.insert(at, byte),
                    _ => { bytes.remove(at); }
                }
            }
            judge(check(&bytes[..]), &String::from_utf8_lossy(&bytes));
        }
    }
}

/// The random certificates must not all be trivial, and some changes must pass, or the tests above
/// would show little.
#[test]
fn the_mix_has_all_kinds_of_claims_and_changes_that_pass() {
    let mut runner = TestRunner::deterministic();
    let mut kinds = [0; 7];
    let (mut passed, mut rejected, mut unreadable) = (0, 0, 0);
    for _ in 0..1_000 {
        let recipe = recipe().new_tree(&mut runner).unwrap().current();
        let Some(text) = certificate(&recipe, u64::MAX) else { continue };
        for claim in check(text.as_bytes()).unwrap().header.claims {
            kinds[match claim {
                Claim::AtMost(_) => 0,
                Claim::Exactly(_) => 1,
                Claim::NotWithin(_) => 2,
                Claim::NoMate => 3,
                Claim::CheckNoMate { .. } => 4,
                Claim::CheckAtLeast { .. } => 5,
                Claim::CheckAtMost { .. } => 6,
            }] += 1;
        }
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        change().new_tree(&mut runner).unwrap().current().apply(&mut lines);
        let changed = lines.join("\n") + "\n";
        match check(changed.as_bytes()) {
            Ok(_) => passed += i32::from(changed != text),
            Err(CheckError::Rejected(_)) => rejected += 1,
            Err(CheckError::Unreadable(_)) => unreadable += 1,
        }
    }
    let counts =
        format!("{kinds:?}, passed {passed}, rejected {rejected}, unreadable {unreadable}");
    assert!(kinds.iter().all(|&count| count >= 10), "{counts}");
    assert!(passed >= 10 && rejected >= 10 && unreadable >= 10, "{counts}");
}
