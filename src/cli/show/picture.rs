//! Pictures of what is shown, written to files.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use super::fonts::Fonts;
use crate::cli::args::{PictureName, ShowArgs};
use crate::cli::input;
use crate::cli::message;
use crate::cli::names::names;
use crate::cli::output::Output;
use crate::cli::status::Status;
use crate::notation::{Game, MoveNotation};
use crate::report::picture::{
    self, Coordinates, Drawing, PieceStyle, Sheet, Strip, TREE_LINES, TREE_PLIES, TreeLine,
};
use crate::rules::{Position, Rules};

/// What stands for the problem in the name of a file.
const ID: &str = "{id}";

/// What pictures are asked for.
#[derive(Debug)]
pub struct Pictures<'a> {
    args: &'a ShowArgs,
    rules: Rules,
    /// Each file with its form.
    targets: Vec<(&'a Path, Form)>,
}

/// The form of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Svg,
    Png,
}

impl<'a> Pictures<'a> {
    /// What is asked for; `None` if it is text.
    ///
    /// # Errors
    /// If options do not go together.
    pub fn new(args: &'a ShowArgs) -> anyhow::Result<Option<Pictures<'a>>> {
        let pictures = &args.pictures;
        let svg = pictures.svg.as_deref().map(|path| (path, Form::Svg));
        let png = pictures.png.as_deref().map(|path| (path, Form::Png));
        let targets: Vec<(&Path, Form)> = svg.into_iter().chain(png).collect();
        if targets.is_empty() {
            if pictures.ply.is_some() || pictures.flip || pictures.picture != PictureName::Board {
                bail!("--ply, --flip and --picture are for pictures: add --svg FILE or --png FILE");
            }
            return Ok(None);
        }
        for (path, _) in &targets {
            input::refuse_overwriting(&args.read.inputs, path)?;
        }
        if let [(one, _), (other, _)] = targets[..]
            && one == other
        {
            bail!("--svg and --png go to the same place: {}", one.display());
        }
        if pictures.ply.is_some() && pictures.picture != PictureName::Board {
            bail!("--ply is for a board: leave out --picture");
        }
        if pictures.fonts.is_some() && pictures.png.is_none() {
            bail!("--fonts is for --png: an SVG takes the fonts of its reader");
        }
        Ok(Some(Pictures { args, rules: args.read.rules.rules(), targets }))
    }

    /// Draws and writes them all.
    ///
    /// # Errors
    /// If there are more problems than files, or one cannot be written.
    pub fn write(&self, games: &[(Game, String)]) -> anyhow::Result<Status> {
        if games.len() > 1
            && let Some((path, _)) = self.targets.iter().find(|(path, _)| !has_id(path))
        {
            bail!(
                "{} problems for one file {}: put {ID} into its name",
                games.len(),
                path.display()
            );
        }
        let pictures = &self.args.pictures;
        let wanted = (pictures.style.style(), pictures.coordinates.coordinates());
        let fonts = match pictures.png {
            Some(_) => Some(Fonts::load(pictures.fonts.as_deref())?),
            None => None,
        };
        let drawable = fonts.as_ref().map(|fonts| fonts.drawable(wanted.0, wanted.1));
        if let Some(note) = drawable.and_then(|drawable| drawable.note) {
            message::note(note);
        }
        let stems = names(games.iter().map(|(_, id)| id.as_str()), "");
        let mut status = Status::Established;
        for ((game, id), stem) in games.iter().zip(stems) {
            for &(path, form) in &self.targets {
                let (style, coordinates) = match (form, drawable) {
                    (Form::Png, Some(drawable)) => (drawable.style, drawable.coordinates),
                    _ => wanted,
                };
                let svg = match self.drawn(game, id, style, coordinates) {
                    Ok(svg) => svg,
                    Err(error) => {
                        message::error(format_args!("{id}: {error:#}"));
                        status = Status::Failed;
                        break;
                    }
                };
                let is_many = has_id(path);
                let path = match path.to_str() {
                    Some(text) => PathBuf::from(text.replace(ID, &stem)),
                    None => path.to_owned(),
                };
                let bytes = match (&fonts, form) {
                    (Some(fonts), Form::Png) => fonts.png(&svg.text, svg.width)?,
                    _ => svg.text.into_bytes(),
                };
                // A folder of pictures is made as that of certificates is.
                if let Some(folder) = path.parent().filter(|_| is_many) {
                    fs_err::create_dir_all(folder)?;
                }
                let mut output = Output::open(Some(&path), true)
                    .with_context(|| format!("cannot write {}", path.display()))?;
                output.write(&bytes)?;
                output.finish()?;
            }
        }
        Ok(status)
    }

    /// The picture of a game.
    fn drawn(
        &self,
        game: &Game,
        id: &str,
        style: PieceStyle,
        coordinates: Coordinates,
    ) -> anyhow::Result<Svg> {
        let title = game.header("title").unwrap_or(id);
        match self.args.pictures.picture {
            PictureName::Board => self.board(game, title, style, coordinates),
            PictureName::Tree => self.tree(game, title, style),
            PictureName::Strip => self.strip(game, title, style),
        }
    }

    fn board(
        &self,
        game: &Game,
        title: &str,
        style: PieceStyle,
        coordinates: Coordinates,
    ) -> anyhow::Result<Svg> {
        let line = game.main_line();
        let plies = self.args.pictures.ply.unwrap_or(0);
        if plies > line.len() {
            bail!("--ply {plies}: the line has {} plies", line.len());
        }
        let mut setup = game.setup.clone();
        if plies > 0 {
            let mut position = Position::new(&setup, self.rules)?;
            for &mv in &line[..plies] {
                position.make(mv);
            }
            setup = position.setup();
        }
        let title = match plies {
            0 => title.to_owned(),
            _ => format!("{title}, after ply {plies}"),
        };
        let mut drawing = Drawing {
            title: &title,
            style,
            coordinates,
            flip: self.args.pictures.flip,
            ..Drawing::new(&setup, self.rules.variant)
        };
        if let Some(&last) = line[..plies].last() {
            drawing.mark_move(last);
            drawing.mark_check(&self.rules);
        }
        let width = f64::from(drawing.width());
        drawing.scale = self.factor(width);
        Ok(Svg { width: width * drawing.scale, text: picture::board(&drawing).into_string() })
    }

    /// A picture in the size asked for.
    fn sized(&self, sheet: &Sheet) -> Svg {
        let scale = self.factor(sheet.width(1.0));
        Svg { text: sheet.svg(scale).into_string(), width: sheet.width(scale) }
    }

    /// The factor that makes a picture of so many pixels as wide as was asked for.
    fn factor(&self, width: f64) -> f64 {
        let pictures = &self.args.pictures;
        pictures.size.map_or(pictures.scale, |size| f64::from(size) / width)
    }

    fn notation(&self, style: PieceStyle) -> MoveNotation {
        self.args.notation.unwrap_or(if style.has_kanji() {
            MoveNotation::JapaneseShort
        } else {
            MoveNotation::Usi
        })
    }

    fn tree(&self, game: &Game, title: &str, style: PieceStyle) -> anyhow::Result<Svg> {
        let position = Position::new(&game.setup, self.rules)?;
        let notation = self.notation(style);
        let ends = (0..game.nodes.len()).filter(|&node| game.nodes[node].children.is_empty());
        let lines: Vec<TreeLine> = ends
            .map(|end| {
                let moves = notation.write_line(&game.path(end), &position);
                TreeLine { moves, note: String::new() }
            })
            .collect();
        let Some(tree) = picture::tree("tree", title, &lines) else {
            bail!(
                "no tree is drawn of {} lines, or of more than {TREE_LINES} lines or {TREE_PLIES} \
                 plies; --picture strip shows a long line",
                lines.len()
            );
        };
        Ok(self.sized(&tree))
    }

    fn strip(&self, game: &Game, title: &str, style: PieceStyle) -> anyhow::Result<Svg> {
        let strip = Strip {
            id: "strip",
            title,
            setup: &game.setup,
            rules: self.rules,
            line: &game.main_line(),
            notation: self.args.notation.unwrap_or_default(),
            kanji: style.has_kanji(),
        };
        let strip = picture::strip(&strip).context("there is no line to draw")?;
        Ok(self.sized(&strip))
    }
}

/// A picture.
struct Svg {
    text: String,
    /// Pixels.
    width: f64,
}

fn has_id(path: &Path) -> bool {
    path.to_str().is_some_and(|text| text.contains(ID))
}
