//! Length-bounded search: is there a mate within so many plies?
//!
//! df-pn over (position, plies left). The plies left decrease with every move, so there is no cycle
//! and no history problem; what is learnt about a position at one bound is shared with all others
//! through its proved interval (see [`super::bounds`]).
//!
//! Several threads may work on one question (see [`super::table`]). They go different ways by virtual loss, as in
//! the search for the first mate. All that is concluded from is the intervals; proof and disproof numbers
//! only tell where to look next, so that it does no harm when one thread writes them over another's.

use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use dashmap::DashMap;
use rustc_hash::FxBuildHasher;

use super::Limit;
use super::bounds::{Bounds, Interval, one_more};
use super::cells::Cells;
use super::core::{Core, Hand, Pause};
use super::game::{Game, PackedMove};
use super::graph::{Graph, INFINITE, LARGEST, NodeId, Stage};
use super::induction::NEVER;
use super::table::{self, Guard, Means, Shared, first_solved};
use super::weights::{Weight, past, weak_sum};

// Weights of their own, not those of the search for the first mate: see the measurements in benches/README.md.

/// What each rival of the hardest child adds to the weak sum.
const RIVAL: Weight = (3, 4);

/// A child may grow past the second best by one in so many.
const PAST_SECOND: u32 = 4;

/// How much harder a child counts for each thread that has it on its path.
const VIRTUAL_LOSS: u32 = 1;

/// Proof and disproof number of a position at a bound.
#[derive(Clone, Copy)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

impl Numbers {
    /// Those of a node that was never asked about at the bound.
    fn first(graph: &Graph, id: NodeId) -> Numbers {
        let replies = if graph.node(id).attacker { 1 } else { graph.edges(id).len() as u32 };
        Numbers { proof: replies.max(1), disproof: 1 }
    }
}

const WON: Numbers = Numbers { proof: 0, disproof: INFINITE };
const LOST: Numbers = Numbers { proof: INFINITE, disproof: 0 };

struct Frame {
    node: NodeId,
    /// The move that led to it; nothing at the bottom.
    mv: PackedMove,
    plies: u32,
    limit: Numbers,
}

/// The table of numbers, kept from one question about a problem to the next.
#[derive(Default)]
pub struct BoundedTable {
    /// For each node the numbers at the bound asked about last.
    recent: Cells<Entry, 10>,
    /// Numbers of nodes at other bounds.
    others: DashMap<u64, Numbers, FxBuildHasher>,
    /// How many those are: to ask the map takes a lock for each of its parts.
    others_count: AtomicUsize,
    /// Of nodes below this number all that stand for a position have an entry.
    extended: usize,
    /// Collections of the graph before; after another one all begins anew.
    collections: u16,
}

/// What is kept of a node: 1 + the bound, or 0 if the numbers are those that it starts with; proof and
/// disproof number, 0 if it has no entry yet; how many threads have it on their paths, and a flag.
type Entry = [AtomicU32; 4];

const BOUND: usize = 0;
const PROOF: usize = 1;
const DISPROOF: usize = 2;
const REST: usize = 3;

/// A hash table has a byte more for each entry, and has just grown to twice the size at the worst, of which it
/// leaves an eighth free.
const BYTES_PER_OTHER: usize = (size_of::<u64>() + size_of::<Numbers>() + 1) * 16 / 7;

/// Numbers are, or were, kept at other bounds.
const HAS_OTHERS: u32 = 1 << 31;

/// The numbers of an entry, if it has any.
#[inline]
fn numbers_of(entry: &Entry) -> Option<Numbers> {
    let [proof, disproof] = [PROOF, DISPROOF].map(|word| entry[word].load(Ordering::Relaxed));
    // Another thread may have written only one of them yet.
    (proof != 0 && disproof != 0).then_some(Numbers { proof, disproof })
}

fn keep(entry: &Entry, bound: u32, numbers: Numbers) {
    entry[BOUND].store(bound, Ordering::Relaxed);
    entry[PROOF].store(numbers.proof, Ordering::Relaxed);
    entry[DISPROOF].store(numbers.disproof, Ordering::Relaxed);
}

