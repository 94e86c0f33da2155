//! Texts that are no certificates, each for its own reason.

use std::io::Write as _;

use matenro::check::{CheckError, check};
use matenro::proof::{ReadProblem, file};

use super::support::*;

fn read(text: &str) -> ReadProblem {
    unreadable(check(text.as_bytes()))
}

#[test]
fn a_text_cut_at_any_line_has_no_end() {
    for id in real() {
        let text = certificate_of(id).text();
        // Every boundary of small certificates, every so-many-th of great ones.
        let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
        let (last, before) = ends.split_last().unwrap();
        assert_eq!(*last, text.len());
        let step = before.len().div_ceil(60);
        for &cut in before.iter().take(8).chain(before.iter().rev().step_by(step)).chain([&0]) {
            assert!(matches!(read(&text[..cut]), ReadProblem::NoEnd), "{id} cut at {cut}");
        }
        let within = read(&text[..text.len() - 1]);
        assert!(matches!(within, ReadProblem::NoText(_)), "{within:?}");
    }
}

#[test]
fn nothing_may_follow_the_end() {
    for id in real() {
        let text = certificate_of(id).text();
        for more in ["\n", "end 0\n", " ", "\0", "claim no mate\n", &text] {
            let problem = read(&format!("{text}{more}"));
            assert!(matches!(problem, ReadProblem::Trailing), "{id}: {problem:?}");
        }
    }
}

#[test]
fn a_node_stands_once_and_in_its_order() {
    for id in real() {
        let certificate = certificate_of(id);
        for index in certificate.some(3, |_| true) {
            let mut twice = certificate.clone();
            twice.nodes.push(twice.nodes[index].clone());
            match unreadable(twice.check()) {
                ReadProblem::Duplicate(text) => {
                    assert_eq!(text, certificate.name(&certificate.nodes[index].position));
                }
                other => panic!("{id}: {other:?}"),
            }
        }
        let text = certificate.text();
        let mut lines: Vec<&str> = text.lines().collect();
        let last = lines.len() - 2;
        lines.swap(last, last - 1);
        let problem = read(&(lines.join("\n") + "\n"));
        assert!(matches!(problem, ReadProblem::NodeOrder(_)), "{id}: {problem:?}");
    }
}

#[test]
fn the_end_counts_the_nodes() {
    for id in real() {
        let text = certificate_of(id).text();
        let count = text.lines().filter(|line| line.contains('\t')).count() as u64;
        let end = format!("end {count}\n");
        for wrong in [format!("end {}\n", count + 1), format!("end 0{count}\n"), "end \n".into()] {
            match read(&text.replace(&end, &wrong)) {
                ReadProblem::Count { expected, .. } => assert_eq!(expected, count),
                other => panic!("{id}: {other:?}"),
            }
        }
    }
}

#[test]
fn the_header_is_taken_in_one_spelling_only() {
    let text = certificate_of("tsumechu-002").text();
    let with = |from: &str, to: &str| {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        read(&changed)
    };
    for (from, to) in [("certificate 1", "certificate 2"), ("certificate 1", "certificate 01")] {
        assert!(matches!(with(from, to), ReadProblem::Version { .. }), "{to}");
    }
    assert!(matches!(with("Chu", "Dai"), ReadProblem::Game { .. }));
    for (from, to) in [
        ("rules ", "rules historic,"),
        ("promotion=never,", ""),
        ("promotion=never", "promotion=sometimes"),
        ("promotion=never,last-rank=pawn", "last-rank=pawn,promotion=never"),
        ("royal-check=last", "royal-check=last,demotion=never"),
        ("royal-check=last", "royal-check=last "),
    ] {
        assert!(matches!(with(from, to), ReadProblem::Rules(_)), "{to}");
    }
    for (from, to) in [("b - 1", "b - 2"), ("b - 1", "b -"), ("10k1", "91k1"), ("root ", "toor ")] {
        assert!(matches!(with(from, to), ReadProblem::Root(_)), "{to}");
    }
    for (from, to) in [("exactly 3", "exactly 4"), ("exactly", "about"), ("plies", "moves")] {
        assert!(matches!(with(from, to), ReadProblem::Claim(_)), "{to}");
    }
    let claim = "claim mate in exactly 3 plies\n";
    assert!(matches!(with(claim, ""), ReadProblem::NoClaim));
    let order = ReadProblem::ClaimOrder(String::new()).to_string();
    for more in [claim, "claim mate in at most 3 plies\n"] {
        assert!(
            with(claim, &format!("{claim}{more}"))
                .to_string()
                .starts_with(order.trim_end_matches('`'))
        );
    }
    let root = text.lines().nth(3).unwrap().strip_prefix("root ").unwrap();
    let other = root.replace(" b ", " w ");
    let claim = format!("claim at {other}: the check 1b1a does not mate\nclaim mate in");
    assert!(matches!(with("claim mate in", &claim), ReadProblem::ClaimSide(_)));
}

#[test]
fn only_printable_lines_of_bearable_length_are_read() {
    let text = certificate_of("tsumechu-002").text();
    for bad in ["root é", "root \r", "root \u{0}", &format!("root {}", "1".repeat(5000))] {
        let problem = read(&text.replacen("root ", bad, 1));
        assert!(matches!(problem, ReadProblem::NoText(_)), "{problem:?}");
    }
    assert!(matches!(unreadable(check(&b"\xff\n"[..])), ReadProblem::NoText(_)));
}

#[test]
fn damaged_compression_is_unreadable() {
    let text = certificate_of("tsumechu-006").text();
    let mut zipper = file::zip(Vec::new());
    zipper.write_all(text.as_bytes()).unwrap();
    let zipped = zipper.finish().unwrap().into_inner().unwrap();
    check(file::unzip(&zipped[..])).unwrap();
    let fails = |bytes: &[u8]| match check(file::unzip(bytes)) {
        Err(CheckError::Unreadable(error)) => error.problem,
        other => panic!("{other:?}"),
    };
    assert!(matches!(fails(&zipped[..zipped.len() - 1]), ReadProblem::Io(_)));
    assert!(matches!(fails(&zipped[..zipped.len() / 2]), ReadProblem::Io(_)));
    assert!(matches!(fails(text.as_bytes()), ReadProblem::Io(_)));
    let more = |tail: &[u8]| fails(&[&zipped[..], tail].concat());
    assert!(matches!(more(b"more"), ReadProblem::Io(_)));
    // More compressed text is more text.
    assert!(matches!(more(&zipped), ReadProblem::Trailing));
}
