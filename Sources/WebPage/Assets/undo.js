// Asks before something is taken back: what will happen, what cannot, and why it is wanted.

import { button, fill, foreign, freshID, make } from "./dom.js";
import { fieldLine, thing } from "./changes.js";
import { hear } from "./live.js";
import { actorName } from "./operation.js";
import { ask, perform } from "./server.js";
import { address } from "./routes.js";
import { problem, waiting } from "./states.js";
import { moment } from "./times.js";
import { counted, deeds } from "./words.js";

/** @typedef {import("../Types/forms").Operation} Operation */
/** @typedef {import("../Types/forms").UndoPlan} UndoPlan */
/** @typedef {Pick<UndoPlan, "events" | "changes" | "obstacles">} Plan */

/**
 * Something that the dialog asks about.
 * @typedef {object} Deed
 * @property {string} title
 * @property {string} word what the button says
 * @property {import("./dom.js").Child[]} subject
 * @property {() => Promise<Plan>} plan
 * @property {(plan: Plan, reason: string, key: string) => Promise<{ events: number, operation: string | null }>} perform
 */

// Planned changes that are listed one by one.
const LISTED = 60;

/**
 * Asks about the undo of an operation.
 * @param {Operation} operation
 */
export function openUndo(operation) {
    const id = operation.operation;
    open({
        title: "Undo this change?", word: "Undo",
        subject: [make("b", {}, foreign(actorName(operation.actor))), " ", foreign(deeds(operation)),
            make("span.quiet", {}, " · " + moment(operation.time))],
        plan: () => ask("plan-undo", { operation: id, limit: 1000 }),
        perform: async (plan, reason, key) => {
            const { answer, operation } = await perform("undo",
                { operation: id, ...(plan.obstacles.length > 0 ? { partial: true } : {}) }, { reason, key });
            return { events: answer?.events ?? plan.events, operation };
        },
    });
}

/**
 * Undoes what an operation did, by its id.
 * @param {string} operation
 */
export async function openUndoOf(operation) {
    openUndo((await ask("show-operation", { operation, limit: 1 })).operation);
}

/**
 * Asks about bringing one deleted message back.
 * @param {{ id: string, subject: string | null }} message
 */
export function openUndelete(message) {
    const filter = "id:" + message.id + " is:deleted";
    open({
        title: "Bring this message back?", word: "Bring back",
            subject: [make("b", {}, foreign(message.subject || "(no subject)"))],
        plan: async () => {
            const { answer } = await perform("undelete-messages", { filter }, { reason: "plan", isDryRun: true });
            return { events: answer.changed, obstacles: [],
                changes: [{ entity: "message", id: message.id, name: message.subject,
                changes: [{ field: "is_deleted", old: true, new: false, old_text: null, new_text: null }] }] };
        },
        perform: async (plan, reason, key) => {
            const { answer, operation } = await perform("undelete-messages", { filter }, { reason, key });
            return { events: answer?.changed ?? plan.events, operation };
        },
    });
}

/** @param {Deed} deed */
function open(deed) {
    const dialog = new PlanDialog(deed);
    document.body.append(dialog.element);
    dialog.element.showModal();
    void dialog.plan();
}

class PlanDialog {
    /** @param {Deed} deed */
    constructor(deed) {
        this.deed = deed;
        this.key = crypto.randomUUID();
        const id = freshID("undo");
        this.content = make("div.plan", { tabindex: "0", role: "region", "aria-label": "Plan" });
        this.note = make("p.trouble", { role: "status" });
        this.reason = make("textarea", { id: id + "-why", rows: 2, required: true, "aria-describedby": id + "-help" });
        this.act = button(deed.word, () => this.perform(), { class: "main", hidden: true });
        this.help = make("p.quiet", { id: id + "-help" },
            "The log keeps the reason for ever, beside your name. The button appears when you give one.");
        this.partly = make("input", { type: "checkbox" });
        this.form = make("div.why-form", { hidden: true }, make("label", { for: id + "-why" }, "Why? (needed)"),
            this.reason, this.help);
        this.close = button("Cancel", () => this.element.close());
        this.element = make("dialog.undo-dialog", { "aria-labelledby": id + "-title" },
            make("h2", { id: id + "-title" }, deed.title),
            make("p", {}, ...deed.subject), this.note, this.content, this.form,
                make("p.actions", {}, this.act, this.close));
        this.reason.addEventListener("input", () => this.offer());
        this.partly.addEventListener("change", () => this.offer());
        this.isDone = false;
        this.isBusy = false;
        /** @type {Plan | null} */
        this.planned = null;
        const unhear = hear((news) => {
            if (this.isDone || this.isBusy) return;
            fill(this.note, "While this was open, ", foreign(news[news.length - 1].actor),
                " changed something. This is what would happen now.");
            void this.plan();
        });
        this.element.addEventListener("close", () => {
            unhear();
            this.element.remove();
        });
    }

