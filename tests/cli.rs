//! The program as a user meets it: exit statuses, streams, formats, help.

#![allow(clippy::unwrap_used, reason = "the helpers of tests are no test functions to clippy")]

mod cli {
    mod certificates;
    mod documents;
    mod edition;
    mod help;
    mod moves;
    mod pages;
    mod pictures;
    mod report;
    mod solve;
    mod streams;
    mod support;
    mod usi;
    mod verify;
}
