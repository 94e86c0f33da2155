"""What a table of results comes to, as text or Markdown."""

import math
import statistics
from dataclasses import dataclass

from row import Row, judge

# Times from the query shorter than matenro's clock can tell count as this much.
CLOCK_S = 0.001
WRONG = {
    "false": "there is no mate",
    "too-short": "there is no mate of that length",
    "wrong": "there is a mate",
}


@dataclass(frozen=True)
class Ratios:
    """HaChu's time divided by matenro's over a number of problems."""

    count: int
    median: float
    geometric_mean: float
    matenro_faster: int


def ratios(pairs: list[tuple[float, float]]) -> Ratios | None:
    """Ratios of pairs of HaChu's and matenro's time; None without any."""
    if not pairs:
        return None
    values = [hachu / matenro for hachu, matenro in pairs]
    mean = math.exp(statistics.fmean(math.log(value) for value in values))
    return Ratios(len(values), statistics.median(values), mean, sum(v > 1 for v in values))


def hachu_solved(row: Row) -> bool:
    """True if HaChu claims a mate that matenro does not disprove, be it longer than need be.

    Its first claim counts: it is the longest. A mate in fewer plies than there can be is none.
    """
    known = (row.verdict, row.at_least, row.at_most)
    first = judge(row.hachu, row.hachu_first_plies, *known)
    return row.hachu == "mate" and first not in ("false", "too-short")


def matenro_solved(row: Row) -> bool:
    """True if matenro finds the mate within the time, without its length."""
    return row.mate_verdict == "mate"


def contradictions(rows: list[Row]) -> list[tuple[Row, str]]:
    """The claims of HaChu that matenro disproves."""
    return [(row, WRONG[row.claim]) for row in rows if row.claim in WRONG]


def counts(rows: list[Row]) -> list[tuple[str, int]]:
    """Who solves what."""
    mates = [row for row in rows if row.verdict != "no-mate"]
    claims = [row for row in rows if row.hachu == "mate"]

    def number(wanted, among=rows) -> int:
        return sum(1 for row in among if wanted(row))

    return [
        ("problems", len(rows)),
        ("mate found by both", number(lambda r: hachu_solved(r) and matenro_solved(r), mates)),
        ("only by matenro", number(lambda r: matenro_solved(r) and not hachu_solved(r), mates)),
        ("only by HaChu", number(lambda r: hachu_solved(r) and not matenro_solved(r), mates)),
        ("by neither", number(lambda r: not hachu_solved(r) and not matenro_solved(r), mates)),
        ("no mate, shown by matenro", len(rows) - len(mates)),
        ("... within the time", number(lambda r: r.mate_verdict == "no-mate")),
        ("... HaChu agrees", number(lambda r: r.claim == "right")),
        ("HaChu says no mate, wrongly", number(lambda r: r.claim == "wrong")),
        ("HaChu skipped or in trouble", number(lambda r: r.hachu in ("skipped", "trouble"))),
        ("mates that HaChu claims", len(claims)),
        ("... of the shortest length", number(lambda r: r.claim == "exact", claims)),
        ("... longer than the shortest", number(lambda r: r.claim == "longer", claims)),
        ("... of a length not decided", number(lambda r: r.claim == "open", claims)),
        ("... false: no mate so short", number(lambda r: r.claim == "too-short", claims)),
        ("... false: no mate at all", number(lambda r: r.claim == "false", claims)),
        ("... not checked", number(lambda r: r.claim == "unchecked", claims)),
        ("exact length by matenro", number(_exact)),
    ]


def _exact(row: Row) -> bool:
    proved = row.exact_at_least is not None and row.exact_at_least == row.exact_at_most
    return row.exact_verdict == "mate" and proved


def times(rows: list[Row]) -> list[tuple[str, Ratios | None]]:
    """Ratios of times: the question, and HaChu's time over matenro's."""
    both = [row for row in rows if hachu_solved(row) and matenro_solved(row)]
    shortest = [row for row in rows if row.claim == "exact" and _exact(row)]
    return [
        (
            "a mate, with the start of the process",
            ratios([(row.hachu_first_wall_s, row.mate_wall_s) for row in both]),
        ),
        (
            "a mate, from the query",
            ratios([(max(row.hachu_first_s, CLOCK_S), max(row.mate_s, CLOCK_S)) for row in both]),
        ),
        (
            "shortest mate, from the query (matenro also proves it)",
            ratios([(max(row.hachu_s, CLOCK_S), max(row.exact_s, CLOCK_S)) for row in shortest]),
        ),
    ]


def text(rows: list[Row]) -> str:
    """The summary for a terminal."""
    lines = [f"{name:<30}{value:>5}" for name, value in counts(rows)]
    lines += ["", "HaChu's time / matenro's, problems that both solve"]
    for name, found in times(rows):
        lines.append(f"  {name}: {_ratios(found)}")
    wrong = contradictions(rows)
    lines += ["", f"claims of HaChu that matenro disproves: {len(wrong)}"]
    lines += [f"  {row.id}: {_claim(row)}, but {why}" for row, why in wrong]
    lines += [f"  {row.id}: {row.trouble}" for row in rows if row.trouble]
    return "\n".join(lines) + "\n"


def markdown(rows: list[Row]) -> str:
    """The summary and the problems as tables of Markdown."""
    lines = ["| | problems |", "|---|---:|"]
    lines += [f"| {name} | {value} |" for name, value in counts(rows)]
    head = "HaChu's time / matenro's, problems that both solve"
    lines += ["", f"| {head} | problems | median | geometric mean | matenro faster in |"]
    lines += ["|---|---:|---:|---:|---:|"]
    for name, found in times(rows):
        if found:
            mean = f"{found.median:.2f} | {found.geometric_mean:.2f} | {found.matenro_faster}"
            lines.append(f"| {name} | {found.count} | {mean} |")
    if wrong := contradictions(rows):
        lines += ["", "| claim of HaChu that matenro disproves | HaChu | matenro |", "|---|---|---|"]
        lines += [f"| {row.id} | {_claim(row)} | {_known(row)} |" for row, _ in wrong]
    lines += ["", "| problem | HaChu | s | matenro | mate, s | exact, s | HaChu's claim |"]
    lines += ["|---|---|---:|---|---:|---:|---|"]
    for row in rows:
        first = "" if row.hachu_first_s is None else f"{row.hachu_first_s:.2f}"
        mate = "" if row.mate_verdict == "unknown" else f"{row.mate_s:.3f}"
        settled = _exact(row) or row.exact_verdict == "no-mate"
        exact = f"{row.exact_s:.3f}" if settled else ""
        mine = f"{_claim(row)} | {first} | {_known(row)} | {mate} | {exact}"
        lines.append(f"| {row.id} | {mine} | {row.claim} |")
    return "\n".join(lines) + "\n"


def _ratios(found: Ratios | None) -> str:
    if found is None:
        return "none"
    return (
        f"median {found.median:.2f}, geometric mean {found.geometric_mean:.2f} "
        f"({found.count} problems, matenro faster in {found.matenro_faster})"
    )


def _claim(row: Row) -> str:
    return {
        "mate": f"mate in {row.hachu_plies}",
        "refuted": "no mate",
        "none": "-",
    }.get(row.hachu, row.hachu)


def _known(row: Row) -> str:
    if row.verdict != "mate":
        return {"no-mate": "no mate", "unknown": "-"}[row.verdict]
    if row.at_least == row.at_most:
        return f"mate in {row.at_most}"
    return f"mate in {row.at_least or '?'} to {row.at_most or '?'}"
