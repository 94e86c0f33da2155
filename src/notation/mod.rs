//! Text to values and back. No IO, no search.
