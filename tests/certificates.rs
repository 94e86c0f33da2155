//! Certificates and their checker: what is accepted, and above all what is not.

// The helpers of tests are no test functions to clippy.
#![allow(clippy::unwrap_used)]

mod certificates {
    mod accepted;
    mod damaged;
    mod forged;
    mod page;
    mod random;
    mod single_checks;
    mod support;
}
