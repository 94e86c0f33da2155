//! Diagrams of positions for a terminal, legible without colour.

use unicode_width::UnicodeWidthStr;

use crate::rules::{Piece, Setup, Side, Variant};

/// How pieces are written in a diagram.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardStyle {
    /// One kanji a piece.
    #[default]
    Kanji,
    /// The abbreviations of the Shogi Association (`DK`).
    Latin,
}

/// Columns of the terminal for one square: a gap, side, promotion and a name of two columns.
const CELL_WIDTH: usize = 5;

/// Ranks in Japanese numerals.
pub(crate) const NUMERALS: [&str; 12] =
    ["一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"];

/// Draws a position as Black sees it, then tells the side to move, the counter-strike square and
/// the barred pieces. `v` marks White's pieces and `+` promoted ones. Every line ends with a line
/// feed.
#[must_use]
pub fn diagram(setup: &Setup, variant: &Variant, style: BoardStyle) -> String {
    let mut text = String::new();
    for file in (1..=variant.files).rev() {
        push_cell(&mut text, &file.to_string());
    }
    text.push('\n');
    for square in variant.squares() {
        let cell = match (setup.get(square), style) {
            (Some(piece), _) => piece_text(piece, variant, style),
            (None, BoardStyle::Kanji) => "・".to_owned(),
            (None, BoardStyle::Latin) => ".".to_owned(),
        };
        push_cell(&mut text, &cell);
        if square.file() == 1 {
            text.push_str(&rank_text(square.rank(), style));
        }
    }
    text + &state_text(setup)
}

/// The lines below the board.
fn state_text(setup: &Setup) -> String {
    let mut lines = vec![format!("{} to move\n", setup.side)];
    if let Some(square) = setup.counter_strike {
        lines.push(format!("counter-strike square: {square}\n"));
    }
    if !setup.barred.is_empty() {
        let squares: Vec<String> = setup.barred.iter().map(|square| square.to_string()).collect();
        lines.push(format!("barred from promotion: {}\n", squares.join(" ")));
    }
    lines.concat()
}

/// The end of a rank's line.
fn rank_text(rank: u8, style: BoardStyle) -> String {
    let letter = char::from(b'a' + (rank - 1) % 26);
    let numeral = NUMERALS.get(usize::from(rank) - 1).filter(|_| style == BoardStyle::Kanji);
    match numeral {
        Some(numeral) => format!("  {letter} {numeral}\n"),
        None => format!("  {letter}\n"),
    }
}

fn piece_text(piece: Piece, variant: &Variant, style: BoardStyle) -> String {
    let spec = variant.spec(piece.kind);
    let side = if piece.side == Side::White { "v" } else { "" };
    let promoted = if spec.promoted { "+" } else { "" };
    let name = match style {
        BoardStyle::Kanji => spec.short_kanji,
        BoardStyle::Latin => spec.abbreviation,
    };
    format!("{side}{promoted}{name}")
}

/// Adds a cell, its content at the right.
fn push_cell(text: &mut String, content: &str) {
    for _ in content.width()..CELL_WIDTH {
        text.push(' ');
    }
    text.push_str(content);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::sfen;
    use crate::rules::variant::CHU;

    const RICH: &str = "k10N/1+p+i+l+a+m+v+r+b+h+d+o/1P1I1L1A1M1V/R1B1H1D1Q1N1/o1x1e1t1f1c1/1s1g2+X+E+T+F+C+S/\
                        +G11/12/3n8/12/12/K10+P w 9i 1 7d,12l";

    fn draw(style: BoardStyle) -> String {
        diagram(&sfen::parse(RICH, &CHU).unwrap().setup, &CHU, style)
    }

    #[test]
    fn the_kanji_diagram_looks_like_this() {
        insta::assert_snapshot!(draw(BoardStyle::Kanji), @r"
           12   11   10    9    8    7    6    5    4    3    2    1
          v玉   ・   ・   ・   ・   ・   ・   ・   ・   ・   ・   獅  a 一
           ・ v+と v+象 v+駒 v+鯨 v+猪 v+牛 v+龍 v+馬 v+鷹 v+鷲 v+獅  b 二
           ・   歩   ・   仲   ・   香   ・   反   ・   横   ・   竪  c 三
           飛   ・   角   ・   馬   ・   龍   ・   奔   ・   獅   ・  d 四
          v麒   ・  v鳳   ・  v象   ・  v虎   ・  v豹   ・  v銅   ・  e 五
           ・  v銀   ・  v金   ・   ・  +奔  +太  +鹿  +角  +横  +竪  f 六
          +飛   ・   ・   ・   ・   ・   ・   ・   ・   ・   ・   ・  g 七
           ・   ・   ・   ・   ・   ・   ・   ・   ・   ・   ・   ・  h 八
           ・   ・   ・  v獅   ・   ・   ・   ・   ・   ・   ・   ・  i 九
           ・   ・   ・   ・   ・   ・   ・   ・   ・   ・   ・   ・  j 十
           ・   ・   ・   ・   ・   ・   ・   ・   ・   ・   ・   ・  k 十一
           玉   ・   ・   ・   ・   ・   ・   ・   ・   ・   ・  +と  l 十二
        White to move
        counter-strike square: 9i
        barred from promotion: 7d 12l
        ");
    }

    #[test]
    fn the_latin_diagram_looks_like_this() {
        insta::assert_snapshot!(draw(BoardStyle::Latin), @r"
           12   11   10    9    8    7    6    5    4    3    2    1
           vK    .    .    .    .    .    .    .    .    .    .   Ln  a
            .  v+P v+GB  v+L v+RC v+SM v+VM  v+R  v+B v+DH v+DK v+Kr  b
            .    P    .   GB    .    L    .   RC    .   SM    .   VM  c
            R    .    B    .   DH    .   DK    .   FK    .   Ln    .  d
          vKr    .  vPh    .  vDE    .  vBT    .  vFL    .   vC    .  e
            .   vS    .   vG    .    .  +Ph  +DE  +BT  +FL   +C   +S  f
           +G    .    .    .    .    .    .    .    .    .    .    .  g
            .    .    .    .    .    .    .    .    .    .    .    .  h
            .    .    .  vLn    .    .    .    .    .    .    .    .  i
            .    .    .    .    .    .    .    .    .    .    .    .  j
            .    .    .    .    .    .    .    .    .    .    .    .  k
            K    .    .    .    .    .    .    .    .    .    .   +P  l
        White to move
        counter-strike square: 9i
        barred from promotion: 7d 12l
        ");
    }

    #[test]
    fn ranks_are_of_one_width_and_fit_eighty_columns() {
        for style in [BoardStyle::Kanji, BoardStyle::Latin] {
            let text = draw(style);
            let ranks = text.lines().skip(1).take(12);
            for (line, letter) in ranks.zip('a'..='l') {
                let board = line.split_once(&format!("  {letter}")).unwrap().0;
                assert_eq!(board.width(), 12 * CELL_WIDTH, "{line}");
                assert!(line.width() <= 80);
            }
        }
    }
}
