//! The rule parameters on which players, books and programs differ, and the named presets.
//!
//! Sources: the Japan Chu Shogi Association's rules, lishogi, H. G. Muller's pages and `HaChu`, and
//! the Middle Shogi Manual, as collected in `docs/rules.md`.

use std::fmt;
use std::str::FromStr;

use super::variant::{CHU, Variant};

/// Declares an enum whose values have fixed names in text.
macro_rules! named_values {
    ($(#[$doc:meta])* $type:ident { $($(#[$value_doc:meta])* $value:ident = $name:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $type { $($(#[$value_doc])* $value),+ }

        impl $type {
            /// All values with their names in text.
            pub const NAMED: &'static [(&'static str, $type)] = &[$(($name, $type::$value)),+];

            /// The name in text.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $($type::$value => $name),+ }
            }
        }
    };
}

named_values! {
    /// May a piece promote on a non-capture that starts inside the zone?
    ZonePromotion {
        /// Only entering the zone, or a capture that touches it, promotes.
        Never = "never",
        /// A piece that declined may not do so on its side's next turn, later it may.
        AfterTurn = "after-turn",
        /// A piece that declined must first make one more move without promoting.
        AfterMove = "after-move",
        /// Always.
        Always = "always",
    }
}

named_values! {
    /// Which pieces may promote on a non-capture that reaches the last rank.
    LastRank {
        /// The pawn.
        Pawn = "pawn",
        /// Pawn and lance.
        PawnLance = "pawn-lance",
        /// Pawn and go-between.
        PawnGoBetween = "pawn-gobetween",
        /// None.
        None = "none",
    }
}

named_values! {
    /// How protection of a distant lion is judged when a pawn or go-between is taken on the way.
    LionBridge {
        /// With the small piece still standing.
        Before = "before",
        /// As the board stands after the move.
        After = "after",
    }
}

named_values! {
    /// Counter-strike (先獅子): may a non-lion take a lion right after a non-lion took one elsewhere?
    CounterStrike {
        /// No.
        Strict = "strict",
        /// Yes if the lion taken has no protector.
        UnprotectedAllowed = "unprotected-allowed",
        /// Yes.
        Off = "off",
    }
}

named_values! {
    /// May a kirin that took a lion and became one be retaken at once on the same square?
    SameSquare {
        /// Yes, the usual reading.
        Allowed = "same-square-allowed",
        /// No; some modern problems assume it.
        Barred = "same-square-barred",
    }
}

named_values! {
    /// What counts as check to a side with several royals.
    RoyalCheck {
        /// A threat to take all of them with one move.
        Last = "last",
        /// Every royal is attacked, by whatever pieces.
        All = "all",
        /// Any royal is attacked.
        Any = "any",
    }
}

/// A full set of rules: the variant and a value for every disputed parameter.
#[derive(Clone, Copy)]
pub struct Rules {
    /// Board and pieces.
    pub variant: &'static Variant,
    /// Parameter `promotion`.
    pub promotion: ZonePromotion,
    /// Parameter `last-rank`.
    pub last_rank: LastRank,
    /// Parameter `lion-bridge`.
    pub lion_bridge: LionBridge,
    /// Parameter `counter-strike`.
    pub counter_strike: CounterStrike,
    /// Parameter `same-square`.
    pub same_square: SameSquare,
    /// Parameter `royal-check`.
    pub royal_check: RoyalCheck,
}

impl PartialEq for Rules {
    fn eq(&self, other: &Rules) -> bool {
        std::ptr::eq(self.variant, other.variant) && self.values() == other.values()
    }
}

impl Eq for Rules {}

impl Rules {
    /// Names of the presets; the first is the default.
    pub const PRESETS: [&'static str; 5] = ["historic", "lishogi", "jcsa", "muller", "msm"];

    /// Names of the parameters, in the order in which they are written.
    pub const KEYS: [&'static str; 6] =
        ["promotion", "last-rank", "lion-bridge", "counter-strike", "same-square", "royal-check"];

    /// The rules of the historical problems.
    pub const HISTORIC: Rules = Rules {
        variant: &CHU,
        promotion: ZonePromotion::Never,
        last_rank: LastRank::Pawn,
        lion_bridge: LionBridge::Before,
        counter_strike: CounterStrike::Strict,
        same_square: SameSquare::Allowed,
        royal_check: RoyalCheck::Last,
    };

    /// The rules of lishogi.
    pub const LISHOGI: Rules = Rules { last_rank: LastRank::PawnLance, ..Rules::HISTORIC };

    /// The rules of the Japan Chu Shogi Association.
    pub const JCSA: Rules =
        Rules { counter_strike: CounterStrike::UnprotectedAllowed, ..Rules::HISTORIC };

    /// The rules of H. G. Muller's pages.
    pub const MULLER: Rules = Rules {
        promotion: ZonePromotion::AfterTurn,
        lion_bridge: LionBridge::After,
        ..Rules::HISTORIC
    };

    /// The rules of the Middle Shogi Manual.
    pub const MSM: Rules = Rules { promotion: ZonePromotion::AfterMove, ..Rules::HISTORIC };

    /// The preset of this name.
    ///
    /// # Errors
    /// If no preset has the name.
    pub fn preset(name: &str) -> Result<Rules, RulesError> {
        match name {
            "historic" => Ok(Rules::HISTORIC),
            "lishogi" => Ok(Rules::LISHOGI),
            "jcsa" => Ok(Rules::JCSA),
            "muller" => Ok(Rules::MULLER),
            "msm" => Ok(Rules::MSM),
            _ => Err(RulesError::UnknownPreset { name: name.to_owned() }),
        }
    }

    /// The name of the preset with exactly these values, if there is one.
    #[must_use]
    pub fn preset_name(&self) -> Option<&'static str> {
        Rules::PRESETS.into_iter().find(|name| Rules::preset(name).is_ok_and(|r| r == *self))
    }

    /// The values as text, in the order of [`Rules::KEYS`].
    #[must_use]
    pub fn values(&self) -> [&'static str; 6] {
        [
            self.promotion.name(),
            self.last_rank.name(),
            self.lion_bridge.name(),
            self.counter_strike.name(),
            self.same_square.name(),
            self.royal_check.name(),
        ]
    }

    /// Sets one parameter.
    ///
    /// # Errors
    /// If the key or the value is unknown.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), RulesError> {
        match key {
            "promotion" => self.promotion = pick(key, value, ZonePromotion::NAMED)?,
            "last-rank" => self.last_rank = pick(key, value, LastRank::NAMED)?,
            "lion-bridge" => self.lion_bridge = pick(key, value, LionBridge::NAMED)?,
            "counter-strike" => self.counter_strike = pick(key, value, CounterStrike::NAMED)?,
            "same-square" => self.same_square = pick(key, value, SameSquare::NAMED)?,
            "royal-check" => self.royal_check = pick(key, value, RoyalCheck::NAMED)?,
            _ => return Err(RulesError::UnknownKey { key: key.to_owned() }),
        }
        Ok(())
    }

