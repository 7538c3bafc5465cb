// Ids, refusals and checked texts are words of every context's language: who imports one context has them too.
@_exported public import Domain
