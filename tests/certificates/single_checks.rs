//! Claims about single checks: true ones are accepted, false ones cannot be forged.

use matenro::check::{Broken, check};
use matenro::proof::{Claim, NEVER};
use matenro::rules::{Move, Rules, Setup, reference};
use matenro::search::certificate::claims_of;
use matenro::search::exhaustive::Exhaustive;
use matenro::search::game::PackedMove;
use matenro::search::graph::Graph;
use matenro::search::{Control, Goal, Limits, Question, answer};

use super::support::*;

const RULES: Rules = Rules::HISTORIC;

/// The strongest true claims about a check after which the mate takes `rest` plies more.
fn true_claims(position: &Setup, check: Move, rest: u32) -> Vec<Claim> {
    let position = position.clone();
    match rest {
        NEVER => vec![Claim::CheckNoMate { position, check }],
        0 => vec![Claim::CheckAtMost { position, check, plies: 1 }],
        _ => vec![
            Claim::CheckAtMost { position: position.clone(), check, plies: rest + 1 },
            Claim::CheckAtLeast { position, check, plies: rest + 1 },
        ],
    }
}

#[test]
fn claims_about_every_check_at_every_position_share_one_certificate() {
    let mut kinds = [0; 3];
    for id in ["tsumechu-041", "tsumechu-082"] {
        let root = position(id, RULES);
        let all = Exhaustive::new(&root.setup(), RULES, 2_000).unwrap();
        let certificate = certificate_of(id);
        let mut claims = certificate.header.claims.clone();
        for node in certificate.nodes.iter().filter(|node| certificate.attacks(node)) {
            for (check, next) in certificate.next(node) {
                claims.extend(true_claims(&node.position, check, all.length(&next).unwrap()));
            }
        }
        for claim in &claims {
            match claim {
                Claim::CheckNoMate { .. } => kinds[0] += 1,
                Claim::CheckAtLeast { .. } => kinds[1] += 1,
                Claim::CheckAtMost { .. } => kinds[2] += 1,
                _ => {}
            }
        }
        let established = check(written(&all, &root, &claims).as_bytes()).unwrap();
        assert_eq!(established.header.claims.len(), claims.len(), "{id}");
    }
    assert!(kinds.iter().all(|&count| count >= 1), "{kinds:?}");
}

#[test]
fn a_search_proves_claims_about_checks_at_positions_of_its_main_line() {
    let mut proved = 0;
    for id in ["tsumechu-006", "tsumechu-029", "kinuburui-32"] {
        let root = position(id, RULES);
        let (solution, evidence) = solved(&root);
        let mut claims = Vec::new();
        let mut here = root.clone();
        let mut node = Graph::ROOT;
        for pair in solution.line.moves.chunks(2) {
            for edge in evidence.graph.edges(node) {
                let bounds = evidence.bounds.get(edge.child);
                let (setup, check) = (here.setup(), Move::from(edge.mv));
                if bounds.lo == NEVER {
                    claims.push(Claim::CheckNoMate { position: setup, check });
                } else if bounds.lo >= 2 {
                    let plies = bounds.lo + 1;
                    claims.push(Claim::CheckAtLeast { position: setup, check, plies });
                }
            }
            for &mv in pair {
                let packed = PackedMove::from(mv);
                let edge = evidence.graph.edges(node).iter().find(|edge| edge.mv == packed);
                node = edge.unwrap().child;
                here.make(mv);
            }
        }
        let established = check(written(&evidence, &root, &claims).as_bytes()).unwrap();
        assert_eq!(established.header.claims.len(), claims.len(), "{id}");
        proved += claims.len();
    }
    assert!(proved >= 60, "{proved}");
}

/// All that `--goal sound` says of other checks can be certified.
#[test]
fn claims_about_soundness_are_established() {
    let mut claimed = 0;
    for id in ["tsumechu-006", "msm-B1", "msm-B34", "kinuburui-32"] {
        let root = position(id, RULES);
        let (limits, control) = (Limits::default(), Control::default());
        let (solution, evidence) =
            answer(&root, &Question::new(Goal::Sound), &limits, &control).unwrap();
        assert!(solution.soundness.is_some(), "{id}");
        let claims = claims_of(&root, &solution);
        let established = check(written(&evidence, &root, &claims).as_bytes()).unwrap();
        assert_eq!(established.header.claims.len(), claims.len(), "{id}");
        claimed += claims.len();
    }
    assert!(claimed >= 100, "{claimed}");
}

#[test]
fn false_claims_about_checks_are_rejected_for_their_own_reason() {
    let certificate = certificate_of("tsumechu-002");
    let root = certificate.header.root.clone();
    let main = certificate.nodes[certificate.find(&root).unwrap()].witness.unwrap();
    let claimed = |claim: Claim| {
        let mut forged = certificate.clone();
        forged.header.claims = vec![claim];
        forged.check()
    };
    let at = || (root.clone(), main);
    let (position, check) = at();
    claimed(Claim::CheckAtMost { position, check, plies: 3 }).unwrap();
    let (position, check) = at();
    claimed(Claim::CheckAtLeast { position, check, plies: 3 }).unwrap();

    let (position, check) = at();
    let result = claimed(Claim::CheckNoMate { position, check });
    assert!(matches!(broken(result), Broken::Lower { mv: Some(_), needed: NEVER, .. }));
    let (position, check) = at();
    let result = claimed(Claim::CheckAtLeast { position, check, plies: 5 });
    assert!(matches!(broken(result), Broken::Lower { mv: Some(_), needed: 4, .. }));
    let (position, check) = at();
    let result = claimed(Claim::CheckAtMost { position, check, plies: 1 });
    assert_eq!(broken(result), Broken::Escapes(main));
    let quiet = reference::legal_moves(&root, &RULES)
        .into_iter()
        .find(|&mv| !reference::may_check(&root, &RULES, mv))
        .unwrap();
    let result = claimed(Claim::CheckNoMate { position: root.clone(), check: quiet });
    assert_eq!(broken(result), Broken::NotACheck(quiet));

    let last = certificate.nodes.iter().find(|node| node.hi == 1).unwrap();
    let (position, check) = (last.position.clone(), last.witness.unwrap());
    let result = claimed(Claim::CheckAtLeast { position, check, plies: 3 });
    assert_eq!(broken(result), Broken::Mates(check));
}
