// Faults beneath a program: a library that is preloaded (ld.so(8), LD_PRELOAD) and stands between it and the C library.
//
// What the program, SQLite and every other library ask of files goes through it. It lets calls fail, kills the process before
// one, or writes down what would reach a disk. It is told by variables of the environment:
//
//   FAULTS_BELOW   the folder whose files are meant; nothing else is touched
//   FAULTS_AT      CLASS:NUMBER:HOW[:ERRNO], as in write:17:once:28
//                  CLASS: read write sync open rename delete lock resize make, or any
//                  HOW: once, on (this one and all behind it), short (a write of a part, then once), kill
//   FAULTS_COUNTS  a file for the number of calls of each class so far, one 64-bit word each, "any" last
//   FAULTS_TRACE   a file for what changes files and what is synced, in order (see Trace below)
#ifndef FAULTS_H
#define FAULTS_H

enum faults_class {
    FAULTS_READ, FAULTS_WRITE, FAULTS_SYNC, FAULTS_OPEN, FAULTS_RENAME, FAULTS_DELETE, FAULTS_LOCK, FAULTS_RESIZE,
    FAULTS_MAKE, FAULTS_ANY, FAULTS_CLASSES
};

#endif
