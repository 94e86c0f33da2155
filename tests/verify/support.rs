//! Problems and findings in short.

use matenro::notation::{Claim, Problem, builtin, usi};
use matenro::rules::Rules;
use matenro::rules::variant::CHU;
use matenro::search::{Control, Limits};
use matenro::verify::{
    Finding, FindingKind, Published, STEPS_EACH, Settings, Verification, verify,
};

/// A problem with a published main line that claims a mate of that length.
pub fn problem(sfen: &str, main: &str) -> Problem {
    let mut problem = Problem::new("test", sfen, &CHU).unwrap();
    problem.solution = usi::parse_line(main).unwrap();
    problem.claim = Claim::Mate;
    problem.claimed_plies = Some(problem.solution.len() as u32).filter(|&plies| plies > 0);
    problem
}

/// The built-in problem of this id.
pub fn builtin_problem(id: &str) -> Problem {
    builtin::find(id).unwrap().remove(0)
}

/// What is found out about a problem under `historic`.
pub fn examined(problem: &Problem) -> Verification {
    examined_with(problem, Rules::HISTORIC, false, 300_000)
}

/// What is found out about a problem.
pub fn examined_with(problem: &Problem, rules: Rules, all_rules: bool, nodes: u64) -> Verification {
    let published = Published {
        setup: &problem.setup,
        main: &problem.solution,
        variations: &problem.variations,
        claim: problem.claim,
        claimed_plies: problem.claimed_plies,
        elsewhere: &[],
    };
    let settings = Settings { rules, steps_each: STEPS_EACH, all_rules };
    let limits = Limits { expansions: Some(nodes), ..Limits::default() };
    verify(&published, &settings, &limits, &Control::default()).unwrap()
}

/// The findings of a kind.
pub fn of_kind(verification: &Verification, kind: FindingKind) -> Vec<&Finding> {
    verification.findings.iter().filter(|finding| finding.kind == kind).collect()
}

/// The only finding of a kind.
pub fn only(verification: &Verification, kind: FindingKind) -> &Finding {
    let found = of_kind(verification, kind);
    assert_eq!(found.len(), 1, "{:#?}", verification.findings);
    found[0]
}

/// The moves that show a finding, in USI.
pub fn evidence(finding: &Finding) -> String {
    let words: Vec<String> = finding.evidence.iter().map(|&mv| usi::write(mv)).collect();
    words.join(" ")
}
