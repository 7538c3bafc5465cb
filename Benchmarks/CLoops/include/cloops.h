/* The work that MailLedger is measured against: the same rows by the shortest way that C and SQLite have. */
#ifndef CLOOPS_H
#define CLOOPS_H

#include <stdint.h>

/* What a loop took, or why it failed. */
struct cloops_result {
    int code;        /* 0, or SQLite's code */
    double seconds;  /* of the loop alone, without what was read into memory before */
    int64_t count;   /* rows or operations */
};

/* Appends the rows of another log's `transactions` and `events`, a transaction of the database for each of the log's.
 * The new log has the same tables, indexes and settings, without triggers, and no hashes are computed. */
struct cloops_result cloops_append(const char *from, const char *to);

/* Reads every column of every event. */
struct cloops_result cloops_scan(const char *path);

/* Executes recorded row operations in a new database; see recording.h. */
struct cloops_recording;
struct cloops_recording *cloops_recording_begin(const char *suffix);
void cloops_recording_end(struct cloops_recording *recording);
struct cloops_result cloops_replay(
    const struct cloops_recording *recording, const char *path, const char *early, const char *late);
void cloops_recording_free(struct cloops_recording *recording);

/* Inserts texts into a full-text index of the same definition, of seven columns. */
struct cloops_texts;
struct cloops_texts *cloops_texts_new(void);
void cloops_texts_add(struct cloops_texts *texts, const char *const columns[], const int64_t lengths[]);
struct cloops_result cloops_fulltext(const struct cloops_texts *texts, const char *path, const char *definition);
void cloops_texts_free(struct cloops_texts *texts);

#endif
