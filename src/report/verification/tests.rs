//! One record in all its forms.

use super::*;
use crate::report::text::WIDTH;

/// A problem with a slow move, a cook and a wrong length.
pub(in crate::report) fn example() -> VerificationRecord {
    let finding = |kind, weight, line, ply| FindingRecord {
        kind,
        weight,
        certified: false,
        contradicts: kind == FindingKind::ClaimedLength,
        line,
        ply,
        mv: ply.map(|_| "2b2a".to_owned()),
        reason: "why".to_owned(),
        evidence: vec!["1c1a".to_owned(), "12a12b".to_owned()],
        plies: Some(PlyBounds { at_least: Some(5), at_most: Some(5) }),
        best_plies: None,
        count: 1,
        repair: None,
    };
    let mut record = VerificationRecord {
        id: "a-1".into(),
        collection: "a".into(),
        source: Some("A book | 1663, no. 1".into()),
        sfen: "k11/10R1/11R/12/12/12/12/12/12/12/12/12 b - 1".into(),
        rules: "historic".into(),
        input: "0123456789abcdef".into(),
        status: Status::Cooked,
        verdict: VerdictName::Mate,
        level: Level::Searched,
        plies: PlyBounds { at_least: Some(3), at_most: Some(3) },
        plies_conventional: Some(PlyBounds { at_least: Some(1), at_most: Some(1) }),
        claim: "mate".into(),
        claimed_plies: Some(5),
        statement: String::new(),
        findings: vec![
            finding(FindingKind::ClaimedLength, Weight::Fault, None, None),
            finding(FindingKind::TooSlow, Weight::Fault, Some(LineName::Main), Some(1)),
            finding(FindingKind::Escape, Weight::Fault, Some(LineName::Variation(2)), Some(2)),
            finding(FindingKind::Cook, Weight::Cook, Some(LineName::Corrected), Some(1)),
        ],
        corrected_line: vec!["1c1a".into()],
        variations: vec![VariationRecord { ply: 2, published: true, moves: vec!["x".into()] }],
        played: vec![vec!["2b2a".into()]],
        compared: None,
        limit: None,
        expanded: 12,
        nodes: 34,
        time_s: None,
    };
    record.findings[1].repair =
        Some(RepairRecord { ply: 1, change: "1c1a for 2b2a".into(), line: vec!["1c1a".into()] });
    record.statement = prose::statement(&record);
    record
}

#[test]
fn a_line_of_json_carries_the_schema_and_reads_back() {
    let record = VerifyRecord::Verification(Box::new(example()));
    let line = json_line(&record);
    assert!(line.starts_with("{\"schema\":1,\"type\":\"verification\",\"id\":\"a-1\""), "{line}");
    let read: VerifyLine = serde_json::from_str(&line).unwrap();
    assert_eq!((read.schema, read.record), (SCHEMA, record));
    let error = ErrorRecord { id: None, file: None, line: Some(3), message: "bad".into() };
    let line = json_line(&VerifyRecord::Error(error.clone()));
    assert!(line.starts_with("{\"schema\":1,\"type\":\"error\""), "{line}");
    let read: VerifyLine = serde_json::from_str(&line).unwrap();
    assert_eq!(read.record, VerifyRecord::Error(error));
}

#[test]
fn a_row_of_the_table_names_findings_by_line_ply_and_move() {
    let row = csv::row(&VerifyRecord::Verification(Box::new(example())));
    assert_eq!(
        String::from_utf8(row).unwrap(),
        "a-1,cooked,searched,3,1,5,claimed-length too-slow@1=2b2a escape@v2.2=2b2a \
         cook@c1=2b2a,1c1a\n"
    );
    let mut many = example().findings.remove(3);
    (many.ply, many.mv, many.count) = (None, None, 12);
    assert_eq!(csv::word(&many), "cookx12");
}

#[test]
fn the_statement_tells_outcome_faults_and_other_checks() {
    assert_eq!(
        example().statement,
        "It is a mate in exactly 3 plies (1 without futile interpositions). Why. At ply 1, 2b2a \
         why (as by 1c1a 12a12b). In variation 2, at ply 2, why (as by 1c1a 12a12b). The solution \
         is not unique: cook 2b2a at ply 1 (mates in 5)."
    );
}

#[test]
fn the_text_keeps_to_the_width() {
    let record = example();
    let text = anstream::adapter::strip_str(&text::entry(&record, &record.corrected_line, false))
        .to_string();
    assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
    assert!(text.contains("\ncooked (searched)\n"), "{text}");
}

#[test]
fn markdown_shows_foreign_text_as_it_is() {
    let page = markdown::section(&VerifyRecord::Verification(Box::new(example())), false);
    assert!(page.contains("A book \\| 1663, no. 1"), "{page}");
    assert!(page.contains("| too-slow@1=2b2a | why | `1c1a 12a12b` |"), "{page}");
}

#[test]
fn the_errata_list_only_what_contradicts_a_claim() {
    let mut right = example();
    right.id = "a-2".into();
    right.findings.clear();
    let page = errata::page(&[&example(), &right], "again ID");
    assert!(page.contains("0 claimed mates that are none, and 1 lengths"), "{page}");
    assert!(page.contains("### a-1") && !page.contains("### a-2"), "{page}");
    assert!(page.contains("claim: 5 plies\n- finding: 3 plies, 1 without futile"), "{page}");
}

#[test]
fn the_tally_counts_by_collection_and_status() {
    let mut tally = VerifyTally::default();
    tally.add(&VerifyRecord::Verification(Box::new(example())));
    let mut other = example();
    other.collection = "b".into();
    other.status = Status::Sound;
    other.findings.clear();
    tally.add(&VerifyRecord::Verification(Box::new(other)));
    let error = ErrorRecord { id: None, file: None, line: None, message: "bad".into() };
    tally.add(&VerifyRecord::Error(error));
    assert_eq!((tally.total(), tally.decided()), (3, 2));
    assert_eq!(
        tally.lines(None),
        "3 problems: 1 contradiction to a published claim, 0 of them certified, 1 error; 24 \
         expansions\n     sound  sound-but-for  corrected  cooked  no-mate  undetermined\n\
         a        0              0          0       1        0             0\n\
         b        1              0          0       0        0             0\n\
         all      1              0          0       1        0             0"
    );
}

#[test]
fn what_repeats_in_the_main_line_is_written_once_if_asked_for() {
    let mut record = example();
    record.corrected_line = ["1c1a", "12a12b"].repeat(41).iter().map(ToString::to_string).collect();
    let text = |fold| text::entry(&record, &record.corrected_line, fold);
    assert!(text(true).ends_with("\n  1. (1c1a 12a12b)×41\n"), "{}", text(true));
    assert!(!text(false).contains('×'));
    let page =
        |fold| markdown::section(&VerifyRecord::Verification(Box::new(record.clone())), fold);
    assert!(page(true).contains("\n```\n  1. (1c1a 12a12b)×41\n```\n"), "{}", page(true));
    assert!(page(false).contains("`1c1a 12a12b 1c1a"), "{}", page(false));
}
