//! Values of options: counts, sizes, durations, rule settings.

use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::notation::{DocumentFormat, MoveNotation};
use crate::rules::Rules;

/// Reads a count: `2000000`, `2_000_000`, `2,000,000`, `2M`, `1.5k`. Suffixes are powers of 1000.
///
/// # Errors
/// If the text is no such count or is too large.
pub fn count(text: &str) -> Result<u64, String> {
    scaled(text, 1000, "a count such as 2000000, 2_000_000 or 2M")
}

/// Reads a size in bytes: `4G`, `512MiB`, `1.5 GB`, `65536`. Suffixes are powers of 1024.
///
/// # Errors
/// If the text is no such size or is too large.
pub fn size(text: &str) -> Result<u64, String> {
    let trimmed = text.trim();
    let number =
        trimmed.strip_suffix("iB").or_else(|| trimmed.strip_suffix(['B', 'b'])).unwrap_or(trimmed);
    scaled(number, 1024, "a size such as 4G, 512MiB or 65536")
}

/// Reads a duration: `30s`, `2min`, `1h 30m`; `none` for the longest there is.
///
/// # Errors
/// If the text is no such duration.
pub fn duration(text: &str) -> Result<Duration, String> {
    if text == "none" {
        return Ok(Duration::MAX);
    }
    humantime::parse_duration(text).map_err(|_| {
        "expected a time with its unit, such as 30s, 500ms or 2min, or none".to_owned()
    })
}

/// Reads a factor for the size of a picture.
///
/// # Errors
/// If the text is no number from 0.1 to 20.
pub fn factor(text: &str) -> Result<f64, String> {
    let factor = text.trim().parse().ok().filter(|factor| (0.1..=20.0).contains(factor));
    factor.ok_or_else(|| "expected a number from 0.1 to 20, such as 1.5".to_owned())
}

/// Reads the name of a notation of moves.
pub fn notation() -> impl TypedValueParser<Value = MoveNotation> {
    named(&MoveNotation::NAMED)
}

/// Reads the name of a form of documents.
pub fn document_format() -> impl TypedValueParser<Value = DocumentFormat> {
    named(&DocumentFormat::NAMED)
}

/// Reads one of these names.
fn named<T: Copy + Send + Sync + 'static>(
    named: &'static [(&'static str, T)],
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(named.iter().map(|(name, _)| *name)).map(move |text| {
        let value = named.iter().find(|(name, _)| *name == text).map(|&(_, value)| value);
        value.expect("invariant: clap lets only these names pass")
    })
}

/// A setting `key=value` of one rule parameter; key and value are known ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleSetting {
    key: String,
    value: String,
}

impl RuleSetting {
    /// The rules with this setting.
    ///
    /// # Panics
    /// Never: the setting was tried when it was read.
    pub fn apply(&self, rules: &mut Rules) {
        rules.set(&self.key, &self.value).expect("invariant: the setting was tried");
    }
}

/// Reads a setting of one rule parameter.
///
/// # Errors
/// If there is no `=`, or the key or the value is unknown.
pub fn rule_setting(text: &str) -> Result<RuleSetting, String> {
    let (key, value) =
        text.split_once('=').ok_or("expected key=value, such as promotion=always")?;
    let setting = RuleSetting { key: key.trim().to_owned(), value: value.trim().to_owned() };
    Rules::default().set(&setting.key, &setting.value).map_err(|error| error.to_string())?;
    Ok(setting)
}

fn scaled(text: &str, base: u64, expected: &str) -> Result<u64, String> {
    let wrong = || format!("expected {expected}");
    let text = text.trim();
    let (number, power) = match text.char_indices().next_back() {
        Some((at, suffix)) if suffix.is_ascii_alphabetic() => {
            let power = match suffix.to_ascii_lowercase() {
                'k' => 1,
                'm' => 2,
                'g' => 3,
                't' => 4,
                _ => return Err(wrong()),
            };
            (text[..at].trim_end(), power)
        }
        _ => (text, 0),
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let has_digits = |part: &str| part.bytes().any(|byte| byte.is_ascii_digit());
    if !has_digits(whole) || number.contains('.') && (!has_digits(fraction) || power == 0) {
        return Err(wrong());
    }
    let too_large = || "too large".to_owned();
    let scale = u128::from(base).pow(power);
    let mut value = 0_u128;
    for c in whole.chars().filter(|c| !matches!(c, '_' | ',')) {
        let digit = c.to_digit(10).ok_or_else(wrong)?;
        value = value.checked_mul(10).ok_or_else(too_large)? + u128::from(digit);
    }
    let mut value = value.checked_mul(scale).ok_or_else(too_large)?;
    if fraction.len() > 9 || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(wrong());
    }
    if let Ok(parts) = fraction.parse::<u128>() {
        value += parts * scale / 10_u128.pow(fraction.len() as u32);
    }
    u64::try_from(value).map_err(|_| too_large())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_in_all_usual_forms() {
        for (text, value) in [
            ("0", 0),
            ("2000000", 2_000_000),
            ("2_000_000", 2_000_000),
            ("2,000,000", 2_000_000),
            ("2M", 2_000_000),
            ("2m", 2_000_000),
            ("1.5k", 1_500),
            ("3 G", 3_000_000_000),
        ] {
            assert_eq!(count(text), Ok(value), "{text}");
        }
    }

    #[test]
    fn sizes_are_powers_of_1024() {
        for (text, value) in [
            ("65536", 65_536),
            ("4G", 4 << 30),
            ("4GiB", 4 << 30),
            ("4 GB", 4 << 30),
            ("512MiB", 512 << 20),
            ("0.5g", 1 << 29),
        ] {
            assert_eq!(size(text), Ok(value), "{text}");
        }
    }

    #[test]
    fn rubbish_is_no_number() {
        for text in ["", "M", "-1", "1.", ".5k", "1.5", "2X", "1e6", "２M", "_", "1.5.5k", "K9"] {
            assert!(count(text).is_err(), "{text}");
            assert!(size(text).is_err(), "{text}");
        }
        assert_eq!(count("99999999999T"), Err("too large".to_owned()));
        assert_eq!(count(&"9".repeat(99)), Err("too large".to_owned()));
    }

    #[test]
    fn a_duration_needs_its_unit() {
        assert_eq!(duration("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("1m 30s"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("none"), Ok(Duration::MAX));
        assert!(duration("90").unwrap_err().contains("30s"));
    }

    #[test]
    fn a_rule_setting_is_checked_when_it_is_read() {
        let mut rules = Rules::default();
        rule_setting("promotion=always").unwrap().apply(&mut rules);
        assert_eq!(rules.promotion.name(), "always");
        assert!(rule_setting("promotion").unwrap_err().contains("key=value"));
        assert!(rule_setting("promotion=x").unwrap_err().contains("after-turn"));
    }
}