    async plan() {
        this.planned = null;
        this.offer();
        fill(this.content, waiting("Looking what would happen …"));
        try {
            const plan = await this.deed.plan();
            if (this.isDone) return;
            this.planned = plan;
            fill(this.content, ...this.told(plan));
            this.form.hidden = plan.events === 0;
            this.offer();
            if (plan.events > 0) this.reason.focus();
            else this.close.focus();
        } catch (error) {
            fill(this.content, problem(error, () => this.plan()));
        }
    }

    /** @param {Plan} plan */
    told(plan) {
        const obstacles = plan.obstacles.map((obstacle) => make("li", {}, foreign(obstacle)));
        return [
            plan.events === 0 && obstacles.length === 0 && make("p.lead", {},
                "There is nothing left to take back: all of it was taken back already."),
            plan.events > 0 && make("div", {}, make("h3", {}, "What will happen"),
                make("p", {}, counted(plan.events, "entry") + " will be added to the log. Nothing is removed from it."),
                make("ul.changes", {}, ...plan.changes.slice(0,
                    LISTED).map((change) => make("li", {}, make("span.thing", {}, thing(change, change.name)),
                    make("span.lines", {}, ...change.changes.map((one) => one.field === "is_deleted"
                        ? make("span", {}, one.new ? "will be deleted" : "will come back") : fieldLine(one)))))),
                plan.changes.length > LISTED && make("p", {},
                    "And " + (plan.changes.length - LISTED).toLocaleString("en") + " more.")),
            obstacles.length > 0 && make("div", {}, make("h3", {}, "What cannot be taken back"),
                make("ul.obstacles", {}, ...obstacles),
                plan.events > 0 && make("label.check", {}, this.partly, " Take the rest back all the same")),
        ];
    }

    /** The button is there where there are a plan and a reason. */
    offer() {
        const plan = this.planned, isAllowed = plan !== null && plan.events > 0
            && (plan.obstacles.length === 0 || this.partly.checked);
        this.act.hidden = !isAllowed || this.reason.value.trim() === "";
        this.help.hidden = !this.act.hidden;
    }

    async perform() {
        const plan = this.planned;
        if (plan === null || this.isBusy) return;
        this.isBusy = true;
        this.act.disabled = true;
        try {
            this.conclude(plan, await this.deed.perform(plan, this.reason.value.trim(), this.key));
        } catch (error) {
            fill(this.content, problem(error, () => this.plan()));
            this.act.hidden = true;
        } finally {
            this.isBusy = false;
            this.act.disabled = false;
        }
    }

    /**
     * @param {Plan} plan
     * @param {{ events: number, operation: string | null }} outcome
     */
    conclude(plan, { events, operation }) {
        this.isDone = true;
        fill(this.note);
        const link = operation === null ? null : make("a", { href: address("operation", [operation]) },
            "See what was done");
        link?.addEventListener("click", () => this.element.close());
        fill(this.content, make("p.lead.done", { role: "status" },
            "Done: " + counted(events, "entry") + (events === 1 ? " was" : " were") + " added to the log."),
            events !== plan.events && make("p", {}, "That differs from what was shown (" + plan.events
                + "), because somebody else changed something at the same moment."),
            link && make("p", {}, link));
        this.form.hidden = true;
        this.act.hidden = true;
        this.close.textContent = "Close";
        this.close.focus();
        dispatchEvent(new Event("refresh"));
    }
}
