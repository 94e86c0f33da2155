//! Certificates in good form that claim what does not follow: each is rejected for its own reason.

use matenro::check::Broken;
use matenro::notation::usi;
use matenro::proof::{Claim, NEVER, Node};
use matenro::rules::Rules;
use matenro::rules::reference::{has_evasion, is_problem, may_check, may_evade};

use super::support::*;

#[test]
fn a_reply_left_out_is_missed() {
    let mut cases = 0;
    for id in MATES {
        let certificate = certificate_of(id);
        let replied = |node: &Node| !certificate.attacks(node) && node.hi != NEVER;
        for index in certificate.some(5, replied) {
            for (_, reply) in certificate.next(&certificate.nodes[index]) {
                let mut forged = certificate.clone();
                forged.nodes.remove(forged.find(&reply).unwrap());
                assert_eq!(missing(forged.check()), certificate.name(&reply), "{id}");
                cases += 1;
            }
        }
    }
    assert!(cases >= 20, "{cases}");
}

#[test]
fn a_check_left_out_of_a_lower_bound_is_missed() {
    let mut cases = 0;
    for id in real() {
        let certificate = certificate_of(id);
        // A check after which two plies are plain needs no node.
        let refuted = |node: &Node| certificate.attacks(node) && node.lo > 3;
        for index in certificate.some(5, refuted) {
            for (_, next) in certificate.next(&certificate.nodes[index]) {
                let mut forged = certificate.clone();
                forged.nodes.remove(forged.find(&next).unwrap());
                assert_eq!(missing(forged.check()), certificate.name(&next), "{id}");
                cases += 1;
            }
        }
    }
    assert!(cases >= 60, "{cases}");
}

#[test]
fn a_witness_must_be_a_move_of_its_kind() {
    let (mut checks, mut evasions) = (0, 0);
    for id in real() {
        let certificate = certificate_of(id);
        let witnesses: Vec<_> = certificate.nodes.iter().filter_map(|node| node.witness).collect();
        for index in certificate.some(12, |node| node.witness.is_some()) {
            let mut forged = certificate.clone();
            let attacks = forged.attacks(&forged.nodes[index]);
            let rules = forged.header.rules;
            let node = &mut forged.nodes[index];
            let may = if attacks { may_check } else { may_evade };
            let other = witnesses.iter().find(|&&other| !may(&node.position, &rules, other));
            let Some(&other) = other else { continue };
            node.witness = Some(other);
            if attacks {
                assert_eq!(broken(forged.check()), Broken::NotACheck(other), "{id}");
                checks += 1;
            } else {
                assert_eq!(broken(forged.check()), Broken::NotAnEvasion(other), "{id}");
                evasions += 1;
            }
        }
    }
    assert!(checks >= 20 && evasions >= 20, "{checks} {evasions}");
}

/// Another check in place of the one that mates in time. Where it leads to a node that needs
/// longer, the witness goes round instead of forward.
#[test]
fn a_check_that_mates_later_or_not_is_no_witness() {
    let (mut escapes, mut unknown, mut later) = (0, 0, 0);
    for id in MATES {
        let certificate = certificate_of(id);
        for index in 0..certificate.nodes.len() {
            let node = &certificate.nodes[index];
            if !certificate.attacks(node) || node.hi == NEVER {
                continue;
            }
            for (mv, next) in certificate.next(node) {
                if !has_evasion(&next, &certificate.header.rules) {
                    continue;
                }
                let known = certificate.find(&next).map(|index| certificate.nodes[index].hi);
                let mut forged = certificate.clone();
                forged.nodes[index].witness = Some(mv);
                let needed = node.hi - 1;
                match known {
                    _ if needed == 0 => {
                        assert_eq!(broken(forged.check()), Broken::Escapes(mv), "{id}");
                        escapes += 1;
                    }
                    None => {
                        assert_eq!(missing(forged.check()), certificate.name(&next), "{id}");
                        unknown += 1;
                    }
                    Some(found) if found > needed => {
                        let next = certificate.name(&next);
                        let expected = Broken::Upper { mv: Some(mv), next, needed, found };
                        assert_eq!(broken(forged.check()), expected, "{id}");
                        later += usize::from(found != NEVER);
                    }
                    Some(_) => {}
                }
            }
        }
    }
    assert!(escapes >= 20 && unknown >= 20 && later >= 3, "{escapes} {unknown} {later}");
}

