"""matenro, one process a question."""

import hashlib
import json
import os
import shutil
import subprocess
import time
from dataclasses import dataclass

# What reading the problem, stopping and writing may take on top of the limit.
GRACE_S = 30.0


class MatenroError(Exception):
    """matenro is missing, or answers something that makes no sense."""


@dataclass(frozen=True)
class Problem:
    """A problem as matenro reads it."""

    id: str
    sfen: str
    claimed_plies: int | None


@dataclass(frozen=True)
class Answer:
    """What matenro says of one position. The bounds are of the exact length, None where not proved."""

    verdict: str  # mate, no-mate, unknown
    at_least: int | None
    at_most: int | None
    # By its own clock, without the start of the process; whole milliseconds.
    time_s: float
    # From the start of the process to its end.
    wall_s: float
    expanded: int

    @property
    def is_settled(self) -> bool:
        """True if the exact length is known, or that there is no mate."""
        return self.verdict == "no-mate" or (
            self.verdict == "mate" and self.at_most is not None and self.at_least == self.at_most
        )


# In place of an answer where the program failed.
NO_ANSWER = Answer("unknown", None, None, 0.0, 0.0, 0)


def parse_answer(text: str, wall_s: float) -> Answer:
    """Reads the line of JSON that `matenro solve --format jsonl` writes."""
    try:
        record = json.loads(text)
        if record["type"] != "solution":
            raise MatenroError(f"matenro: {record['message']}")
        plies = record["plies"]
        return Answer(
            record["verdict"],
            plies["at_least"],
            plies["at_most"],
            record["time_s"],
            wall_s,
            record["expanded"],
        )
    except (ValueError, KeyError, TypeError) as error:
        raise MatenroError(f"matenro answered `{text.strip()[:200]}`") from error


def parse_problems(text: str) -> list[Problem]:
    """Reads what `matenro convert --to jsonl` writes."""
    try:
        records = [json.loads(line) for line in text.splitlines() if line.strip()]
        return [Problem(r["id"], r["sfen"], r["claimed_plies"]) for r in records]
    except (ValueError, KeyError, TypeError) as error:
        raise MatenroError(f"matenro's list of problems cannot be read: {error}") from error


def problems(path: str, inputs: list[str]) -> list[Problem]:
    """The problems that ids, collections and files stand for."""
    run = _run([path, "convert", *inputs, "--to", "jsonl"], GRACE_S)
    if run.returncode != 0:
        raise MatenroError(run.stderr.strip() or f"{path} convert: status {run.returncode}")
    return parse_problems(run.stdout)


def version(path: str) -> str:
    """Name, version, and the beginning of the program's SHA-256: builds of a version differ in speed."""
    name = _run([path, "--version"], GRACE_S).stdout.strip()
    with open(shutil.which(path) or path, "rb") as file:
        return f"{name} ({hashlib.sha256(file.read()).hexdigest()[:8]})"


def solve(
    path: str,
    sfen: str,
    goal: str,
    time_s: float,
    memory_mib: int,
    extra=(),
    cpu: int | None = None,
) -> Answer:
    """Asks about one position, with one thread."""
    command = [path, "solve", "--sfen", sfen, "--goal", goal, "--time", f"{round(time_s * 1000)}ms"]
    command += ["--threads", "1", "--memory", f"{memory_mib}MiB", "--format", "jsonl", "--quiet"]
    start = time.monotonic()
    run = _run([*command, *extra], time_s + GRACE_S, cpu)
    wall_s = time.monotonic() - start
    if not run.stdout.strip():
        raise MatenroError(run.stderr.strip() or f"matenro: status {run.returncode}, no answer")
    return parse_answer(run.stdout, wall_s)


def _run(command: list[str], timeout_s: float, cpu: int | None = None):
    pin = (lambda: os.sched_setaffinity(0, {cpu})) if cpu is not None else None
    try:
        return subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=timeout_s,
            start_new_session=True,
            preexec_fn=pin,
        )
    except OSError as error:
        raise MatenroError(f"{command[0]} cannot be started: {error.strerror}") from error
    except subprocess.TimeoutExpired as error:
        raise MatenroError(f"{command[0]} did not end within {timeout_s:g} s") from error
