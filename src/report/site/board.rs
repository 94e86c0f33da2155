//! The diagrams of the pages, as `report::picture` draws them.

use maud::{Markup, html};

use super::pieces::explanation;
use crate::report::dossier::Dossier;
use crate::report::lang::Lang;
use crate::report::picture::{
    Coordinates, Drawing, PieceStyle, board, defs, thumbnail, thumbnail_defs,
};
use crate::rules::{Kind, Role, Variant};

/// The diagram of a problem.
#[must_use]
pub fn diagram(dossier: &Dossier) -> Markup {
    let drawing = Drawing {
        id: "board",
        title: dossier.id(),
        coordinates: Coordinates::Both,
        ..Drawing::new(&dossier.problem.setup, dossier.rules.variant)
    };
    board(&drawing)
}

/// The small diagram of a problem, for lists.
#[must_use]
pub fn small(dossier: &Dossier) -> Markup {
    let setup = &dossier.problem.setup;
    thumbnail(setup, dossier.rules.variant, PieceStyle::OneKanji, dossier.id())
}

/// What the small diagrams of a page share.
#[must_use]
pub fn small_defs(variant: &Variant) -> Markup {
    html! { svg class="defs" aria-hidden="true" width="0" height="0" { (thumbnail_defs(variant)) } }
}

/// The file with the pictures of all pieces and their explanations, which the script puts into a page.
///
/// # Panics
/// Never: strings are plain data.
#[must_use]
pub fn pieces_file(variant: &Variant) -> String {
    let pictures: Vec<String> =
        PieceStyle::ALL.iter().map(|&style| defs(variant, style).into_string()).collect();
    let explained = |lang: Lang| {
        let entries = variant
            .kinds()
            .map(|kind| (code(kind, variant), explanation(kind, variant, lang).into()));
        serde_json::Value::Object(entries.collect())
    };
    let names = variant.kinds().map(|kind| {
        let spec = variant.spec(kind);
        (code(kind, variant), serde_json::json!([spec.name, spec.kanji]))
    });
    let royals = variant.kinds().filter(|&kind| variant.spec(kind).role == Role::Royal);
    let royals: Vec<String> = royals.map(|kind| code(kind, variant)).collect();
    let data = serde_json::json!({
        "royals": royals,
        "pictures": pictures.concat(),
        "names": serde_json::Value::Object(names.collect()),
        "explanations": { "en": explained(Lang::En), "ja": explained(Lang::Ja) },
    });
    let data = serde_json::to_string(&data).expect("invariant: strings are plain data");
    format!(
        "// Pictures and explanations of the pieces; written by matenro.\nwindow.matenroPieces = {data};\n"
    )
}

/// The letter of a kind as in SFEN, small.
fn code(kind: Kind, variant: &Variant) -> String {
    let spec = variant.spec(kind);
    format!("{}{}", if spec.promoted { "+" } else { "" }, spec.letter)
}
