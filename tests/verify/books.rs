//! Remarks that the books and their editors make about their own lines.
//!
//! The remarks stand, paraphrased, in the column `note` of the collections; here they are compared
//! with what is found.
