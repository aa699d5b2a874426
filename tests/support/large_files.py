"""Files of each format that a scorer could send, with many lines: reading and scoring them takes time and memory."""

from __future__ import annotations

from pathlib import Path

from amends import formats
from support.bws_files import Cell, access_file, of_rows

LIN = Path(__file__).parents[1] / "data" / "lin" / "session.lin"

PBN_GAME = """[Event "E"]
[Site ""]
[Date "2026.01.02"]
[Board "{board}"]
[West "{ew}w"]
[North "{ns}n"]
[East "{ew}e"]
[South "{ns}s"]
[Dealer "N"]
[Vulnerable "None"]
[Deal ""]
[Scoring "MP"]
[Declarer "N"]
[Contract "4H"]
[Result "10"]
[Table "{ns}"]

"""
USEBIO_LINE = """<TRAVELLER_LINE><NS_PAIR_NUMBER>{ns}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{ew}</EW_PAIR_NUMBER>
<CONTRACT>4H</CONTRACT><PLAYED_BY>N</PLAYED_BY><TRICKS>10</TRICKS><SCORE>420</SCORE></TRAVELLER_LINE>"""
TABLES = 20


def csv_file(boards: int) -> bytes:
    """Travellers: the same result at each of the tables."""
    lines = (f"{board},{table},{table + 30},4H N =" for board in boards_of(boards) for table in tables())
    return "\n".join(("board,ns,ew,result", *lines)).encode()


def pbn_file(boards: int) -> bytes:
    """A game for each table."""
    places = ((board, table) for board in boards_of(boards) for table in tables())
    return "".join(PBN_GAME.format(board=board, ns=table, ew=table + 30) for board, table in places).encode()


def usebio_file(boards: int) -> bytes:
    """A board with its traveller lines."""
    lines = "".join(USEBIO_LINE.format(ns=table, ew=table + 30) for table in tables())
    made = (f"<BOARD><BOARD_NUMBER>{board}</BOARD_NUMBER>{lines}</BOARD>" for board in boards_of(boards))
    event = '<EVENT EVENT_TYPE="MP_PAIRS"><TITLE>Large</TITLE><WINNER_TYPE>1</WINNER_TYPE>'
    return f'<USEBIO Version="1.2">{event}{"".join(made)}</EVENT></USEBIO>'.encode()


def lin_file(boards: int) -> bytes:
    """The same session once more, and once more."""
    return (LIN.read_bytes() + b"\n") * max(1, boards // 2)


def bws_file(boards: int) -> bytes:
    """Rows as the devices of Bridgemate have sent them."""
    rows: list[dict[str, Cell]] = [
        {
            "ID": number, "Section": 1, "Table": table, "Round": 1, "Board": board, "PairNS": table,
            "PairEW": table + 30, "NS/EW": "N", "Contract": "4 H", "Result": "=", "LeadCard": "", "Remarks": "",
            "Erased": False,
        }
        for number, (board, table) in enumerate((board, table) for board in boards_of(boards) for table in tables())
    ]  # fmt: skip
    section: list[dict[str, Cell]] = [{"ID": 1, "Letter": "A  ", "Winners": 1}]
    return access_file({"ReceivedData": of_rows(rows), "Section": of_rows(section)}, old=False)


def document_file(boards: int) -> bytes:
    """An event document."""
    text = formats.dumps(formats.loads(csv_file(boards), "club.csv"), "amends")
    assert isinstance(text, str)
    return text.encode()


def boards_of(count: int) -> range:
    """The numbers of the boards."""
    return range(1, count + 1)


def tables() -> range:
    """The numbers of the tables."""
    return range(1, TABLES + 1)


LARGE = {
    "club.csv": (csv_file, 10_000),
    "club.pbn": (pbn_file, 1_400),
    "club.xml": (usebio_file, 3_000),
    "club.lin": (lin_file, 10_000),
    "club.bws": (bws_file, 1_400),
    "club.amends.json": (document_file, 2_000),
}
"""By the name of the file: what makes it, and with how many boards it takes several seconds, in less than 20 MB."""
