//! Growing tables whose cells never move, so that several threads can read and write them while
//! others make them grow.
//!
//! The cells lie in chunks, each twice as large as the one before. A chunk is zeroed by the operating system
//! when it is first written to, page by page, so that only what is used takes memory. The cells are
//! atomics: what a thread writes, others see when they have learnt of the cell by a load with `Acquire` of what
//! that thread stored with `Release`.

use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytemuck::Zeroable;

/// Chunks, the first with this many cells as a power of two; all start as zero.
pub struct Cells<T, const FIRST: u32> {
    chunks: [OnceLock<Box<[T]>>; MOST_CHUNKS],
    /// Number of cells handed out.
    len: AtomicUsize,
}

/// Enough for 2^32 cells even where the first chunk is small.
const MOST_CHUNKS: usize = 24;

/// A run of cells that a thread has set aside for itself.
#[derive(Debug, Default)]
pub struct Lease {
    next: usize,
    end: usize,
}

impl<T, const FIRST: u32> Default for Cells<T, FIRST> {
    fn default() -> Self {
        Cells { chunks: [const { OnceLock::new() }; MOST_CHUNKS], len: AtomicUsize::new(0) }
    }
}

impl<T: Zeroable, const FIRST: u32> Cells<T, FIRST> {
    /// Number of cells handed out, those included that are set aside.
    #[inline]
    pub fn len(&self) -> usize {
        self.len.load(Ordering::Relaxed)
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.len() * size_of::<T>()
    }

    /// The chunk of a cell and its place there.
    #[inline]
    fn place(index: usize) -> (usize, usize) {
        let number = index + (1 << FIRST);
        let order = number.ilog2();
        ((order - FIRST) as usize, number - (1 << order))
    }

    #[inline]
    fn chunk(&self, number: usize) -> &[T] {
        self.chunks[number].get().expect("invariant: the cell has been handed out")
    }

    /// A cell that has been handed out.
    #[inline]
    pub fn cell(&self, index: u32) -> &T {
        let (chunk, place) = Self::place(index as usize);
        &self.chunk(chunk)[place]
    }

    /// A cell, if its chunk has been made.
    #[inline]
    pub fn peek(&self, index: u32) -> Option<&T> {
        let (chunk, place) = Self::place(index as usize);
        self.chunks[chunk].get().map(|cells| &cells[place])
    }

    /// Cells that have been handed out together.
    #[inline]
    pub fn run(&self, first: u32, count: u32) -> &[T] {
        if count == 0 {
            return &[];
        }
        let (chunk, place) = Self::place(first as usize);
        &self.chunk(chunk)[place..place + count as usize]
    }

