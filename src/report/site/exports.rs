//! The problem as text to copy or download: SFEN, USI, KIF.

use maud::{Markup, html};

use super::words;
use crate::notation::{UsiMove, sfen, usi};
use crate::report::dossier::Dossier;
use crate::report::forms::kif::{self, Extent};
use crate::report::lang::Lang;

/// A text to take away.
struct Export {
    /// What it is.
    name: &'static str,
    /// The ending of its file.
    ending: &'static str,
    text: String,
}

/// Bytes up to which a game stands in the page with all its variations.
const LONGEST: usize = 300_000;

/// The section with the texts. Buttons work with scripts only; the texts are there without.
#[must_use]
pub fn section(dossier: &Dossier, lang: Lang) -> Markup {
    let mut exports = vec![Export {
        name: "SFEN",
        ending: "sfen",
        text: sfen::write(&dossier.problem.setup, &dossier.rules) + "\n",
    }];
    exports.push(Export { name: "USI", ending: "usi", text: usi_text(dossier) });
    let whole = kif::kif(dossier, Extent::Whole);
    let is_long = whole.as_ref().is_ok_and(|text| text.len() > LONGEST);
    let text = if is_long { kif::kif(dossier, Extent::Published) } else { whole };
    if let Ok(text) = text {
        exports.push(Export { name: "KIF", ending: "kifu", text });
    }
    html! {
        section class="exports" {
            h2 { (words::EXPORT.plain(lang)) }
            @for export in exports {
                @let file = format!("{}.{}", dossier.id(), export.ending);
                details {
                    summary { (export.name) }
                    @if is_long && export.ending == "kifu" {
                        p class="note" { (words::PUBLISHED_ONLY.plain(lang)) }
                    }
                    p class="tools" hidden {
                        button type="button" class="copy" { (words::COPY.plain(lang)) }
                        " "
                        button type="button" class="download"
                            data-file=(crate::report::text::clean(&file)) {
                            (words::DOWNLOAD.plain(lang))
                        }
                    }
                    // A line feed right behind the tag would be lost.
                    pre tabindex="0" aria-label=(export.name) { (cleaned(&export.text)) }
                }
            }
        }
    }
}

/// Text of several lines without other control characters.
fn cleaned(text: &str) -> String {
    let keep = |letter: char| letter == '\n' || letter == '\t' || !letter.is_control();
    text.chars().map(|c| if keep(c) { c } else { char::REPLACEMENT_CHARACTER }).collect()
}

/// The positions with each line of moves, as engines take them.
fn usi_text(dossier: &Dossier) -> String {
    let position = sfen::write(&dossier.problem.setup, &dossier.rules);
    let mut lines: Vec<Vec<UsiMove>> = vec![dossier.best_line()];
    lines.push(dossier.problem.solution.clone());
    lines.extend(dossier.problem.variations.iter().cloned());
    lines.retain(|line| !line.is_empty());
    lines.dedup();
    if lines.is_empty() {
        return format!("position sfen {position}\n");
    }
    let text =
        |line: &Vec<UsiMove>| format!("position sfen {position} moves {}\n", usi::write_line(line));
    lines.iter().map(text).collect()
}
