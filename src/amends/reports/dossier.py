"""The dossier of a ruling: table, case, appeals and effect, in the parts from which forms and bulletins are made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction

from amends import exact
from amends.awards import Award, Mixture
from amends.bridge import Auction, Outcome, Seat, Side, Vulnerable
from amends.clock import shown_time
from amends.event import Event, TableRecord, TableResult
from amends.event.case import Facts, Irregularity, PollTaken
from amends.event.match import room_words
from amends.event.rows import awards_in_force, table_of
from amends.faults import Faults
from amends.journal.codec import plain, time_text
from amends.journal.history import Appeal, Case, GivenRuling, History
from amends.laws.editions import clause
from amends.laws.law12 import SelfInflicted
from amends.reports.anonymise import Anonymiser, NamedPeople, without_author
from amends.reports.layout.diagram import AuctionRows, Diagram, diagrams, opening_lead, record_data
from amends.reports.layout.html import Table
from amends.reports.layout.sheet import Paragraph, Part
from amends.reports.poll import votes_text
from amends.reports.slip import DAMAGE, beside, board_lines
from amends.rulings.consequences.on_board import without
from amends.rulings.consequences.preview import Preview, preview_of
from amends.rulings.polls.poll import Poll, last_question, logical_alternatives, outcome_of
from amends.rulings.polls.weights import Proposal, from_polls
from amends.scoring.event import score
from amends.scoring.standings import Standings
from amends.wording.award_text import (
    Rows,
    action_words,
    adjusted_rows,
    entered_result,
    own_damage_words,
    poll_words,
    result_words,
)
from amends.wording.figures import figure_text
from amends.wording.names import by_words
from amends.wording.times import review_words


@dataclass(frozen=True, slots=True)
class Dossier:
    """A ruling with its table, its case and its appeals; `anonymous`: without names."""

    event: Event
    table: TableResult
    given: GivenRuling
    case: Case | None
    appeals: tuple[Appeal, ...]
    record: TableRecord
    anonymous: bool = False
    by: str = ""
    """Who gave the ruling, as it stands behind its time: " by R. Fox"."""
    review: str = ""
    """Until when a review may be asked for; "" where there is none."""

    @property
    def entered(self) -> Award:
        """The table result; of a claim the one that was entered before it."""
        return entered_result(self.given, self.table)

    @property
    def vulnerable(self) -> Vulnerable:
        """Who was vulnerable."""
        return self.given.ruling.vulnerable or self.event.conditions(self.given.ruling.board, self.table)

    @property
    def dealer(self) -> Seat:
        """Who dealt."""
        return self.event.dealer_at(self.table)

    @property
    def facts(self) -> Facts:
        """What was found out; empty where nothing was written down."""
        return self.case.facts if self.case else Facts()

    @property
    def deal(self) -> Diagram | None:
        """The diagram of the board, where its cards are known."""
        return next(iter(diagrams(self.event, self.table.board, [self.table], self.vulnerable)), None)

    @property
    def auction(self) -> Auction | None:
        """As the director has it, else as the file of results has it."""
        auction = self.facts.auction or self.record.auction
        return auction if auction and auction.calls else None


def dossier(
    history: History, event: Event, given: GivenRuling, names: bool = True, people: NamedPeople | None = None
) -> Dossier:
    """Everything on record about a ruling; without `names` it names nobody. `people`: found once for many rulings."""
    table = table_of(given.ruling, event.results)
    case = history.cases.get(given.ruling.case)
    appeals = tuple(history.appeals[id] for id in given.appeals if id in history.appeals)
    record = table.record or TableRecord()
    by = by_words(history, given, event.regulation.edition, names)
    review = review_words(history, given, event.regulation)
    whole = Dossier(event, table, given, case, appeals, record, by=by, review=review)
    if names:
        return whole
    anonymiser = Anonymiser(event, history, table, people)
    auction = anonymiser.auction(record.auction) if record.auction else None
    anonymous = replace(
        given,
        ruling=anonymiser.ruling(given.ruling),
        made=without_author(given.made),
        withdrawn=without_author(given.withdrawn) if given.withdrawn else None,
        why_withdrawn=anonymiser.words(given.why_withdrawn),
    )
    return replace(
        whole,
        given=anonymous,
        case=anonymiser.case(case) if case else None,
        appeals=tuple(map(anonymiser.appeal, appeals)),
        record=TableRecord(record.lead, auction, record.play),
        anonymous=True,
    )


# The board


def board_parts(dossier: Dossier) -> list[Part]:
    """The diagram, the auction and the lead, beside each other, as far as they are known."""
    rows = AuctionRows.of(dossier.auction) if dossier.auction else None
    return beside(board_lines(dossier.deal, rows, opening_lead(dossier.record)))


def result_rows(dossier: Dossier) -> Rows:
    """The table result; at teams that of the other room too."""
    rows = [("Table result", result_words(dossier.entered, dossier.vulnerable))]
    others = (other for other in dossier.event.results if _is_other_room(other, dossier.table))
    return rows + [
        (room_words(each.room).capitalize(), result_words(each.result, dossier.vulnerable)) for each in others
    ]


def _is_other_room(other: TableResult, table: TableResult) -> bool:
    """Whether the same two teams had the same board there, in the same match."""
    if not other.room or not table.room or other.id == table.id:
        return False
    matches = [(each.board, each.session, each.round, each.match) for each in (other, table)]
    teams = [{seat for seats in each.seats for seat in seats} for each in (other, table)]
    return matches[0] == matches[1] and teams[0] == teams[1]


# The case


def fact_rows(dossier: Dossier) -> Rows:
    """What happened and what the director found."""
    happened = dossier.case.irregularities if dossier.case else ()
    rows = [("Irregularity", " and ".join(each.words for each in happened if each is not Irregularity.OTHER))]
    rows += established_rows(dossier.facts, dossier.event.regulation.edition)
    if dossier.case and dossier.case.agreed:
        rows.append(("Agreed by", " and ".join(side.words for side in Side if side in dossier.case.agreed)))
    return [(label, words) for label, words in rows if words]


def established_rows(facts: Facts, edition: int, auction: bool = False) -> Rows:
    """What the director has found out; with `auction` that too, where no diagram has it."""
    rows = [("Happened", facts.happened)]
    rows += [("Auction", "\n".join(AuctionRows.of(facts.auction).lines()))] if auction and facts.auction else []
    for place, each in enumerate(facts.explanations):
        by = f" by {each.by.name.title()}" if each.by else ""
        agreed = f"; agreed: {each.agreement}" if each.agreement else ""
        words = f"{action_words(each.call)}{by}: {each.words}{agreed}"
        rows.append(("" if place else "Explained", words))
    rows += [("Play", facts.play), ("Methods", facts.methods)]
    rows += [("Screens", "" if facts.screens is None else "yes" if facts.screens else "no"), ("Found", facts.found)]
    rows += [(clause("12C1(e)", edition), own_damage_words(facts.own_damage, edition))] if facts.own_damage else []
    return [(label, words) for label, words in rows if words]


def statement_rows(dossier: Dossier) -> Rows:
    """What each side said, with the time; N-S first, then E-W, then whoever else."""
    if dossier.case is None:
        return []
    said = [
        (statement.side or (statement.seat.side if statement.seat else None), statement, made)
        for statement, made in dossier.case.statements
    ]
    order: list[Side | None] = [*Side, None]
    rows: Rows = []
    for side, statement, made in sorted(said, key=lambda each: order.index(each[0])):
        who = [statement.seat.name.title() if statement.seat else "", statement.who]
        signed = ", ".join([*filter(None, who), shown_time(made.at, dossier.given.made.at)])
        label = f"Statement, {side.words}" if side else "Statement"
        rows.append((label, f"{statement.words} ({signed})"))
    return rows


# The ruling


def given_words(dossier: Dossier) -> str:
    """The ruling's number, when and by whom it was given, and what it replaces."""
    ruling = dossier.given.ruling
    at = ruling.time or dossier.given.made.at
    words = f"{ruling.id}, {shown_time(at)}{dossier.by}"
    return words + (f", replaces ruling {ruling.replaces}" if ruling.replaces is not None else "")


