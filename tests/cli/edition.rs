//! The committed edition is what the program finds.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use super::support::*;

/// The limits with which the edition is made; `problems/edition/README.md` says so too.
const LIMITS: [&str; 4] = ["--nodes", "4M", "--memory", "12GiB"];

const COLLECTIONS: [&str; 5] =
    ["kinuburui", "tsukurimono-1663", "tsukurimono-1746", "tsumechu-modern", "msm-dewitt"];

/// The committed row of each problem, as text, by id.
fn committed(collections: &[&str]) -> HashMap<String, String> {
    let mut rows = HashMap::new();
    for collection in collections {
        let path = format!("problems/edition/{collection}.csv");
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
        // No field of the edition has a line feed in it.
        rows.extend(
            text.lines()
                .skip(1)
                .map(|row| (row.split(',').next().unwrap_or_default().to_owned(), row.to_owned())),
        );
    }
    rows
}

/// The rows that the program finds now.
fn derived(inputs: &[&str]) -> Vec<String> {
    let mut command = matenro();
    command.args(["verify", "--quiet", "--no-timing", "--format", "csv"]);
    stdout(command.args(LIMITS).args(inputs)).lines().skip(1).map(str::to_owned).collect()
}

fn assert_committed(rows: &[String], committed: &HashMap<String, String>) {
    for row in rows {
        let id = row.split(',').next().unwrap();
        assert_eq!(committed.get(id), Some(row), "{id}");
    }
}

#[test]
fn a_sample_of_the_edition_is_found_again() {
    let list = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/edition-sample.txt");
    let list = fs::read_to_string(list).unwrap();
    let sample: Vec<&str> = list.lines().filter(|line| !line.is_empty()).collect();
    assert!(sample.len() >= 60);
    let rows = derived(&sample);
    assert_eq!(rows.len(), sample.len());
    assert_committed(&rows, &committed(&COLLECTIONS));
    let statuses: std::collections::HashSet<&str> =
        rows.iter().map(|row| row.split(',').nth(1).unwrap()).collect();
    assert!(statuses.len() >= 5, "the sample is spread over the statuses: {statuses:?}");
}

#[test]
#[ignore = "many minutes; the whole edition"]
fn the_whole_edition_is_found_again() {
    let committed = committed(&COLLECTIONS);
    let rows = derived(&COLLECTIONS);
    assert_eq!(rows.len(), committed.len());
    assert_committed(&rows, &committed);
}
