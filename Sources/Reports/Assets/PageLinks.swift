/// The browser's facts about whole steps: which of them undo which others.
enum PageLinks {
    /// A part of the script, behind the words.
    static let text: StaticString = #"""
        // What is said of a step beside its changes: how much of it is told, what undid it, and what it undoes.
        // StepLinks.swift says it in the same way.
        function linksOf(events) {
            const steps = new Map(), undos = [];
            for (const { position, raw: { stream }, transaction: { number, time }, header } of events) {
                if (!steps.has(number)) {
                    const step = { number, time, header, places: [] };
                    steps.set(number, step);
                    const cause = header && typeof header.cause === "string" ? header.cause : "";
                    const what = cause.startsWith("undo:") ? cause.slice(5) : "";
                    const ranges = what.startsWith("tx:") ? rangesIn(what.slice(3)) : null;
                    if (ranges) undos.push({ step, undoes: (other) => ranges.some(([first, last]) => first <= other.number && other.number <= last) });
                    else if (isID(what)) undos.push({ step, undoes: (other) => other.header?.operation.toLowerCase() === what.toLowerCase() });
                }
                steps.get(number).places.push({ position, stream });
            }
            const undoes = (undo, other) => undo.step.number > other.number && undo.undoes(other);
            const values = (step, positions, offset) => {
                if (positions.length === 0) return null;
                const ends = { first: positions.reduce((a, b) => Math.min(a, b)), last: positions.reduce((a, b) => Math.max(a, b)) };
                return { actor: step.header ? step.header.actor : RULES.acts.erased, day: local(step.time, offset).day,
                    places: act(ends.first === ends.last ? "place" : "places", ends) };
            };
            return (number, told, offset, all) => {
                const notes = [], step = steps.get(number);
                if (all !== told.size) notes.push(act(told.size === 1 ? "oneChange" : "someChanges", { count: told.size, all }));
                if (!step || undos.length === 0) return notes;
                const changes = step.places.filter((place) => told.has(place.position));
                const streams = new Set(changes.map((place) => place.stream));
                const touching = (step) => step.places.filter((place) => streams.has(place.stream));
                for (const undo of undos) {
                    if (!undoes(undo, step)) continue;
                    const places = touching(undo.step), found = values(undo.step, places.map((place) => place.position), offset);
                    if (!found) continue;
                    const undone = new Set(places.map((place) => place.stream));
                    const count = changes.filter((place) => undone.has(place.stream)).length;
                    notes.push(act(count < changes.length ? "partlyUndone" : "undone", { ...found, count, all: changes.length }));
                    if (undos.some((one) => undoes(one, undo.step))) notes.push(act("undoUndone", {}));
                }
                const own = undos.find((undo) => undo.step === step);
                if (!own) return notes;
                const undone = Array.from(steps.values()).filter((other) => undoes(own, other)).sort((left, right) => left.number - right.number);
                const found = undone.length === 0 ? null
                    : values(undone[0], undone.flatMap(touching).map((place) => place.position), offset);
                if (found) notes.push(act(undone.length === 1 ? "undoes" : "undoesSteps", { ...found, count: undone.length }));
                return notes;
            };
        }
        """#
}