def ruling_rows(dossier: Dossier) -> Rows:
    """The ruling in the Maastricht form with its laws, reasons and legal routes."""
    ruling = dossier.given.ruling
    edition, claimed = dossier.event.regulation.edition, dossier.given.claimed
    rows = adjusted_rows(ruling, dossier.table, dossier.vulnerable, edition, claimed)
    rows += [("Laws", ", ".join(ruling.laws))]
    rows += [("Disallowed", ", ".join(map(action_words, ruling.disallowed)))]
    rows += [
        ("Legal route" if place == 0 else "", f"{action_words(outcome)}: {why}")
        for place, (outcome, why) in enumerate(ruling.legal_route.items())
    ]
    if dossier.given.by_appeal:  # the polls of the case stand by themselves, but not those of the reviewers
        rows += [("Poll" if stage == 0 else "Then", poll_words(votes)) for stage, votes in enumerate(ruling.poll)]
    rows += [("Reason", ruling.reason)]
    rows += [(f"Unusual, {clause}", why) for clause, why in ruling.accept.items()]
    if dossier.given.why_withdrawn or dossier.given.withdrawn:
        rows.append(("Withdrawn", dossier.given.why_withdrawn or "without a reason"))
    return [(label, words) for label, words in rows if words]


def appeal_rows(appeal: Appeal) -> Rows:
    """By which side an appeal was lodged, when, on what grounds."""
    by = [appeal.side.words if appeal.side else "", appeal.who]
    rows = [
        ("Appeal", f"{appeal.id}, lodged {shown_time(appeal.lodged.at)}"),
        ("Appealed by", ", ".join(filter(None, by))),
        ("Grounds", appeal.grounds),
        ("Deposit", appeal.deposit),
        ("Taken late", appeal.late),
    ]
    return [(label, words) for label, words in rows if words]


