"""Refreshes lib/deciding/sentences/intents from Home Assistant's own packages, for whoever keeps this project:

    python3 -m venv venv && venv/bin/pip install hassil home-assistant-intents && venv/bin/python scripts/intents.py

One <language>.json.gz for each language: what the recogniser reads, without what only the packages' own tools need,
and the numbers in words as hassil says them. The licence and a README with the versions are written beside them.
"""

import gzip
import json
import shutil
from collections.abc import Iterator
from importlib import metadata, resources
from pathlib import Path

from hassil import parse_sentence
from hassil.numbers import get_rbnf_engine

TO = Path(__file__).parent.parent / "lib/deciding/sentences/intents"
PACKAGE = "home-assistant-intents"
README = """# Home Assistant's sentences

Made by `scripts/intents.py` from the package `{package}` {version} (Apache-2.0, see LICENSE), with the numbers in words of
`hassil` {hassil} and `unicode-rbnf` {rbnf}. Don't edit: run the script again. {count} languages.
"""


def numbers_of(lists: dict) -> Iterator[float]:
    """Every number that a list of the language can hold."""
    for one in lists.values():
        if span := one.get("range"):
            for number in range(span["from"], span["to"] + 1, span.get("step", 1)):
                yield number
                if span.get("fractions") == "halves":
                    yield number + 0.5


def words_of(language: str, lists: dict) -> dict[str, list[str]]:
    """Numbers as they are spoken; those are missing that CLDR has no rules for."""
    words = {}
    for number in sorted(set(numbers_of(lists))):
        try:
            spoken = get_rbnf_engine(language).format_number(number).text_by_ruleset.values()
        except ValueError:
            continue
        words[str(number)] = sorted(set(spoken))
    return words


class Needs:
    """What must stand in a sentence for a template to match: the recogniser parses only templates that can."""

    def __init__(self, rules: dict[str, str]) -> None:
        self.rules = {name: parse_sentence(body) for name, body in rules.items()}
        self.fragments: dict[str, int] = {}

    def of(self, template: str) -> list[list[int]]:
        """Groups of fragments, by number: a sentence has at least one of each group."""
        clauses = parse_sentence(template).get_required_clauses(self.rules)
        return sorted(sorted(self.fragments.setdefault(piece, len(self.fragments)) for piece in sorted(clause))
                      for clause in sorted(clauses, key=sorted))


def block_of(block: dict, needs: Needs) -> dict:
    """Sentences that mean the same; `domains` of the named entity, `here` when the speaker's area is meant."""
    context = dict(block.get("requires_context", {}))
    made = {"sentences": block["sentences"], "needs": [needs.of(template) for template in block["sentences"]]}
    if slots := block.get("slots"):
        made["slots"] = slots
    if domains := context.pop("domain", None):
        made["domains"] = domains
    if context.pop("area", None) == {"slot": True}:
        made["here"] = True
    if response := block.get("response"):
        made["response"] = response
    if context or (unknown := set(block) - {"sentences", "slots", "requires_context", "response", "metadata"}):
        raise ValueError(f"The recogniser doesn't know what this block needs: {context or unknown}")
    return made


def language_of(data: dict) -> dict:
    """A language as the recogniser reads it."""
    settings = data.get("settings", {})
    needs = Needs(data["expansion_rules"])
    intents = {name: [block_of(block, needs) for block in intent["data"]] for name, intent in data["intents"].items()}
    return {
        "language": data["language"],
        **({"ignoreWhitespace": True} if settings.get("ignore_whitespace") else {}),
        "skipWords": data.get("skip_words", []),
        "rules": data["expansion_rules"],
        "lists": data["lists"],
        "numbers": words_of(data["language"], data["lists"]),
        "fragments": list(needs.fragments),
        "intents": intents,
        "responses": data["responses"],
    }


def main() -> None:
    """Writes every language, and deletes those that are gone."""
    shutil.rmtree(TO, ignore_errors=True)
    TO.mkdir(parents=True)
    sources = sorted(path for path in resources.files("home_assistant_intents").joinpath("data").iterdir())
    for source in sources:
        made = language_of(json.loads(source.read_text(encoding="utf-8")))
        text = json.dumps(made, ensure_ascii=False, separators=(",", ":"))
        (TO / f"{source.stem}.json.gz").write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    licence = next(file for file in metadata.files(PACKAGE) or [] if "LICENSE" in file.name)
    (TO / "LICENSE").write_text(licence.read_text(encoding="utf-8"), encoding="utf-8")
    versions = {"package": PACKAGE, "version": metadata.version(PACKAGE), "count": len(sources)}
    versions |= {"hassil": metadata.version("hassil"), "rbnf": metadata.version("unicode-rbnf")}
    (TO / "README.md").write_text(README.format(**versions), encoding="utf-8")


if __name__ == "__main__":
    main()
