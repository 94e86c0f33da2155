//! A folded line as text for people.

use unicode_width::UnicodeWidthStr;

use super::{Folded, Item, Shift, Token, block_name};
use crate::notation::text::wrapped;

/// Columns before each line.
const INDENT: usize = 2;

/// Stands before lines with arrows.
const REMARK: &str = "  (an arrow behind ×: each time one square further that way)\n";

impl Folded {
    /// The blocks, one a line, then the line with its plies numbered from `first`; wrapped to so
    /// many columns and indented by two. Ends in a line feed, unless there is no move at all. If the
    /// numbers eat up what was gained, the moves are written one by one.
    #[must_use]
    pub fn text(&self, first: u32, columns: usize) -> String {
        let moves = self.unfolded().iter().map(|text| Item::Move(Token::new(text))).collect();
        let plain = Folded { blocks: Vec::new(), line: moves }.written(first, columns);
        let folded = self.written(first, columns);
        if folded.width() >= plain.width() {
            return plain;
        }
        let remark = if self.has_shift() { REMARK } else { "" };
        format!("{remark}{folded}")
    }

    fn written(&self, first: u32, columns: usize) -> String {
        let mut out = String::new();
        for (index, block) in self.blocks.iter().enumerate() {
            let count = self.plies(block);
            let mut words = vec![format!("{} = {count} plies:", block_name(index))];
            words.extend(block.iter().flat_map(Item::words));
            out += &wrapped(&words, INDENT, columns);
        }
        out + &wrapped(&self.words(first), INDENT, columns)
    }

    /// The line in words. Numbers stand before every move of the side that moves at odd plies, and
    /// where something folded begins or ends.
    #[must_use]
    pub fn words(&self, first: u32) -> Vec<String> {
        let mut out = Vec::new();
        let (mut ply, mut is_fresh) = (first as usize, true);
        for item in &self.line {
            let mut words = item.words();
            let is_move = matches!(item, Item::Move(_));
            if let Some(word) = words.first_mut()
                && (is_fresh || !is_move || ply % 2 == 1)
            {
                *word = format!("{ply}. {word}");
            }
            out.extend(words);
            is_fresh = !is_move;
            ply += item.plies(&self.blocks);
        }
        out
    }

    fn has_shift(&self) -> bool {
        fn has(items: &[Item]) -> bool {
            items.iter().any(|item| match item {
                Item::Run { body, shift, .. } => *shift != Shift::NONE || has(body),
                Item::Move(_) | Item::Block(_) => false,
            })
        }
        has(&self.line) || self.blocks.iter().any(|block| has(block))
    }
}
