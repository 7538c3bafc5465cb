// Programs import MailLedger; its parts come with it.
@_exported public import ImportExport
@_exported public import LedgerCare
@_exported public import LedgerContexts
@_exported public import LedgerHistory
@_exported public import LedgerKernel
@_exported public import QueryLanguage
@_exported public import Requests
