//! `matenro show --svg`, `--png` and `--fold`.

use std::collections::HashSet;

use predicates::prelude::*;
use predicates::str::contains;
use resvg::tiny_skia::Pixmap;
use resvg::usvg;

use super::support::*;

/// A lion that takes on its way and another that takes without moving.
const LIONS: &str = "\
id,sfen,solution
double,12/12/12/12/6p5/5p6/4N7/12/12/12/11k/12 b - 1,8g7f6e
";

fn show(args: &[&str]) -> assert_cmd::Command {
    let mut command = matenro();
    command.arg("show").args(args);
    command
}

fn svg(args: &[&str]) -> String {
    let text = stdout(show(args).args(["--svg", "-"]));
    let tree = usvg::Tree::from_str(&text, &usvg::Options::default());
    assert!(tree.is_ok(), "{tree:?}\n{text}");
    text
}

/// What the attribute says, everywhere it stands behind a beginning of a tag.
fn attributes<'a>(svg: &'a str, tag: &str, name: &str) -> Vec<&'a str> {
    let start = format!(" {name}=\"");
    svg.split(&format!("<{tag} "))
        .skip(1)
        .filter_map(|element| element.split('>').next()?.split(start.trim_start()).nth(1))
        .filter_map(|rest| rest.split('"').next())
        .collect()
}

#[test]
fn a_board_has_every_square_and_every_piece_in_its_place() {
    let text = svg(&["tsumechu-002"]);
    assert_eq!(attributes(&text, "rect", "data-square").len(), 144);
    // 10k1/11+G/9+E1K/8n3/11L/...
    let pieces = attributes(&text, "use", "href");
    let squares = attributes(&text, "use", "data-square");
    let placed: Vec<(&str, &str)> = squares.into_iter().zip(pieces).collect();
    assert_eq!(
        placed,
        [
            ("2a", "#p-two-kanji-w-k"),
            ("1b", "#p-two-kanji-b-pg"),
            ("3c", "#p-two-kanji-b-pe"),
            ("1c", "#p-two-kanji-b-k"),
            ("4d", "#p-two-kanji-w-n"),
            ("1e", "#p-two-kanji-b-l"),
        ]
    );
    assert!(text.contains("Black to move. Black: promoted gold general (rook) 1b"), "{text}");
    for id in attributes(&text, "use", "href") {
        assert_eq!(text.matches(&format!("id=\"{}\"", &id[1..])).count(), 1, "{id}");
    }
}

#[test]
fn a_flipped_board_turns_pieces_and_places() {
    let upright = svg(&["tsumechu-002"]);
    let flipped = svg(&["tsumechu-002", "--flip"]);
    let corner = |text: &str, square: &str| {
        let squares = attributes(text, "rect", "data-square");
        let at = squares.iter().position(|&name| name == square).unwrap();
        let xs: Vec<&str> = attributes(text, "rect", "x");
        let ys: Vec<&str> = attributes(text, "rect", "y");
        // The ground has no place.
        (xs[at].to_owned(), ys[at].to_owned())
    };
    assert_eq!(corner(&upright, "12a"), corner(&flipped, "1l"));
    assert_eq!(corner(&upright, "5c"), corner(&flipped, "8j"));
    assert!(flipped.contains("href=\"#p-two-kanji-b-k\""), "{flipped}");
    let kings = attributes(&flipped, "use", "href");
    assert_eq!(kings[0], "#p-two-kanji-b-k", "White's king points up on a flipped board");
}

#[test]
fn the_last_move_is_marked_with_both_steps_of_a_lion() {
    let text = {
        let mut command = show(&["-", "--ply", "1", "--svg", "-"]);
        stdout(command.write_stdin(LIONS))
    };
    for class in ["mark from", "mark via", "mark to", "arrow"] {
        assert_eq!(text.matches(&format!("class=\"{class}\"")).count(), 1, "{class}\n{text}");
    }
    assert_eq!(attributes(&text, "use", "data-square"), ["6e", "1k"]);
    assert!(text.contains("double, after ply 1"));
    let mated = svg(&["tsumechu-002", "--ply", "3"]);
    assert_eq!(mated.matches("class=\"mark check\"").count(), 1);
    let start = svg(&["tsumechu-002"]);
    assert!(!start.contains("class=\"mark "));
}

