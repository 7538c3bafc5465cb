internal import CLibPQ
internal import Loading

/// The functions of libpq (<https://www.postgresql.org/docs/15/libpq.html>), loaded at the first of them.
let libpq = unsafe loaded(CLibPQFunctions(), from: "libpq5", by: clibpq_load)
