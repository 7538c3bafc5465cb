/// What the events of the record changed, read by the browser from their bytes as ``FieldChange`` reads them.
enum PageDeeds {
    static let text: StaticString = #"""
        function entityOf(type) {
            if (type === "mail.file-skipped") return "account";
            const name = type.slice(type.indexOf(".") + 1);
            const kind = RULES.kinds.find((kind) => name.startsWith(kind + "-"));
            if (kind) return kind;
            if (RULES.contexts.includes(type.split(".")[0])) return "message";
            return name.includes("-") ? name.slice(0, name.lastIndexOf("-")) : name;
        }

        // The thing that an event is about, and each field with its old and its new value.
        function deedOf(event) {
            const type = event.type.split("/")[0];
            let entity = entityOf(type), payload;
            if (typeof event.payload === "string" && RULES.types.includes(event.type)) payload = today(event.type, read(event.payload));
            if (!isObject(payload)) return { type, entity, id: null, changes: payload === undefined ? [] : changesIn(payload, type) };
            const said = typeof payload.get("entity") === "string" ? payload.get("entity") : entity;
            const id = payload.has("id") ? payload.get("id") : payload.get(said);
            if (typeof id === "string") entity = said;
            return { type, entity, id: typeof id === "string" ? id : null, changes: changesIn(payload, type) };
        }

        // The shape of today; undefined for what is of no shape.
        function today(type, payload) {
            const lists = { "chat.conversation-changed/1": "participants", "chat.message-readers-changed/1": "read_by",
                "mail.message-marked/1": "keywords", "notes.note-changed/1": "tags" };
            if (has(lists, type)) return withListChange(payload, lists[type]);
            if (type !== "mail.conflict-detected/1") return payload;
            const text = (object, key) => isObject(object) && typeof object.get(key) === "string" ? object.get(key) : null;
            const [field, base, value] = [text(payload, "field"), text(payload, "base"), isObject(payload) ? payload.get("value") : null];
            const [here, there] = [text(value, "old"), text(value, "new")], isGone = field === "existence";
            if ([field, base, here, there].includes(null)) return undefined;
            const side = (text) => {
                if (!isGone) return new Map([["folder", text]]);
                const parts = /^([^]*) (?=.)(D?F?P?R?S?T?)$/.exec(text);
                return new Map([["folder", parts ? parts[1] : text], ["flags", parts ? parts[2] : ""]]);
            };
            payload.set("here", side(here));
            if (isGone) payload.delete("there");
            else payload.set("there", side(there));
            payload.delete("value");
            return payload;
        }

        // The change of a list by what left and what came; undefined for what is no change.
        function withListChange(payload, field) {
            if (!isObject(payload)) return undefined;
            if (!payload.has(field)) return payload;
            const change = payload.get(field);
            if (!isObject(change) || !Array.isArray(change.get("old")) || !Array.isArray(change.get("new"))) return undefined;
            const without = (values, others) => values.filter((one) => !others.some((other) => same(one, other)))
                .map((value) => new Map([["at", null], ["value", value]]));
            const [old, now] = [change.get("old"), change.get("new")];
            if (same(old, now)) payload.delete(field);
            else payload.set(field, new Map([["removed", without(old, now)], ["added", without(now, old)]]));
            return payload;
        }

        function changesIn(payload, type) {
            if (type === "mail.file-skipped") {
                return !isObject(payload) ? [] : Array.from(payload).filter(([key, value]) => key !== "account" && value !== null)
                    .map(([field, value]) => ({ field, old: null, new: value }));
            }
            if (type === "mail.conflict-detected") {
                if (!isObject(payload) || !isObject(payload.get("here"))) return [];
                const there = isObject(payload.get("there")) ? payload.get("there") : new Map();
                return Array.from(payload.get("here"), ([key, value]) => ({ field: "conflict." + key, old: value, new: there.get(key) ?? null }))
                    .filter((change) => !same(change.old, change.new));
            }
            let changes = [];
            const collect = (value, path) => {
                if (Array.isArray(value)) value.forEach((element) => collect(element, path));
                else if (isObject(value)) {
                    const keys = Array.from(value.keys());
                    if (keys.length === 2 && keys[0] === "old" && keys[1] === "new") {
                        changes.push({ field: path.join("."), old: value.get("old"), new: value.get("new") });
                    } else if (partOf(value, keys)) changes.push({ field: path.join("."), ...partOf(value, keys), isPart: true });
                    else keys.forEach((key) => collect(value.get(key), path.concat(key)));
                }
            };
            collect(payload, []);
            if (!isObject(payload)) return changes;
            if (isObject(payload.get("copy")) && !payload.has("id")) {
                changes = created("copy", payload.get("copy")).map((change) => type === "mail.copy-removed"
                    ? { field: change.field, old: change.new, new: null } : change).concat(changes);
            }
            if (payload.has("pruned_by")) changes = changes.concat(created("pruned_by", payload.get("pruned_by")));
            if (changes.length > 0) return changes;
            if (type === "chat.message-joined") payload = new Map(Array.from(payload).filter(([key]) => key !== "message"));
            else if (!payload.has("id")) return changes;
            return Array.from(payload).flatMap(([key, value]) => created(key, value));
        }

        // What left a list or a long text, and what came into it; null for an object of another kind.
        function partOf(object, keys) {
            if (keys.join() === "at,removed,added,number,digest") return { old: object.get("removed"), new: object.get("added") };
            if (!["removed", "added", "removed,added"].includes(keys.join())) return null;
            const members = (side) => {
                const values = object.has(side) ? object.get(side) : [];
                const isMember = (one) => typeof one === "string" || isObject(one) && Array.from(one.keys()).join() === "at,value";
                return Array.isArray(values) && values.every(isMember)
                    ? values.map((one) => isObject(one) ? one.get("value") : one) : null;
            };
            const [old, now] = [members("removed"), members("added")];
            const without = (values, others) => values.filter((one) => !others.some((other) => same(one, other)));
            return old && now ? { old: without(old, now), new: without(now, old) } : null;
        }

        function created(field, value) {
            if (["id", "account", "identity", "parser"].includes(field) || value === "") return [];
            if (Array.isArray(value) && value.length === 0) return [];
            const some = (keys) => Array.from(value).filter(([key]) => keys.includes(key))
                .flatMap(([key, inner]) => created(key, inner));
            if (field === "headers" && isObject(value)) return some(["message_id", "subject", "date"]);
            if (field === "copy" && isObject(value)) return some(["folder", "source", "flags"]);
            if (field === "audio") return [{ field, old: null, new: value }];
            if (isObject(value)) return Array.from(value).flatMap(([key, inner]) => created(field + "." + key, inner));
            if (field === "attachments" || field === "snippet") return [];
            return [{ field, old: null, new: value }];
        }
        """#
}