impl BoundedTable {
    /// Bytes in use.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.recent.bytes() + self.others_count.load(Ordering::Relaxed) * BYTES_PER_OTHER
    }

    /// Takes account of nodes that the graph has gained.
    fn extend(&mut self, graph: &Graph) {
        if self.collections != graph.collections() {
            self.collections = graph.collections();
            self.clear();
        }
        for id in self.extended..graph.node_count() {
            self.begin(graph, id as NodeId);
        }
        self.extended = graph.node_count();
    }

    /// Forgets all numbers. The entries stay: as many will be needed again, and memory that comes back from the
    /// allocator is zeroed, and so taken, whole.
    pub(super) fn clear(&mut self) {
        self.recent.iter().flatten().for_each(|word| word.store(0, Ordering::Relaxed));
        self.others = DashMap::default();
        self.others_count = AtomicUsize::new(0);
        self.extended = 0;
    }

    /// Gives a node its first numbers if it has none.
    #[inline]
    fn begin(&self, graph: &Graph, id: NodeId) {
        self.recent.reach(id as usize + 1);
        let entry = self.recent.cell(id);
        if graph.is_live(id) {
            let first = Numbers::first(graph, id);
            // Without a look at it: a page of memory that is read before it is written takes two faults.
            let new =
                entry[PROOF].compare_exchange(0, first.proof, Ordering::Relaxed, Ordering::Relaxed);
            if new.is_ok() {
                entry[DISPROOF].store(first.disproof, Ordering::Relaxed);
            }
        }
    }

    /// The numbers of a node at a bound.
    #[inline]
    fn get(&self, graph: &Graph, id: NodeId, plies: u32) -> Numbers {
        self.find(id, plies).unwrap_or_else(|| Numbers::first(graph, id))
    }

    #[inline]
    fn find(&self, id: NodeId, plies: u32) -> Option<Numbers> {
        let entry = self.recent.peek(id)?;
        let bound = entry[BOUND].load(Ordering::Relaxed);
        let has_others = entry[REST].load(Ordering::Relaxed) & HAS_OTHERS != 0;
        if bound == plies + 1 || bound == 0 && !has_others {
            return numbers_of(entry);
        }
        has_others.then(|| self.others.get(&table_key(id, plies)).map(|other| *other)).flatten()
    }

    /// Keeps the numbers of a node whose interval this is.
    fn set(&self, id: NodeId, plies: u32, numbers: Numbers, interval: Interval) {
        let entry = self.recent.cell(id);
        let before = entry[BOUND].load(Ordering::Relaxed);
        if before != plies + 1 {
            if entry[REST].load(Ordering::Relaxed) & HAS_OTHERS != 0 {
                self.remove_other(id, plies);
            }
            let other = before.checked_sub(1);
            let is_open = |other: &u32| interval.lo <= *other && *other < interval.hi;
            if let Some((other, numbers)) = other.filter(is_open).zip(numbers_of(entry)) {
                if self.others.insert(table_key(id, other), numbers).is_none() {
                    self.others_count.fetch_add(1, Ordering::Relaxed);
                }
                entry[REST].fetch_or(HAS_OTHERS, Ordering::Relaxed);
            }
        }
        keep(entry, plies + 1, numbers);
    }

    /// Forgets the numbers of a node at a bound at which it is decided.
    fn forget(&self, graph: &Graph, id: NodeId, plies: u32) {
        let entry = self.recent.cell(id);
        if entry[BOUND].load(Ordering::Relaxed) == plies + 1 {
            keep(entry, 0, Numbers::first(graph, id));
        } else if entry[REST].load(Ordering::Relaxed) & HAS_OTHERS != 0 {
            self.remove_other(id, plies);
        }
    }

    fn remove_other(&self, id: NodeId, plies: u32) {
        if self.others.remove(&table_key(id, plies)).is_some() {
            self.others_count.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Notes that a thread has the node on its path.
    fn enter(&self, id: NodeId) {
        // The thread that has made the node may not have given it an entry yet.
        self.recent.reach(id as usize + 1);
        self.recent.cell(id)[REST].fetch_add(1, Ordering::Relaxed);
    }

    /// Notes that a thread has left the node.
    fn leave(&self, id: NodeId) {
        self.recent.cell(id)[REST].fetch_sub(1, Ordering::Relaxed);
    }

    /// How often threads have the node on their paths.
    #[inline]
    fn visitors(&self, id: NodeId) -> u32 {
        self.recent.peek(id).map_or(0, |entry| entry[REST].load(Ordering::Relaxed) & !HAS_OTHERS)
    }
}

fn table_key(node: NodeId, plies: u32) -> u64 {
    u64::from(node) << 32 | u64::from(plies)
}

/// Answers whether the attacker mates from `node` within `plies`, by narrowing its interval until
/// `hi <= plies` or `lo > plies`. The game must stand at the node, `depth` plies from the problem's
/// position.
///
/// # Errors
/// If a limit is reached first; what was learnt stays in the bounds.
pub fn mates_within<G: Game>(
    core: &mut Core<'_, G>,
    bounds: &mut Bounds,
    table: &mut BoundedTable,
    node: NodeId,
    plies: u32,
    depth: u32,
) -> Result<bool, Pause> {
    bounds.extend(&core.graph);
    table.extend(&core.graph);
    let Core { game, graph, statistics, budget, hand } = core;
    let narrowed = Mutex::default();
    let question = Question { graph, bounds, table, narrowed, node, plies, depth };
    let means = Means { game, hand, statistics, budget };
    let (question, end) = table::run(means, question, &mut Worker::default());
    let mut narrowed = question.narrowed.into_inner().unwrap_or_else(PoisonError::into_inner);
    bounds.note_narrowed(&mut narrowed);
    end.map(|()| bounds.get(node).hi <= plies)
}

/// What the threads share.
struct Question<'s> {
    graph: &'s mut Graph,
    bounds: &'s Bounds,
    table: &'s BoundedTable,
    /// Nodes whose intervals the workers that have left had narrowed.
    narrowed: Mutex<Vec<NodeId>>,
    node: NodeId,
    plies: u32,
    /// Plies between the problem's position and the node.
    depth: u32,
}

