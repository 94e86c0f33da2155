//! Remarks that the books and their editors make about their own lines, compared with what is found.
//!
//! The remarks stand, paraphrased, in the column `note` of the collections.

use matenro::verify::{FindingKind, LineName};

use super::support::*;

/// What a remark amounts to: the kind of finding, its line and ply, and how its evidence begins (or,
/// for other checks, the move itself).
struct Remark(&'static str, FindingKind, LineName, u32, &'static str);

use FindingKind::{Dual, ThrowsAway, TooSlow, Unfinished, WeakDefence};
use LineName::{Corrected, Main, Variation};

const REMARKS: [Remark; 11] = [
    // "stops at move 11; ... the remaining two plies to mate (king to 7d, dragon to 7c)"
    Remark("kinuburui-06", Unfinished, Main, 12, "6c7d 5c7c"),
    // "stops at move 13 without mate"
    Remark("kinuburui-09", Unfinished, Main, 14, ""),
    // "stops at move 7 without mate"
    Remark("kinuburui-17", Unfinished, Main, 8, ""),
    // "king 7c at ply 12 lasts longer"
    Remark("kinuburui-42", WeakDefence, Main, 12, "6b7c"),
    // "quicker mate missed around ply 41-43"
    Remark("kinuburui-43", TooSlow, Main, 41, ""),
    // "lion can be captured free at ply 45"
    Remark("kinuburui-43", ThrowsAway, Main, 45, "11i12j 2j12j"),
    // "after the record's last move original only asserts that the lion mates"
    Remark("kinuburui-57", Unfinished, Main, 20, ""),
    // "side line: ... still a move short of mate"
    Remark("kinuburui-60", Unfinished, Variation(1), 18, ""),
    // "mate after ply-4 king 3a found only recently"
    Remark("kinuburui-65", WeakDefence, Main, 4, "2a3a"),
    // "29-ply line ends before mate" (and the line has 29 plies)
    Remark("tsukurimono1746-38", Unfinished, Variation(1), 30, ""),
    // "at move 39 the dragon capture works as well"
    Remark("tsumechu-093", Dual, Corrected, 39, "3a2a"),
];

#[test]
fn what_the_books_remark_about_themselves_is_found() {
    for Remark(id, kind, line, ply, shown) in REMARKS {
        let found =
            examined_with(&builtin_problem(id), matenro::rules::Rules::HISTORIC, false, 200_000);
        let hit = of_kind(&found, kind).into_iter().any(|finding| {
            let mv = finding.mv.map(|mv| mv.to_string());
            finding.line == Some(line)
                && finding.ply == Some(ply)
                && (evidence(finding).starts_with(shown) || mv.as_deref() == Some(shown))
        });
        assert!(hit, "{id}: {kind:?} at ply {ply} is not among {:#?}", found.findings);
    }
}
