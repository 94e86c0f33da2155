//! Moves in Japanese: `☗６六鷲`, `☖同獅`, `８四・８五獅`, `８四獅居食い`, `獅じっと`.
//!
//! Square, piece, which of several pieces (左 右 上 引 寄 直, or in the last resort the square it
//! comes from), 成 or 不成 where there is a choice. A move of two steps names both squares as lishogi
//! does; 居食い names the square of the capture. The reader takes full and short names, digits of
//! both widths, 仝 for 同, and the two lines of a KIF move (一歩目, 二歩目).

use super::names::kanji_kinds;
use super::pattern::{Hand, Pattern, Shape, Way, narrowed, shape_of};
use super::scan::{ScanError, Scanner, fold, square_in_kanji};
use super::side_mark;
use crate::notation::board::NUMERALS;
use crate::rules::{Kind, Move, Position, Square};

/// A square with the file in full-width digits.
fn wide(square: Square) -> String {
    let digits = square.file().to_string();
    let wide = |digit: char| char::from_u32(digit as u32 + 0xfee0).unwrap_or(digit);
    let file: String = digits.chars().map(wide).collect();
    file + numeral(square)
}

/// A square with the file in half-width digits, as in KIF.
pub(super) fn narrow(square: Square) -> String {
    format!("{}{}", square.file(), numeral(square))
}

fn numeral(square: Square) -> &'static str {
    NUMERALS.get(usize::from(square.rank()).wrapping_sub(1)).copied().unwrap_or_default()
}

const WAYS: [(char, Way); 5] = [
    ('上', Way::Up),
    ('行', Way::Up),
    ('引', Way::Down),
    ('寄', Way::Across),
    ('直', Way::Straight),
];
const HANDS: [(char, Hand); 2] = [('左', Hand::Left), ('右', Hand::Right)];

/// Writes a legal move with its mark of the side.
pub(super) fn write(mv: Move, position: &Position, last_to: Option<Square>, full: bool) -> String {
    let variant = position.rules().variant;
    let Some(piece) = position.get(mv.from) else { return String::new() };
    let spec = variant.spec(piece.kind);
    let name = if full { spec.kanji } else { spec.short_kanji };
    let shape = shape_of(mv, position);
    let legal = position.legal_moves();
    let twins: Vec<Move> = legal
        .iter()
        .filter(|other| {
            let kanji = position.get(other.from).map(|other| variant.spec(other.kind).short_kanji);
            kanji == Some(spec.short_kanji) && shape_of(**other, position) == shape
        })
        .copied()
        .collect();
    let place = |square: Square| match last_to {
        Some(last) if last == square => "同".to_owned(),
        _ => wide(square),
    };
    let which = which(mv, &twins, position);
    let promotion = match mv.promote {
        true => "成",
        false if twins.iter().any(|other| other.from == mv.from && other.promote) => "不成",
        false => "",
    };
    let mark = side_mark(piece.side);
    match shape {
        Shape::Simple(to) => format!("{mark}{}{name}{which}{promotion}", place(to)),
        Shape::Double(mid, to) => format!("{mark}{}・{}{name}{which}", wide(mid), wide(to)),
        Shape::Igui(mid) => format!("{mark}{}{name}{which}居食い", place(mid)),
        Shape::Pass => format!("{mark}{name}じっと{which}"),
    }
}

/// The word that tells the piece from its twins.
fn which(mv: Move, twins: &[Move], position: &Position) -> String {
    if twins.iter().all(|other| other.from == mv.from) {
        return String::new();
    }
    let pass = shape_of(mv, position) == Shape::Pass;
    let ways = [Way::Up, Way::Down, Way::Across, Way::Straight].map(Some);
    let single = ways.iter().map(|&way| (None, way));
    let hands = [Some(Hand::Left), Some(Hand::Right)];
    let handed = hands.iter().map(|&hand| (hand, None));
    let both = hands.iter().flat_map(|&hand| ways.iter().map(move |&way| (hand, way)));
    for (hand, way) in single.chain(handed).chain(both).filter(|_| !pass) {
        let left = narrowed(twins, way, hand, position);
        if !left.is_empty() && left.iter().all(|other| other.from == mv.from) {
            let hand = HANDS.iter().find(|(_, named)| Some(*named) == hand).map(|(word, _)| *word);
            let way = WAYS.iter().find(|(_, named)| Some(*named) == way).map(|(word, _)| *word);
            return hand.into_iter().chain(way).collect();
        }
    }
    format!("（{}）", narrow(mv.from))
}

/// Passes a move.
pub(crate) fn scan(
    scanner: &mut Scanner,
    position: &Position,
    last_to: Option<Square>,
) -> Result<Pattern, ScanError> {
    scanner.skip_spaces();
    let _ = scanner.eat("▲△☗☖▼▽▴▵⛊⛉");
    scanner.skip_spaces();
    if scanner.eat_word("一歩目") {
        return two_steps(scanner, position, last_to);
    }
    let start = scanner.clone();
    let step = Step::scan(scanner, position, last_to)?;
    step.pattern(&start)
}

/// One step as it stands in the text.
struct Step {
    square: Option<Square>,
    second: Option<Square>,
    kinds: Vec<Kind>,
    loose: Vec<Kind>,
    way: Option<Way>,
    hand: Option<Hand>,
    promote: bool,
    igui: bool,
    pass: bool,
    from: Option<Square>,
}

