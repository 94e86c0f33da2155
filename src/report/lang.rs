//! The language of reports: headings and terms in English and Japanese.

/// The language of headings and move texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lang {
    /// English, with the Japanese terms beside where they are the usual ones.
    #[default]
    En,
    /// Japanese.
    Ja,
}

impl Lang {
    /// The tag of the language in HTML.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Ja => "ja",
        }
    }
}

/// Words in both languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// In English.
    pub en: &'static str,
    /// In Japanese.
    pub ja: &'static str,
    /// True if the Japanese word is a term that stands beside the English one as well.
    pub is_term: bool,
}

impl Phrase {
    /// Words for headings and buttons.
    #[must_use]
    pub const fn words(en: &'static str, ja: &'static str) -> Phrase {
        Phrase { en, ja, is_term: false }
    }

    /// A term of tsume shogi: its Japanese name is known better than the English one.
    #[must_use]
    pub const fn term(en: &'static str, ja: &'static str) -> Phrase {
        Phrase { en, ja, is_term: true }
    }

    /// In one language, without the other beside it.
    #[must_use]
    pub const fn plain(self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::Ja => self.ja,
        }
    }

    /// The term that stands beside the words of this language, if one does.
    #[must_use]
    pub fn beside(self, lang: Lang) -> Option<&'static str> {
        (lang == Lang::En && self.is_term).then_some(self.ja)
    }

    /// In this language, the Japanese term beside an English one.
    #[must_use]
    pub fn text(self, lang: Lang) -> String {
        match self.beside(lang) {
            Some(term) => format!("{} {term}", self.en),
            None => self.plain(lang).to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_stands_beside_the_english_word_only() {
        let cook = Phrase::term("cook", "余詰");
        assert_eq!((cook.text(Lang::En), cook.text(Lang::Ja)), ("cook 余詰".into(), "余詰".into()));
        let board = Phrase::words("Board", "盤");
        assert_eq!((board.text(Lang::En), board.text(Lang::Ja)), ("Board".into(), "盤".into()));
    }
}
