"""Counts what the rules of plain English forbid: see Scripts/english.sh."""
import glob
import re
import sys

COUNTS = "Scripts/english/counts.txt"
WORDS = {
    "told": r"\b(?:told|tells of)\b",
    "anew": r"\banew\b",
    "so many": r"\bso many\b",
    "whoever": r"\b(?:whoever|whosoever)\b",
    "held against": r"\b(?:held|holds?|holding)\b(?:\W+\w+){0,4}?\W+against\b",
}
LONG_SENTENCE = "sentences over 30 words"
LONG_SUMMARY = "first sentences over 150 characters"
# These are written from declarations, which are counted.
GENERATED = ("Docs/Reference/", "Docs/Schemas/")


def sentences(text):
    """The sentences of a paragraph; an abbreviation such as "e.g." ends none, since a capital letter follows the end of one."""
    return [s for s in re.split(r"(?<=[.!?])[\"')”*]*\s+(?=[\"'(“`*]*(?:[A-Z0-9`]|--|code))", text) if s.strip()]


def plain(text):
    """Text without the marks of Markdown; code is one word."""
    text = re.sub(r"\]\([^)]*\)", "]", text)
    return re.sub(r"``[^`]*``|`[^`]*`", "code", text)


def comments():
    """Each doc comment as (place, its paragraphs)."""
    for path in sorted(glob.glob("Sources/**/*.swift", recursive=True) + glob.glob("Projections/**/*.swift", recursive=True)):
        block, start, is_code = [""], 0, False
        for number, line in enumerate(open(path, encoding="utf-8"), 1):
            line = line.strip()
            if not line.startswith("///"):
                if any(block):
                    yield f"{path}:{start}", block
                block, start, is_code = [""], number + 1, False
                continue
            text = line[3:].strip()
            if text.startswith("```"):
                is_code = not is_code
            elif is_code:
                continue
            elif not text or text.startswith("- "):
                # The name of a parameter is code.
                block.append(re.sub(r"^- (?:\w+:)?", "", text))
            else:
                block[-1] += (" " if block[-1] else "") + text
        if any(block):
            yield f"{path}:{start}", block


def printed():
    """Each text in the tool and in the declarations of pages as (place, its paragraphs)."""
    folders = ["CommandLineTool", "Reference", "ArgumentParsing", "QueryLanguage", "MailLedger/Refusals"]
    literal = re.compile(r'"""\n(.*?)\n *"""|"((?:[^"\\\n]|\\[^\n])*)"', re.S)
    for folder in folders:
        for path in sorted(glob.glob(f"Sources/{folder}/**/*.swift", recursive=True)):
            source = open(path, encoding="utf-8").read()
            source = re.sub(r"^\s*//.*$", lambda match: " " * len(match[0]), source, flags=re.M)
            # A raw string is code, such as the grammar of queries, and so is what stands between fences.
            source = re.sub(r'#""".*?"""#|```.*?```', lambda match: "\n" * match[0].count("\n"), source, flags=re.S)
            # A text in two pieces is one text.
            source = re.sub(r'"\s*\n\s*\+ "', lambda match: "\n" * match[0].count("\n"), source)
            for match in literal.finditer(source):
                text = match[1] if match[1] is not None else match[2]
                text = re.sub(r"\\\((?:[^()]|\([^()]*\))*\)", "x", text)
                if " " not in text:
                    continue
                place = f"{path}:{source.count(chr(10), 0, match.start()) + 1}"
                lines = text.split("\n")
                margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
                paragraphs = [""]
                for line in lines:
                    # A line that is indented is one of a table.
                    if not line.strip() or line[margin:margin + 1] == " ":
                        paragraphs.append("")
                    else:
                        paragraphs[-1] += " " + line.strip()
                yield place, paragraphs


def pages():
    """Each paragraph, item and cell of the pages that are kept by hand as (place, [it])."""
    paths = glob.glob("*.md") + glob.glob("Docs/**/*.md", recursive=True)
    paths += glob.glob("Projections/*.md") + glob.glob("Benchmarks/*.md") + glob.glob("Samples/*.md")
    for path in sorted(paths):
        if path.startswith(GENERATED):
            continue
        paragraph, start, is_code = "", 1, False
        for number, line in enumerate(open(path, encoding="utf-8"), 1):
            line = line.strip()
            ends = not line or line.startswith(("```", "|", "#", "- ", "* ")) or re.match(r"\d+\. ", line)
            if ends and paragraph:
                yield f"{path}:{start}", [paragraph]
                paragraph = ""
            if line.startswith("```"):
                is_code = not is_code
            elif is_code or not line:
                continue
            elif line.startswith("|"):
                for cell in re.split(r"(?<!\\)\|", line):
                    yield f"{path}:{number}", [cell.strip()]
            else:
                start = number if not paragraph else start
                paragraph += (" " if paragraph else "") + line.lstrip("#*- ")
        if paragraph:
            yield f"{path}:{start}", [paragraph]


def findings():
    """Each place as ((area, kind), place, text)."""
    for area, texts in [("comments", comments()), ("printed", printed()), ("pages", pages())]:
        for place, paragraphs in texts:
            for paragraph in paragraphs:
                text = plain(paragraph)
                for kind, pattern in WORDS.items():
                    for match in re.finditer(pattern, text, flags=re.I):
                        yield (area, kind), place, text[max(0, match.start() - 40):match.end() + 40]
                for sentence in sentences(text):
                    if len(sentence.split()) > 30:
                        yield (area, LONG_SENTENCE), place, sentence
            if area == "comments":
                first = sentences(paragraphs[0])[:1]
                if first and len(first[0]) > 150:
                    yield (area, LONG_SUMMARY), place, first[0]


def main():
    found = list(findings())
    if "--list" in sys.argv:
        for (area, kind), place, text in found:
            print(f"{place}: {kind}: {text.strip()}")
        return 0
    counts = {}
    for key, _, _ in found:
        counts[key] = counts.get(key, 0) + 1
    noted = {}
    for line in open(COUNTS, encoding="utf-8"):
        if line.strip() and not line.startswith("#"):
            area, kind, count = [word.strip() for word in line.split("|")]
            noted[area, kind] = int(count)
    rose = [key for key in counts if counts[key] > noted.get(key, 0)]
    fell = [key for key in noted if counts.get(key, 0) < noted[key]]
    if "--update" in sys.argv:
        for key in fell:
            noted[key] = counts.get(key, 0)
        head = [line for line in open(COUNTS, encoding="utf-8") if line.startswith("#")]
        with open(COUNTS, "w", encoding="utf-8") as file:
            file.writelines(head)
            file.writelines(f"{area} | {kind} | {noted[area, kind]}\n" for area, kind in noted)
        fell = []
    for key in rose:
        print(f"{key[0]}: {key[1]}: {counts[key]}, and {noted.get(key, 0)} are noted; 'Scripts/english.sh --list' shows them")
    for key in fell:
        print(f"{key[0]}: {key[1]}: {counts.get(key, 0)}, fewer than the {noted[key]} noted: run 'Scripts/english.sh --update'")
    print(f"{sum(counts.values())} places that plain English would word otherwise")
    return 1 if rose or fell else 0


sys.exit(main())