impl Shared for Question<'_> {
    fn graph(&self) -> &Graph {
        self.graph
    }

    fn bounds(&self) -> &Bounds {
        self.bounds
    }
}

impl Question<'_> {
    /// True if it is known whether there is a mate from the node within so many plies.
    fn is_decided(&self, node: NodeId, plies: u32) -> bool {
        is_decided(self.bounds.look_up(self.graph, node), plies)
    }

    #[inline]
    fn numbers(&self, id: NodeId, interval: Interval, plies: u32) -> Numbers {
        if interval.hi <= plies {
            WON
        } else if interval.lo > plies {
            LOST
        } else {
            self.table.get(self.graph, id, plies)
        }
    }
}

fn is_decided(interval: Interval, plies: u32) -> bool {
    interval.hi <= plies || interval.lo > plies
}

type Table<'s, 'a, 'q> = table::Table<'s, 'a, Question<'q>>;

/// What comes after a visit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// The node on top of the frames.
    Visit,
    /// Another worker must finish first.
    Wait,
}

/// One thread's part of the search.
#[derive(Default)]
struct Worker {
    frames: Vec<Frame>,
    /// How many of the frames' moves the game has made: it follows only when it is needed.
    made: usize,
    /// There are other workers, so that the table is told of the nodes on the path.
    has_company: bool,
    narrowed: Vec<NodeId>,
}

impl<'q> table::Worker<Question<'q>> for Worker {
    fn begin(&mut self, table: &Table<'_, '_, 'q>, question: &Question<'q>) {
        self.has_company = table.workers() > 1;
        self.enter_bottom(question);
    }

