//! Certificates of answers: written, checked, and put in their place.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context as _, anyhow, bail};
use tempfile::NamedTempFile;

use super::message;
use super::names::names;
use crate::check::check;
use crate::proof::{Claim, Header, file};
use crate::report::Level;
use crate::rules::Position;
use crate::search::certificate::{self, CertificateError, Oracle, claims_of};
use crate::search::{Solution, Verdict};
use crate::verify::claims::Claims;

/// Ending of a certificate's name.
pub(super) const ENDING: &str = ".mcert.gz";

/// What is done about certificates.
#[derive(Debug)]
pub struct Certifier {
    folder: Option<PathBuf>,
    self_check: bool,
    /// The name of each item's certificate.
    names: Vec<String>,
    /// An answer could not be certified.
    has_missed: AtomicBool,
}

impl Certifier {
    /// `folder` is where certificates are kept, made if it is not there; `ids` are those of the
    /// items in order.
    ///
    /// # Errors
    /// If nothing can be written into the folder.
    pub fn new<'a>(
        folder: Option<&Path>,
        self_check: bool,
        ids: impl Iterator<Item = &'a str>,
    ) -> anyhow::Result<Certifier> {
        let certifier = Certifier {
            folder: folder.map(Path::to_owned),
            self_check,
            names: names(ids, ENDING),
            has_missed: AtomicBool::new(false),
        };
        if let Some(folder) = folder {
            fs_err::create_dir_all(folder).context("--certificate")?;
            certifier.temporary().context("--certificate")?;
        }
        Ok(certifier)
    }

    /// True if an answer could not be certified, which was said then.
    pub fn has_missed(&self) -> bool {
        self.has_missed.load(Ordering::Relaxed)
    }

    /// True if answers are to be certified.
    fn is_asked(&self) -> bool {
        self.folder.is_some() || self.self_check
    }

    /// Writes the certificate of an item's answer and has it checked, as far as that was asked for,
    /// and says how the answer is known then. What the search had to forget cannot be certified, and that is said.
    ///
    /// # Errors
    /// If the certificate cannot be written, or is not accepted (then it is kept).
    pub fn certify(
        &self,
        index: usize,
        position: &Position,
        solution: &Solution,
        oracle: &impl Oracle,
    ) -> anyhow::Result<Level> {
        if matches!(solution.verdict, Verdict::Unknown(_)) {
            return Ok(Level::Unknown);
        }
        if !self.is_asked() {
            return Ok(Level::Searched);
        }
        let claims = claims_of(position, solution);
        let temporary = self.temporary()?;
        match write(temporary.as_file(), oracle, position, &claims) {
            Ok(()) => {}
            Err(error) if error.is::<CertificateError>() && oracle.has_forgotten() => {
                self.has_missed.store(true, Ordering::Relaxed);
                message::note(format_args!(
                    "{}: no certificate: what it takes was forgotten; --memory allows more",
                    self.names[index].trim_end_matches(ENDING)
                ));
                return Ok(Level::Searched);
            }
            Err(error) => {
                return Err(error.context("internal error: no certificate, please report it"));
            }
        }
        self.keep(index, position, &claims, temporary)
    }

    /// The same for the claims of a verification. What is known of the problem as a whole may be
    /// enough for a certificate where that of single checks is not: the second value says whether the
    /// certificate holds both.
    ///
    /// # Errors
    /// As for [`Certifier::certify`].
    pub fn certify_claims(
        &self,
        index: usize,
        position: &Position,
        claims: &Claims,
        oracle: &impl Oracle,
    ) -> anyhow::Result<(Level, bool)> {
        if claims.whole.is_empty() {
            return Ok((Level::Unknown, false));
        }
        if !self.is_asked() {
            return Ok((Level::Searched, false));
        }
        let all = [claims.whole.as_slice(), &claims.checks].concat();
        for (claims, has_checks) in [(&all, true), (&claims.whole, false)] {
            let temporary = self.temporary()?;
            match write(temporary.as_file(), oracle, position, claims) {
                Ok(()) => {
                    return Ok((self.keep(index, position, claims, temporary)?, has_checks));
                }
                Err(error) if error.is::<CertificateError>() => {}
                Err(error) => return Err(error),
            }
        }
        Ok((Level::Searched, false))
    }

    /// Has a certificate checked and puts it in its place, as far as that was asked for.
    fn keep(
        &self,
        index: usize,
        position: &Position,
        claims: &[Claim],
        temporary: NamedTempFile,
    ) -> anyhow::Result<Level> {
        if self.self_check
            && let Err(why) = accepted(temporary.path(), position, claims)
        {
            let (_, path) = temporary.keep().context("cannot keep the certificate")?;
            bail!(
                "internal error: the certificate was not accepted: {why:#}; please report it with \
                 the file {}",
                path.display()
            );
        }
        if let Some(folder) = &self.folder {
            let path = folder.join(&self.names[index]);
            temporary
                .persist(&path)
                .map_err(|failed| failed.error)
                .with_context(|| format!("cannot put the certificate at {}", path.display()))?;
        }
        Ok(if self.self_check { Level::Certified } else { Level::Searched })
    }

    /// A file beside the certificates, or in the system's place if none are kept.
    fn temporary(&self) -> anyhow::Result<NamedTempFile> {
        let folder = self.folder.clone().unwrap_or_else(std::env::temp_dir);
        let mut builder = tempfile::Builder::new();
        builder.prefix(".matenro-").suffix(ENDING);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        builder
            .tempfile_in(&folder)
            .with_context(|| format!("cannot write into {}", folder.display()))
    }
}

