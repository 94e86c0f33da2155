//! How a node is stored: 44 bytes in eleven atomic words of two tables.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use super::{Counting, Graph, INFINITE, NodeId};

/// Where a node stands in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// An attacker's node without edges yet.
    Leaf,
    /// A defender's node with its evasions, their positions not looked up.
    Unresolved,
    /// All edges and children are there.
    Expanded,
    /// An attacker's node of which only one edge is kept: a check that mates at once.
    MateInOne,
}

/// The part of a node that its parents read all the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hot {
    /// Proof number; 0 = the attacker mates, [`INFINITE`] = never.
    pub proof: u32,
    /// Disproof number; 0 = the attacker never mates, [`INFINITE`] = he does.
    pub disproof: u32,
    /// 1 + index of its path-dependent disproof; 0 = none.
    pub record: u32,
    /// Least depth at which the node has been visited or first met; 65535 stands for more, too.
    pub min_depth: u16,
    /// How many threads have the node on their path.
    pub visitors: u8,
    /// Greatest number of expansions during one visit, as the number of its binary digits.
    pub worked: u8,
}

/// The numbers, and the rest of [`Hot`].
pub(super) type HotCell = [AtomicU64; 2];

/// A depth as nodes remember it.
fn short(depth: u32) -> u16 {
    u16::try_from(depth).unwrap_or(u16::MAX)
}

/// An open node's zero proof and disproof numbers would mean solved; so both are stored inverted in one bit.
const ONES: u64 = 1 << 32 | 1;

fn numbers(proof: u32, disproof: u32) -> u64 {
    (u64::from(disproof) << 32 | u64::from(proof)) ^ ONES
}

const ONE_VISITOR: u64 = 1 << 48;

impl Hot {
    /// An open node first met at this depth.
    pub(super) fn new(depth: u32) -> Hot {
        let min_depth = short(depth);
        Hot { proof: 1, disproof: 1, record: 0, min_depth, visitors: 0, worked: 0 }
    }

    /// True if the win or its absence is established.
    #[inline]
    #[must_use]
    pub fn is_solved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    #[inline]
    fn of_words(word: u64, rest: u64) -> Hot {
        let word = word ^ ONES;
        let [.., visitors, worked] = rest.to_le_bytes();
        Hot {
            proof: word as u32,
            disproof: (word >> 32) as u32,
            record: rest as u32,
            min_depth: (rest >> 32) as u16,
            visitors,
            worked,
        }
    }

    fn rest(self) -> u64 {
        u64::from(self.record)
            | u64::from(self.min_depth) << 32
            | u64::from(self.visitors) << 48
            | u64::from(self.worked) << 56
    }
}

/// Changes the second word of a node's [`Hot`].
fn change_rest(cell: &HotCell, change: impl Fn(Hot) -> Hot) {
    let _ = cell[1].fetch_update(Ordering::Relaxed, Ordering::Relaxed, |rest| {
        Some(change(Hot::of_words(0, rest)).rest())
    });
}

impl Graph {
    /// The often-read part of a node.
    #[inline]
    #[must_use]
    pub fn hot(&self, id: NodeId) -> Hot {
        let cell = self.hot.cell(id);
        Hot::of_words(cell[0].load(Ordering::Relaxed), cell[1].load(Ordering::Relaxed))
    }

    /// Makes a node's often-read part new.
    pub(super) fn reset_hot(&self, id: NodeId, hot: Hot) {
        let cell = self.hot.cell(id);
        cell[0].store(numbers(hot.proof, hot.disproof), Ordering::Relaxed);
        cell[1].store(hot.rest(), Ordering::Relaxed);
    }

    /// Sets proof and disproof number.
    #[inline]
    pub fn set_numbers(&self, id: NodeId, proof: u32, disproof: u32) {
        self.hot.cell(id)[0].store(numbers(proof, disproof), Ordering::Relaxed);
    }

    /// Marks a node as won by the attacker.
    pub fn set_proved(&self, id: NodeId) {
        self.set_numbers(id, 0, INFINITE);
    }

