"""Names the cycles among modules and among the top folders of each module, out of the lines of index.c on standard input.

Usage: cycles.py ALLOWED [--all]. A use of a symbol leads from the folder of the use to the folder of the definition. A file in a
module's root is a place of its own; places of the root may use one another as they like, a folder may be in no cycle. ALLOWED has a
cycle a line, "Module: place place …", and may only shrink: one place more, or one that is in no cycle any more, is an error. --all shows
every use that makes a cycle, otherwise the first three between two places.
"""

import collections
import sys

from occurrences import DECLARATION, DEFINITION, REFERENCE, allowed, occurrences

MODULE = "1"


def module_and_place(path):
    """The module of a file and its place there: a top folder, or the file itself where it is in none; of none in tests."""
    parts = path.split("/")
    if parts[0] in ("Sources", "Benchmarks"):
        parts = parts[1:]
    elif parts[0] != "Projections":
        return None
    return parts[0], parts[1] + "/" if len(parts) > 2 else parts[1]


def uses():
    """Each use of a symbol that another file defines: name, file of the use, file of the definition."""
    defined, used = {}, set()
    for found in occurrences():
        if found.kind == MODULE or not module_and_place(found.path):
            continue
        if found.roles & DEFINITION or found.roles & DECLARATION and found.usr not in defined:
            defined[found.usr] = found.path
        if found.roles & REFERENCE:
            used.add((found.usr, found.name, found.path))
    return sorted((name, path, defined[usr]) for usr, name, path in used if defined.get(usr, path) != path)


def cycles(edges):
    """The strongly connected components of more than one node, by Tarjan's way; edges are the nodes that each node leads to."""
    index, low, stack, found = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(edges.get(node, ())):
            if other not in index:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == index[node]:
            component = {stack.pop()}
            while node not in component:
                component.add(stack.pop())
            if len(component) > 1:
                found.append(component)

    for node in sorted(edges):
        if node not in index:
            visit(node)
    return found


def show(module, component, between, limit):
    print(f"{module}: a cycle of {' '.join(sorted(component))}")
    for (start, end), found in sorted(between.items()):
        if start in component and end in component:
            print(f"  {start} uses {end}: {len(found)}")
            for name, path, target in found[:limit]:
                print(f"    {name}: {path} -> {target}")


def main():
    graphs = collections.defaultdict(lambda: collections.defaultdict(list))
    for use in uses():
        (module, place), (other, target) = module_and_place(use[1]), module_and_place(use[2])
        if module != other:
            graphs["modules"][module, other].append(use)
        elif place != target:
            graphs[module][place, target].append(use)
    if not graphs:
        sys.exit("the index of the compiler names nothing of this project: build first")
    kept = {module: set(places.split()) for module, places in (line.split(": ") for line in allowed(sys.argv[1]))}
    limit = None if "--all" in sys.argv else 3
    wrong = 0
    for module, between in sorted(graphs.items()):
        edges = collections.defaultdict(set)
        for start, end in between:
            edges[start].add(end)
        # The files of a root may be one thing; a folder is one by itself.
        found = [one for one in cycles(edges) if module == "modules" or any(place.endswith("/") for place in one)]
        for component in found:
            if not component <= kept.get(module, set()) or limit is None:
                show(module, component, between, limit)
                wrong += not component <= kept.get(module, set())
        needless = kept.pop(module, set()).difference(*found)
        if needless:
            print(f"{sys.argv[1]}: in {module} there is no cycle any more of {' '.join(sorted(needless))}")
            wrong += 1
    for module in kept:
        print(f"{sys.argv[1]}: there is no module {module}")
        wrong += 1
    print(f"{len(graphs['modules'])} edges among modules, {wrong} cycle{'' if wrong == 1 else 's'} that must not be")
    sys.exit(1 if wrong else 0)


main()
