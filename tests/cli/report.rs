//! `matenro report`: sites and single forms of results and problems.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::support::*;

/// A collection with a problem that has text for every field, and one that has next to nothing.
const PROBLEMS: &str = "\
id,source,number,sfen,claimed_plies,claim,solution,variations,same_as,note
two,A <b>book</b> | of 1663,7,10k1/11+G/9+E1K/8n3/11L/12/12/12/12/12/12/12 b - 1,3,mate,1b1a 2a1a 1c1b,,one,A note
one,,,11k/5Q6/10G1/12/12/12/12/12/12/12/12/12 b - 1,,,,,,
";

fn report() -> assert_cmd::Command {
    let mut command = matenro();
    command.args(["report", "--quiet"]);
    command
}

/// A folder with the collection and its results.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("mine.csv"), PROBLEMS).unwrap();
    let mut verify = matenro();
    verify.args(["verify", "--nodes", "1k", "--no-timing", "--quiet"]);
    verify.arg(path("mine.csv")).arg("-o").arg(path("results.jsonl"));
    verify.output().unwrap();
    folder
}

/// All files below a folder with what is in them.
fn files(root: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
                found.insert(name, fs::read_to_string(&path).unwrap());
            }
        }
    }
    found
}

/// A page without its pictures and data, which other tests look at.
fn text_of(page: &str) -> String {
    let mut out = String::new();
    let mut rest = page;
    loop {
        let cut = ["<svg", "<script type"].into_iter().filter_map(|tag| rest.find(tag)).min();
        let Some(start) = cut else { break };
        let end = if rest[start..].starts_with("<svg") { "</svg>" } else { "</script>" };
        out += &rest[..start];
        out += if end == "</svg>" { "(picture)" } else { "(data)" };
        rest = rest[start..].split_once(end).unwrap().1;
    }
    (out + rest).replace("><", ">\n<")
}

#[test]
fn a_site_has_an_index_a_page_for_each_collection_and_for_each_problem() {
    let folder = folder();
    let site = folder.path().join("site");
    let mut command = report();
    command.arg(folder.path().join("mine.csv")).arg(folder.path().join("results.jsonl"));
    command.arg("-o").arg(&site).assert().success();
    let files = files(&site);
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "assets/pieces.js",
            "assets/site.css",
            "assets/site.js",
            "index.html",
            "matenro-report.txt",
            "mine/index.html",
            "mine/one.html",
            "mine/two.html",
        ]
    );
    insta::assert_snapshot!("site_problem", text_of(&files["mine/two.html"]));
    insta::assert_snapshot!("site_index", text_of(&files["index.html"]));
    assert!(!files["mine/two.html"].contains("<b>book"));
}

#[test]
fn equal_records_give_equal_bytes_whatever_the_threads() {
    let folder = folder();
    let write = |name: &str, threads: &str| {
        let site = folder.path().join(name);
        let mut command = report();
        command.env("RAYON_NUM_THREADS", threads);
        command.arg(folder.path().join("results.jsonl")).arg("tsukurimono-1663");
        command.arg("-o").arg(&site).assert().success();
        files(&site)
    };
    assert!(write("a", "1") == write("b", "4"));
}

#[test]
fn every_form_goes_to_standard_output_where_one_file_makes_sense() {
    let folder = folder();
    let results = folder.path().join("results.jsonl");
    let problems = folder.path().join("mine.csv");
    for (format, lang) in [("md", "en"), ("md", "ja"), ("csv", "en"), ("json", "en"), ("kif", "en")]
    {
        let mut command = report();
        command.arg(&problems).arg(&results).args(["--format", format, "--lang", lang]);
        insta::assert_snapshot!(format!("form_{format}_{lang}"), stdout(&mut command));
    }
}

#[test]
fn forms_of_single_problems_are_named_by_the_id_in_a_folder() {
    let folder = folder();
    for (format, ending) in [("kif", "kifu"), ("svg", "svg"), ("md", "md"), ("json", "json")] {
        let out = folder.path().join(format);
        let mut command = report();
        command.arg(folder.path().join("results.jsonl")).args(["--format", format]);
        command.arg("-o").arg(&out).assert().success();
        let names: Vec<String> = files(&out).into_keys().collect();
        let named = |id: &str| format!("{id}.{ending}");
        assert_eq!(names, ["matenro-report.txt".to_owned(), named("one"), named("two")]);
    }
}

#[test]
fn pictures_of_several_problems_need_a_folder_and_a_site_does_too() {
    let folder = folder();
    let results = folder.path().join("results.jsonl");
    let output = report().arg(&results).args(["--format", "svg"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("--output names a folder"));
    let output = report().arg(&results).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("--output DIR"));
    let picture = stdout(report().args(["kinuburui-02", "--format", "svg"]));
    assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
}

