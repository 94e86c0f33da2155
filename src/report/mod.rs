//! Results as text and data: pure functions from records to bytes.
