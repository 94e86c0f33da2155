//! Certificates and their checker: what is accepted, and above all what is not.

#![allow(clippy::unwrap_used, reason = "the helpers of tests are no test functions to clippy")]

mod certificates {
    mod accepted;
    mod damaged;
    mod forged;
    mod page;
    mod random;
    mod single_checks;
    mod support;
}