    /// Marks a node as never won, on any path.
    pub fn set_disproved(&self, id: NodeId) {
        self.set_numbers(id, INFINITE, 0);
    }

    /// True if the attacker's win is proved.
    #[inline]
    #[must_use]
    pub fn is_proved(&self, id: NodeId) -> bool {
        self.hot(id).proof == 0
    }

    /// True if it is established that the attacker never wins, whatever the path.
    #[inline]
    #[must_use]
    pub fn is_disproved(&self, id: NodeId) -> bool {
        self.hot(id).disproof == 0
    }

    /// Notes the index of the path-dependent disproof; 0 = none.
    pub(in crate::search) fn set_record(&self, id: NodeId, record: u32) {
        if self.hot(id).record != record {
            change_rest(self.hot.cell(id), |hot| Hot { record, ..hot });
        }
    }

    /// Notes that a thread has the node on its path, at this depth.
    #[inline]
    pub(in crate::search) fn enter(&self, id: NodeId, depth: u32) {
        let cell = self.hot.cell(id);
        let before = Hot::of_words(0, cell[1].fetch_add(ONE_VISITOR, Ordering::Relaxed));
        if short(depth) < before.min_depth {
            let meet = |hot: Hot| Hot { min_depth: hot.min_depth.min(short(depth)), ..hot };
            change_rest(cell, meet);
        }
    }

    /// Notes that a thread has left the node after so many expansions.
    #[inline]
    pub(in crate::search) fn leave(&self, id: NodeId, expansions: u64) {
        let digits = (u64::BITS - expansions.leading_zeros()) as u8;
        change_rest(self.hot.cell(id), |hot| Hot {
            visitors: hot.visitors - 1,
            worked: hot.worked.max(digits),
            ..hot
        });
    }
}

/// The key in four words, the first edge, the number of edges with the collections before the node was
/// made, and flags; see [`flag`].
pub(super) type NodeCell = [AtomicU32; 7];

const FIRST_EDGE: usize = 4;
const COUNTS: usize = 5;
const FLAGS: usize = 6;

/// Bits of a node. A cell of zeros is a node that stands for no position.
pub(super) mod flag {
    /// Stands for a position.
    pub const LIVE: u32 = 1;
    /// The defender is to move.
    pub const DEFENDER: u32 = 2;
    /// The stage, in the order of [`super::Stage`].
    pub const STAGE: u32 = 4 + 8;
    /// A defender's node that counts as mate by convention, or an attacker's leaf from which no check
    /// mates at once, not even by convention.
    pub const NOTED: u32 = 16;
    /// Never freed.
    pub const PINNED: u32 = 32;
    /// A thread is expanding it.
    pub const TAKEN: u32 = 64;
}

impl Stage {
    /// True if the positions after it are not known: no edges, or none looked up.
    #[inline]
    #[must_use]
    pub fn is_open(self) -> bool {
        matches!(self, Stage::Leaf | Stage::Unresolved)
    }

    pub(super) fn bits(self) -> u32 {
        match self {
            Stage::Leaf => 0,
            Stage::Unresolved => 4,
            Stage::Expanded => 8,
            Stage::MateInOne => 12,
        }
    }

    #[inline]
    pub(super) fn of_bits(bits: u32) -> Stage {
        match bits & flag::STAGE {
            0 => Stage::Leaf,
            4 => Stage::Unresolved,
            8 => Stage::Expanded,
            _ => Stage::MateInOne,
        }
    }
}

/// The rest of a node, read when it is asked for.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    /// True if the attacker is to move.
    pub attacker: bool,
    /// Where it stands in its life.
    pub stage: Stage,
    flags: u32,
    cell: &'a NodeCell,
}

