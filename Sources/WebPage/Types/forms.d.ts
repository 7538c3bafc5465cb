// The forms of the server's answers, as far as the page reads them (Docs/Schemas). No part of the page: `tsc` reads this.

export interface Witness {
    name: string;
    is_healthy: boolean;
    kept: number | null;
    problem: string | null;
}

export interface Effect {
    effect: string;
    entity: string;
    count: number;
    word: string;
    fields: string[];
    from: string | null;
    to: string | null;
    folders: string[];
    name: string | null;
}

export interface Cascade {
    folders: number;
    messages: number;
    is_end: boolean;
}

export interface Operation {
    operation: string;
    time: string;
    actor: string | null;
    os_user: string | null;
    host: string | null;
    reason: string | null;
    reasons: string[];
    command: string | null;
    cause: string | null;
    first_position: number;
    last_position: number;
    events: number;
    transactions: number[];
    cascades: Cascade[];
    summary: string;
    effects: Effect[];
}

export interface FieldChange {
    field: string;
    old: any;
    new: any;
    old_text: string | null;
    new_text: string | null;
    is_part?: boolean;
}

export interface HistoryEntry {
    position: number;
    time: string;
    actor: string | null;
    os_user: string | null;
    host: string | null;
    reason: string | null;
    operation: string;
    command: string | null;
    cause: string | null;
    type: string;
    entity: string;
    id: string | null;
    changes: FieldChange[];
    cascade: Cascade | null;
}

export interface NamedChange {
    name: string | null;
    folders: string[];
    event: HistoryEntry;
}

export interface Address {
    name: string | null;
    address: string;
}

export interface Attachment {
    number: number;
    file_name: string | null;
    mime_type: string;
    size: number | null;
}

export interface Message {
    id: string;
    account: string;
    folders: string[];
    thread: string;
    subject: string | null;
    from: Address | null;
    to: Address[];
    date: string | null;
    received_at: string;
    keywords: string[];
    is_read: boolean;
    is_flagged: boolean;
    is_draft: boolean;
    has_attachments: boolean;
    size: number;
    snippet: string | null;
    message_id: string | null;
    kind: string;
}

export interface ShownMessage extends Message {
    cc: Address[];
    bcc: Address[];
    reply_to: Address[];
    attachments: Attachment[];
    thread_messages: string[];
    notes: { title: string; transcript: string }[];
    actions: { title: string; status: string; scheduled_date: string | null }[];
}

/** What a deleted message ended with. */
export interface Ending {
    position: number;
    time: string;
    actor: string | null;
    reason: string | null;
    command: string | null;
    operation: string;
}

export interface Folder {
    id: string;
    account: string;
    name: string;
    path: string;
    kind: string;
    role: string | null;
    total: number;
    unread: number;
    depth: number;
}

export interface UndoPlan {
    undone: string | null;
    command: string;
    events: number;
    changes: { entity: string; id: string; name: string | null; changes: FieldChange[] }[];
    obstacles: string[];
    operation: string | null;
}

export interface DifferenceRow {
    table: string;
    kind: "created" | "updated" | "destroyed";
    entity: string;
    id: string;
    account: string | null;
    name: string | null;
    key: Record<string, any>;
    columns: { column: string; old: any; new: any; old_text: string | null; new_text: string | null; position: number | null }[];
    events: { position: number; type: string; operation: string; time: string; actor: string | null; reason: string | null; command: string | null }[];
}

/** What the log has grown by: a transaction, and who did it. */
export interface News {
    /** The last one of the transaction. */
    position: number;
    operation: string;
    actor: string;
    command: string;
    reason: string | null;
    /** The ids that its events name. */
    things: Set<string>;
}
