//! Verification of published solutions: findings on positions made by hand, against brute force, on
//! remarks that the books themselves make,
//! and on damaged lines.

#![allow(clippy::unwrap_used, reason = "the helpers of tests are no test functions to clippy")]

#[path = "verify/books.rs"]
mod books;
#[path = "verify/brute.rs"]
mod brute;
#[path = "verify/damage.rs"]
mod damage;
#[path = "verify/handmade.rs"]
mod handmade;
#[path = "verify/support.rs"]
mod support;
