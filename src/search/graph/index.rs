//! From the key of a position to its node.

use hashbrown::HashTable;

use super::NodeId;

/// A node and the lowest bits of its key: with them the table grows without asking the nodes, and hardly ever
/// asks one in vain. (Nodes lie anywhere in memory; each is a wait.)
#[derive(Clone, Copy)]
struct Slot {
    tag: u32,
    id: NodeId,
}

/// The nodes by their keys.
#[derive(Default)]
pub(super) struct Index {
    slots: HashTable<Slot>,
}

fn tag_of(key: u128) -> u32 {
    key as u32
}

/// Both ends of the hash are looked at by the table.
fn hash_of(tag: u32) -> u64 {
    u64::from(tag) << 32 | u64::from(tag)
}

impl Index {
    /// Bytes for each entry that there is room for, on average.
    pub const BYTES: usize = size_of::<Slot>() + 2;

    pub fn with_capacity(nodes: usize) -> Index {
        Index { slots: HashTable::with_capacity(nodes) }
    }

    /// Entries that there is room for.
    pub fn capacity(&self) -> usize {
        self.slots.capacity()
    }

    /// The node with this key; `has_key` tells whether a node has it.
    #[inline]
    pub fn find(&self, key: u128, has_key: impl Fn(NodeId) -> bool) -> Option<NodeId> {
        let tag = tag_of(key);
        self.slots
            .find(hash_of(tag), |slot| slot.tag == tag && has_key(slot.id))
            .map(|slot| slot.id)
    }

    /// Enters a node whose key is not there.
    #[inline]
    pub fn insert(&mut self, key: u128, id: NodeId) {
        let tag = tag_of(key);
        self.slots.insert_unique(hash_of(tag), Slot { tag, id }, |slot| hash_of(slot.tag));
    }

    /// Forgets all, keeping the memory.
    pub fn clear(&mut self) {
        self.slots.clear();
    }
}
