//! The board of a page with its buttons. Without scripts it is a still diagram.

use maud::{Markup, html};

use super::board;
use super::book::Book;
use super::layout::phrase;
use super::pieces::explanation;
use super::words;
use crate::report::dossier::Dossier;
use crate::report::lang::{Lang, Phrase};
use crate::rules::{Kind, Side, Variant};

/// The board, its buttons, what it says of the position, and the choices.
#[must_use]
pub fn board(dossier: &Dossier, lang: Lang) -> Markup {
    let side = match dossier.problem.setup.side {
        Side::Black => "b",
        Side::White => "w",
    };
    html! {
        section class="player" id="player" aria-label=(words::BOARD.plain(lang)) data-side=(side)
            data-lang=(lang.tag()) {
            div class="figure" { (board::diagram(dossier)) }
            noscript { p class="note" { (words::SCRIPTS_OFF.plain(lang)) } }
            div class="controls" hidden {
                div class="buttons" role="group" aria-label=(words::BOARD.plain(lang)) {
                    (button("start", "|◀", words::START, lang))
                    (button("back", "◀", words::BACK, lang))
                    (button("forward", "▶", words::FORWARD, lang))
                    (button("end", "▶|", words::END, lang))
                    (button("flip", "↻", words::FLIP, lang))
                }
                p class="now" id="now" role="status" aria-live="polite" {}
                div class="choices" {
                    label {
                        (words::LINE_SHOWN.plain(lang)) " "
                        select id="line" {}
                    }
                    (choice("pieces", words::PIECES, &[
                        ("two-kanji", words::TWO_KANJI),
                        ("one-kanji", words::ONE_KANJI),
                        ("letters", words::LETTERS),
                        ("moves", words::MOVES_STYLE),
                    ], lang))
                    (choice("coordinates", words::COORDINATES, &[
                        ("both", words::BOTH),
                        ("western", words::WESTERN),
                        ("japanese", words::JAPANESE),
                    ], lang))
                    (choice("notation", words::NOTATION, &match lang {
                        Lang::En => [("tsa", words::WESTERN), ("japanese", words::JAPANESE), ("usi", USI)],
                        Lang::Ja => [("japanese", words::JAPANESE), ("tsa", words::WESTERN), ("usi", USI)],
                    }, lang))
                }
                details class="legal" {
                    summary { (words::LEGAL_HERE.plain(lang)) }
                    div id="legal" {}
                }
                p class="note keys" { (words::KEYS.plain(lang)) }
            }
        }
    }
}

const USI: Phrase = Phrase::words("USI", "USI");

fn button(id: &str, sign: &str, label: Phrase, lang: Lang) -> Markup {
    html! {
        button type="button" id=(id) aria-label=(label.plain(lang)) title=(label.plain(lang)) {
            span aria-hidden="true" { (sign) }
        }
    }
}

fn choice(id: &str, label: Phrase, options: &[(&str, Phrase)], lang: Lang) -> Markup {
    html! {
        label {
            (label.plain(lang)) " "
            select id=(id) {
                @for (value, name) in options { option value=(value) { (name.plain(lang)) } }
            }
        }
    }
}

/// The pieces that occur, with how they move.
#[must_use]
pub fn legend(book: &Book, variant: &Variant, lang: Lang) -> Markup {
    let letters = book.lines.replay.pieces();
    let mut kinds: Vec<Kind> = letters
        .iter()
        .filter_map(|text| {
            let letter = text.chars().last()?.to_ascii_lowercase();
            variant.find(letter, text.starts_with('+'))
        })
        .collect();
    kinds.sort_unstable();
    kinds.dedup();
    html! {
        section class="legend" {
            details {
                summary { (phrase(words::LEGEND, lang)) }
                ul { @for kind in kinds { li { (explanation(kind, variant, lang)) } } }
            }
        }
    }
}