def decision_rows(appeal: Appeal) -> Rows:
    """How an appeal was decided; nothing while it waits."""
    if appeal.decision is None:
        return []
    words = appeal.decision.words
    rows = [
        (
            "Decision",
            f"{words[:1].upper()}{words[1:]}.{f' See ruling {appeal.varied_to}.' if appeal.varied_to else ''}",
        ),
        ("Decided", shown_time(appeal.decided.at) if appeal.decided else ""),
        ("Reasons", appeal.reason),
        ("Reviewers", ", ".join(appeal.reviewers)),
        ("Deposit", "kept" if appeal.deposit_kept else "returned" if appeal.deposit else ""),
    ]
    return [(label, text) for label, text in rows if text]


def damage_rows(judged: SelfInflicted | None, edition: int) -> Rows:
    """12C1(e): the three figures that were compared, and what follows."""
    if judged is None:
        return []
    figures = (("happened", judged.actual), ("normal", judged.normal), ("expected", judged.expected))
    words = ", ".join(f"{name} {figure_text(figure.value)}" for name, figure in figures)
    return [(clause("12C1(e)", edition), f"{words}. {DAMAGE[judged.damage]}")]


def effect_of(dossier: Dossier) -> tuple[Preview, Standings]:
    """What the ruling does to the table result, everything else as it stands; also of one that is replaced by now."""
    ruling, claimed = replace(dossier.given.ruling, replaces=None), dossier.given.claimed
    table_result = without(dossier.event, ruling)
    ruled = replace(table_result, rulings=(*table_result.rulings, ruling))
    if claimed is not None:
        table_result = table_result.with_result(dossier.table, dossier.entered)
        ruled = ruled.with_result(dossier.table, claimed)
    after = score(ruled)
    return preview_of(score(table_result), after, ruling), after


# For programs


def dossier_data(dossier: Dossier) -> dict[str, object]:
    """All that was written down, as plain data; contestants and people only where it is not anonymous."""
    ruling, case = dossier.given.ruling, dossier.case
    data: dict[str, object] = {
        "ruling": ruling.id,
        "board": ruling.board,
        "dealer": dossier.dealer.value,
        "vulnerable": dossier.vulnerable.value,
        "result": str(dossier.entered),
        "state": str(dossier.given.state),
        "given": time_text(ruling.time or dossier.given.made.at),
        "by": dossier.by.removeprefix(" by "),
        "review": dossier.review,
        "award": plain(awards_in_force(ruling, dossier.table)),
        "stands": ruling.stands,
        "laws": list(ruling.laws),
        "disallowed": list(ruling.disallowed),
        "legal_route": dict(ruling.legal_route),
        "accepted": dict(ruling.accept),
        "reason": ruling.reason,
        "appeals": [
            plain(replace(appeal, decided=None))
            | {
                "lodged": time_text(appeal.lodged.at),
                "decided": time_text(appeal.decided.at) if appeal.decided else None,
            }
            for appeal in dossier.appeals
        ],
        **record_data(replace(dossier.record, auction=dossier.auction)),
    }
    if deal := dossier.deal:
        data["deal"] = deal.data()
    if case is not None:
        data |= {
            "irregularity": case.irregularity.value,
            "facts": plain(replace(case.facts, auction=None)),
            "statements": [plain(said) | {"at": time_text(made.at)} for said, made in case.statements],
            "polls": [plain(poll) | {"at": time_text(made.at)} for poll, made in case.polls],
            "agreed": [side.value for side in Side if side in case.agreed],
        }
    if not dossier.anonymous:
        data |= {"ns": list(dossier.table.seats.ns), "ew": list(dossier.table.seats.ew), "director": ruling.director}
    return data | ({} if ruling.replaces is None else {"replaces": ruling.replaces})