#[test]
fn the_table_and_the_game_read_back() {
    let folder = folder();
    let results = folder.path().join("results.jsonl");
    let problems = folder.path().join("mine.csv");
    for (name, form) in [("out.csv", "csv"), ("out.kifu", "kifu"), ("out.kif", "kif")] {
        let out = folder.path().join(name);
        report().arg(&problems).arg(&results).arg("-o").arg(&out).assert().success();
        let mut convert = matenro();
        convert.args(["convert", "--quiet", "--to", "sfen"]).arg(&out);
        let expected =
            stdout(matenro().args(["convert", "--quiet", "--to", "sfen"]).arg(&problems));
        let first = |text: &str| text.lines().next().unwrap().to_owned();
        assert_eq!(first(&stdout(&mut convert)), first(&expected), "{form}");
    }
}

#[test]
fn a_bad_line_is_told_with_its_place_and_the_rest_is_done() {
    let folder = folder();
    let results = folder.path().join("results.jsonl");
    let text = fs::read_to_string(&results).unwrap();
    let (first, second) = text.split_once('\n').unwrap();
    let lines = [
        first.to_owned(),
        "{\"type\":\"verification\"".to_owned(),
        "{\"type\":\"verification\",\"schema\":1}".to_owned(),
        second.trim().replace("historic", "no-rules"),
        first.replace("k1/11", "k1/99"),
    ];
    fs::write(&results, lines.join("\n")).unwrap();
    let site = folder.path().join("site");
    let output = report().arg(&results).arg("-o").arg(&site).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).unwrap();
    for (line, word) in [(2, "no line of JSON"), (3, "missing field"), (4, "rules"), (5, "sfen")] {
        let place = format!("results.jsonl:{line}: ");
        let found = told.lines().find(|message| message.contains(&place));
        assert!(found.is_some_and(|message| message.contains(word)), "{line}: {told}");
    }
    assert!(site.join("mine/two.html").exists());
}

#[test]
fn moves_that_cannot_be_played_cost_nothing_but_themselves() {
    let folder = folder();
    let results = folder.path().join("results.jsonl");
    let text = fs::read_to_string(&results).unwrap();
    // Nonsense in every place where a record has moves.
    let text = text.replace("\"1c1b\"", "\"12l12k\"").replace("\"2a1a\"", "\"nonsense\"");
    fs::write(&results, text).unwrap();
    for format in ["md", "csv", "json", "kif"] {
        report().arg(&results).args(["--format", format]).assert().success();
    }
    report().arg(&results).arg("-o").arg(folder.path().join("site")).assert().success();
}

#[test]
fn a_foreign_file_is_not_replaced() {
    let folder = folder();
    let site = folder.path().join("site");
    fs::create_dir(&site).unwrap();
    fs::write(site.join("index.html"), "mine").unwrap();
    let mut command = report();
    let output = command.arg("kinuburui-02").arg("-o").arg(&site).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("index.html is there"));
    assert_eq!(fs::read_to_string(site.join("index.html")).unwrap(), "mine");
    assert_eq!(fs::read_dir(&site).unwrap().count(), 1);
}

#[test]
fn a_page_links_to_the_certificate_of_its_problem() {
    let folder = folder();
    let proofs = folder.path().join("proofs");
    let mut solve = solve();
    solve.args(["--nodes", "10k", "--goal", "sound", "--self-check", "--certificate"]).arg(&proofs);
    solve.arg(folder.path().join("mine.csv")).arg("-o").arg(folder.path().join("s.jsonl"));
    solve.output().unwrap();
    let site = folder.path().join("out/site");
    let mut command = report();
    command.arg(folder.path().join("mine.csv")).arg(folder.path().join("s.jsonl"));
    command.arg("--certificates").arg(&proofs).arg("-o").arg(&site).assert().success();
    let page = fs::read_to_string(site.join("mine/one.html")).unwrap();
    let link = "../../../proofs/one.mcert.gz";
    assert!(page.contains(&format!("href=\"{link}\"")), "{page}");
    assert!(site.join("mine").join(link).exists());
    // The queen mates on other squares as well: what `solve --goal sound` found is there too.
    assert!(page.contains("最終手非限定"), "{page}");
}

#[test]
fn control_characters_of_foreign_text_do_not_reach_the_pages() {
    let folder = folder();
    let path = folder.path().join("odd.csv");
    fs::write(&path, PROBLEMS.replace("A note", "\"A\x1b[2J\x07\u{85}note\"")).unwrap();
    let site = folder.path().join("site");
    report().arg(&path).arg("-o").arg(&site).assert().success();
    for (name, text) in files(&site) {
        let is_odd = |letter: char| letter.is_control() && letter != '\n';
        assert!(!text.contains(is_odd), "{name}");
    }
    assert!(fs::read_to_string(site.join("odd/two.html")).unwrap().contains("A\u{fffd}[2J"));
}
