"""Holds a program to cases: every case gets a verdict, whatever the program does."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

from amends.conformance.program import NoLine, RunningProgram
from amends.conformance.protocol import (
    LONGEST_LINE,
    NoAnswer,
    ProgramAnswer,
    question_line,
    read_answer,
    verdict_on,
)
from amends.conformance.runner import CaseVerdict, ConformanceCase, faults_of
from amends.faults import Refusal

RESTARTS = 5
"""So often a program is started again after it died or hung."""
MOST_IDLE = 100
"""So many lines in a row are read that bring no case forward."""
AFTERWARDS = 2
"""Seconds for what a program may still write after its last answer."""


def run_program(cases: Iterable[ConformanceCase], command: str, seconds: float) -> Iterator[CaseVerdict]:
    """Each case with its verdict, in order; `seconds` is how long the next answer may take."""
    every = list(cases)
    run = _Run(command, seconds)
    verdicts: list[CaseVerdict | None] = [run.take(case) for case in every]
    run.ask()
    for case, verdict in zip(every, verdicts, strict=True):
        yield verdict or run.verdicts[case.id]


class _Run:
    """The cases that wait for an answer, in the order in which they are asked, and the verdicts so far."""

    def __init__(self, command: str, seconds: float) -> None:
        self._command, self._seconds = command, seconds
        self._waiting: dict[str, ConformanceCase] = {}
        self.verdicts: dict[str, CaseVerdict] = {}

    def take(self, case: ConformanceCase) -> CaseVerdict | None:
        """Put a case on the list; the verdict on one that cannot be asked."""
        if case.id in self._waiting:
            return CaseVerdict(case, ("the id stands twice, so the program was not asked",))
        troubles = faults_of(case)
        if troubles:
            return CaseVerdict(case, troubles)
        self._waiting[case.id] = case
        return None

    def ask(self) -> None:
        """Start the program as often as it takes, but for a limit."""
        starts = 0
        while self._waiting and starts <= RESTARTS:
            try:
                program = RunningProgram(self._command, LONGEST_LINE)
            except Refusal as refusal:
                if starts == 0:
                    raise
                self._give_up(f"not asked: {refusal}")
                return
            starts += 1
            try:
                self._session(program)
            finally:
                program.stop()
        self._give_up(f"not asked: the program had died or hung {starts} times")

    def _give_up(self, trouble: str) -> None:
        for id in list(self._waiting):
            self._fail(id, trouble)

    def _fail(self, id: str, trouble: str) -> None:
        self.verdicts[id] = CaseVerdict(self._waiting.pop(id), (trouble,))

    def _session(self, program: RunningProgram) -> None:
        """One start of the program: what it answers, and what is said of the cases that it leaves."""
        strays = _Strays(self._waiting)
        asked = set(self._waiting)
        program.send([question_line(case) for case in self._waiting.values()])
        deadline = time.monotonic() + self._seconds
        trouble, idle = "", 0
        while not trouble:
            line = program.next_line(deadline - time.monotonic())
            if line is NoLine.END or (line is NoLine.SILENCE and not self._waiting):
                trouble = f"no answer: the program {program.ending()}" if self._waiting else "nothing is open"
            elif line is NoLine.SILENCE:
                trouble = f"no answer within {self._seconds:g} seconds"
            elif self._is_progress(line, asked, strays):
                idle = 0
                deadline = time.monotonic() + (self._seconds if self._waiting else min(self._seconds, AFTERWARDS))
            else:
                idle += 1
                trouble = "no answer: the program writes other lines all the time" if idle > MOST_IDLE else ""
        written = {id: words for id, words in strays.by_case.items() if id in self._waiting}
        for id, words in written.items():
            self._fail(id, f"the program wrote {words}")
        if line is NoLine.END and program.ended_well:  # it has had all cases, and wants no more of them
            self._give_up(trouble)
        elif not written and self._waiting:  # the one it was at
            self._fail(next(iter(self._waiting)), trouble)

    def _is_progress(self, line: bytes | NoLine, asked: set[str], strays: _Strays) -> bool:
        """Take a line in; whether it is an answer, or stands in the place of one."""
        try:
            if isinstance(line, NoLine):
                raise NoAnswer(f"a line of more than {LONGEST_LINE} bytes")
            answer = read_answer(line)
            if answer.id not in asked:
                raise NoAnswer(f"an answer to {answer.id[:60]!r}, which it was not asked")
        except NoAnswer as trouble:
            if trouble.id not in self._waiting:
                return strays.take(str(trouble))
            self._fail(trouble.id, f"the program wrote {trouble}")
            return True
        return self._take_answer(answer)

    def _take_answer(self, answer: ProgramAnswer) -> bool:
        case = self._waiting.pop(answer.id, None)
        if case is None:
            self.verdicts[answer.id] = CaseVerdict(self.verdicts[answer.id].case, ("the program answered twice",))
            return False
        self.verdicts[answer.id] = verdict_on(case, answer)
        return True


class _Strays:
    """Lines that are no answers. Each stands for the first case that has neither an answer nor such a line."""

    def __init__(self, waiting: dict[str, ConformanceCase]) -> None:
        self._waiting = waiting
        self.by_case: dict[str, str] = {}

    def take(self, words: str) -> bool:
        """Whether there is a case that the line can stand for."""
        id = next((id for id in self._waiting if id not in self.by_case), None)
        if id is not None:
            self.by_case[id] = words
        return id is not None
