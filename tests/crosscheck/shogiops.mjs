// Compares matenro's SFEN and KIF with those of the npm package shogiops, which is run as a program
// of its own. See README.md in this folder.
//
//   node tests/crosscheck/shogiops.mjs [path of matenro]

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../..');
const folder = process.env.SHOGIOPS_DIR ?? here;
const dist = join(folder, 'node_modules', 'shogiops', 'dist');
if (!existsSync(join(dist, 'sfen.js'))) {
  console.log(`skipped: no shogiops in ${folder} (npm install --prefix DIR shogiops@0.18, then SHOGIOPS_DIR=DIR)`);
  process.exit(0);
}
const program =
  process.argv[2] ??
  ['release', 'debug'].map(kind => join(root, 'target', kind, 'matenro')).find(path => existsSync(path));
if (!program || !existsSync(program)) {
  console.log('skipped: no matenro (cargo build --release, or name the program)');
  process.exit(0);
}
const load = name => import(pathToFileURL(join(dist, name)).href);
const { parseSfen, makeSfen } = await load('sfen.js');
const { makeUsi, parseUsi } = await load('util.js');
const kif = await load('notation/kif.js');

/** What matenro writes; records that it cannot read are missing in it. */
function matenro(args, input = '') {
  const { stdout, stderr, status } = spawnSync(program, args, { input, encoding: 'utf8', maxBuffer: 1 << 30 });
  if (status !== 0 && failures.length < 20) failures.push(`matenro ${args.join(' ')}: ${stderr.slice(0, 600)}`);
  return stdout;
}

const counts = new Map();
const failures = [];
/** Counts a comparison; keeps what differs. */
function check(what, ok, detail) {
  const count = counts.get(what) ?? { same: 0, different: 0 };
  counts.set(what, count);
  if (ok) count.same += 1;
  else {
    count.different += 1;
    if (count.different <= 3) failures.push(`${what}: ${detail()}`);
  }
}

const position = sfen => parseSfen('chushogi', sfen, false).unwrap();
const board = sfen => sfen.split(' ').slice(0, 2).join(' ');
/** A pass is one move whatever its middle square. */
function plain(usi) {
  const squares = usi.match(/\d+[a-l]/g) ?? [];
  return squares.length === 3 && squares[0] === squares[2] ? { from: squares[0], mid: squares[1], text: usi } : { text: usi };
}
function same(ours, theirs, sfen) {
  if (ours === theirs) return true;
  const [a, b] = [plain(ours), plain(theirs)];
  const empty = square => !occupied(sfen, square);
  return a.from !== undefined && a.from === b.from && empty(a.mid) && empty(b.mid);
}
function occupied(sfen, square) {
  const file = parseInt(square, 10);
  const rank = square.charCodeAt(square.length - 1) - 97;
  let at = 12;
  for (const [, gap] of sfen.split(' ')[0].split('/')[rank].matchAll(/(\d+)|\+?[a-zA-Z]/g)) {
    const width = gap ? parseInt(gap, 10) : 1;
    if (file <= at && file > at - width) return gap === undefined;
    at -= width;
  }
  return false;
}

/** The games of a KIF text that matenro wrote, as lines of moves by ply. */
function theirReading(text) {
  return text.split('#KIF version=2.0 encoding=UTF-8\n').slice(1).map(game => {
    const [head, ...lines] = game.split(/^変化：/m);
    const moveLines = text => text.split('\n').filter(line => /^\d+手目/.test(line) && /←/.test(line));
    const header = head.split('手数----')[0];
    const parsed = [kif.parseKifMovesOrDrops(moveLines(head)).map(makeUsi)];
    for (const line of lines) {
      const ply = parseInt(line, 10);
      parsed.push({ ply, moves: kif.parseKifMovesOrDrops(moveLines(line)).map(makeUsi) });
    }
    return { position: kif.parseKifHeader(header), main: parsed[0], variations: parsed.slice(1) };
  });
}

/** Lines from the root, from KIF's lines with their branch. */
function complete({ main, variations }) {
  const lines = [main];
  let path = main;
  for (const { ply, moves } of variations) {
    path = path.slice(0, ply - 1).concat(moves);
    lines.push(path);
  }
  return lines;
}

function compareLines(what, id, sfen, ours, theirs) {
  const rest = theirs.slice();
  const count = counts.get(`${what}: moves`) ?? { same: 0, different: 0 };
  counts.set(`${what}: moves`, count);
  for (const line of ours) {
    const fits = other =>
      other.length === line.length &&
      other.every((usi, index) => usi === line[index] || (plain(usi).from && same(usi, line[index], passPosition(sfen, line, index))));
    const index = rest.findIndex(fits);
    const pass = line.length === 1 && isPass(line[0], sfen);
    check(`${what}: ${pass ? 'a single pass' : 'lines'}`, index >= 0, () => `${id}: ${line.join(' ').slice(0, 200)}`);
    if (index >= 0) {
      rest.splice(index, 1);
      count.same += line.length;
    }
  }
  check(`${what}: no line too many`, rest.length === 0, () => `${id}: ${rest[0].join(' ').slice(0, 200)}`);
}

