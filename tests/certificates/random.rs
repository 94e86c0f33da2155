//! Random damage: never a panic, never an accepted claim that is not true.
//!
//! The judge is the exhaustive solver, which knows the truth of every claim about small positions
//! from the reference rules alone.

use std::sync::LazyLock;

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
const MOST: usize = 600;

#[derive(Clone, Debug)]
struct Recipe {
    king: (u8, u8),
    attackers: Vec<(u8, i8, i8)>,
    defenders: Vec<(u8, i8, i8)>,
    rules: u8,
}

fn recipe() -> impl Strategy<Value = Recipe> {
    let near = || (any::<u8>(), -2i8..=3, -2i8..=3);
    (
        (1u8..=2, 1u8..=2),
        prop::collection::vec(near(), 4..9),
        prop::collection::vec(near(), 0..6),
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
    // Pieces of short range run out of checks, and the whole graph stays small.
    let near: Vec<Kind> = ordinary
        .iter()
        .copied()
        .filter(|&kind| {
            let movement = CHU.spec(kind).movement;
            movement.slide == 0 && !movement.lion_power
        })
        .collect();
    for (pieces, kinds, side) in
        [(&recipe.attackers, &near, Side::Black), (&recipe.defenders, &ordinary, Side::White)]
    {
        for &(number, files, ranks) in pieces {
            // What stands next to the king would mostly attack him at once.
            if side == Side::Black && files.abs().max(ranks.abs()) < 2 {
                continue;
            }
            let square = file
                .checked_add_signed(files)
                .zip(rank.checked_add_signed(ranks))
                .and_then(|(file, rank)| Square::new(file, rank));
            if let Some(square) = square.filter(|&square| setup.get(square).is_none()) {
                let piece = Piece::new(kinds[number as usize % kinds.len()], side);
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

/// Is the claim about this position true?
fn is_true(claim: &Claim, all: &Exhaustive, position: &Setup, rules: &Rules) -> bool {
    let length = all.length(position).unwrap();
    let after = |check| {
        assert!(reference::checks(position, rules).contains(&check), "an accepted check");
        all.length(&reference::apply(position, rules, check)).unwrap()
    };
    match *claim {
        Claim::AtMost(plies) => length <= plies,
        Claim::Exactly(plies) => length == plies,
        Claim::NotWithin(plies) => length > plies,
        Claim::NoMate => length == NEVER,
        Claim::CheckNoMate { check, .. } => after(check) == NEVER,
        Claim::CheckAtLeast { check, plies, .. } => after(check) >= plies - 1,
        Claim::CheckAtMost { check, plies, .. } => after(check) < plies,
    }
}

/// One change that keeps most of the form: so many more get past the reader.
#[derive(Clone, Debug)]
enum Change {
    /// Another number in place of one.
    Number(prop::sample::Index, prop::sample::Index, i8),
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
        4 => (index(), index(), prop::sample::select(vec![-4i8, -2, 2, 4]))
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
                    let (at, old) = digits[number.index(digits.len())];
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

/// A small problem with everything that is true of it.
struct Problem {
    root: Setup,
    rules: Rules,
    all: Exhaustive,
    claims: Vec<Claim>,
}

impl Problem {
    fn new(root: Setup, rules: Rules) -> Option<Problem> {
        Position::new(&root, rules).ok()?;
        // Without any check there is little to show, and little to damage.
        if !reference::is_problem(&root, &rules) || reference::checks(&root, &rules).is_empty() {
            return None;
        }
        let all = Exhaustive::new(&root, rules, MOST)?;
        let claims = true_claims(&all, &root, &rules);
        Some(Problem { root, rules, all, claims })
    }

    /// The certificate of the claims whose bit is set in `pick`, or of the first.
    fn certificate(&self, pick: u64) -> String {
        let picked = |index: usize| pick >> (index % 64) & 1 != 0;
        let claims = self.claims.iter().enumerate().filter(|&(index, _)| picked(index));
        let mut claims: Vec<Claim> = claims.map(|(_, claim)| claim.clone()).collect();
        if claims.is_empty() {
            claims.push(self.claims[0].clone());
        }
        written(&self.all, &Position::new(&self.root, self.rules).unwrap(), &claims)
    }

    /// Fails if something untrue was accepted; tells whether anything was.
    fn judge(&self, result: Result<Established, CheckError>, text: &str) -> bool {
        let Ok(Established { header, .. }) = result else { return false };
        for claim in &header.claims {
            let same = (&header.root, header.rules) == (&self.root, self.rules)
                && claim.position().is_none_or(|position| *position == self.root);
            let truth = if same {
                Some(is_true(claim, &self.all, &self.root, &self.rules))
            } else {
                let position = claim.position().unwrap_or(&header.root);
                let all = Exhaustive::new(position, header.rules, 4 * MOST);
                all.map(|all| is_true(claim, &all, position, &header.rules))
            };
            assert_ne!(truth, Some(false), "{claim:?}\n{text}");
        }
        true
    }
}

/// Two published problems and many random ones, the same in every run.
fn pool() -> &'static [Problem] {
    static POOL: LazyLock<Vec<Problem>> = LazyLock::new(|| {
        let published = ["tsumechu-041", "tsumechu-082"]
            .into_iter()
            .map(|id| (position(id, Rules::HISTORIC).setup(), Rules::HISTORIC));
        let mut runner = TestRunner::deterministic();
        let random = (0..1_200).map(|_| build(&recipe().new_tree(&mut runner).unwrap().current()));
        published.chain(random).filter_map(|(root, rules)| Problem::new(root, rules)).collect()
    });
    &POOL
}

fn problem(number: prop::sample::Index) -> &'static Problem {
    number.get(pool())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn changed_lines_never_make_an_untrue_claim_accepted(
        number in any::<prop::sample::Index>(),
        pick in any::<u64>(),
        changes in prop::collection::vec(change(), 1..4),
    ) {
        let problem = problem(number);
        let text = problem.certificate(pick);
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for change in &changes {
            change.apply(&mut lines);
        }
        let text = lines.join("\n") + "\n";
        problem.judge(check(text.as_bytes()), &text);
    }

    #[test]
    fn changed_bytes_never_make_an_untrue_claim_accepted(
        number in any::<prop::sample::Index>(),
        pick in any::<u64>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0u8..3), 1..4),
    ) {
        let problem = problem(number);
        let mut bytes = problem.certificate(pick).into_bytes();
        for (at, byte, how) in changes {
            let at = at.index(bytes.len());
            match how {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => { bytes.remove(at); }
            }
        }
        problem.judge(check(&bytes[..]), &String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn everything_that_is_true_is_accepted() {
    for problem in pool() {
        let text = problem.certificate(u64::MAX);
        let established = check(text.as_bytes()).unwrap();
        assert!(established.header.claims.len() >= 2, "{text}");
        assert!(problem.judge(Ok(established), &text));
    }
}

/// The random certificates must not all be trivial, and some changes must pass, or the tests above
/// would show little.
#[test]
fn the_mix_has_all_kinds_of_claims_and_changes_that_pass() {
    let mut runner = TestRunner::deterministic();
    let mut kinds = [0; 7];
    let (mut passed, mut rejected, mut unreadable) = (0, 0, 0);
    for problem in pool() {
        for claim in &problem.claims {
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
        let text = problem.certificate(u64::MAX);
        for _ in 0..20 {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            change().new_tree(&mut runner).unwrap().current().apply(&mut lines);
            let changed = lines.join("\n") + "\n";
            match check(changed.as_bytes()) {
                Ok(_) => passed += i32::from(changed != text),
                Err(CheckError::Rejected(_)) => rejected += 1,
                Err(CheckError::Unreadable(_)) => unreadable += 1,
            }
        }
    }
    let counts =
        format!("{kinds:?}, passed {passed}, rejected {rejected}, unreadable {unreadable}");
    eprintln!("{counts}");
    assert!(kinds.iter().all(|&count| count >= 4), "{counts}");
    assert!(passed >= 20 && rejected >= 50 && unreadable >= 50, "{counts}");
}