    fn step<'t, G: Game>(
        &mut self,
        game: &mut G,
        hand: &mut Hand,
        table: &'t Table<'_, '_, 'q>,
        question: Guard<'t, Question<'q>>,
    ) -> Result<Guard<'t, Question<'q>>, Pause> {
        if !self.has_company && table.workers() > 1 {
            self.has_company = true;
            self.frames.iter().for_each(|frame| question.table.enter(frame.node));
        }
        let (mut question, is_taken) = self.grow(game, hand, table, question)?;
        let next = match is_taken {
            // Perhaps its parent has something else to look into.
            true if self.frames.len() > 1 => {
                self.leave(game, &question);
                Next::Visit
            }
            true => Next::Wait,
            false => self.visit(game, &question),
        };
        if next == Next::Wait {
            self.unwind(game, &question);
            question = table.wait(question);
            self.enter_bottom(&question);
        }
        Ok(question)
    }

    fn is_done(&self) -> bool {
        self.frames.is_empty()
    }

    fn made(&self) -> usize {
        self.made
    }

    fn end<G: Game>(&mut self, game: &mut G, question: &Question<'q>) {
        self.unwind(game, question);
        let mut narrowed = question.narrowed.lock().unwrap_or_else(PoisonError::into_inner);
        narrowed.append(&mut self.narrowed);
    }
}

impl Worker {
    fn top(&self) -> &Frame {
        self.frames.last().expect("invariant: a frame")
    }

    fn narrow(&mut self, question: &Question, node: NodeId, interval: Interval) {
        if question.bounds.narrow_by(question.graph, node, interval) {
            self.narrowed.push(node);
        }
    }

    /// Gives the node on top its children, or settles it without; true if another worker is at it.
    fn grow<'t, 'q>(
        &mut self,
        game: &mut impl Game,
        hand: &mut Hand,
        table: &'t Table<'_, '_, 'q>,
        mut question: Guard<'t, Question<'q>>,
    ) -> Result<(Guard<'t, Question<'q>>, bool), Pause> {
        let &Frame { node, plies, .. } = self.top();
        let is_open = question.graph.node(node).stage.is_open();
        if !is_open || question.is_decided(node, plies) {
            return Ok((question, false));
        }
        let workers = table.workers() as usize;
        if !question.graph.has_room_in_index(workers) {
            let mut alone = table.alone(question);
            alone.graph.widen_index(workers);
            drop(alone);
            question = table.read();
        }
        let extra = question.table.bytes() + question.bounds.bytes();
        let depth = question.depth + self.frames.len() as u32 - 1;
        for frame in &self.frames[self.made + 1..] {
            game.make(frame.mv);
        }
        self.made = self.frames.len() - 1;
        let graph = &*question.graph;
        // Nodes made anew from here on; of those that have been freed, any may be.
        let first_new = if graph.has_free_nodes() { 0 } else { graph.node_count() as NodeId };
        match graph.node(node).stage {
            Stage::Leaf => {
                table.allowed.may_expand(graph, table.expanded(), extra)?;
                if !graph.take_leaf(node) {
                    return Ok((question, true));
                }
                table.count_expansion(&mut hand.report);
                if plies == 1 {
                    if !hand.has_mate_in_one(graph, game, node) {
                        graph.give_back_leaf(node);
                        self.narrow(&question, node, Interval { lo: 3, hi: NEVER });
                        return Ok((question, false));
                    }
                    if let Err(limit) = table.allowed.may_expand(graph, table.expanded(), extra) {
                        graph.give_back_leaf(node);
                        return Err(limit);
                    }
                    table.count_expansion(&mut hand.report);
                }
                hand.grow(graph, game, node, depth);
                if self.has_company {
                    table.announce();
                    self.leave_decided(game, &question);
                }
            }
            Stage::Unresolved => {
                // It may add as many nodes as an expansion.
                if graph.is_full() {
                    return Err(Pause::Limit(Limit::Memory));
                }
                hand.grow(graph, game, node, depth);
            }
            Stage::Expanded | Stage::MateInOne => {}
        }
        // What another thread has made just now may be without for a while.
        for edge in graph.edges(node).iter().filter(|edge| edge.child >= first_new) {
            question.bounds.begin(graph, edge.child);
            question.table.begin(graph, edge.child);
        }
        if graph.node(node).stage == Stage::MateInOne {
            self.narrow(&question, node, Interval { lo: 1, hi: 1 });
        }
        Ok((question, false))
    }

    /// Goes back to a position that others have decided meanwhile, if there is one.
    fn leave_decided(&mut self, game: &mut impl Game, question: &Question) {
        let decided = |frame: &Frame| question.is_decided(frame.node, frame.plies);
        if let Some(index) = first_solved(&self.frames, decided) {
            while self.frames.len() > index + 1 {
                self.leave(game, question);
            }
        }
    }

