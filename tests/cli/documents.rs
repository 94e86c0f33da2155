//! `matenro convert`, `matenro show`, and `--notation`.

use predicates::prelude::*;
use predicates::str::{contains, starts_with};

use super::support::*;

/// A problem of two kings' sides with a variation, as a Japanese site would give it.
const FOREIGN: &str = "\
# ---- 柿木形式 ----
作品番号：2
作者：不明
手合割：中将棋
後手の持駒：なし
 １２ １１ １０ ９  ８  ７  ６  ５  ４  ３  ２  １
+------------------------------------------------+
|  ・  ・  ・v角  ・  ・  ・ 猪  ・  ・  ・ 鷹|一
|  ・  ・  ・  ・  ・  ・  ・v玉  ・v銅  ・  ・|二
|  ・  ・  ・  ・  ・v虎v虎  ・v象  ・  ・  ・|三
|  ・  ・  ・  ・  ・v歩  ・  ・  ・v歩  ・  ・|四
|  ・  ・  ・  ・  ・  ・  ・v金  ・  ・  ・v歩|五
|  ・  ・  ・  ・  ・  ・  ・  ・ 鷲  ・  ・  ・|六
|  ・成豹  ・ 豹v飛  ・  ・  ・  ・  ・  ・  ・|七
|  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・|八
|  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・|九
|  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・ v鯨  ・|十
|  ・  ・  ・ 飛  ・  ・  ・ v奔  ・  ・  ・  ・|十一
|  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・  ・|十二
+------------------------------------------------+
先手番
手数----指手---------消費時間--
   1 ４二猪(5一)   ( 0:01/00:00:01)
*最初の手
   2 同　玉(5二)   ( 0:00/00:00:00)
   3 6四鷲（←4六）
   4 同虎右 +
   5 5一鷹
まで5手詰

変化：4手
   4 5二玉
   5 5一鷹
";

#[test]
fn a_foreign_kif_with_variations_goes_into_all_other_forms() {
    for name in [
        "sfen", "csl", "tsa", "wb", "forsyth", "kif", "japanese", "csv", "jsonl", "markdown",
        "text", "latin",
    ] {
        let mut command = matenro();
        command.args(["convert", "-", "--to", name, "--quiet"]).write_stdin(FOREIGN);
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{name}: {output:?}");
        insta::assert_snapshot!(
            format!("foreign_{name}"),
            String::from_utf8(output.stdout).unwrap()
        );
    }
}

#[test]
fn the_encoding_is_found_out_and_told() {
    let (bytes, _, failed) = encoding_rs::SHIFT_JIS.encode(FOREIGN);
    assert!(!failed);
    let from_utf8 = stdout(matenro().args(["convert", "--to", "csl"]).write_stdin(FOREIGN));
    matenro()
        .args(["convert", "--to", "csl"])
        .write_stdin(bytes.to_vec())
        .assert()
        .code(0)
        .stdout(from_utf8.clone())
        .stderr(contains("-: kif in Shift_JIS"));
    matenro()
        .args(["convert", "--to", "csl", "--encoding", "utf-8"])
        .write_stdin(bytes.to_vec())
        .assert()
        .code(2)
        .stderr(contains("not UTF-8"));
    let marked = format!("\u{feff}{}", FOREIGN.replace('\n', "\r\n"));
    matenro()
        .args(["convert", "--to", "csl"])
        .write_stdin(marked)
        .assert()
        .code(0)
        .stdout(from_utf8);
}

#[test]
fn a_kif_file_is_written_in_shift_jis_and_reads_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.kif");
    matenro().args(["convert", "msm-A", "--quiet", "-o"]).arg(&path).assert().code(0);
    let bytes = std::fs::read(&path).unwrap();
    assert!(std::str::from_utf8(&bytes).is_err());
    let expected = stdout(matenro().args(["convert", "msm-A", "--to", "csl", "--quiet"]));
    let mut command = matenro();
    command.args(["convert", "--to", "csl"]).arg(&path);
    assert_eq!(stdout(&mut command), expected);
    let text = folder.path().join("b.kif");
    let refused =
        matenro().args(["convert", "msm-A1", "--to", "japanese", "-o"]).arg(&text).assert();
    refused.code(2).stderr(contains("☗").and(contains("--output-encoding utf-8")));
}

