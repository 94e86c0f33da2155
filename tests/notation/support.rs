//! Problems and random games.

use matenro::notation::builtin::BUILTIN;
use matenro::notation::collection::Format;
use matenro::notation::game::Builder;
use matenro::notation::{Builtin, DocumentFormat, End, Game, Problem, sfen};
use matenro::rules::variant::CHU;
use matenro::rules::{Move, Position, Rules};

/// The forms of documents that hold a whole game and read back.
pub const GAMES: [DocumentFormat; 6] = [
    DocumentFormat::Kif,
    DocumentFormat::Japanese,
    DocumentFormat::Tsa,
    DocumentFormat::Wb,
    DocumentFormat::Forsyth,
    DocumentFormat::Csl,
];

/// All forms that are read.
pub const READ: [DocumentFormat; 9] = [
    DocumentFormat::Kif,
    DocumentFormat::Japanese,
    DocumentFormat::Tsa,
    DocumentFormat::Wb,
    DocumentFormat::Forsyth,
    DocumentFormat::Csl,
    DocumentFormat::Collection(Format::Csv),
    DocumentFormat::Collection(Format::JsonLines),
    DocumentFormat::Collection(Format::Lines),
];

/// All built-in problems.
pub fn corpus() -> Vec<Problem> {
    BUILTIN.iter().flat_map(Builtin::problems).collect()
}

/// Numbers that look random.
pub struct Dice(pub u64);

impl Dice {
    /// A number below `count`.
    pub fn roll(&mut self, count: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count.max(1)
    }
}

/// A move that likes double steps, promotions, declined promotions and passes.
fn choose(position: &Position, dice: &mut Dice) -> Option<Move> {
    let moves = position.legal_moves();
    let rich: Vec<Move> = moves
        .iter()
        .filter(|mv| {
            mv.mid.is_some() || mv.promote || moves.contains(&Move { promote: true, ..**mv })
        })
        .copied()
        .collect();
    let pool = if !rich.is_empty() && dice.roll(3) == 0 { &rich } else { &moves };
    (!pool.is_empty()).then(|| pool[dice.roll(pool.len())])
}

/// A random game from the start or from a problem, with variations, comments and end words.
pub fn random_game(seed: u64, plies: usize, rules: Rules) -> Game {
    let mut dice = Dice(seed);
    dice.roll(2);
    let texts = corpus();
    let text = match dice.roll(3) {
        0 => CHU.start_sfen,
        _ => &texts[dice.roll(texts.len())].sfen,
    };
    let setup = sfen::parse(text, &CHU).unwrap().setup;
    let mut builder = Builder::new(setup, rules).unwrap();
    builder.game.add_header("id", &format!("random-{seed}"));
    builder.game.add_header("note", "two lines\nwith \"quotes\", a \\ and {braces}");
    builder.game.add_header("level", "7");
    let ends = [End::Mate, End::Resigns, End::Stopped, End::Repetition, End::NoMate, End::Draw];
    for _ in 0..1 + dice.roll(5) {
        let ply = dice.roll(builder.cursor().ply() + 1);
        builder.go_to_ply(ply);
        for _ in ply..plies {
            let Some(mv) = choose(builder.cursor().position(), &mut dice) else { break };
            builder.push(mv);
            if dice.roll(40) == 0 {
                let comments = &mut builder.node().comments;
                if comments.is_empty() {
                    comments.push("a remark: 馬 } and \\n (not a line)".to_owned());
                    comments.push("with 2 lines".to_owned());
                }
            }
        }
        if builder.node().children.is_empty() && builder.cursor().ply() > 0 {
            builder.node().end = Some(ends[dice.roll(ends.len())]);
        }
    }
    builder.game
}

/// A game in a form that does not depend on the order in which its nodes were made.
pub fn shape(game: &Game) -> Vec<String> {
    use matenro::notation::game::Event;
    let mut out = vec![format!("{:?} {:?}", game.setup, game.headers)];
    out.push(format!("{:?} {:?}", game.nodes[0].comments, game.nodes[0].end));
    out.extend(game.events().into_iter().map(|event| match event {
        Event::Open => "(".to_owned(),
        Event::Close => ")".to_owned(),
        Event::Move(at) => {
            let node = &game.nodes[at];
            format!("{} {:?} {:?} {:?}", node.ply, node.mv, node.comments, node.end)
        }
    }));
    out
}
