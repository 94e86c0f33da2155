//! What a run amounts to, and the exit status that says it.

use std::process::ExitCode;

/// The outcome of a command or of one problem. Over a batch the gravest wins:
/// 130 > 2 > 1 > 3 > 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Everything asked is established.
    Established,
    /// An answer, and it is no.
    Refuted,
    /// Usage, input, IO or internal error.
    Failed,
    /// A limit was reached.
    Undetermined,
    /// The user stopped the run.
    Interrupted,
}

impl Status {
    /// All of them, in the order of their numbers.
    pub const ALL: [Status; 5] = [
        Status::Established,
        Status::Refuted,
        Status::Failed,
        Status::Undetermined,
        Status::Interrupted,
    ];

    /// The number given to the shell.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Status::Established => 0,
            Status::Refuted => 1,
            Status::Failed => 2,
            Status::Undetermined => 3,
            Status::Interrupted => 130,
        }
    }

    const fn gravity(self) -> u8 {
        match self {
            Status::Established => 0,
            Status::Undetermined => 1,
            Status::Refuted => 2,
            Status::Failed => 3,
            Status::Interrupted => 4,
        }
    }

    /// The status of both together.
    #[must_use]
    pub const fn and(self, other: Status) -> Status {
        if self.gravity() >= other.gravity() { self } else { other }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status.number())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn over_a_batch_the_gravest_wins() {
        let order = [130, 2, 1, 3, 0];
        for a in Status::ALL {
            for b in Status::ALL {
                let rank = |s: Status| order.iter().position(|&n| n == s.number()).unwrap();
                assert_eq!(rank(a.and(b)), rank(a).min(rank(b)));
            }
        }
    }
}