#[test]
fn errors_have_a_place_a_caret_and_a_hint_and_the_rest_goes_on() {
    let cases = [
        (
            FOREIGN.replace("・  ・  ・v角", "・  ・v角"),
            "-:8: column 32: rank 1 has 11 squares, expected 12",
        ),
        (
            FOREIGN.replace("鷹|一", "成玉|一"),
            "-:8: column 34: `成玉` does not exist: the king does not promote",
        ),
        (
            FOREIGN.replace("鷲  ・", "桂  ・"),
            "-:13: column 27: expected a piece in kanji or `・`, found `桂`",
        ),
        (
            FOREIGN.replace("   5 5一鷹\nまで", "   5 5一鷹鷹\nまで"),
            "-:28: column 9: expected a square before the piece, or じっと behind, found `鷹`",
        ),
        (
            FOREIGN.replace("変化：4手", "変化：9手"),
            "-:31: column 1: a variation from move 9, but the line before it has only 5 moves",
        ),
        (
            FOREIGN.replace("6四鷲（←4六）", "6五鷲（←4六）"),
            "-:26: column 6: move 3: not a legal move here",
        ),
        (
            format!("手合割：平手\n{FOREIGN}"),
            "-:1: column 5: expected 中将棋 (another game), found `平手`",
        ),
        ("|  ・  ・  ・|一\n".repeat(9), "-:1: column 11: rank 1 has 3 squares, expected 12"),
        ("▲7八歩".to_owned(), "-:1: column 1: moves without a position: --sfen"),
    ];
    for (text, message) in cases {
        let both = format!("{text}\n#KIF\n{FOREIGN}");
        let output = matenro()
            .args(["convert", "--to", "csl", "--from", "kif"])
            .write_stdin(both)
            .output()
            .unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.contains(message), "{message}\n{stderr}");
        assert!(stderr.lines().any(|line| line.trim() == "^"), "{stderr}");
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains("1 written, 1 skipped"), "{stderr}");
        assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 1);
    }
}

#[test]
fn bytes_in_no_known_encoding_are_told_with_their_place() {
    let utf16: Vec<u8> = FOREIGN.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let utf16 = [&b"\xff\xfe"[..], &utf16].concat();
    let (shift_jis, ..) = encoding_rs::SHIFT_JIS.encode(FOREIGN);
    let mixed = [FOREIGN.as_bytes(), &shift_jis].concat();
    let lines = FOREIGN.lines().count();
    for (bytes, message) in [
        (utf16, "-:1: column 1: this is UTF-16; convert the file first: iconv".to_owned()),
        // `# ---- ` and the first kanji of the header in Shift_JIS.
        (mixed, format!("-:{}: column 8: byte 0x8a is not UTF-8", lines + 1)),
    ] {
        matenro()
            .args(["convert", "--to", "csl"])
            .write_stdin(bytes)
            .assert()
            .code(2)
            .stderr(contains(message).and(contains("0 written, 1 skipped")));
    }
}

#[test]
fn old_macintosh_line_ends_make_no_difference() {
    let expected = stdout(matenro().args(["convert", "--to", "csl"]).write_stdin(FOREIGN));
    let old = FOREIGN.replace('\n', "\r");
    assert_eq!(stdout(matenro().args(["convert", "--to", "csl"]).write_stdin(old)), expected);
}

