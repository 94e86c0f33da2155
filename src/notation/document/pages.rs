//! Forms for people only: Markdown, and diagrams as text.

use super::tags_write::words;
use super::{Page, WriteOptions, Written};
use crate::notation::board::{self, BoardStyle};
use crate::notation::fold::Folded;
use crate::notation::game::{Game, GameError};
use crate::notation::moves::MoveNotation;
use crate::notation::sfen;
use crate::notation::text::wrapped;
use crate::rules::Position;

/// Columns that the text keeps to.
const WIDTH: usize = 80;

/// Writes a game.
pub(super) fn write(game: &Game, page: Page, options: &WriteOptions) -> Result<Written, GameError> {
    let style = if page == Page::Latin { BoardStyle::Latin } else { BoardStyle::Kanji };
    let notation = options.notation.unwrap_or(match page {
        Page::Latin => MoveNotation::Tsa,
        Page::Kanji => MoveNotation::JapaneseShort,
        Page::Markdown => MoveNotation::Usi,
    });
    let diagram = board::diagram(&game.setup, options.rules.variant, style);
    let position = sfen::write(&game.setup, &options.rules);
    let words = words(game, options, notation)?;
    let heading = game.header("title").or(game.header("id")).unwrap_or("Position");
    let facts = game.headers.iter().filter(|(name, value)| name != "id" && value != heading);
    let text = match page {
        Page::Markdown => {
            let escape = |text: &str| -> String {
                let special = |letter| "\\`*_[]<>#|".contains(letter);
                let letters = text.replace('\n', " ");
                letters
                    .chars()
                    .flat_map(|c| special(c).then_some('\\').into_iter().chain([c]))
                    .collect()
            };
            let facts: Vec<String> = facts
                .map(|(name, value)| format!("- {}: {}\n", escape(name), escape(value)))
                .collect();
            let facts = facts.concat();
            let moves = words.iter().map(|word| escape(word)).collect::<Vec<String>>();
            let moves = wrapped(&moves, 0, WIDTH);
            let gap = if facts.is_empty() { "" } else { "\n" };
            format!(
                "## {}\n\n{facts}{gap}```\n{diagram}```\n\n`{position}`\n\n{moves}\n",
                escape(heading)
            )
        }
        Page::Kanji | Page::Latin => {
            let clean =
                |text: &str| text.replace(|c: char| c.is_control() && c != '\n', "\u{fffd}");
            let facts: Vec<String> = facts
                .map(|(name, value)| {
                    format!("{}: {}\n", clean(name), clean(&value.replace('\n', " ")))
                })
                .collect();
            let facts = facts.concat();
            let moves = if options.fold {
                folded(game, options, notation)?
            } else {
                wrapped(&words.iter().map(|word| clean(word)).collect::<Vec<String>>(), 2, WIDTH)
            };
            format!("{}\n{facts}{diagram}{position}\n{moves}\n", clean(&heading.replace('\n', " ")))
        }
    };
    Ok(Written { text, warnings: Vec::new() })
}

/// The lines of a game folded, the main one first, then each variation from where it leaves. Comments
/// are left out.
fn folded(
    game: &Game,
    options: &WriteOptions,
    notation: MoveNotation,
) -> Result<String, GameError> {
    let position = Position::new(&game.setup, options.rules)?;
    let mut text = String::new();
    for start in game.lines() {
        let mut end = start;
        while let Some(&next) = game.nodes[end].children.first() {
            end = next;
        }
        let moves = notation.write_line(&game.path(end), &position);
        let ply = game.nodes[start].ply;
        if ply > 1 || !text.is_empty() {
            text += &format!("variation at ply {ply}\n");
        }
        text += &Folded::new(&moves[ply - 1..]).text(ply as u32, WIDTH);
    }
    Ok(text)
}