    /// Evaluates the node on top; enters its best child, or leaves it.
    fn visit(&mut self, game: &mut impl Game, question: &Question) -> Next {
        let &Frame { node, plies, limit, .. } = self.top();
        let Question { graph, bounds, table, .. } = question;
        let before = bounds.look_up(graph, node);
        if is_decided(before, plies) {
            table.forget(graph, node, plies);
            self.leave(game, question);
            return Next::Visit;
        }
        let attacker = graph.node(node).attacker;
        let mut least = INFINITE;
        let mut first = INFINITE;
        let mut second = INFINITE;
        let mut greatest = 0;
        let mut unsolved: u32 = 0;
        let mut best = None;
        let mut derived = Interval::of_no_children(attacker);
        for edge in graph.edges(node) {
            let interval = bounds.look_up(graph, edge.child);
            derived = derived.with_child(attacker, interval);
            let child = question.numbers(edge.child, interval, plies - 1);
            let (minimised, other) = if attacker {
                (child.proof, child.disproof)
            } else {
                (child.disproof, child.proof)
            };
            if other == 0 {
                continue;
            }
            unsolved += 1;
            greatest = greatest.max(other);
            least = least.min(minimised);
            let mut rank = minimised;
            if self.has_company {
                let visitors = table.visitors(edge.child);
                if visitors != 0 && graph.node(edge.child).stage == Stage::Leaf {
                    // Another worker is expanding it.
                    continue;
                }
                rank = rank.saturating_add(VIRTUAL_LOSS.saturating_mul(visitors));
            }
            if rank <= first {
                second = first;
                first = rank;
                best = Some((edge, child));
            } else if rank < second {
                second = rank;
            }
        }
        let derived = Interval { lo: one_more(derived.lo), hi: one_more(derived.hi) };
        let interval = before.meet(derived);
        if interval != before {
            self.narrow(question, node, interval);
        }
        if is_decided(interval, plies) {
            table.forget(graph, node, plies);
            self.leave(game, question);
            return Next::Visit;
        }
        let weak = weak_sum(greatest, unsolved, RIVAL);
        let least = least.min(LARGEST);
        let numbers = if attacker {
            Numbers { proof: least, disproof: weak }
        } else {
            Numbers { proof: weak, disproof: least }
        };
        table.set(node, plies, numbers, interval);
        if numbers.proof >= limit.proof || numbers.disproof >= limit.disproof {
            self.leave(game, question);
            return Next::Visit;
        }
        let Some((edge, child)) = best else { return Next::Wait };
        let past_second = past(second, PAST_SECOND);
        let (proof, disproof) = if attacker {
            let others = numbers.disproof.saturating_sub(child.disproof);
            (limit.proof.min(past_second), limit.disproof.saturating_sub(others))
        } else {
            let others = numbers.proof.saturating_sub(child.proof);
            (limit.proof.saturating_sub(others), limit.disproof.min(past_second))
        };
        let limit = Numbers {
            proof: proof.max(child.proof + 1),
            disproof: disproof.max(child.disproof + 1),
        };
        self.enter(question, Frame { node: edge.child, mv: edge.mv, plies: plies - 1, limit });
        Next::Visit
    }

    fn enter_bottom(&mut self, question: &Question) {
        let limit = Numbers { proof: INFINITE, disproof: INFINITE };
        let &Question { node, plies, .. } = question;
        self.enter(question, Frame { node, mv: PackedMove(0), plies, limit });
    }

    fn enter(&mut self, question: &Question, frame: Frame) {
        if self.has_company {
            question.table.enter(frame.node);
        }
        self.frames.push(frame);
    }

    /// Goes back to the parent of the node on top.
    fn leave(&mut self, game: &mut impl Game, question: &Question) {
        let Some(frame) = self.frames.pop() else { return };
        if self.has_company {
            question.table.leave(frame.node);
        }
        if self.made > 0 && self.made == self.frames.len() {
            game.unmake();
            self.made -= 1;
        }
    }

    fn unwind(&mut self, game: &mut impl Game, question: &Question) {
        while !self.frames.is_empty() {
            self.leave(game, question);
        }
    }
}
