//! Fonts for pictures in pixels, and what to draw where they lack letters.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use resvg::usvg::fontdb::{Database, FaceInfo};
use resvg::{tiny_skia, usvg};

use crate::report::picture::{Coordinates, PieceStyle};

/// The fonts that there are.
#[derive(Clone, Debug)]
pub struct Fonts(Arc<Database>);

/// What can be drawn with the fonts, and what is said about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawable {
    /// How pieces are drawn.
    pub style: PieceStyle,
    /// Names of files and ranks.
    pub coordinates: Coordinates,
    /// Why that is not what was asked for.
    pub note: Option<&'static str>,
}

impl Fonts {
    /// The system's fonts, or those of a folder.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn load(folder: Option<&Path>) -> anyhow::Result<Fonts> {
        let mut database = Database::new();
        match folder {
            Some(folder) => {
                fs_err::read_dir(folder).context("--fonts")?;
                database.load_fonts_dir(folder);
            }
            None => database.load_system_fonts(),
        }
        // What pictures name at the end of their lists of fonts: some font that has the letters.
        if let Some(family) = family_with(&database, KANJI) {
            database.set_serif_family(family);
        }
        if let Some(family) = family_with(&database, LETTER) {
            database.set_sans_serif_family(family);
        }
        Ok(Fonts(Arc::new(database)))
    }

    /// What comes nearest to what was asked for.
    #[must_use]
    pub fn drawable(&self, style: PieceStyle, coordinates: Coordinates) -> Drawable {
        nearest(style, coordinates, |letter| family_with(&self.0, letter).is_some())
    }

    /// The picture in pixels, as PNG.
    ///
    /// # Errors
    /// If it is too large for the memory.
    pub fn png(&self, svg: &str, width: f64) -> anyhow::Result<Vec<u8>> {
        let options = usvg::Options { fontdb: Arc::clone(&self.0), ..usvg::Options::default() };
        let tree = usvg::Tree::from_str(svg, &options).context("internal error: bad SVG")?;
        let size = tree.size();
        let factor = width as f32 / size.width();
        let (width, height) = (width.round() as u32, (size.height() * factor).round() as u32);
        if height > MOST {
            bail!("the picture would be {height} pixels high; --size or --scale makes it smaller");
        }
        let mut pixels = tiny_skia::Pixmap::new(width.max(1), height.max(1))
            .context("the picture is too large for the memory; --size makes it smaller")?;
        let transform = tiny_skia::Transform::from_scale(factor, factor);
        resvg::render(&tree, transform, &mut pixels.as_mut());
        Ok(pixels.encode_png()?)
    }
}

/// A letter that a font with the kanji of all pieces is sure to have, and one of every Latin font.
const KANJI: char = '鷲';
const LETTER: char = 'K';

/// The family of a font that has the letter.
fn family_with(database: &Database, letter: char) -> Option<String> {
    let has = |face: &&FaceInfo| {
        let has = |data: &[u8], index| {
            let face = ttf_parser::Face::parse(data, index).ok();
            face.is_some_and(|face| face.glyph_index(letter).is_some())
        };
        database.with_face_data(face.id, has) == Some(true)
    };
    let face = database.faces().find(has)?;
    face.families.first().map(|(name, _)| name.clone())
}

/// The highest picture in pixels.
const MOST: u32 = 20_000;

/// Kanji where there are kanji, else letters where there are letters, else pictures of the moves.
fn nearest(
    style: PieceStyle,
    coordinates: Coordinates,
    is_drawn: impl Fn(char) -> bool,
) -> Drawable {
    let wants_kanji =
        style.has_kanji() || matches!(coordinates, Coordinates::Japanese | Coordinates::Both);
    if !wants_kanji && (style == PieceStyle::Moves && coordinates == Coordinates::None)
        || wants_kanji && is_drawn(KANJI)
    {
        return Drawable { style, coordinates, note: None };
    }
    if !is_drawn(LETTER) {
        return Drawable {
            style: PieceStyle::Moves,
            coordinates: Coordinates::None,
            note: Some(
                "no font is found: pieces are drawn by their moves, without names of squares \
                 (--fonts DIR names a folder with fonts)",
            ),
        };
    }
    if !wants_kanji {
        return Drawable { style, coordinates, note: None };
    }
    Drawable {
        style: if style.has_kanji() { PieceStyle::Letters } else { style },
        coordinates: if coordinates == Coordinates::None {
            Coordinates::None
        } else {
            Coordinates::Western
        },
        note: Some(
            "no font with kanji is found: Western letters instead (install Noto CJK, say, or name a \
             folder with --fonts DIR)",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(
        style: PieceStyle,
        coordinates: Coordinates,
        letters: &str,
    ) -> (PieceStyle, Coordinates, bool) {
        let drawable = nearest(style, coordinates, |letter| letters.contains(letter));
        (drawable.style, drawable.coordinates, drawable.note.is_some())
    }

    #[test]
    fn without_kanji_there_are_letters_and_without_letters_there_are_moves() {
        use Coordinates::{Both, Japanese, None, Western};
        use PieceStyle::{Letters, Moves, TwoKanji};
        assert_eq!(of(TwoKanji, Both, "鷲K"), (TwoKanji, Both, false));
        assert_eq!(of(TwoKanji, Both, "K"), (Letters, Western, true));
        assert_eq!(of(TwoKanji, None, "K"), (Letters, None, true));
        assert_eq!(of(Letters, Western, "K"), (Letters, Western, false));
        assert_eq!(of(Moves, Japanese, "K"), (Moves, Western, true));
        assert_eq!(of(TwoKanji, Both, ""), (Moves, None, true));
        assert_eq!(of(Letters, Western, ""), (Moves, None, true));
        assert_eq!(of(Moves, None, ""), (Moves, None, false));
    }
}
