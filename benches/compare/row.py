"""One problem put to both programs: what is written to the table and what follows from it."""

import csv
import os
import tempfile
from dataclasses import asdict, dataclass, fields
from typing import get_args

import hachu
import matenro


class TableError(Exception):
    """A table of results that cannot be gone on with."""


@dataclass
class Row:
    """A line of the table. Lengths in plies, times in seconds; None where there is nothing to say."""

    id: str
    claimed_plies: int | None
    # What both were given. A table holds rows of one setting only.
    setting: str
    # `mate`, `refuted` (HaChu says that every check fails), `none`, `skipped` or `trouble`.
    hachu: str
    hachu_first_plies: int | None
    hachu_first_s: float | None
    hachu_first_wall_s: float | None
    hachu_plies: int | None
    hachu_s: float | None
    hachu_finished: bool
    hachu_depth: int
    hachu_nodes: int
    # `--goal mate`
    mate_verdict: str
    mate_s: float
    mate_wall_s: float
    # `--goal shortest`
    exact_verdict: str
    exact_at_least: int | None
    exact_at_most: int | None
    exact_s: float
    exact_wall_s: float
    # All that matenro knows in the end, with the time for checking HaChu's claims.
    verdict: str
    at_least: int | None
    at_most: int | None
    # Judgement of HaChu's claim: see `judge`.
    claim: str
    hachu_line: str
    trouble: str


def judge(claim: str, plies: int | None, verdict: str, at_least, at_most) -> str:
    """What matenro's verdict and proved bounds make of a claim of HaChu.

    A claim of `mate`: `false` (there is none), `too-short` (none within that length), `exact`,
    `longer` (there is a shorter one), `open` (a mate, the length not decided), `unchecked`. A claim of
    `refuted`: `right`, `wrong`, `unchecked`. Without a claim empty.
    """
    if claim == "refuted":
        return {"mate": "wrong", "no-mate": "right"}.get(verdict, "unchecked")
    if claim != "mate":
        return ""
    if verdict == "no-mate":
        return "false"
    if at_least is not None and plies < at_least:
        return "too-short"
    if verdict != "mate":
        return "unchecked"
    if at_most is not None and plies > at_most:
        return "longer"
    return "exact" if plies == at_least == at_most else "open"


def combined(*answers: matenro.Answer) -> tuple[str, int | None, int | None]:
    """Verdict and narrowest bounds of several answers about one position."""
    verdicts = {answer.verdict for answer in answers} - {"unknown"}
    if len(verdicts) > 1:
        raise matenro.MatenroError("matenro contradicts itself: both mate and no mate")
    low = [answer.at_least for answer in answers if answer.at_least is not None]
    high = [answer.at_most for answer in answers if answer.at_most is not None]
    return verdicts.pop() if verdicts else "unknown", max(low, default=None), min(high, default=None)


def claim_of(analysis: hachu.Analysis) -> str:
    """What HaChu says in the end, in a word."""
    if analysis.best_mate_moves is not None:
        return "mate"
    return "refuted" if analysis.refuted_s is not None else "none"


_TYPES = {f.name: f.type for f in fields(Row)}


def cells(row: Row) -> dict[str, str]:
    """The row as text."""
    text = {}
    for name, value in asdict(row).items():
        if isinstance(value, bool):
            text[name] = "yes" if value else "no"
        elif isinstance(value, float):
            text[name] = f"{value:.4f}"
        else:
            text[name] = "" if value is None else str(value)
    return text


def parse(text: dict[str, str]) -> Row:
    """The inverse of `cells`. Raises ValueError."""
    values = {}
    for name, kind in _TYPES.items():
        optional = type(None) in get_args(kind)
        if optional:
            kind = get_args(kind)[0]
        cell = text.get(name)
        if cell is None:
            raise ValueError(f"no column `{name}`")
        if kind is bool:
            values[name] = {"yes": True, "no": False}[cell]
        elif optional and cell == "":
            values[name] = None
        else:
            values[name] = kind(cell)
    return Row(**values)


def read(path: str, setting: str) -> list[Row]:
    """The finished rows of an earlier run; none if there is no file.

    A last line that a kill has cut off is left out and taken off the file.
    """
    try:
        with open(path, newline="", encoding="utf-8") as file:
            text = file.read()
    except FileNotFoundError:
        return []
    whole = text[: text.rfind("\n") + 1]
    rows = []
    reader = csv.DictReader(whole.splitlines(keepends=True))
    if whole and list(reader.fieldnames or []) != list(_TYPES):
        raise TableError(f"{path}:1: not a table of this program")
    for record in reader:
        try:
            row = parse(record)
        except (ValueError, KeyError, TypeError) as error:
            raise TableError(f"{path}:{reader.line_num}: {error}") from error
        if row.setting != setting:
            raise TableError(
                f"{path}:{reader.line_num}: made with `{row.setting}`, not `{setting}`; "
                "give another file with -o"
            )
        rows.append(row)
    if whole != text:
        _replace(path, whole)
    return rows


def append(path: str, row: Row) -> None:
    """Adds a row, and the header to an empty file."""
    with open(path, "a", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(_TYPES), lineterminator="\n")
        if file.tell() == 0:
            writer.writeheader()
        writer.writerow(cells(row))


def _replace(path: str, text: str) -> None:
    folder = os.path.dirname(os.path.abspath(path))
    with tempfile.NamedTemporaryFile("w", dir=folder, delete=False, encoding="utf-8") as file:
        file.write(text)
    os.replace(file.name, path)
