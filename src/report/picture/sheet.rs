//! The `<svg>` around a picture.

use maud::{Markup, html};

use super::layout::short;
use crate::report::text::clean;

/// A picture before its size is settled.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Its id in a page; `ID-title` and `ID-desc` are ids too.
    pub id: String,
    /// What kind of picture it is, for style sheets.
    pub class: &'static str,
    /// What it shows, in a few words; escaped.
    pub title: String,
    /// What it shows, for those who cannot see it; escaped.
    pub description: String,
    /// Width and height in the picture's units.
    pub size: (i32, i32),
    /// What is drawn.
    pub content: Markup,
}

impl Sheet {
    /// The picture with so many pixels for a unit. It stands in a page or alone in a file.
    #[must_use]
    pub fn svg(&self, scale: f64) -> Markup {
        let (title_id, desc_id) = (format!("{}-title", self.id), format!("{}-desc", self.id));
        let (width, height) = self.size;
        html! {
            svg xmlns="http://www.w3.org/2000/svg" id=(self.id) class=(self.class) role="img"
                aria-labelledby=(format!("{title_id} {desc_id}"))
                viewBox=(format!("0 0 {width} {height}"))
                width=(short(self.width(scale))) height=(short(f64::from(height) * scale)) {
                title id=(title_id) { (clean(&self.title)) }
                desc id=(desc_id) { (clean(&self.description)) }
                rect class="ground" width=(width) height=(height) fill="#fffdf7" {}
                (self.content)
            }
        }
    }

    /// Its width in pixels.
    #[must_use]
    pub fn width(&self, scale: f64) -> f64 {
        f64::from(self.size.0) * scale
    }
}
