// Nothing is declared here: threads.c works by being linked. A target in C needs a header.