    /// All cells in their order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        let len = self.len();
        self.chunks.iter().map_while(|chunk| chunk.get()).flat_map(|chunk| chunk.iter()).take(len)
    }

    /// The first index from `index` on where a run of this length lies in one chunk.
    pub fn fit(index: usize, count: usize) -> usize {
        let (chunk, place) = Self::place(index);
        if place + count <= 1 << (FIRST as usize + chunk) {
            return index;
        }
        // The start of the next chunk; a longer run may need a later one.
        let next = (1 << (FIRST as usize + chunk + 1)) - (1 << FIRST);
        if count == 0 { next } else { Self::fit(next, count) }
    }

    /// Hands out a run of cells; they may have been used before the table was cut. `ahead` cells more are set
    /// aside if the lease has to be renewed.
    pub fn take(&self, lease: &mut Lease, count: usize, ahead: usize) -> u32 {
        loop {
            let start = Self::fit(lease.next, count);
            if start + count <= lease.end {
                lease.next = start + count;
                return start as u32;
            }
            let end = self.len();
            // Mostly the cells after the lease are free.
            let start = if end == lease.end { start } else { Self::fit(end, count) };
            let wanted = start + count + ahead;
            let grown =
                self.len.compare_exchange(end, wanted, Ordering::Relaxed, Ordering::Relaxed);
            if grown.is_ok() {
                self.make(start..wanted);
                *lease = Lease { next: start, end: wanted };
            }
        }
    }

    /// Hands out the next cell. Nobody may have a lease.
    #[inline]
    pub fn push(&self) -> &T {
        let index = self.len.fetch_add(1, Ordering::Relaxed);
        let (chunk, place) = Self::place(index);
        if self.chunks[chunk].get().is_none() {
            self.make(index..index + 1);
        }
        &self.chunk(chunk)[place]
    }

    /// Hands out all cells below this number.
    #[inline]
    pub fn reach(&self, len: usize) {
        let before = self.len.load(Ordering::Acquire);
        if before < len {
            self.make(before..len);
            // Who sees the number sees the chunks.
            self.len.fetch_max(len, Ordering::Release);
        }
    }

    /// Makes the chunks of these cells.
    fn make(&self, cells: Range<usize>) {
        if cells.is_empty() {
            return;
        }
        for chunk in Self::place(cells.start).0..=Self::place(cells.end - 1).0 {
            self.chunks[chunk]
                .get_or_init(|| bytemuck::zeroed_slice_box(1 << (FIRST as usize + chunk)));
        }
    }

    /// Ends a lease; what is left of it and cannot go back to the table.
    pub fn give_back(&self, lease: &mut Lease) -> Range<usize> {
        let Lease { next, end } = std::mem::take(lease);
        let given = self.len.compare_exchange(end, next, Ordering::Relaxed, Ordering::Relaxed);
        if given.is_ok() { end..end } else { next..end }
    }

    /// Takes cells back from this index on. Nobody may have a lease.
    pub fn truncate(&mut self, len: usize) {
        *self.len.get_mut() = len;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::atomic::AtomicU32;

    use super::*;

    type Small = Cells<AtomicU32, 2>;

    #[test]
    fn a_run_lies_in_one_chunk() {
        // Chunks of 4, 8, 16 cells begin at 0, 4, 12.
        assert_eq!(Small::fit(0, 4), 0);
        assert_eq!(Small::fit(1, 4), 4);
        assert_eq!(Small::fit(3, 1), 3);
        assert_eq!(Small::fit(5, 8), 12);
        assert_eq!(Small::fit(0, 9), 12);
        let cells = Small::default();
        let mut lease = Lease::default();
        let starts: Vec<u32> = [3, 2, 6, 1].map(|count| cells.take(&mut lease, count, 0)).to_vec();
        assert_eq!(starts, [0, 4, 6, 12]);
        assert_eq!((cells.len(), cells.run(6, 6).len(), cells.iter().count()), (13, 6, 13));
    }

    #[test]
    fn what_is_left_of_a_lease_goes_back() {
        let cells = Small::default();
        let (mut first, mut second) = (Lease::default(), Lease::default());
        assert_eq!(cells.take(&mut first, 1, 3), 0);
        assert_eq!(cells.take(&mut second, 1, 2), 4);
        assert_eq!((cells.len(), cells.give_back(&mut first), cells.len()), (7, 1..4, 7));
        assert_eq!((cells.give_back(&mut second), cells.len()), (7..7, 5));
    }

    #[test]
    fn what_threads_push_is_all_there() {
        let cells = Small::default();
        std::thread::scope(|scope| {
            for first in [0, 1000, 2000] {
                let cells = &cells;
                scope.spawn(move || {
                    for value in first..first + 1000 {
                        cells.push().store(value, Ordering::Relaxed);
                    }
                });
            }
        });
        let all: HashSet<u32> = cells.iter().map(|cell| cell.load(Ordering::Relaxed)).collect();
        assert_eq!((cells.len(), all), (3000, (0..3000).collect()));
    }

    #[test]
    fn threads_get_different_cells() {
        let cells = Small::default();
        let taken: Vec<u32> = std::thread::scope(|scope| {
            let take = || {
                let mut lease = Lease::default();
                (0..1000).map(|_| cells.take(&mut lease, 3, 5)).collect::<Vec<u32>>()
            };
            let threads = [scope.spawn(take), scope.spawn(take), scope.spawn(take)];
            threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
        });
        let all: HashSet<u32> = taken.iter().flat_map(|&start| start..start + 3).collect();
        assert_eq!(all.len(), 9000);
        assert!(taken.iter().all(|&start| cells.run(start, 3).len() == 3));
    }
}