#[test]
fn a_png_has_the_size_asked_for_and_is_not_blank() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.png");
    let svg_path = folder.path().join("a.svg");
    let mut command = show(&["kinuburui-02", "--size", "500"]);
    command.arg("--png").arg(&path).arg("--svg").arg(&svg_path).assert().code(0).stdout("");
    let pixels = Pixmap::decode_png(&std::fs::read(&path).unwrap()).unwrap();
    assert_eq!(pixels.width(), 500);
    let svg = std::fs::read_to_string(&svg_path).unwrap();
    assert_eq!(attributes(&svg, "svg", "width"), ["500"]);
    let colors: HashSet<&[u8]> = pixels.data().chunks(4).collect();
    assert!(colors.len() > 20, "{}", colors.len());
    // `-` and a factor.
    let bytes = show(&["kinuburui-02", "--png", "-", "--scale", "0.5"]).output().unwrap().stdout;
    let half = Pixmap::decode_png(&bytes).unwrap();
    let full = svg_size(&["kinuburui-02"]);
    assert_eq!((half.width() * 2, half.height() * 2), full);
}

fn svg_size(args: &[&str]) -> (u32, u32) {
    let text = svg(args);
    let number = |name| attributes(&text, "svg", name)[0].parse().unwrap();
    (number("width"), number("height"))
}

#[test]
fn without_fonts_pieces_are_drawn_by_their_moves_and_that_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let fonts = folder.path().join("fonts");
    std::fs::create_dir(&fonts).unwrap();
    let path = folder.path().join("a.png");
    let mut command = show(&["kinuburui-02"]);
    command.arg("--fonts").arg(&fonts).arg("--png").arg(&path);
    command.assert().code(0).stderr(contains("no font is found").and(contains("--fonts")));
    let fallen_back = std::fs::read(&path).unwrap();
    let mut command = show(&["kinuburui-02", "--style", "moves", "--coordinates", "none"]);
    command.arg("--fonts").arg(&fonts).args(["--png", "-"]);
    let wanted = command.assert().code(0).stderr("").get_output().stdout.clone();
    assert!(fallen_back == wanted);
}

/// A font of the machine with Latin letters and no kanji.
fn latin_font() -> Option<std::path::PathBuf> {
    let mut database = usvg::fontdb::Database::new();
    database.load_system_fonts();
    let is_latin = |name: &str| ["DejaVu Sans", "Liberation Sans"].contains(&name);
    let found = database.faces().find(|face| face.families.iter().any(|(name, _)| is_latin(name)));
    match &found?.source {
        usvg::fontdb::Source::File(path) | usvg::fontdb::Source::SharedFile(path, _) => {
            Some(path.clone())
        }
        usvg::fontdb::Source::Binary(_) => None,
    }
}

#[test]
fn without_kanji_pieces_have_western_letters_and_that_is_told() {
    let Some(font) = latin_font() else {
        eprintln!("SKIPPED: neither DejaVu Sans nor Liberation Sans is installed here");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(&font, folder.path().join(font.file_name().unwrap())).unwrap();
    let png = |args: &[&str], note: &str| {
        let mut command = show(&["kinuburui-02", "--png", "-", "--fonts"]);
        let done = command.arg(folder.path()).args(args).assert().code(0);
        done.stderr(contains(note)).get_output().stdout.clone()
    };
    let fallen_back = png(&[], "no font with kanji is found: Western letters");
    let letters = png(&["--style", "letters", "--coordinates", "western"], "");
    assert!(fallen_back == letters);
    let blank = png(&["--style", "moves", "--coordinates", "western"], "");
    assert!(letters != blank);
}

#[test]
fn several_problems_go_to_several_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("{id}.svg");
    show(&["kinuburui-0"]).arg("--svg").arg(&path).assert().code(0);
    let count = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(count, 9);
    assert!(folder.path().join("kinuburui-07.svg").exists());
    let one = folder.path().join("one.svg");
    let mut command = show(&["kinuburui-0"]);
    command.arg("--svg").arg(&one).assert().code(2).stderr(contains("{id}"));
    assert!(!one.exists());
}

