"""Pages on paper: a report's page as a PDF, made without reaching for anything outside of it."""

from __future__ import annotations

from typing import NoReturn

from amends.faults import Refusal


def pdf(page: str) -> bytes:
    """The page as a PDF; whatever it asks for besides itself, from the network or a file, it does not get."""
    try:
        from weasyprint import HTML  # type: ignore[import-untyped]
        from weasyprint.urls import URLFetcher  # type: ignore[import-untyped]
    except (ImportError, OSError):  # OSError: the package is there, but not the libraries of the system it draws with
        remedy = "Install it: pip install 'amends[pdf]'; or print the page from a browser."
        raise Refusal("WeasyPrint, which makes PDF files, is not installed.", remedy) from None

    class Nothing(URLFetcher):  # type: ignore[misc]
        """Fetches nothing."""

        def fetch(self, url: str, headers: object = None) -> NoReturn:
            """Refuse every address."""
            raise ValueError(f"a page has nothing outside of it: {url}")

    made = HTML(string=page, url_fetcher=Nothing()).write_pdf()
    assert isinstance(made, bytes)
    return made
