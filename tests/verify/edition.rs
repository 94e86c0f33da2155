//! The committed edition is what the program finds.
