//! The program as a user meets it: exit statuses, streams, formats, help.

mod cli {
    mod help;
    mod moves;
    mod solve;
    mod streams;
    mod support;
}