fn write(
    output: &File,
    oracle: &impl Oracle,
    position: &Position,
    claims: &[Claim],
) -> anyhow::Result<()> {
    let (zipped, _) = certificate::write(oracle, position, claims, file::zip(output))?;
    Ok(zipped.finish()?.flush()?)
}

/// Fails unless the checker accepts the file, and as the certificate of just this.
fn accepted(path: &Path, position: &Position, claims: &[Claim]) -> anyhow::Result<()> {
    let established = check(file::open(path)?)?;
    let expected = Header::new(*position.rules(), position.setup(), claims.to_vec());
    if established.header == expected { Ok(()) } else { Err(anyhow!("it is about something else")) }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::rules::{Rules, test_text};
    use crate::search::bounds::Interval;
    use crate::search::{Line, Plies};

    /// Someone who says that every position takes 3 to 5 plies, or 2 to 4.
    struct Liar;

    impl Oracle for Liar {
        fn interval(&self, position: &Position) -> Interval {
            match position.side() {
                crate::rules::Side::Black => Interval { lo: 3, hi: 5 },
                crate::rules::Side::White => Interval { lo: 2, hi: 4 },
            }
        }
    }

    #[test]
    fn a_certificate_that_is_not_accepted_is_an_internal_error_and_is_kept() {
        // The only check mates: the pawn goes to 2b.
        let setup = test_text::setup("11k/12/9GP1/8G3/12/12/12/12/12/12/12/12 b - 1");
        let position = Position::new(&setup, Rules::HISTORIC).unwrap();
        let solution = Solution {
            verdict: Verdict::Mate,
            at_least: Some(Plies(3)),
            at_most: Some(Plies(5)),
            conventional: None,
            line: Line::default(),
            soundness: None,
            limit: None,
            expanded: 0,
            nodes: 0,
            elapsed: Duration::ZERO,
        };
        let folder = tempfile::tempdir().unwrap();
        let certify = |self_check| {
            let ids = ["x"].into_iter();
            let certifier = Certifier::new(Some(folder.path()), self_check, ids).unwrap();
            certifier.certify(0, &position, &solution, &Liar)
        };
        let error = format!("{:#}", certify(true).unwrap_err());
        assert!(error.starts_with("internal error: the certificate was not accepted: line "));
        let kept: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
        let kept = kept.into_iter().map(|entry| entry.unwrap().path()).collect::<Vec<_>>();
        assert_eq!(kept.len(), 1);
        assert!(error.contains(&kept[0].display().to_string()), "{error}");
        assert!(check(file::open(&kept[0]).unwrap()).is_err());
        assert_eq!(certify(false).unwrap(), Level::Searched);
        assert!(folder.path().join("x.mcert.gz").exists());
    }
}
