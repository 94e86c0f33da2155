#!/usr/bin/env python3
"""HaChu against matenro: the same problems, the same time each, one thread, one after the other.

Needs Python 3.10 and nothing else. What is measured and how to read it: README.md.
"""

import argparse
import os
import shutil
import signal
import sys

import hachu
import matenro
import summary
from row import Row, TableError, append, claim_of, combined, judge, read

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
INTERRUPTED = 130


def arguments(argv: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("problems", nargs="*", default=["msm-dewitt"], help="as for `matenro solve`")
    parser.add_argument("--hachu", help="HaChu [default: on PATH or in /usr/games]")
    default = os.path.join(ROOT, "target", "release", "matenro")
    parser.add_argument("--matenro", default=default, help="matenro [default: target/release]")
    parser.add_argument("--time", type=_positive, default=10.0, help="seconds for each question")
    parser.add_argument("--memory", type=_mebibytes, default=1024, help="MiB for each [1024]")
    parser.add_argument(
        "--check-time",
        type=_positive,
        default=60.0,
        help="seconds for matenro to check a claim of HaChu that is still open [60]",
    )
    parser.add_argument("--rules", default="historic", help="rules of matenro [historic]")
    parser.add_argument(
        "--hachu-option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="one more option of HaChu, such as 'Full analysis PV=0'",
    )
    parser.add_argument(
        "--whole-time",
        action="store_true",
        help="let HaChu use all its time even after it has found a mate",
    )
    parser.add_argument("--cpu", type=int, help="run both on this processor only (Linux)")
    parser.add_argument("-o", "--output", help="table (CSV); a run that was stopped goes on")
    parser.add_argument("--markdown", action="store_true", help="print tables of Markdown")
    return parser.parse_args(argv)


def _positive(text: str) -> float:
    value = float(text)
    if not 0 < value < 1e6:
        raise argparse.ArgumentTypeError("expected seconds above 0")
    return value


def _mebibytes(text: str) -> int:
    value = int(text)
    if not 1 <= value <= 1 << 20:
        raise argparse.ArgumentTypeError("expected MiB from 1 to 1048576")
    return value


def find_hachu(given: str | None) -> str:
    """The path of HaChu. Raises HachuError if there is none."""
    path = shutil.which(given or "hachu") or (None if given else shutil.which("/usr/games/hachu"))
    if path is None:
        where = f"{given} is no program" if given else "no hachu on PATH or in /usr/games"
        raise hachu.HachuError(f"{where}; install the Debian package hachu or give --hachu PATH")
    return path


def setting(options: argparse.Namespace, versions: tuple[str, str]) -> str:
    """What all rows of a table have in common."""
    limits = [f"{options.time:g} s", f"check {options.check_time:g} s", f"{options.memory} MiB"]
    parts = [*limits, options.rules, *versions]
    whole = ["HaChu's whole time"] if options.whole_time else []
    return "; ".join(parts + options.hachu_option + whole)


def put(problem: matenro.Problem, path: str, options: argparse.Namespace, common: str) -> Row:
    """Asks both about a problem."""
    try:
        position = hachu.fen(problem.sfen)
        analysis = hachu.analyse(
            path,
            position,
            options.time,
            options.memory,
            options.hachu_option,
            options.cpu,
            options.whole_time,
        )
        claim = "trouble" if analysis.trouble else claim_of(analysis)
    except hachu.Inexpressible as error:
        analysis, claim = hachu.Analysis(trouble=str(error)), "skipped"

    troubles = [analysis.trouble] if analysis.trouble else []

    def ask(goal: str, time_s: float) -> matenro.Answer:
        rules = ["--rules", options.rules]
        memory, cpu = options.memory, options.cpu
        try:
            return matenro.solve(options.matenro, problem.sfen, goal, time_s, memory, rules, cpu)
        except matenro.MatenroError as error:
            troubles.append(str(error))
            return matenro.NO_ANSWER

    mate = ask("mate", options.time)
    exact = ask("shortest", options.time)
    moves = analysis.best_mate_moves
    plies = None if moves is None else hachu.plies(moves)
    known = combined(mate, exact)
    if judge(claim, plies, *known) in ("open", "unchecked") and options.check_time > options.time:
        known = combined(mate, exact, ask("shortest", options.check_time))
    first = analysis.first_mate_moves
    return Row(
        id=problem.id,
        claimed_plies=problem.claimed_plies,
        setting=common,
        hachu=claim,
        hachu_first_plies=None if first is None else hachu.plies(first),
        hachu_first_s=analysis.first_mate_s,
        hachu_first_wall_s=analysis.first_mate_wall_s,
        hachu_plies=plies,
        hachu_s=analysis.best_mate_s if claim == "mate" else analysis.refuted_s,
        hachu_finished=analysis.finished,
        hachu_depth=analysis.depth,
        hachu_nodes=analysis.nodes,
        mate_verdict=mate.verdict,
        mate_s=mate.time_s,
        mate_wall_s=mate.wall_s,
        exact_verdict=exact.verdict,
        exact_at_least=exact.at_least,
        exact_at_most=exact.at_most,
        exact_s=exact.time_s,
        exact_wall_s=exact.wall_s,
        verdict=known[0],
        at_least=known[1],
        at_most=known[2],
        claim=judge(claim, plies, *known),
        hachu_line=analysis.line,
        trouble="; ".join(troubles),
    )


def progress(number: int, total: int, row: Row) -> str:
    """A line for the terminal."""
    theirs = row.hachu
    if row.hachu == "mate":
        theirs = f"mate in {row.hachu_plies} ({row.hachu_first_s:.2f} s, {row.claim})"
    ours = f"{row.mate_verdict} ({row.mate_s:.2f} s)"
    if row.exact_verdict == "mate":
        low, high = row.exact_at_least or "?", row.exact_at_most or "?"
        length = str(high) if low == high else f"{low} to {high}"
        ours += f", {length} plies ({row.exact_s:.2f} s)"
    return f"[{number}/{total}] {row.id}  HaChu: {theirs}  matenro: {ours}"


def run(options: argparse.Namespace) -> int:
    """Does the comparison. Returns the exit status."""
    path = find_hachu(options.hachu)
    common = setting(options, (hachu.version(path), matenro.version(options.matenro)))
    problems = matenro.problems(options.matenro, options.problems)
    rows = {row.id: row for row in (read(options.output, common) if options.output else [])}
    status = 0
    try:
        for number, problem in enumerate(problems, 1):
            if problem.id in rows:
                continue
            row = put(problem, path, options, common)
            rows[row.id] = row
            if options.output:
                append(options.output, row)
            print(progress(number, len(problems), row), file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        status = INTERRUPTED
    done = [rows[problem.id] for problem in problems if problem.id in rows]
    if done:
        print((summary.markdown if options.markdown else summary.text)(done), end="")
    if status == INTERRUPTED:
        kept = f"; the same command goes on from {options.output}" if options.output else ""
        print(f"interrupted, {len(done)} of {len(problems)} done{kept}", file=sys.stderr)
    return status


def main() -> int:
    """The program: 0 done, 2 an error, 130 interrupted."""
    options = arguments()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        return run(options)
    except KeyboardInterrupt:
        return INTERRUPTED
    except (hachu.HachuError, matenro.MatenroError, TableError, OSError) as error:
        print(f"compare: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