function isPass(usi, sfen) {
  const { from, mid } = plain(usi);
  return from !== undefined && !occupied(sfen, mid);
}

/** The position before a move of a line. */
function passPosition(sfen, line, index) {
  const pos = position(sfen);
  for (const usi of line.slice(0, index)) pos.play(parseUsi(usi));
  return makeSfen(pos);
}

/** A KIF text in shogiops' words: its header, its move lines. */
function theirKif(id, sfen, lines) {
  const start = position(sfen);
  // Its KIF has no place for the counter-strike square, but its 仝 refers to it.
  const square = sfen.split(' ')[2];
  const state = square === '-' ? '' : `*CounterStrike: ${square}\n`;
  let text = `#KIF version=2.0 encoding=UTF-8\n作品ID：${id}\n${kif.makeKifHeader(start)}\n${state}手数----指手---------消費時間--\n`;
  let before = [];
  lines.forEach((line, number) => {
    let branch = 0;
    if (number > 0) {
      while (branch < line.length - 1 && line[branch] === before[branch]) branch += 1;
      text += `\n変化：${branch + 1}手\n`;
    }
    const pos = start.clone();
    let last;
    line.forEach((usi, index) => {
      const move = parseUsi(usi);
      if (index >= branch) {
        const words = kif.makeKifMoveOrDrop(pos, move, last);
        if (words === undefined) throw new Error(`${id}: shogiops writes no KIF for ${usi}`);
        for (const word of words.split('\n')) text += `${index + 1}手目 ${word}\n`;
      }
      pos.play(move);
      last = move.to;
    });
    before = line;
  });
  return text + '\n';
}

const json = text => text.split('\n').filter(Boolean).map(line => JSON.parse(line));
const linesOf = problem => [problem.solution, ...problem.variations].filter(line => line.length > 0);

function compare(what, problems, rules) {
  // Canonical spelling of the moves: through the tree and back.
  const jsonl = problems.map(problem => JSON.stringify(problem)).join('\n');
  const options = ['--quiet', '--rules', rules];
  const text = matenro(['convert', '-', '--to', 'kif', ...options], jsonl);
  const ours = json(matenro(['convert', '-', '--to', 'jsonl', ...options], text));
  check(`${what}: games read`, ours.length === problems.length, () => `${ours.length} of ${problems.length}`);
  const theirs = theirReading(text);
  const their = [];
  ours.forEach((problem, index) => {
    const { sfen, id } = problem;
    check(`${what}: SFEN read and written alike`, makeSfen(position(sfen)) === sfen, () => `${sfen} and ${makeSfen(position(sfen))}`);
    const read = theirs[index];
    check(`${what}: our KIF board read by shogiops`, read.position.isOk && board(makeSfen(read.position.value)) === board(sfen), () => `${id}: ${sfen}`);
    const lines = complete(read).filter(line => line.length > 0);
    compareLines(`${what}: our KIF moves read by shogiops`, id, sfen, linesOf(problem), lines);
    // Its reader drops passes: then our lines, which all branch at the first move.
    their.push(theirKif(id, sfen, lines.length === linesOf(problem).length ? lines : linesOf(problem)));
  });
  const again = json(matenro(['convert', '-', '--to', 'jsonl', ...options], their.join('')));
  check(`${what}: KIF of shogiops read by us`, again.length === ours.length, () => `${again.length} of ${ours.length}`);
  again.forEach((problem, index) => {
    const expected = ours.find(other => other.id === problem.id);
    check(`${what}: KIF board of shogiops read by us`, expected && board(problem.sfen) === board(expected.sfen), () => `${problem.id}`);
    if (expected) compareLines(`${what}: KIF moves of shogiops read by us`, problem.id, expected.sfen, linesOf(expected), linesOf(problem));
  });
}

// 1. The built-in problems with all their lines.
const names = matenro(['list']).split('\n').filter(Boolean).map(line => line.split(' ')[0]);
compare('corpus', json(matenro(['convert', ...names, '--to', 'jsonl', '--quiet'])), 'historic');

// 2. Every move of every position of the fixture: one game a position, one variation a move.
const fixture = readFileSync(join(root, 'tests', 'fixtures', 'lishogi-moves.tsv'), 'utf8');
const positions = fixture.split('\n').filter(Boolean).map((line, index) => {
  const [sfen, moves] = line.split('\t');
  const [first, ...others] = moves.split(' ');
  return { id: `fixture-${index + 1}`, sfen, solution: [first], variations: others.map(move => [move]) };
});
compare('fixture', positions, 'lishogi');

for (const [what, { same, different }] of counts) console.log(`${what}: ${same} same, ${different} different`);
for (const failure of failures) console.log(`DIFFERENT ${failure}`);
// That its reader drops (じっと), which its writer writes, is known and is no failure.
const known = failure => failure.includes('our KIF moves read by shogiops: a single pass');
process.exit(failures.every(known) ? 0 : 1);