#[test]
fn options_that_do_not_go_together_are_told() {
    for (args, message) in [
        (&["msm-A1", "--ply", "1"][..], "--svg"),
        (&["msm-A1", "--flip"], "--svg"),
        (&["msm-A1", "--picture", "strip"], "--svg"),
        (&["msm-A1", "--svg", "-", "--png", "-"], "same place"),
        (&["msm-A1", "--svg", "-", "--fold"], "--fold"),
        (&["msm-A1", "--svg", "-", "--size", "9"], "16"),
        (&["msm-A1", "--svg", "-", "--size", "100", "--scale", "2"], "--scale"),
        (&["msm-A1", "--svg", "-", "--scale", "0"], "0.1 to 20"),
        (&["msm-A1", "--svg", "-", "--style", "plain"], "two-kanji"),
        (&["msm-A1", "--svg", "-", "--picture", "tree", "--ply", "2"], "--picture"),
        (&["msm-A1", "--svg", "-", "--fonts", "."], "--png"),
        (&["tsumechu-002", "--svg", "-", "--ply", "4"], "the line has 3 plies"),
        (&["msm-A1", "--svg", "no/such/folder/a.svg"], "no/such/folder"),
        (&["msm-A1", "--png", "-", "--fonts", "no/such/folder"], "--fonts"),
        (&["tsumechu-016", "--svg", "-", "--picture", "tree"], "--picture strip"),
    ] {
        show(args).assert().code(2).stdout("").stderr(contains(message));
    }
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("mine.csv");
    std::fs::write(&input, LIONS).unwrap();
    let mut command = show(&[]);
    command.arg(&input).arg("--svg").arg(&input);
    command.assert().code(2).stderr(contains("would overwrite an input"));
    assert_eq!(std::fs::read_to_string(&input).unwrap(), LIONS);
    for format in ["csv", "jsonl"] {
        let args = ["solve", "--sfen", MATE, "--fold", "--format", format];
        matenro().args(args).assert().code(2).stdout("").stderr(contains("--fold"));
        let args = ["verify", "msm-A1", "--fold", "--format", format];
        matenro().args(args).assert().code(2).stdout("").stderr(contains("--fold"));
    }
}

#[test]
fn foreign_text_is_escaped() {
    let input = format!("id,sfen\n\"<b>&\u{1}\",{MATE}\n");
    let text = stdout(show(&["-", "--svg", "-"]).write_stdin(input));
    assert!(text.contains("&lt;b&gt;&amp;\u{fffd}"), "{text}");
    assert!(usvg::Tree::from_str(&text, &usvg::Options::default()).is_ok());
}

#[test]
fn the_skyscraper_is_folded_in_show_and_its_strip_is_one_page() {
    insta::assert_snapshot!(stdout(&mut show(&["tsumechu-016", "--fold", "--notation", "usi"])));
    let strip = svg(&["tsumechu-016", "--picture", "strip"]);
    let (width, height) = svg_size(&["tsumechu-016", "--picture", "strip"]);
    // Not much longer than a page of paper.
    assert!(f64::from(height) / f64::from(width) < 1.6, "{width} {height}");
    assert!(strip.len() < 200_000, "{}", strip.len());
}

#[test]
fn a_tree_shows_where_the_published_variations_branch() {
    let text = svg(&["tsukurimono1663-02", "--picture", "tree", "--notation", "usi"]);
    insta::assert_snapshot!(text);
}

#[test]
fn solve_folds_what_show_folds() {
    let mut command = solve();
    command.args(["--nodes", "1k", "--sfen", MATE_IN_3, "--fold"]);
    let folded = stdout(&mut command);
    let mut command = solve();
    command.args(["--nodes", "1k", "--sfen", MATE_IN_3]);
    // Three moves repeat nothing.
    assert_eq!(folded, stdout(&mut command));
}

#[test]
fn the_pictures_and_the_text_of_the_documentation_are_what_the_program_makes() {
    let docs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    for (name, args) in [
        ("board", &["kinuburui-02"][..]),
        ("moves", &["kinuburui-02", "--style", "moves"]),
        ("tree", &["tsukurimono1663-02", "--picture", "tree", "--notation", "usi"]),
        ("strip", &["tsumechu-016", "--picture", "strip"]),
    ] {
        let path = docs.join("pictures").join(name).with_extension("svg");
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        let args_text = args.join(" ");
        assert!(
            svg(args) == kept,
            "once it is right: matenro show {args_text} --svg docs/pictures/{name}.svg"
        );
    }
    let page = std::fs::read_to_string(docs.join("pictures.md")).unwrap();
    let mut count = 0;
    for block in page.split("```\n$ matenro ").skip(1) {
        let (command, rest) = block.split_once('\n').unwrap();
        let (output, _) = rest.split_once("```").unwrap();
        assert_eq!(stdout(matenro().args(command.split(' '))), output, "{command}");
        count += 1;
    }
    assert!(count > 0);
}
