//! Disproofs that hold on the current path only.
//!
//! A position on the current path counts as not won when it is met again: coming back makes no
//! progress. A disproof that leans on such a cut holds only while the positions it leans on are on
//! the path. It is remembered with the depths of the shallowest and the deepest of them and a hash
//! of the path down to the deepest, and is valid again whenever the current path begins alike. At
//! the depth where the last loop closes it becomes unconditional. (The graph-history-interaction
//! problem: Campbell 1985; Kishimoto and Müller 2004.)

use std::sync::atomic::{AtomicU64, Ordering};

use rustc_hash::FxHashMap;

use super::cells::{Cells, Lease};
use super::graph::NodeId;

/// The depths of the path positions that a disproof leans on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lean {
    /// The shallowest; [`Lean::NOTHING`]'s is past any depth.
    pub shallowest: u32,
    /// The deepest.
    pub deepest: u32,
}

impl Lean {
    /// An unconditional disproof.
    pub const NOTHING: Lean = Lean { shallowest: u32::MAX, deepest: 0 };

    /// Leaning on the one position at this depth.
    #[must_use]
    pub const fn on(depth: u32) -> Lean {
        Lean { shallowest: depth, deepest: depth }
    }

    /// Leaning on both.
    #[must_use]
    pub fn and(self, other: Lean) -> Lean {
        Lean {
            shallowest: self.shallowest.min(other.shallowest),
            deepest: self.deepest.max(other.deepest),
        }
    }

    /// What is left once the position at `depth` itself is disproved: leaning on itself is no
    /// condition, and everything deeper has been left.
    #[must_use]
    pub fn closed_at(self, depth: u32) -> Lean {
        if self.shallowest >= depth {
            Lean::NOTHING
        } else {
            Lean { shallowest: self.shallowest, deepest: self.deepest.min(depth - 1) }
        }
    }

    /// True if nothing is leant on.
    #[must_use]
    pub fn is_nothing(self) -> bool {
        self.shallowest == u32::MAX
    }
}

/// A remembered path-dependent disproof: the depths that it leans on, and the hash of the path mixed with
/// them, so that nobody takes one half of a record that another thread is just changing for a whole one.
type Record = [AtomicU64; 2];

/// The depths of a record in one word.
fn word_of(lean: Lean) -> u64 {
    u64::from(lean.shallowest) << 32 | u64::from(lean.deepest)
}

fn mixed(hash: u64, word: u64) -> u64 {
    hash ^ word.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The path-dependent disproofs of all nodes.
///
/// A record names the path that it holds on by its hash, not the thread that found it, so that threads
/// which search the same graph can share them.
#[derive(Default)]
pub struct Records(Cells<Record, 8>);

impl Records {
    /// Bytes in use.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0.bytes()
    }

    /// Forgets all; no slot and no lease may be used any more.
    pub fn clear(&mut self) {
        self.0.truncate(0);
    }

    /// Remembers a disproof on this path; `slot` is 1 + the index of the node's earlier record or 0, the result
    /// that of the new one. `ahead` records more are set aside if a new one is needed.
    pub(super) fn remember(
        &self,
        lease: &mut Lease,
        ahead: usize,
        slot: u32,
        lean: Lean,
        path: &Path,
    ) -> u32 {
        let slot = if slot == 0 { self.0.take(lease, 1, ahead) + 1 } else { slot };
        let record = self.0.cell(slot - 1);
        let word = word_of(lean);
        record[0].store(word, Ordering::Relaxed);
        record[1].store(mixed(path.hashes[lean.deepest as usize], word), Ordering::Relaxed);
        slot
    }

    /// What the disproof remembered in the slot leans on, if it is valid on this path.
    #[inline]
    #[must_use]
    pub fn recall(&self, slot: u32, path: &Path) -> Option<Lean> {
        if slot == 0 {
            return None;
        }
        let [word, hash] =
            self.0.cell(slot - 1).each_ref().map(|half| half.load(Ordering::Relaxed));
        let lean = Lean { shallowest: (word >> 32) as u32, deepest: word as u32 };
        let here = path.hashes.get(lean.deepest as usize);
        here.is_some_and(|&here| mixed(here, word) == hash).then_some(lean)
    }
}

/// The current path of one thread, with running hashes.
#[derive(Default)]
pub struct Path {
    nodes: Vec<NodeId>,
    hashes: Vec<u64>,
    depths: FxHashMap<NodeId, u32>,
}

impl Path {
    /// Appends a position that is not on the path.
    pub fn push(&mut self, id: NodeId) {
        let previous = self.hashes.last().copied().unwrap_or(0x9e37_79b9_7f4a_7c15);
        let mut hash =
            (previous.rotate_left(23) ^ u64::from(id)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        hash = (hash ^ hash >> 29).wrapping_mul(0x94d0_49bb_1331_11eb);
        self.depths.insert(id, self.nodes.len() as u32);
        self.nodes.push(id);
        self.hashes.push(hash ^ hash >> 32);
    }

    /// Removes the last position.
    pub fn pop(&mut self) -> Option<NodeId> {
        self.hashes.pop();
        let last = self.nodes.pop()?;
        self.depths.remove(&last);
        Some(last)
    }

    /// How deep on the path the position is; `None`: it is not on it.
    #[inline]
    #[must_use]
    pub fn depth_of(&self, id: NodeId) -> Option<u32> {
        self.depths.get(&id).copied()
    }
}
