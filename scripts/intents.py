"""Refreshes the community's part of lib/language from Home Assistant's own packages, for whoever keeps this project:

    python3 -m venv venv && venv/bin/pip install hassil
    pip install --no-deps --target older home-assistant-intents==2025.7.30
    pip install --no-deps --target newest home-assistant-intents
    venv/bin/python scripts/intents.py older newest

In the folder of each language: community.json.gz is what the recogniser reads, without what only the packages' own tools
need; community.older.json.gz has the sentences of 2025.7.30, the last before the project took out many that people say
("lock the door in the kitchen", "are all windows closed"); cldr-numbers.json has the numbers from 0 to 100 in words, as CLDR
spells them. The licence and a note of the versions are written beside the folders.
"""

import gzip
import json
import re
import sys
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path

from hassil import parse_sentence
from hassil.numbers import get_rbnf_engine

TO = Path(__file__).parent.parent / "lib/language"
PACKAGE = "home-assistant-intents"
RULE = re.compile(r"<([^<>]+)>")
LICENCE = "LICENSE-home-assistant-intents"
NOTE = """# Home Assistant's sentences

`community.json.gz` of {count} languages is made by `scripts/intents.py` from the package `{package}` {version},
`community.older.json.gz` from {older} (Apache-2.0, see {licence}); `cldr-numbers.json` from
`unicode-rbnf` {rbnf}. Don't edit these: run the script again.
"""


def numbers_of(lists: dict) -> Iterator[float]:
    """Every number that a list of the language can hold."""
    for one in lists.values():
        if span := one.get("range"):
            for number in range(span["from"], span["to"] + 1, span.get("step", 1)):
                yield number
                if span.get("fractions") == "halves":
                    yield number + 0.5


def words_of(language: str, numbers: Iterable[float]) -> dict[str, list[str]]:
    """Numbers as they are spoken; those are missing that CLDR has no rules for."""
    words = {}
    for number in sorted(set(numbers)):
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


CONTEXT = {("requires_context", "domain"): "domains", ("requires_context", "device_class"): "classes",
           ("excludes_context", "domain"): "notDomains", ("excludes_context", "device_class"): "notClasses"}


class Rules:
    """The rules of a language, and those that a block has for itself under names of their own."""

    def __init__(self, rules: dict[str, str]) -> None:
        self.all = dict(rules)

    def reaches(self, text: str, names: set[str]) -> bool:
        """Whether a template leads to one of these rules."""
        return any(name in names or self.reaches(self.all.get(name, ""), names) for name in RULE.findall(text))

    def names(self, text: str) -> bool:
        """Whether a template names a device."""
        return "{name}" in text or any(self.names(self.all.get(name, "")) for name in RULE.findall(text))

    def own(self, text: str, own: dict[str, str]) -> str:
        """The template with the block's own rules, and rules that lead to them, under their new names."""
        return RULE.sub(lambda found: f"<{self.rename(found[1], own)}>", text) if own else text

    def rename(self, name: str, own: dict[str, str]) -> str:
        """The name that a rule has for a block."""
        body = own.get(name)
        if body is None:
            if not self.reaches(f"<{name}>", set(own)):
                return name
            body = self.all[name]
        body = self.own(body, {key: value for key, value in own.items() if key != name})
        made = next((known for known in (f"{name}.{at}" for at in range(999)) if self.all.get(known, body) == body), name)
        self.all[made] = body
        return made


def block_of(intent: str, block: dict, rules: Rules) -> dict:
    """Sentences that mean the same; `here` when the speaker's area must be known, and whether it is meant."""
    made = {"sentences": [rules.own(sentence, block.get("expansion_rules", {})) for sentence in block["sentences"]]}
    if slots := block.get("slots"):
        made["slots"] = slots
    for (context, key), name in CONTEXT.items():
        if wanted := block.get(context, {}).get(key):
            made[name] = wanted if isinstance(wanted, list) else [wanted]
    if intent.startswith("HassClimate"):
        made.setdefault("notDomains", ["sensor"])  # the furnace's sensor isn't a thermostat
    if not any(rules.names(sentence) for sentence in made["sentences"]):
        # nothing is named: what would be asked of its name is what is meant
        for wanted, slot in (("domains", "domain"), ("classes", "device_class")):
            if values := made.pop(wanted, None):
                made["slots"] = {slot: values[0] if len(values) == 1 else values, **made.get("slots", {})}
    if "area" in block.get("requires_context", {}):
        made["here"] = bool((block["requires_context"]["area"] or {}).get("slot"))
    if response := block.get("response"):
        made["response"] = response
    return made


def list_of(data: dict) -> dict:
    """A list whose values all have what is said and what is meant."""
    if "values" not in data:
        return data
    return {"values": [{"in": one, "out": one} if isinstance(one, str) else {"in": one["in"], "out": one["out"]}
                       for one in data["values"]]}


def language_of(data: dict) -> dict:
    """A language as the recogniser reads it."""
    settings = data.get("settings", {})
    rules = Rules(data["expansion_rules"])
    intents = {name: [block_of(name, block, rules) for block in intent["data"]] for name, intent in data["intents"].items()}
    needs = Needs(rules.all)
    for block in (block for blocks in intents.values() for block in blocks):
        block["needs"] = [needs.of(template) for template in block["sentences"]]
    return {
        "language": data["language"],
        **({"ignoreWhitespace": True} if settings.get("ignore_whitespace") else {}),
        "skipWords": data.get("skip_words", []),
        "rules": rules.all,
        "lists": {name: list_of(one) for name, one in data["lists"].items()},
        "numbers": words_of(data["language"], numbers_of(data["lists"])),
        "fragments": list(needs.fragments),
        "intents": intents,
        "responses": data["responses"],
    }


def write(folder: Path, name: str) -> int:
    """Writes every language of a package that was installed in a folder; tells how many."""
    sources = sorted((folder / "home_assistant_intents/data").iterdir())
    for source in sources:
        made = language_of(json.loads(source.read_text(encoding="utf-8")))
        to = TO / source.stem
        to.mkdir(exist_ok=True)
        (to / name).write_bytes(gzip.compress(in_json(made).encode(), 9, mtime=0))
        if numbers := words_of(source.stem, range(101)):
            (to / "cldr-numbers.json").write_text(in_json(numbers) + "\n", encoding="utf-8")
    return len(sources)


def in_json(made: dict) -> str:
    """Without spaces between the parts."""
    return json.dumps(made, ensure_ascii=False, separators=(",", ":"))


def main() -> None:
    """Writes every language, and deletes those that are gone."""
    older, folder = Path(sys.argv[1]), Path(sys.argv[2])
    for made in (*TO.glob("*/community*.json.gz"), *TO.glob("*/cldr-numbers.json")):
        made.unlink()
    write(older, "community.older.json.gz")
    count = write(folder, "community.json.gz")
    packages = {path: next(iter(metadata.distributions(name=PACKAGE, path=[str(path)]))) for path in (older, folder)}
    licence = next(file for file in packages[folder].files or [] if "LICENSE" in file.name)
    (TO / LICENCE).write_text(Path(licence.locate()).read_text(encoding="utf-8"), encoding="utf-8")
    versions = {"package": PACKAGE, "version": packages[folder].version, "older": packages[older].version, "count": count}
    versions |= {"licence": LICENCE, "rbnf": metadata.version("unicode-rbnf")}
    (TO / "COMMUNITY.md").write_text(NOTE.format(**versions), encoding="utf-8")


if __name__ == "__main__":
    main()
