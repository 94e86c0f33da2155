//! The page about the format shows what the program writes.

use super::support::*;

#[test]
fn the_example_of_the_page_is_the_real_certificate() {
    let page = include_str!("../../docs/certificate.md");
    let shown =
        page.split("<!-- output -->\n```text\n").nth(1).unwrap().split("```").next().unwrap();
    assert_eq!(shown, certificate_of("tsumechu-002").text());
}