impl<'a> Node<'a> {
    /// What is behind the flags was written before them.
    #[inline]
    pub(super) fn of(cell: &'a NodeCell) -> Node<'a> {
        let flags = cell[FLAGS].load(Ordering::Acquire);
        Node { attacker: flags & flag::DEFENDER == 0, stage: Stage::of_bits(flags), flags, cell }
    }

    #[inline]
    fn word(&self, index: usize) -> u32 {
        self.cell[index].load(Ordering::Relaxed)
    }

    /// Identity of the position.
    #[inline]
    #[must_use]
    pub fn key(&self) -> u128 {
        let [a, b, c, d] = [0, 1, 2, 3].map(|index| u128::from(self.word(index)));
        a | b << 32 | c << 64 | d << 96
    }

    /// First edge and number of edges.
    #[inline]
    pub(super) fn run(&self) -> (u32, u32) {
        (self.word(FIRST_EDGE), self.word(COUNTS) & 0xffff)
    }

    /// True if it stands for a position.
    #[inline]
    pub(in crate::search) fn is_live(&self) -> bool {
        self.has(flag::LIVE)
    }

    /// True for a defender's node without evasions.
    #[inline]
    pub(in crate::search) fn is_checkmate(&self) -> bool {
        !self.attacker && self.stage == Stage::Expanded && self.run().1 == 0
    }

    /// True for a defender's node with evasions that are all futile interpositions.
    #[inline]
    pub(in crate::search) fn is_futile(&self) -> bool {
        !self.attacker && self.has(flag::NOTED)
    }

    /// True for a defender's node that counts as mate.
    #[inline]
    pub(in crate::search) fn is_mate(&self, counting: Counting) -> bool {
        self.is_checkmate() || counting == Counting::Conventional && self.is_futile()
    }

    /// True for an attacker's node from which no check mates at once, not even by convention, as far as has been
    /// noted.
    #[inline]
    pub(in crate::search) fn has_no_quick_mate(&self) -> bool {
        self.attacker && self.has(flag::NOTED)
    }

    /// Collections before it was made.
    pub(super) fn born(&self) -> u16 {
        (self.word(COUNTS) >> 16) as u16
    }

    #[inline]
    pub(super) fn has(&self, bits: u32) -> bool {
        self.flags & bits != 0
    }
}

/// Changes to a node's cell. A node that others may meet is changed by the thread only that has taken it, or
/// by several in the same way.
pub(super) struct Change<'a>(pub &'a NodeCell);

impl Change<'_> {
    pub fn key(&self, key: u128) {
        for (index, word) in self.0[..FIRST_EDGE].iter().enumerate() {
            word.store((key >> (32 * index)) as u32, Ordering::Relaxed);
        }
    }

    pub fn counts(&self, edges: u16, born: u16) {
        self.0[COUNTS].store(u32::from(born) << 16 | u32::from(edges), Ordering::Relaxed);
    }

    pub fn edges(&self, first: u32, count: u16) {
        self.0[FIRST_EDGE].store(first, Ordering::Relaxed);
        self.counts(count, Node::of(self.0).born());
    }

    /// Sets the flags, which makes known what was stored before.
    pub fn flags(&self, flags: u32) {
        self.0[FLAGS].store(flags, Ordering::Release);
    }

    pub fn stage(&self, stage: Stage) {
        let flags = self.0[FLAGS].load(Ordering::Relaxed);
        self.flags(flags & !(flag::STAGE | flag::TAKEN) | stage.bits());
    }

    /// Sets or clears a flag.
    pub fn set(&self, bit: u32, on: bool) {
        let flags = self.0[FLAGS].load(Ordering::Relaxed);
        self.flags(if on { flags | bit } else { flags & !bit });
    }

    /// Takes the leaf for this thread; false if another has it, or has expanded it.
    pub fn take(&self) -> bool {
        let take = |flags: u32| {
            let is_free = flags & flag::TAKEN == 0 && Stage::of_bits(flags) == Stage::Leaf;
            is_free.then_some(flags | flag::TAKEN)
        };
        self.0[FLAGS].fetch_update(Ordering::AcqRel, Ordering::Acquire, take).is_ok()
    }

    /// Gives back what was taken.
    pub fn give_back(&self) {
        self.set(flag::TAKEN, false);
    }
}
