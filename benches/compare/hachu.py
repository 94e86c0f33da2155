"""HaChu in tsume mode, over the XBoard protocol.

A fresh process for each problem, so that no table is inherited. Scores and options are described in
README.md; what HaChu claims is only passed on here, never believed.
"""

import os
import pty
import re
import selectors
import subprocess
import time
import tty
from dataclasses import dataclass, field

# HaChu's score for taking the king; each attacker's move of a mate takes one off.
INFINITY = 8000
# HaChu searches no deeper than 60; a score further from INFINITY is material, not mate.
LONGEST_MATE_MOVES = 60
FILES = RANKS = 12
ANSWER_TIMEOUT_S = 10.0
OPTIONS = ("Allow repeats=1", "Promote on entry=1", "Tsume=Sente mates")


class HachuError(Exception):
    """HaChu is missing, does not answer, or answers something that makes no sense."""


class Inexpressible(Exception):
    """A position for which HaChu's FEN has no place."""


@dataclass(frozen=True)
class Thinking:
    """One line of thinking output: an iteration that is done."""

    depth: int
    score: int
    centiseconds: int
    nodes: int
    line: str


@dataclass
class Analysis:
    """What HaChu made of one position. Times in seconds from the query (`analyze`)."""

    first_mate_moves: int | None = None
    first_mate_s: float | None = None
    # The same, counted from the start of the process.
    first_mate_wall_s: float | None = None
    best_mate_moves: int | None = None
    best_mate_s: float | None = None
    line: str = ""
    refuted_s: float | None = None
    depth: int = 0
    nodes: int = 0
    # True if HaChu ended its search by itself.
    finished: bool = False
    trouble: str = ""
    seen: list[Thinking] = field(default_factory=list)

    def take(self, thinking: Thinking, from_query_s: float, from_start_s: float) -> None:
        """Takes in one line of output."""
        self.seen.append(thinking)
        self.depth, self.nodes = thinking.depth, thinking.nodes
        moves = mate_moves(thinking.score)
        if moves is not None and moves > 0:
            if self.first_mate_moves is None:
                self.first_mate_moves = moves
                self.first_mate_s, self.first_mate_wall_s = from_query_s, from_start_s
            if self.best_mate_moves is None or moves < self.best_mate_moves:
                self.best_mate_moves, self.best_mate_s = moves, from_query_s
                self.line = thinking.line
        elif moves is not None and self.refuted_s is None:
            self.refuted_s = from_query_s


def mate_moves(score: int) -> int | None:
    """Attacker's moves until mate; negative if HaChu says that every check is refuted; else None."""
    moves = INFINITY - abs(score)
    if not 1 <= moves <= LONGEST_MATE_MOVES:
        return None
    return moves if score > 0 else -moves


def plies(moves: int) -> int:
    """Half moves of a mate in so many attacker's moves."""
    return 2 * moves - 1


_THINKING = re.compile(r"\s*(-?\d+)\s+(-?\d+)\s+(\d+)\s+(\d+)\b\s*(.*)")


def parse_thinking(text: str) -> Thinking | None:
    """Reads `depth score centiseconds nodes (reply) moves { comment }`; None for other output."""
    match = _THINKING.fullmatch(text.rstrip())
    if not match:
        return None
    line = re.sub(r"\{.*|\([^)]*\)", "", match[5])
    return Thinking(*(int(match[n]) for n in range(1, 5)), " ".join(line.split()))


def parse_board(rows: list[str]) -> list[list[str]]:
    """The board of HaChu's command `p`, from the far rank: `b`lack (gote), `w`hite or `.` a square.

    Rows are `#` and four columns a square; the board has a rim of 2048, pieces are numbered and the
    odd ones are White's.
    """
    board = []
    for row in rows:
        cells = [int(row[at : at + 4]) for at in range(1, len(row.rstrip()), 4)]
        inner = ["." if n == 0 else "bw"[n % 2] for n in cells if n != 2048]
        if inner:
            board.append(inner)
    return board


def squares(board: str) -> list[str]:
    """The squares of an SFEN's first field from file 12 of rank a on: pieces with their `+`, or `.`."""
    cells = []
    for rank in board.split("/"):
        row = []
        for digits, piece in re.findall(r"(\d+)|(\+?[A-Za-z])", rank):
            row += ["."] * int(digits) if digits else [piece]
        if len(row) != FILES:
            raise Inexpressible(f"rank `{rank}` has {len(row)} squares")
        cells += row
    if len(cells) != FILES * RANKS:
        raise Inexpressible(f"the board has {len(cells)} squares")
    return cells


def board_field(cells: list[str]) -> str:
    """The inverse of `squares`."""
    ranks = []
    for start in range(0, len(cells), FILES):
        text, empty = "", 0
        for cell in [*cells[start : start + FILES], None]:
            if cell == ".":
                empty += 1
                continue
            text += (str(empty) if empty else "") + (cell or "")
            empty = 0
        ranks.append(text)
    return "/".join(ranks)


def fen(sfen: str) -> str:
    """The position with the attacker as HaChu's Sente: the board field alone, in the same letters.

    Where White attacks the board is turned round. Raises Inexpressible where the SFEN names a
    counter-strike square or barred pieces: HaChu has these only after moves.
    """
    fields = sfen.split()
    if any(extra != "-" for extra in [*fields[2:3], *fields[4:5]]):
        raise Inexpressible("a counter-strike square or barred pieces have no place in HaChu's FEN")
    cells = squares(fields[0])
    if fields[1] == "w":
        cells = [cell.swapcase() for cell in reversed(cells)]
    return board_field(cells)


