//! A position in words, for those who cannot see the picture.

use crate::rules::{Kind, Setup, Side, Square, Variant};

/// The side to move, then the pieces of each side with their squares: `Black to move. Black: lion
/// 7g, promoted rook (dragon king) 3b. White: king 5a.`
#[must_use]
pub fn description(setup: &Setup, variant: &Variant) -> String {
    let mut text = format!("{} to move.", setup.side);
    for side in Side::ALL {
        text += &format!(" {side}: {}.", pieces(setup, side, variant));
    }
    if let Some(square) = setup.counter_strike {
        text += &format!(" A lion was taken on {square}.");
    }
    text
}

fn pieces(setup: &Setup, side: Side, variant: &Variant) -> String {
    let mut groups: Vec<(Kind, Vec<Square>)> = Vec::new();
    for (square, piece) in setup.pieces(variant).filter(|(_, piece)| piece.side == side) {
        match groups.iter_mut().find(|(kind, _)| *kind == piece.kind) {
            Some((_, squares)) => squares.push(square),
            None => groups.push((piece.kind, vec![square])),
        }
    }
    let group = |(kind, squares): &(Kind, Vec<Square>)| {
        let squares: Vec<String> = squares.iter().map(ToString::to_string).collect();
        format!("{} {}", full_name(*kind, variant), squares.join(" "))
    };
    let groups: Vec<String> = groups.iter().map(group).collect();
    if groups.is_empty() { "nothing".to_owned() } else { groups.join(", ") }
}

/// The English name; a promoted piece also tells what it was.
pub(super) fn full_name(kind: Kind, variant: &Variant) -> String {
    let spec = variant.spec(kind);
    let origin = variant.find(spec.letter, false).filter(|_| spec.promoted);
    origin.map_or_else(
        || spec.name.to_owned(),
        |origin| format!("promoted {} ({})", variant.spec(origin).name, spec.name),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::sfen;
    use crate::rules::variant::CHU;

    #[test]
    fn a_position_is_told_in_words() {
        let setup = sfen::parse("11k/12/3n5+R2/12/12/12/12/12/12/12/12/P1P8K w 9c", &CHU).unwrap();
        assert_eq!(
            description(&setup.setup, &CHU),
            "White to move. Black: promoted rook (dragon king) 3c, pawn 12l 10l, king 1l. White: \
             king 1a, lion 9c. A lion was taken on 9c."
        );
        let empty = Setup::empty(Side::Black);
        assert_eq!(description(&empty, &CHU), "Black to move. Black: nothing. White: nothing.");
    }
}
