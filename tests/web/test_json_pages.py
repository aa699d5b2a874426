"""Every page of data, found by its address, gives a document of the contract."""

from __future__ import annotations

import pytest

from support.documents import check_document
from support.web.house import House, of_method

DATA = [path for path in of_method("GET") if path.endswith(".json")]


def test_there_are_pages_of_data() -> None:
    assert len(DATA) >= 5


@pytest.mark.parametrize("path", DATA)
@pytest.mark.parametrize("role", ["nobody", "chief"])
def test_a_page_of_data_is_a_document_of_the_contract(walked: House, path: str, role: str) -> None:
    answer = walked.client(role).get(walked.filled(path, contestant="7", board="15"))
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/json"
    check_document(answer.json())
