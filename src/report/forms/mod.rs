//! Single forms of a report: tables, Markdown, KIF, pictures, data.

pub mod csv;
pub mod json;
pub mod kif;
pub mod markdown;
pub mod svg;
