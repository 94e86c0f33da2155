//! What all pages have: head, ways to the other pages, foot.

use maud::{DOCTYPE, Markup, html};

use super::words;
use crate::report::lang::Lang;
use crate::report::text::clean;

/// A page of the site.
pub struct Page<'a> {
    /// The language.
    pub lang: Lang,
    /// The title, foreign text allowed.
    pub title: &'a str,
    /// The way from the page to the top folder: empty or `../`.
    pub root: &'a str,
    /// The pages above this one: link and name.
    pub above: Vec<(String, String)>,
    /// Pages beside this one.
    pub beside: Markup,
    /// The class of the body: what kind of page it is.
    pub kind: &'a str,
}

impl Page<'_> {
    /// The whole page, ending in a line feed.
    #[must_use]
    pub fn html(&self, content: &Markup) -> String {
        let page = html! {
            (DOCTYPE)
            html lang=(self.lang.tag()) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="generator" content="matenro";
                    title { (clean(self.title)) }
                    link rel="icon" href="data:,";
                    link rel="stylesheet" href=(format!("{}assets/site.css", self.root));
                    script src=(format!("{}assets/pieces.js", self.root)) defer {}
                    script src=(format!("{}assets/site.js", self.root)) defer {}
                }
                body class=(self.kind) {
                    header class="top" {
                        nav aria-label=(words::SITE.plain(self.lang)) {
                            @for (link, name) in &self.above {
                                a href=(link) { (clean(name)) } " › "
                            }
                            span aria-current="page" { (clean(self.title)) }
                        }
                        (self.beside)
                    }
                    main { (content) }
                    footer { (words::MADE_BY.plain(self.lang)) "." }
                }
            }
        };
        page.into_string() + "\n"
    }
}

/// A phrase with the Japanese term beside it where that is usual.
#[must_use]
pub fn phrase(phrase: crate::report::lang::Phrase, lang: Lang) -> Markup {
    html! {
        (phrase.plain(lang))
        @if let Some(term) = phrase.beside(lang) { " " span lang="ja" class="term" { (term) } }
    }
}
