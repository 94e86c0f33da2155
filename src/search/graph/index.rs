//! From the key of a position to its node.
//!
//! Many small tables instead of one, so that a search by several threads can look keys up without the lock of the
//! graph: as long as it lasts each table has a lock of its own (see [`SharedIndex`]). Looking a key up
//! is a wait for memory, the greater part of the work that a new node makes.
//!
//! (A concurrent map such as dashmap would do the same for the threads, but costs a search by one thread a lock at
//! each look-up, some dozens for each expansion, and stores what it compares: here a few bits of the key do,
//! since the node has it all.)

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hashbrown::HashTable;

use super::NodeId;

/// A node and the lowest bits of its key: with them a table grows without asking the nodes, and hardly ever
/// asks one in vain. (Nodes lie anywhere in memory; each is a wait.)
#[derive(Clone, Copy)]
pub(super) struct Slot {
    tag: u32,
    id: NodeId,
}

pub(super) type Part = HashTable<Slot>;

/// A power of two.
const PARTS: usize = 64;

/// The nodes by their keys.
pub(super) enum Index {
    /// For one thread.
    Own(Box<[Part]>),
    /// For several, until [`Index::take_back`].
    Shared(SharedIndex),
}

/// The nodes by their keys, for several threads.
#[derive(Clone)]
pub(in crate::search) struct SharedIndex(Arc<[Mutex<Part>]>);

fn part_of(key: u128) -> usize {
    (key >> 32) as usize & (PARTS - 1)
}

fn tag_of(key: u128) -> u32 {
    key as u32
}

/// Both ends of the hash are looked at by the table.
fn hash_of(tag: u32) -> u64 {
    u64::from(tag) << 32 | u64::from(tag)
}

fn find_in(part: &Part, key: u128, has_key: impl Fn(NodeId) -> bool) -> Option<NodeId> {
    let tag = tag_of(key);
    part.find(hash_of(tag), |slot| slot.tag == tag && has_key(slot.id)).map(|slot| slot.id)
}

fn each_in(part: &Part, key: u128, mut work: impl FnMut(NodeId)) {
    let tag = tag_of(key);
    part.iter_hash(hash_of(tag)).filter(|slot| slot.tag == tag).for_each(|slot| work(slot.id));
}

fn insert_in(part: &mut Part, key: u128, id: NodeId) {
    let tag = tag_of(key);
    part.insert_unique(hash_of(tag), Slot { tag, id }, |slot| hash_of(slot.tag));
}

impl SharedIndex {
    fn part(&self, key: u128) -> MutexGuard<'_, Part> {
        self.0[part_of(key)].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A node that probably has this key; whoever uses it must ask the node.
    #[inline]
    pub fn candidate(&self, key: u128) -> Option<NodeId> {
        find_in(&self.part(key), key, |_| true)
    }

    /// Enters nodes.
    pub fn insert(&self, nodes: impl Iterator<Item = (u128, NodeId)>) {
        for (key, id) in nodes {
            insert_in(&mut self.part(key), key, id);
        }
    }
}

impl Index {
    pub fn with_capacity(nodes: usize) -> Index {
        Index::Own((0..PARTS).map(|_| Part::with_capacity(nodes / PARTS)).collect())
    }

    /// Bytes for so many nodes.
    pub fn bytes(nodes: usize) -> usize {
        // The parts are of about the same size; each is full to at most seven eighths.
        let part = (nodes / PARTS + 1) * 8 / 7 * 21 / 20;
        part.next_power_of_two() * (size_of::<Slot>() + 1) * PARTS
    }

    /// The node with this key; `has_key` tells whether a node has it.
    #[inline]
    pub fn find(&self, key: u128, has_key: impl Fn(NodeId) -> bool) -> Option<NodeId> {
        match self {
            Index::Own(parts) => find_in(&parts[part_of(key)], key, has_key),
            Index::Shared(shared) => find_in(&shared.part(key), key, has_key),
        }
    }

    /// Every node that probably has this key; there are several if threads have made it at the same time.
    pub fn each_candidate(&self, key: u128, work: impl FnMut(NodeId)) {
        match self {
            Index::Own(parts) => each_in(&parts[part_of(key)], key, work),
            Index::Shared(shared) => each_in(&shared.part(key), key, work),
        }
    }

    /// Enters a node whose key is not there.
    #[inline]
    pub fn insert(&mut self, key: u128, id: NodeId) {
        match self {
            Index::Own(parts) => insert_in(&mut parts[part_of(key)], key, id),
            Index::Shared(shared) => insert_in(&mut shared.part(key), key, id),
        }
    }

    /// Forgets all, keeping the memory.
    pub fn clear(&mut self) {
        match self {
            Index::Own(parts) => parts.iter_mut().for_each(Part::clear),
            Index::Shared(shared) => shared.0.iter().for_each(|part| {
                part.lock().unwrap_or_else(PoisonError::into_inner).clear();
            }),
        }
    }

    /// Lets several threads use it.
    pub fn share(&mut self) -> SharedIndex {
        if let Index::Own(parts) = self {
            let parts = std::mem::take(parts).into_iter().map(Mutex::new).collect();
            *self = Index::Shared(SharedIndex(parts));
        }
        match self {
            Index::Shared(shared) => shared.clone(),
            Index::Own(_) => unreachable!("invariant: it was made shared"),
        }
    }

    /// Ends the sharing. The others must have dropped theirs.
    pub fn take_back(&mut self) {
        if let Index::Shared(shared) = self {
            let parts = shared.0.iter().map(|part| {
                std::mem::take(&mut *part.lock().unwrap_or_else(PoisonError::into_inner))
            });
            *self = Index::Own(parts.collect());
        }
    }
}