#[test]
fn a_greater_lower_bound_does_not_follow() {
    for id in MATES {
        let mut forged = certificate_of(id);
        let plies = published_plies(id);
        forged.header.claims = vec![Claim::NotWithin(plies)];
        let root = forged.root_mut();
        (root.lo, root.hi, root.witness) = (plies + 2, NEVER, None);
        match broken(forged.check()) {
            Broken::Lower { needed, found, mv: Some(_), .. } => {
                assert!(needed == plies + 1 && found < needed, "{id}: {needed} {found}");
            }
            other => panic!("{id}: {other:?}"),
        }
        forged.header.claims = vec![Claim::NoMate];
        let root = forged.root_mut();
        root.lo = NEVER;
        assert!(matches!(broken(forged.check()), Broken::Lower { needed: NEVER, .. }), "{id}");
    }
}

#[test]
fn a_smaller_upper_bound_does_not_follow() {
    for id in MATES {
        let mut forged = certificate_of(id);
        let plies = published_plies(id);
        forged.header.claims = vec![Claim::AtMost(plies - 2)];
        let root = forged.root_mut();
        (root.lo, root.hi) = (1, plies - 2);
        let witness = root.witness.unwrap();
        match broken(forged.check()) {
            Broken::Escapes(mv) => assert!(plies == 3 && mv == witness, "{id}"),
            Broken::Upper { mv, needed, found, .. } => {
                assert_eq!((mv, needed, found), (Some(witness), plies - 3, plies - 1), "{id}");
            }
            other => panic!("{id}: {other:?}"),
        }
    }
}

#[test]
fn a_claim_must_be_met_by_its_node() {
    for id in MATES {
        let mut forged = certificate_of(id);
        let plies = published_plies(id);
        forged.header.claims = vec![Claim::AtMost(plies - 2)];
        let upper = broken(forged.check());
        let expected = (None, plies - 2, plies);
        assert!(
            matches!(upper, Broken::Upper { mv, needed, found, .. } if (mv, needed, found) == expected)
        );
        forged.header.claims = vec![Claim::NotWithin(plies)];
        let lower = broken(forged.check());
        let expected = (None, plies + 2, plies);
        assert!(
            matches!(lower, Broken::Lower { mv, needed, found, .. } if (mv, needed, found) == expected)
        );
    }
}

#[test]
fn a_rejection_names_line_node_and_obligation() {
    let mut forged = certificate_of("tsumechu-002");
    let root = forged.root_mut();
    (root.lo, root.hi, root.witness) = (3, NEVER, None);
    let root = forged.header.root.clone();
    let error = forged.check().unwrap_err().to_string();
    let expected = format!(
        "line 5: {0}: here the mate must take at most 3 plies, but nothing of the kind is claimed \
         of {0}",
        forged.name(&root)
    );
    assert_eq!(error, expected);

    let mut forged = certificate_of("tsumechu-002");
    let root = forged.find(&root).unwrap();
    forged.nodes[root].witness = Some(mv("12l12k"));
    let text = forged.text();
    let line = 1 + text.lines().position(|line| line.contains("12l12k")).unwrap();
    let expected =
        format!("line {line}: {}: 12l12k is no check here", forged.name(&forged.header.root));
    assert_eq!(forged.check().unwrap_err().to_string(), expected);
}

/// Bounds that hold each other up in a circle. Forging them needs equal or growing numbers.
#[test]
fn upper_bounds_cannot_lean_on_each_other_in_a_circle() {
    let certificate = certificate_of("tsumechu-034");
    let mut forged = certificate.clone();
    // In the closed set that shows that there is no mate, every position leads back into it: claim
    // that all of them mate in 9 or 8 plies instead.
    for node in &mut forged.nodes {
        let attacks = node.position.side == certificate.header.root.side;
        let check = attacks.then(|| certificate.next(node).first().map(|&(mv, _)| mv));
        (node.lo, node.hi) = if attacks { (1, 9) } else { (2, 8) };
        node.witness = check.flatten();
    }
    forged.nodes.retain(|node| node.witness.is_some() != (node.hi == 8));
    forged.header.claims = vec![Claim::AtMost(9)];
    match broken(forged.check()) {
        Broken::Upper { needed: 7, found: 9, mv: Some(_), .. } => {}
        other => panic!("{other:?}"),
    }
}