# Polls


def poll_parts(dossier: Dossier) -> list[Part]:
    """Each poll with its question, who was asked and what they chose; then what the polls allow and what was given."""
    taken: list[tuple[PollTaken, datetime | None]] = [
        (poll, made.at) for poll, made in (dossier.case.polls if dossier.case else ())
    ]
    taken = taken or [(PollTaken(votes=votes), None) for votes in dossier.given.ruling.poll]
    parts: list[Part] = []
    for number, (poll, at) in enumerate(taken, 1):
        asked = sum(poll.counted.values())
        time = f", {shown_time(at, dossier.given.made.at)}" if at else ""
        title = f"Poll {number}: {poll.question or 'question not recorded'} ({asked} asked{time})"
        parts.append(_poll_table(title, poll, dossier))
    if band := weight_table(dossier, [poll.counted for poll, _ in taken]):
        parts.append(band)
    return parts or [Paragraph("Nobody was polled.")]


def _poll_table(title: str, poll: PollTaken, dossier: Dossier) -> Table:
    """Of each action how many chose it; where more is known, how many considered it, and of which standard they are."""
    if not poll.answers:
        rows = [[action_words(action), str(count)] for action, count in poll.counted.items()]
        return Table(title, ["action", "chose it"], rows, (0,))
    found = logical_alternatives(poll, dossier.event.regulation)
    calls = [outcome_of(each.action) is None or each.action == "pass" for each in found]
    heads = ["action", "chose it", "considered it", *["logical alternative"] * any(calls), "who chose it"]
    rows = []
    for each, is_call in zip(found, calls, strict=True):
        standards = Counter(
            answer.standard
            for answer in poll.answers
            if answer.standard and action_words(answer.chose).upper() == action_words(each.action).upper()
        )
        logical = ["yes" if each.is_logical else "no"] if is_call else [""]
        words = ", ".join(f"{times} {standard}" for standard, times in standards.items())
        rows.append([action_words(each.action), str(each.chosen), str(each.considered), *logical * any(calls), words])
    return Table(title, heads, rows, (0, *range(3, len(heads))))


def proposal_and_weights(
    dossier: Dossier, votes: Sequence[Mapping[str, int]]
) -> tuple[Proposal, dict[Outcome, Fraction]] | None:
    """What the polls propose for the non-offending side, and the weights that it was given; None where they do not."""
    ruling = dossier.given.ruling
    if not votes or ruling.non_offending is None:
        return None
    try:
        polls = last_question([Poll.of(each) for each in votes])
        polled = from_polls(
            polls, ruling.disallowed, ruling.non_offending, dossier.vulnerable, dossier.event.regulation
        )
        awards = awards_in_force(ruling, dossier.table)
    except Faults:
        return None  # the polls do not lead to results; what was asked stands above all the same
    proposal = next((each for each in polled.proposals if each.innocent), None)
    if proposal is None:
        return None
    award = awards[proposal.side]
    return proposal, {outcome: weight for weight, outcome in award.parts} if isinstance(award, Mixture) else {}


def weight_table(dossier: Dossier, votes: Sequence[Mapping[str, int]]) -> Table | None:
    """Shares of the poll, the most that the benefit of the doubt allows, and the weights that were given."""
    found = proposal_and_weights(dossier, votes)
    if found is None:
        return None
    proposal, weights = found
    limited = proposal.has_benefit
    rows = []
    for step in proposal.band:
        score = exact.signed(step.score * proposal.leans.sign)
        most = [exact.percentage(step.limit_so_far)] * limited
        given = exact.percentage(weights.get(step.outcome, Fraction(0)))
        share = exact.percentage(step.polled.share)
        rows.append([step.outcome.symbols, score, votes_text(step.polled), share, *most, given])
    law = clause("84D", dossier.event.regulation.edition)
    heads = ["result", "N-S", "votes", "share", *[f"at most [{law}]"] * limited, "weight given"]
    title = f"Weighed, best for {proposal.leans.words} first{'; at most: with all above it' if limited else ''}"
    return Table(title, heads, rows, (0,))
