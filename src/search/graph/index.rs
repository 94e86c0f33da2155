//! From the key of a position to its node.
//!
//! One table with open addressing and linear probing, whose slots are atomics: several threads look keys up and
//! enter nodes without a lock. A slot has a node and 32 bits of its key, so that hardly ever a node is asked in
//! vain (nodes lie anywhere in memory; each is a wait), and eight slots share a line of the cache: mostly
//! a look-up waits for memory once. Entries go only when the table is made anew.
//!
//! (A concurrent map such as dashmap would do the same for the threads, but costs a lock at each look-up,
//! some dozens for each expansion, and stores what it compares; hashbrown's tables touch two lines and
//! cannot be shared.)

use std::sync::atomic::{AtomicU64, Ordering};

use super::NodeId;

/// The nodes by their keys. A slot is empty (0) or has 1 + the node below and a part of the key above.
pub(super) struct Index {
    slots: Box<[AtomicU64]>,
    /// Bits of the hash that are not the number of a slot.
    shift: u32,
}

fn tag_of(key: u128) -> u32 {
    key as u32
}

/// At least so many slots, as a power of two.
const LEAST_ORDER: u32 = 13;

/// The slots for so many nodes, as a power of two: at most three quarters are used.
fn order_for(nodes: usize) -> u32 {
    (nodes + nodes / 3 + 1).next_power_of_two().ilog2().max(LEAST_ORDER)
}

impl Index {
    /// Without nodes, with room for so many.
    pub fn with_capacity(nodes: usize) -> Index {
        let order = order_for(nodes);
        Index { slots: bytemuck::zeroed_slice_box(1 << order), shift: u64::BITS - order }
    }

    /// Takes no memory; must be replaced before use.
    pub fn placeholder() -> Index {
        Index { slots: Box::default(), shift: 0 }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<AtomicU64>()
    }

    /// Bytes with room for so many nodes.
    pub fn bytes_for(nodes: usize) -> usize {
        size_of::<AtomicU64>() << order_for(nodes)
    }

    /// True if there is room for so many nodes.
    pub fn has_room_for(&self, nodes: usize) -> bool {
        self.slots.len() >= 1 << order_for(nodes)
    }

    /// The slot where the search for a key begins.
    #[inline]
    fn start(&self, key: u128) -> usize {
        // Keys need not be spread over all bits.
        let folded = key as u64 ^ (key >> 64) as u64;
        (folded.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    /// The node with this key; `has_key` tells whether a node has it.
    #[inline]
    pub fn find(&self, key: u128, has_key: impl Fn(NodeId) -> bool) -> Option<NodeId> {
        self.probe(key, has_key).err()
    }

    /// An empty slot for the key, or the node that has it.
    #[inline]
    fn probe(&self, key: u128, has_key: impl Fn(NodeId) -> bool) -> Result<usize, NodeId> {
        let tag = tag_of(key);
        let mut at = self.start(key);
        loop {
            // Together with the slot comes what its node's thread had written.
            let slot = self.slots[at].load(Ordering::Acquire);
            if slot == 0 {
                return Ok(at);
            }
            let id = slot as u32 - 1;
            if (slot >> 32) as u32 == tag && has_key(id) {
                return Err(id);
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }

    /// Enters a node, which must be complete, unless there is one with its key: that is returned then.
    /// There must be room.
    #[inline]
    pub fn enter(&self, key: u128, id: NodeId, has_key: impl Fn(NodeId) -> bool) -> NodeId {
        let slot = u64::from(tag_of(key)) << 32 | (u64::from(id) + 1);
        loop {
            let at = match self.probe(key, &has_key) {
                Ok(at) => at,
                Err(known) => return known,
            };
            let taken =
                self.slots[at].compare_exchange(0, slot, Ordering::AcqRel, Ordering::Relaxed);
            if taken.is_ok() {
                return id;
            }
        }
    }
}
