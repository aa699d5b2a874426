"""Pages that the documentation site makes of what stands elsewhere; mkdocs calls it (hooks in mkdocs.yml).

The reference of the commands is their help. Changelog, contributing, conduct and security stand in the project itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatch_build import Package, fetched, taken_out

PROJECT = Path(__file__).resolve().parents[1]
TAKEN = {
    "changelog.md": "CHANGELOG.md",
    "contributing.md": "CONTRIBUTING.md",
    "conduct.md": "CODE_OF_CONDUCT.md",
    "security.md": "SECURITY.md",
}
"""Pages of the site, and the files of the project they are made of."""
REFERENCE = "command-reference.md"
SEARCH = Package(
    name="iframe-worker",
    version="1.0.4",
    integrity="sha512-roeaaI+Lg1LJNfgpCjoRe/+WzEjy9+Z08LoEvu85MCPbBjwm+qXz8Ag5U05lHa6V1CysZyGzE0SOkAtSUA5q7Q==",
    files={"shim/index.js": "iframe-worker.js"},
)
"""With it a browser searches pages that were opened from a disk."""
ELSEWHERE = re.compile(r"https://[^\"']*iframe-worker/shim")
"""Where the theme would take it from."""


def on_files(files: Any, config: Any) -> Any:
    """Add the pages."""
    from mkdocs.structure.files import File

    for name, text in {**{name: taken(file) for name, file in TAKEN.items()}, REFERENCE: reference()}.items():
        files.append(File.generated(config, name, content=text))
    for name, content in taken_out(SEARCH, fetched(SEARCH)).items():
        files.append(File.generated(config, f"theme/{name}", content=content))
    return files


def on_post_page(output: str, page: Any, config: Any) -> str:
    """Take the search from the site itself: nothing is fetched from elsewhere."""
    up = "../" * page.file.dest_uri.count("/")
    return ELSEWHERE.sub(f"{up}theme/iframe-worker.js", output)


def on_post_template(output_content: str, **_: Any) -> str:
    """The same for pages that are no documents, such as that of a wrong address."""
    return ELSEWHERE.sub("theme/iframe-worker.js", output_content)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Links to files of the project lead to the pages made of them; others are names, for want of a page."""
    return re.sub(r"\[([^\]]+)\]\(\.\./([^)#]+)[^)]*\)", _linked, markdown)


def _linked(found: re.Match[str]) -> str:
    pages = {file: name for name, file in TAKEN.items()}
    name = pages.get(found[2])
    return f"[{found[1]}]({name})" if name else f"{found[1]} (`{found[2]}` in the project)"


def taken(file: str) -> str:
    """A file of the project as a page: its links lead from docs/."""
    text = (PROJECT / file).read_text(encoding="utf-8")
    text = re.sub(r"\]\(docs/([^)]+)\)", r"](\1)", text)
    pages = {file: name for name, file in TAKEN.items()}
    return re.sub(r"\]\(([A-Z_]+\.md)\)", lambda found: f"]({pages.get(found[1], found[1])})", text)


def reference() -> str:
    """All commands with all options, from their help."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    from amends.cli.help_pages.manual import ENVIRONMENT, EXIT_STATUS, every_command
    from amends.cli.help_pages.page import help_page

    yield "# All commands\n\nWhat `--help` says of each. [By example](commands.md): what they print.\n"
    for context in every_command():
        page = help_page(context)
        yield f"## {context.command_path}\n"
        yield f"```\n{page.usage}\n```\n"
        yield from (f"{paragraph}\n" for paragraph in page.paragraphs)
        for section in page.sections:
            yield f"| {section.title} | |\n| --- | --- |"
            yield from (f"| `{_cell(term)}` | {_cell(meaning)} |" for term, meaning in section.rows)
            yield ""
        for example in page.examples:
            yield f"```\n{example}\n```\n"
    yield "## Exit status\n\n| status | |\n| --- | --- |"
    yield from (f"| {term} | {meaning} |" for term, meaning in EXIT_STATUS)
    yield "\n## Environment\n\n| variable | |\n| --- | --- |"
    yield from (f"| `{term}` | {meaning} |" for term, meaning in ENVIRONMENT)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
