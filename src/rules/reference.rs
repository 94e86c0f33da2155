//! The plain reference rules.