impl Step {
    fn scan(
        scanner: &mut Scanner,
        position: &Position,
        last_to: Option<Square>,
    ) -> Result<Step, ScanError> {
        let _ = scanner.eat("▲△☗☖▼▽▴▵⛊⛉");
        scanner.skip_spaces();
        let mut step = Step {
            square: None,
            second: None,
            kinds: Vec::new(),
            loose: Vec::new(),
            way: None,
            hand: None,
            promote: false,
            igui: false,
            pass: false,
            from: None,
        };
        if scanner.peek() == Some('同') || scanner.peek() == Some('仝') {
            if last_to.is_none() {
                return Err(
                    scanner.error("a square (there is no move before this one to refer to)")
                );
            }
            scanner.bump();
            step.square = last_to;
        } else {
            step.square = square_in_kanji(scanner);
        }
        scanner.skip_spaces();
        if step.square.is_some() && scanner.eat("・·･").is_some() {
            let square = square_in_kanji(scanner);
            step.second = Some(square.ok_or_else(|| scanner.error("a square such as 7七"))?);
            scanner.skip_spaces();
        }
        if let Some(name) = kanji_kinds(scanner.rest(), position.rules().variant) {
            scanner.seek(scanner.offset() + name.length);
            step.kinds = name.kinds;
            step.loose = name.loose;
        } else if step.square.is_none() && !scanner.rest().starts_with("じっと") {
            return Err(scanner.error("a move such as 7七歩"));
        } else if !is_igui(scanner) && !scanner.rest().starts_with("じっと") {
            return Err(scanner.error("the name of a piece in kanji"));
        }
        step.words(scanner)?;
        Ok(step)
    }

    /// What follows the name of the piece.
    fn words(&mut self, scanner: &mut Scanner) -> Result<(), ScanError> {
        loop {
            let before = scanner.offset();
            scanner.skip_spaces();
            let letter = scanner.peek().unwrap_or('\n');
            if let Some((_, way)) = WAYS.iter().find(|(word, _)| *word == letter) {
                self.way = Some(*way);
                scanner.bump();
            } else if let Some((_, hand)) = HANDS.iter().find(|(word, _)| *word == letter) {
                self.hand = Some(*hand);
                scanner.bump();
            } else if scanner.eat_word("不成") || scanner.eat_word("生") {
                self.promote = false;
            } else if scanner.eat_word("成") {
                self.promote = true;
                let _ = scanner.eat_word("り");
            } else if is_igui(scanner) {
                self.igui = true;
                let _ = scanner.eat("(");
                scanner.seek(scanner.offset() + "居食い".len());
                let _ = scanner.eat(")");
            } else if scanner.eat_word("(じっと)")
                || scanner.eat_word("（じっと）")
                || scanner.eat_word("じっと")
            {
                self.pass = true;
            } else if letter == '(' {
                if !self.origin(scanner)? {
                    // A parenthesis with something else belongs to what follows the move.
                    scanner.seek(before);
                    return Ok(());
                }
            } else {
                scanner.seek(before);
                return Ok(());
            }
        }
    }

    /// Passes an origin in parentheses, `（←7九）`; false if the parenthesis holds something else.
    fn origin(&mut self, scanner: &mut Scanner) -> Result<bool, ScanError> {
        scanner.bump();
        scanner.skip_spaces();
        let arrow = scanner.eat("←").is_some();
        scanner.skip_spaces();
        match square_in_kanji(scanner) {
            Some(square) => self.from = Some(square),
            None if arrow => return Err(scanner.error("the square the piece comes from (7九)")),
            None => return Ok(false),
        }
        scanner.skip_spaces();
        match scanner.eat(")") {
            Some(_) => Ok(true),
            None if arrow => Err(scanner.error("`）` behind the square the piece comes from")),
            None => Ok(false),
        }
    }

    /// `start` stands where the step begins.
    fn pattern(self, start: &Scanner) -> Result<Pattern, ScanError> {
        let shape = match (self.square, self.second) {
            _ if self.pass => Shape::Pass,
            (Some(mid), None) if self.igui => Shape::Igui(mid),
            (Some(mid), Some(to)) => Shape::Double(mid, to),
            (Some(to), None) => Shape::Simple(to),
            (None, _) => return Err(start.error("a square before the piece, or じっと behind")),
        };
        let Step { kinds, loose, from, promote, way, hand, .. } = self;
        Ok(Pattern { kinds, loose, from, shape, promote, way, hand })
    }
}

fn is_igui(scanner: &Scanner) -> bool {
    let rest = scanner.rest();
    let rest = match rest.chars().next() {
        Some(letter) if fold(letter) == '(' => &rest[letter.len_utf8()..],
        _ => rest,
    };
    rest.starts_with("居食い") || rest.starts_with("居喰い")
}

/// The two lines of a KIF move, behind 一歩目.
///
/// The middle square is where the second step comes from; on the first line it may be lost (仝).
fn two_steps(
    scanner: &mut Scanner,
    position: &Position,
    last_to: Option<Square>,
) -> Result<Pattern, ScanError> {
    scanner.skip_spaces();
    let first = Step::scan(scanner, position, last_to)?;
    scanner.skip_white();
    let start = scanner.offset();
    if scanner.number().is_none() || !scanner.eat_word("手目") {
        scanner.seek(start);
    }
    scanner.skip_spaces();
    let _ = scanner.eat("▲△☗☖▼▽");
    if !scanner.eat_word("二歩目") {
        return Err(scanner.error("the second line of the move, 二歩目"));
    }
    scanner.skip_spaces();
    let second = Step::scan(scanner, position, last_to)?;
    let mid = second.from.or(first.square);
    let (Some(mid), Some(to)) = (mid, second.square) else {
        return Err(scanner.error("two steps with their squares"));
    };
    let shape = Shape::Double(mid, to);
    let from = first.from.or(if second.igui || second.pass { Some(to) } else { None });
    Ok(Pattern {
        kinds: first.kinds,
        loose: first.loose,
        from,
        shape,
        promote: false,
        way: first.way,
        hand: first.hand,
    })
}
