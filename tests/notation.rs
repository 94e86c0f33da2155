//! Notations as a user meets them: every corpus problem and random games there and back.

// The helpers of tests are no test functions to clippy.
#![allow(clippy::unwrap_used)]

mod notation {
    mod documents;
    mod moves;
    mod support;
}
