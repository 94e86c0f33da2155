//! What a folded line is made of.

use unicode_width::UnicodeWidthStr;

use super::{Token, block_name};

/// A displacement on the diagram, in squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shift {
    /// To the right.
    pub right: i16,
    /// Down.
    pub down: i16,
}

impl Shift {
    /// Nowhere.
    pub const NONE: Shift = Shift { right: 0, down: 0 };

    /// The displacements that have an arrow, with it.
    const ARROWS: [(Shift, &'static str); 9] = [
        (Shift::NONE, ""),
        (Shift { right: 0, down: -1 }, "↑"),
        (Shift { right: 1, down: -1 }, "↗"),
        (Shift { right: 1, down: 0 }, "→"),
        (Shift { right: 1, down: 1 }, "↘"),
        (Shift { right: 0, down: 1 }, "↓"),
        (Shift { right: -1, down: 1 }, "↙"),
        (Shift { right: -1, down: 0 }, "←"),
        (Shift { right: -1, down: -1 }, "↖"),
    ];

    /// The arrow; nothing for no displacement, `None` for one of more than a square.
    #[must_use]
    pub fn arrow(self) -> Option<&'static str> {
        Shift::ARROWS.iter().find(|(shift, _)| *shift == self).map(|(_, arrow)| *arrow)
    }

    /// This displacement, then another so many times.
    #[must_use]
    pub fn plus(self, other: Shift, times: i16) -> Shift {
        Shift { right: self.right + other.right * times, down: self.down + other.down * times }
    }
}

/// A part of a folded line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Item {
    /// A move.
    Move(Token),
    /// Moves that are repeated.
    Run {
        /// What is repeated, as it stands the first time.
        body: Vec<Item>,
        /// How often it is played in all; at least 2.
        times: usize,
        /// How far it moves on the diagram each time. There is none if a block is named inside.
        shift: Shift,
    },
    /// A block, by its index.
    Block(usize),
}

impl Item {
    /// Tells every move with its displacement.
    pub(super) fn unfold(
        &self,
        by: Shift,
        blocks: &[Vec<Item>],
        tell: &mut impl FnMut(&Token, Shift),
    ) {
        match self {
            Item::Move(token) => tell(token, by),
            Item::Run { body, times, shift } => {
                for time in 0..*times {
                    for item in body {
                        item.unfold(by.plus(*shift, time as i16), blocks, tell);
                    }
                }
            }
            Item::Block(index) => {
                for item in &blocks[*index] {
                    item.unfold(by, blocks, tell);
                }
            }
        }
    }

    /// Plies that it stands for.
    pub(super) fn plies(&self, blocks: &[Vec<Item>]) -> usize {
        let all = |items: &[Item]| items.iter().map(|item| item.plies(blocks)).sum::<usize>();
        match self {
            Item::Move(_) => 1,
            Item::Run { body, times, .. } => times * all(body),
            Item::Block(index) => all(&blocks[*index]),
        }
    }

    /// Its words, such that spaces may go between them.
    pub(super) fn words(&self) -> Vec<String> {
        match self {
            Item::Move(token) => vec![token.to_string()],
            Item::Run { body, times, shift } => {
                let mut words: Vec<String> = body.iter().flat_map(Item::words).collect();
                if let Some(first) = words.first_mut() {
                    first.insert(0, '(');
                }
                if let Some(last) = words.last_mut() {
                    *last += &tail(*times, *shift);
                }
                words
            }
            Item::Block(index) => vec![block_name(*index)],
        }
    }

    /// Columns that it takes, with a space behind it.
    pub(super) fn cost(&self) -> usize {
        match self {
            Item::Move(token) => token.to_string().width() + 1,
            Item::Run { body, times, shift } => run_cost(cost(body), *times, *shift),
            Item::Block(index) => block_name(*index).width() + 1,
        }
    }

    /// The place of the first square; that of a thing which cannot be moved is always the same.
    pub(super) fn anchor(&self) -> Option<Shift> {
        match self {
            Item::Move(token) => token.anchor(),
            Item::Run { .. } | Item::Block(_) if self.is_fixed() => Some(Shift::NONE),
            Item::Run { body, .. } => body.iter().find_map(Item::anchor),
            Item::Block(_) => None,
        }
    }

    /// True if a block is named in it: it is always the same moves.
    fn is_fixed(&self) -> bool {
        match self {
            Item::Move(_) => false,
            Item::Run { body, .. } => body.iter().any(Item::is_fixed),
            Item::Block(_) => true,
        }
    }

    /// The same with all squares moved; things that cannot be moved stay.
    pub(super) fn shifted(&self, by: Shift) -> Item {
        match self {
            Item::Move(token) => Item::Move(token.shifted(by)),
            Item::Run { body, times, shift } if !self.is_fixed() => Item::Run {
                body: body.iter().map(|item| item.shifted(by)).collect(),
                times: *times,
                shift: *shift,
            },
            Item::Run { .. } | Item::Block(_) => self.clone(),
        }
    }
}

/// What stands behind the body of a run.
fn tail(times: usize, shift: Shift) -> String {
    format!(")×{times}{}", shift.arrow().unwrap_or_default())
}

/// Columns of some items.
pub(super) fn cost(items: &[Item]) -> usize {
    items.iter().map(Item::cost).sum()
}

/// Columns of a run with a body of so many.
pub(super) fn run_cost(body: usize, times: usize, shift: Shift) -> usize {
    body + 1 + tail(times, shift).width()
}
