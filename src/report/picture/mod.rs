//! Pictures as SVG: boards, small boards for lists, trees of variations, strips of long lines.
//!
//! Accepts anything that can be drawn and guarantees markup that stands in an HTML page as well as
//! alone in a file; the same input always gives the same bytes. Text from outside is escaped and
//! cleaned of control characters. Colours are presentation attributes, so a page's style sheet can
//! change them by the classes (`piece`, `name`, `promoted`, `square`, `mark`, `arrow`).
//!
//! A piece is a `<symbol>`; [`defs`] gives all of a style and [`symbol_id`] its name, so that a
//! page's script can put `<use href="#p-two-kanji-b-n" x="80" y="44">` where [`board`] does. What
//! is drawn and how is told with pictures in `docs/pictures.md`.

mod arrow;
mod board;
mod description;
mod laps;
mod layout;
mod mark;
mod mnemonic;
mod piece;
mod sheet;
mod strip;
mod style;
mod thumbnail;
mod tree;

pub use arrow::Arrow;
pub use board::{Drawing, Symbols, board};
pub use description::description;
pub use layout::{CELL_HEIGHT, CELL_WIDTH};
pub use mark::{Mark, MarkKind};
pub use mnemonic::{Reach, Way, reaches};
pub use piece::{defs, symbol_id};
pub use sheet::Sheet;
pub use strip::{Strip, strip};
pub use style::{Coordinates, PieceStyle};
pub use thumbnail::{thumbnail, thumbnail_defs};
pub use tree::{TREE_LINES, TREE_PLIES, TreeLine, tree, tree_lines};
