extension RequestSamples {
    static let chat = RequestSamples(
        testDescription: "chat",
        before: [
            #"{"command": "open-conversation", "parameters": {"account": "ada@example.org", "conversation": "crew", "participant_ids": ["tomas"], "is_group": true}}"#,
            #"{"command": "change-conversation", "parameters": {"conversation": "crew", "display_name": "The crew"}}"#,
            #"{"command": "post-chat", "parameters": {"conversation": "crew", "text": "Cast off at six.", "sender_id": "ada"}}"#,
            #"{"command": "advance-delivery", "parameters": {"filter": "kind:chat", "status": "delivered"}}"#,
            #"{"command": "note-readers", "parameters": {"filter": "kind:chat", "read_by": ["tomas"]}}"#,
            #"{"command": "save-conversation", "parameters": {"account": "ada@example.org", "own_id": "ada", "conversation": {"id": "pier", "participant_ids": ["tomas"], "is_group": false, "created_at": "2026-03-01T09:00:00Z", "updated_at": "2026-03-01T09:00:00Z", "is_pinned": false, "is_muted": false, "is_archived": false, "unread_count": 0, "messages": []}}}"#,
        ],
        queries: [
            #"{"query": "list-conversations", "parameters": {"account": "ada@example.org", "is_archived": false}}"#,
            #"{"query": "show-conversation", "parameters": {"conversation": "crew"}}"#,
            #"{"query": "get-conversation", "parameters": {"conversation": "crew", "limit": 5}}"#,
            #"{"query": "conversation-page", "parameters": {"is_archived": false, "page": 1, "per_page": 5}}"#,
        ],
        commands: [#"{"command": "delete-conversation", "parameters": {"conversation": "crew"}}"#])

    static let assist = RequestSamples(
        testDescription: "assist",
        before: [
            #"{"command": "create-user", "parameters": {"email": "ada@example.org", "password": "s3cret", "full_name": "Ada"}}"#,
            #"{"command": "update-user", "parameters": {"timezone": "Europe/Oslo", "auto_transcribe": false}}"#,
            #"{"command": "save-user-entity", "parameters": {"user": {"id": "uid-7", "email": "ada@example.org", "display_name": "Ada L.", "created_at": "2026-03-01T09:00:00Z"}}}"#,
            #"{"command": "set-profile", "parameters": {"email": "ada@example.org", "display_name": "Ada", "auto_transcribe": true}}"#,
            #"{"command": "add-answer", "parameters": {"category": "Equipment", "question_pattern": "which body", "text": "The small one."}}"#,
            #"{"command": "change-answer", "parameters": {"answer": "which body", "text": "The large one."}}"#,
            #"{"command": "classify", "parameters": {"claims": [{"message": "MESSAGE", "category": "business", "confidence": 0.9, "reply_draft": null}], "by": "model-x"}}"#,
            #"{"command": "use-answer", "parameters": {"answer": "which body", "message": "MESSAGE"}}"#,
            #"{"command": "record-answer-use", "parameters": {"answer": "which body"}}"#,
            #"{"command": "switch-feature", "parameters": {"feature": "sentiment", "is_enabled": false}}"#,
            #"{"command": "switch-service", "parameters": {"service": "google", "is_connected": true}}"#,
        ],
        queries: [
            #"{"query": "list-answers", "parameters": {"category": "Equipment", "is_enabled": true}}"#,
            #"{"query": "show-answer", "parameters": {"answer": "which body"}}"#,
            #"{"query": "suggest-answers", "parameters": {"message": "MESSAGE", "limit": 2}}"#,
            #"{"query": "show-profile"}"#, #"{"query": "get-user"}"#, #"{"query": "get-user-entity"}"#,
        ],
        commands: [
            #"{"command": "delete-answer", "parameters": {"answer": "which body"}}"#, #"{"command": "delete-profile"}"#,
        ])

    static let access = RequestSamples(
        testDescription: "access",
        before: [
            #"{"command": "issue-token", "parameters": {"name": "phone", "actor": "ada", "scopes": ["read", "write"], "expires_at": "2999-01-01T00:00:00Z"}}"#,
            #"{"command": "change-token", "parameters": {"name": "phone", "changes": {"scopes": ["read"], "expires_at": ""}}}"#,
        ],
        queries: [#"{"query": "list-tokens", "parameters": {"include_revoked": true}}"#],
        commands: [#"{"command": "revoke-token", "parameters": {"name": "phone"}}"#])

    static let notes = RequestSamples(
        testDescription: "notes",
        before: [
            #"{"command": "add-folder", "parameters": {"account": "ada@example.org", "path": "Logbook", "kind": "notebook"}}"#,
            #"{"command": "add-note", "parameters": {"title": "Tides", "transcript": "High water at six", "folder": "Logbook", "tags": ["rowing"], "links": [{"message": "MESSAGE", "scope": "message"}]}}"#,
            #"{"command": "change-note", "parameters": {"note": "Tides", "changes": {"folder": null, "adding_tags": ["spring"], "is_pinned": true}}}"#,
            #"{"command": "link-note", "parameters": {"note": "Tides", "adding": [{"message": "MESSAGE", "scope": "thread"}]}}"#,
            #"{"command": "add-action", "parameters": {"kind": "calendar", "note": "Tides", "fields": {"title": "First outing", "scheduled_date": "2026-03-29T09:00:00+02:00", "scheduled_end_date": "2026-03-29T11:00:00+02:00"}}}"#,
            #"{"command": "add-action", "parameters": {"kind": "email", "message": "MESSAGE", "fields": {"title": "Ask for oars", "email_to": "tomas@example.net", "email_subject": "Oars", "email_body": "Where?"}}}"#,
            #"{"command": "change-action", "parameters": {"action": "First outing", "changes": {"location": "Pier 4", "scheduled_end_date": null}}}"#,
            #"{"command": "accept-action", "parameters": {"action": "First outing"}}"#,
            #"{"command": "execute-action", "parameters": {"action": "Ask for oars", "account": "ada@example.org"}}"#,
            #"{"command": "fail-action", "parameters": {"action": "First outing", "error": "no wind"}}"#,
            #"{"command": "create-note", "parameters": {"title": "Ebb", "transcript": "Low water at noon", "summary": "At noon", "duration": 12, "tags": ["rowing"]}}"#,
            #"{"command": "update-note", "parameters": {"id": "NOTE_ID", "changes": {"folder_id": "FOLDER_ID", "is_pinned": true}}}"#,
            #"{"command": "create-action", "parameters": {"note_id": "NOTE_ID", "action_type": "next_step", "title": "Look", "priority": "low"}}"#,
            #"{"command": "create-calendar-action", "parameters": {"note_id": "NOTE_ID", "title": "Outing", "scheduled_date": "2026-03-29T09:00:00Z", "location": "Pier 4"}}"#,
            #"{"command": "create-email-action", "parameters": {"note_id": "NOTE_ID", "title": "Ask", "email_to": "tomas@example.net", "email_subject": "Oars", "email_body": "Where?"}}"#,
            #"{"command": "create-next-step", "parameters": {"note_id": "NOTE_ID", "title": "Row"}}"#,
            #"{"command": "create-reminder", "parameters": {"note_id": "NOTE_ID", "title": "Think", "scheduled_date": "2026-03-28T09:00:00Z"}}"#,
            #"{"command": "update-action", "parameters": {"id": "ACTION_ID", "changes": {"title": "Think twice", "status": "created"}}}"#,
            #"{"command": "perform-action", "parameters": {"id": "ACTION_ID", "request": {"service": "clock"}}}"#,
        ],
        queries: [
            #"{"query": "list-notes", "parameters": {"matching": {"words": ["high water"], "tags": ["rowing"], "is_unfiled": true, "message": "MESSAGE", "is_pinned": true}, "limit": 3}}"#,
            #"{"query": "count-notes", "parameters": {"matching": {"is_archived": false, "since": "2020"}}}"#,
            #"{"query": "show-note", "parameters": {"note": "Tides"}}"#,
            #"{"query": "list-actions", "parameters": {"matching": {"kind": "calendar", "statuses": ["failed"], "note": "Tides", "until": "2026-04"}}}"#,
            #"{"query": "count-actions", "parameters": {"matching": {"statuses": ["executed"], "message": "MESSAGE"}}}"#,
            #"{"query": "show-action", "parameters": {"action": "First outing"}}"#,
            #"{"query": "why-note", "parameters": {"note": "Tides", "field": "tags", "all": true}}"#,
            #"{"query": "why-action", "parameters": {"action": "First outing", "field": "status"}}"#,
            #"{"query": "search-everything", "parameters": {"words": "tides", "limit": 3}}"#,
            #"{"query": "get-note", "parameters": {"id": "NOTE_ID"}}"#,
            #"{"query": "note-page", "parameters": {"q": "low water", "tags": ["rowing"], "page": 1, "per_page": 5}}"#,
            #"{"query": "get-action", "parameters": {"id": "ACTION_ID"}}"#,
        ],
        commands: [
            #"{"command": "cancel-action", "parameters": {"action": "First outing"}}"#,
            #"{"command": "delete-action", "parameters": {"action": "First outing"}}"#,
            #"{"command": "erase", "parameters": {"kind": "note", "target": "Tides"}}"#,
            #"{"command": "add-note", "parameters": {"title": "Oars"}}"#,
            #"{"command": "delete-note", "parameters": {"note": "Oars"}}"#,
        ])

    static let outbox = RequestSamples(
        testDescription: "outbox",
        before: [
            #"{"command": "mark-in-outbox", "parameters": {"thing": "MESSAGE", "status": "pending"}}"#,
            #"{"command": "create-note", "parameters": {"title": "Ebb", "transcript": "Low water at noon"}}"#,
            #"{"command": "create-folder", "parameters": {"account": "ada@example.org", "folder": {"name": "Logbook"}}}"#,
        ],
        queries: [
            #"{"query": "list-outbox", "parameters": {"include_held_up": true, "account": "ada@example.org", "limit": 5}}"#,
            #"{"query": "local-note", "parameters": {"id": "NOTE_ID"}}"#,
            #"{"query": "local-folder", "parameters": {"id": "FOLDER_ID"}}"#,
        ],
        commands: [
            #"{"command": "mark-in-outbox", "parameters": {"thing": "MESSAGE", "status": "failed", "error": "no route to host"}}"#,
            #"{"command": "mark-in-outbox", "parameters": {"thing": "MESSAGE", "status": "conflict", "server_version": 7, "expected_version": 1}}"#,
            #"{"command": "mark-sync", "parameters": {"id": "NOTE_ID", "status": "error", "error": "no route to host"}}"#,
        ])
}
