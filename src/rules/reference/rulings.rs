//! Rulings.