#[test]
fn a_problem_that_reads_but_is_not_playable_is_named_with_file_and_line() {
    // The second has no king to mate, the last a move that is none.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.csv");
    let text = format!(
        "id,sfen,solution,note\ngood,{MATE},,\"two\nlines\"\nkingless,{},,\nslip,{MATE},7b9c,\n",
        MATE.replace("11k", "12")
    );
    std::fs::write(&path, text).unwrap();
    let name = path.display();
    let mut command = solve();
    command
        .arg(&path)
        .assert()
        .code(2)
        .stderr(contains(format!("{name}:4: kingless: the defender (White) has no royal piece")));
    let mut command = solve();
    command.args(["--format", "jsonl"]).arg(&path);
    assert!(stdout(&mut command).contains(r#""id":"kingless","file":"#));
    assert!(stdout(&mut command).contains(r#","line":4,"message":"#));
    for words in [&["convert", "--to", "kif"][..], &["show"]] {
        let mut command = matenro();
        command.args(words).arg(&path).assert().code(2);
        command.assert().stderr(contains(format!("{name}:5: slip: ")));
    }
    let board = FOREIGN.split("手数----").next().unwrap();
    let text = format!("{FOREIGN}\n{}", board.replace("v玉", " ・"));
    // Behind an empty line and a remark.
    let line = FOREIGN.lines().count() + 3;
    let message = format!("-:{line}: stdin-{line}: the defender (White) has no royal piece");
    solve().arg("-").write_stdin(text).assert().code(2).stderr(contains(message));
}

#[test]
fn an_input_without_a_record_is_an_error() {
    for words in [&["convert", "--to", "kif", "-"][..], &["show", "-"], &["solve", "-"]] {
        for text in ["", "\n \n", "id,sfen\n"] {
            let mut command = matenro();
            command.args(words).write_stdin(text).assert().code(2);
            command.assert().stdout("").stderr(contains("no problem in the input"));
        }
    }
}

#[test]
fn slips_on_other_boards_get_their_hints() {
    let shogi = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let letter_o = "1,+sm,1O / 12 / 12 / 12 / 12 / 12 / 12 / 12 / 12 / 12 / 12 / 12";
    let lion = "1,+ln,10 / 12 / 12 / 12 / 12 / 12 / 12 / 12 / 12 / 12 / 12 / 12";
    let short = "k,10 / 12 / 12 / 12 / 12 / 12 / 12 / 12 / 12 / 12 / 12 / 12";
    let both = "k,10,K / 12 / 12 / 12 / 12 / 12 / 12 / 12 / 12 / 12 / 12 / 12";
    for (text, message) in [
        (shogi, "9 ranks: this is an 81-square board"),
        (letter_o, "the letter `O` after `1`: is `10` meant?"),
        (lion, "`+ln` does not exist: the lion does not promote"),
        (short, "rank 1 has 11 squares, expected 12"),
        (both, "--attacker upper or --attacker lower"),
    ] {
        matenro()
            .args(["convert", "--to", "sfen"])
            .write_stdin(text)
            .assert()
            .code(2)
            .stderr(contains(message).and(contains("^")));
    }
    for (case, sfen) in [("upper", "k10K"), ("lower", "K10k")] {
        matenro()
            .args(["convert", "--to", "sfen", "--attacker", case])
            .write_stdin(both)
            .assert()
            .code(0)
            .stdout(contains(sfen));
    }
}

#[test]
fn a_compact_list_needs_the_position_and_reads_with_it() {
    let problem = "tsukurimono1746-06";
    let csl = stdout(matenro().args(["convert", problem, "--to", "sfen", "--quiet"]));
    let line = csl.lines().nth(1).unwrap();
    let (sfen, moves) = line.split_once(" b - 1 ").unwrap();
    let sfen = format!("{sfen} b - 1");
    let list = "6六鷲, 同 獅, 4六獅, 同 獅, 6六鳳, 5三玉,\n 8六駒, 5二玉, 12二飛成,4一玉, 4二駒, 同 金,\n\
                11一竜, 5二玉, 10二竜, 4一玉, 9一竜, 5二玉,\n 8二竜, 4一玉, 7一竜, 5二玉, 6二竜, 4一玉,\n 6一竜  まで25手詰\n";
    let mut command = matenro();
    command.args(["convert", "--to", "sfen", "--quiet", "--sfen", &sfen]).write_stdin(list);
    let read = stdout(&mut command);
    assert!(read.contains(moves), "{read}\n{line}");
    matenro().args(["convert", "--to", "sfen"]).write_stdin(list).assert().code(2);
}

#[test]
fn convert_must_know_the_form() {
    matenro().args(["convert", "msm-A1"]).assert().code(2).stderr(contains("--to"));
    matenro().args(["convert", "msm-A1", "--to", "doc"]).assert().code(2).stderr(contains("kif"));
    for name in ["markdown", "text", "latin"] {
        let mut command = matenro();
        command.args(["convert", "-", "--to", "csl", "--from", name]).write_stdin(FOREIGN);
        let message = format!("--from {name}: this form is for people and cannot be read back");
        command.assert().code(2).stderr(contains(message));
    }
}

#[test]
fn show_prints_diagram_source_and_lines() {
    insta::assert_snapshot!(stdout(matenro().args(["show", "tsukurimono1663-02"])));
    let latin = ["show", "tsukurimono1663-02", "--board", "latin"];
    insta::assert_snapshot!(stdout(matenro().args(latin)));
    matenro().args(["show", "--sfen", MATE]).assert().code(0).stdout(starts_with("sfen\n"));
    matenro().args(["show"]).assert().code(2).stderr(contains("nothing to show"));
    matenro().args(["show", "nothing"]).assert().code(2).stderr(contains("matenro list"));
}

#[test]
fn every_command_that_prints_moves_takes_a_notation() {
    let moves = |notation: &str| {
        stdout(matenro().args([
            "moves",
            "--kind",
            "checks",
            "--sfen",
            MATE,
            "--notation",
            notation,
        ]))
    };
    assert!(moves("tsa").contains("FK-2b"), "{}", moves("tsa"));
    assert!(moves("japanese").contains("☗２二奔王"), "{}", moves("japanese"));
    assert!(moves("japanese-short").contains("☗２二奔"));
    assert!(moves("kif").contains("2二奔王 （←7二）"));
    assert!(moves("wb").contains("f11k11"));
    let mut command = solve();
    command.args(["--nodes", "1k", "--sfen", MATE_IN_3, "--notation", "tsa"]);
    let text = stdout(&mut command);
    assert!(text.contains("1. +DE-1a Kx1a 3. +GxLn") || text.contains("1. +"), "{text}");
    let why = |text: &str| {
        let mut command = matenro();
        command.args(["moves", "--sfen", MATE, "--notation", "tsa", "--why", text]);
        command
    };
    why("FK-2b").assert().code(0).stdout("legal\n");
    why("FK-2d").assert().code(1).stdout(starts_with("illegal: "));
    why("2d").assert().code(2).stderr(contains("a piece"));
}