    /// True if positions carry the set of pieces that have just declined promotion.
    #[must_use]
    pub fn tracks_barred(&self) -> bool {
        matches!(self.promotion, ZonePromotion::AfterTurn | ZonePromotion::AfterMove)
    }
}

fn pick<T: Copy>(key: &str, value: &str, named: &[(&'static str, T)]) -> Result<T, RulesError> {
    named.iter().find(|(name, _)| *name == value).map(|&(_, found)| found).ok_or_else(|| {
        let known: Vec<&str> = named.iter().map(|&(name, _)| name).collect();
        RulesError::UnknownValue {
            key: key.to_owned(),
            value: value.to_owned(),
            expected: known.join(", "),
        }
    })
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::HISTORIC
    }
}

impl fmt::Display for Rules {
    /// The preset's name, or the full list `key=value,...` if no preset has these values.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = self.preset_name() {
            return f.write_str(name);
        }
        for (index, (key, value)) in Rules::KEYS.iter().zip(self.values()).enumerate() {
            write!(f, "{}{key}={value}", if index == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    /// Reads a preset's name, or `[preset,]key=value,...` over a preset (default `historic`).
    fn from_str(text: &str) -> Result<Rules, RulesError> {
        let mut rules = Rules::default();
        for (index, part) in text.split(',').enumerate() {
            match part.split_once('=') {
                Some((key, value)) => rules.set(key.trim(), value.trim())?,
                None if index == 0 => rules = Rules::preset(part.trim())?,
                None => return Err(RulesError::NoValue { part: part.to_owned() }),
            }
        }
        Ok(rules)
    }
}

/// Text that names no rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// No preset of this name.
    #[error("unknown rules `{name}`, expected one of historic, lishogi, jcsa, muller, msm")]
    UnknownPreset {
        /// What was read.
        name: String,
    },
    /// No parameter of this name.
    #[error(
        "unknown rule `{key}`, expected one of promotion, last-rank, lion-bridge, counter-strike, \
         same-square, royal-check"
    )]
    UnknownKey {
        /// What was read.
        key: String,
    },
    /// The parameter has no such value.
    #[error("rule `{key}` has no value `{value}`, expected one of {expected}")]
    UnknownValue {
        /// The parameter.
        key: String,
        /// What was read.
        value: String,
        /// The values it has.
        expected: String,
    },
    /// A part without `=`.
    #[error("expected key=value, found `{part}`")]
    NoValue {
        /// What was read.
        part: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_reads_back_from_its_name() {
        for name in Rules::PRESETS {
            let rules: Rules = name.parse().unwrap();
            assert_eq!(rules.to_string(), name);
        }
        assert_eq!(Rules::default().to_string(), Rules::PRESETS[0]);
    }

    #[test]
    fn a_changed_parameter_is_written_in_full_and_reads_back() {
        let rules: Rules = "jcsa,promotion=always".parse().unwrap();
        let text = rules.to_string();
        assert_eq!(
            text,
            "promotion=always,last-rank=pawn,lion-bridge=before,\
             counter-strike=unprotected-allowed,same-square=same-square-allowed,royal-check=last"
        );
        assert_eq!(text.parse(), Ok(rules));
    }

    #[test]
    fn unknown_names_say_what_would_fit() {
        let message = "historic,promotion=sometimes".parse::<Rules>().unwrap_err().to_string();
        assert!(message.contains("expected one of never, after-turn, after-move, always"));
        assert!("hist".parse::<Rules>().unwrap_err().to_string().contains("historic"));
        assert!("foo=1".parse::<Rules>().unwrap_err().to_string().contains("royal-check"));
    }
}
