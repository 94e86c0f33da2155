//! Notations as a user meets them: every corpus problem and random games there and back.

#![allow(clippy::unwrap_used, reason = "the helpers of tests are no test functions to clippy")]

mod notation {
    mod documents;
    mod moves;
    mod support;
}
