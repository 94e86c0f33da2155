//! `matenro report`: results and problems in, a site or single forms out.

mod folder;
mod forms;
mod gather;
mod records;

use std::path::Path;

use anyhow::bail;
use rayon::prelude::*;

use self::folder::Folder;
use self::gather::{Gathered, gather};
use super::args::{ReportArgs, ReportFormat};
use super::names::names;
use super::status::Status;
use super::{certify, fence, input, message};
use crate::report::site::{self, Context, File};
use crate::report::{ErrorRecord, text};

/// `matenro report`
///
/// # Errors
/// If an input that was named cannot be read, or the report cannot be written. A bad record is
/// reported and the rest done.
pub fn run(args: &ReportArgs) -> anyhow::Result<Status> {
    let ending = args.output.as_deref().and_then(Path::extension).and_then(|end| end.to_str());
    let format = args.format.or(ending.and_then(forms::by_ending)).unwrap_or(ReportFormat::Html);
    if format == ReportFormat::Html
        && args.output.as_deref().is_none_or(|path| path == Path::new("-"))
    {
        bail!("--output DIR says where the site goes");
    }
    let mut gathered = gather(&args.inputs, args.rules.rules())?;
    for error in gathered.errors.iter().chain(&gathered.failed) {
        message::error(error);
    }
    if gathered.dossiers.is_empty() {
        bail!("no problem in the input");
    }
    if let Some(path) = &args.output {
        input::refuse_overwriting(&args.inputs, path)?;
    }
    let mut status = Status::Established;
    if !gathered.errors.is_empty() {
        status = Status::Failed;
    }
    if let (Some(folder), Some(output)) = (&args.certificates, &args.output) {
        link_certificates(&mut gathered, folder, output)?;
    }
    let troubles = match format {
        ReportFormat::Html => write_site(gathered, args)?,
        _ => forms::write(&gathered.dossiers, format, args)?,
    };
    for trouble in &troubles {
        message::error(trouble);
        status = Status::Failed;
    }
    Ok(status)
}

/// Writes the site; gives the problems that have no page.
fn write_site(gathered: Gathered, args: &ReportArgs) -> anyhow::Result<Vec<ErrorRecord>> {
    let Some(output) = args.output.as_deref() else { bail!("--output DIR says where it goes") };
    let Some(variant) = gathered.dossiers.first().map(|dossier| dossier.rules.variant) else {
        bail!("no problem in the input");
    };
    let context = Context::new(gathered.dossiers, gathered.failed, args.lang.lang());
    let common = site::common(&context, variant);
    let pages = (0..context.dossiers.len()).map(|place| context.path(place));
    let paths: Vec<String> = common.iter().map(|file| file.path.clone()).chain(pages).collect();
    let folder = Folder::open(output, &paths)?;
    let mut bytes = 0;
    for File { path, text } in &common {
        folder.write(path, text.as_bytes())?;
        bytes += text.len();
    }
    let written: Vec<anyhow::Result<Result<usize, ErrorRecord>>> = (0..context.dossiers.len())
        .into_par_iter()
        .map(|place| {
            let page = fence::fenced(|| site::problem(place, &context));
            match page {
                Ok(Ok(File { path, text })) => {
                    folder.write(&path, text.as_bytes())?;
                    Ok(Ok(text.len()))
                }
                Ok(Err(error)) => Ok(Err(error)),
                Err(panic) => Ok(Err(ErrorRecord {
                    id: Some(context.dossiers[place].id().to_owned()),
                    file: None,
                    line: None,
                    message: panic,
                })),
            }
        })
        .collect();
    let mut troubles = Vec::new();
    for page in written {
        match page? {
            Ok(length) => bytes += length,
            Err(error) => troubles.push(error),
        }
    }
    if !args.quiet {
        let count = paths.len() - troubles.len();
        message::note(format_args!(
            "{} files, {} kB; open {}",
            text::grouped(count as u64),
            text::grouped(bytes as u64 / 1000),
            output.join("index.html").display()
        ));
    }
    Ok(troubles)
}

/// Gives every problem with a certificate in the folder the link to it from its page, which lies in a
/// folder of the output.
fn link_certificates(gathered: &mut Gathered, folder: &Path, output: &Path) -> anyhow::Result<()> {
    let certificates = fs_err::canonicalize(folder)?;
    fs_err::create_dir_all(output)?;
    let site = fs_err::canonicalize(output)?;
    let shared = certificates.components().zip(site.components());
    let shared = shared.take_while(|(one, two)| one == two).count();
    // From the page's folder up to what both have in common, then down.
    let mut way = "../".repeat(site.components().count() - shared + 1);
    for part in certificates.components().skip(shared) {
        way += &link_part(&part.as_os_str().to_string_lossy());
        way.push('/');
    }
    let ids: Vec<String> = gathered.dossiers.iter().map(|one| one.id().to_owned()).collect();
    let files = names(ids.iter().map(String::as_str), certify::ENDING);
    for (dossier, name) in gathered.dossiers.iter_mut().zip(files) {
        if certificates.join(&name).is_file() {
            dossier.certificate = Some(format!("{way}{name}"));
        }
    }
    Ok(())
}

/// A part of a path as it stands in a link: what means something there is written as `%` and two digits.
fn link_part(text: &str) -> String {
    let is_plain = |letter: char| {
        !letter.is_ascii() || letter.is_ascii_alphanumeric() || "-_.~".contains(letter)
    };
    let written = text.chars().map(|letter| {
        if is_plain(letter) { letter.to_string() } else { format!("%{:02X}", letter as u32) }
    });
    written.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_something_in_a_link_is_escaped() {
        assert_eq!(link_part("a b#c?d%e\"f-1.摩"), "a%20b%23c%3Fd%25e%22f-1.摩");
    }
}
