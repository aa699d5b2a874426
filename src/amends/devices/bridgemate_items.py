"""Single items of the Data Connector: read with a look at every field, and written for a new session."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bridgemate_dataconnector.dto import (
    InitDTO,
    ParticipationDTO,
    PlayerDataDTO,
    ResultDTO,
    RoundDTO,
    ScoringGroupDTO,
    SectionDTO,
    SessionDTO,
    TableDirection,
    TableDTO,
    TdCallDTO,
)

from amends.awards import Artificial, Grade, Mixture, NotScored
from amends.bridge import BySide, Card, Contract, Denomination, Doubling, PassedOut, Result, Seat
from amends.devices.messages import (
    CallState,
    DeviceCall,
    DeviceName,
    DevicePlace,
    DeviceResult,
    DeviceScoring,
    DeviceSeat,
    DeviceSection,
    DeviceSession,
    Message,
    Queue,
    Unreadable,
)
from amends.faults import Faults, refuse

HIGHEST = 9999
"""The highest number of a board, a table, a round or a pair."""
MOST_CHARACTERS = 100
"""Of a name or a number of a player."""

_SEATS = {1: Seat.NORTH, 2: Seat.EAST, 3: Seat.SOUTH, 4: Seat.WEST}
_DIRECTIONS = {seat: TableDirection(number) for number, seat in _SEATS.items()}
_DENOMINATIONS = dict(enumerate(Denomination, 1))
_DOUBLINGS = dict(enumerate(Doubling))
_RANKS = dict(zip(range(2, 15), "23456789TJQKA", strict=True))
_GRADES = (Grade.MINUS, Grade.AVERAGE, Grade.PLUS)
_STATES = dict(enumerate(CallState, 1))
_METHODS = {
    DeviceScoring.MATCHPOINTS: ScoringGroupDTO.ScoringType_Pairs,
    DeviceScoring.BUTLER: ScoringGroupDTO.ScoringType_Imp2_NoCorrection,
    DeviceScoring.CROSS_IMPS: ScoringGroupDTO.ScoringType_XImp2_Total,
}


# Reading


def _whole(value: object, words: str, least: int, most: int = HIGHEST) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise refuse(f"no number as {words}", f"a whole number from {least} to {most}")
    if not least <= value <= most:
        shown = value if abs(value) <= HIGHEST else "far away"
        raise refuse(f"{words} {shown}", f"a whole number from {least} to {most}")
    return value


def _text(value: object, words: str) -> str:
    text = "" if value is None else value
    if not isinstance(text, str) or len(text) > MOST_CHARACTERS or not text.isprintable():
        raise refuse(f"{words} that cannot be read", f"at most {MOST_CHARACTERS} printable characters")
    return " ".join(text.split())


def _place(dto: ResultDTO | ParticipationDTO | TdCallDTO, least_round: int = 1) -> DevicePlace:
    letters = _text(dto.section_letters, "section letters")
    if not letters or len(letters) > 3 or not (letters.isascii() and letters.isalpha()):
        raise refuse("no letters as section", "one to three letters")
    round = _whole(dto.round_number, "round", least_round)
    return DevicePlace(letters.upper(), _whole(dto.table_number, "table", 1), max(round, 1))


def _flag(value: object, words: str) -> bool:
    if not isinstance(value, bool):
        raise refuse(words, "true or false")
    return value


def _result(dto: ResultDTO) -> Message:
    place, board = _place(dto), _whole(dto.board_number, "board", 1)
    if _flag(dto.is_deleted, "the mark of an erased result"):
        return DeviceResult(place, board, erased=True)
    ns, ew = _whole(dto.pair_north_south, "pair", 1), _whole(dto.pair_east_west, "pair", 1)
    level = _whole(dto.level, "level", ResultDTO.ContractLevel_NoPLay, 7)
    if _whole(dto.scoring_direction, "scoring direction", 0, 3) == ResultDTO.ScoringDirection_EW:
        raise refuse("a score for East-West alone", "one for both sides")
    if level == ResultDTO.ContractLevel_NoPLay:
        return DeviceResult(place, board, ns, ew, NotScored(expected=True))
    if level < 0:
        first, second = divmod(-level - 1, 3)
        return DeviceResult(
            place, board, ns, ew, awards=BySide(Artificial(_GRADES[first]), Artificial(_GRADES[second]))
        )
    if level == ResultDTO.ContractLevel_Pass:
        return DeviceResult(place, board, ns, ew, Mixture.of(PassedOut()))
    contract = Contract(
        level,
        _DENOMINATIONS[_whole(dto.denomination, "denomination", 1, 5)],
        _DOUBLINGS[_whole(dto.stake, "stake", 0, 2)],
    )
    declarer = _SEATS[_whole(dto.declarer_direction, "declarer", 1, 4)]
    result = Result(contract, declarer, _whole(dto.total_tricks, "tricks", 0, 13))
    return DeviceResult(place, board, ns, ew, Mixture.of(result), _lead(dto))


def _lead(dto: ResultDTO) -> Card | None:
    """The card that was led; a lead that cannot be read is no reason to refuse a result."""
    rank, suit = dto.lead_card_rank, dto.lead_card_suit
    if rank in _RANKS and suit in (1, 2, 3, 4):
        return Card(_DENOMINATIONS[suit], _RANKS[rank])
    return None


def _name(dto: PlayerDataDTO) -> Message:
    number, name = _text(dto.player_number, "a number"), _full_name(dto.first_name, dto.last_name)
    if not number or not name:
        raise refuse("a player without number or name", "both")
    return DeviceName(number, name)


def _full_name(first: object, last: object) -> str:
    return f"{_text(first, 'a name')} {_text(last, 'a name')}".strip()


def _seat(dto: ParticipationDTO) -> Message:
    place = _place(dto, least_round=0)
    seat = _SEATS[_whole(int(dto.direction), "direction", 1, 4)]
    if _flag(dto.is_removal, "the mark of an emptied seat"):
        return DeviceSeat(place, seat)
    name, number = _full_name(dto.first_name, dto.last_name), _text(dto.player_number, "a number")
    if not name and not number:
        raise refuse("a seat without a name", "a name or a number")
    return DeviceSeat(place, seat, name, number)


def _call(dto: TdCallDTO) -> Message:
    hour, minute = _whole(dto.hour, "hour", 0, 23), _whole(dto.minute, "minute", 0, 59)
    return DeviceCall(_place(dto), hour, minute, _STATES[_whole(dto.status, "status", 1, 4)])


def _reader(kind: Any, words: str, read: Callable[[Any], Message]) -> Callable[[Mapping[str, Any], str], Message]:
    """Reads an item of a session; what is wrong with it is said without any text that it holds."""

    def reader(item: Mapping[str, Any], session: str) -> Message:
        try:
            dto = kind.from_dict(item)
            if kind is not PlayerDataDTO and (dto.session_guid or session) != session:
                raise refuse("another session", "the one that was asked for")
            return read(dto)
        except Faults as trouble:
            [fault] = trouble.faults[:1]
            return Unreadable(f"{words} that means nothing: {fault.found}, expected {fault.expected}")
        except (AttributeError, KeyError, TypeError, ValueError):
            return Unreadable(f"{words} that means nothing")

    return reader


READERS: Mapping[Queue, Callable[[Mapping[str, Any], str], Message]] = {
    Queue.RESULTS: _reader(ResultDTO, "a result", _result),
    Queue.NAMES: _reader(PlayerDataDTO, "a player", _name),
    Queue.SEATS: _reader(ParticipationDTO, "a seat", _seat),
    Queue.CALLS: _reader(TdCallDTO, "a call", _call),
}
"""What reads the items of each queue."""


# Writing


def initial(session: DeviceSession, club: str) -> InitDTO:
    """What makes a session: start the control software, prepare the devices, read from them."""
    group = ScoringGroupDTO(
        session_guid=session.id,
        club_id=club,
        sections=[_section(session, each) for each in session.sections],
        scoring_group_number=1,
        scoring_method=_METHODS[session.scoring],
    )
    year, month, day = session.day
    made = SessionDTO(
        scoring_groups=[group],
        event_guid=session.id,
        session_guid=session.id,
        name=session.name,
        year=year,
        month=month,
        day=day,
    )
    return InitDTO(
        commands=InitDTO.StartBCS | InitDTO.Command_Reset | InitDTO.Command_StartReading,
        event_guid=session.id,
        club_id=club,
        sessions=[made],
        player_data=[],
        participations=[_participation(session.id, each) for each in session.seats] or None,
    )


def _section(session: DeviceSession, section: DeviceSection) -> SectionDTO:
    tables = []
    for number, rounds in section.tables.items():
        place: dict[str, Any] = {"session_guid": session.id, "section_letters": section.letters, "table_number": number}
        tables.append(
            TableDTO(
                **place,
                rounds=[
                    RoundDTO(
                        **place,
                        round_number=each.number,
                        low_board_number=each.low,
                        high_board_number=each.high,
                        pair_ns=each.ns,
                        pair_ew=each.ew,
                    )
                    for each in rounds
                ],
            )
        )
    return SectionDTO(
        session_guid=session.id,
        scoring_group_number=1,
        letters=section.letters,
        name=section.name or None,
        winners=session.winners,
        game_type=SectionDTO.GameType_Pairs,
        tables=tables,
    )


def _participation(session: str, seat: DeviceSeat) -> ParticipationDTO:
    """A player by name alone: nothing but the name is sent."""
    first, _, last = seat.name.rpartition(" ")
    return ParticipationDTO(
        session_guid=session,
        section_letters=seat.place.section,
        table_number=seat.place.table,
        direction=_DIRECTIONS[seat.seat],
        round_number=seat.place.round,
        first_name=first or None,
        last_name=last,
    )
