//! matenro solves, verifies and corrects tsume chu shogi: mating problems of Chu Shogi, the 12x12
//! shogi with lions, in which every move of the attacker gives check.
//!
//! Layers, each of which sees only what stands to its left:
//! `rules <- notation <- proof <- {search, check} <- verify <- report <- cli`.
//!
//! Without the feature `solver` the library is its trusted part: rules, notation, proof
//! and check, no search.

#![warn(clippy::pedantic)]
#![allow(
    clippy::module_name_repetitions,
    clippy::format_push_string,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss
)]

pub mod check;
pub mod notation;
pub mod proof;
pub mod rules;

#[cfg(feature = "solver")]
pub mod search;

#[cfg(feature = "solver")]
pub mod verify;

#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cli")]
pub mod report;
