//! The command that shows positions.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use super::{Board, ReadArgs};
use crate::cli::values;
use crate::notation::MoveNotation;
use crate::report::picture::{Coordinates, PieceStyle};

pub(super) const SHOW_EXAMPLES: &str = "\
Examples:
  matenro show kinuburui-02
  matenro show kinuburui-02 --svg board.svg
  matenro show msm-A --png 'pictures/{id}.png' --style letters --size 600
  matenro show tsumechu-013 --ply 5 --flip --svg -       (after five plies, from White's side)
  matenro show tsumechu-016 --fold                       (3257 plies on one page)
  matenro show tsumechu-016 --picture strip --svg strip.svg

The pictures are explained in docs/pictures.md.";

/// `matenro show`
#[derive(Debug, Args)]
pub struct ShowArgs {
    /// What to read.
    #[command(flatten)]
    pub read: ReadArgs,

    /// How pieces are drawn in text
    #[arg(long, value_enum, value_name = "PIECES", default_value = "kanji")]
    pub board: Board,

    /// How moves are written [default: japanese-short, or tsa with --board latin]
    #[arg(long, value_name = "NOTATION", value_parser = values::notation())]
    pub notation: Option<MoveNotation>,

    /// Write what repeats in the lines once: `( ... )×41`
    #[arg(long, conflicts_with_all = ["svg", "png"])]
    pub fold: bool,

    /// Pictures.
    #[command(flatten)]
    pub pictures: PictureArgs,
}

/// Pictures instead of text.
#[derive(Debug, Args)]
pub struct PictureArgs {
    /// Write a picture as SVG (`-` is standard output; `{id}` in the name makes one file a problem)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Pictures")]
    pub svg: Option<PathBuf>,

    /// Write a picture as PNG
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Pictures")]
    pub png: Option<PathBuf>,

    /// What is drawn
    #[arg(
        long,
        value_enum,
        value_name = "WHAT",
        default_value = "board",
        help_heading = "Pictures"
    )]
    pub picture: PictureName,

    /// How pieces are drawn in pictures
    #[arg(
        long,
        value_enum,
        value_name = "STYLE",
        default_value = "two-kanji",
        help_heading = "Pictures"
    )]
    pub style: StyleName,

    /// Names of files and ranks
    #[arg(
        long,
        value_enum,
        value_name = "NAMES",
        default_value = "both",
        help_heading = "Pictures"
    )]
    pub coordinates: CoordinatesName,

    /// Draw the board from White's side
    #[arg(long, help_heading = "Pictures")]
    pub flip: bool,

    /// Draw the position after so many plies of the line, with the last move marked
    #[arg(long, value_name = "N", help_heading = "Pictures")]
    pub ply: Option<usize>,

    /// Size of the picture, as a factor: 1 makes squares 40 pixels wide
    #[arg(long, value_name = "FACTOR", value_parser = values::factor, default_value = "1", help_heading = "Pictures")]
    pub scale: f64,

    /// Width of the picture in pixels, in place of --scale
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=10_000), conflicts_with = "scale", help_heading = "Pictures")]
    pub size: Option<u32>,

    /// Take the fonts of --png from this folder, not from the system
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, hide_short_help = true, help_heading = "Pictures")]
    pub fonts: Option<PathBuf>,
}

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PictureName {
    /// A board
    Board,
    /// The lines as a tree: how variations branch from the main line
    Tree,
    /// The main line as a strip: which piece moves when, a row for each lap
    Strip,
}

/// How pieces are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StyleName {
    /// The full names in kanji, as on real pieces
    TwoKanji,
    /// One kanji a piece
    OneKanji,
    /// Western abbreviations
    Letters,
    /// Pictures of the moves
    Moves,
}

impl StyleName {
    /// The style meant.
    #[must_use]
    pub const fn style(self) -> PieceStyle {
        match self {
            StyleName::TwoKanji => PieceStyle::TwoKanji,
            StyleName::OneKanji => PieceStyle::OneKanji,
            StyleName::Letters => PieceStyle::Letters,
            StyleName::Moves => PieceStyle::Moves,
        }
    }
}

/// Names of files and ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CoordinatesName {
    /// Ranks as letters
    Western,
    /// Ranks as Japanese numerals
    Japanese,
    /// Letters at the left, numerals at the right
    Both,
    /// No names
    None,
}

impl CoordinatesName {
    /// The names meant.
    #[must_use]
    pub const fn coordinates(self) -> Coordinates {
        match self {
            CoordinatesName::Western => Coordinates::Western,
            CoordinatesName::Japanese => Coordinates::Japanese,
            CoordinatesName::Both => Coordinates::Both,
            CoordinatesName::None => Coordinates::None,
        }
    }
}