class Process:
    """A running HaChu. Its output goes to a pseudo-terminal, or it would sit in a buffer of 4 KB."""

    def __init__(self, path: str, cpu: int | None = None):
        self.started = time.monotonic()
        self._output, inner = pty.openpty()
        tty.setraw(inner)
        pin = (lambda: os.sched_setaffinity(0, {cpu})) if cpu is not None else None
        try:
            self._process = subprocess.Popen(
                [path],
                stdin=subprocess.PIPE,
                stdout=inner,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                preexec_fn=pin,
            )
        except OSError as error:
            os.close(self._output)
            raise HachuError(f"{path} cannot be started: {error.strerror}") from error
        finally:
            os.close(inner)
        self._pending = b""
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._output, selectors.EVENT_READ)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.wait()
        self._process.stdin.close()
        self._selector.close()
        os.close(self._output)

    def send(self, *commands: str) -> None:
        """Sends commands, a line each."""
        try:
            os.write(self._process.stdin.fileno(), "".join(f"{c}\n" for c in commands).encode())
        except BrokenPipeError as error:
            raise HachuError(f"HaChu ended early{self._status()}") from error

    def line(self, deadline: float) -> str | None:
        """The next line of output; None when the deadline (monotonic) is past."""
        while b"\n" not in self._pending:
            if not self._selector.select(max(0.0, deadline - time.monotonic())):
                return None
            try:
                chunk = os.read(self._output, 65536)
            except OSError:  # the other end of a pseudo-terminal is closed
                chunk = b""
            if not chunk:
                raise HachuError(f"HaChu ended early{self._status()}")
            self._pending += chunk
        text, self._pending = self._pending.split(b"\n", 1)
        return text.decode("ascii", "replace").rstrip("\r")

    def until(self, start: str, timeout_s: float = ANSWER_TIMEOUT_S) -> list[str]:
        """The lines up to one that begins so."""
        deadline, lines = time.monotonic() + timeout_s, []
        while (text := self.line(deadline)) is not None:
            lines.append(text)
            if text.startswith(start):
                return lines
        raise HachuError(f"HaChu did not answer with `{start}` within {timeout_s:g} s")

    def _status(self) -> str:
        try:
            return f" (status {self._process.wait(timeout=1)})"
        except subprocess.TimeoutExpired:
            return ""


def version(path: str) -> str:
    """The name that HaChu gives itself; an error if it is no HaChu with chu and tsume."""
    with Process(path) as process:
        try:
            process.send("xboard", "protover 2")
            features = "\n".join(process.until("feature done=1"))
        except HachuError as error:
            raise HachuError(f"{path}: {error}") from error
    name = re.search(r'myname="(HaChu[^"]*)"', features)
    if not name or "Tsume" not in features or not re.search(r'variants="[^"]*\bchu\b', features):
        raise HachuError(f"{path} is no HaChu that knows chu shogi and tsume problems")
    return name[1]


def analyse(
    path: str,
    position: str,
    time_s: float,
    memory_mib: int,
    options=(),
    cpu: int | None = None,
    whole_time: bool = False,
) -> Analysis:
    """Has a position (from `fen`) analysed until HaChu ends by itself or the time is over.

    A mate may get shorter in a later iteration. Unless `whole_time`, HaChu has for that twice the
    time that it took to find one, and at least a second.
    """
    analysis = Analysis()
    try:
        with Process(path, cpu) as process:
            _prepare(process, position, memory_mib, options)
            _listen(process, analysis, time_s, whole_time)
            _verify_board(process, position)
    except HachuError as error:
        analysis.trouble = str(error)
    return analysis


def _prepare(process: Process, position: str, memory_mib: int, options) -> None:
    settings = [f"option {option}" for option in (*OPTIONS, *options)]
    # Without `new` the greatest depth is 0; the table must be asked for after the position is set up.
    process.send("xboard", "new", "force", "variant chu", *settings, f"setboard {position}")
    process.send(f"memory {memory_mib}", "post", "ping 1")
    process.until("pong 1")


def _listen(process: Process, analysis: Analysis, time_s: float, whole_time: bool) -> None:
    query = time.monotonic()
    process.send("analyze")
    deadline = query + time_s
    while (text := process.line(deadline)) is not None:
        now = time.monotonic()
        if thinking := parse_thinking(text):
            analysis.take(thinking, now - query, now - process.started)
        if text.startswith("# best="):
            analysis.finished = True
            break
        if analysis.first_mate_s is not None and not whole_time:
            enough = max(3 * analysis.first_mate_s, analysis.first_mate_s + 1)
            deadline = query + min(time_s, enough)
    process.send("exit")


def _verify_board(process: Process, position: str) -> None:
    process.send("p", "ping 2")
    rows = [text for text in process.until("pong 2") if re.match(r"#[ \d]{4}", text)]
    asked = ["." if cell == "." else "bw"[cell[-1].isupper()] for cell in squares(position)]
    if sum(parse_board(rows)[-RANKS:], []) != asked:
        raise HachuError("HaChu has set up another position than the one asked for")
