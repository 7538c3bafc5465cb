// The answers of a small ledger in JSON, to the last byte: see `normalized(_:directory:)` for what stands in them instead
// of ids, times and sizes. A change here is a change for every program that reads them: Sources/Reference and, where it
// would break one, `OutputFormat.versions` go with it.

/// A command line and what it answers.
struct JSONAnswer {
    let arguments: [String]
    var exitCode: Int32 = 0
    /// What standard output has.
    let output: String
    var error = ""
}

extension JSONAnswer {
    /// A session: each line works on what the lines before left. `MAIL` stands for the small Maildir, `TWO` for its second
    /// message.
    static let session: [JSONAnswer] = [
        JSONAnswer(
            arguments: ["import", "MAIL", "--account", "ada@example.org", "--actor", "ada", "--format", "json"],
            exitCode: 5,
            output: #"""
                {
                  "added": 5,
                  "existing": 0,
                  "deleted": 0,
                  "elsewhere": [],
                  "updated": 0,
                  "erased": 0,
                  "pruned": 0,
                  "reading_otherwise": [],
                  "roles": [],
                  "skipped": [
                    {
                      "path": "DIR/mail/README",
                      "reason": "not-mail"
                    },
                    {
                      "path": "DIR/mail/broken",
                      "reason": "not-mail"
                    }
                  ],
                  "messages_per_second": N
                }
                """#,
            error: #"""
                {"code":"PARTIAL","message":"1 file could not be taken as mail","details":{}}
                """#),
        JSONAnswer(
            arguments: ["import", "MAIL", "--account", "ada@example.org", "--actor", "ada", "--format", "jsonl"],
            exitCode: 5,
            output: #"""
                {"added":0,"existing":5,"deleted":0,"elsewhere":[],"updated":0,"erased":0,"pruned":0,"reading_otherwise":[],"roles":[],"skipped":[{"path":"DIR/mail/README","reason":"not-mail"},{"path":"DIR/mail/broken","reason":"not-mail"}],"messages_per_second":N}
                """#,
            error: #"""
                {"code":"PARTIAL","message":"1 file could not be taken as mail","details":{}}
                """#),
        JSONAnswer(
            arguments: ["folders", "--format", "jsonl"],
            output: #"""
                {"id":"id-1","account":"ada@example.org","name":"INBOX","path":"INBOX","kind":"folder","role":"inbox","total":4,"unread":1,"parent":null,"depth":0,"sort_order":0,"is_system":true,"icon":null,"color":null,"text_color":null,"visibility":"show","message_visibility":"show","external_id":null,"keep_newest":null,"keep_for":null,"uid_validity":null,"highest_mod_seq":null,"supports_idle":null,"created_at":"time-1"}
                {"id":"id-2","account":"ada@example.org","name":"Drafts","path":"Drafts","kind":"folder","role":"drafts","total":0,"unread":0,"parent":null,"depth":0,"sort_order":1,"is_system":true,"icon":null,"color":null,"text_color":null,"visibility":"show","message_visibility":"show","external_id":null,"keep_newest":null,"keep_for":null,"uid_validity":null,"highest_mod_seq":null,"supports_idle":null,"created_at":"time-1"}
                {"id":"id-3","account":"ada@example.org","name":"Sent","path":"Sent","kind":"folder","role":"sent","total":0,"unread":0,"parent":null,"depth":0,"sort_order":2,"is_system":true,"icon":null,"color":null,"text_color":null,"visibility":"show","message_visibility":"show","external_id":null,"keep_newest":null,"keep_for":null,"uid_validity":null,"highest_mod_seq":null,"supports_idle":null,"created_at":"time-1"}
                {"id":"id-4","account":"ada@example.org","name":"Trash","path":"Trash","kind":"folder","role":"trash","total":0,"unread":0,"parent":null,"depth":0,"sort_order":3,"is_system":true,"icon":null,"color":null,"text_color":null,"visibility":"show","message_visibility":"show","external_id":null,"keep_newest":null,"keep_for":null,"uid_validity":null,"highest_mod_seq":null,"supports_idle":null,"created_at":"time-1"}
                {"id":"id-5","account":"ada@example.org","name":"Archive","path":"Archive","kind":"folder","role":"archive","total":0,"unread":0,"parent":null,"depth":0,"sort_order":4,"is_system":true,"icon":null,"color":null,"text_color":null,"visibility":"show","message_visibility":"show","external_id":null,"keep_newest":null,"keep_for":null,"uid_validity":null,"highest_mod_seq":null,"supports_idle":null,"created_at":"time-1"}
                {"id":"id-6","account":"ada@example.org","name":"Spam","path":"Spam","kind":"folder","role":"spam","total":0,"unread":0,"parent":null,"depth":0,"sort_order":5,"is_system":true,"icon":null,"color":null,"text_color":null,"visibility":"show","message_visibility":"show","external_id":null,"keep_newest":null,"keep_for":null,"uid_validity":null,"highest_mod_seq":null,"supports_idle":null,"created_at":"time-1"}
                {"id":"id-7","account":"ada@example.org","name":"Work","path":"Work","kind":"folder","role":null,"total":1,"unread":1,"parent":null,"depth":0,"sort_order":100,"is_system":false,"icon":null,"color":null,"text_color":null,"visibility":"show","message_visibility":"show","external_id":null,"keep_newest":null,"keep_for":null,"uid_validity":null,"highest_mod_seq":null,"supports_idle":null,"created_at":"time-2"}
                """#),
        JSONAnswer(
            arguments: ["messages", "in:Work or from:nobody", "--format", "json"],
            output: #"""
                [
                  {
                    "id": "id-1",
                    "account": "ada@example.org",
                    "folders": [
                      "INBOX"
                    ],
                    "thread": "id-1",
                    "subject": null,
                    "from": {
                      "name": null,
                      "address": "nobody@example.org"
                    },
                    "to": [],
                    "date": null,
                    "received_at": "2024-03-04T12:00:00.000000Z",
                    "keywords": [
                      "$seen"
                    ],
                    "is_read": true,
                    "is_flagged": false,
                    "is_answered": false,
                    "is_draft": false,
                    "has_attachments": false,
                    "has_body": true,
                    "size": 26,
                    "snippet": "",
                    "message_id": null,
                    "external_id": null,
                    "external_thread": null,
                    "draft_id": null,
                    "kind": "mail"
                  },
                  {
                    "id": "id-2",
                    "account": "ada@example.org",
                    "folders": [
                      "Work"
                    ],
                    "thread": "id-2",
                    "subject": "Rechnung März",
                    "from": {
                      "name": "Jörg",
                      "address": "joerg@example.org"
                    },
                    "to": [
                      {
                        "name": null,
                        "address": "ada@example.org"
                      }
                    ],
                    "date": "2024-03-03T08:00:00.000000Z",
                    "received_at": "2024-03-04T12:00:00.000000Z",
                    "keywords": [
                      "$flagged"
                    ],
                    "is_read": false,
                    "is_flagged": true,
                    "is_answered": false,
                    "is_draft": false,
                    "has_attachments": true,
                    "has_body": true,
                    "size": 912,
                    "snippet": "Siehe Anhang.",
                    "message_id": "three@example.org",
                    "external_id": null,
                    "external_thread": null,
                    "draft_id": null,
                    "kind": "mail"
                  }
                ]
                """#),
        JSONAnswer(
            arguments: ["search", "tax", "--format", "jsonl"],
            output: #"""
                {"id":"id-1","account":"ada@example.org","folders":["INBOX"],"thread":"id-2","subject":"Re: Tax return","from":{"name":"Bob","address":"bob@example.org"},"to":[{"name":"Ada","address":"ada@example.org"}],"date":"2024-03-01T09:30:00.000000Z","received_at":"2024-03-04T12:00:00.000000Z","keywords":[],"is_read":false,"is_flagged":false,"is_answered":false,"is_draft":false,"has_attachments":false,"has_body":true,"size":231,"snippet":"Not before May, I hope.","message_id":"two@example.org","external_id":null,"external_thread":null,"draft_id":null,"kind":"mail"}
                {"id":"id-2","account":"ada@example.org","folders":["INBOX"],"thread":"id-2","subject":"Tax return","from":{"name":"Ada","address":"ada@example.org"},"to":[{"name":"Bob","address":"bob@example.org"},{"name":null,"address":"carl@example.org"}],"date":"2024-03-01T09:00:00.000000Z","received_at":"2024-03-04T12:00:00.000000Z","keywords":["$seen"],"is_read":true,"is_flagged":false,"is_answered":false,"is_draft":false,"has_attachments":false,"has_body":true,"size":183,"snippet":"The tax return is due.","message_id":"one@example.org","external_id":null,"external_thread":null,"draft_id":null,"kind":"mail"}
                """#),
        JSONAnswer(
            arguments: ["threads", "tax", "--format", "json"],
            output: #"""
                [
                  {
                    "id": "id-1",
                    "subject": "Tax return",
                    "participants": [
                      {
                        "name": "Ada",
                        "address": "ada@example.org"
                      },
                      {
                        "name": "Bob",
                        "address": "bob@example.org"
                      }
                    ],
                    "message_count": 2,
                    "unread_count": 1,
                    "last_date": "2024-03-01T09:30:00.000000Z",
                    "last_from": {
                      "name": "Bob",
                      "address": "bob@example.org"
                    },
                    "snippet": "Not before May, I hope.",
                    "is_read": false,
                    "is_flagged": false,
                    "is_pinned": false,
                    "is_muted": false,
                    "is_archived": false,
                    "messages": [
                      "id-1",
                      "id-2"
                    ]
                  }
                ]
                """#),
        JSONAnswer(
            arguments: ["unread", "--format", "json"],
            output: #"""
                {
                  "total": 2,
                  "accounts": [
                    {
                      "account": "ada@example.org",
                      "total": 2,
                      "folders": [
                        {
                          "folder": "INBOX",
                          "unread": 1
                        },
                        {
                          "folder": "Drafts",
                          "unread": 0
                        },
                        {
                          "folder": "Sent",
                          "unread": 0
                        },
                        {
                          "folder": "Trash",
                          "unread": 0
                        },
                        {
                          "folder": "Archive",
                          "unread": 0
                        },
                        {
                          "folder": "Spam",
                          "unread": 0
                        },
                        {
                          "folder": "Work",
                          "unread": 1
                        }
                      ]
                    }
                  ]
                }
                """#),
        JSONAnswer(
            arguments: [
                "mark", "--read", "--flagged", "tax", "--actor", "bob", "--reason", "spring cleaning", "--format",
                "json",
            ],
            output: #"""
                {
                  "matched": 2,
                  "changed": 2,
                  "operation": "id-1",
                  "is_dry_run": false
                }
                """#),
        JSONAnswer(
            arguments: ["mark", "--read", "*", "--dry-run", "--format", "jsonl"],
            output: #"""
                {"matched":5,"changed":1,"operation":null,"is_dry_run":true}
                """#),
        JSONAnswer(
            arguments: ["move", "tax", "--to", "Archive", "--actor", "bob", "--format", "jsonl"],
            output: #"""
                {"matched":2,"changed":2,"operation":"id-1","is_dry_run":false}
                """#),
        JSONAnswer(
            arguments: ["history", "TWO", "--format", "json"],
            output: #"""
                [
                  {
                    "position": 11,
                    "time": "time-1",
                    "actor": "ada",
                    "os_user": "USER",
                    "host": "HOST",
                    "reason": null,
                    "operation": "id-1",
                    "command": "import",
                    "cause": "import:DIR/mail",
                    "type": "mail.message-added",
                    "entity": "message",
                    "id": "id-2",
                    "changes": [
                      {
                        "field": "folder",
                        "old": null,
                        "new": "id-3",
                        "old_text": null,
                        "new_text": "INBOX"
                      },
                      {
                        "field": "source",
                        "old": null,
                        "new": "2.M1.host",
                        "old_text": null,
                        "new_text": null
                      },
                      {
                        "field": "message_id",
                        "old": null,
                        "new": "two@example.org",
                        "old_text": null,
                        "new_text": null
                      },
                      {
                        "field": "subject",
                        "old": null,
                        "new": "Re: Tax return",
                        "old_text": null,
                        "new_text": null
                      },
                      {
                        "field": "date",
                        "old": null,
                        "new": 1709285400000000,
                        "old_text": null,
                        "new_text": "2024-03-01T09:30:00.000000Z"
                      },
                      {
                        "field": "received_at",
                        "old": null,
                        "new": 1709553600000000,
                        "old_text": null,
                        "new_text": "2024-03-04T12:00:00.000000Z"
                      },
                      {
                        "field": "size",
                        "old": null,
                        "new": 231,
                        "old_text": null,
                        "new_text": null
                      }
                    ],
                    "cascade": null,
                    "joined": []
                  },
                  {
                    "position": 17,
                    "time": "time-2",
                    "actor": "bob",
                    "os_user": "USER",
                    "host": "HOST",
                    "reason": "spring cleaning",
                    "operation": "id-4",
                    "command": "mark",
                    "cause": "query:tax",
                    "type": "mail.message-marked",
                    "entity": "message",
                    "id": "id-2",
                    "changes": [
                      {
                        "field": "keywords",
                        "old": [],
                        "new": [
                          "$flagged",
                          "$seen"
                        ],
                        "old_text": null,
                        "new_text": null,
                        "is_part": true
                      }
                    ],
                    "cascade": null,
                    "joined": []
                  },
                  {
                    "position": 19,
                    "time": "time-3",
                    "actor": "bob",
                    "os_user": "USER",
                    "host": "HOST",
                    "reason": null,
                    "operation": "id-5",
                    "command": "move",
                    "cause": "query:tax",
                    "type": "mail.message-moved",
                    "entity": "message",
                    "id": "id-2",
                    "changes": [
                      {
                        "field": "copies.folder",
                        "old": "id-3",
                        "new": "id-6",
                        "old_text": "INBOX",
                        "new_text": "Archive"
                      }
                    ],
                    "cascade": null,
                    "joined": []
                  }
                ]
                """#),
        JSONAnswer(
            arguments: ["log", "--format", "json", "--limit", "1"],
            output: #"""
                [
                  {
                    "operation": "id-1",
                    "time": "time-1",
                    "actor": "bob",
                    "os_user": "USER",
                    "host": "HOST",
                    "reason": null,
                    "reasons": [],
                    "command": "move",
                    "cause": "query:tax",
                    "first_position": 18,
                    "last_position": 19,
                    "events": 2,
                    "transactions": [
                      4
                    ],
                    "cascades": [],
                    "summary": "INBOX → Archive 2",
                    "effects": [
                      {
                        "effect": "moved",
                        "entity": "message",
                        "count": 2,
                        "word": "moved",
                        "fields": [],
                        "from": "INBOX",
                        "to": "Archive",
                        "folders": [],
                        "name": null
                      }
                    ]
                  }
                ]
                """#),
        JSONAnswer(
            arguments: ["log", "--format", "jsonl"],
            output: #"""
                {"operation":"id-1","time":"time-1","actor":"bob","os_user":"USER","host":"HOST","reason":null,"reasons":[],"command":"move","cause":"query:tax","first_position":18,"last_position":19,"events":2,"transactions":[4],"cascades":[],"summary":"INBOX → Archive 2","effects":[{"effect":"moved","entity":"message","count":2,"word":"moved","fields":[],"from":"INBOX","to":"Archive","folders":[],"name":null}]}
                {"operation":"id-2","time":"time-2","actor":"bob","os_user":"USER","host":"HOST","reason":"spring cleaning","reasons":["spring cleaning"],"command":"mark","cause":"query:tax","first_position":16,"last_position":17,"events":2,"transactions":[3],"cascades":[],"summary":"flagged 2 in INBOX, read 1 in INBOX","effects":[{"effect":"marked","entity":"message","count":2,"word":"flagged","fields":[],"from":null,"to":null,"folders":["INBOX"],"name":null},{"effect":"marked","entity":"message","count":1,"word":"read","fields":[],"from":null,"to":null,"folders":["INBOX"],"name":null}]}
                {"operation":"id-3","time":"time-3","actor":"ada","os_user":"USER","host":"HOST","reason":null,"reasons":[],"command":"import","cause":"import:DIR/mail","first_position":8,"last_position":15,"events":8,"transactions":[2],"cascades":[],"summary":"imported 5 in 2 folders, created 1 folder: Work, skipped 2 files","effects":[{"effect":"added","entity":"message","count":5,"word":"imported","fields":[],"from":null,"to":null,"folders":["INBOX","Work"],"name":null},{"effect":"added","entity":"folder","count":1,"word":"created","fields":[],"from":null,"to":null,"folders":[],"name":"Work"},{"effect":"skipped","entity":"account","count":2,"word":"skipped","fields":[],"from":null,"to":null,"folders":[],"name":null}]}
                {"operation":"id-4","time":"time-4","actor":"ada","os_user":"USER","host":"HOST","reason":null,"reasons":[],"command":"account add","cause":null,"first_position":1,"last_position":7,"events":7,"transactions":[1],"cascades":[],"summary":"created 1 account: ada@example.org, created 6 folders","effects":[{"effect":"added","entity":"account","count":1,"word":"created","fields":[],"from":null,"to":null,"folders":[],"name":"ada@example.org"},{"effect":"added","entity":"folder","count":6,"word":"created","fields":[],"from":null,"to":null,"folders":[],"name":null}]}
                """#),
        JSONAnswer(
            arguments: ["stats", "--format", "json"],
            output: #"""
                {
                  "events": 19,
                  "head": 19,
                  "root": "digest-1",
                  "messages": 5,
                  "threads": 4,
                  "folders": 7,
                  "accounts": 1,
                  "bytes": {
                    "log": N,
                    "content": N,
                    "views": N,
                    "search": N
                  }
                }
                """#),
    ]

    /// What cannot be done, and why: on standard error.
    static let refusals: [JSONAnswer] = [
        JSONAnswer(
            arguments: ["folders", "--account", "eve@example.org", "--format", "json"], exitCode: 3, output: "",
            error: #"""
                {"code":"NOT_FOUND","message":"no account \"eve@example.org\"; 'mailledger account list' lists them","details":{"kind":"account","name":"eve@example.org"}}
                """#),
        JSONAnswer(
            arguments: ["messages", "form:ada", "--format", "json"], exitCode: 2, output: "",
            error: #"""
                {"code":"INVALID_INPUT","message":"unknown field \"form\": did you mean \"from\"?","details":{"length":"4","offset":"0","query":"form:ada"}}
                """#),
        JSONAnswer(
            arguments: ["messages", "date:yesteryear", "--format=jsonl"], exitCode: 2, output: "",
            error: #"""
                {"code":"INVALID_INPUT","message":"\"yesteryear\" is not a date: write 2024, 2024-03, 2024-03-05, 2024-03-05T10:15Z, 5_mar, today, monday, mon_10:15, last_week, 3d, 2w, 3m or 1y","details":{"length":"10","offset":"5","query":"date:yesteryear"}}
                """#),
        JSONAnswer(
            arguments: ["messages", "--limt", "3", "--format", "json"], exitCode: 2, output: "",
            error: #"""
                {"code":"INVALID_INPUT","message":"unknown option '--limt'. Did you mean '--limit'?","details":{}}
                """#),
        JSONAnswer(
            arguments: ["show", "zz", "--format", "json"], exitCode: 3, output: "",
            error: #"""
                {"code":"NOT_FOUND","message":"no message \"zz\"; 'mailledger messages' lists them","details":{"kind":"message","name":"zz"}}
                """#),
        JSONAnswer(
            arguments: ["show", "", "--format", "json"], exitCode: 3, output: "",
            error: #"""
                {"code":"NOT_FOUND","message":"the name of the message is empty","details":{"kind":"message","name":""}}
                """#),
        JSONAnswer(
            arguments: ["account", "add", "ada@example.org", "--format", "json"], exitCode: 4, output: "",
            error: #"""
                {"code":"ALREADY_EXISTS","message":"the account \"ada@example.org\" is there already","details":{"kind":"account","name":"ada@example.org"}}
                """#),
        JSONAnswer(
            arguments: ["delete", "tax", "--format", "json"], exitCode: 2, output: "",
            error: #"""
                {"code":"INVALID_INPUT","message":"not a terminal, so I cannot ask “Delete 2 messages?”: pass --yes to confirm","details":{}}
                """#),
        JSONAnswer(
            arguments: ["folders", "--ledger", "/nonexistent", "--format", "json"], exitCode: 1, output: "",
            error: #"""
                {"code":"NOT_FOUND","message":"/nonexistent is not a ledger; 'mailledger setup ~/Maildir you@example.org' makes one, and brings mail in","details":{"path":"/nonexistent"}}
                """#),
        JSONAnswer(
            arguments: ["messages", "--format", "json", "--format-version", "3"], exitCode: 21, output: "",
            error: #"""
                {"code":"INVALID_INPUT","message":"--format-version asks for JSON that is newer than this program's; there are the versions 1 and 2","details":{}}
                """#),
    ]
}
