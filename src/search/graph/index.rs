//! From the key of a position to its node.
//!
//! One table with open addressing and linear probing, whose slots are atomics: several threads look keys up and
//! enter nodes without a lock. A slot has a node and 32 bits of its hash, so that hardly ever a node is asked in
//! vain (nodes lie anywhere in memory; each is a wait), and eight slots share a line of the cache: mostly
//! a look-up waits for memory once. The uppermost of these bits are the number of the slot where
//! the search begins, so that a table grows by being read and written from one end to the other. Entries go only when
//! the table is made anew.
//!
//! (A concurrent map such as dashmap would do the same for the threads, but costs a lock at each look-up,
//! some dozens for each expansion, and stores what it compares; hashbrown's tables touch two lines and
//! cannot be shared.)

use std::sync::atomic::{AtomicU64, Ordering};

use super::NodeId;

/// The nodes by their keys. A slot is empty (0) or has 1 + the node below and a part of the hash above.
pub(super) struct Index {
    slots: Box<[AtomicU64]>,
    /// Bits of a tag that are not the number of a slot.
    shift: u32,
}

/// The upper half of the hash of a key. Keys need not be spread over all bits.
#[inline]
fn tag_of(key: u128) -> u32 {
    let folded = key as u64 ^ (key >> 64) as u64;
    (folded.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32
}

/// At least so many slots, as a power of two.
const LEAST_ORDER: u32 = 13;

/// The slots for so many nodes, as a power of two: at most three quarters are used.
fn order_for(nodes: usize) -> u32 {
    (nodes + nodes / 3 + 1).next_power_of_two().ilog2().clamp(LEAST_ORDER, u32::BITS)
}

impl Index {
    /// Without nodes, with room for so many.
    pub fn with_capacity(nodes: usize) -> Index {
        let order = order_for(nodes);
        Index { slots: bytemuck::zeroed_slice_box(1 << order), shift: u32::BITS - order }
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

    /// The node with this key; `has_key` tells whether a node has it.
    #[inline]
    pub fn find(&self, key: u128, has_key: impl Fn(NodeId) -> bool) -> Option<NodeId> {
        self.probe(tag_of(key), has_key).err()
    }

    /// An empty slot for the key with this tag, or the node that has it.
    #[inline]
    fn probe(&self, tag: u32, has_key: impl Fn(NodeId) -> bool) -> Result<usize, NodeId> {
        let mut at = (u64::from(tag) >> self.shift) as usize;
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
        self.enter_tag(tag_of(key), id, has_key)
    }

    #[inline]
    fn enter_tag(&self, tag: u32, id: NodeId, has_key: impl Fn(NodeId) -> bool) -> NodeId {
        let slot = u64::from(tag) << 32 | (u64::from(id) + 1);
        loop {
            let at = match self.probe(tag, &has_key) {
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

    /// Enters everything that another has.
    pub fn enter_all(&self, other: &Index) {
        for slot in &other.slots {
            let slot = slot.load(Ordering::Acquire);
            if slot != 0 {
                self.enter_tag((slot >> 32) as u32, slot as u32 - 1, |_| false);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(id: NodeId) -> u128 {
        // Some differ in the upper half only, and some share a tag.
        u128::from(id / 2) << 64 | u128::from(id % 2)
    }

    #[test]
    fn every_node_is_found_and_nothing_else_before_and_after_growing() {
        let mut index = Index::with_capacity(6000);
        for id in 0..6000 {
            assert_eq!(index.enter(key(id), id, |other| key(other) == key(id)), id);
        }
        let wider = Index::with_capacity(60_000);
        wider.enter_all(&index);
        for index in [&mut index, &mut { wider }] {
            for id in 0..6000 {
                assert_eq!(index.find(key(id), |other| key(other) == key(id)), Some(id));
                assert_eq!(index.enter(key(id), 9999, |other| key(other) == key(id)), id);
            }
            for id in 6000..7000 {
                assert_eq!(index.find(key(id), |other| key(other) == key(id)), None);
            }
        }
    }

    #[test]
    fn threads_that_enter_the_same_keys_agree_on_the_nodes() {
        let index = Index::with_capacity(4000);
        let entered: Vec<Vec<NodeId>> = std::thread::scope(|scope| {
            let enter = |first: NodeId| {
                let same = move |id: NodeId, other: NodeId| id % 4000 == other % 4000;
                let index = &index;
                move || {
                    (0..4000)
                        .map(|number| {
                            let id = first + number;
                            index.enter(key(number), id, |other| same(id, other))
                        })
                        .collect()
                }
            };
            let threads = [0, 4000, 8000].map(|first| scope.spawn(enter(first)));
            threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
        });
        assert!(entered[0] == entered[1] && entered[1] == entered[2]);
    }
}