/// The mates and lengths differ under these rules (found with the solver, and shown by the
/// certificates of both sides that the test makes).
#[test]
fn a_certificate_holds_under_its_own_rules_only() {
    for (id, changed) in [
        ("tsumechu-041", "counter-strike=off"),
        ("tsumechu-082", "counter-strike=off"),
        ("kinuburui-32", "promotion=always"),
        ("msm-B33", "promotion=always"),
        ("tsumechu-034", "promotion=always"),
        ("tsumechu-003", "royal-check=all"),
        ("tsumechu-003", "royal-check=any"),
    ] {
        let rules: Rules = changed.parse().unwrap();
        let here = certificate_of(id);
        let position = position(id, rules);
        let (solution, evidence) = solved(&position);
        let claims = matenro::search::certificate::claims_of(&position, &solution);
        let there = Certificate::of(&written(&evidence, &position, &claims));
        assert_ne!(here.header.claims, there.header.claims, "{id} {changed}");
        for (mut forged, rules) in [(here, rules), (there, Rules::HISTORIC)] {
            forged.header.rules = rules;
            let result = forged.check();
            assert!(result.is_err(), "{id} {changed}");
            eprintln!("{id} {changed}: {}", result.unwrap_err());
        }
    }
}

#[test]
fn a_certificate_holds_for_its_own_root_only() {
    for id in real() {
        let certificate = certificate_of(id);
        let rules = certificate.header.rules;
        // Another problem: a piece of the defender less.
        let root = &certificate.header.root;
        let less = root
            .pieces(rules.variant)
            .filter(|&(_, piece)| piece.side != root.side)
            .map(|(square, _)| {
                let mut less = root.clone();
                less.set(square, None);
                less
            })
            .find(|less| is_problem(less, &rules) && certificate.find(less).is_none());
        let mut forged = certificate.clone();
        let Some(less) = less else { continue };
        forged.header.root = less;
        assert_eq!(missing(forged.check()), forged.name(&forged.header.root), "{id}");
    }
    for id in MATES {
        // A position that comes later mates sooner.
        let certificate = certificate_of(id);
        let plies = published_plies(id);
        let sooner = |node: &Node| certificate.attacks(node) && node.hi < plies;
        for index in certificate.some(3, sooner) {
            let mut forged = certificate.clone();
            forged.header.root = forged.nodes[index].position.clone();
            let lower = broken(forged.check());
            assert!(matches!(lower, Broken::Lower { mv: None, needed, .. } if needed == plies));
        }
    }
}

#[test]
fn a_claim_about_no_problem_is_rejected() {
    let mut forged = certificate_of("tsumechu-002");
    let variant = forged.header.rules.variant;
    let royals = |setup: &matenro::rules::Setup| {
        let royal = |piece: matenro::rules::Piece| {
            variant.spec(piece.kind).role == matenro::rules::Role::Royal
        };
        let pieces = setup.pieces(variant);
        pieces.filter(|&(_, piece)| piece.side != setup.side && royal(piece)).collect::<Vec<_>>()
    };
    let original = forged.header.root.clone();
    for (square, _) in royals(&original) {
        forged.header.root.set(square, None);
    }
    assert_eq!(broken(forged.check()), Broken::NoProblem);
    // A gold next to the king: the attacker could take it at once.
    forged.header.root = original.clone();
    let (king, _) = royals(&original)[0];
    let gold = original
        .pieces(variant)
        .find(|&(square, piece)| piece.side == original.side && square.distance(king) == 2);
    let (from, piece) = gold.unwrap();
    forged.header.root.set(from, None);
    forged.header.root.set(king.step(4), Some(piece));
    assert_eq!(broken(forged.check()), Broken::NoProblem, "{}", usi::write(mv("1a1b")));
}

#[test]
fn a_mated_defender_has_no_node() {
    let certificate = certificate_of("tsumechu-002");
    let last = certificate.nodes.iter().find(|node| node.hi == 1).unwrap();
    let (_, mated) = certificate
        .next(last)
        .into_iter()
        .find(|(_, next)| !has_evasion(next, &Rules::HISTORIC))
        .unwrap();
    let mut forged = certificate.clone();
    forged.nodes.push(Node { position: mated, lo: 2, hi: 2, witness: None });
    assert_eq!(broken(forged.check()), Broken::Mated);
}

#[test]
fn a_lower_bound_of_three_does_not_hide_a_mate_in_one() {
    let certificate = certificate_of("tsumechu-002");
    let index = certificate.nodes.iter().position(|node| node.hi == 1).unwrap();
    let mate = certificate.nodes[index].witness.unwrap();
    let mut forged = certificate.clone();
    forged.header.root = certificate.nodes[index].position.clone();
    forged.header.claims = vec![Claim::NotWithin(1)];
    forged.nodes = vec![Node { lo: 3, hi: NEVER, witness: None, ..forged.nodes[index].clone() }];
    match broken(forged.check()) {
        Broken::Mates(mv) => assert!(
            certificate.next(&forged.nodes[0]).contains(&(
                mv,
                matenro::rules::reference::apply(&forged.nodes[0].position, &Rules::HISTORIC, mate)
            )) || mv != mate
        ),
        other => panic!("{other:?}"),
    }
}
